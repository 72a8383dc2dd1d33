"""Trains the network that helps the Gomoku engine to order moves.

    python net.py ROWS LINEAR OUT [--kind pool|conv] [--epochs 3]

ROWS comes from `gomoku_selfplay rows`, LINEAR from fit.py. Every cell looks at the nine cells around it on
its four lines; each such window has a row of WIDTH numbers, the four rows are added and clipped. `conv` lets
every number see the same number of the eight neighbours. What a point then holds is weighed into a logit for a move there,
which is added to the linear one. What the cells hold is also added up over 3x3 regions of the board, and a head for each
side to move makes a value of it: the engine gained nothing by that value, so it is learnt but not written.
All of it is learnt with the roundings of the engine. OUT gets:

    "heibai gomoku net 2\\n", rows of the windows [32] i8, weights of the neighbours [9][32] i8, bias [32] i16, and for Black
    and for White to move order [32] i16

with a row for each window that is not greater than its mirror image, in ascending order. A window is a
number of 18 bits, two a cell (0 empty, 1 black, 2 white, 3 outside), the first cell lowest.
"""

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from fit import CELLS, CODES, PROVED, SCALE, STATES

SIZE, REACH, LAST, REGIONS = 15, 4, 16, 9
WINDOW = 2 * REACH + 1
STEPS = [(1, 0), (0, 1), (1, 1), (1, -1)]
# How much a number of a window costs, by the length of the window: long ones are rare.
PENALTY = {3: 1e-6, 5: 1e-6, 7: 1e-5, 9: 5e-5}


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


def straight(x, rounded):
    """The rounded number with the gradient of the number itself."""
    return x + (rounded - x).detach()


class Net(torch.nn.Module):
    def __init__(self, kind: str, width: int, units: int):
        super().__init__()
        self.kind, self.width, self.units = kind, width, units
        cells, kept = cells_of(WINDOW), windows()
        self.kept = kept
        number = np.zeros(len(cells), np.int64)
        number[kept] = np.arange(len(kept))
        number[mirrored(cells)[kept]] = np.arange(len(kept))
        self.register_buffer("number", torch.from_numpy(number).int())
        # Rare windows have few examples: the shorter windows in their middle speak for them.
        self.parts = torch.nn.ParameterList()
        for length in PENALTY:
            skip = (WINDOW - length) // 2
            inner = cells[kept][:, skip : skip + length]
            code = (inner << (2 * np.arange(length))).sum(1)
            code = np.minimum(code, mirrored(inner))
            self.register_buffer(f"inner{length}", torch.from_numpy(np.unique(code, return_inverse=True)[1]))
            std = 0.15 if length == 3 else 0.0
            self.parts.append(torch.nn.Parameter(torch.randn(len(np.unique(code)), width) * std))
        self.conv = torch.nn.Parameter(0.02 * torch.randn(width, 1, 3, 3))
        with torch.no_grad():
            self.conv[:, :, 1, 1] += 1
        self.bias = torch.nn.Parameter(torch.zeros(width))
        self.w1 = torch.nn.Parameter(0.03 * torch.randn(2, units, REGIONS * width))
        self.b1 = torch.nn.Parameter(torch.full((2, units), 0.3))
        self.w2 = torch.nn.Parameter(0.25 * torch.randn(2, LAST, units))
        self.b2 = torch.nn.Parameter(torch.full((2, LAST), 0.3))
        self.w3 = torch.nn.Parameter(0.1 * torch.randn(2, LAST))
        self.b3 = torch.nn.Parameter(torch.zeros(2))
        self.order = torch.nn.Parameter(torch.zeros(2, width))

    def table(self):
        """The rows of the windows, in units of 1/32, whole and within a byte."""
        rows = sum(part[getattr(self, f"inner{length}")] for part, length in zip(self.parts, PENALTY))
        rows = torch.clamp(rows * 32, -127, 127)
        return straight(rows, rows.round())

    def conv_weights(self):
        weights = torch.clamp(self.conv * 16, -28, 28)
        return straight(weights, weights.round())

    def cells(self, board):
        """What the cells hold, [n, width, 15, 15], in units of 1/32."""
        padded = F.pad(board.int(), (REACH,) * 4, value=3)
        index = []
        for dx, dy in STEPS:
            code = torch.zeros_like(board, dtype=torch.int32)
            for k in range(WINDOW):
                y, x = REACH + dy * (k - REACH), REACH + dx * (k - REACH)
                code += padded[:, y : y + SIZE, x : x + SIZE] << (2 * k)
            index.append(code)
        index = self.number[torch.stack(index, 3).reshape(-1, 4)]
        sums = F.embedding_bag(index, self.table(), mode="sum")
        held = torch.clamp(sums, 0, 127).reshape(-1, SIZE, SIZE, self.width).permute(0, 3, 1, 2)
        if self.kind == "pool":
            return held
        seen = F.conv2d(held, self.conv_weights(), padding=1, groups=self.width) / 16
        bias = straight(self.bias * 32, (self.bias * 32).round())
        return torch.clamp(straight(seen, seen.floor()) + bias[:, None, None], 0, 127)

    def forward(self, board, colour):
        """The logit of winning that is added, and the logits of moves that are added."""
        held = self.cells(board) / 32
        order = torch.einsum("nchw,nc->nhw", held, self.order[colour]).flatten(1)
        regions = held.reshape(-1, self.width, 3, 5, 3, 5).sum((3, 5)).permute(0, 2, 3, 1).flatten(1)
        units = torch.einsum("ni,sji->nsj", regions, self.w1) + self.b1
        last = torch.einsum("nsj,skj->nsk", torch.clamp(units, 0, 2047 / 256), self.w2) + self.b2
        both = (torch.clamp(last, 0, 2047 / 256) * self.w3).sum(2) + self.b3
        return both.gather(1, colour[:, None])[:, 0], order

    def write(self, path: str):
        def numbers(x, scale, kind, limit):
            x = np.round(x.detach().cpu().double().numpy() * scale)
            return np.clip(x, -limit, limit).astype(kind).tobytes()

        taps, bias = self.conv_weights().reshape(self.width, 9).T, self.bias
        if self.kind == "pool":
            # Every cell sees only itself.
            taps, bias = torch.zeros_like(taps), torch.zeros_like(bias)
            taps[4] = 16
        with open(path, "wb") as file:
            file.write(b"heibai gomoku net 2\n" + numbers(self.table(), 1, "<i1", 127))
            file.write(numbers(taps, 1, "<i1", 28) + numbers(bias, 32, "<i2", 4000))
            file.write(numbers(self.order, 200, "<i2", 32767))


