#!/usr/bin/env python3
"""Makes positions for the training, labelled by a teacher (a public network), from two sources at once:

- A library of finished games (`--library`, made by games.py): random positions of random games, each with up to eight
  moves more that a small network draws (`--guide`). Nearly every label is from another game, and the device works for
  the teacher alone.
- Games that a network plays by small searches, on boards of many sizes, with stray moves, handicaps and komi that keep
  games close. A part of the positions that the searches look at is labelled, more of those whose value surprises.
  Beside a library every second group of them plays on the smaller boards only, and games on 19x19 of the others begin
  at positions of the library.

  python3 label.py --teacher FILE --player FILE --boards "heibai-train go boards" --out FOLDER --minutes 5 \\
    --library games.txt --guide data/go/heibai-4x32.hbn

Networks are KataGo's files, our own, or ones packed by katago_file.py. With `--follow` the player is replaced whenever
that file changes, so that a network in training meets its own errors."""

import argparse
import functools
import math
import os
import time
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

import katago_file
import torch
import torch.nn.functional as F
from boards import Boards, legal, planes
from layers import error_of
from positions import Writer

# The chance that a position is labelled: this, and so much more for a win rate that is off the expected one by 1.
LABELLED, SURPRISE = 0.3, 0.6


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--teacher", required=True)
    p.add_argument("--player", required=True, help="the network that plays")
    p.add_argument("--follow", help="a file of the same shape, to play with as it changes")
    p.add_argument("--library", help="finished games, to take most positions on 19x19 from")
    p.add_argument("--guide", help="the network that draws moves after positions of the library")
    p.add_argument("--played", type=float, default=0.55, help="beside a library, the share of labels from played games")
    p.add_argument("--batch", type=int, default=1024, help="positions that the teacher labels at once")
    p.add_argument("--boards", required=True, help="the program that keeps the games")
    p.add_argument("--out", required=True)
    p.add_argument("--minutes", type=float, default=5)
    p.add_argument("--games", type=int, default=1024, help="games at once in each group")
    p.add_argument("--groups", type=int, default=4, help="programs that keep games, each with a thread here; beside a "
                   "library so many for it and as many for played games")
    p.add_argument("--threads", type=int, default=4, help="threads of each group")
    p.add_argument("--positions", type=int, default=8_000_000, help="most positions")
    p.add_argument("--eager", action="store_true", help="without torch.compile")
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


@torch.no_grad()
def ask(teacher, points, numbers):
    """The teacher's opinion, in the precision of `numbers`: legal policy, results, ownership, hopeful policy."""
    logits, value, score, ownership, hopeful = teacher(planes(points, numbers.dtype), numbers)
    policy, hopeful = (x.masked_fill(~legal(points), -1e9).softmax(dim=1) for x in (logits, hopeful))
    value = value.softmax(dim=1)
    mask = (points & 1).float()
    result = torch.stack([value[:, 0], value[:, 1], score[:, 0], F.softplus(score[:, 1]), score[:, 2],
                          error_of(score)], dim=1)
    return policy, result, ownership.tanh() * mask, hopeful


def prepare(net, rows, device, dtype):
    """Compiles a network before the threads share it, by asking it of an empty board."""
    points = torch.full((rows, 361), 1 - 2**31, dtype=torch.int32, device=device)
    ask(net, points, torch.zeros(rows, 19, dtype=dtype, device=device))


class Labels:
    """Positions that wait for the teacher, until there are enough to ask it at once."""

    def __init__(self, teacher, size, writer):
        self.teacher, self.size, self.writer, self.waiting, self.count = teacher, size, writer, [], 0

    def add(self, *columns):
        """Rows of points and numbers on the device, the player's win rate (or no number, where its errors do not
        count), and whether the game is held out."""
        self.waiting.append(columns)
        if sum(len(columns[0]) for columns in self.waiting) < self.size:
            return
        columns = [torch.cat(column) for column in zip(*self.waiting)]
        self.waiting = [[column[self.size :] for column in columns]]
        points, numbers, win, held_out = (column[: self.size] for column in columns)
        policy, result, ownership, hopeful = ask(self.teacher, points, numbers)
        error = (result[:, :1] - win.unsqueeze(1)).abs().nan_to_num(0.0)
        self.writer.add(points=points, numbers=numbers, held_out=held_out.unsqueeze(1), policy=policy, result=result,
                        hopeful=hopeful, ownership=(ownership * 127).round(), error=error)
        self.count += self.size


