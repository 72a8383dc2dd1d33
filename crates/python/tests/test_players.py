"""Players by name, and what they think."""

import signal
import threading
import time

import pytest

import heibai
from heibai._native import elo, play_game, ratings


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
    assert set(best) == {"action", "move", "score", "win_rate", "exact", "nodes", "prior", "line"}


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
    thinking = threading.Thread(target=lambda: player.choose(state, seconds=1.0))
    thinking.start()
    beats, began = 0, time.monotonic()
    while thinking.is_alive() and time.monotonic() - began < 30:
        time.sleep(0.01)
        beats += 1
    thinking.join(timeout=30)
    assert not thinking.is_alive() and beats > 10


def test_ctrl_c_stops_a_player():
    state, player = heibai.Game("go", size=9).new_initial_state(), heibai.Player("mcts:playouts=100000000", "go")
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        player.choose(state, seconds=60)
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
