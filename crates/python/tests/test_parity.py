"""Python decides as the referee does: the playthroughs that Rust wrote, counts of positions, and VecEnv against State."""

import pathlib
import re

import numpy as np
import pytest

import heibai
from conftest import every_game, name_of

PLAYTHROUGHS = sorted((pathlib.Path(__file__).parents[2] / "games/tests/data/playthroughs").glob("*.txt"))
SIDES = ["Black", "White"]


def check_facts(state, text):
    """Board, legal points and turn, or the end, as the playthrough shows them."""
    size = state.game.size
    rows = [line.split()[1] for line in text.splitlines() if re.fullmatch(r" ?\d+ [XO+.]+", line)]
    assert len(rows) == size
    mask = state.legal_actions_mask()[: size * size].reshape(size, size)
    signs = np.where(mask, "+", np.array([".", "X", "O"])[state.board()])
    assert ["".join(row) for row in signs] == rows
    for name, reason in re.findall(r"refused (\w+): (.*)", text):
        assert state.why_illegal(state.string_to_action(name)) == reason
    turn = re.search(r"(\w+) to move, (\d+) legal, pass (\w+)", text)
    if turn:
        assert turn.groups() == (
            SIDES[state.current_player()],
            str(len(state.legal_actions())),
            str(state.game.name != "gomoku" and state.why_illegal(size * size) is None).lower(),
        )
        return
    outcome = state.outcome()
    winner = re.search(r"winner: (?:Some\((\w+)\)|None)", text).group(1)
    assert outcome["winner"] == (None if winner is None else SIDES.index(winner))
    assert outcome["reason"].replace("_", "") == re.search(r"reason: (\w+)", text).group(1).lower()
    score = re.search(r"Score \{ black: HalfPoints\((-?\d+)\), white: HalfPoints\((-?\d+)\)", text)
    assert outcome["score"] == (score and tuple(int(half) / 2 for half in score.groups()))
    margin = re.search(r"margin: Some\(HalfPoints\((\d+)\)\)", text)
    assert outcome["margin"] == (margin and int(margin.group(1)) / 2)
    five = re.search(r"^five (.*)", text, re.M)
    if five:
        assert [state.action_to_string(a) for a in state.winning_line()] == five.group(1).split()


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_of_the_referee(path):
    name, size, rules = path.stem.split("-", 2)
    state = heibai.Game(name, size=int(size), rules=rules).new_initial_state()
    head, *blocks = re.split(r"\n(?=\d+\. )", path.read_text())
    check_facts(state, head)
    assert len(blocks) > 10
    for block in blocks:
        number, side, move = re.match(r"(\d+)\. (\w+) (\w+):", block).groups()
        assert (int(number), side) == (state.move_number() + 1, SIDES[state.current_player()])
        before = state.board()
        state.apply_action(state.string_to_action(move))
        changed = before != state.board()
        played, flipped, removed = re.match(r".*? (\w+): flipped (.*), removed (.*)", block).groups()
        named = {played, *flipped.split(), *removed.split()} - {"none", "pass"}
        assert changed.sum() == len(named)
        for point in named:
            assert changed.ravel()[state.string_to_action(point)]
        for passed in re.findall(r"^(\w+) passes", block, re.M):
            assert SIDES[state.current_player()] == passed
            state.apply_action(size_of(state))
        check_facts(state, block)


def size_of(state):
    return state.game.size ** 2


def test_there_are_playthroughs():
    assert len(PLAYTHROUGHS) >= 14


def perft(state, depth):
    if depth == 0 or state.is_terminal():
        return 1
    return sum(perft(state.child(action), depth - 1) for action in state.legal_actions())


def test_published_counts():
    assert [perft(heibai.Game("othello").new_initial_state(), d) for d in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]
    freestyle = heibai.Game("gomoku", size=5, rules="freestyle").new_initial_state()
    assert perft(freestyle, 3) == 25 * 24 * 23


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_batches_decide_as_states_do(game):
    """Every array of VecEnv equals what State says, through ends and new beginnings."""
    count, history = 3, 2
    env = heibai.VecEnv(game, count, seed=11, history=history, max_moves=300)
    states = [game.new_initial_state() for _ in range(count)]
    for _ in range(130 if game.size < 12 else 60):
        actions = env.sample().copy()
        observations, masks, rewards, terminated, truncated = env.step(actions)
        for i, action in enumerate(actions):
            states[i].apply_action(int(action))
            assert terminated[i] == states[i].is_terminal()
            assert truncated[i] == (not terminated[i] and states[i].move_number() == 300)
            assert rewards[i].tolist() == list(states[i].returns())
            if terminated[i] or truncated[i]:
                states[i] = game.new_initial_state()
            assert env.players[i] == states[i].current_player()
            assert np.array_equal(masks[i], states[i].legal_actions_mask())
            assert np.array_equal(observations[i], states[i].observation(history, "int8"))
            assert env.actions_of(i) == states[i].history()
