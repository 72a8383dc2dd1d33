"""Steps a second on one core, beside OpenSpiel, PettingZoo and pgx, in one run.

    python crates/python/bench/environments.py [--seconds 2] [--rounds 3] [--without pgx] [--json]

Every program plays random legal moves; the choice of the move counts. CPU time of the process is measured, the
programs take turns, and the best round of each counts: so a busy machine disturbs little. Programs that are not
installed are left out and named.
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


def batch(name: str, **options):
    env = heibai.VecEnv(heibai.Game(name, **GAMES[name]), 64, **options)

    def steps() -> int:
        for _ in range(20):
            env.step(env.sample())
        return 20 * 64

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


def pgx_batch(name: str):
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make({"go": "go_19x19", "othello": "othello"}[name])
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1))
    key = jax.random.PRNGKey(0)
    state = init(jax.random.split(key, 64))

    def steps() -> int:
        nonlocal state, key
        for _ in range(5):
            key, one, two = jax.random.split(key, 3)
            state = step(state, draw(one, state.legal_action_mask), jax.random.split(two, 64))
        state.observation.block_until_ready()
        return 5 * 64

    return steps


def programs():
    for name in GAMES:
        yield name, "OpenSpiel, state", lambda name=name: openspiel(name, False)
        yield name, "heibai, state", lambda name=name: single(name, False)
        yield name, "OpenSpiel, state with observations", lambda name=name: openspiel(name, True)
        yield name, "heibai, state with observations", lambda name=name: single(name, True)
        yield name, "heibai, VecEnv of 64", lambda name=name: batch(name)
        yield name, "heibai, VecEnv of 64, float32", lambda name=name: batch(name, dtype="float32")
        yield name, "heibai, VecEnv of 64, 7 earlier boards", lambda name=name: batch(name, history=7)
        if name == "go":
            yield name, "PettingZoo, go_v5", lambda name=name: pettingzoo_go(name)
        if name != "gomoku":
            yield name, "pgx, batch of 64", lambda name=name: pgx_batch(name)


def measure(steps, seconds: float) -> float:
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        done += steps()
    return done / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", default="", help="programs to leave out, by a word of their name: pgx")
    parser.add_argument("--json", action="store_true", help="JSON Lines instead of a table")
    args = parser.parse_args()
    random.seed(1)
    ready, missing = [], []
    for game, name, make in programs():
        if args.without and args.without in name:
            continue
        try:
            steps = make()
            steps()
            ready.append((game, name, steps))
        except ImportError as error:
            missing.append(f"{name}: {error}")
    best: dict[tuple[str, str], float] = {}
    for _ in range(args.rounds):
        for game, name, steps in ready:
            best[game, name] = max(best.get((game, name), 0.0), measure(steps, args.seconds))
    if not args.json:
        print("| game | program | steps/s | times OpenSpiel with observations |\n|---|---|---:|---:|")
    for (game, name), speed in best.items():
        base = best.get((game, "OpenSpiel, state with observations"))
        ratio = speed / base if base else None
        if args.json:
            print(json.dumps({"game": game, "program": name, "steps_per_second": speed, "ratio": ratio}))
        else:
            print(f"| {game} | {name} | {speed:,.0f} | {'' if ratio is None else f'{ratio:.1f}'} |")
    for line in missing:
        print(f"not measured: {line}")


if __name__ == "__main__":
    main()
