"""Self-play, tournaments and analysis: on threads, and on a cluster of two nodes of which one dies."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import ray
from ray.cluster_utils import Cluster

import heibai
import heibai.data
import heibai.net
import heibai.ray as jobs
from heibai.jobs import main
from heibai.storage import Folder


def check_games(games, count, **rules):
    game = heibai.Game("othello", **rules)
    assert [played["id"] for played in games] == list(range(count))
    for played in games:
        state = game.new_initial_state()
        state.apply_actions(played["actions"])
        assert state.is_terminal() and state.outcome() == played["outcome"] and played["fault"] is None


def without_time(games):
    """As JSON has them, which knows lists and no tuples."""
    games = json.loads(json.dumps(list(games)))
    return [{key: value for key, value in game.items() if key != "seconds"} for game in games]


def test_selfplay_does_not_depend_on_how_it_is_cut():
    options = dict(player="random", opponent="alphabeta:depth=1", size=6, seed=3)
    seen = []
    one = jobs.selfplay("othello", 12, workers=1, per_task=1, progress=lambda done, all: seen.append((done, all)), **options)
    two = jobs.selfplay("othello", 12, workers=3, per_task=5, **options)
    check_games(one, 12, size=6)
    assert without_time(one) == without_time(two)
    assert seen[-1] == (12, 12)
    assert {game["black"] for game in one} == {"random", "alphabeta:depth=1"}


def test_a_tournament_ranks_the_players():
    result = jobs.tournament(["random", "alphabeta:depth=2", "alphabeta:depth=1"], "othello", 6, size=6, seed=1)
    table = result["table"]
    assert len(result["games"]) == 18 and sum(row["points"] for row in table) == 18
    assert table[-1]["player"] == "random" and table[0]["elo"] > table[-1]["elo"]
    with pytest.raises(ValueError, match="different players"):
        jobs.tournament(["random", "random"], "othello")


def test_analysis_of_a_list_of_games():
    games = jobs.selfplay("othello", 3, player="random", size=6)
    states = []
    for played in games:
        states.append(heibai.Game("othello", size=6).new_initial_state())
        states[-1].apply_actions(played["actions"])
    thoughts = jobs.analyze([states[0], heibai.Record(states[1]), states[2]], "alphabeta:depth=2", per_task=1)
    assert [[move["played"] for move in game] for game in thoughts] == [state.history() for state in states]
    for game in thoughts:
        assert sum(bool(move["candidates"]) for move in game) > 10


def test_an_error_in_the_work_is_the_callers():
    with pytest.raises(ValueError, match="no player is called"):
        jobs.selfplay("othello", 5, player="nobody")


def test_games_as_arrays():
    game = heibai.Game("othello", size=6)
    games = jobs.selfplay(game, 5, player="random")
    arrays = heibai.data.arrays(game, games, history=1)
    total = sum(len(played["actions"]) for played in games)
    assert arrays["observations"].shape == (total, *game.observation_shape(1))
    assert arrays["masks"][range(total), arrays["actions"]].all()
    first = games[0]
    state = game.new_initial_state()
    for number, action in enumerate(first["actions"]):
        assert (arrays["observations"][number] == state.observation(1, "int8")).all()
        sign = {None: 0, state.current_player(): 1}.get(first["outcome"]["winner"], -1)
        assert (arrays["actions"][number], arrays["values"][number]) == (action, sign)
        state.apply_action(action)


HANG = 900  # seconds after which a wait is called a hang; nothing else depends on time


def wait_until(true):
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < HANG, "it never came true"
        time.sleep(0.05)


def test_two_nodes_and_one_of_them_dies(caplog, monkeypatch, tmp_path):
    """200 games on a head without processors and two nodes of two. In the second half of the games both processors of one
    node hold a task that never ends, and then the node is killed. Exactly those two tasks are done again, every game comes
    back once, and it is the game that one machine plays."""
    # Ray's workers are nice by habit, and on a busy machine would wait for everybody else.
    monkeypatch.setenv("RAY_worker_niceness", "0")
    options = dict(player="alphabeta:depth=1", seed=50, per_task=5)
    alone = jobs.selfplay("othello", 200, **options)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        doomed, _ = [cluster.add_node(num_cpus=2) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        # The workers cannot import this file.
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        play, doomed_id, killed = jobs._play, doomed.node_id, []

        def held():
            return sorted(int(file.name) for file in tmp_path.iterdir())

        def play_or_hang(job):
            if job["id"] >= 100:
                if ray.get_runtime_context().get_node_id() == doomed_id:
                    (tmp_path / str(job["id"])).touch()
                    wait_until(lambda: False)
                # The other node waits, so that it cannot do all of the work before the doomed one has taken its share.
                wait_until(lambda: len(held()) == 2)
            return play(job)

        def watch(done, total):
            if len(held()) == 2 and not killed:
                killed.append(done)
                cluster.remove_node(doomed, allow_graceful=False)

        monkeypatch.setattr(jobs, "_play", play_or_hang)
        games = jobs.selfplay("othello", 200, address=cluster.address, progress=watch, **options)
        # The killed node waited at the first game of each of its two tasks.
        again = [record.args[:2] for record in caplog.records if "done again" in record.message]
        assert sorted(again) == [(first, first + 4) for first in held()] and len(again) == 2
        # The head misses a node's heartbeat later than we miss its answers.
        wait_until(lambda: sum(not node["Alive"] for node in ray.nodes()) == 1)
        check_games(games, 200)
        assert len({game["seed"] for game in games}) == 200
        assert without_time(games) == without_time(alone)
    finally:
        ray.shutdown()
        cluster.shutdown()


PROGRAM = os.environ.get("HEIBAI") or pathlib.Path(__file__).parents[3] / "target/debug/heibai"


def shell(*arguments, **more):
    """The program itself, as a user calls it."""
    environment = {**os.environ, "HEIBAI_PYTHON": sys.executable, "RAY_worker_niceness": "0", **more}
    return subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def cluster():
    """A cluster of one machine that several tests share: starting it takes longer than they do."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    yield made
    made.shutdown()


