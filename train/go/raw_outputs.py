#!/usr/bin/env python3
"""Asks KataGo what a network says of positions, to hold our own inference to it (`heibai-train go outputs`).

  python3 raw_outputs.py --katago "katago gtp -model NETWORK -config GTP.cfg" --games FILE.sgfs --count 100 --out FILE.jsonl

The positions come from games of 19x19 without handicap, one of each, at moves of all stages. They are asked with
`kata-raw-nn 0 0`: without a symmetry and by the plain policy (networks have an optimistic one too, of which KataGo
would mix in a fifth), for the rules that our inputs show (area, positional superko, no suicide)."""

import argparse
import json
import re
import shlex
import subprocess

RULES = "koPOSITIONALscoreAREAtaxNONEsui0"
LETTERS = "ABCDEFGHJKLMNOPQRST"


def games(path):
    """The moves of each game, as GTP names them."""
    for text in open(path, encoding="utf-8", errors="replace").read().split("(;")[1:]:
        if "SZ[19]" in text and "HA[" not in text and "AB[" not in text:
            places = re.findall(r";(B|W)\[([a-s]{2})\]", text)
            yield [(color, LETTERS[ord(at[0]) - 97] + str(115 + 1 - ord(at[1]))) for color, at in places]


class Gtp:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or lines[-1]:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"KataGo ended at: {command}")
            lines.append(line.strip())
        if not lines[0].startswith("="):
            raise SystemExit(f"{command}: {lines[0]}")
        return "\n".join(lines)[1:].strip()


def outputs(answer):
    """The numbers of an answer by name; where there is none (an illegal move), nothing."""
    found, name = {}, None
    for word in answer.split():
        if re.fullmatch(r"[A-Za-z]\w*", word) and word.lower() != "nan":
            name, found[word] = word, []
        else:
            found[name].append(None if word.lower() == "nan" else float(word))
    return {name: numbers if len(numbers) > 1 else numbers[0] for name, numbers in found.items() if numbers}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--katago", required=True)
    p.add_argument("--games", required=True)
    p.add_argument("--count", type=int, default=100)
    p.add_argument("--out", required=True)
    args = p.parse_args()
    katago = Gtp(args.katago)
    katago.ask("boardsize 19")
    katago.ask("komi 7.5")
    katago.ask(f"kata-set-rules {RULES}")
    long = [game for game in games(args.games) if len(game) > 200]
    with open(args.out, "w") as file:
        file.write(json.dumps(dict(about=f"raw outputs of KataGo {katago.ask('version')}: {args.katago}")) + "\n")
        for number, game in enumerate(long[: args.count]):
            moves = game[: 5 + number * 195 // args.count]
            katago.ask("clear_board")
            for color, place in moves:
                katago.ask(f"play {color} {place}")
            words = " ".join(f"{color.lower()}:{place}" for color, place in moves)
            file.write(json.dumps(dict(moves=words, **outputs(katago.ask("kata-raw-nn 0 0")))) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
