"""Players by name, and what they think."""

import random
import signal
import threading
import time

import numpy as np
import pytest

import heibai
from heibai import elo, play_game, ratings


@pytest.mark.parametrize("name", ["othello", "go", "gomoku"])
@pytest.mark.parametrize("player", ["random", "alphabeta:depth=2", "mcts:playouts=50"])
def test_players_choose_legal_moves_and_repeat_themselves(name, player):
    rules = {"size": 9, "rules": "freestyle"} if name == "gomoku" else {"size": 9} if name == "go" else {}
    game = heibai.Game(name, **rules)
    lines = []
    for _ in range(2):
        state, mind = game.new_initial_state(), heibai.Player(player, name, seed=4)
        for _ in range(6):
            state.apply_action(mind.choose(state, nodes=5000))
        lines.append(state.history())
    assert lines[0] == lines[1]


def test_a_win_is_seen():
    state = heibai.Game("gomoku", rules="freestyle", size=9).new_initial_state()
    state.apply_actions([0, 9, 1, 10, 2, 11, 3, 12])
    told = heibai.Player("alphabeta:depth=2", "gomoku").analyze(state)
    best = told["candidates"][0]
    assert (best["action"], best["move"]) == (4, "e9") and best["line"][0] == 4
    assert set(best) == {"action", "move", "score", "win_rate", "exact", "result", "in_moves", "nodes", "prior", "line"}


def test_a_review_names_the_blunder():
    state = heibai.Game("gomoku", rules="freestyle").new_initial_state()
    for name in "h8 i9 i7 h9 j6 a1 k5 g9 l4".split():
        state.apply_action(state.string_to_action(name))
    told = heibai.review(state, nodes=4000)
    assert [move["number"] for move in told["moves"]] == list(range(9))
    blunder = told["moves"][5]
    assert (blunder["side"], blunder["class"], blunder["played"]["result"]) == ("white", "blunder", "loss")
    assert all(len(sentences) == 2 for sentences in blunder["why"]) and blunder["why"]
    assert told["white"]["blunders"] >= 1 and 0 <= told["white"]["accuracy"] <= 1
    assert told["graph"][-1] == (9, 1.0)


def test_wrong_questions():
    with pytest.raises(ValueError, match="no player is called"):
        heibai.Player("deep-thought", "go")
    with pytest.raises(ValueError, match="depth"):
        heibai.Player("alphabeta:depth=0", "go")
    player = heibai.Player("random", "othello")
    with pytest.raises(ValueError, match="plays othello"):
        player.choose(heibai.Game("go").new_initial_state())
    state = heibai.Game("go", size=2).new_initial_state()
    state.apply_actions([4, 4])
    with pytest.raises(ValueError, match="over"):
        heibai.Player("random", "go").choose(state)
    with pytest.raises(ValueError, match="seconds"):
        player.choose(heibai.Game("othello").new_initial_state(), seconds=-1)


def test_the_interpreter_is_free_while_a_player_thinks():
    state, player = heibai.Game("go", size=9).new_initial_state(), heibai.Player("mcts:playouts=10000000", "go")
    # On a busy machine this thread may not run ten times within a second.
    for seconds in (1, 10, 100):
        thinking = threading.Thread(target=lambda: player.choose(state, seconds=seconds))
        thinking.start()
        beats = 0
        while thinking.is_alive():
            time.sleep(0.001)
            beats += 1
        if beats > 10:
            return
    pytest.fail(f"{beats} looks in {seconds} seconds")


def test_ctrl_c_stops_a_player():
    state, player = heibai.Game("go", size=9).new_initial_state(), heibai.Player("mcts:playouts=100000000", "go")
    # A shell that starts the tests in the background has them ignore the key.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            player.choose(state, seconds=60)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 30


def test_whole_games_and_what_they_prove():
    game = heibai.Game("othello", size=6)
    played = play_game(game, "alphabeta:depth=3", "random", seed=9, random_plies=2)
    assert played == {**play_game(game, "alphabeta:depth=3", "random", seed=9, random_plies=2), "seconds": played["seconds"]}
    state = game.new_initial_state()
    state.apply_actions(played["actions"])
    assert state.is_terminal() and state.outcome() == played["outcome"] and played["fault"] is None
    assert elo(75, 0, 25)[0] == pytest.approx(190.8, abs=0.1)
    (strong, _), (weak, _) = ratings(2, [(0, 1, 75.0, 100.0)])
    assert strong > 80 and weak == pytest.approx(-strong)
    for bad in ([(0, 2, 1.0, 1.0)], [(0, 0, 1.0, 1.0)], [(0, 1, 2.0, 1.0)], [(0, 1, float("nan"), 1.0)]):
        with pytest.raises(ValueError):
            ratings(2, bad)
    with pytest.raises(ValueError, match="no games"):
        elo(0, 0, 0)
    # The words are Python's: no types of the language underneath.
    for call, wrong in [
        (lambda: elo("a", 0, 0), r"'a': expected a whole number"),
        (lambda: elo(1.5, 0, 0), r"1.5: expected a whole number"),
        (lambda: elo(-1, 0, 0), r"-1: expected a whole number, 0 or more"),
        (lambda: elo(2**60, 0, 0), r"at most 2\*\*50 games"),
        (lambda: ratings(2, 5), r"5: expected a list of meetings"),
        (lambda: ratings(2, [(0, 1)]), r"\(0, 1\)\]: expected a list of meetings"),
        (lambda: ratings("x", []), r"'x': expected a whole number"),
        (lambda: ratings(20_000, []), r"20000 players: expected at most 10000"),
        (lambda: ratings(2, [(0, 0, 1, 2)]), r"the meeting \(0, 0, 1, 2\): expected two different players"),
    ]:
        with pytest.raises((TypeError, ValueError), match=wrong):
            call()


