"""Trains the network that helps the Gomoku engine to order moves and to value positions.

    python net.py LINEAR OUT ROWS... [--rule RULE] [--moves 0.2 0.05] [--teacher TEACHER --leaves FILE...] [--from NET]

ROWS and the leaves come from `heibai-train gomoku`, LINEAR from fit.py, the teacher from teacher.py. Every cell looks at the
nine cells around it on its four lines; each such window has a row of 32 numbers, the four rows are added and clipped, and every number
is mixed with the same number of the eight neighbours. What a point then holds is weighed into a logit for a move there, which is
added to the linear one. What the cells hold is also added up over 3x3 regions of the board, and a head for each phase of the
game and side to move makes a value of it, which is added to the linear one. With a teacher, its chances and moves are learnt, on
the leaves as well; without, the search's and the games'. All is learnt with the roundings of the engine. For each weight of the
moves in the loss a network is made; OUT-WEIGHT.net gets:

    "heibai gomoku net 3\\n", units u8, phases - 1 u8, rows of the windows [32] i8, weights of the neighbours [9][32] i8,
    bias [32] i16, order [2][32] i16, and for each phase, for Black and for White to move b1 [units] i32,
    w1 [units][9*32] i16, b2 [16] i32, w2 [16][units] i16, b3 i32, w3 [16] i16

with a row for each window of windows.py.
"""

import time

START = time.time()

import argparse

import numpy as np
import torch
import torch.nn.functional as F

from fit import CELLS, SCALE
from positions import RULES, SIZE, UNKNOWN, Linear, Pace, Positions, places, target_of, there
from teacher import Teacher
from windows import WINDOW, Windows, cells_of, mirrored, windows

WIDTH, LAST, REGIONS = 32, 16, 9
# Stones at which the second, third and fourth phase of a game begin.
PHASES = (15, 23, 33)
HEADS = 2 * (len(PHASES) + 1)
# Units of the head's weights in the file.
W1, W2, W3 = 2048, 1024, 4 * SCALE
# How much a number of a window costs, by the length of the window: long ones are rare.
PENALTY = {3: 1e-6, 5: 1e-6, 7: 1e-5, 9: 5e-5}


class Floor(torch.autograd.Function):
    """The whole number below, with the gradient of the number itself."""

    @staticmethod
    def forward(_, x):
        return x.floor()

    @staticmethod
    def backward(_, slope):
        return slope


def rounded(x, scale: float = 1.0):
    """The nearest number that is whole in units of 1 / scale."""
    return Floor.apply(x * scale + 0.5) / scale


def heard(units):
    """What a layer makes of its sums."""
    return torch.clamp(Floor.apply(units * 256) / 256, 0, 2047 / 256)


class Gather(torch.autograd.Function):
    """The sums of the table's rows at [n, 4] places. The slope is added up row by row, which a GPU may do faster than
    `embedding_bag`, which sorts the places first."""

    @staticmethod
    def forward(held, index, table):
        held.save_for_backward(index)
        held.rows = len(table)
        return F.embedding_bag(index, table, mode="sum")

    @staticmethod
    def backward(held, slope):
        (index,) = held.saved_tensors
        slopes = slope.new_zeros(held.rows, slope.shape[1])
        for place in index.unbind(1):
            slopes.index_add_(0, place.contiguous(), slope)
        return None, slopes


def by_sorting(index, table):
    return F.embedding_bag(index, table, mode="sum")


def head_of(board, colour):
    """The number of the head of boards with these sides to move."""
    stones = (board > 0).flatten(1).sum(1)
    return sum((stones >= start).long() for start in PHASES) * 2 + colour.long()


