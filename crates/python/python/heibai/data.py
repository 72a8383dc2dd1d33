"""Games as arrays to learn from.

>>> import heibai, heibai.data, heibai.ray
>>> game = heibai.Game("gomoku", size=9, rules="freestyle")
>>> arrays = heibai.data.arrays(game, heibai.ray.selfplay(game, 2, player="random", seed=1))
>>> arrays["observations"].shape[1:], arrays["observations"].dtype
((4, 9, 9), dtype('int8'))
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from heibai._native import Game, VecEnv

_TOGETHER = 256


def arrays(game: Game, games: Iterable[dict[str, Any]], *, history: int = 0, dtype: str = "int8") -> dict[str, np.ndarray]:
    """Every position of the games (dicts with `actions` and `outcome`, as `heibai.ray.selfplay` gives them), game by
    game: observations, masks, the actions that were played, and values, the results for the side to move."""
    games = list(games)
    shape = game.observation_shape(history)
    lengths = [len(played["actions"]) for played in games]
    first = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
    total = int(first[-1])
    out = {
        "observations": np.zeros((total, *shape), dtype=dtype),
        "masks": np.zeros((total, game.num_distinct_actions()), dtype=bool),
        "actions": np.zeros(total, dtype=np.int64),
        "values": np.zeros(total, dtype=np.float32),
    }
    for at in range(0, len(games), _TOGETHER):
        _fill(game, games[at : at + _TOGETHER], first[at:], out, history, dtype)
    return out


def _fill(game: Game, games: list, first: np.ndarray, out: dict[str, np.ndarray], history: int, dtype: str) -> None:
    env = VecEnv(game, len(games), history=history, dtype=dtype, autoreset=False)
    lines = [played["actions"] for played in games]
    winners = [played["outcome"]["winner"] for played in games]
    signs = np.array([0 if winner is None else 1 - 2 * winner for winner in winners], dtype=np.float32)
    for move in range(max(map(len, lines), default=0)):
        running = np.array([number for number, line in enumerate(lines) if move < len(line)])
        rows = first[running] + move
        actions = np.full(len(games), VecEnv.leave, dtype=np.int64)
        actions[running] = [lines[number][move] for number in running]
        out["observations"][rows] = env.observations[running]
        out["masks"][rows] = env.masks[running]
        out["actions"][rows] = actions[running]
        out["values"][rows] = signs[running] * (1 - 2 * env.players[running])
        env.step(actions)


def save(path: str | os.PathLike, data: dict[str, np.ndarray]) -> None:
    """Writes the arrays to a compressed file."""
    np.savez_compressed(path, **data)


def load(path: str | os.PathLike) -> dict[str, np.ndarray]:
    """Reads what `save` wrote; a damaged file is an error of numpy or zipfile."""
    with np.load(path, allow_pickle=False) as file:
        data = {name: file[name] for name in ("observations", "masks", "actions", "values")}
    if len({len(values) for values in data.values()}) != 1:
        raise ValueError(f"{os.fspath(path)}: the arrays differ in length")
    return data


def torch_dataset(data: dict[str, np.ndarray]):
    """The arrays as a `torch.utils.data.TensorDataset` that shares their memory; needs torch."""
    import torch

    names = ("observations", "masks", "actions", "values")
    return torch.utils.data.TensorDataset(*(torch.from_numpy(data[name]) for name in names))
