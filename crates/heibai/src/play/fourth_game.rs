//! Hex, a game unknown to the program, in the terminal: what `docs/adding-a-game.md` promises.

use super::game::TerminalPosition;
use super::lines::run;
use super::table::TerminalGame;
use crate::seat::Seat;
use heibai_games::player::Fault;
use heibai_games::{Act, Answer, Match, Move, Outcome, Player, Position, Request};
use heibai_words::{Language, Say, results};
use hex::{Hex, HexRules};

#[path = "../../../games/tests/laws/hex.rs"]
mod hex;

impl TerminalPosition for Hex {
    fn result(&self, outcome: &Outcome, lang: Language) -> Vec<String> {
        vec![results::result(results::Unit::Discs, outcome).say(lang)]
    }

    fn hint(game: &Match<Hex>, _lang: Language) -> Vec<String> {
        let mut moves = Vec::new();
        game.position().legal_moves(&mut moves);
        moves.first().map(|&mv| game.position().write_move(mv)).into_iter().collect()
    }
}

/// Plays the first empty point.
struct First;

impl Player<Hex> for First {
    fn name(&self) -> String {
        "first".to_owned()
    }

    fn choose(&mut self, request: &Request<'_, Hex>) -> Result<Answer, Fault> {
        let mut moves: Vec<Move> = Vec::new();
        request.position.legal_moves(&mut moves);
        Ok(Answer::of(Act::Play(moves[0])))
    }
}

fn said(seats: [Seat<Hex>; 2], typed: &str) -> String {
    let game = Match::new(Hex::start(&HexRules::ALL[1]));
    let table = TerminalGame::new(game, seats, Language::English).expect("players");
    let mut out = Vec::new();
    run(table, typed.as_bytes(), &mut out).expect("it ends");
    String::from_utf8(out).expect("text")
}

/// Hex, which the program does not know, against a person and against a program: refused lines, a hint, undo and
/// redo, the result.
#[test]
fn a_fourth_game_is_played_in_the_terminal() {
    let said_to_two = said(
        [Seat::Human, Seat::Human],
        "b2\nb2\nz9\nhint\nundo\nredo\na3\nb3\na2\nb1\na1\nc1\nc2\nc3\nsave hex.sgf\n",
    );
    for words in ["1. Black b2", "occupied", "outside the 3x3 board", "a3\n", "Black wins", "no format"] {
        assert!(said_to_two.contains(words), "{words}: {said_to_two}");
    }
    let against = said([Seat::Human, Seat::Program(Box::new(First))], "b2\nundo\nredo\nb1\nb3\nresign\n");
    for words in ["2. White a3", "4. White b3", "occupied", "White wins (resignation)"] {
        assert!(against.contains(words), "{words}: {against}");
    }
}
