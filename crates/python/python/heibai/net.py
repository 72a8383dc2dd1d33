"""A small policy-value network in numpy, and the player that it makes.

`heibai.alphazero` teaches one; the file that it writes loads here:

>>> import heibai, heibai.net
>>> game = heibai.Game("othello", size=6)
>>> player = heibai.net.NetPlayer(heibai.net.PolicyValueNet.new(game, seed=1))
>>> state = game.new_initial_state()
>>> state.why_illegal(player.choose(state)) is None
True
"""

from __future__ import annotations

import json
import os

import numpy as np

from heibai._native import Game, State

FORMAT = "heibai-policy-value 1"
LAYERS = ("hidden1", "hidden2", "policy", "value")


def _shapes(game: Game, width: int) -> dict[str, tuple[int, int]]:
    """Rows (inputs and a bias) and columns (outputs) of each layer, in the order of the file."""
    inputs, actions = int(np.prod(game.observation_shape())), game.num_distinct_actions()
    shapes = [(inputs + 1, width), (width + 1, width), (width + 1, actions), (width + 1, 1)]
    return dict(zip(LAYERS, shapes))


class PolicyValueNet:
    """Two hidden layers over the planes of an observation; a logit for each action, and the result from -1 to 1 that
    the side to move may expect."""

    def __init__(self, game: Game, weights: dict[str, np.ndarray]):
        shapes = _shapes(game, weights["hidden1"].shape[1])
        for name, shape in shapes.items():
            if weights[name].shape != shape:
                raise ValueError(f"{name} of shape {weights[name].shape}: {game} needs {shape}")
        self.game, self.weights = game, {name: weights[name].astype(np.float32) for name in shapes}

    @classmethod
    def new(cls, game: Game, width: int = 128, seed: int = 0) -> "PolicyValueNet":
        """A network that knows nothing yet."""
        rng = np.random.default_rng(seed)
        inputs, actions = int(np.prod(game.observation_shape())), game.num_distinct_actions()

        def layer(inputs: int, outputs: int, scale: float) -> np.ndarray:
            weights = rng.normal(0.0, scale / np.sqrt(inputs), (inputs + 1, outputs))
            weights[-1] = 0.0
            return weights.astype(np.float32)

        weights = {
            "hidden1": layer(inputs, width, 1.4),
            "hidden2": layer(width, width, 1.4),
            "policy": layer(width, actions, 0.1),
            "value": layer(width, 1, 0.1),
        }
        return cls(game, weights)

    def layers(self, observations: np.ndarray) -> dict[str, np.ndarray]:
        """Everything that the network computes for observations of shape (n, planes, size, size)."""
        x = observations.reshape(len(observations), -1).astype(np.float32)

        def through(name: str, x: np.ndarray) -> np.ndarray:
            return x @ self.weights[name][:-1] + self.weights[name][-1]

        first = np.maximum(through("hidden1", x), 0.0)
        second = np.maximum(through("hidden2", first), 0.0)
        value = np.tanh(through("value", second)[:, 0])
        return {"input": x, "first": first, "second": second, "logits": through("policy", second), "value": value}

    def __call__(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Policies (probabilities over the legal actions) and values."""
        out = self.layers(observations)
        return softmax(np.where(masks, out["logits"], -1e9)), out["value"]

    def save(self, path: str | os.PathLike) -> None:
        """Writes the file that `load`, and `heibai` as the player `learned:file=PATH`, can read."""
        parameters = {key: value for key, value in self.game.parameters().items() if value is not None}
        head = {"game": self.game.name, **parameters, "width": self.weights["hidden1"].shape[1]}
        with open(path, "wb") as file:
            file.write(f"{FORMAT}\n{json.dumps(head)}\n".encode())
            for name in LAYERS:
                file.write(self.weights[name].astype("<f4").tobytes())

    @classmethod
    def load(cls, path: str | os.PathLike) -> "PolicyValueNet":
        """The network that `save` or `heibai.alphazero` wrote."""
        with open(path, "rb") as file:
            if file.readline(100).rstrip() != FORMAT.encode():
                raise ValueError(f"{os.fspath(path)}: not a file of '{FORMAT}'")
            head = json.loads(file.readline(4096))
            floats = np.frombuffer(file.read(), dtype="<f4")
        width = head.pop("width")
        game = Game(head.pop("game"), **head)
        shapes = _shapes(game, width)
        if len(floats) != sum(rows * columns for rows, columns in shapes.values()):
            raise ValueError(f"{os.fspath(path)}: {len(floats)} weights do not fit {game} and width {width}")
        weights, at = {}, 0
        for name, (rows, columns) in shapes.items():
            weights[name] = floats[at : at + rows * columns].reshape(rows, columns)
            at += rows * columns
        return cls(game, weights)


def softmax(logits: np.ndarray) -> np.ndarray:
    """Probabilities over the last axis."""
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def look_ahead(net: PolicyValueNet, states: list[State]) -> list[tuple[list[int], np.ndarray]]:
    """For each state its legal actions and what each is worth to the side to move: the value of the position after it,
    or the result where it ends the game. All positions go through the network together."""
    families = [[(action, state.child(action)) for action in state.legal_actions()] for state in states]
    children = [child for family in families for _, child in family]
    movers = [state.current_player() for state, family in zip(states, families) for _ in family]
    worth = np.array([child.returns()[mover] for child, mover in zip(children, movers)], dtype=np.float32)
    running = [number for number, child in enumerate(children) if not child.is_terminal()]
    if running:
        observations = np.stack([children[number].observation() for number in running])
        worth[running] = -net.layers(observations)["value"]
    told, at = [], 0
    for family in families:
        told.append(([action for action, _ in family], worth[at : at + len(family)]))
        at += len(family)
    return told


class NetPlayer:
    """Plays the action of the highest worth, seen one move ahead; with `ahead=False` the policy's favourite."""

    def __init__(self, net: PolicyValueNet, *, ahead: bool = True, name: str = "net"):
        self.net, self.ahead, self.name = net, ahead, name

    def choose(self, state: State) -> int:
        """The action that it plays."""
        if state.game != self.net.game:
            raise ValueError(f"this network plays {self.net.game}, not {state.game}")
        if self.ahead:
            ((actions, worth),) = look_ahead(self.net, [state])
            return actions[int(np.argmax(worth))]
        policy, _ = self.net(state.observation()[None], state.legal_actions_mask()[None])
        return int(np.argmax(policy[0]))
