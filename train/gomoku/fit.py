"""Fits the Gomoku engine's evaluation and move ordering to games of the engine with itself.

    python fit.py VARIANT ROWS OUT [--epochs 8] [--seconds 120] [--network] [--leaves FILE...] [--old WEIGHTS]

ROWS, a file or a pattern of files, comes from `heibai-train gomoku rows`: 455 little-endian 16-bit numbers a position (225 codes for the
mover, 225 for the other side, from 3060 on where a stone stands, value, result, move, colour, state of
threats). OUT gets the weights as the
engine reads them:

    "heibai gomoku 2\n", then i16: tempo[2], value[2][2][3060], order[2][2][3060], state[2][2048]

indexed by the side to move (Black, White), the owner of the shapes (mover, other side) and the code, or the
side to move and the state. Leaves with a search of their own (`heibai-train gomoku leaves`, FILE.labelled) are fitted as
well: the engine asks for a value there far more often than in positions of games. With --old the log compares the fit
with earlier weights, on games and on leaves. With --order FILE the order is taken from there and only values are fitted.
With --network, OUT.net gets the small network as float32, and the log compares both.
"""

import argparse
import glob
import itertools
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

SHAPES, CODES, CELLS, STATES, BITS = 15, 3060, 225, 2048, 11
SCALE = 200.0  # a value of 200 is a chance of 73 %
PROVED = 29_000
ROW = 2 * CELLS + 5
NO_RESULT = 9


def shapes_of_codes() -> torch.Tensor:
    """The four shapes of each code, in the order in which the engine numbers them."""
    codes = list(itertools.combinations_with_replacement(range(SHAPES), 4))
    assert len(codes) == CODES
    return torch.tensor(codes)


class CodeTable(torch.nn.Module):
    """A number for each code: by its shapes, by its pairs of shapes, and by itself.

    Rare codes have few examples; what their shapes are worth elsewhere speaks for them.
    """

    def __init__(self, kinds: int, width: int = 1):
        super().__init__()
        self.single = torch.nn.Parameter(torch.zeros(kinds, SHAPES, width))
        self.pair = torch.nn.Parameter(torch.zeros(kinds, SHAPES * SHAPES, width))
        self.own = torch.nn.Parameter(torch.zeros(kinds, CODES, width))
        codes = shapes_of_codes()
        self.register_buffer("codes", codes)
        pairs = [codes[:, i] * SHAPES + codes[:, j] for i, j in itertools.combinations(range(4), 2)]
        self.register_buffer("pairs", torch.stack(pairs, 1))

    def forward(self) -> torch.Tensor:
        """All codes of all kinds, with a zero behind for points that hold a stone: [kinds, CODES + 1, width]."""
        table = self.own + self.single[:, self.codes].sum(2) + self.pair[:, self.pairs].sum(2)
        return F.pad(table, (0, 0, 0, 1))

    def penalty(self) -> torch.Tensor:
        return (self.own**2).sum() + 0.3 * (self.pair**2).sum() + 0.03 * (self.single**2).sum()


class StateTable(torch.nn.Module):
    """A number for each state of threats: by its bits, by pairs of bits, and by itself."""

    def __init__(self, colours: int):
        super().__init__()
        bits = (torch.arange(STATES)[:, None] >> torch.arange(BITS)) & 1
        pairs = [bits[:, i] * bits[:, j] for i, j in itertools.combinations(range(BITS), 2)]
        self.register_buffer("features", torch.cat([bits, torch.stack(pairs, 1)], 1).float())
        self.linear = torch.nn.Parameter(torch.zeros(self.features.shape[1], colours))
        self.own = torch.nn.Parameter(torch.zeros(STATES, colours))

    def forward(self) -> torch.Tensor:
        """[STATES, colours]"""
        return self.own + self.features @ self.linear

    def penalty(self) -> torch.Tensor:
        return (self.own**2).sum() + 0.1 * (self.linear**2).sum()


