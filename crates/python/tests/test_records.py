"""Records in and out of every format."""

import pathlib
import pickle
import random

import pytest

import heibai

SHARED = pathlib.Path(__file__).parents[4] / "shared/data"
OWN = pathlib.Path(__file__).parents[2] / "records/tests/data"


def random_state(name, moves=10_000, seed=1, **rules):
    rng = random.Random(seed)
    state = heibai.Game(name, **rules).new_initial_state()
    while not state.is_terminal() and state.move_number() < moves:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    "name, rules, formats",
    [
        ("othello", {}, ["sgf", "ggf", "json", "moves"]),
        ("go", {"size": 9}, ["sgf", "json"]),
        ("gomoku", {"rules": "freestyle"}, ["sgf", "psq", "json", "replay"]),
        ("gomoku", {"rules": "renju"}, ["sgf", "json", "replay", "moves"]),
    ],
)
def test_a_game_comes_back_from_every_format(name, rules, formats, tmp_path):
    for seed in range(5):
        state = random_state(name, moves=60 if name == "go" else 10_000, seed=seed, **rules)
        record = heibai.Record(state, black="Ada", white="刘徽")
        for format in formats:
            path = tmp_path / f"game.{format}"
            heibai.write(path, [record], format=format)
            (again,) = heibai.read(path, format=format, game=name)
            assert again.actions() == state.history(), format
            if "players" not in record.losses(format):
                assert (again.black, again.white) == ("Ada", "刘徽")
        assert pickle.loads(pickle.dumps(record)).state() == state
        assert record.state() == state and record.outcome() == state.outcome()


def test_positions_are_written_as_text():
    state = random_state("othello", moves=10)
    record = heibai.Record(state)
    for format in ("position", "obf", "bits", "diagram"):
        assert record.write(format).strip()
    assert "moves" in record.losses("position")


def test_bad_records_name_the_place():
    with pytest.raises(heibai.RecordError, match="(?i)line 1|column|1:"):
        heibai.read_records(b"(;GM[1]SZ[99])")
    with pytest.raises(heibai.RecordError, match="move 2"):
        heibai.read_records(b"(;GM[1]SZ[9];B[aa];W[aa])")[0].state()
    with pytest.raises(ValueError, match="no format"):
        heibai.read_records(b"", format="docx")
    with pytest.raises(ValueError, match="tell a format"):
        heibai.write("games.xyz", [])
    with pytest.raises(FileNotFoundError):
        heibai.read("no-such-file.sgf")


def check_database(file):
    records = heibai.read(file)
    for record in records[:300]:
        state = record.state()
        assert state.move_number() >= len(record.actions()) - 1 > 0
    return records


def test_a_database_of_our_own_games():
    records = check_database(OWN / "WTH_2026.wtb")
    assert len(records) == 60
    assert all(record.state().outcome()["score"] == record.outcome()["score"] for record in records)


def test_tournament_games_where_they_are_at_hand(not_run):
    files = sorted(SHARED.glob("othello/wthor/*.wtb"))[-1:]
    if not files:
        not_run("there is no ../shared/data/othello/wthor")
        return
    assert len(check_database(files[0])) > 100



def test_a_record_tells_what_stands_at_its_head():
    text = b"(;GM[1]SZ[9]PB[Ada]BR[5d]PW[Bo]WR[2k]RE[B+R]C[hello];B[ee]C[first](;W[ec])(;W[gc]))"
    record = heibai.read_records(text)[0]
    assert (record.black_rank, record.white_rank) == ("5d", "2k")
    assert record.result == {"winner": 0, "reason": "resignation", "margin": None}
    assert record.comments() == [(0, "hello"), (1, "first")] and record.has_variations
    bare = heibai.read_records(b"(;GM[1]SZ[9];B[ee])")[0]
    assert bare.result is None and bare.comments() == [] and not bare.has_variations and bare.black_rank == ""
    counted = heibai.read_records(b"(;GM[1]SZ[9]RE[W+3.5];B[ee])")[0]
    assert counted.result["winner"] == 1 and counted.result["margin"] == 3.5


def test_every_line_of_a_record_is_told():
    text = b"(;GM[1]SZ[9];B[ee](;W[ec];B[gc](;W[cc])(;W[gg]))(;W[gc])(;W[cg];B[cc]))"
    record = heibai.read_records(text)[0]
    ee, ec, gc, cc, gg, cg = (row * 9 + column for column, row in ((4, 4), (4, 2), (6, 2), (2, 2), (6, 6), (2, 6)))
    assert record.actions() == [ee, ec, gc, cc]
    assert sorted(record.variations()) == sorted([[ee, ec, gc, gg], [ee, gc], [ee, cg, cc]])
    assert heibai.read_records(b"(;GM[1]SZ[9];B[ee])")[0].variations() == []
    with pytest.raises(heibai.RecordError, match="move 2"):
        heibai.read_records(b"(;GM[1]SZ[9];B[ee](;W[ec])(;W[ee]))")[0].variations()
