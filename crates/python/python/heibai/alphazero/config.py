"""The settings of a run, and presets for each game."""

from __future__ import annotations

import dataclasses
from typing import Any

from heibai._native import Game


@dataclasses.dataclass
class Config:
    """The settings of a run. A run is resumed only with the same settings, except those in `FREE`."""

    game: str = "othello"
    size: int | None = None
    rules: str | None = None
    komi: float | None = None
    network: str = "mlp"  # two hidden layers in numpy, or "residual" in PyTorch
    width: int = 256  # of the hidden layers, or channels of the residual blocks
    blocks: int = 4
    device: str = "cpu"
    games: int = 128  # played together in an iteration
    visits: int = 32
    leaves: int = 1
    root: str = "gumbel"
    considered: int = 16
    scale: float = 0.3  # of values against logits, for Gumbel
    noise: float = 0.25  # Dirichlet, for PUCT
    alpha: float = 0.3
    temperature: float = 1.0  # of the first `size` moves, for PUCT
    random_plies: int = 6  # a game begins with 0 to so many random moves
    max_moves: int | None = None  # longer games are cut off: in Go the board is counted as it stands, else they are drawn
    window: int = 20  # iterations to learn from
    updates: int = 100
    batch: int = 512
    rate: float = 2e-3
    decay: float = 1e-4
    average: float = 0.995  # of the running average of the weights
    search_share: float = 0.5  # of the search's value in the value target; the rest is the result
    seed: int = 1
    threads: int = 1
    iterations: int = 100
    minutes: float | None = None
    opponents: tuple[str, ...] = ("alphabeta:depth=1", "alphabeta:depth=3")
    match_games: int = 40
    match_visits: int = 100
    match_every: int = 10

    def make_game(self) -> Game:
        """The game with its rules."""
        rules = {key: getattr(self, key) for key in ("size", "rules", "komi")}
        return Game(self.game, **{key: value for key, value in rules.items() if value is not None})

    def longest(self) -> int:
        """The most moves of a game; a longer one is cut off."""
        return self.max_moves or 2 * self.make_game().size ** 2

    def check(self) -> None:
        """Raises ValueError for settings that make no sense, before any work is done."""
        if self.network not in ("mlp", "residual"):
            raise ValueError(f"network {self.network!r}: expected 'mlp' or 'residual'")
        if self.network == "mlp" and self.device != "cpu":
            raise ValueError(f"device {self.device!r}: the network 'mlp' knows only the cpu")
        positive = ("width", "blocks", "games", "visits", "leaves", "window", "updates", "batch", "iterations", "match_every")
        for name in positive:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} {getattr(self, name)}: expected 1 or more")
        for name in ("average", "search_share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} {getattr(self, name)}: expected 0 to 1")
        if self.random_plies < 0 or self.rate <= 0:
            raise ValueError("random_plies must not be negative, and rate must be above 0")
        self.make_game()

    def fixed(self) -> dict[str, Any]:
        """The settings that a resumed run must share."""
        return {key: value for key, value in dataclasses.asdict(self).items() if key not in FREE}


# What may change when a run is resumed.
FREE = {"iterations", "minutes", "opponents", "match_games", "match_visits", "match_every", "threads", "device"}

# For each preset, the settings that differ from the defaults.
PRESETS: dict[str, dict[str, Any]] = {
    "othello6": {"game": "othello", "size": 6},
    "othello8": {"game": "othello", "size": 8, "network": "residual", "width": 48, "blocks": 6, "visits": 64},
    "go9": {"game": "go", "size": 9, "network": "residual", "width": 64, "blocks": 6, "visits": 64, "search_share": 0.3},
    # For one GPU and some cores: many games at once, few visits each.
    "go9-gpu": {
        "game": "go", "size": 9, "network": "residual", "width": 96, "blocks": 6, "device": "cuda", "threads": 5,
        "games": 2048, "visits": 32, "max_moves": 120, "window": 10, "updates": 300, "batch": 1024, "search_share": 0.3,
    },
    "gomoku9": {"game": "gomoku", "size": 9, "rules": "freestyle", "network": "residual", "width": 48, "visits": 64},
    "gomoku15": {"game": "gomoku", "size": 15, "rules": "freestyle", "network": "residual", "width": 64, "blocks": 6, "visits": 64},
    "renju": {"game": "gomoku", "size": 15, "rules": "renju", "network": "residual", "width": 64, "blocks": 6, "visits": 64},
}
