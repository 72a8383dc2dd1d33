"""Positions to learn from, read from the rows of `heibai-train gomoku rows` and `heibai-train gomoku leaves`.

A row is 455 little-endian 16-bit numbers: 225 codes for the mover, 225 for the other side (from 3060 on where a
stone stands), value, result, move, colour, state of threats. A leaf has the result 9; without a search of its own it has the
value 0x8000 and the move 0xffff. Files may be larger than the memory: they are read in pieces.
"""

import glob
import time

import numpy as np
import torch
import torch.nn.functional as F

from fit import CELLS, CODES, PROVED, SCALE, STATES

SIZE = 15
ROW = 2 * CELLS + 5
PIECE = 1 << 16
STRETCH = 2048
UNKNOWN = -1
RULES = ("freestyle", "standard", "renju")


def there(patterns, known=()):
    """The files that match one of the patterns and are not yet known."""
    return sorted({path for pattern in patterns for path in glob.glob(pattern)} - set(known))


class Linear:
    """The tables of fit.py's file, by turn, owner and code."""

    def __init__(self, path: str, device):
        body = np.fromfile(path, dtype="<i2", offset=16).astype(np.float32)
        tempo, value, order, state = np.split(body, np.cumsum([2, 4 * CODES, 4 * CODES]))
        table = lambda part: F.pad(torch.from_numpy(part.reshape(4, CODES)), (0, 1)).flatten().to(device)
        self.tempo, self.value, self.order = torch.from_numpy(tempo).to(device), table(value), table(order)
        self.state = torch.from_numpy(state.reshape(2, STATES)).to(device)

    def judge(self, own, other, colour, state):
        """The logit of winning, and the logits of moves."""
        index = [(colour[:, None] * 2 + owner) * (CODES + 1) + codes for owner, codes in enumerate((own, other))]
        value = self.tempo[colour] + self.state[colour, state] + sum(self.value[i].sum(1) for i in index)
        return value / SCALE, sum(self.order[i] for i in index) / 100


class Positions:
    """Rows as tensors on the device: `board` (0 empty, 1 black, 2 white), `colour` to move, `chance` of the mover by the
    search, `result` for the mover, `move`, and what the linear evaluation says: `base` and, if wanted, `order`. What is
    not known is UNKNOWN. `rule` is the number of the rule set, `held` are the positions that are kept for the check."""

    FIELDS = ("board", "colour", "chance", "result", "move", "base", "order")

    def __init__(self, paths, linear: Linear, device, with_order: bool, most: int | None = None, rule: int = 0):
        pieces, held = [], []
        for path in paths:
            rows = np.memmap(path, dtype="<i2", mode="r")
            rows = rows[: len(rows) // ROW * ROW].reshape(-1, ROW)[:most]
            before = len(pieces)
            for at in range(0, len(rows), PIECE):
                pieces.append(piece(rows[at : at + PIECE], linear, device, with_order))
            held.append(held_back(*(torch.cat([part[i] for part in pieces[before:]]) for i in (0, 3))))
        for name, parts in zip(self.FIELDS, zip(*pieces)):
            setattr(self, name, torch.cat(parts))
        self.held = torch.cat(held)
        self.rule = torch.full_like(self.colour, rule)

    def __len__(self):
        return len(self.board)

    def add(self, other: "Positions"):
        """Takes the positions of another with all that is known of them."""
        for name, tensor in vars(other).items():
            setattr(self, name, torch.cat([getattr(self, name), tensor]))
        if self.board.is_cuda:
            torch.cuda.empty_cache()


def held_back(board, result):
    """Which positions of a file are kept for the check. Of games, every 25th: within a game stones only get more, so that
    none of these games is among the others. Of leaves, every 25th stretch; only the games at its ends reach out of it."""
    stones = (board > 0).flatten(1).sum(1)
    game = F.pad((stones[1:] <= stones[:-1]).long(), (1, 0)).cumsum(0)
    stretch = torch.arange(len(board), device=board.device) // STRETCH
    return torch.where(result == UNKNOWN, stretch, game) % 25 == 24


def piece(rows, linear: Linear, device, with_order: bool):
    rows = torch.from_numpy(np.array(rows)).to(device).int()
    own, other, tail = rows[:, :CELLS], rows[:, CELLS : 2 * CELLS], rows[:, 2 * CELLS :]
    value, result, move, colour, state = tail.unbind(1)
    stone = (other - CODES + 1).clamp(min=0)  # 1 the mover's, 2 the other side's
    board = torch.where(colour[:, None] == 0, stone, (3 - stone) % 3).byte()
    chance = torch.where(value.abs() >= PROVED, (value > 0).float(), torch.sigmoid(value / SCALE))
    chance = torch.where(value == -32768, UNKNOWN, chance)
    result = torch.where(result == 9, UNKNOWN, result / 2)
    base, order = linear.judge(own, other.clamp(max=CODES), colour, state)
    order = order.masked_fill(stone > 0, -6e4).half() if with_order else base.new_zeros(len(base), 0)
    return board.reshape(-1, SIZE, SIZE), colour.byte(), chance, result, move.short(), base, order


def target_of(chance, result, share: float):
    """The chance to learn: the search's with this share, the rest is the result; one alone where only one is known."""
    both = share * chance + (1 - share) * result
    return torch.where(result == UNKNOWN, chance, torch.where(chance == UNKNOWN, result, both))


def turned(board, number: int):
    """One of the eight turns and mirror images of boards [n, 15, 15]."""
    board = torch.rot90(board, number % 4, (1, 2))
    return board.flip(2) if number >= 4 else board


def places(number: int, device):
    """For each cell of a turned board the cell it comes from, and for each cell where it goes."""
    comes = turned(torch.arange(CELLS, device=device).reshape(1, SIZE, SIZE), number).flatten()
    return comes, comes.argsort()


class Pace:
    """How far a training is, by steps or by seconds, whichever is further, and the rate that goes with it."""

    def __init__(self, optimiser, steps: int, seconds: float, start: float, last: float = 0.0):
        self.optimiser, self.steps, self.last = optimiser, max(1, steps), last
        self.start, self.end = time.time(), start + seconds
        self.step, self.told = 0, 0
        self.rates = [group["lr"] for group in optimiser.param_groups]

    def done(self) -> float:
        passed = (time.time() - self.start) / max(1e-3, self.end - self.start)
        return max(self.step / self.steps, passed)

    def next(self) -> bool:
        """Sets the rate of the next step; false when there is none. It rises for 5 % of the way and then falls like a cosine."""
        done = self.done()
        if done >= 1:
            return False
        falling = self.last + (1 - self.last) * (0.5 + 0.5 * np.cos(np.pi * done))
        for group, rate in zip(self.optimiser.param_groups, self.rates):
            group["lr"] = rate * falling * min(1.0, max(0.02, done / 0.05))
        self.step += 1
        return True

    def tenth(self) -> str | None:
        """At each tenth of the way, the time for a report."""
        tenth = int(10 * self.done())
        if tenth <= self.told:
            return None
        self.told = tenth
        return f"{time.time() - self.start:4.0f} s, step {self.step}:"