def linear_part(path: str, device):
    """Tables of the linear evaluation: tempo, value and order by turn, owner and code, state."""
    body = np.fromfile(path, dtype="<i2", offset=16).astype(np.float32)
    table = lambda part: F.pad(torch.from_numpy(part.reshape(2, 2, CODES)), (0, 1)).to(device)
    tempo, value, order, state = np.split(body, np.cumsum([2, 4 * CODES, 4 * CODES]))
    return torch.from_numpy(tempo).to(device), table(value), table(order), torch.from_numpy(state.reshape(2, STATES)).to(device)


def load(path: str, linear: str, share: float, device):
    """Boards, targets, results, moves, sides to move, and what the linear evaluation says of value and order."""
    rows = np.fromfile(path, dtype="<u2").reshape(-1, 2 * CELLS + 5)
    shuffled = np.random.default_rng(1).permutation(len(rows) // 64)
    tempo, values, orders, states = linear_part(linear, device)
    data = []
    for stretch in np.array_split(shuffled, max(1, len(shuffled) // 256)):
        # Stretches of 64 rows stay together. The games at their ends reach into other stretches: the check set
        # shares some games, though no positions, with the rest, which flatters the figures of values.
        part = np.concatenate([rows[i * 64 : i * 64 + 64] for i in stretch]).astype(np.int32)
        part = torch.from_numpy(part).to(device)
        own, other, tail = part[:, :CELLS], part[:, CELLS : 2 * CELLS], part[:, 2 * CELLS :]
        colour, state = tail[:, 3].long(), tail[:, 4].long()
        stone = (other - CODES + 1).clamp(min=0)  # 1 the mover's, 2 the other side's
        board = torch.where(colour[:, None] == 0, stone, (3 - stone) % 3).byte()
        value = torch.where(tail[:, 0] >= 32768, tail[:, 0] - 65536, tail[:, 0]).float()
        chance = torch.where(value.abs() >= PROVED, (value > 0).float(), torch.sigmoid(value / SCALE))
        result = tail[:, 1].float() / 2
        target = share * chance + (1 - share) * result
        index = (own.long(), other.clamp(max=CODES).long())
        base = tempo[colour] + states[colour, state]
        order = torch.zeros(own.shape, device=device)
        for owner in range(2):
            turn = colour[:, None].expand_as(index[owner])
            base = base + values[turn, owner, index[owner]].sum(1)
            order = order + orders[turn, owner, index[owner]]
        order = (order / 100).masked_fill(stone > 0, -6e4).half()
        data.append((board.reshape(-1, SIZE, SIZE), target, result, tail[:, 2].long(), colour, base / SCALE, order))
    return [torch.cat(parts) for parts in zip(*data)]


def turned(board, number: int):
    """One of the eight turns and mirror images."""
    board = torch.rot90(board, number % 4, (1, 2))
    return board.flip(2) if number >= 4 else board


def loss_of(net, batch, number: int, weight: float):
    """The loss, in which moves have this weight, and figures without and with the network: entropy of target,
    result and move; moves hit."""
    board, target, result, move, colour, base, order = batch
    grid = turned(torch.arange(CELLS, device=board.device).reshape(1, SIZE, SIZE), number).flatten()
    place = torch.empty_like(grid)
    place[grid] = torch.arange(CELLS, device=board.device)
    value, more = net(turned(board, number), colour)
    guess = order.float()[:, grid] + more
    fit = F.binary_cross_entropy_with_logits(base + value, target)
    moves = F.cross_entropy(guess, place[move])
    penalty = sum((part**2).sum() * cost for part, cost in zip(net.parts, PENALTY.values()))
    penalty += (net.w1**2).sum() * 1e-5
    with torch.no_grad():
        entropy = F.binary_cross_entropy_with_logits
        before = (entropy(base, target), entropy(base, result), F.cross_entropy(order.float(), move))
        after = (fit, entropy(base + value, result), moves)
        hits = (guess.argmax(1) == place[move]).float().mean()
    return fit + weight * moves + penalty, (*before, *after, hits)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rows")
    parser.add_argument("linear")
    parser.add_argument("out")
    parser.add_argument("--kind", choices=["pool", "conv"], default="conv")
    parser.add_argument("--width", type=int, default=32, help="the engine reads networks of 32")
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=3, help="more than a few learn the games by heart")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--moves", type=float, default=0.5, help="weight of the moves in the loss")
    parser.add_argument("--share", type=float, default=0.5, help="of the search's value in the target; the rest is the result")
    args = parser.parse_args()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = load(args.rows, args.linear, args.share, device)
    check = max(1, len(data[0]) // 25)
    args.batch = min(args.batch, max(1, check // 2))
    print(f"{args.out}: {len(data[0])} positions on {device}, {check} held back", flush=True)
    net = Net(args.kind, args.width, args.units).to(device)
    table = [part for name, part in net.named_parameters() if name.startswith("parts")]
    rest = [part for name, part in net.named_parameters() if not name.startswith("parts")]
    # A large epsilon keeps rows that are seen once in a while from making full steps.
    optimiser = torch.optim.Adam([{"params": table, "eps": 1e-6}, {"params": rest}], lr=args.rate)
    steps = max(1, args.epochs * ((len(data[0]) - check) // args.batch))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=steps + 1, pct_start=0.1)
    start, step = time.time(), 0
    for _ in range(args.epochs):
        order = check + torch.randperm(len(data[0]) - check, device=device)
        for batch in order[: len(order) // args.batch * args.batch].split(args.batch):
            optimiser.zero_grad(set_to_none=True)
            loss_of(net, [part[batch] for part in data], int(torch.randint(8, ())), args.moves)[0].backward()
            optimiser.step()
            schedule.step()
            step += 1
            if step % max(1, steps // 10) == 0:
                report(net, data, check, args.batch, f"{time.time() - start:4.0f} s, step {step} of {steps}:")
    net.write(args.out)


def report(net, data, check: int, batch: int, what: str):
    with torch.no_grad():
        parts = [loss_of(net, [p[i : i + batch] for p in data], 0, 1.0)[1] for i in range(0, check, batch)]
    figures = np.mean([[float(x) for x in part] for part in parts], 0)
    names = ("target", "result", "move")
    told = [f"{name} {a:.5f} -> {b:.5f}" for name, a, b in zip(names, figures, figures[3:])]
    print(what, ", ".join(told), f"hit {figures[6]:.4f}", flush=True)


if __name__ == "__main__":
    main()
