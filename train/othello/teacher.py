"""Trains the teacher of the Othello evaluation: a large residual network that sees the whole board.

    python teacher.py OUT FIRST LAST FOLDER,... [FOLDER,...]... [--from TEACHER] [--seconds 300]

The folders hold labels of `heibai-train othello label` for the phases FIRST to LAST. Those of the first kind come from searches to
the end, those of other kinds from searches of a few plies, by different weights: the network is told which, learns from all, and
is asked for the first. Held-back positions (PHASE.test) of the first folder that has them show the error. It is far too slow
for the engine; student.py's network learns from it.
"""

import argparse
import math
import sys
import time
from pathlib import Path

START = time.time()

import torch
import torch.nn.functional as F

sys.path.append(str(Path(__file__).parents[1]))

from boards import labelled, planes, weight_of
from residual import Residual

DISCS = 16.0


class Teacher(Residual):
    def __init__(self, blocks: int, width: int):
        super().__init__(torch.nn.Conv2d(6, width, 3, padding=1), blocks)
        self.narrow = torch.nn.Conv2d(width, 32, 1)
        self.hidden = torch.nn.Linear(32 * 64, 256)
        self.value = torch.nn.Linear(256, 1)
        torch.nn.init.zeros_(self.value.weight)

    def forward(self, board):
        """The values of planes, in units of 16 discs."""
        with torch.autocast("cuda", torch.bfloat16, enabled=board.is_cuda):
            x = self.blocks(F.relu(self.stem(board)))
            x = F.relu(self.hidden(F.relu(self.narrow(x)).flatten(1)))
        return self.value(x.float())[:, 0]

    @torch.no_grad()
    def values(self, own, other, turns=1, batch: int = 16384):
        """Discs, as labels by searches to the end would have them; the mean over so many sides of the board."""
        found = []
        for i, at in enumerate(range(0, len(own), batch)):
            a, b = own[at : at + batch], other[at : at + batch]
            kind = torch.zeros_like(a)
            found.append(sum(self(planes(a, b, kind, (i + t) % 8)) for t in range(turns)) * (DISCS / turns))
        return torch.cat(found)


class Labels:
    """Labelled positions on the device; kind 0 of searches to the end, others count less."""

    def __init__(self, folders, phases, share: float, device):
        parts = []
        for kind, names in enumerate(folders):
            for folder in names.split(","):
                for phase in phases:
                    path = Path(folder) / f"{phase}.labels"
                    if path.exists():
                        own, other, value = labelled(path)
                        parts.append((own, other, value, torch.full_like(value, kind)))
        self.own, self.other, self.value, self.kind = (torch.cat(part).to(device) for part in zip(*parts))
        self.weight = weight_of(self.value.float()) * torch.where(self.kind == 0, 1.0, share)

    def __len__(self):
        return len(self.own)


class Tests:
    """Held-back positions by phase, and the error of values: root mean square, weighted as in the fit."""

    def __init__(self, folders, phases, device):
        self.parts = {}
        for phase in phases:
            for folder in ",".join(folders).split(","):
                path = Path(folder) / f"{phase}.test"
                if phase not in self.parts and path.exists():
                    self.parts[phase] = tuple(part.to(device) for part in labelled(path))

    def report(self, what: str, values):
        errors = []
        for phase, (own, other, value) in self.parts.items():
            weight = weight_of(value.float())
            off = values(own, other) - value
            error = float((weight * off**2).sum() / weight.sum()) ** 0.5
            errors.append(f"{60 - 2 * phase}: {error:.2f} ({float((weight * off).sum() / weight.sum()):+.2f})")
        print(f"{time.time() - START:4.0f} s {what}: {', '.join(errors)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("folders", nargs="+", help="of labels by searches to the end, of other kinds")
    parser.add_argument("--from", dest="old", help="a teacher to go on from")
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--share", type=float, default=0.3, help="what a label of another kind counts")
    parser.add_argument("--often", type=float, default=3.0, help="how much more often one of the first kind is shown")
    parser.add_argument("--seconds", type=float, default=300, help="time for everything, from the start of the program")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    phases = range(args.first, args.last + 1)
    labels, tests = Labels(args.folders, phases, args.share, device), Tests(args.folders, phases, device)
    if args.old:
        teacher = Teacher.load(args.old, device)
    else:
        teacher = Teacher(args.blocks, args.width).to(device, memory_format=torch.channels_last)
    print(f"{args.out}: {labels.kind.long().bincount().tolist()} labels on {device}", flush=True)
    optimizer = torch.optim.AdamW(teacher.parameters(), args.rate, weight_decay=1e-3, fused=device == "cuda")
    # Positions of the first kind come up more often.
    pools = [is_in.nonzero()[:, 0] for is_in in (labels.kind == 0, labels.kind > 0)]
    wanted = args.often * len(pools[0]) / (args.often * len(pools[0]) + len(pools[1]))
    sizes = [round(args.batch * wanted), args.batch - round(args.batch * wanted)]
    begin, step, told, losses = time.time(), 0, time.time(), []
    while True:
        done = (time.time() - begin) / (START + args.seconds - begin)
        if done >= 1:
            break
        warm = min(1, (step + 1) / 300)
        for group in optimizer.param_groups:
            group["lr"] = args.rate * warm * (0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * done)))
        batch = torch.cat([p[torch.randint(len(p), (n,), device=device)] for p, n in zip(pools, sizes) if n])
        board = planes(labels.own[batch], labels.other[batch], labels.kind[batch].long(), step % 8)
        off = teacher(board) - labels.value[batch] / DISCS
        loss = (labels.weight[batch] * off**2).sum() / labels.weight[batch].sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % 50 == 0:
            losses.append(float(loss.detach()))
        if time.time() - told > 25:
            mean = DISCS * (sum(losses) / max(1, len(losses))) ** 0.5
            tests.report(f"step {step}, learnt {mean:.2f}", teacher.values)
            told, losses = time.time(), []
            teacher.save(args.out)
    tests.report(f"end, {step} steps", teacher.values)
    tests.report("mean of 8 sides", lambda own, other: teacher.values(own, other, 8))
    teacher.save(args.out)


if __name__ == "__main__":
    main()
