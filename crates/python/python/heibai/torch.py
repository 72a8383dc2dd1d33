"""PyTorch beside heibai: a module as the evaluator of a search, positions as a dataset. Needs torch.

    mcts = heibai.MCTS(game, 64, heibai.torch.evaluator(module, device="cuda"), overlap=True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from heibai import symmetry
from heibai.data import BLOCK, Dtype, Games, arrays
from heibai.extras import missing

try:
    import torch
except ModuleNotFoundError as error:
    raise missing(error, "torch") from None


def evaluator(
    module: torch.nn.Module, device: str | torch.device = "cpu"
) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """An evaluator for `heibai.MCTS`: the module maps observations to policy logits and values from -1 to 1. It is put
    into evaluation mode and moved to `device`; observations come to it in the precision of its weights."""
    module = module.eval().to(device)
    kind = next((weights.dtype for weights in module.parameters()), torch.float32)

    def evaluate(observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        with torch.inference_mode():
            logits, values = module(torch.from_numpy(observations).to(device, kind, non_blocking=True))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    return evaluate


class Positions(torch.utils.data.IterableDataset):
    """The dataset that `heibai.data.positions` makes."""

    def __init__(
        self,
        games: Games,
        *,
        shuffle: bool,
        symmetries: bool,
        policies: bool,
        cut_off: bool,
        history: int,
        dtype: Dtype,
        seed: int,
        together: int,
    ) -> None:
        self._games, self._shuffle, self._symmetries, self._cut_off = games, shuffle, symmetries, cut_off
        self._arrays: dict[str, Any] = {"history": history, "dtype": dtype, "policies": policies}
        self._seed, self._together, self._passes = seed, together, 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._passes += 1
        info = torch.utils.data.get_worker_info()
        worker, workers = (0, 1) if info is None else (info.id, info.num_workers)
        # A worker is a copy that knows no earlier pass; PyTorch gives it another seed in each.
        seeds = [self._seed, self._passes, 0 if info is None else info.seed - info.id]
        # Every worker draws the same order and takes its share of it.
        order, own = np.random.default_rng(seeds), np.random.default_rng([*seeds, worker])
        blocks = np.arange(0, len(self._games), BLOCK)
        if self._shuffle:
            order.shuffle(blocks)
        mine = [int(block) for block in blocks[worker::workers]]
        count = max(1, self._together // BLOCK)
        for at in range(0, len(mine), count):
            taken = [game for block in mine[at : at + count] for game in self._games[block : block + BLOCK]]
            if not self._cut_off:
                taken = [game for game in taken if game["outcome"]["reason"] != "cut_off"]
            if taken and self._games.game is not None:
                data = arrays(self._games.game, taken, **self._arrays)
                yield from self._rows(data, self._games.game.size, own)

    def _rows(self, data: dict[str, np.ndarray], size: int, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
        rows = np.arange(len(data["actions"]))
        if self._shuffle:
            rng.shuffle(rows)
        if self._symmetries:
            turns = rng.integers(0, symmetry.COUNT, len(rows))
            for turn in range(1, symmetry.COUNT):
                _turn(data, turns == turn, turn, size)
        for row in rows:
            yield {name: values[row] for name, values in data.items()}


def _turn(data: dict[str, np.ndarray], chosen: np.ndarray, turn: int, size: int) -> None:
    """Turns the chosen rows."""
    data["observations"][chosen] = symmetry.planes(data["observations"][chosen], turn)
    for name in {"masks", "policies"} & data.keys():
        data[name][chosen] = symmetry.policy(data[name][chosen], turn, size)
    goes_to = np.argsort(symmetry.policy(np.arange(data["masks"].shape[1]), turn, size))
    data["actions"][chosen] = goes_to[data["actions"][chosen]]
