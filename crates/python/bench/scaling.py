"""Games of self-play a second by the number of workers, on threads of this machine or on a Ray cluster.

    python crates/python/bench/scaling.py                              # threads
    python crates/python/bench/scaling.py --address local              # a Ray of this machine, a process for each worker
    python crates/python/bench/scaling.py --address FIRST:6379         # a cluster that runs

The workers are 1, 2, 4, 8 and 16, as far as there are cores (`--workers` names others). Each figure is the best of
`--rounds`, taken in turns; before it the workers play some games that are not counted. What other programs leave of the
cores decides the result: the load is told.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

# Ray's workers are nice to other programs, threads are not: here both are alike.
os.environ.setdefault("RAY_worker_niceness", "0")

import heibai.ray


def games_a_second(options: dict[str, Any], games: int, workers: int) -> float:
    began = time.perf_counter()
    # Nothing is kept but the count.
    done: list[int] = []
    heibai.ray.selfplay(options["game"], games, workers=workers, on_result=lambda row: done.append(row["id"]), **options["job"])
    assert sorted(done) == list(range(games))
    return games / (time.perf_counter() - began)


def cores(address: str | None) -> int:
    """The cores of this machine, or of the cluster, which is joined or begun."""
    if address is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    import ray

    ray.init(address=address, log_to_driver=False, include_dashboard=False)
    return int(ray.cluster_resources()["CPU"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--address", help="a Ray cluster: host:port, auto, or local; without it, threads")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--game", default="othello")
    parser.add_argument("--size", type=int)
    parser.add_argument("--player", default="alphabeta:depth=4")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each figure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="JSON Lines instead of a table")
    args = parser.parse_args()
    there = cores(args.address)
    size = {} if args.size is None else {"size": args.size}
    options = {"game": heibai.Game(args.game, **size), "job": {"player": args.player, "address": args.address, "seed": 1}}
    wanted = [workers for workers in args.workers if workers <= there]
    best = dict.fromkeys(wanted, 0.0)
    games_a_second(options, 4 * max(wanted), max(wanted))
    alone = games_a_second(options, 8, 1)
    load = os.getloadavg()[0]
    for _ in range(args.rounds):
        for workers in wanted:
            games = max(4 * workers, int(alone * workers * args.seconds))
            best[workers] = max(best[workers], games_a_second(options, games, workers))
    if not args.json:
        where = "threads" if args.address is None else f"Ray, {args.address}"
        print(f"{args.player} at {args.game}, {where}, {there} cores, load {load:.1f} before the first figure\n")
        print("| workers | games/s | times one worker | of the ideal |\n|---:|---:|---:|---:|")
    for workers, speed in best.items():
        ratio = speed / best[wanted[0]] * wanted[0]
        if args.json:
            print(json.dumps({"workers": workers, "games_per_second": speed, "ratio": ratio, "cores": there, "load": load}))
        else:
            print(f"| {workers} | {speed:.1f} | {ratio:.2f} | {ratio / workers:.0%} |")
    for workers in sorted(set(args.workers) - set(wanted)):
        print(f"not measured: {workers} workers on {there} cores")


if __name__ == "__main__":
    main()
