"""Two hidden layers in numpy: enough for small boards, and needs nothing but numpy."""

from __future__ import annotations

import os

import numpy as np

from heibai._native import Game
from heibai.alphazero.config import Config
from heibai.net import LAYERS, PolicyValueNet, softmax


class MlpLearner:
    """The network, its running average, and Adam on the cross-entropy of the policy and the squared error of the value."""

    def __init__(self, game: Game, config: Config):
        self.config = config
        self.net = PolicyValueNet.new(game, width=config.width, seed=config.seed)
        self.average = PolicyValueNet(game, {name: w.copy() for name, w in self.net.weights.items()})
        self.mean = {name: np.zeros_like(w) for name, w in self.net.weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in self.net.weights.items()}
        self.steps = 0

    def evaluate(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Logits and values by the running average, as `heibai.MCTS` asks for them."""
        out = self.average.layers(observations)
        return out["logits"], out["value"]

    def learn(self, observations, masks, policies, values, owners=None) -> tuple[float, float]:
        """One step on a batch; the losses of policy and value. `owners` are not learnt."""
        out = self.net.layers(observations)
        policy = softmax(np.where(masks, out["logits"], -1e9))
        error = out["value"] - values
        count, weights = len(values), self.net.weights
        to_logits = (policy - policies) / count
        to_value = (2 * error * (1 - out["value"] ** 2) / count)[:, None]
        to_second = to_logits @ weights["policy"][:-1].T + to_value @ weights["value"][:-1].T
        to_second *= out["second"] > 0
        to_first = (to_second @ weights["hidden2"][:-1].T) * (out["first"] > 0)
        self.steps += 1
        for name, x, to in (
            ("policy", out["second"], to_logits),
            ("value", out["second"], to_value),
            ("hidden2", out["first"], to_second),
            ("hidden1", out["input"], to_first),
        ):
            self._step(name, np.vstack([x.T @ to, to.sum(axis=0)]))
        surprise = -np.sum(policies * np.log(policy + 1e-9)) / count
        return float(surprise), float(np.mean(error**2))

    def _step(self, name: str, gradient: np.ndarray) -> None:
        weights = self.net.weights[name]
        self.mean[name] += np.float32(0.1) * (gradient - self.mean[name])
        self.square[name] += np.float32(0.001) * (gradient**2 - self.square[name])
        mean = self.mean[name] / np.float32(1 - 0.9**self.steps)
        square = self.square[name] / np.float32(1 - 0.999**self.steps)
        weights -= np.float32(self.config.rate) * (mean / (np.sqrt(square) + np.float32(1e-8)) + np.float32(self.config.decay) * weights)
        # The average follows faster in the first steps.
        keep = min(self.config.average, self.steps / (self.steps + 10))
        self.average.weights[name] += np.float32(1 - keep) * (weights - self.average.weights[name])

    def state(self) -> dict[str, np.ndarray]:
        """Everything that a checkpoint keeps."""
        parts = {"net": self.net.weights, "average": self.average.weights, "mean": self.mean, "square": self.square}
        return {"steps": np.array(self.steps), **{f"{part}.{name}": parts[part][name] for part in parts for name in LAYERS}}

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Restores what `state` returned."""
        parts = {"net": self.net.weights, "average": self.average.weights, "mean": self.mean, "square": self.square}
        for part, weights in parts.items():
            for name in LAYERS:
                if state[f"{part}.{name}"].shape != weights[name].shape:
                    raise ValueError(f"{part}.{name} of the checkpoint has another shape")
                weights[name] = state[f"{part}.{name}"].copy()
        self.steps = int(state["steps"])

    def write(self, path: str | os.PathLike) -> None:
        """Writes the running average for the program."""
        self.average.save(path)
