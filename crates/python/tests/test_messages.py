"""Every argument of every call, given wrongly: what Python is told speaks Python."""

import re
import subprocess
import sys
import threading

import heibai
import heibai._native as native
import numpy as np
import pytest

WRONG = [None, -1, 2**70, 1.5, float("nan"), "x", b"x", [], [1, 2], ["a"], {}, object(), np.float16(1), np.zeros(2, np.float16)]
WRONG += [np.array([True, False]), np.zeros((2, 2)), [True, False], np.int64(-3), (1, 2, 3), lambda: 0, "\ud800", "a\0b"]
# What the language underneath would say of a number, a list or an array that does not fit.
INTERNALS = re.compile(r"extract|PyArray|Vec<|`Vec`|unsigned|integral type|mismatch:|usize|[ui](16|32|64)\b|panick", re.I)

OTHELLO, SMALL = heibai.Game("othello", size=6), heibai.Game("othello", size=4)
GO, GOMOKU = heibai.Game("go", size=5), heibai.Game("gomoku", size=9, rules="freestyle")
START = OTHELLO.new_initial_state()


def network(observations):
    return np.zeros((len(observations), 37)), np.zeros(len(observations))


def keywords(call, **options):
    """The call with each of the keywords given wrongly."""
    return [(f"{call.__name__} {name}", lambda wrong, name=name: call(**{name: wrong}), good) for name, good in options.items()]


def game(**options):
    return heibai.Game("go", **options)


def vec_env(**options):
    return heibai.VecEnv(OTHELLO, 2, **options)


def mcts(**options):
    return heibai.MCTS(OTHELLO, 2, network, root="gumbel", **options)


def choose(**options):
    return heibai.Player("random", "othello").choose(START, **options)


def player(**options):
    return heibai.Player("random", "othello", **options)


def play_game(**options):
    return heibai.play_game(SMALL, "random", "random", **options)


def solve(**options):
    return heibai.solve(SMALL.new_initial_state(), **options)


def score(**options):
    return heibai.score(GO.new_initial_state(), **options)


CALLS = [
    *keywords(game, size=9, rules="japanese", komi=0.5, handicap=2),
    *keywords(vec_env, seed=1, threads=1, history=1, dtype="int8", max_moves=4, random_plies=2),
    *keywords(mcts, leaves=2, virtual_loss=1, considered=4, noise=0.1, seed=2, history=1, threads=1),
    *keywords(choose, nodes=5, depth=2, seconds=0.1),
    *keywords(player, seed=3),
    *keywords(play_game, seed=1, random_plies=2, opening_seed=3, longest=4, nodes=9),
    *keywords(solve, threads=1, hash=1, seconds=9.0),
    *keywords(score, dead=[], seki=[]),
    ("observation", lambda wrong: START.observation(wrong), 1),
    ("observation player", lambda wrong: START.observation(player=wrong), 1),
    ("apply_action", lambda wrong: START.clone().apply_action(wrong), START.legal_actions()[0]),
    ("apply_actions", lambda wrong: START.clone().apply_actions(wrong), START.legal_actions()[:1]),
    ("string_to_action", lambda wrong: START.string_to_action(wrong), "a1"),
    ("setup", lambda wrong: OTHELLO.setup(wrong), "." * 36),
    ("step", lambda wrong: vec_env().step(wrong), [-1, -1]),
    ("reset", lambda wrong: vec_env().reset(wrong), [True, False]),
    ("set_state", lambda wrong: vec_env().set_state(wrong, START), 1),
    ("search", lambda wrong: mcts().search(wrong), 3),
    ("search temperature", lambda wrong: mcts().search(1, temperature=wrong), [0.5, 1]),
    ("search mask", lambda wrong: mcts().search(1, mask=wrong), np.array([True, False])),
    ("play", lambda wrong: mcts().play(wrong), np.array([-1, -1])),
    ("begin", lambda wrong: mcts().reset(wrong), (False, True)),
    ("analyze moves", lambda wrong: player().analyze(START, moves=wrong), 2),
    ("vcf nodes", lambda wrong: heibai.vcf(GOMOKU.new_initial_state(), nodes=wrong), 5),
    ("selfplay_game", lambda wrong: native.selfplay_game(SMALL, "random", wrong), 2),
    ("mark", lambda wrong: heibai.Match(GO).mark(wrong, "dead"), None),
    ("agree", lambda wrong: heibai.Match(GO).agree(wrong), None),
    ("seat", lambda wrong: heibai.Match(GO).seat(wrong), 1),
    ("propose", lambda wrong: heibai.Match(GO).propose(wrong), None),
    ("read_records", lambda wrong: heibai.read_records(wrong), b"(;GM[1]SZ[9])"),
    ("read", lambda wrong: heibai.read(wrong), None),
    ("elo", lambda wrong: heibai.elo(wrong, 1, 1), 1),
    ("ratings", lambda wrong: heibai.ratings(2, wrong), [(0, 1, 1.0, 2.0)]),
]


