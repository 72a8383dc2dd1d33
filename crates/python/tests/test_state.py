"""A single game from Python: what may be played, what it does, and how it is kept."""

import copy
import pickle
import random
import re

import numpy as np
import pytest

import heibai
from conftest import every_game, name_of


def random_game(game, seed, most=10_000):
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < most:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_what_a_state_says_hangs_together(game):
    rng = random.Random(5)
    state = game.new_initial_state()
    points = game.size**2
    assert game.num_distinct_actions() == points + (game.name != "gomoku")
    for _ in range(60):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal == sorted(legal) == np.flatnonzero(mask).tolist()
        assert mask.shape == (game.num_distinct_actions(),)
        for action in range(-2, game.num_distinct_actions() + 2):
            assert (state.why_illegal(action) is None) == (action in legal)
        assert [state.string_to_action(state.action_to_string(a)) for a in legal] == legal
        board, player = state.board(), state.current_player()
        planes = state.observation(history=2)
        names = game.plane_names(history=2)
        assert planes.shape == game.observation_shape(history=2) == (len(names), game.size, game.size)
        by_name = dict(zip(names, planes))
        assert np.array_equal(by_name["own"], board == player + 1)
        assert np.array_equal(by_name["opponent"], board == 2 - player)
        assert np.array_equal(by_name["legal"].ravel(), mask[:points])
        assert np.all(by_name["black_to_move"] == 1 - player)
        if state.move_number():
            before = state.clone()
            before.undo()
            assert np.array_equal(by_name["own-1"], before.board() == player + 1)
            assert np.array_equal(by_name["opponent-1"], before.board() == 2 - player)
        if game.name == "go":
            assert np.all(by_name["komi"] == 2 * game.komi * (1 if player else -1))
        forbidden = np.zeros(points, dtype=bool)
        forbidden[[action for action, _ in state.forbidden()]] = True
        if "forbidden" in by_name:
            assert np.array_equal(by_name["forbidden"].ravel(), forbidden)
        else:
            assert not forbidden.any()
        assert np.array_equal(state.observation(history=2, dtype="int8"), planes)
        child = state.child(rng.choice(legal))
        assert child != state and np.array_equal(state.board(), board)
        state = child


@pytest.mark.parametrize("game", every_game(), ids=name_of)
def test_copies_texts_and_pickles_are_the_same_game(game):
    state = random_game(game, 3, most=40)
    for twin in (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        heibai.State.deserialize(state.serialize()),
    ):
        assert twin == state and twin.history() == state.history() and str(twin) == str(state)
        assert twin.game == game and hash(twin.game) == hash(game)
        assert twin.legal_actions() == state.legal_actions()
    assert pickle.loads(pickle.dumps(game)) == game
    again = game.new_initial_state()
    again.apply_actions(state.history())
    assert again == state
    for action in reversed(state.history()):
        assert again.undo() == action
    assert again == game.new_initial_state()


def test_a_finished_game():
    state = random_game(heibai.Game("othello"), 1)
    black, white = state.returns()
    outcome = state.outcome()
    assert state.is_terminal() and state.current_player() == -4 and state.legal_actions() == []
    discs = np.bincount(state.board().ravel(), minlength=3)
    assert outcome["score"] == (discs[1], discs[2])
    assert black == -white == np.sign(int(discs[1]) - int(discs[2]))
    with pytest.raises(heibai.IllegalAction, match="the game is over"):
        state.apply_action(0)


def test_five_in_a_row():
    state = heibai.Game("gomoku", rules="freestyle", size=9).new_initial_state()
    state.apply_actions([0, 9, 1, 10, 2, 11, 3, 12, 4])
    assert state.outcome() == {"winner": 0, "reason": "five_in_row", "score": None, "margin": None}
    assert state.winning_line() == [0, 1, 2, 3, 4]


def test_an_empty_board_of_go_counts_for_nobody_but_komi():
    state = heibai.Game("go", size=9, komi=5.5).new_initial_state()
    state.apply_actions([81, 81])
    assert state.outcome() == {"winner": 1, "reason": "two_passes", "score": (40.5, 40.5), "margin": 5.5}


def test_stones_set_up_by_hand():
    game = heibai.Game("go", size=3)
    state = game.setup("XO. .X. ...", turn="white")
    assert state.board().tolist() == [[1, 2, 0], [0, 1, 0], [0, 0, 0]] and state.current_player() == 1
    assert heibai.State.deserialize(state.serialize()) == state
    with pytest.raises(ValueError, match="no liberty"):
        game.setup("XO. O.. ...")
    with pytest.raises(ValueError, match="8 points: expected 9"):
        game.setup("........")


def test_refusals_change_nothing_and_say_why():
    state = heibai.Game("othello").new_initial_state()
    before = state.serialize()
    for action, reason in [(0, "flip nothing"), (27, "occupied"), (64, "pass"), (65, "not on the board"), (-1, "not on")]:
        with pytest.raises(heibai.IllegalAction, match=reason):
            state.apply_action(action)
    with pytest.raises(heibai.IllegalAction, match="number 1"):
        state.apply_actions([state.legal_actions()[0], 0])
    assert state.serialize() == before
    with pytest.raises(TypeError):
        state.apply_action("d3")
    with pytest.raises(OverflowError):
        state.apply_action(2**80)
    with pytest.raises(IndexError):
        state.undo()


@pytest.mark.parametrize(
    "make, reason",
    [
        (lambda: heibai.Game("chess"), "no game is called"),
        (lambda: heibai.Game("go", size=26), "26x26"),
        (lambda: heibai.Game("othello", size=7), "7x7"),
        (lambda: heibai.Game("othello", komi=1.5), "komi belongs to go"),
        (lambda: heibai.Game("gomoku", rules="chinese"), "no rule set"),
        (lambda: heibai.Game("go").plane_names(history=99), "history 99"),
        (lambda: heibai.Game("go").new_initial_state().observation(dtype="float64"), "dtype"),
        (lambda: heibai.Game("go").new_initial_state().string_to_action("I5"), "I5"),
        (lambda: heibai.State.deserialize(""), "line 1"),
        (lambda: heibai.State.deserialize("heibai-state 1\ngo 9\n\n"), "line 2"),
        (lambda: heibai.State.deserialize("heibai-state 1\ngo 9 chinese 7.5 0\n1 1\n"), "line 3, action 2"),
    ],
)
def test_wrong_arguments(make, reason):
    with pytest.raises(ValueError, match=reason):
        make()


def test_wrong_arguments_are_told_in_the_words_of_python():
    """Nothing of what stands behind: no integer types of Rust, no extraction."""
    game = heibai.Game("othello", size=6)
    env = heibai.VecEnv(game, 2)
    wrong = [
        (lambda: heibai.VecEnv(game, -1), ValueError, "-1: expected a whole number, 0 or more"),
        (lambda: heibai.VecEnv(game, "x"), TypeError, "'x': expected a whole number, 0 or more"),
        (lambda: env.state(-1), ValueError, "-1: expected a whole number"),
        (lambda: env.state(2), IndexError, "game 2 of 2"),
        (lambda: game.observation_shape(-1), ValueError, "-1: expected a whole number"),
        (lambda: game.new_initial_state().apply_actions("d3"), TypeError, "'d3': expected a sequence of whole numbers"),
        (lambda: heibai.read_records("text"), TypeError, "'text': expected bytes"),
    ]
    for call, kind, reason in wrong:
        with pytest.raises(kind, match=re.escape(reason)):
            call()
