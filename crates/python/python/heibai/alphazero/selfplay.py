"""Self-play: many games at once, every move chosen by a search with the network of the moment."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from heibai._native import MCTS, Game
from heibai.alphazero.config import Config

Data = dict[str, np.ndarray]


def play(game: Game, evaluator: Callable, config: Config, iteration: int) -> tuple[Data, dict[str, float]]:
    """The games of one iteration: arrays of every position with a choice, and what happened. The same network and
    iteration give the same games."""
    rng = np.random.default_rng((config.seed, iteration))
    keys = ("root", "considered", "scale", "noise", "alpha", "leaves", "threads")
    options = {key: getattr(config, key) for key in keys}
    seeds = rng.integers(2**63, size=config.games).tolist()
    mcts = MCTS(game, config.games, evaluator, seed=seeds, **options)
    _open(mcts, config.random_plies, rng)
    parts: list[tuple[np.ndarray, ...]] = []
    moves = np.array([mcts.state(number).move_number() for number in range(config.games)])
    while True:
        running = ~mcts.terminal & (moves < config.longest())
        if not running.any():
            break
        warm = np.where(moves < game.size, config.temperature, 0.0)
        found = mcts.search(config.visits, temperature=warm.tolist(), mask=running)
        masks = mcts.masks()
        rows = np.flatnonzero(running & (masks.sum(axis=1) > 1))
        observations = np.clip(mcts.observations()[rows], -127, 127).astype(np.int8)
        parts.append((rows, observations, masks[rows], found.policy[rows], mcts.players[rows], found.values[rows]))
        mcts.play(np.where(running, found.actions, -1))
        moves += running
    rows, observations, masks, policies, players, searched = (np.concatenate(part) for part in zip(*parts))
    results = mcts.returns()[rows, players]
    values = (1 - config.search_share) * results + config.search_share * searched
    data = {
        "observations": observations,
        "masks": masks,
        "policies": policies.astype(np.float16),
        "values": values.astype(np.float32),
    }
    black = mcts.returns()[:, 0]
    told = {
        "positions": len(rows),
        "moves": float(moves.mean()),
        "black": float((black.mean() + 1) / 2),
        "cut_off": int((~mcts.terminal).sum()),
    }
    return data, told


def _open(mcts: MCTS, plies: int, rng: np.random.Generator) -> None:
    """Random beginnings, so that games differ; a game that chance ends is begun anew without."""
    for number in range(len(mcts)):
        state = mcts.state(number)
        for _ in range(int(rng.integers(plies + 1))):
            state.apply_action(int(rng.choice(state.legal_actions())))
            if state.is_terminal():
                state = mcts.game.new_initial_state()
                break
        mcts.set_state(number, state)