@pytest.mark.parametrize("call, good", [call[1:] for call in CALLS], ids=[call[0] for call in CALLS])
def test_complaints_speak_python(call, good):
    if good is not None:
        call(good)
    refused = 0
    for wrong in WRONG:
        try:
            call(wrong)
        except (TypeError, ValueError, IndexError, OverflowError, OSError, heibai.PlayerError) as error:
            refused += 1
            assert not INTERNALS.search(str(error)), f"{wrong!r}: {error}"
    assert refused > len(WRONG) // 2


def test_an_object_that_is_in_use_says_so():
    game = heibai.Game("othello", size=4)
    said = []

    def evaluator(observations):
        for call in (lambda: mcts.search(1), lambda: mcts.play([0]), lambda: mcts.state(0), lambda: mcts.terminal):
            with pytest.raises(RuntimeError) as refused:
                call()
            said.append(str(refused.value))
        return np.zeros((len(observations), 17)), np.zeros(len(observations))

    mcts = heibai.MCTS(game, 1, evaluator)
    assert mcts.search(2).visits.sum() == 2 and mcts.state(0).move_number() == 0
    assert set(said) == {"this search is in use by another call: wait for it, or give each thread its own"}


def test_a_second_thread_is_told_that_an_environment_is_in_use():
    env = heibai.VecEnv(heibai.Game("go", size=19), 2048, seed=1)
    said = []

    def step():
        # The first thread works without the interpreter's lock, which wakes the second one.
        for _ in range(2000):
            try:
                env.step(env.sample())
            except heibai.IllegalAction:
                pass  # The other thread stepped between the two calls.
            except RuntimeError as refused:
                said.append(str(refused))
            if said:
                return

    threads = [threading.Thread(target=step) for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert set(said) == {"this environment is in use by another call: wait for it, or give each thread its own"}
    env.step(env.sample())


@pytest.mark.parametrize("name", ["int8", "float32"])
def test_number_types_may_be_those_of_numpy(name):
    game = heibai.Game("go", size=5)
    for dtype in (name, np.dtype(name), getattr(np, name)):
        assert game.new_initial_state().observation(dtype=dtype).dtype == name
        assert heibai.VecEnv(game, 1, dtype=dtype).observations.dtype == name
    for wrong, kind in ((np.int16, ValueError), ("int16", ValueError), (None, TypeError), (8, TypeError)):
        with pytest.raises(kind, match="expected 'int8' or 'float32'|expected 'float32' or 'int8'"):
            heibai.VecEnv(game, 1, dtype=wrong)


@pytest.mark.parametrize("game", [heibai.Game("go", size=5), heibai.Game("othello", size=6), heibai.Game("gomoku")], ids=str)
def test_a_board_that_a_state_gives_can_be_set_up(game):
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[-2])
    turn = ("black", "white")[state.current_player()]
    assert np.array_equal(game.setup(state.board(), turn).board(), state.board())
    assert np.array_equal(game.setup(state.board().tolist(), turn).board(), state.board())
    for wrong, kind in ((state.board() + 2, TypeError), (state.board()[1:], ValueError), (None, TypeError), (object(), TypeError)):
        with pytest.raises(kind, match="expected"):
            game.setup(wrong, turn)


@pytest.mark.parametrize(
    "module, needs, extra",
    [
        ("heibai.torch", "torch", "torch"),
        ("heibai.gym", "gymnasium", "gym"),
        ("heibai.pettingzoo", "pettingzoo", "pettingzoo"),
        ("heibai.alphazero.residual", "torch", "torch"),
    ],
)
def test_who_lacks_a_package_is_told_what_to_install(module, needs, extra):
    code = f"import sys; sys.modules[{needs!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1 and f"pip install 'heibai[{extra}]'" in done.stderr
