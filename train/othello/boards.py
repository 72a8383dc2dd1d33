"""Othello positions as tensors: files of `heibai-train othello`, planes for the teacher, rows of the tables for the network.

A labelled position has 17 bytes (discs of the side to move, of the other, value), a leaf the first 16 of them. Discs are
64 bits, a1 first; torch keeps them in signed numbers.
"""

from pathlib import Path

import numpy as np
import torch

# One place of each shape of squares, as in crates/engines/src/othello/pattern.rs.
SHAPES = [
    [0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    [0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    [0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    [0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    [0, 1, 8, 9, 10, 17, 18, 19, 26, 27],
    [0, 1, 2, 3, 4, 8, 9, 16, 24, 32],
    [0, 1, 2, 8, 9, 10, 16, 17, 18],
    [8, 9, 10, 11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20, 21, 22, 23],
    [24, 25, 26, 27, 28, 29, 30, 31],
    [0, 9, 18, 27, 36, 45, 54, 63],
    [1, 10, 19, 28, 37, 46, 55],
    [2, 11, 20, 29, 38, 47],
    [3, 12, 21, 30, 39],
    [4, 13, 22, 31],
]
BLOCKS = 7
ROWS = BLOCKS << 16
# At this value, in discs, a position counts half.
DECIDED = 32.0


def labelled(path: Path):
    """Both sides' discs and the values of a file."""
    records = np.fromfile(path, dtype=np.dtype([("own", "<i8"), ("other", "<i8"), ("value", "i1")]))
    return tuple(torch.from_numpy(records[name].copy()) for name in ("own", "other", "value"))


def leaves(path: Path, device):
    """Both sides' discs of a file of leaves."""
    discs = torch.from_numpy(np.fromfile(path, dtype="<i8").reshape(-1, 2))
    return discs[:, 0].to(device), discs[:, 1].to(device)


def weight_of(value):
    return 1 / (1 + (value / DECIDED) ** 2)


def squares(discs):
    """[n] -> [n, 64], 0 or 1."""
    return discs[:, None] >> torch.arange(64, device=discs.device) & 1


def empties(own, other):
    return 64 - squares(own | other).sum(1)


def shifted(discs, by: int):
    """Towards higher squares, or towards lower ones without the sign."""
    return discs << by if by > 0 else discs >> -by & (1 << 64 + by) - 1


def moves(own, other):
    """The legal moves, as discs."""
    inner = other & 0x7E7E7E7E7E7E7E7E
    legal = torch.zeros_like(own)
    for by, through in ((1, inner), (8, other), (7, inner), (9, inner)):
        for by in (by, -by):
            line = through & shifted(own, by)
            for _ in range(5):
                line = line | through & shifted(line, by)
            legal |= shifted(line, by)
    return legal & ~(own | other)


def planes(own, other, kind, turn: int):
    """[n, 6, 8, 8]: discs and moves of both sides, ones, and the kind of label wanted; seen from one of eight sides."""
    parts = [squares(d) for d in (own, other, moves(own, other), moves(other, own))]
    parts += [torch.ones_like(parts[0]), kind[:, None].expand_as(parts[0])]
    board = torch.stack(parts, 1).view(-1, 6, 8, 8)
    if turn & 1:
        board = board.flip(3)
    if turn & 2:
        board = board.flip(2)
    if turn & 4:
        board = board.transpose(2, 3)
    return board.float().contiguous(memory_format=torch.channels_last)


def turned(square: int, symmetry: int) -> int:
    x, y = square & 7, square >> 3
    if symmetry & 1:
        x = 7 - x
    if symmetry & 2:
        y = 7 - y
    if symmetry & 4:
        x, y = y, x
    return y * 8 + x


class Patterns:
    """Which rows of the tables a position looks up."""

    def __init__(self, device):
        step, centres, stands_for, shared = [], [], np.arange(ROWS), 0
        for number, shape in enumerate(SHAPES):
            size = 3 ** len(shape)
            start = number << 16 if len(shape) == 10 else (BLOCKS - 1 << 16) + shared
            shared += size if len(shape) < 10 else 0
            seen = []
            for symmetry in range(8):
                place = [turned(s, symmetry) for s in shape]
                if set(place) not in seen:
                    seen.append(set(place))
                    worth = torch.zeros(64)
                    worth[place] = 3.0 ** torch.arange(len(place))
                    step.append(worth)
                    centres.append(start + (size - 1) // 2)
            for symmetry in range(1, 8):
                image = [turned(s, symmetry) for s in shape]
                if set(image) == set(shape):
                    # The digits of every index, in the order of the mirrored squares.
                    index = np.arange(size)
                    digits = [index // 3**i % 3 for i in range(len(shape))]
                    mirrored = sum(digits[i] * 3 ** shape.index(image[i]) for i in range(len(shape)))
                    stands_for[start : start + size] = start + np.minimum(index, mirrored)
                    break
        self.step = torch.stack(step, 1).to(device)
        self.centres = torch.tensor(centres, device=device)
        self.stands_for = torch.from_numpy(stands_for).to(device)

    def rows(self, own, other):
        """[n, 62]; the numbers are whole and exact in floats."""
        index = (squares(own) - squares(other)).float() @ self.step
        return self.stands_for[self.centres + index.long()]
