#!/usr/bin/env python3
"""Makes positions for the training: a teacher (a public network) plays many games at once by its policy, on boards
of many sizes, with stray moves, handicaps, komi that keep games close, and side lines as a search looks at them.
What it says of every position is kept.

  python3 label.py --teacher FILE --boards "heibai-train go boards" --out FOLDER --minutes 5

The teacher is KataGo's file or one packed by katago_file.py. A smaller network may play in its place (`--player`),
so that the teacher labels only one of several positions and the positions come from more games."""

import argparse
import time
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

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
    p.add_argument("--games", type=int, default=4096, help="games at once in each group")
    p.add_argument("--groups", type=int, default=4, help="programs that keep games, each with a thread here")
    p.add_argument("--threads", type=int, default=4, help="threads of each group")
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


def stray(policy):
    """The first move of a side line for each game: by turns any move that is not too unlikely, or one but the best."""
    others = policy.scatter(1, policy.argmax(dim=1, keepdim=True), 0.0)
    only = others.sum(dim=1, keepdim=True) <= 0
    loose, other = choose(policy, 1.5), choose(torch.where(only, policy, others), 1.0)
    return torch.where(torch.rand(loose.shape, device=loose.device) < 0.5, loose, other)


def next_komi(komi, white, lead, random):
    """Now and then the komi is set so that the game is close again."""
    white_lead = np.where(white == 1, lead, -lead) * LEAD_UNIT
    wanted = np.round(np.nan_to_num(komi - 2 * white_lead) + random.normal(0, 8, len(komi))).astype(np.int64) | 1
    change = (random.random(len(komi)) < 0.02) & (np.abs(white_lead) > 4) & (np.abs(wanted) < 300)
    return np.where(change, wanted, KEEP)


def prepare(net, rows, device, dtype):
    """Compiles a network before the threads share it, by asking it of an empty board."""
    points = torch.full((rows, 361), 1 - 2**31, dtype=torch.int32, device=device)
    ask(net, points, torch.zeros(rows, 19, dtype=dtype, device=device))


def play(args, seed, teacher, player, writer, device, dtype, until):
    """Plays the games of one program until there is enough. Several threads do so at once, that the device never
    waits for boards."""
    games = Boards(args.boards, args.games, args.threads, seed)
    random, number = np.random.default_rng(seed), torch.arange(args.games)
    temperature = torch.tensor(TEMPERATURES)[number % len(TEMPERATURES)].unsqueeze(1).to(device)
    while time.time() < until and writer.count < writer.room:
        points, numbers, white, komi = games.read()
        on_device = points.to(device), numbers.to(device, dtype)
        labels = policy, result, ownership = ask(player or teacher, *on_device)
        moves = torch.stack([choose(policy, temperature), stray(policy)]).cpu().numpy()
        komi = next_komi(komi.numpy(), white.numpy(), result[:, 4].float().cpu().numpy(), random)
        branch = random.random(args.games) < SIDE_LINES
        komi = np.where(branch, moves[0], komi)
        games.answer(np.where(branch, moves[1] + BRANCH, moves[0]), komi)
        rows = slice(int(random.integers(args.every)), None, args.every)
        labels = ask(teacher, *(x[rows] for x in on_device)) if player else [x[rows] for x in labels]
        writer.add(points=points[rows], numbers=numbers[rows], held_out=(number[rows] % 128 == 0).unsqueeze(1),
                   policy=labels[0], result=labels[1], ownership=(labels[2] * 127).round())
    games.close()


def main():
    args = arguments()
    if args.games % args.every:
        raise SystemExit("--games must be a multiple of --every")
    began = time.time()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.float16 if device.type == "cuda" else torch.float32
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)

    def network(path, rows):
        net = katago_file.read(path).to(device, dtype, memory_format=torch.channels_last)
        # Blocks of one kind share what is compiled, which takes seconds; the whole network at once takes a minute.
        if not args.eager:
            for block in net.blocks:
                block.compile(dynamic=False)
        prepare(net, rows, device, dtype)
        return net

    player = network(args.player, args.games) if args.player else None
    teacher = network(args.teacher, args.games // args.every)
    print(f"{time.time() - began:.0f} s: compiled", flush=True)
    writer = Writer(args.out, args.positions)
    writer.tell()
    until = began + args.minutes * 60
    with ThreadPoolExecutor(args.groups) as threads:
        each = [threads.submit(play, args, args.seed * args.groups + i, teacher, player, writer, device, dtype, until)
                for i in range(args.groups)]
        before = 0
        while wait(each, timeout=15, return_when=FIRST_EXCEPTION).not_done:
            rate = (writer.count - before) / 15
            print(f"{time.time() - began:.0f} s: {writer.count} positions, {rate:.0f}/s", flush=True)
            before = writer.count
            writer.tell()
            if any(done.done() for done in each):
                writer.room = 0  # one has failed: the others stop too
        for done in each:
            done.result()
    writer.tell(complete=True)
    print(f"{time.time() - began:.0f} s: {writer.count} positions", flush=True)


if __name__ == "__main__":
    main()