def counted_up(index, slope, size: int, copies: int) -> torch.Tensor:
    """What the slopes at each place of a table of this size add up to, with so many copies of a place: a GPU adds to one
    place one slope after the other."""
    if copies == 1:
        return torch.bincount(index.flatten(), slope.flatten(), minlength=size)
    copy = torch.arange(index.numel(), device=index.device) % copies
    sums = slope.new_zeros(size * copies).index_add_(0, index.flatten() * copies + copy, slope.flatten())
    return sums.reshape(size, copies).sum(1)


class Lookup(torch.autograd.Function):
    """The numbers of a table at some places. Nearly all places show few numbers, so that their slopes are counted up."""

    @staticmethod
    def forward(held, index, table):
        held.save_for_backward(index)
        held.size = len(table)
        return table[index]

    @staticmethod
    def backward(held, slope):
        (index,) = held.saved_tensors
        return None, counted_up(index, slope, held.size, 64 if slope.is_cuda else 1)


class Linear(torch.nn.Module):
    """The sum over points, the state of threats, and the order of moves."""

    def __init__(self, colours: int):
        super().__init__()
        self.colours = colours
        self.value = CodeTable(colours * 2)
        self.state = StateTable(colours)
        self.order = CodeTable(colours * 2)
        self.tempo = torch.nn.Parameter(torch.zeros(colours))

    def forward(self, codes, colour, state, with_order):
        """codes: [n, 2, 225]; returns the logit of winning and the logits of moves."""
        colour = colour if self.colours == 2 else torch.zeros_like(colour)
        kind = torch.stack([colour * 2, colour * 2 + 1], 1)[:, :, None]
        index = kind * (CODES + 1) + codes
        points = Lookup.apply(index, self.value().reshape(-1)).sum((1, 2))
        value = points + self.tempo[colour] + self.state()[state, colour]
        if not with_order:
            return value, None
        order = Lookup.apply(index, self.order().reshape(-1)).sum(1)
        return value, order.masked_fill(codes[:, 0] == CODES, -1e9)


class Network(torch.nn.Module):
    """A vector for each code, summed over the points, and two small layers on top."""

    def __init__(self, colours: int, width: int):
        super().__init__()
        self.colours = colours
        self.table = CodeTable(colours * 2, width)
        torch.nn.init.normal_(self.table.single, std=0.02)
        self.bias = torch.nn.Parameter(torch.zeros(colours, width))
        self.hidden = torch.nn.Linear(width, 32)
        self.out = torch.nn.Linear(32, 1)

    def forward(self, codes, colour):
        colour = colour if self.colours == 2 else torch.zeros_like(colour)
        kind = torch.stack([colour * 2, colour * 2 + 1], 1)[:, :, None]
        index = (kind * (CODES + 1) + codes).flatten(1)
        table = self.table().flatten(0, 1)
        total = F.embedding_bag(index, table, mode="sum") + self.bias[colour]
        x = torch.clamp(total, 0, 1)
        x = torch.clamp(self.hidden(x), 0, 1)
        return self.out(x)[:, 0] + total[:, 0]


