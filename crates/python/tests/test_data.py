"""Files of self-play games: what the program wrote is read, walked, exported and learnt from."""

import os
import pathlib
import pickle
import struct
import subprocess
import zlib

import numpy as np
import pytest

import heibai
import heibai.data
import heibai.ray
from heibai import symmetry

PROGRAM = os.environ.get("HEIBAI") or pathlib.Path(__file__).parents[3] / "target/debug/heibai"


@pytest.fixture(scope="module")
def othello(tmp_path_factory):
    return play(tmp_path_factory.mktemp("othello"), "othello", 70, "random", "--size", "6")


@pytest.fixture(scope="module")
def go(tmp_path_factory):
    return play(tmp_path_factory.mktemp("go"), "go", 4, "mcts:playouts=30", "--size", "5", "--seed", "9")


def play(out, game, games, player, *more):
    command = [PROGRAM, "selfplay", "--game", game, "--games", str(games), "--player", player, "--out", out, *more]
    subprocess.run([str(word) for word in command], check=True, capture_output=True)
    return out / "games.hbf"


def test_a_file_is_a_sequence_of_games(othello):
    games = heibai.data.Games(othello)
    assert (len(games), games.player, games.seed) == (70, "random", 1)
    assert games.game == heibai.Game("othello", size=6)
    assert [game["id"] for game in games] == list(range(70))
    assert games[-1] == games[69] and games[30:35] == [games[number] for number in range(30, 35)]
    assert [game["id"] for game in games[::-30]] == [69, 39, 9]
    with pytest.raises(IndexError):
        games[70]
    assert len(pickle.loads(pickle.dumps(games))) == 70
    for played in games:
        state = games.game.new_initial_state()
        state.apply_actions(played["actions"])
        assert state.is_terminal() and state.outcome()["winner"] == played["outcome"]["winner"]
        assert state.outcome()["margin"] == played["outcome"]["margin"]
    records = heibai.read(othello)
    assert [record.actions() for record in records] == [game["actions"] for game in games]


def test_what_is_no_game_of_the_file(othello, tmp_path):
    games = heibai.data.Games(othello)
    for index in (len(games), -len(games) - 1):
        with pytest.raises(IndexError, match=f"game {index} of {len(games)}"):
            games[index]
    with pytest.raises(TypeError, match="expected heibai.data.Games"):
        heibai.data.export(games[:2], tmp_path)


def test_the_cluster_and_the_command_line_play_the_same_games(go, othello):
    for path, options in ((go, dict(size=5, seed=9)), (othello, dict(size=6, seed=1))):
        games = heibai.data.Games(path)
        again = heibai.ray.selfplay(games.game.name, len(games), player=games.player, random_plies=8, **options)
        for one, other in zip(games, again):
            assert {key: other[key] for key in ("id", "actions", "opening", "visits")} == {
                key: one[key] for key in ("id", "actions", "opening", "visits")
            }
            assert one["outcome"]["reason"] == other["outcome"]["reason"]
            scores = [None if score is None else np.float32(score) for score in other["scores"]]
            assert one["scores"] == scores


def test_visits_become_policies(go):
    games = heibai.data.Games(go)
    data = heibai.data.arrays(games.game, games, policies=True)
    chosen = np.concatenate([np.arange(len(game["actions"])) >= game["opening"] for game in games])
    assert data["policies"].sum(axis=1) == pytest.approx(1)
    assert not data["policies"][~data["masks"]].any()
    # A search looks at more than the move that it plays; the random beginning has nothing but that.
    assert (data["policies"][chosen].max(axis=1) < 1).mean() > 0.5
    assert (data["policies"][~chosen].max(axis=1) == 1).all()


def test_games_cut_off_say_so():
    game = heibai.Game("go", size=9)
    played = heibai.play_game(game, "random", "random", longest=20)
    assert played["outcome"]["reason"] == "cut_off" and played["outcome"]["winner"] is None
    data = heibai.data.arrays(game, [played])
    assert not data["ended"].any() and not data["values"].any()


