"""Goes over student.py's network again with labels by searches to the end, which the teacher only knows by way of its errors.

    python tune.py OUT NETWORK FIRST LAST FOLDER,... [--rate 1e-4] [--epochs 2]

The heads of FIRST to LAST empty squares and all rows learn from the labels of the folders (PHASE.labels); held-back positions
(PHASE.test) show the error before and after.
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from boards import ROWS, Patterns, empties, labelled, weight_of
from student import DISCS, HEADS, STEPS, Student
from teacher import Tests

UNITS = 16


def load(path: str, width: int) -> Student:
    """The network of a file, with a head for each number of empty squares."""
    size = HEADS * (width + 3 * UNITS + 2 * width + 2 * width * UNITS)
    heads = np.fromfile(path, dtype="<f4", count=size).reshape(HEADS, -1)
    rows = np.fromfile(path, dtype="i1", offset=4 * size).reshape(ROWS, width)
    student = Student(0, HEADS, width, UNITS)
    parts = torch.from_numpy(heads.copy()).split([width, UNITS, UNITS, 16, 2 * width, 2 * width * UNITS], 1)
    with torch.no_grad():
        student.rows.copy_(torch.from_numpy(rows.astype(np.float32)) / STEPS)
        student.start.copy_(parts[0][:, None])
        student.begin.copy_(parts[1][:, None])
        student.out.copy_(parts[2][:, :, None])
        student.value.copy_(parts[3][:, :1, None])
        student.straight.copy_(parts[4][:, :, None])
        student.to_units.copy_(parts[5].view(HEADS, 2 * width, UNITS))
    return student


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("network")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("folders")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--batch", type=int, default=800, help="positions a step for each head")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--epochs", type=float, default=2)
    args = parser.parse_args()
    torch.manual_seed(3)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    phases = range(30)
    files = [Path(f) / f"{p}.labels" for f in args.folders.split(",") for p in phases]
    own, other, value = (torch.cat(part).to(device) for part in zip(*(labelled(f) for f in files if f.exists())))
    left = empties(own, other)
    pools = [(left == n).nonzero()[:, 0] for n in range(args.first, args.last + 1)]
    tests = Tests([args.folders], phases, device)
    student, patterns = load(args.network, args.width).to(device), Patterns(device)
    silent = (student.rows == 0).all(1)
    values = lambda a, b: student.values(patterns, a, b)
    tests.report(f"{sum(map(len, pools))} labels, before", values)
    steps = int(args.epochs * sum(map(len, pools)) / len(pools) / args.batch)
    heads = [p for name, p in student.named_parameters() if name != "rows"]
    optimizer = torch.optim.Adam(student.parameters(), args.rate, fused=True)
    for step in range(steps + steps // 3):
        if step == steps:
            # The heads learn once more what they are to make of rounded rows.
            student.round()
            student.rows.requires_grad_(False)
            optimizer = torch.optim.Adam(heads, args.rate, fused=True)
        optimizer.param_groups[0]["lr"] = args.rate * (1 - step / steps if step < steps else 4 - 3 * step / steps)
        batch = torch.stack([pool[torch.randint(len(pool), (args.batch,), device=device)] for pool in pools])
        rows = patterns.rows(own[batch.flatten()], other[batch.flatten()])
        goal = value[batch].float()
        weight = weight_of(goal)
        off = student(rows.view(*batch.shape, -1), slice(args.first, args.last + 1)) - goal / DISCS
        loss = (weight * off**2).sum() / weight.sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if step < steps:
            student.limit()
        if step % 100 == 99:
            tests.report(f"step {step + 1} of {steps}, learnt {DISCS * float(loss.detach()) ** 0.5:.2f}", values)
    tests.report("end", values)
    student.save(args.out, patterns, silent)


if __name__ == "__main__":
    main()
