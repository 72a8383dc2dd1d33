"""The same games beside OpenSpiel, where the rules are the same."""

import random

import numpy as np
import pyspiel
import pytest

import heibai


def same_end(ours, theirs):
    assert ours.is_terminal() == theirs.is_terminal()
    if ours.is_terminal():
        assert list(ours.returns()) == theirs.returns()
    else:
        assert ours.current_player() == theirs.current_player()


@pytest.mark.parametrize("seed", range(150))
def test_othello(seed):
    rng = random.Random(seed)
    ours, theirs = heibai.Game("othello").new_initial_state(), pyspiel.load_game("othello").new_initial_state()
    while not theirs.is_terminal():
        assert ours.legal_actions() == theirs.legal_actions()
        action = rng.choice(ours.legal_actions())
        ours.apply_action(action)
        theirs.apply_action(action)
        same_end(ours, theirs)
    assert ours.is_terminal()


@pytest.mark.parametrize("size, seed", [(size, seed) for size in (5, 9, 19) for seed in range(12)])
def test_go(size, seed):
    """OpenSpiel knows the simple ko only, and ends a game after a while: compared are games without a superko case,
    up to its limit. Its actions count rows from the bottom and name points as we do."""
    rng = random.Random(seed)
    game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
    ours, theirs = heibai.Game("go", size=size).new_initial_state(), game.new_initial_state()
    ours_of = {}
    while not theirs.is_terminal() and ours.move_number() < 2 * size * size - 2:
        for action in theirs.legal_actions():
            if action not in ours_of:
                text = theirs.action_to_string(theirs.current_player(), action).split()[-1]
                ours_of[action] = ours.string_to_action("pass" if text.lower() == "pass" else text)
        legal = {ours_of[action]: action for action in theirs.legal_actions()}
        superko = set(legal) - set(ours.legal_actions())
        assert set(ours.legal_actions()) <= set(legal)
        assert all("repeat" in ours.why_illegal(action) for action in superko)
        # A pass is drawn seldom, so that games are played out.
        among = [action for action in ours.legal_actions() if action != size * size or rng.random() < 0.1]
        action = rng.choice(among or [size * size])
        ours.apply_action(action)
        theirs.apply_action(legal[action])
        same_end(ours, theirs)


@pytest.mark.parametrize("seed", range(100))
def test_gomoku_freestyle(seed):
    rng = random.Random(seed)
    ours = heibai.Game("gomoku", rules="freestyle").new_initial_state()
    theirs = pyspiel.load_game("gomoku").new_initial_state()
    assert pyspiel.load_game("gomoku").num_distinct_actions() == 225
    while not theirs.is_terminal():
        assert ours.legal_actions() == theirs.legal_actions()
        # Mostly next to other stones, so that rows of five come about.
        stones = np.argwhere(ours.board() > 0)
        legal = ours.legal_actions()
        if len(stones):
            y, x = stones[rng.randrange(len(stones))]
            near = [a for a in legal if abs(a // 15 - y) <= 1 and abs(a % 15 - x) <= 1]
            legal = near or legal
        action = rng.choice(legal)
        ours.apply_action(action)
        theirs.apply_action(action)
        same_end(ours, theirs)
    assert ours.is_terminal()
