"""The Rust half of heibai. Import from `heibai`."""

from collections.abc import Sequence
from typing import Any, Literal, Self, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Game",
    "IllegalAction",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "State",
    "VecEnv",
    "elo",
    "judge",
    "play_game",
    "ratings",
    "read_one",
    "read_records",
    "review",
    "score",
    "solve",
    "vcf",
]

_Seeds = int | Sequence[int]
_Results = tuple[
    NDArray[Any], NDArray[np.bool_], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]
]

class IllegalAction(ValueError):
    """An action that the rules refuse. Nothing has changed; the message says why."""

class RecordError(ValueError):
    """A text that is no record; the message names line and column."""

class PlayerError(RuntimeError):
    """A player that gave no usable answer."""

@final
class Game:
    """A game with its rules."""

    name: str
    size: int
    rules: str
    komi: float | None
    handicap: int
    def __new__(
        cls,
        name: str,
        *,
        size: int | None = None,
        rules: str | None = None,
        komi: float | None = None,
        handicap: int | None = None,
    ) -> Self: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def parameters(self) -> dict[str, Any]: ...
    def new_initial_state(self) -> State: ...
    def num_distinct_actions(self) -> int: ...
    def num_players(self) -> int: ...
    def observation_shape(self, history: int = 0) -> tuple[int, int, int]: ...
    def plane_names(self, history: int = 0) -> list[str]: ...
    def setup(self, board: str, turn: Literal["black", "white"] = "black") -> State: ...

@final
class State:
    """One game: its start, its actions and where it stands."""

    game: Game
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def current_player(self) -> int: ...
    def legal_actions(self) -> list[int]: ...
    def legal_actions_mask(self) -> NDArray[np.bool_]: ...
    def initial_state(self) -> State: ...
    def apply_action(self, action: int) -> None: ...
    def apply_actions(self, actions: Sequence[int]) -> None: ...
    def child(self, action: int) -> State: ...
    def undo(self) -> int: ...
    def is_terminal(self) -> bool: ...
    def returns(self) -> tuple[float, float]: ...
    def outcome(self) -> dict[str, Any] | None: ...
    def clone(self) -> State: ...
    def history(self) -> list[int]: ...
    def move_number(self) -> int: ...
    @overload
    def action_to_string(self, action: int, /) -> str: ...
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    def why_illegal(self, action: int) -> str | None: ...
    def board(self) -> NDArray[np.uint8]: ...
    def observation(
        self, history: int = 0, dtype: Literal["float32", "int8"] = "float32"
    ) -> NDArray[Any]: ...
    def key(self) -> int: ...
    def forbidden(self) -> list[tuple[int, str]]: ...
    def winning_line(self) -> list[int]: ...
    def serialize(self) -> str: ...
    @staticmethod
    def deserialize(text: str) -> State: ...

@final
class VecEnv:
    """N games advanced by one call; every step overwrites the same arrays."""

    leave: int
    game: Game
    num_envs: int
    num_actions: int
    autoreset: bool
    observations: NDArray[Any]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    players: NDArray[np.int8]
    def __new__(
        cls,
        game: Game,
        num_envs: int,
        *,
        seed: _Seeds = ...,
        threads: int = 1,
        history: int = 0,
        dtype: Literal["int8", "float32"] = "int8",
        autoreset: bool = True,
        max_moves: int = 0,
        random_plies: int = 0,
    ) -> Self: ...
    def step(self, actions: NDArray[np.int64] | NDArray[np.int32] | Sequence[int]) -> _Results: ...
    def reset(self, mask: NDArray[np.bool_] | None = None, *, seed: _Seeds | None = None) -> _Results: ...
    def sample(self) -> NDArray[np.int64]: ...
    def actions_of(self, index: int) -> list[int]: ...
    def __len__(self) -> int: ...

@final
class Player:
    """A player by name: `random`, `hard`, `alphabeta:depth=6`, `mcts:playouts=1000`, ..."""

    name: str
    game: str
    def __new__(cls, name: str, game: str, *, seed: int = 0) -> Self: ...
    def new_game(self, state: State) -> None: ...
    def choose(
        self,
        state: State,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
    ) -> int | None: ...
    def analyze(
        self,
        state: State,
        *,
        moves: int = 1,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        ownership: bool = False,
    ) -> dict[str, Any]: ...

@final
class Record:
    """A game as it was written down."""

    game: Game
    black: str
    white: str
    event: str
    date: str
    def __new__(cls, state: State, *, black: str = "", white: str = "") -> Self: ...
    def actions(self) -> list[int]: ...
    def state(self) -> State: ...
    def outcome(self) -> dict[str, Any] | None: ...
    def write(self, format: str) -> str: ...
    def losses(self, format: str) -> list[str]: ...

def read_records(
    data: bytes, *, format: str | None = None, game: str | None = None, skip_bad: bool = False
) -> list[Record]: ...
def read_one(text: str, format: str | None = None) -> Record: ...
def play_game(
    game: Game,
    black: str,
    white: str,
    *,
    seed: int = 0,
    random_plies: int = 0,
    opening_seed: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    longest: int = 0,
) -> dict[str, Any]: ...
def elo(wins: int, draws: int, losses: int) -> tuple[float, float, float, float]: ...
def ratings(players: int, meetings: Sequence[tuple[int, int, float, float]]) -> list[tuple[float, float]]: ...
def review(
    state: State, player: str = "best", *, nodes: int | None = None, seconds: float | None = None, seed: int = 0
) -> dict[str, Any]: ...
def solve(
    state: State, *, threads: int = 1, hash: int = 64, seconds: float | None = None
) -> dict[str, Any] | None: ...
def vcf(state: State, *, nodes: int = 10_000_000, seconds: float | None = None) -> dict[str, Any]: ...
def score(state: State, dead: Sequence[int] | None = None) -> dict[str, Any]: ...
def judge(state: State, *, chinese: bool = False) -> dict[str, Any]: ...
