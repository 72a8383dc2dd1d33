"""Many games in one call: memory, chance, threads, and everything that can be done wrong."""

import copy
import pickle
import gc
import os
import resource
import sys
import threading

import numpy as np
import pytest

import heibai

GAMES = [("othello", {}), ("go", {"size": 9}), ("gomoku", {"rules": "freestyle"}), ("gomoku", {"rules": "renju"})]


def make(name="othello", count=8, **options):
    rules = {key: options.pop(key) for key in ("size", "rules") if key in options}
    return heibai.VecEnv(heibai.Game(name, **rules), count, **options)


def trace(env, steps=200):
    seen = []
    for _ in range(steps):
        env.step(env.sample())
        seen.append((env.observations.copy(), env.masks.copy(), env.rewards.copy(), env.terminated.copy()))
    return seen


def equal(a, b):
    return all(np.array_equal(x, y) for left, right in zip(a, b) for x, y in zip(left, right))


@pytest.mark.parametrize("name, rules", GAMES)
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(name, rules):
    one = trace(make(name, 13, seed=5, **rules))
    assert equal(one, trace(make(name, 13, seed=5, threads=3, **rules)))
    assert not equal(one, trace(make(name, 13, seed=6, **rules)))
    floats = trace(make(name, 13, seed=5, dtype="float32", **rules))
    assert floats[0][0].dtype == np.float32 and equal(one, floats)


def test_each_game_has_its_own_seed():
    env = make(count=3, seed=[7, 7, 8])
    games = [[], [], []]
    for _ in range(30):
        actions = env.sample().copy()
        env.step(actions)
        for game, action in zip(games, actions):
            game.append(int(action))
    assert games[0] == games[1] != games[2]
    env.reset(seed=[7, 7, 8])
    assert env.sample().tolist() == [game[0] for game in games]


def test_results_are_written_into_the_same_arrays():
    env = make()
    first = env.step(env.sample())
    second = env.step(env.sample())
    for a, b in zip(first, second):
        assert a is b
    assert np.shares_memory(np.from_dlpack(env.observations), env.observations)
    shared = np.from_dlpack(env.masks)
    env.step(env.sample())
    assert np.array_equal(shared, env.masks)


def test_without_autoreset_a_game_stays_over_until_it_is_reset():
    env = make(count=2, size=4, autoreset=False)
    while not env.terminated[0]:
        actions = env.sample().copy()
        actions[1] = heibai.VecEnv.leave
        env.step(actions)
    assert env.actions_of(1) == [] and env.masks[1].sum() == 4
    assert not env.masks[0].any() and env.sample()[0] == -1
    with pytest.raises(heibai.IllegalAction, match="game 0: action 1: the game is over"):
        env.step([1, -1])
    env.reset(np.array([True, False]))
    assert env.masks[0].sum() == 4 and env.actions_of(0) == []


def test_a_limit_of_moves_truncates():
    env = make("go", 4, size=9, max_moves=10)
    cut = [env.step(env.sample())[4].copy() for _ in range(20)]
    assert [int(c.sum()) for c in cut] == [0] * 9 + [4] + [0] * 9 + [4]


def test_random_beginnings():
    env = make("gomoku", 50, rules="freestyle", random_plies=6, seed=3)
    assert {len(env.actions_of(i)) for i in range(50)} == {6}
    assert len({tuple(env.actions_of(i)) for i in range(50)}) == 50
    tiny = make("othello", 20, size=4, random_plies=1000)
    assert tiny.masks.any(axis=1).all(), "no game begins when it is over"


def test_a_refused_action_changes_no_game():
    env = make(count=3)
    env.step(env.sample())
    before = [env.actions_of(i) for i in range(3)]
    actions = env.sample().copy()
    actions[2] = 27
    with pytest.raises(heibai.IllegalAction, match="game 2: action 27: the point is occupied"):
        env.step(actions)
    for bad, reason in [(65, "not on the board"), (-2, "not on the board"), (64, "pass")]:
        actions[2] = bad
        with pytest.raises(heibai.IllegalAction, match=reason):
            env.step(actions)
    assert [env.actions_of(i) for i in range(3)] == before


