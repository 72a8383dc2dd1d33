#!/usr/bin/env python3
"""Trains the Go networks that ship with the program.

A teacher (a public network) plays many games at once by its policy alone, on boards of many sizes, with
stray moves, handicaps and komi that keep games close. What it says of every position (policy, value, lead,
ownership) is what the students learn. No game records are needed.

  python3 train.py --teacher FILE.bin.gz --boards PROGRAM --out DIR --minutes 8

The first part of the time makes positions (`--share`), the rest trains on them. Writes go.bin and
go-tiny.bin (KataGo's format, model version 8), state.pt (to go on with, `--resume`), and log.jsonl."""

import argparse
import json
import math
import os
import time

import katago_file
import numpy as np
import torch
import torch.nn.functional as F
from boards import KEEP, Boards, legal, planes
from layers import Net, start_small

POINTS = 361
LEAD_UNIT = 20.0


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--teacher", required=True)
    p.add_argument("--boards", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--resume", help="a state.pt of an earlier run")
    p.add_argument("--minutes", type=float, default=8)
    p.add_argument("--share", type=float, default=0.42, help="part of the time that makes positions")
    p.add_argument("--games", type=int, default=4096, help="games at once in each of two groups")
    p.add_argument("--threads", type=int, default=8, help="threads of each group")
    p.add_argument("--positions", type=int, default=8_000_000, help="most positions kept")
    p.add_argument("--batch", type=int, default=2048)
    p.add_argument("--rate", type=float, default=3e-3)
    p.add_argument("--blocks", type=int, default=8)
    p.add_argument("--channels", type=int, default=96)
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


class Store:
    """Positions and what the teacher says of them, on the device."""

    def __init__(self, room, device):
        self.room, self.count = room, 0
        make = lambda width, dtype: torch.empty((room, width), dtype=dtype, device=device)
        self.points, self.numbers = make(POINTS, torch.int32), make(19, torch.float16)
        self.policy, self.ownership = make(POINTS + 1, torch.float16), make(POINTS, torch.int8)
        self.result = make(5, torch.float16)  # win, loss, mean, deviation, lead

    def add(self, points, numbers, policy, result, ownership):
        n = min(len(points), self.room - self.count)
        at = slice(self.count, self.count + n)
        self.points[at], self.numbers[at], self.policy[at] = points[:n], numbers[:n], policy[:n]
        self.result[at], self.ownership[at] = result[:n], (ownership[:n] * 127).round()
        self.count += n


def ask(teacher, points, numbers):
    """The teacher's opinion: legal policy, results, ownership."""
    with torch.no_grad():
        logits, value, score, ownership = teacher(planes(points, teacher.dtype), numbers.to(teacher.dtype))
        policy = logits.masked_fill(~legal(points), -1e9).softmax(dim=1)
        value = value.softmax(dim=1)
        mask = (points & 1).float()
        result = torch.stack([value[:, 0], value[:, 1], score[:, 0], F.softplus(score[:, 1]), score[:, 2]], dim=1)
        return policy, result, ownership.tanh() * mask


def choose(policy, heat):
    """A move for each game, drawn by policy with the game's own temperature."""
    drawn = (policy + 1e-9).log() / heat
    drawn = drawn.masked_fill(policy <= 0, -1e9).softmax(dim=1)
    return torch.multinomial(drawn, 1).squeeze(1)


def next_komi(komi, white, lead, random):
    """Now and then the komi is set so that the game is close again."""
    white_lead = np.where(white == 1, lead, -lead) * LEAD_UNIT
    wanted = np.round(komi - 2 * white_lead + random.normal(0, 8, len(komi))).astype(np.int64) | 1
    change = (random.random(len(komi)) < 0.012) & (np.abs(white_lead) > 4) & (np.abs(wanted) < 300)
    return np.where(change, wanted, KEEP)


def make_positions(args, teacher, device, until, log):
    store = Store(args.positions, device)
    random = np.random.default_rng(args.seed)
    groups = [Boards(args.boards, args.games, args.threads, args.seed * 2 + i) for i in range(2)]
    heat = torch.tensor([0.5, 0.8, 1.0, 1.0, 1.15], device=device)
    heat = heat[torch.arange(args.games, device=device) % len(heat)].unsqueeze(1)
    began, steps = time.time(), 0
    while time.time() < until and store.count < args.positions:
        group = groups[steps % 2]
        points, numbers, white, komi = group.read()
        points, numbers = points.to(device), numbers.to(device)
        policy, result, ownership = ask(teacher, points, numbers)
        moves = choose(policy, heat).cpu().numpy()
        lead = result[:, 4].float().cpu().numpy()
        group.answer(moves, next_komi(komi.numpy(), white.numpy(), lead, random))
        store.add(points, numbers, policy, result, ownership)
        steps += 1
        if steps % 50 == 0:
            log(stage="positions", count=store.count, rate=store.count / (time.time() - began))
    for group in groups:
        group.close()
    log(stage="positions", count=store.count, rate=store.count / (time.time() - began))
    return store


def turned(x, turn):
    """One of the eight symmetries of the board, on the last two axes."""
    if turn & 4:
        x = x.transpose(-1, -2)
    dims = [d for d, bit in ((-1, 1), (-2, 2)) if turn & bit]
    return x.flip(dims) if dims else x


def batch(store, chosen, turn):
    points = turned(store.points[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS)
    policy = store.policy[chosen].float()
    board = turned(policy[:, :POINTS].view(-1, 19, 19), turn).reshape(-1, POINTS)
    policy = torch.cat([board, policy[:, POINTS:]], dim=1)
    ownership = turned(store.ownership[chosen].view(-1, 19, 19), turn).reshape(-1, POINTS).float() / 127
    return points, store.numbers[chosen].float(), policy, store.result[chosen].float(), ownership


def losses(net, data):
    points, numbers, policy, result, ownership = data
    dtype = torch.bfloat16 if points.is_cuda else torch.float32
    with torch.autocast(points.device.type, dtype=torch.bfloat16, enabled=points.is_cuda):
        logits, value, score, owner = net(planes(points, dtype), numbers)
    logits = logits.masked_fill(~legal(points), -1e4)
    mask = (points & 1).float()
    chosen = -(policy * logits.log_softmax(dim=1)).sum(dim=1).mean()
    wins = torch.stack([result[:, 0], result[:, 1], (1 - result[:, 0] - result[:, 1]).clamp(min=0)], dim=1)
    won = -(wins * value.log_softmax(dim=1)).sum(dim=1).mean()
    mean = F.huber_loss(score[:, 0], result[:, 2], delta=0.4)
    spread = F.huber_loss(F.softplus(score[:, 1]), result[:, 3], delta=0.4)
    lead = F.huber_loss(score[:, 2], result[:, 4], delta=0.4)
    # Cross-entropy of "own" against "other", the teacher's tanh taken as twice the chance minus one.
    own = F.binary_cross_entropy_with_logits(2 * owner, (ownership + 1) / 2, reduction="none")
    own = ((own * mask).sum(dim=1) / mask.sum(dim=1)).mean()
    total = chosen + 1.0 * won + 1.0 * (mean + lead) + 0.3 * spread + 1.5 * own
    return total, dict(policy=chosen, value=won, lead=lead, ownership=own)


def measure(net, store, chosen):
    """Agreement with the teacher on positions that were not trained on."""
    net.eval()
    sums, count = {}, 0
    with torch.no_grad():
        for part in chosen.split(1024):
            data = batch(store, part, 0)
            points, numbers, policy, result, ownership = data
            _, parts = losses(net, data)
            dtype = torch.bfloat16 if points.is_cuda else torch.float32
            with torch.autocast(points.device.type, dtype=torch.bfloat16, enabled=points.is_cuda):
                logits, value, score, owner = net(planes(points, dtype), numbers)
            logits = logits.masked_fill(~legal(points), -1e4)
            mask = (points & 1).float()
            parts["top"] = (logits.argmax(dim=1) == policy.argmax(dim=1)).float().mean()
            parts["win_error"] = (value.softmax(dim=1)[:, 0] - result[:, 0]).abs().mean()
            parts["lead_error"] = ((score[:, 2] - result[:, 4]).abs() * LEAD_UNIT).mean()
            parts["owner_error"] = ((owner.tanh() - ownership).abs() * mask).sum() / mask.sum()
            for name, value in parts.items():
                sums[name] = sums.get(name, 0.0) + value.item() * len(part)
            count += len(part)
    net.train()
    return {name: round(total / count, 4) for name, total in sums.items()}


class Average:
    """A running average of a network's weights, which plays better than the last step's."""

    def __init__(self, net, keep):
        self.net, self.keep = type(net)(**net.shape).to(next(net.parameters()).device), keep
        self.net.load_state_dict(net.state_dict())
        self.net = self.net.to(memory_format=torch.channels_last)
        pairs = list(zip(self.net.state_dict().values(), net.state_dict().values()))
        self.mine, self.new = zip(*[pair for pair in pairs if pair[0].is_floating_point()])
        self.steps = 0

    @torch.no_grad()
    def update(self):
        self.steps += 1
        keep = min(self.keep, self.steps / (self.steps + 10))
        torch._foreach_lerp_(list(self.mine), list(self.new), 1 - keep)


def save(args, averages, steps):
    state = {name: dict(shape=a.net.shape, weights=a.net.state_dict()) for name, a in averages.items()}
    torch.save(dict(nets=state, steps=steps), os.path.join(args.out, "state.pt.new"))
    os.replace(os.path.join(args.out, "state.pt.new"), os.path.join(args.out, "state.pt"))
    for name, average in averages.items():
        katago_file.write(average.net, f"heibai-{name}", os.path.join(args.out, f"{name}.bin"))


def students(args, device):
    third = args.channels // 3
    pooling = {i: (2 * third, third) for i in range(2, args.blocks, 3)}
    nets = {
        "go": Net(args.blocks, args.channels, pooling, 32, 64),
        "go-tiny": Net(4, 32, {2: (16, 16)}, 16, 32),
    }
    steps = 0
    if args.resume:
        state = torch.load(args.resume, map_location="cpu", weights_only=True)
        steps = state["steps"]
        for name, saved in state["nets"].items():
            nets[name] = Net(**saved["shape"])
            nets[name].load_state_dict(saved["weights"])
    else:
        nets = {name: start_small(net) for name, net in nets.items()}
    return {n: net.to(device, memory_format=torch.channels_last).train() for n, net in nets.items()}, steps


def train(args, nets, steps, store, device, until, log):
    averages = {name: Average(net, 0.9993) for name, net in nets.items()}
    held = min(16384, store.count // 10)
    order = torch.randperm(store.count, device=device)
    held_out, order = order[:held], order[held:]
    optimisers = {
        name: torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=2e-4, betas=(0.9, 0.98),
                                fused=device.type == "cuda")
        for name, net in nets.items()
    }
    began, said, saved, first = time.time(), time.time(), time.time(), steps
    at, epoch = 0, 0
    rng = np.random.default_rng(args.seed + steps)
    while time.time() < until:
        if at + args.batch > len(order):
            order, at, epoch = order[torch.randperm(len(order), device=device)], 0, epoch + 1
        chosen, at = order[at : at + args.batch], at + args.batch
        part = min(1.0, (time.time() - began) / max(1e-9, until - began))
        warm = min(1.0, (steps - first + 1) / 200)
        rate = args.rate * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * part)) / 2)
        data = batch(store, chosen, int(rng.integers(8)))
        shown = {}
        for name, net in nets.items():
            for group in optimisers[name].param_groups:
                group["lr"] = rate
            total, parts = losses(net, data)
            optimisers[name].zero_grad(set_to_none=True)
            total.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            optimisers[name].step()
            averages[name].update()
            shown[name] = {k: v.detach() for k, v in parts.items()}
        steps += 1
        if time.time() - said > 15:
            said = time.time()
            rounded = {n: {k: round(v.item(), 4) for k, v in parts.items()} for n, parts in shown.items()}
            speed = (steps - first) * args.batch / (said - began)
            log(stage="training", steps=steps, epoch=epoch, rate=rate, speed=speed, **rounded)
        if time.time() - saved > 60:
            saved = time.time()
            save(args, averages, steps)
            log(stage="held-out", steps=steps, go=measure(averages["go"].net, store, held_out[:4096]))
    save(args, averages, steps)
    for name, average in averages.items():
        log(stage="final", steps=steps, net=name, positions=store.count, **measure(average.net, store, held_out))


def main():
    args = arguments()
    os.makedirs(args.out, exist_ok=True)
    began = time.time()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(args.seed)
    file = open(os.path.join(args.out, "log.jsonl"), "a")

    def log(**words):
        line = json.dumps(dict(seconds=round(time.time() - began, 1), **words))
        print(line, flush=True)
        file.write(line + "\n")
        file.flush()

    log(stage="start", device=str(device), **vars(args))
    teacher = katago_file.read(args.teacher)
    teacher.dtype = torch.float16 if device.type == "cuda" else torch.float32
    teacher = teacher.to(device, teacher.dtype, memory_format=torch.channels_last)
    nets, steps = students(args, device)
    store = make_positions(args, teacher, device, began + args.minutes * 60 * args.share, log)
    del teacher
    train(args, nets, steps, store, device, began + args.minutes * 60 - 8, log)


if __name__ == "__main__":
    main()
