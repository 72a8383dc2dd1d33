"""The loop: self-play, learning, checkpoints, matches against fixed opponents. It can be killed at any moment."""

from __future__ import annotations

import json
import os
import pathlib
import time
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np

from heibai import symmetry
from heibai._native import Game, elo, network_in_bytes, play_game
from heibai.alphazero.config import Config
from heibai.alphazero.plot import write_plot
from heibai.alphazero.selfplay import play

NETWORK = "network.net"
IN_BYTES = "network-bytes.net"


def _learner(game: Game, config: Config):
    if config.network == "mlp":
        from heibai.alphazero.mlp import MlpLearner

        return MlpLearner(game, config)
    from heibai.alphazero.residual import ResidualLearner

    return ResidualLearner(game, config)


def _replace(path: pathlib.Path, write: Callable[[pathlib.Path], object]) -> None:
    """Replaces a file atomically: after a kill it is the old one or the new one."""
    young = path.with_name(path.name + ".new.npz" if path.suffix == ".npz" else path.name + ".new")
    write(young)
    with open(young, "rb") as file:
        os.fsync(file.fileno())
    os.replace(young, path)


def _save(path: pathlib.Path, arrays: dict[str, np.ndarray]) -> None:
    _replace(path, lambda young: np.savez_compressed(young, **arrays))  # type: ignore[arg-type]


def _load(path: pathlib.Path) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (zipfile.BadZipFile, EOFError, ValueError) as error:
        raise ValueError(f"{path} is damaged: {error}") from error