@pytest.mark.parametrize(
    "actions, kind, reason",
    [
        (np.zeros(8, dtype=np.float32), TypeError, "float32"),
        (np.zeros(8, dtype=bool), TypeError, "bool"),
        (np.zeros((8, 1), dtype=np.int64), TypeError, r"\[8, 1\]"),
        (np.zeros(7, dtype=np.int64), ValueError, "7 actions for 8 games"),
        ([0] * 9, ValueError, "9 actions for 8 games"),
        ("abcdefgh", TypeError, None),
        (None, TypeError, None),
        ([0.5] * 8, TypeError, None),
    ],
)
def test_wrong_actions(actions, kind, reason):
    with pytest.raises(kind, match=reason):
        make().step(actions)


def test_strided_and_short_integers_are_read():
    env, twin = make(seed=2), make(seed=2)
    actions = env.sample().copy()
    wide = np.zeros((8, 2), dtype=np.int64)
    wide[:, 0] = actions
    env.step(wide[:, 0])
    twin.step(actions.astype(np.int32))
    assert np.array_equal(env.observations, twin.observations)


@pytest.mark.parametrize(
    "options, reason",
    [
        ({"count": 0}, "num_envs"),
        ({"count": 10**9}, "num_envs"),
        ({"threads": 0}, "threads"),
        ({"dtype": "uint8"}, "dtype"),
        ({"history": 17}, "history"),
        ({"seed": [1, 2]}, "2 seeds for 8 games"),
    ],
)
def test_wrong_options(options, reason):
    with pytest.raises(ValueError, match=reason):
        make(**options)
    with pytest.raises(ValueError, match="a mask of 2"):
        make().reset(np.array([True, False]))


def test_a_frozen_array_is_an_error_and_not_a_crash():
    env = make()
    env.masks.flags.writeable = False
    with pytest.raises(RuntimeError, match="cannot be written"):
        env.step(env.sample())
    env.masks.flags.writeable = True
    env.step(env.sample())


def test_many_threads_on_one_environment_give_an_exception_or_a_step():
    env = make("go", 64, size=19, threads=2)
    outcomes = []

    def hammer():
        for _ in range(100):
            try:
                env.step(env.sample().copy())
                outcomes.append("step")
            except (RuntimeError, heibai.IllegalAction) as error:
                outcomes.append(type(error).__name__)

    threads = [threading.Thread(target=hammer) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join(timeout=60) for thread in threads]
    assert not any(thread.is_alive() for thread in threads)
    assert len(outcomes) == 400 and "step" in outcomes


def test_a_fork():
    """In the child an environment with threads says so; one without, and states, go on."""
    if not hasattr(os, "fork"):
        print("this system has no fork")
        return
    threaded, plain, state = make(threads=2), make(), heibai.Game("go").new_initial_state()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            plain.step(plain.sample())
            state.apply_action(5)
            try:
                threaded.step(threaded.sample())
            except RuntimeError as error:
                code = 0 if "fork" in str(error) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    threaded.step(threaded.sample())


