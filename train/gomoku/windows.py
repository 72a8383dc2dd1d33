"""The windows of the Gomoku network: nine cells of a line around a cell, and where a board shows them.

A window is a number of 18 bits, two a cell (0 empty, 1 black, 2 white, 3 outside), the first cell lowest. Those that a board can
show have a row in the network, in ascending order; a window shares the row of its mirror image, which is not counted.
"""

import numpy as np
import torch
import torch.nn.functional as F

from positions import SIZE

REACH = 4
WINDOW = 2 * REACH + 1
STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]
COPIES = 64


def cells_of(length: int) -> np.ndarray:
    """The cells of every window of this length, [4^length, length]."""
    return (np.arange(4**length)[:, None] >> (2 * np.arange(length))) & 3


def mirrored(cells: np.ndarray) -> np.ndarray:
    return (cells[:, ::-1] << (2 * np.arange(cells.shape[1]))).sum(1)


def windows() -> np.ndarray:
    """The windows that the board can show and that are not greater than their mirror image."""
    cells = cells_of(WINDOW)
    wall = cells == 3
    inner = ~wall[:, REACH]
    # From the centre outwards there is only outside after the first cell outside.
    for side in (range(REACH, WINDOW - 1), range(REACH, 0, -1)):
        for i in side:
            after = i + (1 if side.step > 0 else -1)
            inner &= ~wall[:, i] | wall[:, after]
    return np.flatnonzero(inner & (np.arange(len(cells)) <= mirrored(cells)))


class Windows:
    def __init__(self, device):
        cells, kept = cells_of(WINDOW), windows()
        number = np.zeros(len(cells), np.int16)
        number[kept] = number[mirrored(cells)[kept]] = np.arange(len(kept))
        self.number = torch.from_numpy(number).to(device)
        # Many cells show the same few windows. A GPU adds up what they have to say of one row one after the other, so
        # that the windows with at most one stone get copies, which are added up at the end.
        stones = ((cells[kept] == 1) | (cells[kept] == 2)).sum(1)
        common = np.flatnonzero(stones <= 1)
        place = np.arange(len(kept), dtype=np.int32)
        place[common] = len(kept) + COPIES * np.arange(len(common))
        self.common = torch.from_numpy(common).to(device)
        self.place = torch.from_numpy(place).to(device)
        self.is_common = torch.from_numpy((stones <= 1).astype(np.int32)).to(device)

    def of(self, board):
        """The rows of the four windows of every cell of boards [n, 15, 15]: [n, 225, 4] of 16 bits."""
        padded = F.pad(board.int(), (REACH,) * 4, value=3)
        index = []
        for dx, dy in STEPS:
            code = torch.zeros_like(board, dtype=torch.int32)
            for k in range(WINDOW):
                y, x = REACH + dy * (k - REACH), REACH + dx * (k - REACH)
                code += padded[:, y : y + SIZE, x : x + SIZE] << (2 * k)
            index.append(code)
        return self.number[torch.stack(index, 3).flatten(1, 2)]

    def spread(self, index):
        """Places in the table with copies, [cells of all boards, 4]."""
        index = index.reshape(-1, 4).int()
        copy = torch.arange(len(index), dtype=torch.int32, device=index.device)[:, None] % COPIES
        return self.place[index] + self.is_common[index] * copy

    def copied(self, table):
        """The table with the copies behind it."""
        copies = table[self.common][:, None].expand(-1, COPIES, -1)
        return torch.cat([table, copies.flatten(0, 1)])
