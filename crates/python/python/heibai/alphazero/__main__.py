"""`python -m heibai.alphazero`: every choice of a run as an option."""

from __future__ import annotations

import argparse
import dataclasses
import sys
import types
import typing

from heibai.alphazero import PRESETS, Config, train


def _parser() -> argparse.ArgumentParser:
    about = "Teaches a network a game by self-play. A folder that holds a run is resumed."
    parser = argparse.ArgumentParser(prog="python -m heibai.alphazero", description=about)
    parser.add_argument("--out", required=True, help="the folder of the run")
    parser.add_argument("--preset", choices=sorted(PRESETS), help="the usual choices for a game")
    parser.add_argument("--tensorboard", action="store_true")
    hints = typing.get_type_hints(Config)
    for field in dataclasses.fields(Config):
        option = "--" + field.name.replace("_", "-")
        if field.name == "opponents":
            parser.add_argument(option, nargs="+", help=f"default {' '.join(Config.opponents)}")
            continue
        hint = hints[field.name]
        kinds = [kind for kind in typing.get_args(hint) if kind is not types.NoneType] or [hint]
        parser.add_argument(option, type=kinds[0], help=f"default {field.default}")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Runs the loop with the arguments of the command line; the exit code."""
    args = vars(_parser().parse_args(arguments))
    out, preset, tensorboard = args.pop("out"), args.pop("preset"), args.pop("tensorboard")
    chosen = {key: tuple(value) if key == "opponents" else value for key, value in args.items() if value is not None}
    try:
        train(Config(**{**PRESETS.get(preset, {}), **chosen}), out, tensorboard=tensorboard, say=lambda line: print(line, flush=True))
    except (ValueError, OSError) as error:
        print(f"heibai.alphazero: {error}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"heibai.alphazero: {error}: install heibai[torch]", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command goes on from the last checkpoint", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
