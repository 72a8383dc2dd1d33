"""Positions and what the teacher says of them, in a folder of plain arrays (mapped files, so that one program can
write and another read)."""

import json
import os
import threading

import numpy as np
import torch

POINTS = 361
LEAD_UNIT = 20.0
REPEATS = (0.1, 0.25)  # a position is repeated once for each of these errors that it exceeds
# `result` is win, loss, mean, deviation, lead and what the teacher's own value may be off by; `hopeful` is its policy for
# a side that will do better than expected; ownership is in 127ths; positions of a held-out game are not trained on;
# `error` is how far the player's win rate was from the teacher's.
FIELDS = dict(points=(POINTS, torch.int32), numbers=(19, torch.float16), policy=(POINTS + 1, torch.float16),
              hopeful=(POINTS + 1, torch.float16), ownership=(POINTS, torch.int8), result=(6, torch.float16),
              held_out=(1, torch.int8), error=(1, torch.float16))


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
        new = {name: values.to(FIELDS[name][1]).cpu() for name, values in new.items()}
        with self.lock:
            count = max(0, min(len(new["points"]), self.room - self.count))
            for name, values in new.items():
                self.fields[name][self.count : self.count + count] = values[:count]
            self.count += count

    def tell(self, complete=False):
        """Says in `about.json` how many positions there are by now, and whether these are all."""
        with open(os.path.join(self.folder, "about.json.new"), "w") as file:
            json.dump(dict(count=self.count, room=self.fields["points"].shape[0], complete=complete), file)
        os.replace(file.name, os.path.join(self.folder, "about.json"))


def about(folder):
    """What the writer has told; nothing before it has begun."""
    path = os.path.join(folder, "about.json")
    if not os.path.exists(path):
        return dict(count=0, room=0, complete=False)
    with open(path) as file:
        return json.load(file)


class Store:
    """The positions of a folder, on the device. More may come while they are used (`refresh`)."""

    def __init__(self, folder, device):
        self.folder, self.count, self.complete = folder, 0, False
        room = about(folder)["room"]
        self.files = {name: mapped(folder, name, room, True) for name in FIELDS}
        for name, (width, dtype) in FIELDS.items():
            setattr(self, name, torch.zeros(room, width, dtype=dtype, device=device))
        self.refresh()

    def refresh(self):
        """Takes in what was added; whether there was anything."""
        told = about(self.folder)
        start, self.count, self.complete = self.count, told["count"], told["complete"]
        for name, values in self.files.items():
            getattr(self, name)[start : self.count] = values[start : self.count].to(self.points.device)
        return self.count > start

    def split(self):
        """Indices to train on and how much each of them counts (twice or three times where the player misjudged,
        `REPEATS`), and held-out ones in random order. Labels that are not numbers are left out; their count comes last.
        Indices stay off the device: read by mistake as halves they are no numbers."""
        rows = slice(0, self.count)
        whole = (self.result[rows].isfinite().all(dim=1) & self.policy[rows].isfinite().all(dim=1)).cpu()
        is_held, error = self.held_out[rows, 0].cpu() > 0, self.error[rows, 0].cpu()
        trained, held = (whole & ~is_held).nonzero()[:, 0], (whole & is_held).nonzero()[:, 0]
        weight = 1 + sum((error[trained] > least).int() for least in REPEATS)
        return trained, weight, held[torch.randperm(len(held))], self.count - int(whole.sum())


class Rounds:
    """The order in which positions are trained on, the least used ones first: each comes `passes` times in the mean
    (misjudged ones more often, each time among the others), whether it was made early or late. When all have, there is
    none left until more are made; once all are made they begin again."""

    def __init__(self, store, passes):
        self.store, self.passes = store, passes
        self.used, self.part = torch.zeros(len(store.points)), torch.rand(len(store.points))
        self.renew()

    def renew(self):
        """Takes in the positions that the store has now."""
        self.trained, weight, self.held_out, self.broken = self.store.split()
        self.weight = torch.ones(len(self.store.points))
        self.weight[self.trained] = weight.float()
        self.shuffle()

    def shuffle(self):
        done = (self.used + 0.01).floor()
        left = self.trained[(done < (self.passes + self.part).floor())[self.trained]]
        left = left.repeat_interleave(self.weight[left].long())
        self.order, self.at = left[torch.argsort(done[left] + torch.rand(len(left)))], 0

    def take(self, count):
        """The next positions, or nothing if there are none left."""
        if self.at + count > len(self.order):
            self.shuffle()
            if count > len(self.order):
                if not self.store.complete:
                    return None
                self.passes += 1
                return self.take(count)
        chosen = self.order[self.at : self.at + count]
        self.at += count
        self.used.index_add_(0, chosen, 1 / self.weight[chosen])
        return chosen

    def some(self, count):
        """Positions of all kinds, as they are mixed in training."""
        return self.trained[torch.randperm(len(self.trained))[:count]]


def turned(x, turn):
    """One of the eight symmetries of the board, on the last two axes."""
    if turn & 4:
        x = x.transpose(-1, -2)
    dims = [d for d, bit in ((-1, 1), (-2, 2)) if turn & bit]
    return x.flip(dims) if dims else x


def batch(store, chosen, turn):
    chosen = chosen.to(store.points.device)
    points = turned(store.points[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS)
    policies = []
    for policy in (store.policy[chosen].float(), store.hopeful[chosen].float()):
        board = turned(policy[:, :POINTS].view(-1, 19, 19), turn).reshape(-1, POINTS)
        policies.append(torch.cat([board, policy[:, POINTS:]], dim=1))
    ownership = turned(store.ownership[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS).float() / 127
    return points, store.numbers[chosen].float(), policies, store.result[chosen].float(), ownership
