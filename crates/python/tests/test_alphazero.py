"""The AlphaZero loop in short form: it learns, it resumes after any kill, and what it writes plays everywhere."""

import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import heibai
import numpy as np
import pytest
from heibai.alphazero import PRESETS, Config, Run, match, play, train

SMALL = dict(size=4, width=16, games=8, visits=8, updates=8, batch=32, window=2, random_plies=2, match_games=4)
COMMAND = [sys.executable, "-m", "heibai.alphazero"]


def quiet(line):
    pass


def options(chosen):
    return [text for key, value in chosen.items() for text in ("--" + key.replace("_", "-"), str(value))]


def test_it_learns_othello(tmp_path):
    config = Config(size=6, width=64, games=48, visits=16, updates=100, batch=256, iterations=6, opponents=("random",), match_every=99)
    run = Run(config, tmp_path, quiet)
    run.learner.write(tmp_path / "untaught.net")
    while not run.finished():
        run.step()
    # Against itself before it was taught, with no search but one move of lookahead.
    taught, untaught = (f"learned:file={tmp_path / name}" for name in ("network.net", "untaught.net"))
    result = match(run.game, taught, untaught, 60, seed=1)
    assert result["score"] > 0.75, result
    rows = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[-1]["policy_loss"] < rows[0]["policy_loss"]
    shares = run.measure(games=20)
    assert shares["random"] > 0.7 and (tmp_path / "progress.svg").read_text().startswith("<svg")


def test_a_resumed_run_is_the_run_that_was_not_stopped(tmp_path):
    whole = train(Config(**SMALL, iterations=4), tmp_path / "whole", say=quiet)
    for iterations in (1, 3, 4):
        parts = train(Config(**SMALL, iterations=iterations), tmp_path / "parts", say=quiet)
    assert whole.iteration == parts.iteration == 4
    assert (tmp_path / "whole/network.net").read_bytes() == (tmp_path / "parts/network.net").read_bytes()


def test_a_killed_run_goes_on(tmp_path):
    train(Config(**SMALL, iterations=5, match_every=99), tmp_path / "whole", say=quiet)
    command = [*COMMAND, "--out", str(tmp_path / "killed"), *options({**SMALL, "iterations": 5, "match_every": 99})]
    for number in range(3):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        # After some lines and a moment more, wherever that is.
        for _ in range(number + 1):
            process.stdout.readline()
        time.sleep(0.01 * number)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "whole/network.net").read_bytes() == (tmp_path / "killed/network.net").read_bytes()
    assert not list((tmp_path / "killed").glob("*.new*")) or (tmp_path / "killed/checkpoint.npz").is_file()


def test_half_written_files_are_no_harm(tmp_path):
    train(Config(**SMALL, iterations=2), tmp_path, say=quiet)
    (tmp_path / "checkpoint.npz.new.npz").write_bytes(b"half")
    (tmp_path / "games" / "000003.npz").write_bytes(b"half")
    assert train(Config(**SMALL, iterations=3), tmp_path, say=quiet).iteration == 3


def test_a_run_that_was_killed_in_its_last_match_plays_it(tmp_path, monkeypatch):
    config = Config(**SMALL, iterations=2, match_every=99, opponents=("random",))

    def killed(*arguments, **options):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("heibai.alphazero.loop.match", killed)
        with pytest.raises(KeyboardInterrupt):
            train(config, tmp_path, say=quiet)
    said = []
    run = train(config, tmp_path, say=said.append)
    assert run.iteration == 2 and set(run.log[-1]["scores"]) == {"random"} and "random" in said[-1]
    rows = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text().splitlines()]
    assert rows[-1]["scores"] == run.log[-1]["scores"] and (tmp_path / "progress.svg").is_file()
    # The matches take part of the minutes, and are not played twice.
    assert run.seconds() == pytest.approx(sum(row["seconds"] for row in rows) + rows[-1]["match_seconds"])
    assert len(said) == 2 and train(config, tmp_path, say=said.append).log == run.log and len(said) == 3


