#!/usr/bin/env python3
"""Trains the Go networks that ship with the program on the positions that label.py made.

  python3 train.py --positions FOLDER --out DIR --minutes 8

The students learn what the teacher says of every position: policy, value, lead, ownership. The rate falls to
nothing at the end. Writes go.hbn and go-tiny.hbn (our own format, in single precision), state-*.pt (to go on with,
`--resume DIR`), and log.jsonl. Positions may still be in the making: those that come later are taken in. To go on from
a network that ships, whose state is not kept, `--resume FILE.hbn`; then it alone is trained, with `--grow 4` as a
network of four blocks more. With `--narrow 96` the network is of bottleneck blocks of so many channels."""

import argparse
import json
import math
import os
import time

import katago_file
import numpy as np
import own_file
import torch
import torch.nn.functional as F
from boards import legal, planes
from layers import (Filter, Nested, Net, Pooling, error_of, grown, measure_ranges, set_ranges, student,
                    with_more_outputs)
from optimiser import Average, Optimiser
from positions import LEAD_UNIT, POINTS, Rounds, Store, about, batch
from sound import Safe, fill

VALUE = 4.0  # the weight of the value: a search feels its errors most
LEAD = 1.5
HOPEFUL = 0.5
UNSURE = 0.1  # the weight of the estimate of the value's error
SURE = 0.03  # no estimate below this counts
BADLY = 0.25  # an error of the win rate that a search does not forgive
CHECK = 25  # steps between two looks at the gradients
REFRESH = 40  # seconds between two looks for new positions
LAST = 14  # seconds for the last measurements
MEASURE = 60  # seconds between two states that are kept
RANGES = 500  # steps between two measurements of the ranges of bytes, until the rate is below `SETTLED`
SETTLED = 0.1


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--positions", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--resume", help="the folder of an earlier run, or a network that ships")
    p.add_argument("--grow", type=int, default=0, help="plain blocks that are added to a network that goes on")
    p.add_argument("--compare", nargs="*", default=[], help="networks whose agreement is measured too")
    p.add_argument("--minutes", type=float, default=8, help="from the start of the program")
    p.add_argument("--batch", type=int, default=2048)
    p.add_argument("--muon", type=float, default=0.02, help="highest rate of the trunk's filters; 0: as the rest")
    p.add_argument("--adam", type=float, default=2e-3, help="highest rate of everything else")
    p.add_argument("--plateau", type=float, default=0.25, help="the part of the time before the rates fall")
    p.add_argument("--blocks", type=int, default=10)
    p.add_argument("--channels", type=int, default=128)
    p.add_argument("--regular", type=int, default=96, help="channels of a pooling block that are not pooled")
    p.add_argument("--narrow", type=int, default=0, help="channels inside of bottleneck blocks; 0: none are")
    p.add_argument("--passes", type=float, default=4, help="how often each position is used before more are waited for; "
                   "0: training begins when all are made")
    p.add_argument("--tiny-every", type=int, default=4, help="the small network learns from every so many batches; 0: "
                   "there is none")
    p.add_argument("--rounded", action="store_true", help="in bytes, as the program computes")
    p.add_argument("--more-outputs", action="store_true", help="adds a hopeful policy and the error of the value")
    p.add_argument("--eager", action="store_true", help="without torch.compile")
    p.add_argument("--least", type=int, default=60_000, help="positions to begin with")
    p.add_argument("--seed", type=int, default=1)
    return p.parse_args()


def answers(net, points, numbers, exact=False):
    """The network's outputs, in mixed precision on a GPU unless they have to be exact."""
    mixed = points.is_cuda and not exact
    dtype = torch.bfloat16 if mixed else torch.float32
    with torch.autocast(points.device.type, dtype=torch.bfloat16, enabled=mixed):
        logits, value, score, owner, hopeful = net(planes(points, dtype), numbers)
    logits, hopeful = (x.masked_fill(~legal(points), -1e4) for x in (logits, hopeful))
    return logits, value, score, owner, hopeful


SIDES = torch.tensor([1.0, -1.0, 0.0])  # from win, loss and none to the value


