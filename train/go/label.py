#!/usr/bin/env python3
"""Makes positions for the training: a teacher (a public network) plays many games at once by its policy, on boards
of many sizes, with stray moves, handicaps, komi that keep games close, and side lines as a search looks at them.
What it says of every position is kept.

  python3 label.py --teacher FILE --boards "heibai-train go boards" --out FOLDER --minutes 5

The teacher is KataGo's file or one packed by katago_file.py. A smaller network may play in its place (`--player`),
so that the teacher labels only one of several positions and the positions come from more games."""

import argparse
import time

import katago_file
import numpy as np
import torch
import torch.nn.functional as F
from boards import BRANCH, KEEP, Boards, legal, planes
from positions import LEAD_UNIT, Writer

SIDE_LINES = 0.15  # the chance of a side line at a move
TEMPERATURES = [0.5, 0.8, 1.0, 1.0, 1.15]  # one for each game in turn


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--teacher", required=True)
    p.add_argument("--player", help="a network that chooses the moves; without it the teacher does")
    p.add_argument("--every", type=int, default=1, help="the teacher labels one of so many positions")
    p.add_argument("--boards", required=True, help="the program that keeps the games")
    p.add_argument("--out", required=True)
    p.add_argument("--minutes", type=float, default=5)
    p.add_argument("--games", type=int, default=4096, help="games at once in each of two groups")
    p.add_argument("--threads", type=int, default=8, help="threads of each group")
    p.add_argument("--positions", type=int, default=8_000_000, help="most positions")
    p.add_argument("--eager", action="store_true", help="without torch.compile")
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


@torch.no_grad()
def ask(teacher, points, numbers):
    """The teacher's opinion, in the precision of `numbers`: legal policy, results, ownership."""
    logits, value, score, ownership = teacher(planes(points, numbers.dtype), numbers)
    policy = logits.masked_fill(~legal(points), -1e9).softmax(dim=1)
    value = value.softmax(dim=1)
    mask = (points & 1).float()
    result = torch.stack([value[:, 0], value[:, 1], score[:, 0], F.softplus(score[:, 1]), score[:, 2]], dim=1)
    return policy, result, ownership.tanh() * mask


def choose(policy, temperature):
    """A move for each game, drawn by policy with the game's own temperature."""
    drawn = (policy + 1e-9).log() / temperature
    drawn = drawn.masked_fill(policy <= 0, -1e9).softmax(dim=1)
    return torch.multinomial(drawn, 1).squeeze(1)


def next_komi(komi, white, lead, random):
    """Now and then the komi is set so that the game is close again."""
    white_lead = np.where(white == 1, lead, -lead) * LEAD_UNIT
    wanted = np.round(np.nan_to_num(komi - 2 * white_lead) + random.normal(0, 8, len(komi))).astype(np.int64) | 1
    change = (random.random(len(komi)) < 0.02) & (np.abs(white_lead) > 4) & (np.abs(wanted) < 300)
    return np.where(change, wanted, KEEP)


def main():
    args = arguments()
    began = said = time.time()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.float16 if device.type == "cuda" else torch.float32
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)

    def network(path):
        net = katago_file.read(path).to(device, dtype, memory_format=torch.channels_last)
        return net if args.eager else torch.compile(net, dynamic=False)

    teacher = network(args.teacher)
    player = network(args.player) if args.player else None
    writer = Writer(args.out, args.positions)
    random = np.random.default_rng(args.seed)
    groups = [Boards(args.boards, args.games, args.threads, args.seed * 2 + i) for i in range(2)]
    number = torch.arange(args.games)
    temperature = torch.tensor(TEMPERATURES)[number % len(TEMPERATURES)].unsqueeze(1).to(device)
    steps, until = 0, began + args.minutes * 60
    while time.time() < until and writer.count < args.positions:
        group = groups[steps % 2]
        points, numbers, white, komi = group.read()
        on_device = points.to(device), numbers.to(device, dtype)
        labels = policy, result, ownership = ask(player or teacher, *on_device)
        moves = torch.stack([choose(policy, temperature), choose(policy, 1.5)]).cpu().numpy()
        komi = next_komi(komi.numpy(), white.numpy(), result[:, 4].float().cpu().numpy(), random)
        branch = random.random(args.games) < SIDE_LINES
        komi = np.where(branch, moves[0], komi)
        group.answer(np.where(branch, moves[1] + BRANCH, moves[0]), komi)
        rows = slice(int(random.integers(args.every)), None, args.every)
        labels = ask(teacher, *(x[rows] for x in on_device)) if player else [x[rows] for x in labels]
        writer.add(points=points[rows], numbers=numbers[rows], held_out=(number[rows] % 128 == 0).unsqueeze(1),
                   policy=labels[0], result=labels[1], ownership=(labels[2] * 127).round())
        steps += 1
        if time.time() - said > 15:
            said = time.time()
            print(f"{said - began:.0f} s: {writer.count} positions, {writer.count / (said - began):.0f}/s", flush=True)
    for group in groups:
        group.close()
    writer.close()
    print(f"{time.time() - began:.0f} s: {writer.count} positions", flush=True)


if __name__ == "__main__":
    main()
