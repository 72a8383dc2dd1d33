"""A game in progress: the phases of the Rust match, in Python."""

import heibai
import pytest


def test_swap2_is_driven_by_requests():
    game = heibai.Match(heibai.Game("gomoku", rules="freestyle+swap2"), clock="1m")
    for action, side in ((0, 0), (1, 1), (2, 0)):
        request = game.request()
        assert (request["what"], request["seat"], request["side"]) == ("stone", 0, side)
        game.play(action, seconds=2.0)
    request = game.request()
    assert request.pop("text")[1].startswith("Choose: black, white, or more")
    assert request == {"what": "choice", "seat": 1, "options": ["black", "white", "more"]}
    with pytest.raises(heibai.IllegalAction, match="a choice must be made"):
        game.play(3)
    with pytest.raises(ValueError, match="expected one of the options"):
        game.choose("grey")
    game.choose("black", seconds=5.0)
    assert (game.seat(0), game.seat(1), game.choices()) == (1, 0, ["black"])
    assert (game.clock(0), game.clock(1)) == (55.0, 54.0)
    assert game.request() == {"what": "move", "seat": 0, "side": 1}
    assert (game.undo(), game.phase) == (False, "opening")
    game.redo()
    assert game.phase == "playing"
    assert game.state().history() == [0, 1, 2]


def test_fifth_stones_are_offered_and_picked():
    game = heibai.Match(heibai.Game("gomoku", rules="renju+rif"))
    assert (game.request()["within"], game.request()["left"]) == (1, 3)
    with pytest.raises(heibai.IllegalAction, match="in the centre"):
        game.play(0)
    for action in (112, 98, 84):
        game.play(action)
    game.choose("white")
    game.play(0)
    assert (game.request()["what"], game.request()["left"]) == ("offer", 2)
    game.play(1)
    with pytest.raises(heibai.IllegalAction, match="offered before"):
        game.play(1)
    game.play(2)
    request = game.request()
    assert (request["what"], request["offered"]) == ("pick", [1, 2])
    game.play(2)
    assert game.state().history() == [112, 98, 84, 0, 2]
    assert game.choices() == ["white", "b15", "c15"]
    assert game.request() == {"what": "move", "seat": 1, "side": 1}


def test_a_count_is_proposed_corrected_and_agreed():
    game = heibai.Match(heibai.Game("go", size=5))
    for action in (12, 25, 25):
        game.play(action)
    assert (game.phase, game.request()) == ("counting", {"what": "judgement"})
    with pytest.raises(ValueError, match="no stone"):
        game.propose(dead=[0])
    game.propose(dead=[12])
    assert game.count()["owners"] == [None] * 25
    game.mark(12, "alive")
    assert game.request() == {"what": "agreement", "missing": [0, 1]}
    game.agree(1)
    game.agree(0)
    assert game.phase == "over"
    assert game.outcome()["score"] == (25.0, 0.0) and game.outcome()["margin"] == 17.5
    with pytest.raises(heibai.IllegalAction, match="the game is over"):
        game.play(0)


def test_games_of_players_follow_the_opening_rule():
    rules = heibai.Game("gomoku", size=9, rules="freestyle+swap2")
    game = heibai.play_game(rules, "alphabeta:depth=1", "beginner", seed=3)
    assert game["choices"] in (["black"], ["white"], ["more", "black"], ["more", "white"])
    assert game["swapped"] == (game["choices"] in (["black"], ["more", "white"]))
    assert game["fault"] is None
