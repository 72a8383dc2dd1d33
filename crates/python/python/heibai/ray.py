"""Self-play, tournaments and batch analysis, on this machine or over a Ray cluster, by the same call.

`address=None` works on this machine's threads. An address hands the same work to Ray: "local" starts Ray here, "auto"
or "host:port" joins a running cluster. `workers` limits how many tasks there are at once. The work is cut into tasks of
about two seconds. Every job has a number and its own seed, so that a task that is done twice, because its node died,
gives the same results, and each is merged once.

>>> import heibai.ray
>>> games = heibai.ray.selfplay("othello", 4, player="random", size=6, seed=1)
>>> [game["id"] for game in games]
[0, 1, 2, 3]
"""

from __future__ import annotations

import functools
import itertools
import json
import logging
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from heibai._native import Game, Player, Record, State, Stop, elo, play_game, ratings, selfplay_game
from heibai.extras import missing
from heibai.progress import Progress
from heibai.storage import Folder

SECONDS_PER_TASK = 2.0
LOG = logging.getLogger("heibai.ray")
RETRIES = 5
SHARD = re.compile(r"games-(\d+)-(\d+)\.jsonl")
THREADS = re.compile(r"\bthreads=(\d+)")


class TaskFailed(RuntimeError):
    """A task whose nodes died again and again."""


def _do(work: Callable, jobs: list[tuple[int, Any]], out: Folder | None = None) -> tuple[float, list[tuple[int, Any]]]:
    """Runs the jobs; returns the seconds it took and the results by number."""
    began = time.perf_counter()
    done = [(number, work(job)) for number, job in jobs]
    took = time.perf_counter() - began
    if out is None:
        return took, done
    _keep(out, [result for _, result in done])
    return took, [(number, None) for number, _ in done]


def _keep(out: Folder, results: list[dict[str, Any]]) -> None:
    """Writes results into one file for each stretch of numbers, which its name tells."""
    for _, stretch in itertools.groupby(enumerate(results), lambda pair: pair[1]["id"] - pair[0]):
        rows = [result for _, result in stretch]
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        out.write(f"games-{rows[0]['id']:08}-{rows[-1]['id']:08}.jsonl", lines.encode())


def _kept(out: Folder) -> set[int]:
    """The numbers of the games that are there."""
    found = (SHARD.fullmatch(name) for name in out.names())
    return {number for name in found if name for number in range(int(name[1]), int(name[2]) + 1)}


def _threads(player: str, game: str) -> int:
    """The cores that a player keeps busy: `best` of Go thinks on all, up to eight."""
    named = THREADS.search(player)
    return int(named[1]) if named else min(8, os.cpu_count() or 1) if (player, game) == ("best", "go") else 1


def _cores(players: Iterable[str], game: str) -> int:
    """The cores that the busiest of the players keeps busy."""
    return max(_threads(player, game) for player in players)