def load(paths: list[str], share: float, device):
    rows = [np.fromfile(path, dtype="<u2") for path in paths]
    rows = np.concatenate([part[: len(part) // ROW * ROW].reshape(-1, ROW) for part in rows])
    order = np.random.default_rng(1).permutation(len(rows) // 64)
    # Stretches of 64 rows stay together. The games at their ends reach into other stretches: the check set
    # shares some games, though no positions, with the rest, which flatters the figures of values.
    rows = rows[: len(order) * 64].reshape(-1, 64, rows.shape[1])[order].reshape(-1, rows.shape[1])
    codes = np.minimum(rows[:, : 2 * CELLS], CODES).astype(np.int16)
    codes = torch.from_numpy(codes).reshape(-1, 2, CELLS).to(device)
    tail = torch.from_numpy(rows[:, 2 * CELLS :].astype(np.int32)).to(device)
    value = tail[:, 0]
    value = torch.where(value >= 32768, value - 65536, value).float()
    chance = torch.sigmoid(value / SCALE)
    chance = torch.where(value >= PROVED, torch.ones_like(chance), chance)
    chance = torch.where(value <= -PROVED, torch.zeros_like(chance), chance)
    leaf = tail[:, 1] == NO_RESULT
    target = torch.where(leaf, chance, share * chance + (1 - share) * tail[:, 1].float() / 2)
    return codes, target, tail[:, 2].long(), tail[:, 3].long(), tail[:, 4].long(), leaf


@torch.no_grad()
def compare(model: Linear, data, path: str, device):
    """Entropies of the value and of the move by earlier weights and by the fit, on what is held back."""
    body = np.fromfile(path, dtype="<i2", offset=16).astype(np.float32)
    tempo, values, order, state = np.split(body, np.cumsum([2, 4 * CODES, 4 * CODES]))
    table = lambda part: F.pad(torch.from_numpy(part.reshape(4, CODES)), (0, 1)).flatten().to(device)
    tempo, state = torch.from_numpy(tempo).to(device), torch.from_numpy(state.reshape(2, STATES)).to(device)
    values, order, told = table(values), table(order), []
    held = [part[: max(1, len(data[0]) // 20)].split(8192) for part in data]
    for codes, target, move, colour, threats, leaf in zip(*held):
        codes, kind = codes.long(), torch.stack([colour * 2, colour * 2 + 1], 1)[:, :, None]
        index = kind * (CODES + 1) + codes
        old = (tempo[colour] + state[colour, threats] + values[index].sum((1, 2))) / SCALE
        guess = (order[index].sum(1) / 100).masked_fill(codes[:, 0] == CODES, -1e9)
        new, better = model(codes, colour, threats, True)
        fits = [F.binary_cross_entropy_with_logits(x, target, reduction="none") for x in (old, new)]
        moves = [F.cross_entropy(x, move, reduction="none") for x in (guess, better)]
        told.append(torch.stack([*fits, *moves, leaf.float()]))
    told = torch.cat(told, 1)
    for name, some in (("games", told[4] == 0), ("leaves", told[4] == 1)):
        if some.any():
            value, new, move, better = (float(x) for x in told[:4, some].mean(1))
            print(f"{name}: value {value:.5f} -> {new:.5f}, move {move:.4f} -> {better:.4f}", flush=True)


def train(model, data, loss_of, args, name):
    codes = data[0]
    check = max(1, len(codes) // 20)
    steps = args.epochs * ((len(codes) - check) // args.batch)
    optimiser = torch.optim.Adam(model.parameters(), lr=args.rate)
    start, step = time.time(), 0

    def done() -> float:
        """How far the fit is, by steps or by seconds, whichever is further."""
        return max(step / max(1, steps), (time.time() - start) / args.seconds)

    for epoch in range(args.epochs):
        order = check + torch.randperm(len(codes) - check, device=codes.device)
        for batch in order[: len(order) // args.batch * args.batch].split(args.batch):
            if (now := done()) >= 1:
                break
            # The rate rises and falls like a cosine, and falls longer.
            way = 1 - now / 0.3 if now < 0.3 else (now - 0.3) / 0.7
            optimiser.param_groups[0]["lr"] = args.rate * max(0.02, 0.5 + 0.5 * np.cos(np.pi * way))
            optimiser.zero_grad()
            loss_of(model, [part[batch] for part in data], True)[0].backward()
            optimiser.step()
            step += 1
        with torch.no_grad():
            parts = [
                loss_of(model, [part[i : i + args.batch] for part in data], False)[1]
                for i in range(0, check, args.batch)
            ]
        figures = np.mean([[float(x) for x in part] for part in parts], 0)
        print(f"{name} epoch {epoch} {time.time() - start:.0f} s", *(f"{x:.5f}" for x in figures), flush=True)
        if done() >= 1:
            break


def linear_loss(model, batch, training):
    codes, target, move, colour, state, _ = batch
    value, order = model(codes.long(), colour, state, model.with_order)
    fit = F.binary_cross_entropy_with_logits(value, target)
    penalty = 1e-6 * (model.value.penalty() + model.state.penalty()) if training else 0
    if order is None:
        return fit + penalty, (fit,)
    guess = F.cross_entropy(order, move)
    right = (order.argmax(1) == move).float().mean()
    penalty += 1e-6 * model.order.penalty() if training else 0
    return fit + guess + penalty, (fit, guess, right)


def network_loss(model, batch, training):
    codes, target, _, colour, _, _ = batch
    fit = F.binary_cross_entropy_with_logits(model(codes.long(), colour), target)
    penalty = 1e-7 * model.table.penalty() if training else 0
    return fit + penalty, (fit,)


def write(model: Linear, path: str, order: str | None):
    def numbers(table, scale):
        table = table().detach().cpu().numpy()[:, :CODES, 0] * scale
        table = table.reshape(model.colours, 2, CODES)
        if model.colours == 1:
            table = np.repeat(table, 2, 0)
        return np.clip(np.round(table), -32000, 32000).astype("<i2")

    tempo = model.tempo.detach().cpu().numpy() * SCALE
    tempo = np.repeat(tempo, 2) if model.colours == 1 else tempo
    state = model.state().detach().cpu().numpy().T * SCALE
    state = np.repeat(state, 2, 0) if model.colours == 1 else state
    old = None
    if order:
        with open(order, "rb") as file:
            old = file.read()[16 + 4 + 8 * CODES :][: 8 * CODES]
    with open(path, "wb") as file:
        file.write(b"heibai gomoku 2\n")
        file.write(np.round(tempo).astype("<i2").tobytes())
        file.write(numbers(model.value, SCALE).tobytes())
        file.write(old or numbers(model.order, 100.0).tobytes())
        file.write(np.round(state).astype("<i2").tobytes())


def write_network(model: Network, path: str):
    with open(path, "wb") as file:
        table = model.table().detach()[:, :CODES]
        parts = [table, model.bias, model.hidden.weight, model.hidden.bias, model.out.weight, model.out.bias]
        for part in parts:
            file.write(part.detach().cpu().numpy().astype("<f4").tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant", choices=["freestyle", "standard", "renju"])
    parser.add_argument("rows")
    parser.add_argument("out")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=1e9, help="of the fit, without what is read before")
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--network", action="store_true")
    parser.add_argument("--order", help="weights to take the order of moves from")
    parser.add_argument("--share", type=float, default=0.5, help="of the search's value in the target; the rest is the result")
    parser.add_argument("--leaves", nargs="*", default=[], help="leaves with a search of their own, files or patterns")
    parser.add_argument("--old", help="earlier weights to compare with")
    args = parser.parse_args()
    torch.manual_seed(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    leaves = [path for pattern in args.leaves for path in sorted(glob.glob(pattern))]
    data = load([*sorted(glob.glob(args.rows)), *leaves], args.share, device)
    args.batch = min(args.batch, max(1, len(data[0]) // 8))
    print(f"{args.variant}: {len(data[0])} positions on {device}", flush=True)
    colours = 2 if args.variant == "renju" else 1
    linear = Linear(colours).to(device)
    linear.with_order = not args.order
    train(linear, data, linear_loss, args, "linear")
    write(linear, args.out + ".new", args.order)
    os.replace(args.out + ".new", args.out)
    if args.old:
        compare(linear, data, args.old, device)
    if args.network:
        args.rate /= 5
        network = Network(colours, args.width).to(device)
        train(network, data, network_loss, args, "network")
        write_network(network, args.out + ".net")


if __name__ == "__main__":
    main()
