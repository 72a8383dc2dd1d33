"""The jobs of `heibai.ray` from a shell: `python -m heibai.jobs selfplay|tournament|analyze ...`.

Results are JSON Lines on standard output or in `--out`; without `--address` the work is done on this machine.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from typing import Any, TextIO

import heibai
import heibai.ray


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--address", help="a Ray cluster: host:port, or auto; without it, this machine")
    parser.add_argument("--workers", type=int, help="tasks at once; as many as there are cores for if not given")
    parser.add_argument("--out", help="a file for the results (selfplay: or a folder, runs/, s3://...); else standard output")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--seconds", type=float, help="for each move")


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True)
    parser.add_argument("--size", type=int)
    parser.add_argument("--rules")
    parser.add_argument("--komi", type=float)
    parser.add_argument("--games", type=int, default=100, help="how many; in a tournament, for each pair")
    parser.add_argument("--random-plies", type=int, default=4)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m heibai.jobs", description="Self-play, tournaments and analysis.")
    commands = parser.add_subparsers(dest="command", required=True)
    selfplay = commands.add_parser("selfplay", help="games of a player against itself")
    selfplay.add_argument("--player", default="hard")
    selfplay.add_argument("--numbers", type=_numbers, help="the games of these numbers instead, such as 0-31,64-99")
    tournament = commands.add_parser("tournament", help="everybody against everybody")
    tournament.add_argument("players", nargs="+")
    analyze = commands.add_parser("analyze", help="what a player thinks of recorded games")
    analyze.add_argument("files", nargs="+")
    analyze.add_argument("--player", default="best")
    analyze.add_argument("--multipv", type=int, default=1)
    for command in (selfplay, tournament):
        _rules(command)
    for command in (selfplay, tournament, analyze):
        _options(command)
    return parser


def _numbers(text: str) -> list[int]:
    pairs = [part.split("-") for part in text.split(",")]
    return [number for first, last in pairs for number in range(int(first), int(last) + 1)]


def _is_folder(args: argparse.Namespace) -> bool:
    """Whether games go into a folder, where a run that was stopped goes on."""
    out = args.out or ""
    return "://" in out or (args.command == "selfplay" and (out.endswith("/") or os.path.isdir(out)))


def _write(out: TextIO, row: dict[str, Any]) -> None:
    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    out.flush()


def _rows(args: argparse.Namespace, out: TextIO) -> list[dict[str, Any]]:
    """Runs the job; returns the rows that were not written on the way."""
    common = {key: getattr(args, key) for key in ("address", "workers", "seed", "nodes", "depth", "seconds")}
    common["progress"] = args.command
    if args.command != "selfplay" and args.out and "://" in args.out:
        raise ValueError(f"--out {args.out}: only self-play is written to an address")
    if args.command == "analyze":
        games = [record for path in args.files for record in heibai.read(path)]
        told = heibai.ray.analyze(games, args.player, moves=args.multipv, **common)
        return [{"game": number, "moves": moves} for number, moves in enumerate(told)]
    chosen = {key: getattr(args, key) for key in ("size", "rules", "komi")}
    game = heibai.Game(args.game, **{key: value for key, value in chosen.items() if value is not None})
    common["random_plies"] = args.random_plies
    if args.command == "tournament":
        return heibai.ray.tournament(args.players, game, args.games, **common)["table"]
    # The action of a pass, which Gomoku does not have.
    passing = None if game.name == "gomoku" else game.size**2
    games = args.games if args.numbers is None else args.numbers
    if _is_folder(args):
        return heibai.ray.selfplay(game, games, player=args.player, out=args.out, **common)
    return heibai.ray.selfplay(
        game, games, player=args.player, on_result=lambda row: _write(out, {**row, "pass": passing}), **common
    )


def main(arguments: list[str] | None = None) -> int:
    """Runs a job with the arguments of the command line; the exit code."""
    args = _parser().parse_args(arguments)
    try:
        file = args.out and not _is_folder(args)
        with open(args.out, "w", encoding="utf-8") if file else contextlib.nullcontext(sys.stdout) as out:
            for row in _rows(args, out):
                _write(out, row)
    except (ValueError, OSError) as error:
        print(f"heibai.jobs: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("heibai.jobs: stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
