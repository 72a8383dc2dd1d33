"""Self-play: many games at once, every move chosen by a search with the network of the moment."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from heibai._native import MCTS, Game, score
from heibai.alphazero.config import Config

Data = dict[str, np.ndarray]

# 1 for Black, -1 for White, 0 for nobody: who owns a point, or has won.
_SIGN = {0: 1, 1: -1, None: 0}


def play(game: Game, evaluator: Callable, config: Config, iteration: int) -> tuple[Data, dict[str, float]]:
    """The games of one iteration: arrays of every position with a choice, and what happened. The same network and
    iteration give the same games."""
    rng = np.random.default_rng((config.seed, iteration))
    keys = ("root", "considered", "scale", "noise", "alpha", "leaves", "threads")
    options = {key: getattr(config, key) for key in keys}
    seeds = rng.integers(2**63, size=config.games).tolist()
    # A GPU evaluates half of the games while the CPU searches the other half; the games stay the same.
    mcts = MCTS(game, config.games, evaluator, seed=seeds, overlap=config.device != "cpu", **options)
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
    black = mcts.returns()[:, 0]
    owners = None
    if game.name == "go":
        counts = [score(mcts.state(number), dead=[]) for number in range(config.games)]
        owners = np.array([[_SIGN[owner] for owner in count["owners"]] for count in counts], np.int8)
        cut = np.array([_SIGN[count["outcome"]["winner"]] for count in counts])
        black = np.where(mcts.terminal, black, cut)
    results = black[rows] * (1 - 2 * players)
    values = (1 - config.search_share) * results + config.search_share * searched
    data = {
        "observations": observations,
        "masks": masks,
        "policies": policies.astype(np.float16),
        "values": values.astype(np.float32),
    }
    if owners is not None:
        data["owners"] = (owners[rows] * (1 - 2 * players)[:, None]).reshape(-1, game.size, game.size)
    told = {
        "positions": len(rows),
        "moves": float(moves.mean()),
        "black": float((black.mean() + 1) / 2),
        "cut_off": int((~mcts.terminal).sum()),
    }
    return data, told


def _open(mcts: MCTS, plies: int, rng: np.random.Generator) -> None:
    """Plays random first moves, so that games differ; a game that they end starts again without them."""
    for number in range(len(mcts)):
        state = mcts.state(number)
        for _ in range(int(rng.integers(plies + 1))):
            state.apply_action(int(rng.choice(state.legal_actions())))
            if state.is_terminal():
                state = mcts.game.new_initial_state()
                break
        mcts.set_state(number, state)
