//! A record's tree for study: every node with its changes on the board, so that stepping through it needs no further
//! questions.

use crate::error::{Answer, Code, Fail};
use crate::library::{NodeView, node_view};
use crate::line::{IllegalView, is_written_pass};
use crate::texts;
use crate::wire::{ChangesView, Side};
use heibai_games::matches::Turn;
use heibai_games::{AnyPosition, Color, Match, Move, Position};
use heibai_records::{NodeId, Record, Tree};
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Duration;

/// A record prepared for study.
pub struct Studied {
    /// The board before the first move.
    pub start: Vec<u8>,
    /// Who moves first.
    pub turn: Option<Side>,
    /// Parents come first. Forced passes are included, written down or not.
    pub tree: Vec<NodeView>,
    /// The first move of the main line that the referee refuses.
    pub illegal: Option<IllegalView>,
}

type Game = Match<AnyPosition>;

/// A node still to be visited.
struct Waiting {
    id: NodeId,
    parent: Option<usize>,
    /// The game before it; absent if the referee could not follow.
    game: Option<Rc<Game>>,
    is_main: bool,
}

pub fn studied(record: &Record) -> Studied {
    // If the referee refuses the start, the game's usual start is shown.
    let start = record.start().unwrap_or_else(|_| AnyPosition::start(&record.rules));
    let game = Match::new(start);
    let mut studied = Studied {
        start: texts::cells(game.position()),
        turn: turn_of(&game),
        tree: Vec::with_capacity(record.tree.len()),
        illegal: None,
    };
    let at_start = before_first_move(&record.tree);
    let root = Waiting { id: Tree::ROOT, parent: None, game: Some(Rc::new(game)), is_main: true };
    // Depth first without recursion: a tree may be as deep as it has nodes.
    let mut waiting = vec![root];
    while let Some(next) = waiting.pop() {
        visit(record, next, &at_start, &mut studied, &mut waiting);
    }
    studied
}

/// The nodes whose stones belong to the start: those of the main line up to its first move.
fn before_first_move(tree: &Tree) -> HashSet<NodeId> {
    let mut nodes = HashSet::new();
    for id in tree.main_line() {
        nodes.insert(id);
        if tree.step(id).mv.is_some() {
            break;
        }
    }
    nodes
}

fn turn_of(game: &Game) -> Option<Side> {
    let going = game.outcome().is_none() && !game.is_counting();
    going.then(|| game.position().turn().into())
}

fn visit(
    record: &Record,
    Waiting { id, parent, game, is_main }: Waiting,
    at_start: &HashSet<NodeId>,
    studied: &mut Studied,
    waiting: &mut Vec<Waiting>,
) {
    let tree = &record.tree;
    let step = tree.step(id);
    let place = studied.tree.len();
    let mut view = NodeView { parent, ..node_view(record, id) };
    let mut passed = None;
    // Stones set up later make another game, which has no place on this board.
    let game = game.filter(|_| step.setup.is_empty() || at_start.contains(&id));
    let after = match (step.mv, game) {
        (Some((_, mv)), Some(game)) if is_written_pass(&game, mv) => {
            (view.forced, view.changes) = (true, Some(ChangesView::default()));
            Some(game)
        }
        (Some((color, mv)), Some(game)) => {
            let mut game = Rc::unwrap_or_clone(game);
            match play(&mut game, color, mv) {
                Ok(turn) => {
                    view.changes = Some(ChangesView::from(&turn.changes));
                    passed = turn.passed;
                    Some(Rc::new(game))
                }
                Err(refused) => {
                    if is_main && studied.illegal.is_none() {
                        studied.illegal = Some(IllegalView { ply: game.moves().len() + 1, error: refused });
                    }
                    None
                }
            }
        }
        (_, game) => game,
    };
    let turn = after.as_deref().and_then(turn_of);
    view.turn = turn;
    studied.tree.push(view);
    let children: Vec<NodeId> = tree.children(id).collect();
    let writes_pass = |child: NodeId| matches!(tree.step(child).mv, Some((_, Move::Pass)));
    // A forced pass after this move, if the record does not contain it.
    let mut below = place;
    if let Some(side) = passed
        && (children.is_empty() || !children.iter().all(|&child| writes_pass(child)))
    {
        below = studied.tree.len();
        studied.tree.push(forced_pass(place, side.into(), turn));
    }
    for (number, &child) in children.iter().enumerate().rev() {
        let parent = if passed.is_some() && writes_pass(child) { place } else { below };
        let is_main = is_main && number == 0;
        waiting.push(Waiting { id: child, parent: Some(parent), game: after.clone(), is_main });
    }
}

fn play(game: &mut Game, color: Color, mv: Move) -> Answer<Turn> {
    if game.outcome().is_none() && game.position().turn() != color {
        return Err(Fail::because(Code::NotYourTurn, heibai_words::records::not_its_turn(color)));
    }
    Ok(game.play(mv, Duration::ZERO)?)
}

