"""Fits the heads of a Gomoku network anew, over other linear weights or for another rule set.

    python heads.py LINEAR NET OUT ROWS... [--leaves FILE...] [--old LINEAR]

The rows of the windows and the mixing stay as they are in NET, so that what they add up to is computed once and a
processor without a GPU suffices. ROWS and the leaves with a search of their own come from `heibai-train gomoku`, LINEAR
from fit.py; the heads learn what the search saw beyond LINEAR. The order of moves is only weighed: OUT has the best of
some multiples of it. The log compares, on what is held back, LINEAR alone, with NET as it is, with the new heads, and
NET over the weights of --old.
"""

import argparse
import time

import torch
import torch.nn.functional as F

from fit import CELLS
from net import WIDTH, Net, head_of, heard, rounded, W1, W2, W3
from positions import SIZE, UNKNOWN, Linear, Pace, Positions, places, target_of
from windows import Windows

START = time.time()


def cells_of(net: Net, table, index):
    """What the cells hold, [n, 15, 15, 32], without gradients: as `Net.cells`, faster on a processor."""
    held = F.embedding_bag(index.reshape(-1, 4).long(), table, mode="sum").clamp(0, 127).reshape(-1, SIZE, SIZE, WIDTH)
    mixed = F.conv2d(held.permute(0, 3, 1, 2), net.taps()[:, None] / 16, padding=1, groups=WIDTH).permute(0, 2, 3, 1)
    return torch.clamp(mixed.floor() + rounded(net.bias * 32), 0, 127) / 32


@torch.no_grad()
def seen(net: Net, windows: Windows, positions: Positions, some, turns: int):
    """The sums of the regions, [turns, n, 288]: a board is looked at from this many of its eight sides."""
    table = net.table()
    found = torch.zeros(turns, len(some), 9 * WIDTH, dtype=torch.half)
    for at in range(0, len(some), 1024):
        index = windows.of(positions.board[some[at : at + 1024]])
        for turn in range(turns):
            number = int(torch.randint(8, ())) if turn else 0
            cells = cells_of(net, table, index[:, places(number, index.device)[0]])
            found[turn, at : at + 1024] = cells.reshape(-1, 3, 5, 3, 5, WIDTH).sum((2, 4)).flatten(1).half()
    return found


def value(net: Net, regions, head):
    """The logit that the heads of these numbers add."""
    units = torch.einsum("ni,sji->nsj", regions.float(), rounded(net.w1, W1)) + net.b1
    last = torch.einsum("nsj,skj->nsk", heard(units), rounded(net.w2, W2)) + net.b2
    both = (heard(last) * rounded(net.w3, W3)).sum(2) + net.b3
    return both.gather(1, head[:, None])[:, 0]


@torch.no_grad()
def best_order(net: Net, windows: Windows, positions: Positions, some):
    """The multiple of the network's order that tells the moves best."""
    table = net.table()
    logits, order, move = [], [], positions.move[some].long()
    for batch in some.split(1024):
        cells = cells_of(net, table, windows.of(positions.board[batch])).reshape(-1, CELLS, WIDTH)
        both = cells @ net.order.T
        order.append(both.gather(2, positions.colour[batch].long()[:, None, None].expand(-1, CELLS, 1))[..., 0])
        logits.append(positions.order[batch].float())
    logits, order = torch.cat(logits), torch.cat(order)
    figures = {share / 10: float(F.cross_entropy(logits + share / 10 * order, move)) for share in range(0, 15)}
    best = min(figures, key=figures.get)
    print("order:", ", ".join(f"{share:g}: {x:.4f}" for share, x in figures.items()), flush=True)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linear")
    parser.add_argument("net")
    parser.add_argument("out")
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--leaves", nargs="*", default=[], help="leaves with a search of their own")
    parser.add_argument("--old", help="the weights that NET was learnt over")
    parser.add_argument("--most", type=int, help="positions of a file")
    parser.add_argument("--turns", type=int, default=1, help="from how many sides a position is seen")
    parser.add_argument("--weight", type=float, default=4.0, help="of a leaf beside a position of a game")
    parser.add_argument("--epochs", type=float, default=12)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--share", type=float, default=0.85, help="of the search's value in the target; the rest is the result")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_grad_enabled(True)
    positions = Positions(args.rows + args.leaves, Linear(args.linear, "cpu"), "cpu", True, args.most)
    windows, net = Windows("cpu"), Net(0.0, 32)
    net.read(args.net)
    leaf, held = positions.result == UNKNOWN, positions.held
    # There may be few leaves: every twelfth stretch of 256 is held back; only the games at its ends reach out of it.
    held = torch.where(leaf, leaf.cumsum(0) // 256 % 12 == 11, held)
    target = target_of(positions.chance, positions.result, args.share)
    train, check = (~held).nonzero()[:, 0], held.nonzero()[:, 0]
    print(f"{len(train)} positions, {int(leaf.sum())} leaves, {time.time() - START:.0f} s", flush=True)
    regions, held_regions = seen(net, windows, positions, train, args.turns), seen(net, windows, positions, check, 1)[0]
    print(f"seen, {time.time() - START:.0f} s", flush=True)
    base, head = positions.base, head_of(positions.board, positions.colour)

    @torch.no_grad()
    def report(what: str, logits):
        for name, part in (("games", ~leaf[check]), ("leaves", leaf[check])):
            if part.any():
                print(f"{what}, {name}: {F.binary_cross_entropy_with_logits(logits[part], target[check][part]):.5f}", flush=True)

    with torch.no_grad():
        added = value(net, held_regions, head[check])
    report("linear", base[check])
    for share in (0.5, 0.7, 1.0):
        report(f"linear and {share} of the old heads", base[check] + share * added)
    if args.old:
        old = Positions(args.rows + args.leaves, Linear(args.old, "cpu"), "cpu", False, args.most).base[check]
        report("old linear", old)
        report("old linear and old heads", old + added)
    heads = [net.w1, net.b1, net.w2, net.b2, net.w3, net.b3]
    optimiser = torch.optim.AdamW(heads, lr=args.rate, weight_decay=1e-4)
    pace = Pace(optimiser, int(args.epochs * len(train) / args.batch), 1e9, START)
    weights = torch.where(leaf[train], args.weight, 1.0)
    while pace.next():
        batch = torch.randint(len(train), (args.batch,))
        at = train[batch]
        logits = base[at] + value(net, regions[int(torch.randint(args.turns, ())), batch], head[at])
        fit = F.binary_cross_entropy_with_logits(logits, target[at], reduction="none")
        optimiser.zero_grad(set_to_none=True)
        ((fit * weights[batch]).sum() / weights[batch].sum()).backward()
        optimiser.step()
        if what := pace.tenth():
            with torch.no_grad():
                added = value(net, held_regions, head[check])
            report(what, base[check] + added)
    known = check[(positions.move[check] != UNKNOWN)]
    net.order.data *= best_order(net, windows, positions, known[torch.randperm(len(known))[:6000]])
    net.write(args.out)


if __name__ == "__main__":
    main()
