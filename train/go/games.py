#!/usr/bin/env python3
"""Makes a library of finished games for label.py out of SGF files: a line for each game, its size and its moves
(`19 pddp...`, about 400 bytes, half of that packed).

  python3 games.py FILE_OR_FOLDER... --out games.txt

Taken are games on 19x19 without handicap or other stones set up, with at least 60 moves, Black and White in turn. A
game that is there twice (the same first 80 moves) counts once. The order is random, so that part of the file will do."""

import argparse
import os
import random
import re

MOVE = re.compile(r";\s*(B|W)\s*\[([a-s]{2}|tt|)\]")
COMMENT = re.compile(r"(?<![A-Z])G?C\[(?:\\.|[^\]\\])*\]", re.DOTALL)
LEAST = 60


def files(paths):
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                yield from (os.path.join(folder, name) for name in sorted(names) if not name.endswith(".zip"))
        else:
            yield path


def main_lines(text):
    """The main line of each game: what stands before the first variation ends, without comments. A file without a game
    tree has a game on every line."""
    if "(" not in text:
        yield from text.splitlines()
    text = COMMENT.sub("", text)
    for game in re.split(r"\(\s*;(?=[^()]*?(?:FF|GM|SZ|PB|PW|KM)\[)", text)[1:]:
        yield game.split(")")[0]


def moves(game):
    """The moves of a game as SGF points, or nothing where it is of no use."""
    size = re.search(r"SZ\[(\d+)\]", game)
    if size and size[1] != "19" or re.search(r"(?<![A-Z])(AB|AW|AE)\[", game) or re.search(r"HA\[[^0]", game):
        return None
    found = MOVE.findall(game)
    in_turn = all(color == "BW"[i % 2] for i, (color, _) in enumerate(found))
    return "".join(at or "tt" for _, at in found) if in_turn and len(found) >= LEAST else None


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="+")
    p.add_argument("--out", required=True)
    p.add_argument("--most", type=int, default=1_000_000, help="most games")
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    known, looked = {}, 0
    for path in files(args.files):
        with open(path, encoding="utf-8", errors="replace") as file:
            for game in main_lines(file.read()):
                looked += 1
                line = moves(game)
                if line:
                    known.setdefault(line[:160], line)
    lines = list(known.values())
    random.Random(args.seed).shuffle(lines)
    with open(args.out, "w") as file:
        file.writelines(f"19 {line}\n" for line in lines[: args.most])
    print(f"{min(len(lines), args.most)} games of {looked}")


if __name__ == "__main__":
    main()
