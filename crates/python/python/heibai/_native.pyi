"""The Rust half of heibai. Import from `heibai`."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, Self, final, overload

import numpy as np
from numpy.typing import NDArray

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
    "SelfplayFile",
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
    "selfplay_game",
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
class SearchResult:
    """What a search found, game by game."""

    actions: NDArray[np.int64]
    visits: NDArray[np.int32]
    policy: NDArray[np.float32]
    q: NDArray[np.float32]
    priors: NDArray[np.float32]
    values: NDArray[np.float32]
    lines: list[list[int]]

@final
class MCTS:
    """Tree search over many games at once with an evaluator of one's own."""

    game: Game
    num_games: int
    num_actions: int
    players: NDArray[np.int8]
    terminal: NDArray[np.bool_]
    def __new__(
        cls,
        game: Game,
        num_games: int,
        evaluator: Callable[[NDArray[np.float32]], tuple[Any, Any]],
        *,
        root: Literal["puct", "gumbel"] = "puct",
        c_puct: float = 1.25,
        fpu: float = 0.2,
        noise: float = 0.0,
        alpha: float = 0.3,
        considered: int = 16,
        gumbel: float = 1.0,
        scale: float = 1.0,
        leaves: int = 1,
        virtual_loss: int = 1,
        reuse: bool = True,
        seed: _Seeds = ...,
        history: int = 0,
        threads: int = 1,
        overlap: bool = False,
    ) -> Self: ...
    def search(
        self, visits: int, *, temperature: float | Sequence[float] = ..., mask: NDArray[np.bool_] | None = None
    ) -> SearchResult: ...
    def play(self, actions: NDArray[np.int64] | NDArray[np.int32] | Sequence[int]) -> None: ...
    def reset(self, mask: NDArray[np.bool_] | None = None) -> None: ...
    def state(self, index: int) -> State: ...
    def set_state(self, index: int, state: State) -> None: ...
    def observations(self) -> NDArray[np.float32]: ...
    def masks(self) -> NDArray[np.bool_]: ...
    def returns(self) -> NDArray[np.float32]: ...
    def __len__(self) -> int: ...

@final
class Match:
    """A game in progress: opening rule, moves, clocks, the count, the end."""

    phase: Literal["opening", "playing", "counting", "over"]
    def __new__(cls, game: Game, *, clock: str | None = None) -> Self: ...
    def request(self) -> dict[str, Any]: ...
    def play(self, action: int, *, seconds: float | None = None) -> None: ...
    def choose(self, choice: str, *, seconds: float | None = None) -> None: ...
    def undo(self) -> bool: ...
    def redo(self) -> None: ...
    def propose(self, dead: Sequence[int] | None = None, seki: Sequence[int] | None = None) -> None: ...
    def mark(self, point: int, status: str) -> None: ...
    def agree(self, side: int) -> None: ...
    def resume(self) -> None: ...
    def resign(self, side: int) -> None: ...
    def count(self) -> dict[str, Any] | None: ...
    def outcome(self) -> dict[str, Any] | None: ...
    def seat(self, side: int) -> int: ...
    def clock(self, side: int) -> float | None: ...
    def history(self) -> list[int]: ...
    def choices(self) -> list[str]: ...
    def state(self) -> State: ...

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
@final
class SelfplayFile:
    """A file of self-play games; `heibai.data.Games` is the sequence over it."""

    game: Game | None
    player: str | None
    seed: int | None
    def __new__(cls, path: str | PathLike[str]) -> Self: ...
    def __len__(self) -> int: ...
    def games(self, start: int, stop: int) -> list[dict[str, Any]]: ...
    def columns(self, start: int, stop: int) -> dict[str, Any]: ...

def selfplay_game(
    game: Game,
    player: str,
    number: int,
    *,
    seed: int = 1,
    random_plies: int = 8,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
) -> dict[str, Any]: ...
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