def test_the_command_line_hands_its_jobs_to_the_cluster(tmp_path, cluster):
    out = tmp_path / "selfplay"
    play = ["selfplay", "--game", "othello", "--size", "6", "--games", "20", "--player", "random", "--out", str(out), "--json"]
    done = shell(*play, "--cluster", cluster.address)
    assert json.loads(done.stdout) == {"file": str(out / "games.hbf"), "games": 20, "played": 20}
    # The same without a cluster finds all games there.
    assert json.loads(shell(*play).stdout)["played"] == 0
    # One machine plays the same games and writes the same bytes; a run that grows plays what is missing.
    alone = tmp_path / "alone"
    shell(*[str(alone) if word == str(out) else word for word in play])
    assert (alone / "games.hbf").read_bytes() == (out / "games.hbf").read_bytes()
    more = ["24" if word == "20" else word for word in play]
    assert json.loads(shell(*more, "--cluster", cluster.address).stdout)["played"] == 4
    assert [game["id"] for game in heibai.data.Games(out / "games.hbf")] == list(range(24))


def test_the_command_line_hands_tournaments_and_analyses_to_the_cluster(tmp_path, cluster):
    plan = tmp_path / "plan.toml"
    players = ["random", "alphabeta:depth=2"]
    rows = "".join(f'[[player]]\nname = "{name.split(":")[0]}"\nengine = "{name}"\n' for name in players)
    plan.write_text(f'game = "othello"\nformat = "round-robin"\ngames = 6\nsize = 6\n{rows}')
    table = [json.loads(line) for line in shell("tournament", str(plan), "--json", "--cluster", cluster.address).stdout.splitlines()]
    assert [row["player"] for row in table] == ["alphabeta", "random"] and table[0]["games"] == 6
    record = tmp_path / "games.txt"
    record.write_text("f5d6c3d3c4\n")
    told = shell("analyze", str(record), "--level", "normal", "--nodes", "500", "--cluster", cluster.address)
    assert [move["played"] for move in json.loads(told.stdout)["moves"]] == [37, 43, 18, 19, 26]


def constant():
    """An evaluator that knows nothing: made where an actor lives."""

    def evaluate(observations):
        return np.zeros((len(observations), 37), np.float32), observations[:, 0].mean(axis=(1, 2)).astype(np.float32)

    return evaluate


def test_workers_write_shards_and_actors_evaluate(tmp_path, cluster, monkeypatch):
    monkeypatch.setenv("RAY_worker_niceness", "0")
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
        options = dict(player="random", size=6, seed=7, per_task=4)
        assert jobs.selfplay("othello", 10, out=tmp_path, address=cluster.address, **options) == []
        assert without_time(heibai.data.shards(tmp_path)) == without_time(jobs.selfplay("othello", 10, **options))
        game = heibai.Game("othello", size=6)
        remote = jobs.evaluators(constant, actors=2, gpus=0, cores=0.5)
        here, there = (heibai.MCTS(game, 4, evaluator, seed=1).search(16) for evaluator in (constant(), remote))
        assert (here.visits == there.visits).all() and (here.q == there.q).all()
    finally:
        ray.shutdown()


