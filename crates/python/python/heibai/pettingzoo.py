"""PettingZoo's turn-based (AEC) environment for every game.

The agents are `black_0` and `white_0`; an observation is `{"observation": planes, "action_mask": mask}` seen by the
agent; the one that is not to move has no legal actions. An illegal action raises `heibai.IllegalAction` and changes
nothing.

>>> import heibai.pettingzoo
>>> env = heibai.pettingzoo.env("gomoku", size=9, rules="freestyle")
>>> env.reset(seed=7)
>>> env.agent_selection, env.observe("black_0")["observation"].shape
('black_0', (4, 9, 9))
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heibai._native import Game
from heibai.extras import missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise missing(error, "pettingzoo") from None

AGENTS = ["black_0", "white_0"]


def env(game: str | Game, **options: Any) -> "GameAEC":
    """The environment of a game; keywords size, rules, komi, handicap, history, max_moves, render_mode."""
    return GameAEC(game, **options)


class GameAEC(AECEnv):
    """One game between `black_0` and `white_0`. Keywords size, rules, komi, handicap choose the rules."""

    metadata = {"name": "heibai", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self,
        game: str | Game,
        *,
        history: int = 0,
        max_moves: int = 0,
        render_mode: str | None = None,
        **rules: Any,
    ):
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game, **rules)
        self.render_mode = render_mode
        self.possible_agents = AGENTS[:]
        self._history, self._max_moves = history, max_moves
        actions = self.game.num_distinct_actions()
        planes = spaces.Box(-127, 127, self.game.observation_shape(history), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        space = spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = {agent: space for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.state_of_game = self.game.new_initial_state()

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        state = self.state_of_game
        player = AGENTS.index(agent)
        mask = state.legal_actions_mask().astype(np.int8)
        if player != state.current_player():
            mask[:] = 0
        return {"observation": state.observation(self._history, "int8", player=player), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.state_of_game = self.game.new_initial_state()
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.state_of_game.current_player()]

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        state = self.state_of_game
        mover = self.agent_selection
        if action is None:
            raise TypeError(f"{mover} is to move: expected an action, not None")
        state.apply_action(int(action))
        self._cumulative_rewards[mover] = 0.0
        self._clear_rewards()
        if state.is_terminal():
            self.rewards = dict(zip(AGENTS, state.returns()))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1 - AGENTS.index(mover)]
        else:
            self.agent_selection = AGENTS[state.current_player()]
            if self._max_moves and state.move_number() >= self._max_moves:
                self.truncations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = str(self.state_of_game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        pass
