"""Othello, Go, Gomoku and Renju: one exact referee, fast environments, engines and records.

>>> import heibai
>>> state = heibai.Game("othello").new_initial_state()
>>> [state.action_to_string(a) for a in state.legal_actions()]
['d3', 'c4', 'f5', 'e6']
>>> state.apply_action(state.string_to_action("d3"))
>>> state.current_player()
1
"""

from heibai._native import (
    MCTS,
    Game,
    IllegalAction,
    Match,
    Player,
    PlayerError,
    Record,
    RecordError,
    SearchResult,
    State,
    VecEnv,
    __version__,
    elo,
    judge,
    play_game,
    ratings,
    read_records,
    review,
    score,
    solve,
    vcf,
)
from heibai.games import load_game, read, write
from heibai.symmetry import symmetries

__all__ = [
    "Game",
    "IllegalAction",
    "MCTS",
    "Match",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "SearchResult",
    "State",
    "VecEnv",
    "elo",
    "judge",
    "load_game",
    "play_game",
    "ratings",
    "read",
    "read_records",
    "review",
    "score",
    "solve",
    "symmetries",
    "vcf",
    "write",
]
