"""Games of self-play: read from files, as arrays to learn from, and in open formats.

>>> import heibai, heibai.data, heibai.ray
>>> game = heibai.Game("gomoku", size=9, rules="freestyle")
>>> arrays = heibai.data.arrays(game, heibai.ray.selfplay(game, 2, player="random", seed=1))
>>> arrays["observations"].shape[1:], arrays["observations"].dtype
((4, 9, 9), dtype('int8'))

`Games` reads what `heibai selfplay` wrote (docs/formats/selfplay.md), a frame of some 32 games at a time:

    games = heibai.data.Games("selfplay/games.hbf")
    len(games), games[-1]["outcome"], [game["id"] for game in games[10:20]]
    heibai.data.export(games, "shards", format="parquet")
    loader = torch.utils.data.DataLoader(heibai.data.positions(games, shuffle=True), batch_size=256)
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, overload

import numpy as np

from heibai._native import Game, Record, SelfplayFile, State, VecEnv
from heibai.extras import missing
from heibai.storage import Folder

Dtype = Literal["int8", "float32"]

# Games that are read and replayed together.
BLOCK = 256
_NAMES = ("observations", "masks", "actions", "values", "ended")


class Games(Sequence):
    """The games of a file of self-play data, as dicts like those of `heibai.ray.selfplay`. Only the frame that is looked at
    is in memory. A frame that is still being written is left out."""

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = os.fspath(path)
        self._file = SelfplayFile(self.path)
        self.game: Game | None = self._file.game
        self.player: str | None = self._file.player
        self.seed: int | None = self._file.seed

    def __len__(self) -> int:
        return len(self._file)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index):
        if isinstance(index, slice):
            numbers = range(len(self))[index]
            if numbers.step == 1:
                return self._file.games(numbers.start, max(numbers.start, numbers.stop))
            return [self[number] for number in numbers]
        try:
            number = range(len(self))[index]
        except IndexError:
            raise IndexError(f"game {index} of {len(self)}") from None
        return self._file.games(number, number + 1)[0]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for at in range(0, len(self), BLOCK):
            yield from self[at : at + BLOCK]

    def columns(self, start: int = 0, stop: int | None = None) -> dict[str, np.ndarray]:
        """The games from `start` to before `stop` as flat arrays: ids, results (1 Black won, -1 White, 0 nobody), reasons,
        margins (points, Black's side), openings; actions and scores of all moves one after another, those of game i from
        offsets[i] to offsets[i + 1]; visit_actions and visit_counts, those of move j from visit_offsets[j] on."""
        columns = self._file.columns(start, len(self) if stop is None else stop)
        return {**columns, "reasons": np.array(columns["reasons"], dtype="U16")}

    def __reduce__(self):
        return Games, (self.path,)

    def __repr__(self) -> str:
        return f"<heibai.data.Games {self.path!r}, {len(self)} games>"


def _as_dict(game: dict[str, Any] | Record | State) -> dict[str, Any]:
    if isinstance(game, dict):
        return game
    state = game.state() if isinstance(game, Record) else game
    outcome = game.outcome() or {"winner": None, "reason": "cut_off"}
    return {"actions": state.history(), "outcome": outcome, "start": state.initial_state()}


def arrays(
    game: Game,
    games: Iterable[dict[str, Any] | Record | State],
    *,
    history: int = 0,
    dtype: Dtype = "int8",
    policies: bool = False,
) -> dict[str, np.ndarray]:
    """Every position of the games (dicts with `actions` and `outcome`, records, or states), game by game:
    `observations`, `masks`, `actions` (the ones played), `values` (the result for the side to move) and `ended` (false
    where the game was cut off or has no result, so that its value says nothing). With `policies` also the share of visits
    of every action, where the player counted them; else the action that was played."""
    played = [_as_dict(one) for one in games]
    shape = game.observation_shape(history)
    lengths = [len(one["actions"]) for one in played]
    first = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
    total = int(first[-1])
    out = {
        "observations": np.zeros((total, *shape), dtype=dtype),
        "masks": np.zeros((total, game.num_distinct_actions()), dtype=bool),
        "actions": np.zeros(total, dtype=np.int64),
        "values": np.zeros(total, dtype=np.float32),
        "ended": np.repeat(np.array([one["outcome"]["reason"] != "cut_off" for one in played], dtype=bool), lengths),
    }
    for at in range(0, len(played), BLOCK):
        _fill(game, played[at : at + BLOCK], first[at:], out, history, dtype)
    if policies:
        out["policies"] = _policies(out["masks"].shape, played, out["actions"])
    return out


def _fill(game: Game, games: list, first: np.ndarray, out: dict[str, np.ndarray], history: int, dtype: Dtype) -> None:
    env = VecEnv(game, len(games), history=history, dtype=dtype, autoreset=False)
    for number, played in enumerate(games):
        if "start" in played:
            env.set_state(number, played["start"])
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


def _policies(shape: tuple[int, ...], games: list[dict[str, Any]], actions: np.ndarray) -> np.ndarray:
    out = np.zeros(shape, dtype=np.float32)
    row = 0
    for played in games:
        visits = played.get("visits") or [()] * len(played["actions"])
        for visited in visits:
            for action, count in visited or ((actions[row], 1),):
                out[row, action] = count
            row += 1
    return out / np.maximum(out.sum(axis=-1, keepdims=True), 1)


def export(games: Games, out: str | os.PathLike, *, format: str = "npz", games_per_file: int = 10_000) -> list[str]:
    """Writes games in an open format, some thousands a file (`games-00000.npz` ...), and returns the names. `npz` holds the
    columns of `Games.columns`; `parquet` one row a game with lists, and needs pyarrow. `out` is a folder or an address
    such as `s3://bucket/run`."""
    if not isinstance(games, Games):
        raise TypeError(f"{type(games).__name__}: expected heibai.data.Games, the games of a file")
    if format not in ("npz", "parquet"):
        raise ValueError(f"format {format!r}: expected npz or parquet")
    if games_per_file < 1:
        raise ValueError("a file holds one game or more")
    folder, names = Folder(out), []
    for number, start in enumerate(range(0, len(games), games_per_file)):
        columns = games.columns(start, min(start + games_per_file, len(games)))
        file = io.BytesIO()
        if format == "npz":
            np.savez_compressed(file, **columns)  # type: ignore[arg-type]
        else:
            _write_parquet(file, games, columns)
        name = f"games-{number:05}.{format}"
        folder.write(name, file.getvalue())
        names.append(os.path.join(os.fspath(out), name))
    return names


def _write_parquet(file: Any, games: Games, columns: dict[str, np.ndarray]) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise missing(error, "parquet") from None

    def lists(offsets: np.ndarray, values: Any) -> Any:
        return pyarrow.LargeListArray.from_arrays(pyarrow.array(offsets, pyarrow.int64()), pyarrow.array(values))

    def by_move(values: np.ndarray) -> Any:
        return lists(columns["offsets"], lists(columns["visit_offsets"], values))

    table = pyarrow.table(
        {
            "id": columns["ids"],
            "result": columns["results"],
            "reason": columns["reasons"],
            "margin": columns["margins"],
            "opening": columns["openings"],
            "actions": lists(columns["offsets"], columns["actions"]),
            "scores": lists(columns["offsets"], columns["scores"]),
            "visit_actions": by_move(columns["visit_actions"]),
            "visit_counts": by_move(columns["visit_counts"]),
        }
    )
    about = {"heibai.game": repr(games.game), "heibai.player": str(games.player), "heibai.seed": str(games.seed)}
    pyarrow.parquet.write_table(table.replace_schema_metadata(about), file)


def positions(
    games: Games | str | os.PathLike,
    *,
    shuffle: bool = False,
    symmetries: bool = False,
    policies: bool = True,
    cut_off: bool = False,
    history: int = 0,
    dtype: Dtype = "float32",
    seed: int = 0,
    together: int = 1024,
):
    """The positions of the games as a `torch.utils.data.IterableDataset` of dicts (observations, masks, actions, values and
    policies), read while they are learnt from; needs torch. `shuffle` takes blocks of games in random order and mixes the
    positions of `together` games; every pass is another order. `symmetries` turns and mirrors each position at random. Games
    that were cut off are left out unless `cut_off`. Several workers share the work."""
    from heibai.torch import Positions

    options = {"shuffle": shuffle, "symmetries": symmetries, "policies": policies, "cut_off": cut_off}
    source = games if isinstance(games, Games) else Games(games)
    return Positions(source, history=history, dtype=dtype, seed=seed, together=together, **options)


def shards(folder: str | os.PathLike) -> Iterator[dict[str, Any]]:
    """The games that `heibai.ray.selfplay(..., out=folder)` wrote, in the order of their numbers; the folder may be an address
    such as `s3://bucket/run`."""
    source, seen = Folder(folder), set()
    for name in source.names():
        if name.startswith("games-") and name.endswith(".jsonl"):
            for game in map(json.loads, source.read(name).splitlines()):
                # A run that was resumed may have cut the work differently.
                if game["id"] not in seen:
                    seen.add(game["id"])
                    yield game


def save(path: str | os.PathLike, data: dict[str, np.ndarray]) -> None:
    """Writes the arrays to a compressed file."""
    np.savez_compressed(path, **data)  # type: ignore[arg-type]


def load(path: str | os.PathLike) -> dict[str, np.ndarray]:
    """Reads what `save` wrote; a damaged file is an error of numpy or zipfile."""
    with np.load(path, allow_pickle=False) as file:
        data = {name: file[name] for name in (*_NAMES, "policies") if name in file}
    if not {"observations", "masks", "actions", "values"} <= data.keys():
        raise KeyError(f"{os.fspath(path)}: no arrays of positions")
    if len({len(values) for values in data.values()}) != 1:
        raise ValueError(f"{os.fspath(path)}: the arrays differ in length")
    return data


def torch_dataset(data: dict[str, np.ndarray]):
    """The arrays as a `torch.utils.data.TensorDataset` that shares their memory; needs torch."""
    try:
        import torch
    except ModuleNotFoundError as error:
        raise missing(error, "torch") from None
    names = ("observations", "masks", "actions", "values")
    return torch.utils.data.TensorDataset(*(torch.from_numpy(data[name]) for name in names))