def memory():
    """The memory of this process in MiB."""
    if sys.platform == "linux":
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def test_no_leak_over_millions_of_steps():
    """Memory after a first part and after two million steps more (HEIBAI_ALL=1: ten million) of batches, and of states and
    their observations."""
    envs = [make("othello", 256), make("go", 256, size=5, max_moves=100), make("gomoku", 256, rules="freestyle", size=7)]
    game = heibai.Game("othello")

    def work(steps):
        for _ in range(steps // (256 * len(envs))):
            for env in envs:
                env.step(env.sample())
        state = game.new_initial_state()
        for number in range(steps // 200):
            if state.is_terminal():
                state = heibai.State.deserialize(game.new_initial_state().serialize())
            legal = state.legal_actions()
            state.observation(1), state.legal_actions_mask(), state.child(legal[0])
            state.apply_action(legal[number % len(legal)])
            try:
                state.apply_action(-1)
            except heibai.IllegalAction:
                pass
        gc.collect()

    work(1_000_000)
    before, steps = memory(), 10_000_000 if "HEIBAI_ALL" in os.environ else 2_000_000
    work(steps)
    # A leak of one byte a step would be seen.
    assert (memory() - before) * 2**20 < 0.8 * steps, f"MiB more after {steps} steps: {memory() - before}"


@pytest.mark.parametrize("game", [heibai.Game("othello", size=6), heibai.Game("go", size=5), heibai.Game("gomoku")], ids=str)
def test_states_go_in_and_out(game):
    env = heibai.VecEnv(game, 3, seed=5, history=2)
    for _ in range(6):
        env.step(env.sample())
    states = [env.state(number) for number in range(3)]
    assert [state.history() for state in states] == [env.actions_of(number) for number in range(3)]
    other = heibai.VecEnv(game, 3, history=2)
    for number, state in enumerate(states):
        other.set_state(number, state)
    for name in ("observations", "masks", "players"):
        assert np.array_equal(getattr(env, name), getattr(other, name))
    board = "".join(".XO"[stone] for stone in states[2].board().ravel())
    by_hand = game.setup(board, turn=("black", "white")[states[2].current_player()])
    other.set_state(1, by_hand)
    action = by_hand.legal_actions()[0]
    other.step([-1, action, -1])
    assert other.state(1) == by_hand.child(action) and other.state(0) == states[0]
    other.reset(np.array([False, True, False]))
    assert other.state(1) == game.new_initial_state()
    with pytest.raises(IndexError, match="game 3 of 3"):
        env.state(3)
    with pytest.raises(ValueError, match="these are games of"):
        env.set_state(0, heibai.Game("othello").new_initial_state())


@pytest.mark.parametrize("name, rules", [("go", {"size": 2}), ("go", {"size": 9}), ("go", {"size": 25}), ("othello", {}), ("gomoku", {})])
def test_earlier_boards_are_those_that_were_there(name, rules):
    history = 5
    env = make(name, 3, seed=4, history=history, **rules)
    boards = [[env.state(number).board()] for number in range(3)]
    for _ in range(150):
        env.step(env.sample())
        for number, before in enumerate(boards):
            if env.terminated[number]:
                before.clear()
            before.append(env.state(number).board())
            own = 1 + env.players[number]
            for age in range(history + 1):
                board = before[-1 - age] if age < len(before) else np.zeros_like(before[0])
                planes = env.observations[number, 2 * age : 2 * age + 2]
                assert np.array_equal(planes, [board == own, board == 3 - own]), (number, age)


def test_a_finished_game_stands_only_where_games_do_not_begin_anew():
    game = heibai.Game("othello", size=4)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(ValueError, match="the state's game is over"):
        heibai.VecEnv(game, 1).set_state(0, state)
    env = heibai.VecEnv(game, 1, autoreset=False)
    env.set_state(0, state)
    assert not env.masks.any() and env.state(0) == state
    with pytest.raises(heibai.IllegalAction, match="the game is over"):
        env.step([0])


@pytest.mark.parametrize("again", [lambda env: env.copy(), copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_alike(again):
    env = heibai.VecEnv(heibai.Game("go", size=5), 4, seed=3, history=1, dtype="float32", max_moves=30, random_plies=3)
    for _ in range(40):
        env.step(env.sample())
    twin = again(env)
    assert np.array_equal(env.terminated, twin.terminated) and np.array_equal(env.rewards, twin.rewards)
    for _ in range(60):
        left, right = env.sample(), twin.sample()
        assert np.array_equal(left, right)
        for mine, other in zip(env.step(left), twin.step(right)):
            assert np.array_equal(mine, other)
    twin.step(twin.sample())
    assert env.state(0) != twin.state(0)


def test_tensors_and_other_arrays_are_actions():
    class Tensor:
        """What numpy sees of a tensor of PyTorch."""

        def __init__(self, values):
            self.values = np.array(values)

        def __array__(self, dtype=None, copy=None):
            return self.values

    env = heibai.VecEnv(heibai.Game("othello"), 2)
    env.step(Tensor([19, 19]))
    env.step((18, np.int64(20)))
    assert env.actions_of(1) == [19, 20]
    with pytest.raises(TypeError, match="actions of float64"):
        env.step(Tensor([0.5, 1.0]))


def test_wrong_seeds_are_told_in_words():
    game = heibai.Game("othello")
    for seed in ("x", 1.5, -1, [1, "x"]):
        with pytest.raises(TypeError, match="expected a whole number from 0 to 2\\*\\*64 - 1, or one for each game"):
            heibai.VecEnv(game, 2, seed=seed)
    with pytest.raises(ValueError, match="3 seeds for 2 games"):
        heibai.VecEnv(game, 2, seed=[1, 2, 3])
