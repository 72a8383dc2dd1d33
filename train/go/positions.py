"""Positions and what the teacher says of them, in a folder of plain arrays (mapped files, so that one program can
write and another read)."""

import json
import os
import threading

import numpy as np
import torch

POINTS = 361
LEAD_UNIT = 20.0
# `result` is win, loss, mean, deviation, lead; ownership is in 127ths; positions of a held-out game are not trained on.
FIELDS = dict(points=(POINTS, torch.int32), numbers=(19, torch.float16), policy=(POINTS + 1, torch.float16),
              ownership=(POINTS, torch.int8), result=(5, torch.float16), held_out=(1, torch.int8))


def mapped(folder, name, rows, write):
    width, dtype = FIELDS[name]
    path = os.path.join(folder, name + ".bin")
    return torch.from_file(path, shared=write, size=rows * width, dtype=dtype).view(rows, width)


class Writer:
    """Threads may add positions at once."""

    def __init__(self, folder, room):
        os.makedirs(folder, exist_ok=True)
        self.folder, self.room, self.count, self.lock = folder, room, 0, threading.Lock()
        self.fields = {name: mapped(folder, name, room, True) for name in FIELDS}

    def add(self, **new):
        with self.lock:
            start, count = self.count, min(len(new["points"]), self.room - self.count)
            self.count += count
        for name, values in new.items():
            self.fields[name][start : start + count] = values[:count].to(FIELDS[name][1]).cpu()

    def close(self):
        """The file `about.json` says that the others are complete."""
        with open(os.path.join(self.folder, "about.json.new"), "w") as file:
            json.dump(dict(count=self.count), file)
        os.replace(file.name, os.path.join(self.folder, "about.json"))


class Store:
    """All positions of a folder, on the device."""

    def __init__(self, folder, device):
        with open(os.path.join(folder, "about.json")) as file:
            self.count = json.load(file)["count"]
        for name in FIELDS:
            setattr(self, name, mapped(folder, name, self.count, False).to(device))

    def split(self):
        """Indices to train on, and held-out ones in random order. Labels that are not numbers are left out; their
        count comes last."""
        at = torch.randperm(self.count, device=self.points.device)
        whole = self.result.isfinite().all(dim=1) & self.policy.isfinite().all(dim=1)
        is_held, is_whole = self.held_out[at, 0] > 0, whole[at]
        return at[is_whole & ~is_held], at[is_whole & is_held], self.count - int(whole.sum())


def turned(x, turn):
    """One of the eight symmetries of the board, on the last two axes."""
    if turn & 4:
        x = x.transpose(-1, -2)
    dims = [d for d, bit in ((-1, 1), (-2, 2)) if turn & bit]
    return x.flip(dims) if dims else x


def batch(store, chosen, turn):
    points = turned(store.points[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS)
    policy = store.policy[chosen].float()
    board = turned(policy[:, :POINTS].view(-1, 19, 19), turn).reshape(-1, POINTS)
    policy = torch.cat([board, policy[:, POINTS:]], dim=1)
    ownership = turned(store.ownership[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS).float() / 127
    return points, store.numbers[chosen].float(), policy, store.result[chosen].float(), ownership
