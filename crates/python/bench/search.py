"""Searches a second with the same network and visits: `heibai.MCTS`, OpenSpiel's AlphaZero search and mctx with pgx, in
one run.

    python crates/python/bench/search.py --visits 100 --seconds 5

The network is a policy-value network of two hidden layers in numpy that sees the own and the other side's stones, the
same weights for both programs. OpenSpiel's is `open_spiel.python.algorithms.mcts.MCTSBot` with PUCT, as its alpha_zero
uses it, and a cached evaluator; its C++ alpha_zero is not part of the package that pip installs. mctx is
`muzero_policy` over the games of pgx, compiled as one function, 64 games together; pgx has no Gomoku. Times are CPU times
of the process, because other programs may be running. What is not installed is left out and named.
"""

from __future__ import annotations

import argparse
import os
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts as spiel_mcts

import heibai

GAMES = {
    "othello": (heibai.Game("othello"), "othello"),
    "go9": (heibai.Game("go", size=9), "go(board_size=9)"),
    "gomoku15": (heibai.Game("gomoku", size=15, rules="freestyle"), "gomoku(size=15)"),
}


class Network:
    """Two hidden layers over two planes."""

    def __init__(self, points: int, actions: int, width: int):
        rng = np.random.default_rng(1)
        shapes = [(2 * points, width), (width, width), (width, actions), (width, 1)]
        self.layers = [(rng.normal(0, 1 / np.sqrt(shape[0]), shape)).astype(np.float32) for shape in shapes]

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        first, second, policy, value = self.layers
        x = np.maximum(np.maximum(planes @ first, 0) @ second, 0)
        return x @ policy, np.tanh(x @ value)[:, 0]


class SpielEvaluator(spiel_mcts.Evaluator):
    """The network as OpenSpiel's search asks for it; one inference serves value and prior."""

    def __init__(self, network: Network, points: int):
        self.network, self.points, self.cache = network, points, {}

    def _infer(self, state):
        key = state.history_str()
        if key not in self.cache:
            tensor = np.array(state.observation_tensor(state.current_player()), dtype=np.float32)
            logits, value = self.network(tensor[: 2 * self.points][None])
            self.cache[key] = (logits[0], float(value[0]))
        return self.cache[key]

    def evaluate(self, state):
        value = self._infer(state)[1]
        return np.array([value, -value] if state.current_player() == 0 else [-value, value])

    def prior(self, state):
        logits, legal = self._infer(state)[0], state.legal_actions()
        weights = np.exp(logits[legal] - logits[legal].max())
        return list(zip(legal, weights / weights.sum()))


def timed(work, seconds: float) -> float:
    """Calls of `work` a second of CPU time; it says how many searches it made."""
    work()
    began, done = time.process_time(), 0
    while time.process_time() - began < seconds:
        done += work()
    return done / (time.process_time() - began)


def heibai_rate(game: heibai.Game, network: Network, games: int, leaves: int, visits: int, seconds: float) -> float:
    def evaluate(observations):
        return network(observations[:, :2].reshape(len(observations), -1))

    mcts = heibai.MCTS(game, games, evaluate, leaves=leaves, reuse=False)

    def work() -> int:
        mcts.reset()
        mcts.search(visits)
        return games

    return timed(work, seconds)


def spiel_rate(name: str, network: Network, points: int, visits: int, seconds: float) -> float:
    game = pyspiel.load_game(name)

    def work() -> int:
        evaluator = SpielEvaluator(network, points)
        bot = spiel_mcts.MCTSBot(game, 1.25, visits, evaluator, solve=False, child_selection_fn=spiel_mcts.SearchNode.puct_value)
        bot.mcts_search(game.new_initial_state())
        return 1

    return timed(work, seconds)


def mctx_rate(name: str, network: Network, games: int, visits: int, seconds: float) -> float:
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx

    env = pgx.make({"othello": "othello", "go9": "go_9x9"}[name])
    layers = [jnp.asarray(layer) for layer in network.layers]

    def infer(state):
        planes = jnp.moveaxis(state.observation[..., :2], -1, 1).reshape(games, -1).astype(jnp.float32)
        x = jax.nn.relu(jax.nn.relu(planes @ layers[0]) @ layers[1])
        logits = jnp.where(state.legal_action_mask, x @ layers[2], -1e9)
        return logits, jnp.tanh(x @ layers[3])[:, 0]

    def recurrent(_, __, action, state):
        mover = state.current_player
        state = jax.vmap(env.step)(state, action)
        logits, value = infer(state)
        reward = state.rewards[jnp.arange(games), mover]
        over = state.terminated
        told = mctx.RecurrentFnOutput(
            reward=reward, discount=jnp.where(over, 0.0, -1.0), prior_logits=logits, value=jnp.where(over, 0.0, value)
        )
        return told, state

    @jax.jit
    def search(state, key):
        logits, value = infer(state)
        root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=state)
        found = mctx.muzero_policy(
            (), key, root, recurrent, visits, invalid_actions=~state.legal_action_mask, dirichlet_fraction=0.0
        )
        return found.action

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))

    def work() -> int:
        search(state, jax.random.PRNGKey(1)).block_until_ready()
        return games

    return timed(work, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=100)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--seconds", type=float, default=3.0, help="for each figure")
    parser.add_argument("--game", choices=sorted(GAMES), action="append", help="all of them if not given")
    args = parser.parse_args()
    print(f"| game | program | searches of {args.visits} visits/s | times OpenSpiel |\n|---|---|---:|---:|")
    missing: set[str] = set()
    for name in args.game or GAMES:
        game, spiel = GAMES[name]
        points = game.size**2
        network = Network(points, game.num_distinct_actions(), args.width)
        base = spiel_rate(spiel, network, points, args.visits, args.seconds)
        print(f"| {name} | OpenSpiel, MCTSBot with PUCT | {base:.1f} | 1.0 |", flush=True)
        for games, leaves in ((1, 1), (1, 8), (64, 1), (64, 4)):
            rate = heibai_rate(game, network, games, leaves, args.visits, args.seconds)
            what = f"{games} game{'s' if games > 1 else ''}, {leaves} lea{'ves' if leaves > 1 else 'f'}"
            print(f"| {name} | heibai, {what} | {rate:.1f} | {rate / base:.1f} |", flush=True)
        if name == "gomoku15":
            continue
        try:
            rate = mctx_rate(name, network, 64, args.visits, args.seconds)
            print(f"| {name} | mctx with pgx, 64 games | {rate:.1f} | {rate / base:.1f} |", flush=True)
        except ImportError as error:
            missing.add(f"mctx with pgx: {error}")
    for line in sorted(missing):
        print(f"not measured: {line}")


if __name__ == "__main__":
    main()