@pytest.mark.parametrize("where", ["folder", "memory", "arrow"])
def test_games_are_written_as_they_come_and_not_played_again(tmp_path, where, monkeypatch):
    out = {"folder": str(tmp_path), "memory": f"memory://{tmp_path}", "arrow": f"file://{tmp_path}"}[where]
    if where == "arrow":
        monkeypatch.setitem(sys.modules, "fsspec", None)
    played = []
    play = jobs._play

    def watched(job):
        played.append(job["id"])
        if job["id"] == 9:
            raise RuntimeError("the machine dies")
        return play(job)

    options = dict(player="random", size=6, seed=7, per_task=3, workers=1)
    monkeypatch.setattr(jobs, "_play", watched)
    with pytest.raises(RuntimeError, match="dies"):
        jobs.selfplay("othello", 12, out=out, **options)
    assert [game["id"] for game in heibai.data.shards(out)] == list(range(9))
    monkeypatch.setattr(jobs, "_play", lambda job: played.append(job["id"]) or play(job))
    played.clear()
    jobs.selfplay("othello", 14, out=out, **options)
    assert played == [9, 10, 11, 12, 13]
    assert without_time(heibai.data.shards(out)) == without_time(jobs.selfplay("othello", 14, **options))


def test_pyarrow_serves_where_fsspec_lacks_what_an_address_needs(tmp_path, monkeypatch):
    import fsspec.core

    def lacks(address):
        raise ImportError("Install s3fs to access S3")

    monkeypatch.setattr(fsspec.core, "url_to_fs", lacks)
    folder = Folder(f"file://{tmp_path}/run")
    folder.write("a.txt", b"here")
    assert folder.names() == ["a.txt"] and (tmp_path / "run/a.txt").read_bytes() == b"here"
    with pytest.raises(ImportError, match="no://where: Install s3fs to access S3; or install pyarrow"):
        Folder("no://where").names()