class Source:
    """One program that keeps games, and the network that it asks. Several threads work at once, that the device never
    waits for boards."""

    def __init__(self, args, seed, more, net, teacher, writer, device, dtype):
        self.games = Boards(args.boards, args.games, args.threads, seed, more)
        self.labels = Labels(teacher, args.batch, writer)
        self.from_library = "--library" in more
        self.net, self.writer, self.device, self.dtype = net, writer, device, dtype
        self.held_out = (torch.arange(args.games) % 64 == 0).to(device)

    def work(self, until, may_go_on):
        """Makes labels until there are enough; waits while others should go first."""
        while time.time() < until and self.writer.count < self.writer.room:
            if may_go_on():
                self.look()
            else:
                time.sleep(0.02)
        self.games.close()

    def look(self):
        """One position of every game."""
        points, numbers, may, expected = self.games.read()
        points, numbers, may = points.to(self.device), numbers.to(self.device, self.dtype), may.to(self.device)
        policy, result, *_ = ask(self.net, points, numbers)
        self.games.answer(policy, result)
        win = result[:, 0]
        if self.from_library:
            rows, win = may.nonzero()[:, 0], torch.full_like(win, math.nan)
        else:
            chance = LABELLED + SURPRISE * (win - expected.to(self.device)).abs()
            rows = ((torch.rand_like(win) < chance) & may).nonzero()[:, 0]
        self.labels.add(points[rows], numbers[rows], win[rows], self.held_out[rows])


def renew(player, path, known):
    """Plays with the weights of a file that has changed; the time of its change."""
    changed = os.path.getmtime(path) if path and os.path.exists(path) else known
    if changed != known:
        new = katago_file.read(path)
        assert new.shape == player.shape, f"{path} has another shape than the player"
        own = player.state_dict()
        for place, weights in new.state_dict().items():
            own[place].copy_(weights)
    return changed


def speed(net, rows, device, dtype):
    """Positions a second of a network alone."""
    prepare(net, rows, device, dtype)
    if device.type == "cuda":
        torch.cuda.synchronize()
    began = time.time()
    for _ in range(5):
        prepare(net, rows, device, dtype)
    if device.type == "cuda":
        torch.cuda.synchronize()
    return 5 * rows / (time.time() - began)


def main():
    args = arguments()
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

    nets = dict(player=network(args.player, args.games), teacher=network(args.teacher, args.batch))
    if args.library:
        nets["guide"] = network(args.guide, args.games)
    player, teacher = nets["player"], nets["teacher"]
    print(f"{time.time() - began:.0f} s: compiled", flush=True)
    for name, net in nets.items():
        rate = speed(net, args.batch if name == "teacher" else args.games, device, dtype)
        print(f"{time.time() - began:.0f} s: the {name} alone {rate:.0f}/s", flush=True)
    writer = Writer(args.out, args.positions)
    writer.tell()
    until = began + args.minutes * 60
    kinds = [([], player)] * args.groups
    if args.library:
        elsewhere, here = ["--small"], ["--beginnings", args.library]
        played = [(elsewhere if i % 2 == 0 else here, player) for i in range(args.groups)]
        kinds = [(["--library", args.library], nets["guide"])] * args.groups + played
    sources = [Source(args, args.seed * len(kinds) + i, more, net, teacher, writer, device, dtype)
               for i, (more, net) in enumerate(kinds)]

    def has_its_share(source):
        """Whether played games have no more than their share of the labels beside a library."""
        played = sum(other.labels.count for other in sources if not other.from_library)
        return not args.library or source.from_library or played <= args.played * writer.count

    with ThreadPoolExecutor(len(sources)) as threads:
        each = [threads.submit(source.work, until, functools.partial(has_its_share, source)) for source in sources]
        before, changed = 0, None
        while wait(each, timeout=15, return_when=FIRST_EXCEPTION).not_done:
            rate = (writer.count - before) / 15
            played = sum(source.labels.count for source in sources if not source.from_library)
            print(f"{time.time() - began:.0f} s: {writer.count} positions, {played} of played games, {rate:.0f}/s",
                  flush=True)
            before = writer.count
            writer.tell()
            changed = renew(player, args.follow, changed)
            if any(done.done() for done in each):
                writer.room = 0  # one has failed: the others stop too
        for done in each:
            done.result()
    writer.tell(complete=True)
    print(f"{time.time() - began:.0f} s: {writer.count} positions", flush=True)


if __name__ == "__main__":
    main()