def match(game: Game, player: str, opponent: str, games: int, seed: int = 0) -> dict[str, Any]:
    """A match by names: random openings of four moves, each played with both colours."""
    results = []
    for number in range(games):
        names = (player, opponent) if number % 2 == 0 else (opponent, player)
        played = play_game(game, *names, seed=seed + number, opening_seed=seed + number // 2, random_plies=4, longest=4 * game.size**2)
        winner = played["outcome"]["winner"]
        results.append(0.5 if winner is None else float(winner == number % 2))
    wins, draws = results.count(1.0), results.count(0.5)
    told = {"wins": wins, "draws": draws, "losses": games - wins - draws, "score": sum(results) / games}
    return {**told, "elo": elo(wins, draws, games - wins - draws)[0]}


class Run:
    """A run in a folder: begun, or resumed where it was."""

    def __init__(self, config: Config, out: str | os.PathLike, say: Callable[[str], None] = print):
        config.check()
        self.config, self.out, self.say = config, pathlib.Path(out), say
        self.game = config.make_game()
        self.learner = _learner(self.game, config)
        (self.out / "games").mkdir(parents=True, exist_ok=True)
        self.iteration, self.log = 0, []
        self._agree()
        checkpoint = self.out / "checkpoint.npz"
        if checkpoint.is_file():
            state = _load(checkpoint)
            self.iteration, self.log = int(state.pop("iteration")), json.loads(str(state.pop("log")))
            self.learner.restore(state)
        first = max(1, self.iteration + 1 - config.window)
        self.window = [_load(self._games(number)) for number in range(first, self.iteration + 1)]

    def _agree(self) -> None:
        """Refuses a folder that holds a run with other settings."""
        path, fixed = self.out / "config.json", self.config.fixed()
        if path.is_file():
            found = json.loads(path.read_text())
            differ = sorted(key for key in fixed if found.get(key) != fixed[key])
            if differ:
                what = ", ".join(f"{key} {found.get(key)!r}" for key in differ)
                raise ValueError(f"{self.out} holds a run with {what}: choose another folder")
        _replace(path, lambda young: young.write_text(json.dumps(fixed, indent=1) + "\n"))

    def _games(self, number: int) -> pathlib.Path:
        return self.out / "games" / f"{number:06d}.npz"

    def seconds(self) -> float:
        """The time that the run has taken so far with its matches, over all its sessions."""
        return float(sum(row["seconds"] + row.get("match_seconds", 0.0) for row in self.log))

    def is_measured(self) -> bool:
        """Whether the matches of the last iteration were played, if there are to be any."""
        due = self.iteration % self.config.match_every == 0 or self.finished()
        return not self.log or not due or "scores" in self.log[-1]

    def step(self) -> dict[str, Any]:
        """One iteration."""
        began, cpu = time.monotonic(), time.process_time()
        config, number = self.config, self.iteration + 1
        data, told = play(self.game, self.learner.evaluate, config, number)
        _save(self._games(number), data)
        played = time.monotonic() - began
        self.window = [*self.window, data][-config.window :]
        policy, value = self._learn(np.random.default_rng((config.seed, number, 1)))
        self.iteration = number
        row = {"iteration": number, **told, "policy_loss": policy, "value_loss": value}
        row |= {"selfplay_seconds": played, "seconds": time.monotonic() - began, "cpu_seconds": time.process_time() - cpu}
        self.log.append(row)
        self._checkpoint()
        stale = self._games(number - config.window)
        stale.unlink(missing_ok=True)
        return row

    def _learn(self, rng: np.random.Generator) -> tuple[float, float]:
        config = self.config
        lengths = [len(data["values"]) for data in self.window]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        names = ["observations", "masks", "policies", "values"]
        # Runs that an earlier version began have games without owners.
        names += ["owners"] if all("owners" in data for data in self.window) else []
        losses = []
        for _ in range(config.updates):
            chosen = np.sort(rng.integers(starts[-1], size=config.batch))
            parts = np.searchsorted(starts, chosen, side="right") - 1
            batch = (self._rows(name, parts, chosen - starts[parts]) for name in names)
            turn = int(rng.integers(symmetry.COUNT))
            observations, masks, policies, values, *owners = batch
            observations, *owners = (symmetry.planes(part, turn) for part in (observations, *owners))
            masks, policies = (symmetry.policy(part, turn, self.game.size) for part in (masks, policies))
            losses.append(self.learner.learn(observations, masks, policies.astype(np.float32), values, *owners))
        policy, value = np.mean(losses, axis=0)
        return float(policy), float(value)

    def _rows(self, name: str, parts: np.ndarray, rows: np.ndarray) -> np.ndarray:
        return np.concatenate([self.window[part][name][rows[parts == part]] for part in np.unique(parts)])

    def _checkpoint(self) -> None:
        _replace(self.out / NETWORK, self.learner.write)
        state = {**self.learner.state(), "iteration": np.array(self.iteration), "log": np.array(json.dumps(self.log))}
        _save(self.out / "checkpoint.npz", state)
        lines = "".join(json.dumps(row) + "\n" for row in self.log)
        _replace(self.out / "progress.jsonl", lambda young: young.write_text(lines))

    def measure(self, games: int | None = None, seed: int = 0) -> dict[str, float]:
        """The score against each opponent, with the network as the program plays it: in bytes if possible."""
        config, began = self.config, time.monotonic()
        player = f"learned:file={self.write_for_play()},visits={config.match_visits}"
        results = {name: match(self.game, player, name, games or config.match_games, seed) for name in config.opponents}
        shares = {name: result["score"] for name, result in results.items()}
        if self.log:
            self.log[-1] |= {"scores": shares, "match_seconds": time.monotonic() - began}
            self._checkpoint()
            self._plot()
        return shares

    def write_for_play(self) -> pathlib.Path:
        """The file that plays fastest: a residual network is quantised to bytes, and the log says how well both agree."""
        if self.config.network != "residual":
            return self.out / NETWORK
        agreement: dict[str, Any] = {}
        _replace(self.out / IN_BYTES, lambda young: agreement.update(network_in_bytes(self.out / NETWORK, young)))
        if self.log:
            self.log[-1]["bytes"] = agreement
        return self.out / IN_BYTES

    def _plot(self) -> None:
        graph = [(row["iteration"], row["scores"]) for row in self.log if set(self.config.opponents) <= set(row.get("scores", {}))]
        if graph:
            title = f"share of the points, {self.config.match_visits} visits"
            _replace(self.out / "progress.svg", lambda young: write_plot(young, graph, title))

    def finished(self) -> bool:
        """Whether the iterations or the minutes are spent."""
        minutes = self.config.minutes
        return self.iteration >= self.config.iterations or (minutes is not None and self.seconds() >= 60 * minutes)


def _tensorboard(folder: pathlib.Path):
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as missing:
        raise ValueError(f"TensorBoard needs torch and tensorboard: {missing}") from missing
    return SummaryWriter(str(folder))


def train(config: Config, out: str | os.PathLike, *, tensorboard: bool = False, say: Callable[[str], None] = print) -> Run:
    """Runs until the iterations or the minutes are spent; resumes what the folder holds."""
    run = Run(config, out, say)
    writer = _tensorboard(run.out / "tensorboard") if tensorboard else None
    if run.iteration:
        say(f"resumed after iteration {run.iteration}, {run.seconds():.0f} s")
    # A run that was killed in its matches plays them now.
    while not (run.finished() and run.is_measured()):
        row = run.step() if run.is_measured() else run.log[-1]
        line = f"{row['iteration']:4d}: {row['positions']} positions, policy {row['policy_loss']:.3f}, value {row['value_loss']:.3f}"
        if not run.is_measured():
            shares = run.measure()
            line += "".join(f", {name} {share:.0%}" for name, share in shares.items())
        say(f"{line}, {run.seconds():.0f} s")
        if writer is not None:
            for name, value in {**row, **row.get("scores", {})}.items():
                if isinstance(value, (int, float)):
                    writer.add_scalar(name.replace(":", "/"), value, row["iteration"])
            writer.flush()
    if writer is not None:
        writer.close()
    return run
