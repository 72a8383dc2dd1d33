"""Teaches a small policy-value network 6x6 Othello by self-play, on one processor, in a few minutes.

Every iteration plays games in which each move is drawn from what one move of lookahead says, learns the policy from
that lookahead and the value from the results, and goes on with the better network. Before, in between and after, the
network meets fixed opponents: that is the graph.

    python train/example/othello6.py --out local/othello6
"""

from __future__ import annotations

import argparse
import json
import pathlib
import time

import numpy as np
from plot import write_plot

import heibai
from heibai import symmetry
from heibai.net import NetPlayer, PolicyValueNet, look_ahead, softmax

GAME = heibai.Game("othello", size=6)
OPPONENTS = ["random", "alphabeta:depth=1", "alphabeta:depth=3"]


def play_games(net: PolicyValueNet, count: int, rng: np.random.Generator, temperature: float, noise: float):
    """Self-play: observations, masks, policy targets and value targets of every position with a choice."""
    states = [GAME.new_initial_state() for _ in range(count)]
    rows: list[list] = [[] for _ in range(count)]
    running = list(range(count))
    while running:
        for number, (actions, worth) in zip(running, look_ahead(net, [states[n] for n in running])):
            state = states[number]
            wish = softmax(worth / temperature)
            if len(actions) > 1:
                target = np.zeros(GAME.num_distinct_actions(), dtype=np.float32)
                target[actions] = wish
                seen = (state.observation(dtype="int8"), state.legal_actions_mask(), target)
                rows[number].append((*seen, state.current_player(), float(worth.max())))
            chances = (1 - noise) * wish + noise / len(actions)
            state.apply_action(int(rng.choice(actions, p=chances / chances.sum())))
        running = [number for number in running if not states[number].is_terminal()]
    out = []
    for state, row in zip(states, rows):
        # The result tells what happened, the lookahead what would have happened with better play.
        results = state.returns()
        out += [(o, m, t, 0.7 * results[player] + 0.3 * best) for o, m, t, player, best in row]
    return [np.stack(part) for part in zip(*out)]


class Learner:
    """Adam on cross-entropy of the policy and squared error of the value."""

    def __init__(self, net: PolicyValueNet, rate: float):
        self.net, self.rate, self.steps = net, rate, 0
        self.mean = {name: np.zeros_like(w) for name, w in net.weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in net.weights.items()}

    def learn(self, observations, masks, targets, values) -> tuple[float, float]:
        out = self.net.layers(observations)
        policy = softmax(np.where(masks, out["logits"], -1e9))
        error = out["value"] - values
        count = len(values)
        to_logits = (policy - targets) / count
        to_value = (2 * error * (1 - out["value"] ** 2) / count)[:, None]
        weights = self.net.weights
        to_second = to_logits @ weights["policy"][:-1].T + to_value @ weights["value"][:-1].T
        to_second *= out["second"] > 0
        to_first = (to_second @ weights["hidden2"][:-1].T) * (out["first"] > 0)
        for name, x, to in (
            ("policy", out["second"], to_logits),
            ("value", out["second"], to_value),
            ("hidden2", out["first"], to_second),
            ("hidden1", out["input"], to_first),
        ):
            self._step(name, np.vstack([x.T @ to, to.sum(axis=0)]))
        self.steps += 1
        surprise = -np.sum(targets * np.log(policy + 1e-9)) / count
        return float(surprise), float(np.mean(error**2))

    def _step(self, name: str, gradient: np.ndarray) -> None:
        gradient = gradient + 1e-4 * self.net.weights[name]
        self.mean[name] += 0.1 * (gradient - self.mean[name])
        self.square[name] += 0.001 * (gradient**2 - self.square[name])
        mean = self.mean[name] / (1 - 0.9 ** (self.steps + 1))
        square = self.square[name] / (1 - 0.999 ** (self.steps + 1))
        self.net.weights[name] -= self.rate * mean / (np.sqrt(square) + 1e-8)