def test_records_and_states_become_arrays():
    """Each begins where it begins: with stones of a handicap, or set up by hand."""
    texts = [
        b"(;GM[1]SZ[9]KM[0.5]HA[2]AB[gc][cg]RE[W+R];W[ee];B[ec])",
        b"(;GM[1]SZ[9]KM[0.5]HA[2]AB[gc][cg];W[ee])",
    ]
    records = [heibai.read_records(text)[0] for text in texts]
    game = records[0].game
    data = heibai.data.arrays(game, [records[0], records[1].state()], history=1, policies=True)
    assert data["actions"].tolist() == [40, 22, 40] and data["ended"].tolist() == [True, True, False]
    assert data["values"].tolist() == [1, -1, 0], "White resigned to, White is to move first"
    start = records[0].state().initial_state()
    assert (data["observations"][0] == start.observation(1, "int8")).all()
    assert (data["observations"][1] == start.child(40).observation(1, "int8")).all()
    assert data["policies"].argmax(axis=1).tolist() == [40, 22, 40]
    by_hand = heibai.Game("othello").setup("." * 27 + "XO" + "." * 6 + "XO" + "." * 27)
    by_hand.apply_action(by_hand.legal_actions()[0])
    data = heibai.data.arrays(by_hand.game, [by_hand])
    assert (data["observations"][0] == by_hand.initial_state().observation(0, "int8")).all()
    with pytest.raises(ValueError, match="these are games of"):
        heibai.data.arrays(heibai.Game("go", size=9), records)


def test_two_processes_read_one_file_after_a_fork(tmp_path_factory):
    """They would share the place in the file where one of them reads."""
    if not hasattr(os, "fork"):
        print("this system has no fork")
        return
    games = heibai.data.Games(play(tmp_path_factory.mktemp("many"), "othello", 700, "random", "--size", "4"))
    children = []
    for seed in range(3):
        children.append(os.fork())
        if children[-1] == 0:
            code = 1
            try:
                rng = np.random.default_rng(seed)
                code = int(any(games[number]["id"] != number for number in rng.integers(0, len(games), 20_000).tolist()))
            finally:
                os._exit(code)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0, 0]
    assert games[699]["id"] == 699


def test_npz_holds_the_games(go, tmp_path):
    games = heibai.data.Games(go)
    names = heibai.data.export(games, tmp_path / "npz", games_per_file=3)
    assert [os.path.basename(name) for name in names] == ["games-00000.npz", "games-00001.npz"]
    with np.load(names[0], allow_pickle=False) as file:
        for number in range(3):
            actions = file["actions"][file["offsets"][number] : file["offsets"][number + 1]]
            assert actions.tolist() == games[number]["actions"]
            assert file["reasons"][number] == games[number]["outcome"]["reason"]
        move = games[0]["opening"]
        counts = file["visit_counts"][file["visit_offsets"][move] : file["visit_offsets"][move + 1]]
        assert counts.tolist() == [count for _, count in games[0]["visits"][move]]
    with pytest.raises(ValueError, match="npz or parquet"):
        heibai.data.export(games, tmp_path, format="csv")


def test_parquet_holds_the_games(go, tmp_path, not_run):
    try:
        import pyarrow.parquet
    except ImportError:
        return not_run("pyarrow is not installed")
    games = heibai.data.Games(go)
    (name,) = heibai.data.export(games, tmp_path / "parquet", format="parquet")
    table = pyarrow.parquet.read_table(name)
    rows = table.to_pylist()
    assert [row["actions"] for row in rows] == [game["actions"] for game in games]
    assert rows[1]["visit_counts"] == [[count for _, count in visited] for visited in games[1]["visits"]]
    assert table.schema.metadata[b"heibai.player"] == b"mcts:playouts=30"


