"""Games by name, and records in files."""

from __future__ import annotations

import os
from collections.abc import Iterable

from heibai._native import Game, Record, State, read_records

# What a file's name says about its format; for the rest, the content tells.
_READ = {"sgf": "sgf", "sgfs": "sgf", "ggf": "ggf", "wtb": "wtb", "psq": "psq", "hbf": "hbf", "pgn": "pgn"}
_WRITE = {**_READ, "obf": "obf", "json": "json", "jsonl": "json", "txt": "moves", "moves": "moves", "pos": "position"}


def load_game(name: str, **rules) -> Game:
    """The game of that name: `othello`, `go` or `gomoku`; keywords size, rules, komi, handicap.

    >>> load_game("go", size=9, komi=5.5)
    heibai.Game("go", size=9, rules="chinese", komi=5.5)
    """
    return Game(name, **rules)


def _extension(path: str | os.PathLike) -> str:
    return os.path.splitext(os.fspath(path))[1].lstrip(".").lower()


def read(path: str | os.PathLike, *, format: str | None = None, game: str | None = None, skip_bad: bool = False) -> list[Record]:
    """All games of a file in any format that heibai reads."""
    with open(os.fspath(path), "rb") as file:
        data = file.read()
    return read_records(data, format=format or _READ.get(_extension(path)), game=game, skip_bad=skip_bad)


def write(path: str | os.PathLike, games: Iterable[Record | State], *, format: str | None = None) -> None:
    """Writes games to a file; the format follows from the name if none is given."""
    format = format or _WRITE.get(_extension(path))
    if format is None:
        raise ValueError(f"{os.fspath(path)!r} does not tell a format: pass format=")
    records = [Record(game) if isinstance(game, State) else game for game in games]
    text = "".join(record.write(format) for record in records)
    with open(os.fspath(path), "w", encoding="utf-8") as file:
        file.write(text)