def losses(net, data):
    points, numbers, (policy, hope), result, ownership = data
    logits, value, score, owner, hopeful = answers(net, points, numbers)
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
    total = chosen + VALUE * won + LEAD * (mean + lead) + 0.3 * spread + 1.5 * own
    parts = dict(policy=chosen, value=won, lead=lead, ownership=own)
    if net.shape["scores"] >= 6:
        parts["hopeful"] = -(hope * hopeful.log_softmax(dim=1)).sum(dim=1).mean()
        # The likelihood of the value's error if it is normal with the estimated deviation.
        off = (value.softmax(dim=1) @ SIDES.to(value.device)).detach() - result[:, 0] + result[:, 1]
        guess = error_of(score) ** 2 + SURE**2
        parts["unsure"] = 0.5 * (guess.log() + (off**2 + result[:, 5] ** 2 + SURE**2) / guess).mean()
        total = total + HOPEFUL * parts["hopeful"] + UNSURE * parts["unsure"]
    return total, parts


@torch.no_grad()
def measure(net, store, chosen):
    """Agreement with the teacher on positions that were not trained on; `top19` and `top9` are the shares of
    equal best moves on 19x19 and 9x9, `badly` the share of win rates that are off by more than `BADLY`."""
    net.eval()
    sums = {}

    def count(name, values, keep=None):
        values = values if keep is None else values[keep]
        total, number = sums.get(name, (0.0, 0))
        sums[name] = (total + values.double().sum().item(), number + len(values))

    for part in chosen.split(1024):
        points, numbers, (policy, hope), result, ownership = batch(store, part, 0)
        logits, value, score, owner, hopeful = answers(net, points, numbers, exact=True)
        mask = (points & 1).float()
        area = mask.sum(dim=1)
        same = (logits.argmax(dim=1) == policy.argmax(dim=1)).double()
        count("policy", -(policy * logits.log_softmax(dim=1)).sum(dim=1))
        for name, keep in [("top", area > 0), ("top19", area == 361), ("top9", area == 81)]:
            count(name, same, keep)
        count("hopeful", -(hope * hopeful.log_softmax(dim=1)).sum(dim=1))
        wins = (value.softmax(dim=1)[:, 0] - result[:, 0]).abs()
        if net.shape["scores"] >= 6:
            sure = error_of(score)
            for name, keep in [("sure", sure < 0.1), ("unsure", sure > 0.3)]:
                count(f"win_error_{name}", wins, keep)
                count(f"share_{name}", keep.double())
        count("win_error", wins)
        count("badly", (wins > BADLY).double())
        count("win_error9", wins, area == 81)
        count("lead_error", (score[:, 2] - result[:, 4]).abs() * LEAD_UNIT)
        count("owner_error", ((owner.tanh() - ownership).abs() * mask).sum(dim=1) / area)
    net.train()
    return {name: round(total / max(1, number), 4) for name, (total, number) in sums.items()}


