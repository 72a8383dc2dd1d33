"""What several tests share: every game, size and rule set."""

import heibai
import pytest

OTHELLO = [("othello", dict(size=size, rules=rules)) for size in (4, 6, 8, 10) for rules in ("standard", "empties-to-winner")]
GO = [("go", dict(size=size)) for size in (*range(2, 11), 13, 19, 25)]
GO += [("go", dict(size=9, komi=0.5, handicap=4)), ("go", dict(size=19, handicap=9))]
GOMOKU = [("gomoku", dict(size=size, rules=rules)) for size in range(5, 21) for rules in ("standard", "freestyle")]
GOMOKU += [("gomoku", dict(size=15, rules=rules)) for rules in ("renju", "renju-patterns")]
EVERY = OTHELLO + GO + GOMOKU


def every_game():
    return [heibai.Game(name, **rules) for name, rules in EVERY]


def name_of(game):
    return f"{game.name}-{game.size}-{game.rules}-{game.handicap}"


@pytest.fixture
def not_run(request, capfd):
    """Says that a test did not run, and why: `cargo xtask test` counts such tests apart."""

    def say(reason):
        with capfd.disabled():
            print(f"\nnot run: {request.node.name}: {reason}", flush=True)

    return say
