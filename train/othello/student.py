"""Trains the Othello network that ships: rows of tables looked up by patterns, and a head for each number of empty squares.

    python student.py OUT TEACHER FIRST LAST LEAVES TEST_FOLDER [--seconds 100]

It learns what the teacher says of leaves with FIRST to LAST empty squares (`heibai-train othello leaves`). OUT is for
`heibai-train othello take`: the parameters of 61 heads as floats, in the order of `Learner` there, then all rows in whole steps.
"""

import argparse
import time

START = time.time()

import numpy as np
import torch

from boards import ROWS, Patterns, empties, leaves, weight_of
from teacher import Teacher, Tests

DISCS = 16.0
STEPS = 64.0
LIMIT = 31
HEADS = 61


class Student(torch.nn.Module):
    """`first` is the number of empty squares of the first head. Batches have equally many positions for each head."""

    def __init__(self, first: int, heads: int, width: int, units: int):
        super().__init__()
        self.first, self.width, self.units = first, width, units
        uniform = lambda *shape: torch.rand(*shape) - 0.5
        self.rows = torch.nn.Parameter(uniform(ROWS, width) * 0.1)
        self.start = torch.nn.Parameter(torch.zeros(heads, 1, width))
        self.begin = torch.nn.Parameter(torch.full((heads, 1, units), 0.1))
        self.out = torch.nn.Parameter((uniform(units, 1) * 0.5).expand(heads, -1, -1).clone())
        self.value = torch.nn.Parameter(torch.zeros(heads, 1, 1))
        straight = uniform(2 * width, 1) * 0.2
        straight[:width] += 0.05
        straight[width:] -= 0.05
        self.straight = torch.nn.Parameter(straight.expand(heads, -1, -1).clone())
        self.to_units = torch.nn.Parameter((uniform(2 * width, units) * 0.6).expand(heads, -1, -1).clone())

    def forward(self, rows, which=slice(None)):
        """Rows [heads, n, 62] of these heads -> values [heads, n] in units of 16 discs."""
        heads, n, places = rows.shape
        sums = torch.nn.functional.embedding_bag(rows.view(-1, places), self.rows, mode="sum")
        sums = sums.view(heads, n, self.width) + self.start[which]
        sizes = torch.cat([sums.clamp(min=0), (-sums).clamp(min=0)], 2)
        units = torch.relu(sizes @ self.to_units[which] + self.begin[which])
        return (sizes @ self.straight[which] + units @ self.out[which] + self.value[which])[..., 0]

    @torch.no_grad()
    def limit(self):
        self.rows.clamp_(-LIMIT / STEPS, LIMIT / STEPS)

    @torch.no_grad()
    def round(self):
        self.rows.copy_((self.rows * STEPS).round() / STEPS)

    @torch.no_grad()
    def values(self, patterns: Patterns, own, other):
        """Discs of positions in any order; those without a head of their own get the nearest."""
        left = (empties(own, other) - self.first).clamp(0, len(self.start) - 1)
        values = torch.zeros(len(own), device=own.device)
        for head in left.unique().tolist():
            at = (left == head).nonzero()[:, 0]
            rows = patterns.rows(own[at], other[at])[None]
            values[at] = self(rows, slice(head, head + 1))[0]
        return values * DISCS

    @torch.no_grad()
    def save(self, path: str, patterns: Patterns, seldom):
        heads = []
        for empty in range(HEADS):
            n = min(max(empty - self.first, 0), len(self.start) - 1)
            value = torch.zeros(16, device=self.value.device)
            value[0] = self.value[n, 0, 0]
            parts = (self.start[n, 0], self.begin[n, 0], self.out[n, :, 0], value, self.straight[n, :, 0], self.to_units[n].flatten())
            heads.append(torch.cat([part.float() for part in parts]).cpu().numpy())
        steps = (self.rows * STEPS).round().to(torch.int8)
        # What a few positions say of a row is mostly chance, and takes room in the file.
        steps[seldom] = 0
        with open(path, "wb") as file:
            file.write(np.stack(heads).astype("<f4").tobytes())
            file.write(steps[patterns.stands_for].cpu().numpy().tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("teacher")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("leaves")
    parser.add_argument("tests")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--units", type=int, default=16)
    parser.add_argument("--batch", type=int, default=2048, help="positions a step for each head")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--labels", help="where the teacher's values are kept, or are to be")
    parser.add_argument("--seldom", type=int, default=150, help="rows looked up less often are left at 0")
    parser.add_argument("--most", type=int, default=10**9, help="leaves for each head")
    parser.add_argument("--seconds", type=float, default=100, help="time to learn, after the labels")
    args = parser.parse_args()
    torch.manual_seed(2)
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    own, other = leaves(args.leaves, device)
    try:
        target = torch.load(args.labels, map_location=device)
    except (FileNotFoundError, AttributeError, TypeError):
        target = Teacher.load(args.teacher, device).values(own, other).half()
        if args.labels:
            torch.save(target, args.labels)
    left = torch.cat([empties(a, b) for a, b in zip(own.split(1 << 22), other.split(1 << 22))])
    pools = [(left == n).nonzero()[: args.most, 0] for n in range(args.first, args.last + 1)]
    print(f"{args.out}: {sum(map(len, pools))} leaves, {min(map(len, pools))} to {max(map(len, pools))} a head, {time.time() - START:.0f} s", flush=True)
    patterns = Patterns(device)
    phases = [p for p in range(30) if args.first <= 60 - 2 * p <= args.last]
    tests = Tests([args.tests], phases, device)
    student = Student(args.first, len(pools), args.width, args.units).to(device)
    others = [p for n, p in student.named_parameters() if n != "rows"]
    optimizer = torch.optim.Adam([{"params": [student.rows], "lr": args.rate}, {"params": others, "lr": args.rate}],
                                 fused=device == "cuda")
    seen = torch.zeros(ROWS, dtype=torch.int32, device=device)
    begin, told, step, losses = time.time(), time.time(), 0, []
    # Every head's leaves once in each round, in an order of its own.
    orders = [pool[torch.randperm(len(pool), device=device)] for pool in pools]
    at = [0] * len(pools)
    while True:
        done = (time.time() - begin) / args.seconds
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = args.rate * min(1, 2.0 - 1.98 * done)
        batch = []
        for n, order in enumerate(orders):
            if at[n] + args.batch > len(order):
                at[n] = 0
            batch.append(order[at[n] : at[n] + args.batch])
            at[n] += args.batch
        batch = torch.stack(batch)
        flat = batch.flatten()
        rows = patterns.rows(own[flat], other[flat])
        seen.index_add_(0, rows.flatten(), torch.ones_like(rows.flatten(), dtype=torch.int32))
        goal = target[batch].float()
        weight = weight_of(goal)
        off = student(rows.view(*batch.shape, -1)) - goal / DISCS
        loss = (weight * off**2).sum() / weight.sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        student.limit()
        step += 1
        if step % 20 == 0:
            losses.append(float(loss.detach()))
        if time.time() - told > 20:
            mean = DISCS * (sum(losses) / max(1, len(losses))) ** 0.5
            tests.report(f"step {step}, from the teacher {mean:.2f}", lambda a, b: student.values(patterns, a, b))
            told, losses = time.time(), []
    student.round()
    share = float((student.rows.abs() >= LIMIT / STEPS).float().mean())
    tests.report(f"end, {step} steps, {100 * share:.3f} % at the limit", lambda a, b: student.values(patterns, a, b))
    student.save(args.out, patterns, seen < args.seldom)


if __name__ == "__main__":
    main()