def test_a_folder_that_cannot_be_written_is_refused_before_the_first_game(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(jobs, "_play", lambda job: pytest.fail("a game was played"))
    with pytest.raises(PermissionError, match="cannot be written"):
        jobs.selfplay("othello", 2, player="random", out=tmp_path)


def test_two_workers_write_the_same_file_at_once(tmp_path):
    """One of them was thought lost and was not."""
    folder, data = Folder(tmp_path), b"x" * 100_000
    threads = [threading.Thread(target=lambda: [folder.write("a", data) for _ in range(50)]) for _ in range(4)]
    failed = []
    monitor = threading.excepthook
    threading.excepthook = lambda told: failed.append(told.exc_value)
    try:
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
    finally:
        threading.excepthook = monitor
    assert not failed and os.listdir(tmp_path) == ["a"] and folder.read("a") == data


def test_games_that_two_drivers_wrote_are_told_once(tmp_path):
    games = jobs.selfplay("othello", 6, player="random", size=6, seed=7)
    for part in (games[:4], games[2:], games[3:5]):
        jobs._keep(Folder(tmp_path), part)
    assert [game["id"] for game in heibai.data.shards(tmp_path)] == list(range(6))


def test_a_job_from_a_shell_goes_on_in_its_folder(tmp_path, capfd):
    command = ["selfplay", "--game", "othello", "--size", "6", "--player", "random", "--out", f"{tmp_path}/对局/", "--games"]
    assert main([*command, "5"]) == 0
    first = {path: path.stat().st_mtime_ns for path in (tmp_path / "对局").iterdir()}
    assert main([*command, "7"]) == 0
    assert {path: path.stat().st_mtime_ns for path in first} == first, "nothing is written again"
    assert [game["id"] for game in heibai.data.shards(tmp_path / "对局")] == list(range(7))
    assert main([*command[:-2], f"{tmp_path}/no/such/file", "--games", "1"]) == 2
    assert "heibai.jobs: " in capfd.readouterr().err


def test_a_job_asks_for_the_cores_of_its_players(monkeypatch):
    assert jobs._cores(["engine:threads=4,visits=10", "random"], "go") == 4 and jobs._cores(["random", ""], "go") == 1
    # `best` of Go thinks on all cores, up to eight.
    for there, taken in ((2, 2), (64, 8)):
        monkeypatch.setattr(os, "cpu_count", lambda: there)
        assert jobs._cores(["best", "random"], "go") == taken and jobs._cores(["best"], "othello") == 1


def test_work_is_cut_so_that_nobody_waits():
    tasks = jobs._Tasks(range(100), None)
    assert [len(tasks.take(4)) for _ in range(3)] == [1, 1, 1], "what a job takes is not known yet"
    tasks.learn(0.5, 5)
    sizes = []
    while task := tasks.take(4):
        sizes.append(len(task))
    # Twenty make two seconds; then the rest is shared by four workers twice.
    assert sizes[0] == 13 and sizes == sorted(sizes, reverse=True) and sizes[-1] == 1 and sum(sizes) == 97
    tasks = jobs._Tasks(range(100), 7)
    tasks.learn(0.5, 5)
    assert [len(tasks.take(4)) for _ in range(16)] == [7] * 14 + [2, 0]
    for wrong in ({"workers": 0}, {"per_task": -1}):
        with pytest.raises(ValueError, match="expected 1 or more"):
            jobs.selfplay("othello", 2, **wrong)


def test_ctrl_c_stops_the_threads_of_a_job():
    """Every game would take hours. Python tells its main thread of Ctrl-C, which the others have to hear of."""
    before, there = signal.signal(signal.SIGINT, signal.default_int_handler), threading.active_count()
    try:
        for options in (dict(workers=2), dict(workers=2, opponent="random")):
            threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                jobs.selfplay("go", 8, player="mcts:playouts=100000000", size=19, **options)
        threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            state = heibai.Game("go").new_initial_state()
            state.apply_actions([5, 6, 7])
            jobs.analyze([state] * 4, "mcts:playouts=100000000", workers=2)
    finally:
        signal.signal(signal.SIGINT, before)
    wait_until(lambda: threading.active_count() <= there)
    assert len(jobs.selfplay("othello", 3, player="random", size=6)) == 3, "a later job is not stopped"


def test_without_the_package_the_command_line_says_what_to_do(tmp_path):
    job = ["selfplay", "--game", "othello", "--games", "1", "--out", str(tmp_path), "--cluster", "auto"]
    done = shell(*job, HEIBAI_PYTHON="/bin/false")
    assert done.returncode == 2 and "has no package heibai" in done.stderr


def test_weights_taught_here_play_in_the_program(tmp_path):
    game = heibai.Game("othello", size=6)
    net = heibai.net.PolicyValueNet.new(game, width=16, seed=4)
    path = tmp_path / "weights.net"
    net.save(path)
    again = heibai.net.PolicyValueNet.load(path)
    player = heibai.Player(f"learned:file={path}", "othello")
    rng = random.Random(1)
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            ((actions, worth),) = heibai.net.look_ahead(again, [state])
            told = {move["line"][0]: move["win_rate"] for move in player.analyze(state, moves=99)["candidates"]}
            assert told == pytest.approx({a: (1 + w) / 2 for a, w in zip(actions, worth)}, abs=1e-5)
            state.apply_action(rng.choice(actions))
    info = json.loads(shell("net", "info", str(path), "--json").stdout)
    assert (info["game"], info["size"], info["width"]) == ("othello", 6, 16)
    match = shell("match", f"learned:file={path}", "random", "--game", "othello", "--size", "6", "--games", "4", "--out", str(tmp_path / "match"))
    assert match.returncode == 0, match.stderr
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ValueError, match="bytes of weights"):
        heibai.Player(f"learned:file={path}", "othello")
    with pytest.raises(ValueError):
        heibai.net.PolicyValueNet.load(path)


def test_local_is_a_cluster_of_its_own(monkeypatch):
    """Without an address Ray would join a cluster that runs here; "local" must reach Ray as it is."""
    import ray

    class Asked(Exception):
        pass

    def init(**options):
        raise Asked(f"{options['address']} {options.get('num_cpus')}")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(Asked, match="local None"):
        heibai.ray.run(len, ["a", "b"], per_task=1, address="local")
    # A cluster of its own is as large as its workers need; one that is joined is what it is.
    with pytest.raises(Asked, match="local 6"):
        heibai.ray.run(len, ["a", "b"], address="local", workers=3, cores=2)
    with pytest.raises(Asked, match="auto None"):
        heibai.ray.run(len, ["a", "b"], address="auto", workers=3)


def test_analysis_on_many_workers_thinks_on_one_thread_each():
    assert heibai.ray._alone("best", "go") == "engine" and heibai.ray._alone("best", "othello") == "best"
    assert heibai.ray._alone("hard", "go") == "hard"