def test_a_damaged_checkpoint_is_named(tmp_path):
    train(Config(**SMALL, iterations=1, match_every=99), tmp_path, say=quiet)
    whole = (tmp_path / "checkpoint.npz").read_bytes()
    for bad in (b"", b"no archive", whole[: len(whole) // 2]):
        (tmp_path / "checkpoint.npz").write_bytes(bad)
        done = subprocess.run([*COMMAND, "--out", str(tmp_path), *options(SMALL)], capture_output=True, text=True)
        assert done.returncode == 2 and "checkpoint.npz is damaged" in done.stderr and "Traceback" not in done.stderr


def test_other_choices_need_another_folder(tmp_path):
    train(Config(**SMALL, iterations=1), tmp_path, say=quiet)
    with pytest.raises(ValueError, match="holds a run with visits 8"):
        Run(Config(**{**SMALL, "visits": 9}), tmp_path, quiet)
    for chosen, why in [
        ({"network": "cnn"}, "expected 'mlp' or 'residual'"),
        ({"games": 0}, "games 0: expected 1 or more"),
        ({"size": 7}, "7"),
        ({"average": 1.5}, "average 1.5: expected 0 to 1"),
        ({"device": "cuda"}, "the network 'mlp' knows only the cpu"),
    ]:
        with pytest.raises(ValueError, match=why):
            Run(Config(**{**SMALL, **chosen}), tmp_path / "new", quiet)
    assert not (tmp_path / "new").exists()
    for bad in (["--visits", "0"], ["--root", "uct"], ["--game", "chess"]):
        done = subprocess.run([*COMMAND, "--out", str(tmp_path / "other"), *bad], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.startswith("heibai.alphazero: "), done.stderr


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_plays(name, tmp_path):
    small = dict(network="mlp", device="cpu", width=8, games=2, visits=2, updates=1, iterations=1, max_moves=8, opponents=("random",), match_games=2, match_visits=2)
    run = train(Config(**{**PRESETS[name], **small}), tmp_path, say=quiet)
    assert run.iteration == 1 and run.log[0]["positions"] > 0
    state = run.game.new_initial_state()
    player = heibai.Player(f"learned:file={tmp_path / 'network.net'},visits=5", run.game.name)
    assert state.why_illegal(player.choose(state)) is None


def test_a_game_of_go_that_was_cut_off_is_counted():
    def even(observations):
        return np.zeros((len(observations), 26), np.float32), np.zeros(len(observations), np.float32)

    config = Config(game="go", size=5, komi=0.5, games=16, visits=2, max_moves=40, random_plies=0, search_share=0.0, seed=2)
    data, told = play(config.make_game(), even, config, 1)
    assert told["cut_off"] > 0 and told["positions"] == len(data["owners"])
    # Komi is half a point: nothing is drawn, and whoever owns more wins, seen from the side to move.
    komi = np.where(data["observations"][:, 4, 0, 0] > 0, 0.5, -0.5)
    assert np.array_equal(data["values"], np.sign(data["owners"].sum(axis=(1, 2)) + komi))
    assert {-1, 1} <= set(data["values"].tolist()) and 0 < told["black"] < 1
    # On a GPU half of the games are evaluated while the others are searched: the same games.
    other, _ = play(config.make_game(), even, dataclasses.replace(config, device="cuda"), 1)
    assert all(np.array_equal(data[name], other[name]) for name in data)


def test_the_search_plays_in_the_program_as_in_python(tmp_path):
    run = train(Config(**SMALL, iterations=1, match_every=99), tmp_path, say=quiet)
    mcts = heibai.MCTS(run.game, 1, run.learner.evaluate)
    player = heibai.Player(f"learned:file={tmp_path / 'network.net'},visits=40", "othello")
    while not mcts.terminal[0]:
        mcts.set_state(0, mcts.state(0))
        found = mcts.search(40)
        told = player.analyze(mcts.state(0), moves=99)
        visits = {candidate["action"]: candidate["nodes"] for candidate in told["candidates"]}
        assert visits == {action: int(found.visits[0, action]) for action in mcts.state(0).legal_actions()}
        mcts.play(found.actions)


def test_the_program_computes_a_residual_network_as_torch_does(tmp_path, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    from heibai.alphazero.residual import ResidualNet, write

    games = [heibai.Game("othello", size=6), heibai.Game("go", size=9, komi=5.5), heibai.Game("gomoku")]
    for game in games:
        torch.manual_seed(2)
        net = ResidualNet(game, 2, 12)
        for module in net.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                torch.nn.init.uniform_(module.weight, 0.5, 1.5)
                torch.nn.init.uniform_(module.running_var, 0.5, 1.5)
                torch.nn.init.normal_(module.running_mean, std=0.2)
                torch.nn.init.normal_(module.bias, std=0.2)
        path = tmp_path / f"{game.name}.net"
        write(path, game, net.eval())
        player = heibai.Player(f"learned:file={path},visits=1", game.name)
        rng, state = np.random.default_rng(1), game.new_initial_state()
        for _ in range(8):
            with torch.no_grad():
                logits, value = net(torch.from_numpy(state.observation()[None]))
            legal = state.legal_actions()
            wanted = dict(zip(legal, torch.softmax(logits[0][legal], dim=0).tolist()))
            told = player.analyze(state, moves=999)["candidates"]
            for candidate in told:
                assert candidate["prior"] == pytest.approx(wanted[candidate["action"]], abs=2e-4)
            best = max(told, key=lambda candidate: candidate["nodes"])
            after = state.child(best["action"])
            with torch.no_grad():
                after_value = float(net(torch.from_numpy(after.observation()[None]))[1])
            assert best["win_rate"] == pytest.approx((1 - after_value) / 2, abs=2e-3)
            state.apply_action(int(rng.choice(legal)))


def test_a_residual_network_learns_and_resumes(tmp_path, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    torch.set_num_threads(1)
    small = dict(SMALL, network="residual", blocks=1, width=8, opponents=("random",))
    whole = train(Config(**small, iterations=3, match_every=99), tmp_path / "whole", say=quiet)
    for iterations in (1, 3):
        parts = train(Config(**small, iterations=iterations, match_every=99), tmp_path / "parts", say=quiet)
    for mine, other in zip(whole.learner.average.state_dict().values(), parts.learner.average.state_dict().values()):
        assert torch.equal(mine, other)
    assert whole.log[-1]["policy_loss"] < 3


def test_half_precision_as_on_a_gpu(tmp_path, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    torch.set_num_threads(1)
    small = dict(SMALL, game="go", size=5, network="residual", blocks=1, width=8, max_moves=20, games=4, visits=2)
    run = Run(Config(**small), tmp_path, quiet)
    run.learner.half = True
    losses = [run.step()["policy_loss"] for _ in range(2)]
    observations = run.window[-1]["observations"].astype(np.float32)
    half = run.learner.evaluate(observations)
    run.learner.half, run.learner._evaluator = False, None
    for one, other in zip(half, run.learner.evaluate(observations)):
        assert one.dtype == np.float32 and 0 < np.abs(one - other).max() < 0.02
    assert np.isfinite(losses).all()


def test_damaged_networks_are_refused(tmp_path):
    run = train(Config(**SMALL, iterations=1, match_every=99), tmp_path, say=quiet)
    path = pathlib.Path(tmp_path / "network.net")
    whole = path.read_bytes()
    for bad in (whole[:-1], whole.replace(b"othello", b"ludo"), b"heibai-policy-value 2\n{}\n", b"heibai-policy-value 3\n"):
        path.write_bytes(bad)
        with pytest.raises(ValueError):
            heibai.Player(f"learned:file={path}", "othello")
    path.write_bytes(whole)
    with pytest.raises(ValueError, match="was taught othello, not go"):
        heibai.Player(f"learned:file={path}", "go")
    with pytest.raises(ValueError, match="taught another game, size or rule set"):
        heibai.play_game(heibai.Game("othello", size=6), f"learned:file={path}", "random")
    assert os.path.getsize(path) and run.game.size == 4


def test_a_residual_network_plays_in_bytes(tmp_path, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    torch.set_num_threads(1)
    small = dict(SMALL, network="residual", blocks=2, width=16, opponents=("random",), match_games=2, match_visits=4)
    run = train(Config(**small, iterations=2, match_every=2), tmp_path, say=quiet)
    agreement = run.log[-1]["bytes"]
    # So young a network hardly prefers any move; that a taught one prefers the same is tested in Rust.
    assert agreement["positions"] == 256 and agreement["mean_difference"] < 0.05
    assert os.path.getsize(tmp_path / "network-bytes.net") < os.path.getsize(tmp_path / "network.net")
    state = run.game.new_initial_state()
    player = heibai.Player(f"learned:file={tmp_path / 'network-bytes.net'},visits=8", "othello")
    assert state.why_illegal(player.choose(state)) is None


def test_tensorboard_hears_of_a_network_in_bytes(tmp_path, not_run):
    try:
        import torch
        from torch.utils.tensorboard import SummaryWriter  # noqa: F401
    except ImportError:
        return not_run("torch or tensorboard is not installed")
    torch.set_num_threads(1)
    small = dict(SMALL, network="residual", blocks=1, width=8, opponents=("random",), match_games=2, match_visits=4)
    train(Config(**small, iterations=1), tmp_path, tensorboard=True, say=quiet)
    assert list((tmp_path / "tensorboard").iterdir())
    with pytest.raises(ValueError, match="device 'nowhere'"):
        train(Config(**{**small, "device": "nowhere"}, iterations=1), tmp_path / "other", say=quiet)