class Net(torch.nn.Module):
    gather = staticmethod(by_sorting)

    def __init__(self, moves: float, units: int):
        super().__init__()
        self.moves, self.units = moves, units
        cells, kept = cells_of(WINDOW), windows()
        # Rare windows have few examples: the shorter windows in their middle speak for them.
        self.parts, inner = torch.nn.ParameterList(), []
        for length in PENALTY:
            skip = (WINDOW - length) // 2
            middle = cells[kept][:, skip : skip + length]
            code = np.minimum((middle << (2 * np.arange(length))).sum(1), mirrored(middle))
            code, place = np.unique(code, return_inverse=True)
            inner.append(torch.from_numpy(place) + sum(len(part) for part in self.parts))
            self.parts.append(torch.nn.Parameter(torch.randn(len(code), WIDTH) * (0.15 if length == 3 else 0.0)))
        self.register_buffer("inner", torch.stack(inner, 1))
        self.conv = torch.nn.Parameter(0.02 * torch.randn(WIDTH, 3, 3))
        with torch.no_grad():
            self.conv[:, 1, 1] += 1
        self.bias = torch.nn.Parameter(torch.zeros(WIDTH))
        self.w1 = torch.nn.Parameter(0.03 * torch.randn(HEADS, units, REGIONS * WIDTH))
        self.b1 = torch.nn.Parameter(torch.full((HEADS, units), 0.3))
        self.w2 = torch.nn.Parameter(0.25 * torch.randn(HEADS, LAST, units))
        self.b2 = torch.nn.Parameter(torch.full((HEADS, LAST), 0.3))
        self.w3 = torch.nn.Parameter(0.1 * torch.randn(HEADS, LAST))
        self.b3 = torch.nn.Parameter(torch.zeros(HEADS))
        self.order = torch.nn.Parameter(torch.zeros(2, WIDTH))

    def table(self):
        """The rows of the windows, in units of 1/32, whole and within a byte."""
        rows = F.embedding_bag(self.inner, torch.cat(list(self.parts)), mode="sum")
        return rounded(torch.clamp(rows * 32, -127, 127))

    def taps(self):
        """The weights of the neighbours in units of 1/16, whole, [32, 3, 3]."""
        return rounded(torch.clamp(self.conv * 16, -28, 28))

    def cells(self, index, all_windows: Windows):
        """What the cells hold, [n, 15, 15, 32]."""
        sums = self.gather(all_windows.spread(index), all_windows.copied(self.table()))
        held = torch.clamp(sums, 0, 127).reshape(-1, SIZE, SIZE, WIDTH)
        # As a full convolution, which GPUs do faster; it is exact in the short floating point numbers that they take.
        full = torch.diag_embed(self.taps().permute(1, 2, 0) / 16).permute(2, 3, 0, 1)
        seen = F.conv2d(held.permute(0, 3, 1, 2), full, padding=1).permute(0, 2, 3, 1)
        return torch.clamp(Floor.apply(seen) + rounded(self.bias * 32), 0, 127) / 32

    def forward(self, index, all_windows: Windows, head):
        """The logit of winning that is added, and the logits of moves that are added."""
        cells = self.cells(index, all_windows)
        order = cells.reshape(-1, CELLS, WIDTH) @ self.order.T
        order = order.gather(2, (head % 2)[:, None, None].expand(-1, CELLS, 1))[..., 0]
        regions = cells.reshape(-1, 3, 5, 3, 5, WIDTH).sum((2, 4)).flatten(1)
        units = torch.einsum("ni,sji->nsj", regions, rounded(self.w1, W1)) + self.b1
        last = torch.einsum("nsj,skj->nsk", heard(units), rounded(self.w2, W2)) + self.b2
        both = (heard(last) * rounded(self.w3, W3)).sum(2) + self.b3
        return both.gather(1, head[:, None])[:, 0], order

    def penalty(self, shrink: float):
        costs = sum((part**2).sum() * cost for part, cost in zip(self.parts, PENALTY.values()))
        return shrink * (costs + (self.w1**2).sum() * 2e-5 / HEADS)

    @torch.no_grad()
    def read(self, path: str):
        """Goes on from the network of a file."""
        with open(path, "rb") as file:
            body = file.read()
        title = b"heibai gomoku net 3\n"
        if not body.startswith(title) or body[len(title)] != self.units:
            raise SystemExit(f"{path} is no network of {self.units} units")
        heads, at = 2 * body[len(title) + 1] + 2, len(title) + 2

        def take(into, kind: str, scale: float, shape=None):
            nonlocal at
            shape = shape or tuple(into.shape)
            found = np.frombuffer(body, kind, int(np.prod(shape)), at)
            at += found.nbytes
            return torch.from_numpy(found.astype(np.float32)).reshape(shape).to(into) / scale

        # Short windows get the mean of what the longer ones around them say, long ones what is left.
        left = take(self.parts[0], "<i1", 32, (len(self.inner), WIDTH))
        first = 0
        for number, part in enumerate(self.parts):
            place = self.inner[:, number] - first
            first += len(part)
            count = torch.bincount(place, minlength=len(part)).clamp(min=1)[:, None]
            part.copy_(torch.zeros_like(part).index_add_(0, place, left) / count)
            left = left - part[place]
        self.conv.copy_(take(self.conv, "<i1", 16, (9, WIDTH)).T.reshape(WIDTH, 3, 3))
        self.bias.copy_(take(self.bias, "<i2", 32))
        self.order.copy_(take(self.order, "<i2", 200))
        for side in range(heads):
            self.b1[side] = take(self.b1[side], "<i4", 65536)
            self.w1[side] = take(self.w1[side], "<i2", W1)
            self.b2[side] = take(self.b2[side], "<i4", 65536 * 4)
            self.w2[side] = take(self.w2[side], "<i2", W2)
            self.b3[side] = take(self.b3[side], "<i4", SCALE * 1024, (1,))[0]
            self.w3[side] = take(self.w3[side], "<i2", W3)
        # Heads for the whole game are the first guess of each phase.
        for part in (self.b1, self.w1, self.b2, self.w2, self.b3, self.w3):
            part.copy_(part[torch.arange(HEADS, device=part.device) % heads].clone())

    def write(self, path: str):
        def numbers(x, scale, kind, limit):
            x = np.floor(x.detach().cpu().double().numpy() * scale + 0.5)
            return np.clip(x, -limit, limit).astype(kind).tobytes()

        with open(path, "wb") as file:
            file.write(b"heibai gomoku net 3\n" + bytes([self.units, len(PHASES)]))
            file.write(numbers(self.table(), 1, "<i1", 127) + numbers(self.taps().reshape(WIDTH, 9).T, 1, "<i1", 28))
            file.write(numbers(self.bias, 32, "<i2", 4000))
            file.write(numbers(self.order, 200, "<i2", 32767))
            for side in range(HEADS):
                file.write(numbers(self.b1[side], 65536, "<i4", 2e9) + numbers(self.w1[side], W1, "<i2", 32767))
                file.write(numbers(self.b2[side], 65536 * 4, "<i4", 2e9) + numbers(self.w2[side], W2, "<i2", 32767))
                file.write(numbers(self.b3[side], SCALE * 1024, "<i4", 2e9))
                file.write(numbers(self.w3[side], W3, "<i2", 32767))