def test_positions_are_streamed_for_torch(othello, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    games = heibai.data.Games(othello)
    total = sum(len(game["actions"]) for game in games)
    plain = list(heibai.data.positions(games))
    assert len(plain) == total and plain[0]["observations"].dtype == np.float32
    shuffled = heibai.data.positions(othello, shuffle=True, symmetries=True, seed=3)
    rows = list(shuffled)
    assert len(rows) == total and all(row["masks"][row["actions"]] for row in rows)
    assert [row["actions"] for row in rows] != [row["actions"] for row in shuffled], "another order in every pass"
    batch = next(iter(torch.utils.data.DataLoader(shuffled, batch_size=32)))
    assert batch["observations"].shape == (32, *games.game.observation_shape(0))
    # A turned position is the one that the turned game reaches.
    turned = {row["observations"].tobytes() for row in heibai.data.positions(games, symmetries=True, policies=False)}
    every = [symmetry.planes(row["observations"], turn).tobytes() for row in plain for turn in range(symmetry.COUNT)]
    assert turned <= set(every) and not turned <= {row["observations"].tobytes() for row in plain}


def test_workers_of_torch_share_the_positions_in_another_order_every_pass(tmp_path_factory, not_run):
    try:
        import torch
    except ImportError:
        return not_run("torch is not installed")
    games = heibai.data.Games(play(tmp_path_factory.mktemp("blocks"), "othello", 600, "random", "--size", "4"))
    data = heibai.data.positions(games, shuffle=True, seed=3)
    loader = torch.utils.data.DataLoader(data, batch_size=512, num_workers=2, multiprocessing_context="fork")

    def one_pass():
        return [int(action) for batch in loader for action in batch["actions"]]

    torch.manual_seed(1)
    passes = [one_pass() for _ in range(2)]
    wanted = sorted(action for game in games for action in game["actions"])
    assert [sorted(actions) for actions in passes] == [wanted, wanted] and passes[0] != passes[1]
    torch.manual_seed(1)
    assert one_pass() == passes[0]
    # Workers that are spawned get the dataset by pickle.
    assert [int(row["actions"]) for row in pickle.loads(pickle.dumps(data))] == [int(row["actions"]) for row in data]


def test_the_format_is_what_its_page_says(othello):
    """The reader of docs/formats/selfplay.md, with nothing but the standard library, sees the same games."""
    games = heibai.data.Games(othello)
    seen = []
    with open(othello, "rb") as file:
        while len(head := file.read(20)) == 20:
            magic, count, raw, packed, crc = struct.unpack("<4s4I", head)
            body = file.read(packed)
            assert magic == b"HBF2" and zlib.crc32(body) == crc
            data = zlib.decompress(body)
            assert len(data) == raw
            at = 2 + struct.unpack_from("<H", data)[0]
            for _ in range(count):
                number, result, reason, margin, opening, moves = struct.unpack_from("<QbBhHH", data, at)
                points = struct.unpack_from(f"<{moves}H", data, at + 16)
                at += 16 + 6 * moves
                for _ in range(moves):
                    at += 2 + 6 * struct.unpack_from("<H", data, at)[0]
                seen.append((number, result, opening, [36 if point == 65535 else point for point in points]))
            assert at == raw
    results = {0: 1, 1: -1, None: 0}
    assert seen == [(game["id"], results[game["outcome"]["winner"]], game["opening"], game["actions"]) for game in games]


def test_damaged_files_are_refused(tmp_path, othello):
    for content in (b"something else entirely", b"HBF1" + bytes(16), othello.read_bytes()[:4] + b"\xff" * 40):
        path = tmp_path / "bad.hbf"
        path.write_bytes(content)
        with pytest.raises(heibai.RecordError, match="bad.hbf"):
            heibai.data.Games(path)
    with pytest.raises(FileNotFoundError):
        heibai.data.Games(tmp_path / "none.hbf")
    whole = othello.read_bytes()
    path.write_bytes(whole[:-5])
    assert len(heibai.data.Games(path)) == 64, "the frame that was being written is left out"
    path.write_bytes(b"")
    empty = heibai.data.Games(path)
    assert (len(empty), empty.game, list(empty)) == (0, None, [])
