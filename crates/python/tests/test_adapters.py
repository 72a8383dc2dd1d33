"""Gymnasium's and PettingZoo's own tests, and the batch adapter beside Gymnasium's."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, seed_test

import heibai
import heibai.gym
import heibai.pettingzoo

GAMES = [
    ("Othello", {}),
    ("Othello", {"size": 6, "history": 3}),
    ("Go", {"size": 9}),
    ("Go", {"size": 19, "history": 7}),
    ("Gomoku", {}),
    ("Gomoku", {"size": 9, "rules": "freestyle", "random_plies": 2}),
]


@pytest.mark.parametrize("name, options", GAMES)
@pytest.mark.filterwarnings("error::UserWarning")
def test_gymnasium_accepts_a_game(name, options):
    check_env(gymnasium.make(f"heibai/{name}-v0", **options).unwrapped)


@pytest.mark.parametrize("name, options", GAMES)
def test_the_batch_is_what_gymnasium_makes_of_single_games(name, options):
    options = {**options, "max_moves": 40}
    ours = gymnasium.make_vec(f"heibai/{name}-v0", num_envs=4, vectorization_mode="vector_entry_point", **options)
    assert isinstance(ours.unwrapped, heibai.gym.GameVectorEnv)
    assert ours.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    theirs = SyncVectorEnv([lambda: gymnasium.make(f"heibai/{name}-v0", **options) for _ in range(4)])
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    rng = np.random.default_rng(3)
    seeds = [1, 2, 3, 4]
    left, right = ours.reset(seed=seeds), theirs.reset(seed=seeds)
    ends = 0
    for turn in range(150):
        same(left, right)
        assert ours.observation_space.contains(left[0])
        actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in right[-1]["action_mask"]])
        if turn % 30 == 29:
            actions[turn % 4] = 0
        left, right = ours.step(actions), theirs.step(actions)
        ends += int(left[2].sum() + left[3].sum())
    assert ends > 4
    ours.close(), theirs.close()


def same(left, right):
    for a, b in zip(left[:-1], right[:-1]):
        assert np.array_equal(a, b)
    for key in ("action_mask", "player"):
        assert np.array_equal(left[-1][key], right[-1][key])


def test_illegal_actions_lose_or_raise():
    for illegal in ("lose", "raise"):
        single = heibai.gym.GameEnv("othello", illegal=illegal)
        many = heibai.gym.GameVectorEnv("othello", 2, illegal=illegal)
        single.reset(seed=1), many.reset(seed=1)
        if illegal == "raise":
            with pytest.raises(heibai.IllegalAction):
                single.step(0)
            with pytest.raises(heibai.IllegalAction):
                many.step([0, 0])
            continue
        assert single.step(0)[1:4] == (-1.0, True, False)
        with pytest.raises(heibai.IllegalAction, match="over"):
            single.step(19)
        _, rewards, terminated, _, _ = many.step([0, 19])
        assert rewards.tolist() == [-1.0, 0.0] and terminated.tolist() == [True, False]
        observations, rewards, terminated, _, info = many.step([5, info_action(many)])
        assert rewards.tolist() == [0.0, 0.0] and not terminated.any() and info["action_mask"][0].sum() == 4
    with pytest.raises(ValueError, match="illegal"):
        heibai.gym.GameEnv("go", illegal="ignore")


def info_action(many):
    return int(np.flatnonzero(many._env.masks[1])[0])


def test_gymnasium_wrappers_and_text():
    env = gymnasium.make("heibai/Go-v0", size=5, render_mode="ansi")
    env.reset(seed=0)
    env.step(12)
    assert "X" in env.render()
    many = gymnasium.make_vec("heibai/Othello-v0", num_envs=3, vectorization_mode="vector_entry_point", size=4)
    many = gymnasium.wrappers.vector.RecordEpisodeStatistics(many)
    _, info = many.reset(seed=1)
    lengths = []
    for _ in range(60):
        actions = [int(np.flatnonzero(mask)[0]) if mask.any() else 0 for mask in info["action_mask"]]
        *_, info = many.step(np.array(actions))
        lengths += [int(n) for n in info.get("episode", {}).get("l", []) if n]
    assert lengths and all(8 <= length <= 16 for length in lengths)


@pytest.mark.parametrize("name, options", GAMES)
@pytest.mark.filterwarnings("ignore:.*Box.*", "ignore:.*render.*")
def test_pettingzoo_accepts_a_game(name, options):
    options = {key: value for key, value in options.items() if key != "random_plies"}
    api_test(heibai.pettingzoo.env(name.lower(), **options), num_cycles=300)
    seed_test(lambda: heibai.pettingzoo.env(name.lower(), **options), num_cycles=30)


def test_pettingzoo_plays_a_game_to_its_end():
    env = heibai.pettingzoo.env("gomoku", size=9, rules="freestyle")
    env.reset()
    for action in [0, 9, 1, 10, 2, 11, 3, 12]:
        env.step(action)
    with pytest.raises(heibai.IllegalAction, match="occupied"):
        env.step(0)
    env.step(4)
    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.last()[1] == -1.0
    env.step(None)
    assert env.last()[1] == 1.0
    env.step(None)
    assert env.agents == []


def test_gym_openings_are_those_of_single_games_for_one_seed():
    options = {"size": 9, "rules": "freestyle", "random_plies": 4}
    ours = heibai.gym.GameVectorEnv("gomoku", 3, **options)
    theirs = SyncVectorEnv([lambda: heibai.gym.GameEnv("gomoku", **options) for _ in range(3)])
    same(ours.reset(seed=7), theirs.reset(seed=7))
    same(ours.reset(), theirs.reset())


def test_a_game_begins_anew_in_the_same_step():
    options = {"size": 4, "max_moves": 9}
    ours = heibai.gym.GameVectorEnv("othello", 3, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    theirs = SyncVectorEnv([lambda: heibai.gym.GameEnv("othello", **options)] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    assert ours.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    left, right, rng, ends = ours.reset(seed=1), theirs.reset(seed=1), np.random.default_rng(1), 0
    for turn in range(60):
        same(left, right)
        assert ("final_obs" in left[-1]) == ("final_obs" in right[-1])
        if "final_obs" in left[-1]:
            assert np.array_equal(left[-1]["_final_obs"], right[-1]["_final_obs"])
            for mine, other in zip(left[-1]["final_obs"], right[-1]["final_obs"]):
                assert (mine is None and other is None) or np.array_equal(mine, other)
            ends += int(left[-1]["_final_obs"].sum())
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in left[-1]["action_mask"]])
        if turn % 20 == 19:
            actions[turn % 3] = 0
        left, right = ours.step(actions), theirs.step(actions)
    assert ends > 5


def test_games_are_reset_by_a_mask():
    env = heibai.gym.GameVectorEnv("othello", 2, autoreset_mode="Disabled", size=4, max_moves=2)
    env.reset(seed=1)
    for _ in range(2):
        actions = [int(np.flatnonzero(mask)[0]) for mask in env._env.masks]
        _, _, _, truncated, _ = env.step(actions)
    assert truncated.all()
    with pytest.raises(ValueError, match="game 0 is over: reset it first"):
        env.step([0, 0])
    env.reset(options={"reset_mask": np.array([True, False])})
    assert env._env.actions_of(0) == [] and len(env._env.actions_of(1)) == 2
    with pytest.raises(ValueError, match="reset_mask of int64"):
        env.reset(options={"reset_mask": np.array([1, 0])})


def test_each_agent_sees_the_board_from_its_own_side():
    for name, rules in (("othello", {}), ("go", {"size": 5}), ("gomoku", {})):
        env = heibai.pettingzoo.env(name, history=1, **rules)
        env.reset()
        names = env.game.plane_names(1)
        over = False
        for turn in range(200):
            black, white = (env.observe(agent) for agent in ("black_0", "white_0"))
            stones = env.state_of_game.board()
            for seen, mine in ((black, 1), (white, 2)):
                planes = dict(zip(names, seen["observation"]))
                assert np.array_equal(planes["own"], stones == mine) and np.array_equal(planes["opponent"], stones == 3 - mine)
                assert np.array_equal(planes["legal"].ravel(), seen["action_mask"][: planes["legal"].size])
            movers = [agent for agent, seen in (("black_0", black), ("white_0", white)) if seen["action_mask"].any()]
            if over:
                assert movers == []
                break
            assert movers == [env.agent_selection]
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(legal[(turn * 7) % len(legal)]) if turn < 150 or name != "go" else int(legal[-1]))
            over = any(env.terminations.values())
        assert over