@torch.no_grad()
def renew_norms(net, store, chosen):
    """Measures the means and variances of the normalisations again, with the averaged weights. That also mends
    those that a broken step left without a number."""
    norms = [module for module in net.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None  # the mean of all batches
    net.train()
    for part in chosen.split(1024):
        points, numbers, *_ = batch(store, part, 0)
        answers(net, points, numbers)


def save(args, averages, steps):
    for name, average in averages.items():
        state = dict(shape=average.net.shape, weights=average.net.state_dict(), steps=steps)
        path = os.path.join(args.out, f"state-{name}.pt")
        torch.save(state, path + ".new")
        os.replace(path + ".new", path)
        path = os.path.join(args.out, f"{name}.hbn")
        own_file.write(average.net, f"heibai-{name}", path + ".new")
        os.replace(path + ".new", path)  # label.py may read it at any time


def students(args, store, device):
    if args.resume and os.path.isfile(args.resume):
        frozen = (own_file.read(args.resume, True) if args.rounded else katago_file.read(args.resume)).to(device)
        frozen = frozen.to(memory_format=torch.channels_last)
        parts = torch.randperm(store.count)[:8192].split(512)
        batches = [batch(store, part, 0)[:2] for part in parts]
        net = own_file.thaw(frozen, [(planes(points, torch.float32), numbers) for points, numbers in batches])
        net = grown(net.cpu(), args.grow)
        net = with_more_outputs(net) if args.more_outputs else net
        return {"go": net.to(device, memory_format=torch.channels_last).train()}, 0
    nets, steps = {}, 0
    for name in ["go", "go-tiny"]:
        path = os.path.join(args.resume or "", f"state-{name}.pt")
        if args.resume and not os.path.exists(path) or name == "go-tiny" and not args.tiny_every:
            continue  # only what the earlier run trained goes on
        if args.resume:
            saved = torch.load(path, map_location="cpu", weights_only=True)
            nets[name], steps = Net(**saved["shape"]), saved["steps"]
            nets[name].load_state_dict(saved["weights"])
        elif name == "go":
            nets[name] = student(args.blocks, args.channels, args.regular, narrow=args.narrow)
        else:
            nets[name] = student(4, 32, 16, head=16, hidden=32)
    return {n: net.to(device, memory_format=torch.channels_last).train() for n, net in nets.items()}, steps


def share_of_rate(part, steps, plateau):
    """Warm-up, full rate for a part of the time, then a cosine to nothing."""
    fall = max(0.0, (part - plateau) / (1 - plateau))
    return min(1.0, (steps + 1) / 300) * (1 + math.cos(math.pi * min(1.0, fall))) / 2


def check_gradients(args, name, net, device):
    """Steps on made-up data, which leave no trace; the places whose gradients are not numbers."""
    full = lambda width, value: torch.full((args.batch, width), value, device=device)
    points = torch.randint(2**22, (args.batch, POINTS), dtype=torch.int32, device=device) | (1 - 2**31)
    policies = [full(POINTS + 1, 1 / 362)] * 2
    data = points, full(19, 0.0), policies, full(6, 0.3), full(POINTS, 0.0)
    before = {place: tensor.clone() for place, tensor in net.state_dict().items()}
    broken = set()
    for _ in range(3):
        fill(device, 255)
        losses(net, data)[0].backward()
        broken |= {place for place, p in net.named_parameters() if not p.grad.isfinite().all()}
        net.zero_grad(set_to_none=True)
    net.load_state_dict(before)
    fill(device, 0)
    return sorted(broken)


def without_pooling(blocks):
    """The largest blocks in which nothing pools over the board."""
    for block in blocks:
        if not any(isinstance(module, Pooling) for module in block.modules()):
            yield block
        elif isinstance(block, Nested):
            yield from without_pooling(block.inner)


def compile_all(args, nets, device, log):
    """Compiles all blocks but what pools over the board: compiled, its gradients were not numbers now and then."""
    for name, net in nets.items():
        if not args.eager:
            for block in compiled(net):
                block.compile(dynamic=False)
        broken = check_gradients(args, name, net, device)
        log(stage="checked", net=name, broken=broken[:9], count=len(broken))
        if broken:
            without_compiling(net)
            log(stage="checked again", net=name, count=len(check_gradients(args, name, net, device)))


def compiled(net):
    """What is compiled: blocks without pooling, and what rounds inside of the others."""
    yield from without_pooling(net.blocks)
    for block in net.modules():
        if isinstance(block, Pooling) and net.shape["rounded"]:
            yield from (module for module in block.modules() if isinstance(module, Filter))


def without_compiling(net):
    for block in compiled(net):
        block._compiled_call_impl = None


@torch.no_grad()
def renew_ranges(net, average, store, chosen):
    """Measures the ranges of bytes where the averaged network needs them now, for both."""
    average.net.eval()
    points, numbers, *_ = batch(store, chosen, 0)
    ranges = measure_ranges(average.net, planes(points, torch.float32), numbers)
    set_ranges(net, ranges)
    set_ranges(average.net, ranges)


def train(args, nets, steps, store, device, until, log):
    averages = {name: Average(net) for name, net in nets.items()}
    optimisers = {name: Optimiser(net, args.muon, args.adam) for name, net in nets.items()}
    safe = {name: Safe(net, optimisers[name], averages[name]) for name, net in nets.items()}
    rounds = Rounds(store, args.passes)
    log(stage="loaded", positions=store.count, held_out=len(rounds.held_out), broken=rounds.broken)
    began, said, measured, refreshed, first = None, time.time(), time.time(), time.time(), steps
    said_steps, waited = steps, 0.0
    def opened(path):
        net = own_file.read(path, True) if args.rounded and path.endswith(".hbn") else katago_file.read(path)
        return net.to(device, memory_format=torch.channels_last)

    peers = {path: opened(path) for path in args.compare}
    rng = np.random.default_rng(args.seed + steps)
    while time.time() < until:
        if not store.complete and time.time() - refreshed > REFRESH:
            refreshed = time.time()
            if store.refresh():
                rounds.renew()
        chosen = rounds.take(args.batch)
        if chosen is None:
            # The teacher has the device meanwhile.
            time.sleep(0.2)
            waited += 0.2
            refreshed = min(refreshed, time.time() - REFRESH + 5)
            continue
        began = began or time.time()
        rate = share_of_rate((time.time() - began) / max(1e-9, until - began), steps - first, args.plateau)
        data = batch(store, chosen, int(rng.integers(8)))
        for name in nets:
            if name == "go-tiny" and steps % args.tiny_every:
                continue
            total, parts = losses(nets[name], data)
            total.backward()
            optimisers[name].step(rate)
            averages[name].update()
            if name == "go":
                shown = {k: v.detach() for k, v in parts.items()}
        if args.rounded and rate > SETTLED and (steps - first) % RANGES == RANGES - 1:
            renew_ranges(nets["go"], averages["go"], store, rounds.some(1024))
        steps += 1
        if steps - first == 20:
            broken = [int(optimiser.broken) for optimiser in optimisers.values()]
            log(stage="first steps", steps=steps, broken=broken)
            if sum(broken) > 2:
                for net in nets.values():
                    without_compiling(net)
        if steps % CHECK == 0:
            for name, state in safe.items():
                places = state.check()
                if places is not None:
                    log(stage="went back", steps=steps, net=name, broken=state.broken, places=places[:5])
        if time.time() - said > 15:
            shown = {k: round(v.item(), 4) for k, v in shown.items()}
            speed = (steps - said_steps) * args.batch / (time.time() - said)
            said, said_steps = time.time(), steps
            broken = int(optimisers["go"].broken)
            log(stage="training", steps=steps, rate=round(rate, 4), speed=round(speed),
                broken=broken, positions=store.count, waited=round(waited), **shown)
        if time.time() - measured > MEASURE:
            measured = time.time()
            save(args, averages, steps)
            log(stage="held-out", steps=steps, **measure(averages["go"].net, store, rounds.held_out[:8192]))
            for path, peer in peers.items():
                log(stage="peer", net=path, **measure(peer, store, rounds.held_out[:8192]))
    for name, average in averages.items():
        state = {place: tensor.clone() for place, tensor in average.net.state_dict().items()}
        before = measure(average.net, store, rounds.held_out[:8192])
        renew_norms(average.net, store, rounds.some(32768))
        after = measure(average.net, store, rounds.held_out[:8192])
        if after["policy"] + after["win_error"] > before["policy"] + before["win_error"]:
            average.net.load_state_dict(state)
        log(stage="norms", net=name, before=before, after=after)
    save(args, averages, steps)
    held_out = rounds.held_out[:32768]
    for path, peer in peers.items():
        log(stage="final", steps=steps, net=path, **measure(peer, store, held_out))
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
    while (told := about(args.positions))["count"] < args.least and not told["complete"]:
        time.sleep(0.2)
    store = Store(args.positions, device)
    nets, steps = students(args, store, device)
    compile_all(args, nets, device, log)
    train(args, nets, steps, store, device, began + args.minutes * 60 - LAST, log)
    log(stage="end")


if __name__ == "__main__":
    main()
