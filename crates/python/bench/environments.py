"""Steps a second on one core, beside OpenSpiel, PettingZoo and pgx, in one run.

    python crates/python/bench/environments.py [--seconds 2] [--rounds 5] [--only VecEnv] [--without pgx] [--json]

Every program plays random legal moves; the choice of the move counts. CPU time of the process is measured, the
programs take turns, and the best round of each counts: so a busy machine disturbs little. The noise is how far the
median round was below the best. pgx plays 16 steps in one compiled scan, at each batch of `PGX_BATCHES`; the best
batch counts. Programs that are not installed are left out and named.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

import heibai

GAMES = {"go": {"size": 19}, "othello": {}, "gomoku": {"rules": "freestyle"}}
PGX_BATCHES = {"go": (16, 64, 256), "othello": (64, 256, 1024)}
PGX_STEPS = 16
# About as many moves as a random game has.
MOVES = {"go": 600, "othello": 60, "gomoku": 120}


def openspiel(name: str, observe: bool):
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def steps() -> int:
        nonlocal state
        for _ in range(200):
            if state.is_terminal():
                state = game.new_initial_state()
            if observe:
                state.observation_tensor(state.current_player())
            state.apply_action(random.choice(state.legal_actions()))
        return 200

    return steps


def single(name: str, observe: bool):
    game = heibai.Game(name, **GAMES[name])
    state = game.new_initial_state()

    def steps() -> int:
        nonlocal state
        for _ in range(200):
            if state.is_terminal():
                state = game.new_initial_state()
            if observe:
                state.observation()
            state.apply_action(random.choice(state.legal_actions()))
        return 200

    return steps


def batch(name: str, games: int = 64, **options):
    env = heibai.VecEnv(heibai.Game(name, **GAMES[name]), games, seed=1, **options)
    calls = max(1, 1280 // games)
    # Games at every stage, as in the middle of a run: a step's cost depends on it, and all would be at the same one.
    share = np.random.default_rng(1).permutation(games) * MOVES[name] // games
    for move in range(MOVES[name]):
        env.step(np.where(share > move, env.sample(), env.leave))

    def steps() -> int:
        for _ in range(calls):
            env.step(env.sample())
        return calls * games

    return steps


def batch_by_numpy(name: str, games: int = 64):
    """The policy is numpy's: a random number for each action, the largest of the legal ones."""
    env = heibai.VecEnv(heibai.Game(name, **GAMES[name]), games, seed=1)
    rng = np.random.default_rng(1)

    def steps() -> int:
        for _ in range(20):
            env.step((rng.random(env.masks.shape, dtype=np.float32) * env.masks).argmax(axis=1))
        return 20 * games

    return steps


def pettingzoo_go(_name: str):
    from pettingzoo.classic import go_v5

    env = go_v5.env(board_size=19, komi=7.5)
    env.reset()
    count = [0]

    def steps() -> int:
        for _ in range(20):
            observation, _, terminated, truncated, _ = env.last()
            count[0] += 1
            if terminated or truncated or count[0] > 500:
                env.reset()
                count[0] = 0
                observation, *_ = env.last()
            env.step(int(np.random.choice(np.flatnonzero(observation["action_mask"]))))
        return 20

    return steps


def pgx_batch(name: str, games: int):
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make({"go": "go_19x19", "othello": "othello"}[name])
    init, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    def move(state, key):
        one, two = jax.random.split(key)
        chosen = jax.random.categorical(one, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        state = step(state, chosen, jax.random.split(two, games))
        # The observations are made, as a policy would need them.
        return state, state.observation.sum()

    many = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, PGX_STEPS)))
    key = jax.random.PRNGKey(0)
    state = init(jax.random.split(key, games))

    def steps() -> int:
        nonlocal state, key
        key, mine = jax.random.split(key)
        state, seen = many(state, mine)
        seen.block_until_ready()
        return PGX_STEPS * games

    return steps


def programs():
    for name in GAMES:
        yield name, "OpenSpiel, state", lambda name=name: openspiel(name, False)
        yield name, "heibai, state", lambda name=name: single(name, False)
        yield name, "OpenSpiel, state with observations", lambda name=name: openspiel(name, True)
        yield name, "heibai, state with observations", lambda name=name: single(name, True)
        yield name, "heibai, VecEnv of 64", lambda name=name: batch(name)
        yield name, "heibai, VecEnv of 1,024", lambda name=name: batch(name, 1024)
        yield name, "heibai, VecEnv of 64, numpy chooses", lambda name=name: batch_by_numpy(name)
        yield name, "heibai, VecEnv of 64, float32", lambda name=name: batch(name, dtype="float32")
        yield name, "heibai, VecEnv of 64, 7 earlier boards", lambda name=name: batch(name, history=7)
        if name == "go":
            yield name, "PettingZoo, go_v5", lambda name=name: pettingzoo_go(name)
        if name in PGX_BATCHES:
            for games in PGX_BATCHES[name]:
                yield name, f"pgx, scan, batch of {games}", lambda name=name, games=games: pgx_batch(name, games)


def measure(steps, seconds: float) -> float:
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        done += steps()
    return done / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only programs with this text in game or name: 'go heibai, VecEnv'")
    parser.add_argument("--without", default="", help="programs to leave out, by a word of their name: pgx")
    parser.add_argument("--json", action="store_true", help="JSON Lines instead of a table")
    args = parser.parse_args()
    random.seed(1)
    ready, missing = [], []
    for game, name, make in programs():
        if args.only not in f"{game} {name}" or (args.without and args.without in name):
            continue
        try:
            steps = make()
            steps()
            ready.append((game, name, steps))
        except ImportError as error:
            missing.append(f"{name}: {error}")
    rounds: dict[tuple[str, str], list[float]] = {}
    for _ in range(args.rounds):
        for game, name, steps in ready:
            rounds.setdefault((game, name), []).append(measure(steps, args.seconds))
    scans = {key: max(speeds) for key, speeds in rounds.items() if key[1].startswith("pgx")}
    for game, name in scans:
        if scans[game, name] < max(speed for key, speed in scans.items() if key[0] == game):
            del rounds[game, name]
    if not args.json:
        print("| game | program | steps/s | noise | times OpenSpiel with observations |\n|---|---|---:|---:|---:|")
    for (game, name), speeds in rounds.items():
        speed, noise = max(speeds), 1 - float(np.median(speeds)) / max(speeds)
        base = rounds.get((game, "OpenSpiel, state with observations"))
        ratio = speed / max(base) if base else None
        if args.json:
            print(json.dumps({"game": game, "program": name, "steps_per_second": speed, "noise": noise, "ratio": ratio}))
        else:
            print(f"| {game} | {name} | {speed:,.0f} | {noise:.0%} | {'' if ratio is None else f'{ratio:.1f}'} |")
    for game in GAMES:
        few, many = (rounds.get((game, f"heibai, VecEnv of {games}")) for games in ("64", "1,024"))
        if few and many and not args.json:
            ratios = [one / other for one, other in zip(few, many)]
            print(f"{game}: a step of 1,024 games takes {max(few) / max(many):.2f} times as long as one of 64 by the best "
                  f"rounds, {np.median(ratios):.2f} by the median of the rounds")
    for line in missing:
        print(f"not measured: {line}")


if __name__ == "__main__":
    main()