def test_exact_values_of_othello():
    assert heibai.solve(heibai.Game("othello", size=4).new_initial_state())["score"] == -10
    rng = random.Random(1)
    state = heibai.Game("othello", rules="empties-to-winner").new_initial_state()
    while state.move_number() < 48 and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    told = heibai.solve(state)
    mover = state.current_player()
    for action in told["line"]:
        if state.why_illegal(action) is not None:
            state.apply_action(64)
        state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(64)
    black, white = state.outcome()["score"]
    assert told["score"] == (black - white) * (1 - 2 * mover)
    with pytest.raises(ValueError, match="only Othello"):
        heibai.solve(heibai.Game("go").new_initial_state())
    with pytest.raises(ValueError, match="hash"):
        heibai.solve(state, hash=0)
    start = heibai.Game("othello").new_initial_state()
    began = time.monotonic()
    assert heibai.solve(start, seconds=0.5) is None and time.monotonic() - began < 20


def test_wins_by_fours():
    game = heibai.Game("gomoku", rules="freestyle")
    empty = "." * 225
    stones = list(empty)
    for point in (112, 113, 114):
        stones[point] = "X"
    state = game.setup("".join(stones), "black")
    told = heibai.vcf(state)
    assert told["status"] == "win"
    for number, action in enumerate(told["line"]):
        assert state.current_player() == number % 2
        state.apply_action(action)
    assert state.outcome() is None or state.outcome()["winner"] == 0
    assert heibai.vcf(game.new_initial_state())["status"] == "none"
    with pytest.raises(ValueError, match="belong to gomoku"):
        heibai.vcf(heibai.Game("go").new_initial_state())


def test_areas_of_go():
    state = heibai.Game("go", size=5, komi=0.5).setup(".XO.X XXX.X ...XX XXXXX .X.X.", "white")
    told = heibai.score(state)
    assert told["dead"] == [2] and told["outcome"]["score"] == (25.0, 0.0)
    alive = heibai.score(state, dead=[])
    assert alive["owners"][2] == 1 and alive["outcome"]["score"][0] < 25
    with pytest.raises(ValueError):
        heibai.score(state, dead=[0])
    with pytest.raises(ValueError, match="counted in go"):
        heibai.score(heibai.Game("othello").new_initial_state())


def test_the_judge_of_go():
    """A white stone inside a living black area is dead, and the judge says so in both languages."""
    rows = ["....X....", ".X..XO.O.", "....XO...", "XXXXXOOOO", "OOOOXO...", "...OXOOOO", ".X.OXXXXX", "...OX..O.", "..O.X...."]
    state = heibai.Game("go", size=9).setup(" ".join(rows))
    state.apply_actions([81, 81])
    told = heibai.judge(state)
    assert told["outcome"]["score"] == heibai.score(state, dead=told["dead"])["outcome"]["score"]
    chains = {chain["stones"][0]: chain for chain in told["chains"]}
    assert sum(len(chain["stones"]) for chain in told["chains"]) == sum(row.count("X") + row.count("O") for row in rows)
    assert chains[70]["status"] == "dead" and chains[70]["color"] == 1 and 70 in told["dead"]
    assert chains[55]["status"] == "dead" and chains[4]["status"] == "alive"
    assert all(chain["grounds"] for chain in told["chains"])
    assert any("\u4e00" < letter for chain in heibai.judge(state, chinese=True)["chains"] for letter in chain["grounds"])
    with pytest.raises(ValueError, match="judged in go"):
        heibai.judge(heibai.Game("othello").new_initial_state())


def test_every_long_call_stops_on_ctrl_c():
    """Each of these would take minutes or more."""
    go, othello = heibai.Game("go"), heibai.Game("othello")
    opened = othello.new_initial_state()
    for _ in range(20):
        opened.apply_action(opened.legal_actions()[0])
    mcts = heibai.MCTS(go, 2, lambda x: (np.zeros((len(x), 362)), np.zeros(len(x))))
    calls = [
        lambda: heibai.play_game(go, "mcts:playouts=100000000", "random"),
        lambda: heibai.play_game(othello, "alphabeta:depth=40", "random"),
        lambda: heibai.play_game(heibai.Game("gomoku"), "minimax:depth=20", "random"),
        lambda: heibai.Player("mcts:playouts=100000000", "go").choose(go.new_initial_state()),
        lambda: heibai.solve(othello.new_initial_state()),
        lambda: heibai.review(opened, "alphabeta:depth=40"),
        lambda: mcts.search(100_000_000),
    ]
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for call in calls:
            threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT)).start()
            with pytest.raises(KeyboardInterrupt):
                call()
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_one_thread_engine_of_go_is_deterministic():
    game = heibai.Game("go", size=9)
    played = [heibai.play_game(game, "engine", "engine", nodes=12, seed=4, longest=12)["actions"] for _ in range(2)]
    assert played[0] == played[1]