class Lesson:
    """What is learnt: a chance for each position, and moves, one for each or with a teacher a chance for each point."""

    def __init__(self, linear: Linear, before: Linear | None, teacher: Teacher | None, args, device):
        self.linear, self.before, self.teacher, self.args, self.device = linear, before, teacher, args, device
        self.windows, self.positions = Windows(device), None

    def add(self, paths):
        """Takes the positions of more files."""
        rule = RULES.index(self.args.rule)
        new = Positions(paths, self.linear, self.device, True, self.args.most, rule)
        if self.before:
            new.before = Positions(paths, self.before, self.device, False, self.args.most, rule).base
        new.index = torch.cat([self.windows.of(board) for board in new.board.split(1 << 16)])
        new.head = head_of(new.board, new.colour).byte()
        new.target = target_of(new.chance, new.result, self.args.share)
        new.learnt = new.soft = new.target
        if self.teacher:
            new.learnt, new.soft = self.teacher.label(new)
            both = self.args.trust * new.learnt + (1 - self.args.trust) * new.target
            new.learnt = torch.where(new.target == UNKNOWN, new.learnt, both)
        if self.positions:
            self.positions.add(new)
        else:
            self.positions = new
        held, leaf, searched = (x := self.positions).held, x.result == UNKNOWN, x.chance != UNKNOWN
        some = {"games": held & ~leaf, "searched leaves": held & leaf & searched, "leaves": held & leaf & ~searched,
                "leaves of the lesson": ~held & leaf & ~searched}
        self.parts = {name: part.nonzero()[:, 0][:40_000] for name, part in some.items()}
        self.train = (~held).nonzero()[:, 0]
        print(f"{len(held)} positions, {int(held.sum())} held back, {time.time() - START:.0f} s", flush=True)

    def figures(self, net: Net, batch, number: int):
        """Of each position the entropy of the lesson's value and of its moves, and the logits of winning and of moves."""
        comes, goes = places(number, self.device)
        # A turned board has the same windows elsewhere: mirror images share a row, and the four lines are added up.
        value, more = net(self.positions.index[batch][:, comes], self.windows, self.positions.head[batch].long())
        value = self.positions.base[batch] + value
        guess = self.positions.order[batch].float()[:, comes] + more
        fit = F.binary_cross_entropy_with_logits(value, self.positions.learnt[batch], reduction="none")
        if not self.teacher:
            moves = F.cross_entropy(guess, goes[self.positions.move[batch].long()], reduction="none")
        else:
            moves = -(self.positions.soft[batch][:, comes] * guess.log_softmax(1)).sum(1)
        return fit, moves, value, guess

    @torch.no_grad()
    def report_before(self, net: Net):
        """The entropy of the target by the earlier linear evaluation, and by it and the network that is gone on from."""
        for name, part in self.parts.items():
            target, before = self.positions.target[part], self.positions.before[part]
            added = torch.cat([self.figures(net, b, 0)[2] - self.positions.base[b] for b in part.split(4096)])
            if len(part) and (known := target != UNKNOWN).any():
                told = (F.binary_cross_entropy_with_logits(x[known], target[known]) for x in (before, before + added))
                print(f"before, {name}: target by linear weights and with the network:", *(f"{x:.5f}" for x in told), flush=True)

    @torch.no_grad()
    def report(self, net: Net, part, what: str):
        """Entropies by the linear evaluation and by the network: of the lesson, the target, the result and the move."""
        entropy = F.binary_cross_entropy_with_logits
        fit, moves, value, guess = (torch.cat(x) for x in zip(*(self.figures(net, b, 0) for b in part.split(4096))))
        base, learnt, target = self.positions.base[part], self.positions.learnt[part], self.positions.target[part]
        result, move, order = (getattr(self.positions, name)[part] for name in ("result", "move", "order"))
        told = [f"lesson {entropy(base, learnt):.5f} -> {fit.mean():.5f}"]
        if self.teacher:
            told[0] += f" (least {F.binary_cross_entropy(learnt, learnt):.5f}), moves -> {moves.mean():.4f}"
        for name, wanted in (("target", target), ("result", result)):
            known = wanted != UNKNOWN
            if known.any():
                old, new = (entropy(x[known], wanted[known]) for x in (base, value))
                told.append(f"{name} {old:.5f} -> {new:.5f}")
                if self.teacher:
                    told[-1] += f" (teacher {F.binary_cross_entropy(learnt[known], wanted[known]):.5f})"
        known = move != UNKNOWN
        if known.any():
            move, guess = move[known].long(), guess[known]
            old, new = F.cross_entropy(order[known].float(), move), F.cross_entropy(guess, move)
            told.append(f"move {old:.4f} -> {new:.4f} hit {(guess.argmax(1) == move).float().mean():.4f}")
        print(what, ", ".join(told), flush=True)


