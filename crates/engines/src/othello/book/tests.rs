//! What a book promises: values, symmetry, growth, learning, and files that are refused.

use super::super::symmetry::{COUNT, turned};
use super::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Squares of a string such as `f5d6`.
fn squares(text: &str) -> Vec<u32> {
    let square = |name: &[u8]| u32::from(name[1] - b'1') * 8 + u32::from(name[0] - b'a');
    text.as_bytes().chunks_exact(2).map(square).collect()
}

fn board(text: &str) -> Bitboards {
    squares(text).iter().fold(Bitboards::START, |board, &square| {
        assert!(board.moves() >> square & 1 == 1, "{text} is no game");
        board.played(square, board.flips(square))
    })
}

fn turned_board(board: &Bitboards, turn: usize) -> Bitboards {
    Bitboards { mover: turned(board.mover, turn), opponent: turned(board.opponent, turn) }
}

fn growth(depth: u32, positions: usize, threads: usize) -> Growth {
    Growth { depth, certainty: CERTAINTY, positions, threads }
}

/// A small book, grown from nothing.
fn small() -> Book {
    let mut book = Book::default();
    grow(&mut book, &growth(4, 40, 1), &NEVER, &mut |_, _| ());
    book
}

/// Every position is reached from the start, every move has the value of the position after it, and every position
/// has the value of its best move, unless that is a published result.
fn check(book: &Book) {
    let published: BTreeMap<Key, i8> = PUBLISHED.iter().filter_map(published).collect();
    let mut reached = BTreeSet::from([canonical(&Bitboards::START)]);
    for (key, entry) in &book.positions {
        let board = board_of(key);
        for (square, child, sign) in children(&board) {
            let next = child.and_then(|child| book.positions.get(&child));
            let value = entry.moves.iter().find(|m| m.square == square).and_then(|m| m.value);
            assert_eq!(value, next.map(|next| sign * next.value), "{board:?} {square}");
            reached.extend(child);
        }
        let values = entry.moves.iter().filter_map(|m| m.value).chain(entry.leaf().map(|leaf| leaf.value));
        match published.get(key) {
            Some(value) => assert_eq!((entry.value, entry.proved), (*value, true)),
            None => assert_eq!(Some(entry.value), values.max(), "{board:?}"),
        }
    }
    assert!(book.positions.keys().all(|key| reached.contains(key)));
}

#[test]
fn every_move_is_legal_and_every_value_follows_from_deeper_ones() {
    check(&current());
    check(&small());
}

#[test]
fn the_shipped_book_is_large_and_its_file_small() {
    let (book, file) = (current(), File::OthelloBook.bytes());
    assert!(book.len() >= 50_000, "{} positions", book.len());
    assert!(file.len() <= 8 << 20, "{} bytes", file.len());
    let searched = book.positions.values().filter_map(|entry| entry.rest);
    assert!(searched.clone().all(|rest| rest.depth >= 2));
    let start = book.advice(&Bitboards::START).expect("the start");
    assert_eq!((start.value, start.proved, start.moves.len()), (0, true, 4));
    // The four first moves of each tournament game.
    assert!(start.moves.iter().all(|m| m.games > 100_000 && m.points <= 2 * m.games), "{start:?}");
    assert_eq!(book.write(), file);
}

#[test]
fn a_turned_board_has_the_turned_moves() {
    let book = small();
    let here = board("f5");
    let plain = book.advice(&here).expect("the book has it");
    for turn in 0..COUNT {
        let advice = book.advice(&turned_board(&here, turn)).expect("the book has it turned");
        assert_eq!(advice.value, plain.value);
        for m in &plain.moves {
            let square = u32::from(turned_square(m.square, turn));
            assert!(advice.moves.contains(&BookMove { square, ..*m }), "{turn} {m:?}");
        }
    }
    assert_eq!(book.advice(&board("f5f6e6f4g5e7e3")), None);
}

#[test]
fn a_book_grows_in_steps_and_in_any_number_of_threads() {
    let mut once = Book::default();
    let whole = grow(&mut once, &growth(4, 30, 1), &NEVER, &mut |_, _| ());
    assert_eq!((once.len(), whole.opened), (30, 30));
    let mut resumed = Book::default();
    grow(&mut resumed, &growth(4, 12, 1), &NEVER, &mut |_, _| ());
    let read = Book::read(&resumed.write()).expect("its own file");
    assert_eq!(read, resumed);
    resumed = read;
    grow(&mut resumed, &growth(6, 12, 3), &NEVER, &mut |book, _| check(book));
    let depths = resumed.positions.values().filter_map(|entry| entry.leaf().map(|leaf| leaf.depth));
    assert!(depths.min() == Some(6));
    let again = grow(&mut resumed, &growth(6, 12, 1), &NEVER, &mut |_, _| ());
    assert_eq!(again, Grown::default(), "nothing is left to do");
    let surer = Growth { certainty: 5, ..growth(4, 12, 2) };
    let searched = grow(&mut resumed, &surer, &NEVER, &mut |_, _| ()).searched;
    assert!(searched > 0);
    let mut leaves = resumed.positions.values().filter_map(Entry::leaf);
    assert!(
        leaves.all(|leaf| (leaf.depth, leaf.certainty) == (6, 5)),
        "no search is replaced by a shallower one"
    );
    let stopped = grow(&mut resumed, &growth(60, 9999, 2), &AtomicBool::new(true), &mut |_, _| ());
    assert_eq!(stopped, Grown::default());
    check(&resumed);
}