fn forced_pass(parent: usize, side: Side, turn: Option<Side>) -> NodeView {
    NodeView {
        parent: Some(parent),
        played: Some(None),
        name: "pass".to_owned(),
        side: Some(side),
        forced: true,
        changes: Some(ChangesView::default()),
        turn,
        ..NodeView::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::tree_from;
    use heibai_games::Kind;
    use heibai_records::{read_text, sgf};

    fn record(text: &str) -> Record {
        read_text(text, None).unwrap()
    }

    /// Applies the changes of all nodes on the way to a node.
    fn board_at(studied: &Studied, place: usize) -> Vec<u8> {
        let path: Vec<usize> = std::iter::successors(Some(place), |&at| studied.tree[at].parent).collect();
        let mut board = studied.start.clone();
        for at in path.into_iter().rev() {
            let node = &studied.tree[at];
            let Some(changes) = &node.changes else { continue };
            let cell = if node.side == Some(Side::Black) { 1 } else { 2 };
            changes.removed.iter().for_each(|&p| board[usize::from(p)] = 0);
            for &p in changes.flipped.iter().chain(&changes.placed) {
                board[usize::from(p)] = cell;
            }
        }
        board
    }

    #[test]
    fn the_changes_make_every_board_of_main_line_and_variations() {
        let text = "(;GM[1]SZ[9]AB[ba]AW[aa];B[ab](;W[ee];B[ef])(;W[bb];B[];W[cc]))";
        let record = record(text);
        let studied = studied(&record);
        let mut checked = 0;
        for (place, node) in studied.tree.iter().enumerate() {
            let id = record.tree.ids().nth(node.at.unwrap() as usize).unwrap();
            let game = record.replay_to(id).unwrap();
            assert_eq!(board_at(&studied, place), texts::cells(game.position()), "node {place}");
            checked += 1;
        }
        assert_eq!((checked, studied.illegal.is_none()), (7, true));
    }

    /// A game of Othello with a forced pass, as SGF: without the pass, and with it.
    fn with_forced_pass() -> [String; 2] {
        let mut number = 1u32;
        loop {
            let mut game = Match::new(AnyPosition::start(&Kind::Othello.rules(&Default::default()).unwrap()));
            let mut texts = [0, 1].map(|_| "(;GM[2]SZ[8]".to_owned());
            let mut legal = Vec::new();
            while game.outcome().is_none() {
                game.position().legal_moves(&mut legal);
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let mv = legal[(number >> 16) as usize % legal.len()];
                let name = |side: Color, at: &str| format!(";{}[{at}]", ["B", "W"][side.index()]);
                let node = name(game.position().turn(), &game.position().write_move(mv));
                texts.iter_mut().for_each(|text| *text += &node);
                if let Some(side) = game.play(mv, Duration::ZERO).unwrap().passed {
                    texts[1] += &name(side, "");
                }
            }
            if game.moves().iter().any(|m| m.forced) {
                return texts.map(|text| text + ")");
            }
        }
    }

    #[test]
    fn a_forced_pass_stands_there_once_whether_it_is_written_or_not() {
        let [without, with] = with_forced_pass();
        let game = record(&without).replay().unwrap();
        for text in [&without, &with] {
            let record = record(text);
            let studied = studied(&record);
            let names: Vec<&str> = studied.tree[1..].iter().map(|n| n.name.as_str()).collect();
            let played: Vec<String> = game.moves().iter().map(|m| game.position().write_move(m.mv)).collect();
            assert_eq!(names, played, "{text}");
            assert_eq!(board_at(&studied, names.len()), texts::cells(game.position()));
            // A forced pass that was not in the record is not written back.
            let back = tree_from(&studied.tree, &record).unwrap();
            assert_eq!(back.len(), record.tree.len());
        }
    }

    #[test]
    fn a_variation_that_cannot_be_played_has_no_changes() {
        let studied = studied(&record("(;GM[2]SZ[8];B[f5](;W[d6])(;W[a1];B[c3]))"));
        let known: Vec<bool> = studied.tree.iter().map(|n| n.changes.is_some()).collect();
        assert_eq!(known, [false, true, true, false, false]);
        assert!(studied.illegal.is_none(), "only the main line is complained about");
    }

    /// A tree that a page sends back unchanged gives the same record, including unknown properties.
    #[test]
    fn a_tree_that_comes_back_loses_nothing() {
        let text = "(;GM[1]SZ[9]AB[cc]AW[gg]TR[cc]XX[kept];B[ee]C[hello]YY[also];W[gc](;B[gd]LB[gd:A])(;B[fc]BL[30]))";
        let mut record = record(text);
        let before = sgf::write(&record);
        let nodes = studied(&record).tree;
        record.tree = tree_from(&nodes, &record).unwrap();
        assert_eq!(sgf::write(&record), before);
        assert_eq!(record.kind(), Kind::Go);
    }
}
