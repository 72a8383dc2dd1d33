"""Gymnasium environments: one game (`GameEnv`) or many (`GameVectorEnv`), each step a move of the side to move.

The reward is that of the side that has just moved: 1 for a win, -1 for a loss, 0 otherwise. The legal actions
stand in `info["action_mask"]`, who moves next in `info["player"]`. Gymnasium's habit is that any action of the
space may be tried: by default an illegal one loses the game (`illegal="lose"`); `illegal="raise"` raises
`heibai.IllegalAction` and changes nothing.

>>> import gymnasium
>>> import heibai.gym
>>> env = gymnasium.make("heibai/Othello-v0", size=6)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((4, 6, 6), 4)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heibai.extras import missing

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from heibai._native import Game, IllegalAction, VecEnv

_RULES = ("size", "rules", "komi", "handicap")


def _game(game: str | Game, rules: dict[str, Any]) -> Game:
    return game if isinstance(game, Game) else Game(game, **rules)


def _check_illegal(illegal: str) -> str:
    if illegal not in ("lose", "raise"):
        raise ValueError(f"illegal={illegal!r}: expected 'lose' or 'raise'")
    return illegal


def _planes_space(game: Game, history: int) -> spaces.Box:
    return spaces.Box(-127, 127, game.observation_shape(history), np.int8)


class GameEnv(gymnasium.Env):
    """One game. Keywords size, rules, komi, handicap choose the rules."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        *,
        history: int = 0,
        max_moves: int = 0,
        random_plies: int = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **rules: Any,
    ):
        self.game = _game(game, rules)
        self._illegal = _check_illegal(illegal)
        self._env = VecEnv(
            self.game, 1, history=history, autoreset=False, max_moves=max_moves, random_plies=random_plies
        )
        self.render_mode = render_mode
        self.observation_space = _planes_space(self.game, history)
        self.action_space = spaces.Discrete(self._env.num_actions)
        self._lost = False

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._env.masks[0].astype(np.int8), "player": int(self._env.players[0])}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        seed = int(self.np_random.integers(2**63))
        self._env.reset(seed=[seed])
        self._lost = False
        return self._env.observations[0].copy(), self._info()

    def step(self, action):
        mover = int(self._env.players[0])
        if self._lost:
            raise IllegalAction(f"action {action}: the game is over")
        try:
            self._env.step([int(action)])
        except IllegalAction:
            over = not self._env.masks[0].any()
            if self._illegal == "raise" or over:
                raise
            self._lost = True
            return self._env.observations[0].copy(), -1.0, True, False, self._info()
        env = self._env
        reward = float(env.rewards[0, mover])
        return env.observations[0].copy(), reward, bool(env.terminated[0]), bool(env.truncated[0]), self._info()

    def render(self):
        if self.render_mode == "ansi":
            state = self.game.new_initial_state()
            state.apply_actions(self._env.actions_of(0))
            return str(state)
        return None


class GameVectorEnv(VectorEnv):
    """Many games in one call. A finished game begins anew in the step after (`AutoresetMode.NEXT_STEP`), in the same step
    with what was last seen in `info["final_obs"]` (`SAME_STEP`), or when it is reset (`DISABLED`). The same seeds give the
    games of a `SyncVectorEnv`."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        threads: int = 1,
        history: int = 0,
        max_moves: int = 0,
        random_plies: int = 0,
        illegal: str = "lose",
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **rules: Any,
    ):
        self.game = _game(game, rules)
        self._illegal = _check_illegal(illegal)
        self._mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._env = VecEnv(
            self.game,
            num_envs,
            threads=threads,
            history=history,
            autoreset=False,
            max_moves=max_moves,
            random_plies=random_plies,
        )
        self.num_envs = num_envs
        self.single_observation_space = _planes_space(self.game, history)
        self.single_action_space = spaces.Discrete(self._env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._done = np.zeros(num_envs, dtype=bool)
        self._row = np.arange(num_envs)
        self._chances = [seeding.np_random(None)[0] for _ in range(num_envs)]

    def _observations(self) -> np.ndarray:
        return self._env.observations.copy() if self._copy else self._env.observations

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, dtype=bool)
        mask = self._env.masks.astype(np.int8)
        players = self._env.players.astype(np.int64)
        return {"action_mask": mask, "_action_mask": everywhere, "player": players, "_player": everywhere.copy()}

    def _begin(self, chosen: np.ndarray) -> None:
        """Starts games again, each with its own next random numbers."""
        seeds = [int(self._chances[i].integers(2**63)) if chosen[i] else 0 for i in range(self.num_envs)]
        self._env.reset(chosen, seed=seeds)
        self._done[chosen] = False

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None):
        """Resets every game, or those of `options["reset_mask"]`."""
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed or [None] * self.num_envs
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} games")
        super().reset(seed=seeds[0])
        chosen = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs, dtype=bool)))
        if chosen.shape != (self.num_envs,) or chosen.dtype != bool:
            raise ValueError(f"reset_mask of {chosen.dtype} and shape {chosen.shape}: expected bool and ({self.num_envs},)")
        for number in np.flatnonzero(chosen):
            if seeds[number] is not None:
                self._chances[number] = seeding.np_random(seeds[number])[0]
        self._begin(chosen)
        return self._observations(), self._info()

    def step(self, actions):
        env = self._env
        actions = np.array(actions, dtype=np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {actions.shape}: expected ({self.num_envs},)")
        again = self._done.copy()
        if self._mode == AutoresetMode.DISABLED and again.any():
            raise ValueError(f"game {int(np.flatnonzero(again)[0])} is over: reset it first")
        actions[again] = VecEnv.leave
        known = (actions >= 0) & (actions < env.num_actions)
        bad = ~again & ~(known & env.masks[self._row, np.where(known, actions, 0)])
        if self._illegal == "lose":
            actions[bad] = VecEnv.leave
        movers = env.players.copy()
        env.step(actions)
        rewards = env.rewards[self._row, movers].astype(np.float64)
        terminated, truncated = env.terminated.copy(), env.truncated.copy()
        if self._illegal == "lose":
            rewards[bad] = -1.0
            terminated |= bad
        if again.any():
            self._begin(again)
        self._done = terminated | truncated
        last = self._last() if self._mode == AutoresetMode.SAME_STEP and self._done.any() else {}
        return self._observations(), rewards, terminated, truncated, {**self._info(), **last}

    def _last(self) -> dict[str, Any]:
        """The last observations of the finished games, which then start again."""
        done, seen = self._done.copy(), np.full(self.num_envs, None, dtype=object)
        for number in np.flatnonzero(done):
            seen[number] = self._env.observations[number].copy()
        info = self._info()
        self._begin(done)
        return {"final_obs": seen, "_final_obs": done, "final_info": info, "_final_info": done.copy()}


for _name in ("othello", "go", "gomoku"):
    gymnasium.register(
        id=f"heibai/{_name.capitalize()}-v0",
        entry_point="heibai.gym:GameEnv",
        vector_entry_point="heibai.gym:GameVectorEnv",
        kwargs={"game": _name},
    )
