"""Trains the teacher of the Gomoku networks: a large residual network that sees the whole board.

    python teacher.py OUT RULE=FILES... [--data data/gomoku] [--from TEACHER] [--seconds 130]

FILES are rows of games and leaves with a search of their own (FILE.labelled) by `heibai-train gomoku`, as a pattern such as
`freestyle='games/f*.rows'`; files that match it later are taken when they are there. One teacher may learn several rule
sets, whose linear weights of --data it is compared with. It learns the chance that the search saw (and a little the
result), and the move that was found best. With --from it goes on from an earlier one. It is far too slow for the
engine; net.py's network learns from it.
"""

import time

START = time.time()

import argparse
import os
import sys
from pathlib import Path

import torch
import torch.nn.functional as F

sys.path.append(str(Path(__file__).parents[1]))

from positions import RULES, UNKNOWN, Linear, Pace, Positions, places, target_of, there, turned
from residual import Residual


class Teacher(Residual):
    def __init__(self, blocks: int, width: int):
        super().__init__(torch.nn.Conv2d(6, width, 5, padding=2), blocks)
        self.moves = torch.nn.Sequential(
            torch.nn.Conv2d(width, 32, 1), torch.nn.ReLU(inplace=True), torch.nn.Conv2d(32, 1, 3, padding=1)
        )
        self.narrow = torch.nn.Conv2d(width, 64, 1)
        self.hidden = torch.nn.Linear(128, 128)
        self.value = torch.nn.Linear(128, 1)
        torch.nn.init.zeros_(self.value.weight)

    def forward(self, board, colour, rule):
        """Boards [n, 15, 15], the sides to move and the rule sets: the logit of winning and the logits of moves, which are
        only on empty points."""
        own = colour[:, None, None] + 1
        black = (own == 1).expand_as(board)
        rules = [(rule[:, None, None] == number).expand_as(board) for number in (1, 2)]
        planes = torch.stack([board == own, board == 3 - own, torch.ones_like(black), black, *rules], 1).float()
        with torch.autocast("cuda", torch.bfloat16, enabled=board.is_cuda):
            x = self.blocks(F.relu(self.stem(planes.contiguous(memory_format=torch.channels_last))))
            moves = self.moves(x).flatten(1)
            seen = F.relu(self.narrow(x)).flatten(2)
            seen = torch.cat([seen.float().mean(2), seen.amax(2).float()], 1)
        value = self.value(F.relu(self.hidden(seen)))[:, 0]
        return value, moves.float().masked_fill(board.flatten(1) > 0, -1e4)

    @torch.no_grad()
    def label(self, positions: Positions, batch: int = 8192):
        """The chances and the chances of moves of all positions, as seen from one of the eight sides."""
        chances, moves = [], []
        for i, at in enumerate(range(0, len(positions), batch)):
            board, colour, rule = (getattr(positions, name)[at : at + batch] for name in ("board", "colour", "rule"))
            value, logits = self(turned(board, i % 8), colour, rule)
            chances.append(torch.sigmoid(value))
            moves.append(logits[:, places(i % 8, board.device)[1]].softmax(1).half())
        return torch.cat(chances), torch.cat(moves)


def loss_of(teacher, positions: Positions, batch, number: int, share: float, weight: float):
    """The loss, in which moves have this weight, and the figures that a report adds up."""
    board, colour, move = positions.board[batch], positions.colour[batch], positions.move[batch].long()
    target = target_of(positions.chance[batch], positions.result[batch], share)
    value, moves = teacher(turned(board, number).contiguous(), colour, positions.rule[batch])
    place = places(number, board.device)[1]
    place = torch.where(move == UNKNOWN, -100, place[move.clamp(min=0)])
    fit = F.binary_cross_entropy_with_logits(value, target)
    guess = F.cross_entropy(moves, place)
    return fit + weight * guess, (value, guess, (moves.argmax(1) == place).float().mean())


@torch.no_grad()
def report(teacher: Teacher, positions: Positions, check, share: float, batch: int, what: str):
    """Held-back entropies: of the target and of the result by the linear evaluation, the teacher and the search itself."""
    entropy = F.binary_cross_entropy_with_logits
    parts = [(b, loss_of(teacher, positions, b, 0, share, 0.0)[1]) for b in check.split(batch)]
    value = torch.cat([figures[0] for _, figures in parts])
    size = torch.tensor([len(b) for b, _ in parts], device=value.device) / len(check)
    mean = lambda i: float((torch.stack([figures[i] for _, figures in parts]) * size).sum())
    base, chance, result = (getattr(positions, name)[check] for name in ("base", "chance", "result"))
    target = target_of(chance, result, share)
    told = f"target: linear {entropy(base, target):.4f} teacher {entropy(value, target):.4f}"
    known = (result != UNKNOWN) & (chance != UNKNOWN)
    if known.any():
        base, value, search = base[known], value[known], chance[known].clamp(0.005, 0.995).logit()
        by = (f"{name} {entropy(x, result[known]):.4f}" for name, x in (("linear", base), ("teacher", value), ("search", search)))
        told += f", result: {' '.join(by)}"
    print(what, told + f", move: teacher {mean(1):.4f}, hit {mean(2):.4f}", flush=True)