/// If a book holds every move of a position to the end, its values are proved.
#[test]
fn proofs_are_backed_up() {
    let mut book = small();
    for entry in book.positions.values_mut() {
        if let Some(rest) = &mut entry.rest {
            rest.certainty = EXACT;
            rest.depth = 60;
        }
    }
    book.back_up();
    let leaf_depth_suffices = |(key, entry): (&Key, &Entry)| {
        entry.leaf().is_none_or(|leaf| u32::from(leaf.depth) >= board_of(key).empties())
    };
    assert!(book.positions.iter().all(leaf_depth_suffices));
    assert!(book.positions.values().all(|entry| entry.proved));
    assert_eq!(small().positions.values().filter(|entry| entry.proved).count(), 2, "the published ones");
}

#[test]
fn games_are_counted_however_the_board_is_turned() {
    let mut tally = GameTally::default();
    for (game, black) in [
        ("f5d6c3d3c4", Ordering::Greater),
        ("f5d6c3d3c4", Ordering::Less),
        ("c4e3f6e6f5", Ordering::Equal),
        ("f5f6", Ordering::Greater),
    ] {
        assert!(tally.add(&squares(game), 60, black), "{game}");
    }
    assert!(!tally.add(&squares("f5f5"), 60, Ordering::Equal), "an illegal move");
    assert!(!tally.add(&[37, 99], 60, Ordering::Equal), "no square");
    assert_eq!(tally.games(), 4);
    let mut book = Book::default();
    let lesson = Lesson { least: 2, loss: 64, depth: 4, threads: 2 };
    let learnt = book.learn(&tally, &lesson, &NEVER).expect("not stopped");
    // The start and five positions after it; the one after f5f6 was reached once only.
    assert_eq!(learnt.positions, 6);
    check(&book);
    let played = |text: &str, name: &str| {
        let advice = book.advice(&board(text)).expect("learnt");
        let m = advice.moves.iter().find(|m| m.square == squares(name)[0]).expect("played");
        (m.games, m.points)
    };
    assert_eq!(played("", "f5"), (4, 5));
    assert_eq!(played("", "d3"), (4, 5));
    assert_eq!(played("f5", "d6"), (3, 3));
    assert_eq!(played("f5", "f6"), (1, 0));
    assert_eq!(played("f5d6c3d3", "c4"), (3, 3));
    assert_eq!(book.advice(&board("f5f6")), None);
    // Learning again counts again and finds nothing new.
    let again = book.learn(&tally, &lesson, &NEVER).expect("not stopped");
    assert_eq!((again.positions, book.advice(&board("f5")).expect("learnt").moves[0].games > 0), (0, true));
    let before = book.clone();
    assert_eq!(book.learn(&tally, &lesson, &AtomicBool::new(true)), None);
    assert_eq!(book, before, "a stopped lesson leaves the book as it was");
}

/// A game of greedy moves, which is a bad plan, is not followed far.
#[test]
fn a_bad_line_is_left_where_it_is_bad() {
    let (mut here, mut game) = (Bitboards::START, Vec::new());
    while game.len() < 20 {
        let moves = (0..64).filter(|square| here.moves() >> square & 1 == 1);
        let square =
            moves.max_by_key(|&square| here.flips(square).count_ones()).expect("nobody passes so early");
        here = here.played(square, here.flips(square));
        game.push(square);
    }
    let mut tally = GameTally::default();
    assert!(tally.add(&game, 60, Ordering::Less));
    let learnt = |loss| {
        let mut book = Book::default();
        let lesson = Lesson { least: 1, loss, depth: 4, threads: 1 };
        book.learn(&tally, &lesson, &NEVER).expect("not stopped").positions
    };
    assert_eq!(learnt(64 * 60), game.len() + 1);
    let short = learnt(4);
    assert!((3..game.len()).contains(&short), "{short} positions");
}

#[test]
fn hostile_files_are_refused_and_nothing_panics() {
    let mut book = Book::default();
    grow(&mut book, &growth(2, 3, 1), &NEVER, &mut |_, _| ());
    let bytes = book.write();
    assert_eq!(Book::read(&bytes).as_ref(), Ok(&book));
    for length in 0..bytes.len() {
        assert!(Book::read(&bytes[..length]).is_err(), "cut at {length}");
    }
    let reason = |bytes: &[u8]| Book::read(bytes).expect_err("a bad book").reason.en;
    assert_eq!(reason(&[&bytes[..], &[0]].concat()), "something follows the last position");
    assert_eq!(reason(b"GIF89a--"), "this is no opening book of this version");
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut bad = bytes.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bad.len());
            bad[at] = random.u8(..);
        }
        if let Ok(read) = Book::read(&bad) {
            // A file that is accepted makes a book that can be queried.
            for key in read.positions.keys() {
                assert!(read.advice(&board_of(key)).is_some());
            }
        }
    }
}
