"""Trains the teacher of the Gomoku network: a large residual network that sees the whole board.

    python teacher.py LINEAR OUT ROWS... [--leaves FILE...] [--from TEACHER] [--seconds 130]

ROWS and the leaves come from `heibai-train gomoku` (leaves with a search of their own: FILE.labelled), LINEAR from fit.py. The
teacher learns the chance that the search saw (and a little the result), and the move that was found best. With --from
it goes on from an earlier one. It is far too slow for the engine; net.py's network learns from it.
"""

import time

START = time.time()

import argparse
import sys
from pathlib import Path

import torch
import torch.nn.functional as F

sys.path.append(str(Path(__file__).parents[1]))

from positions import UNKNOWN, Linear, Pace, Positions, places, target_of, turned
from residual import Residual


class Teacher(Residual):
    def __init__(self, blocks: int, width: int):
        super().__init__(torch.nn.Conv2d(4, width, 5, padding=2), blocks)
        self.moves = torch.nn.Sequential(
            torch.nn.Conv2d(width, 32, 1), torch.nn.ReLU(inplace=True), torch.nn.Conv2d(32, 1, 3, padding=1)
        )
        self.narrow = torch.nn.Conv2d(width, 64, 1)
        self.hidden = torch.nn.Linear(128, 128)
        self.value = torch.nn.Linear(128, 1)
        torch.nn.init.zeros_(self.value.weight)

    def forward(self, board, colour):
        """Boards [n, 15, 15] and the sides to move: the logit of winning and the logits of moves, which are only on
        empty points."""
        own = colour[:, None, None] + 1
        black = (own == 1).expand_as(board)
        planes = torch.stack([board == own, board == 3 - own, torch.ones_like(black), black], 1).float()
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
            board, colour = (part[at : at + batch] for part in (positions.board, positions.colour))
            value, logits = self(turned(board, i % 8), colour)
            chances.append(torch.sigmoid(value))
            moves.append(logits[:, places(i % 8, board.device)[1]].softmax(1).half())
        return torch.cat(chances), torch.cat(moves)


def loss_of(teacher: Teacher, positions: Positions, batch, number: int, share: float, weight: float):
    """The loss, in which moves have this weight, and the figures that a report adds up."""
    board, colour, move = positions.board[batch], positions.colour[batch], positions.move[batch].long()
    target = target_of(positions.chance[batch], positions.result[batch], share)
    value, moves = teacher(turned(board, number), colour)
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("linear")
    parser.add_argument("out")
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--leaves", nargs="*", default=[], help="leaves with a search of their own")
    parser.add_argument("--from", dest="old", help="a teacher to go on from")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last", type=float, default=0.0, help="share of the rate that is left at the end")
    parser.add_argument("--epochs", type=float, default=12)
    parser.add_argument("--seconds", type=float, default=1e9, help="time for everything, from the start of the program")
    parser.add_argument("--share", type=float, default=0.85, help="of the search's value in the target; the rest is the result")
    parser.add_argument("--moves", type=float, default=0.3, help="weight of the moves in the loss")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    linear = Linear(args.linear, device)
    positions = Positions(args.rows + args.leaves, linear, device, False)
    held, leaf = positions.held, positions.result == UNKNOWN
    train, check = (~held).nonzero()[:, 0], [part.nonzero()[:, 0] for part in (held & ~leaf, held & leaf)]
    if args.old:
        teacher = Teacher.load(args.old, device)
    else:
        teacher = Teacher(args.blocks, args.width).to(device, memory_format=torch.channels_last)
    print(f"{args.out}: {len(train)} positions on {device}, held back {len(check[0])} of games, {len(check[1])} leaves, "
          f"{time.time() - START:.0f} s", flush=True)

    def tell(what: str):
        for name, part in zip(("games", "leaves"), check):
            if len(part):
                report(teacher, positions, part, args.share, args.batch, f"{what} {name}")

    decay = [p for p in teacher.parameters() if p.dim() > 1]
    rest = [p for p in teacher.parameters() if p.dim() <= 1]
    optimiser = torch.optim.AdamW([{"params": decay, "weight_decay": 0.03}, {"params": rest, "weight_decay": 0.0}],
                                  lr=args.rate, fused=device == "cuda")
    batches = max(1, len(train) // args.batch)
    # The end is kept free for the last report and the file.
    pace = Pace(optimiser, int(args.epochs * batches), args.seconds - 4, START, args.last)
    order = iter(())
    while pace.next():
        batch = next(order, None)
        if batch is None:
            order = iter(train[torch.randperm(len(train), device=device)][: batches * args.batch].split(args.batch))
            batch = next(order)
        optimiser.zero_grad(set_to_none=True)
        loss_of(teacher, positions, batch, int(torch.randint(8, ())), args.share, args.moves)[0].backward()
        torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimiser.step()
        if (what := pace.tenth()) and pace.told < 10:
            tell(what)
            teacher.save(args.out + ".part")
    teacher.save(args.out)
    tell(f"end, {time.time() - START:.0f} s, {pace.step} steps:")


if __name__ == "__main__":
    main()