def learn_from(learner: Learner, window: list, rng: np.random.Generator, steps: int, batch: int) -> tuple[float, float]:
    data = [np.concatenate(parts) for parts in zip(*window)]
    losses = []
    for _ in range(steps):
        rows, turn = rng.integers(len(data[0]), size=batch), int(rng.integers(symmetry.COUNT))
        observations, masks, targets, values = (part[rows] for part in data)
        masks, targets = (symmetry.policy(part, turn, GAME.size) for part in (masks, targets))
        losses.append(learner.learn(symmetry.planes(observations, turn), masks, targets, values.astype(np.float32)))
    return tuple(np.mean(losses, axis=0))


def meet(player: NetPlayer, opponent: str, games: int, seed: int = 0) -> dict:
    """A match: random openings of four moves, each played with both colours."""
    wins = draws = 0
    for number in range(games):
        rng = np.random.default_rng((seed, number // 2))
        other, mine = heibai.Player(opponent, "othello", seed=seed + number), number % 2
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.move_number() < 4:
                action = int(rng.choice(state.legal_actions()))
            else:
                action = player.choose(state) if state.current_player() == mine else other.choose(state)
            state.apply_action(action)
        result = state.returns()[mine]
        wins, draws = wins + (result > 0), draws + (result == 0)
    losses = games - wins - draws
    elo, low, high, _ = heibai.elo(wins, draws, losses)
    score = (wins + draws / 2) / games
    return {"wins": wins, "draws": draws, "losses": losses, "score": score, "elo": elo, "low": low, "high": high}


def measure(net: PolicyValueNet, games: int) -> dict:
    told = {}
    for ahead, name in ((True, "ahead"), (False, "policy")):
        told[name] = {opponent: meet(NetPlayer(net, ahead=ahead), opponent, games) for opponent in OPPONENTS}
    return told


def show(when: str, told: dict) -> None:
    for name, results in told.items():
        line = ", ".join(f"{o}: {r['wins']}-{r['draws']}-{r['losses']} ({r['score']:.0%})" for o, r in results.items())
        print(f"{when} [{name}] {line}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("local/othello6"))
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--games", type=int, default=100, help="self-play games in an iteration")
    parser.add_argument("--match", type=int, default=200, help="games against each opponent, before and after")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    rng, net = np.random.default_rng(args.seed), PolicyValueNet.new(GAME, seed=args.seed)
    learner, window, graph = Learner(net, rate=1e-3), [], []
    began = time.process_time()
    before = measure(net, args.match)
    show("before", before)
    graph.append((0, {name: result["score"] for name, result in before["ahead"].items()}))
    for iteration in range(1, args.iterations + 1):
        cooling = 1 - iteration / (args.iterations + 1)
        window.append(play_games(net, args.games, rng, 0.1 + 0.2 * cooling, 0.05 + 0.2 * cooling))
        window = window[-12:]
        surprise, error = learn_from(learner, window, rng, steps=120, batch=256)
        line = f"{iteration:3d}: policy {surprise:.3f}, value {error:.3f}"
        if iteration % 5 == 0:
            quick = {opponent: meet(NetPlayer(net), opponent, 60, seed=9)["score"] for opponent in OPPONENTS}
            graph.append((iteration, quick))
            line += ", " + ", ".join(f"{name} {score:.0%}" for name, score in quick.items())
        print(f"{line}, {time.process_time() - began:.0f} s", flush=True)
    net.save(args.out / "weights.net")
    after = measure(PolicyValueNet.load(args.out / "weights.net"), args.match)
    show("after", after)
    seconds = time.process_time() - began
    told = {"seconds": seconds, "arguments": {**vars(args), "out": str(args.out)}, "before": before, "after": after}
    (args.out / "result.json").write_text(json.dumps(told, indent=1) + "\n")
    write_plot(args.out / "progress.svg", graph, "share of the points, one move of lookahead")
    print(f"{seconds:.0f} CPU seconds; weights.net, result.json and progress.svg are in {args.out}")


if __name__ == "__main__":
    main()