def choose_gather(net: Net, lesson: Lesson, size: int):
    """Lets networks use whichever of the two ways to gather rows is faster here."""
    batch, times = lesson.train[:size], {}
    for gather in (Gather.apply, by_sorting):
        Net.gather = staticmethod(gather)
        for number in range(8):
            if number == 3:
                torch.cuda.synchronize()
                start = time.time()
            fit, moves, _, _ = lesson.figures(net, batch, 0)
            (fit.mean() + moves.mean()).backward()
        torch.cuda.synchronize()
        times[gather] = (time.time() - start) / 5
    net.zero_grad(set_to_none=True)
    Net.gather = staticmethod(min(times, key=times.get))
    print("a step by adding and by sorting:", ", ".join(f"{x * 1000:.1f} ms" for x in times.values()), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linear")
    parser.add_argument("out")
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--rule", choices=RULES, default="freestyle", help="which rule set the teacher is asked about")
    parser.add_argument("--moves", type=float, nargs="+", default=[0.1], help="weights of the moves in the loss")
    parser.add_argument("--teacher")
    parser.add_argument("--trust", type=float, default=1.0, help="share of the teacher where a search has a say too")
    parser.add_argument("--leaves", nargs="*", default=[], help="patterns of files; those that match later are taken when they come")
    parser.add_argument("--from", dest="old", help="a network to go on from")
    parser.add_argument("--before", help="the linear weights of that network, to compare with")
    parser.add_argument("--most", type=int, help="positions of a file")
    parser.add_argument("--units", type=int, default=32)
    parser.add_argument("--epochs", type=float, default=1e9)
    parser.add_argument("--seconds", type=float, default=1e9, help="time for everything, from the start of the program")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--shrink", type=float, default=1.0, help="how much large numbers cost; less where much is to be learnt")
    parser.add_argument("--share", type=float, default=0.85, help="of the search's value in the target; the rest is the result")
    args = parser.parse_args()
    if args.leaves and not args.teacher:
        parser.error("leaves need a teacher")
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    teacher = Teacher.load(args.teacher, device).eval() if args.teacher else None
    before = Linear(args.before, device) if args.before and args.old else None
    lesson = Lesson(Linear(args.linear, device), before, teacher, args, device)
    known = set(args.rows)
    lesson.add(args.rows)
    nets = [Net(moves, args.units).to(device) for moves in args.moves]
    for net in nets:
        if args.old:
            net.read(args.old)
    if before:
        lesson.report_before(nets[0])
    if device == "cuda":
        choose_gather(nets[0], lesson, args.batch)
    named = [pair for net in nets for pair in net.named_parameters()]
    table = [part for name, part in named if name.startswith("parts")]
    rest = [part for name, part in named if not name.startswith("parts")]
    # A large epsilon keeps rows that are seen once in a while from making full steps.
    groups = [{"params": table, "eps": 3e-7}, {"params": rest, "eps": 1e-8}]
    optimiser = torch.optim.Adam(groups, lr=args.rate, fused=device == "cuda")

    def tell(what: str):
        for net in nets:
            net.write(f"{args.out}-{net.moves:g}.net")
            for name, part in lesson.parts.items():
                if len(part):
                    lesson.report(net, part, f"{what} {net.moves:g}, {name}:")

    # The end is kept free for the last report.
    pace = Pace(optimiser, 1 << 30, args.seconds - 4, START)
    order = iter(())
    while pace.next():
        batch = next(order, None)
        if batch is None:
            if new := there(args.leaves, known):
                lesson.add(new)
                known.update(new)
            size = min(args.batch, len(lesson.train))
            batches = len(lesson.train) // size
            pace.steps = max(pace.step, int(min(1e9, args.epochs * batches)))
            order = iter(lesson.train[torch.randperm(len(lesson.train), device=device)][: batches * size].split(size))
            batch = next(order)
        optimiser.zero_grad(set_to_none=True)
        number = int(torch.randint(8, ()))
        for net in nets:
            fit, moves, _, _ = lesson.figures(net, batch, number)
            (fit.mean() + net.moves * moves.mean() + net.penalty(args.shrink)).backward()
        optimiser.step()
        if (what := pace.tenth()) and pace.told in (2, 4, 6, 8):
            tell(what)
    tell(f"end, {time.time() - START:.0f} s, {pace.step} steps:")


if __name__ == "__main__":
    main()
