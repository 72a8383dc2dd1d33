"""What a Gomoku network says in whole numbers, bit by bit as the engine computes it.

    python whole.py NET ROWS [--count 200] > CHECK

Every line of CHECK is a position and what the network adds to its value: the cells of the stones (15 y + x), Black's and White's
by turns, the side to move and the number, such as `112,113,98 white -35`. The first line is the empty board.
"""

import argparse

import numpy as np

from fit import CELLS, CODES
from net import LAST, PHASES, REGIONS, WIDTH
from positions import ROW, SIZE
from windows import REACH, STEPS, WINDOW, cells_of, mirrored, windows

MOST = 1500


class Whole:
    def __init__(self, path: str):
        with open(path, "rb") as file:
            self.body = file.read()
        title = b"heibai gomoku net 3\n"
        assert self.body.startswith(title), f"{path} is no such network"
        units, phases = self.body[len(title)], self.body[len(title) + 1] + 1
        self.at = len(title) + 2
        kept, mirror = windows(), mirrored(cells_of(WINDOW))
        self.table = np.zeros((4**WINDOW, WIDTH), np.int64)
        self.table[kept] = self.take("<i1", len(kept), WIDTH)
        self.table[mirror[kept]] = self.table[kept]
        self.taps, self.bias = self.take("<i1", 3, 3, WIDTH), self.take("<i2", WIDTH)
        self.order = self.take("<i2", 2, WIDTH)
        sizes = [("<i4", units), ("<i2", units, REGIONS * WIDTH), ("<i4", LAST), ("<i2", LAST, units), ("<i4", 1), ("<i2", LAST)]
        self.heads = [[self.take(*size) for size in sizes] for _ in range(2 * phases)]
        assert self.at == len(self.body), "the file goes on after its end"

    def take(self, kind: str, *shape: int):
        """The next numbers of the file."""
        found = np.frombuffer(self.body, kind, int(np.prod(shape)), self.at)
        self.at += found.nbytes
        return found.astype(np.int64).reshape(shape)

    def value(self, board, side: int) -> int:
        """What is added for this side to move on a board [15, 15] of 0, 1 (black) and 2 (white)."""
        padded = np.pad(board.astype(np.int64), REACH, constant_values=3)
        part = lambda of, y, x: of[y : y + SIZE, x : x + SIZE]
        held = np.zeros((SIZE, SIZE, WIDTH), np.int64)
        for dx, dy in STEPS:
            ahead = [(REACH + dy * (k - REACH), REACH + dx * (k - REACH)) for k in range(WINDOW)]
            held += self.table[sum(part(padded, y, x) << (2 * k) for k, (y, x) in enumerate(ahead))]
        around = np.pad(held.clip(0, 127), ((1, 1), (1, 1), (0, 0)))
        mixed = sum(part(around, k // 3, k % 3) * self.taps[k // 3, k % 3] for k in range(9))
        out = ((mixed >> 4) + self.bias).clip(0, 127)
        sums = out.reshape(3, 5, 3, 5, WIDTH).sum((1, 3)).flatten()
        phase = sum((board > 0).sum() >= start for start in PHASES)
        b1, w1, b2, w2, b3, w3 = self.heads[(2 * phase + side) % len(self.heads)]
        units = ((b1 + w1 @ sums) >> 8).clip(0, 2047)
        last = ((b2 + w2 @ units) >> 10).clip(0, 2047)
        return int(((b3[0] + w3 @ last) >> 10).clip(-MOST, MOST))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("net")
    parser.add_argument("rows")
    parser.add_argument("--count", type=int, default=200)
    args = parser.parse_args()
    net = Whole(args.net)
    print(f"- black {net.value(np.zeros((SIZE, SIZE)), 0)}")
    rows = np.memmap(args.rows, dtype="<u2", mode="r").reshape(-1, ROW)
    for row in rows[:: max(1, len(rows) // args.count)][: args.count]:
        side = int(row[2 * CELLS + 3])
        stone = np.maximum(row[CELLS : 2 * CELLS].astype(int) - CODES + 1, 0)
        board = stone if side == 0 else (3 - stone) % 3
        black, white = (np.flatnonzero(board == color) for color in (1, 2))
        if len(black) - len(white) != side:
            continue  # no such moves by turns
        cells = np.zeros(len(black) + len(white), int)
        cells[::2], cells[1::2] = black, white
        value = net.value(board.reshape(SIZE, SIZE), side)
        print(",".join(map(str, cells)), ("black", "white")[side], value)


if __name__ == "__main__":
    main()