def compiled(teacher: Teacher, lesson: "Lesson", args):
    """The teacher translated for its device, or as it is where that fails or does not pay."""
    batch = lesson.train[: args.batch]
    if len(batch) < args.batch:
        return teacher
    faster, times = torch.compile(teacher, dynamic=False), []

    def step(network):
        loss_of(network, lesson.positions, batch, 1, args.share, args.moves)[0].backward()
        teacher.zero_grad(set_to_none=True)
        if batch.is_cuda:
            torch.cuda.synchronize()

    try:
        for network in (teacher, faster):
            for _ in range(3):
                step(network)
            began = time.time()
            for _ in range(5):
                step(network)
            times.append((time.time() - began) / 5)
    except Exception as error:  # whatever a compiler may say
        print(f"not compiled: {type(error).__name__}: {str(error)[:300]}", flush=True)
        return teacher
    print(f"a step {times[0] * 1000:.1f} ms, compiled {times[1] * 1000:.1f} ms, {time.time() - START:.0f} s", flush=True)
    return faster if times[1] < times[0] else teacher


class Lesson:
    """All positions that are there, and which of them are held back."""

    def __init__(self, sources, data: str, device):
        self.sources = [source.split("=", 1) for source in sources]
        for rule, _ in self.sources:
            if rule not in RULES:
                raise SystemExit(f"{rule} is none of {', '.join(RULES)}")
        self.linear = {rule: Linear(f"{data}/{rule}.weights", device) for rule, _ in self.sources}
        self.device, self.known, self.positions = device, set(), None

    def look(self) -> bool:
        """Takes the files that are new; true if there are any."""
        found = False
        for rule, pattern in self.sources:
            if not (paths := there([pattern], self.known)):
                continue
            found = True
            self.known.update(paths)
            new = Positions(paths, self.linear[rule], self.device, False, rule=RULES.index(rule))
            if self.positions:
                self.positions.add(new)
            else:
                self.positions = new
        if found:
            held, leaf, rules = self.positions.held, self.positions.result == UNKNOWN, self.positions.rule
            self.train, self.check = (~held).nonzero()[:, 0], {}
            for number, rule in enumerate(RULES):
                for name, part in (("games", ~leaf), ("leaves", leaf)):
                    part = (held & part & (rules == number)).nonzero()[:40_000, 0]
                    if len(part):
                        self.check[f"{rule} {name}"] = part
            print(f"{len(self.train)} positions, {time.time() - START:.0f} s", flush=True)
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("sources", nargs="+", metavar="RULE=FILES")
    parser.add_argument("--data", default="data/gomoku", help="folder of the linear weights")
    parser.add_argument("--from", dest="old", help="a teacher to go on from")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last", type=float, default=0.0, help="share of the rate that is left at the end")
    parser.add_argument("--epochs", type=float, default=1e9, help="over what was there at the beginning")
    parser.add_argument("--seconds", type=float, default=1e9, help="time for everything, from the start of the program")
    parser.add_argument("--duty", type=float, default=1.0, help="share of the time to work in, where others need the GPU too")
    parser.add_argument("--compile", action="store_true", help="translate the network for the device first")
    parser.add_argument("--share", type=float, default=0.85, help="of the search's value in the target; the rest is the result")
    parser.add_argument("--moves", type=float, default=0.3, help="weight of the moves in the loss")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    lesson = Lesson(args.sources, args.data, device)
    if not lesson.look():
        raise SystemExit(f"no files: {' '.join(args.sources)}")
    if args.old:
        teacher = Teacher.load(args.old, device)
    else:
        teacher = Teacher(args.blocks, args.width).to(device, memory_format=torch.channels_last)
    print(f"{args.out} on {device}, held back:", {name: len(part) for name, part in lesson.check.items()}, flush=True)

    def tell(what: str):
        for name, part in lesson.check.items():
            report(teacher, lesson.positions, part, args.share, args.batch, f"{what} {name}")

    decay = [p for p in teacher.parameters() if p.dim() > 1]
    rest = [p for p in teacher.parameters() if p.dim() <= 1]
    optimiser = torch.optim.AdamW([{"params": decay, "weight_decay": 0.03}, {"params": rest, "weight_decay": 0.0}],
                                  lr=args.rate, fused=device == "cuda")
    batches = max(1, len(lesson.train) // args.batch)
    learner = compiled(teacher, lesson, args) if args.compile else teacher
    # The end is kept free for the last report and the file.
    pace = Pace(optimiser, int(min(1e9, args.epochs * batches)), args.seconds - 4, START, args.last)
    order, began = iter(()), time.time()
    while pace.next():
        batch = next(order, None)
        if batch is None or pace.step % 100 == 0 and lesson.look():
            size = min(args.batch, len(lesson.train))
            batches = len(lesson.train) // size
            order = iter(lesson.train[torch.randperm(len(lesson.train), device=device)][: batches * size].split(size))
            batch = next(order)
        optimiser.zero_grad(set_to_none=True)
        loss_of(learner, lesson.positions, batch, int(torch.randint(8, ())), args.share, args.moves)[0].backward()
        torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimiser.step()
        if args.duty < 1 and pace.step % 4 == 0:
            if device == "cuda":
                torch.cuda.synchronize()
            time.sleep((time.time() - began) * (1 / args.duty - 1))
            began = time.time()
        if (what := pace.tenth()) and pace.told < 10:
            tell(what)
            teacher.save(args.out + ".part")
            began = time.time()
    teacher.save(args.out + ".new")
    os.replace(args.out + ".new", args.out)
    tell(f"end, {time.time() - START:.0f} s, {pace.step} steps:")


if __name__ == "__main__":
    main()