class _Tasks:
    """Jobs cut into tasks of about two seconds, judged by the tasks that are done. The first and the last tasks are
    smaller, so that no worker waits while others still have much to do."""

    def __init__(self, jobs: Sequence[Any], per_task: int | None) -> None:
        self._jobs, self._left = iter(enumerate(jobs)), len(jobs)
        self._per_task, self._two_seconds = per_task, 1

    def take(self, workers: int) -> list[tuple[int, Any]]:
        """The next task for one of so many workers; empty when there is none."""
        size = self._per_task or min(self._two_seconds, -(-self._left // (2 * workers)))
        task = list(itertools.islice(self._jobs, size))
        self._left -= len(task)
        return task

    def learn(self, seconds: float, jobs: int) -> None:
        """Records how long a task took."""
        self._two_seconds = max(1, min(1000, int(SECONDS_PER_TASK * jobs / max(seconds, 1e-6))))


def run(
    work: Callable[[Any], Any],
    jobs: Sequence[Any],
    *,
    address: str | None = None,
    workers: int | None = None,
    per_task: int | None = None,
    retries: int = RETRIES,
    progress: str | Callable[[int, int], None] | None = None,
    on_result: Callable[[Any], None] | None = None,
    cores: int = 1,
    out: Folder | None = None,
) -> list[Any]:
    """`[work(job) for job in jobs]`, on threads or on a Ray cluster. `work` is a function of a module. `workers` limits
    how many tasks run at once, by default as many as there are cores for; `cores` is how many cores one job keeps busy.
    `on_result` gets each result as it comes, in any order; then nothing is kept, and the list is empty. With `out` the
    worker of a task writes its results there, dicts with an `id`, and the list is empty too."""
    if workers is not None and workers < 1:
        raise ValueError(f"workers {workers}: expected 1 or more")
    if per_task is not None and per_task < 1:
        raise ValueError(f"per_task {per_task}: expected 1 or more")
    results: dict[int, Any] = {}
    seen: set[int] = set()
    tasks = _Tasks(jobs, per_task)
    with Progress(progress, len(jobs)) as bar:

        def merge(done: tuple[float, list[tuple[int, Any]]]) -> None:
            tasks.learn(done[0], len(done[1]))
            for number, result in done[1]:
                if number in seen:
                    continue
                seen.add(number)
                if out is not None:
                    continue
                if on_result is None:
                    results[number] = result
                else:
                    on_result(result)
            bar.show(len(seen))

        do = functools.partial(_do, work, out=out)
        if address is None:
            _on_threads(do, tasks, merge, workers or max(1, (os.cpu_count() or 1) // cores))
        else:
            _on_ray(do, tasks, merge, address, retries, cores, workers)
    return [results[number] for number in sorted(results)]


def _on_threads(do: Callable, tasks: _Tasks, merge: Callable, workers: int) -> None:
    stop = Stop()
    with ThreadPoolExecutor(workers, initializer=stop.listen) as pool:
        running: set[Future] = set()
        try:
            while True:
                while len(running) < 2 * workers and (task := tasks.take(workers)):
                    running.add(pool.submit(do, task))
                if not running:
                    return
                # Another thread may have got the signal: this one looks for it.
                done, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in done:
                    merge(future.result())
        except BaseException:
            # Ctrl-C reaches this thread alone; the others are told.
            stop.set()
            for future in running:
                future.cancel()
            raise


def _on_ray(
    do: Callable, tasks: _Tasks, merge: Callable, address: str, retries: int, cores: int, workers: int | None
) -> None:
    try:
        import ray
    except ModuleNotFoundError as error:
        raise missing(error, "ray") from None
    from ray.exceptions import RayError, RayTaskError

    mine = not ray.is_initialized()
    if mine:
        # To Ray, "local" is a cluster of its own even where one is running; without an address it would join that.
        size: dict[str, Any] = {"num_cpus": workers * cores} if workers and address == "local" else {}
        ray.init(address=address, log_to_driver=False, include_dashboard=False, **size)
    running: dict[Any, tuple[list, int]] = {}
    try:
        # A task that asks for more than any machine has would wait for ever.
        largest = max((int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]), default=0)
        cores = min(cores, largest or cores)
        # We try again ourselves: Ray counts a node that dies with several tasks as a failure of each.
        remote = ray.remote(max_retries=0, num_cpus=cores)(_call)

        def submit(task: list, attempt: int) -> None:
            running[remote.remote(do, task)] = (task, attempt)

        def fill() -> None:
            # Asked each time: a cluster that scales gets nodes because tasks wait, and then takes more of them.
            there = workers or max(1, int(ray.cluster_resources().get("CPU", 1)) // cores)
            room = workers or max(4, 3 * there)
            while len(running) < room and (task := tasks.take(there)):
                submit(task, 0)

        fill()
        while running:
            ready, _ = ray.wait(list(running), num_returns=1, timeout=10)
            for reference in ready:
                task, attempt = running.pop(reference)
                try:
                    merge(ray.get(reference))
                except RayTaskError:
                    raise
                except RayError as error:
                    first, last = task[0][0], task[-1][0]
                    if attempt >= retries:
                        raise TaskFailed(f"jobs {first} to {last} failed {attempt + 1} times: {error}") from error
                    LOG.warning("jobs %d to %d are done again: %s", first, last, type(error).__name__)
                    submit(task, attempt + 1)
            fill()
    except BaseException:
        for reference in running:
            ray.cancel(reference, force=True)
        raise
    finally:
        if mine:
            ray.shutdown()


def _call(do: Callable, task: list) -> tuple[float, list]:
    return do(task)


def _game_of(game: str | Game, rules: dict[str, Any]) -> Game:
    return game if isinstance(game, Game) else Game(game, **rules)


def _play(job: dict[str, Any]) -> dict[str, Any]:
    if "run_seed" in job:
        arguments = {key: job[key] for key in ("random_plies", "nodes", "depth", "seconds")}
        played = selfplay_game(job["game"], job["player"], job["id"], seed=job["run_seed"], **arguments)
        return {"id": job["id"], "black": job["player"], "white": job["player"], **played}
    arguments = {key: job[key] for key in ("seed", "opening_seed", "random_plies", "nodes", "depth", "seconds", "longest")}
    played = play_game(job["game"], job["black"], job["white"], **arguments)
    return {"id": job["id"], "seed": job["seed"], "black": job["black"], "white": job["white"], **played}


def selfplay(
    game: str | Game,
    games: int | Iterable[int],
    *,
    player: str = "random",
    opponent: str | None = None,
    seed: int = 0,
    random_plies: int = 4,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    address: str | None = None,
    workers: int | None = None,
    per_task: int | None = None,
    progress: str | Callable[[int, int], None] | None = None,
    on_result: Callable[[dict[str, Any]], None] | None = None,
    out: str | os.PathLike | None = None,
    **rules: Any,
) -> list[dict[str, Any]]:
    """Games of a player against itself: one dict a game with id, seed, black, white, actions, opening (how many of them
    were drawn), outcome, scores, visits, nodes, seconds and fault. `games` is how many, or the numbers of those wanted. Each
    begins with up to `random_plies` random moves; they are the games that `heibai selfplay` plays for the seed. Against an
    `opponent` colours alternate, and two games in a row share an opening of `random_plies` moves.

    `out` is a folder, or an address that fsspec or pyarrow know (`s3://bucket/run`): each worker writes its games there as
    they end, games that are there already are not played again, and `heibai.data.shards(out)` reads them."""
    of = _game_of(game, rules)
    folder = None if out is None else Folder(out)
    limits = {"nodes": nodes, "depth": depth, "seconds": seconds}
    common = {"game": of, "random_plies": random_plies, **limits}
    numbers: Iterable[int] = range(games) if isinstance(games, int) else games
    if folder is not None:
        folder.check_writable()
        there = _kept(folder)
        numbers = [number for number in numbers if number not in there]
    if opponent is None:
        jobs = [{"id": number, "player": player, "run_seed": seed, **common} for number in numbers]
    else:
        pair = (player, opponent)
        jobs = [
            {
                "id": number,
                "seed": seed + number,
                "opening_seed": seed + number // 2,
                "black": pair[number % 2],
                "white": pair[1 - number % 2],
                "longest": 4 * of.size * of.size,
                **common,
            }
            for number in numbers
        ]
    where: dict[str, Any] = {"address": address, "workers": workers, "per_task": per_task}
    cores = _cores([player, opponent or ""], of.name)
    return run(_play, jobs, progress=progress, on_result=on_result, cores=cores, out=folder, **where)


def tournament(
    players: Sequence[str], game: str | Game, rounds: int = 2, *, seed: int = 0, **options: Any
) -> dict[str, Any]:
    """Everybody against everybody, `rounds` games each pair, colours alternating, two games an opening. Returns the
    games and a table, best first: player, points, games, elo and its error (half a 95 % interval)."""
    if len(players) < 2 or len(set(players)) != len(players):
        raise ValueError("a tournament needs two or more different players")
    rules: dict[str, Any] = {key: options.pop(key) for key in ("size", "rules", "komi", "handicap") if key in options}
    of = _game_of(game, rules)
    keys = ("nodes", "depth", "seconds")
    limits = {key: options.pop(key, None) for key in keys}
    random_plies, longest = options.pop("random_plies", 4), options.pop("longest", 3 * of.size * of.size)
    jobs: list[dict[str, Any]] = []
    for first, second in itertools.combinations(players, 2):
        for turn in range(rounds):
            black, white = (first, second) if turn % 2 == 0 else (second, first)
            number = len(jobs)
            where = {"id": number, "game": of, "seed": seed + number, "opening_seed": seed + number // 2}
            jobs.append({**where, "black": black, "white": white, "random_plies": random_plies, "longest": longest, **limits})
    games = run(_play, jobs, cores=_cores(players, of.name), **options)
    return {"games": games, "table": _table(players, games)}


def _points(game: dict[str, Any]) -> float:
    winner = game["outcome"]["winner"]
    return 0.5 if winner is None else 1.0 - winner


def _table(players: Sequence[str], games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    index = {player: number for number, player in enumerate(players)}
    points, played = [0.0] * len(players), [0] * len(players)
    meetings = []
    for game in games:
        black, white, got = index[game["black"]], index[game["white"]], _points(game)
        meetings.append((black, white, got, 1.0))
        points[black], points[white] = points[black] + got, points[white] + 1 - got
        played[black], played[white] = played[black] + 1, played[white] + 1
    rows = [
        {"player": player, "points": points[i], "games": played[i], "elo": rating, "error": error}
        for i, (player, (rating, error)) in enumerate(zip(players, ratings(len(players), meetings)))
    ]
    return sorted(rows, key=lambda row: -row["points"])


def _alone(player: str, game: str) -> str:
    """The player for one of many workers: `best` of Go would think on every core, `engine` is the same on one."""
    return "engine" if (player, game) == ("best", "go") else player


def _analyze(job: dict[str, Any]) -> list[dict[str, Any]]:
    state: State = job["start"].clone()
    player = Player(_alone(job["player"], state.game.name), state.game.name, seed=job["seed"])
    thoughts: list[dict[str, Any]] = []
    for action in job["actions"]:
        if len(state.legal_actions()) > 1:
            told = player.analyze(state, moves=job["moves"], **job["limits"])
            thoughts.append({"move": len(thoughts), "played": action, **told})
        else:
            thoughts.append({"move": len(thoughts), "played": action, "candidates": [], "depth": None, "nodes": 0})
        state.apply_action(action)
    return thoughts


def analyze(
    games: Iterable[State | Record],
    player: str = "best",
    *,
    moves: int = 1,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: Any,
) -> list[list[dict[str, Any]]]:
    """What a player thinks of every position of every game: for each game, one dict a move with the action that was
    played and the candidates, best first."""
    jobs = []
    for game in games:
        state = game.state() if isinstance(game, Record) else game
        limits = {"nodes": nodes, "depth": depth, "seconds": seconds}
        jobs.append(
            {"start": state.initial_state(), "actions": state.history(), "player": player, "moves": moves, "limits": limits, "seed": seed}
        )
    return run(_analyze, jobs, cores=_threads(_alone(player, "go"), "go"), **options)


class RemoteEvaluator:
    """An evaluator for `heibai.MCTS` that asks actors of a cluster in turn. It can be handed to tasks."""

    def __init__(self, actors: list[Any]) -> None:
        self._actors, self._turn = actors, 0

    def __call__(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        import ray

        self._turn = (self._turn + 1) % len(self._actors)
        return ray.get(self._actors[self._turn].evaluate.remote(observations))


class _Evaluations:
    def __init__(self, make: Callable[[], Callable]) -> None:
        self._evaluator = make()

    def evaluate(self, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self._evaluator(observations)


def evaluators(make: Callable[[], Callable], *, actors: int = 1, gpus: float = 1.0, cores: float = 1.0) -> RemoteEvaluator:
    """Actors that hold a network, each made by `make()` where it lives and given so many GPUs and cores, for searches on
    machines without one: `heibai.MCTS(game, 64, heibai.ray.evaluators(load))`. Needs `ray.init` before."""
    import ray

    actor = ray.remote(num_gpus=gpus, num_cpus=cores, max_restarts=RETRIES, max_task_retries=RETRIES)(_Evaluations)
    return RemoteEvaluator([actor.remote(make) for _ in range(actors)])


__all__ = ["RemoteEvaluator", "TaskFailed", "analyze", "elo", "evaluators", "run", "selfplay", "tournament"]
