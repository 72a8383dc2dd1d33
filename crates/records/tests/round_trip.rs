//! What is written is read back the same, in every format that can hold it.

use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, HalfPoints, Kind, Match, Move, Point, Position, Reason};
use heibai_records::{
    Ending, Format, Hint, Mark, MarkShape, Part, ReadError, Record, Step, Tree, read_any, sgf, write,
};
use proptest::prelude::*;
use std::time::Duration;

fn read(text: &str, format: Option<Format>) -> Result<Vec<Record>, ReadError> {
    read_any(text.as_bytes(), Hint { format, ..Hint::default() })?.collect()
}

fn rules(kind: Kind, pick: u8) -> heibai_games::Rules {
    let choice = match kind {
        Kind::Othello => Choice { size: Some([4, 6, 8, 10][pick as usize % 4]), ..Choice::default() },
        Kind::Go => Choice {
            size: Some(2 + pick as usize % 24),
            komi: Some(f64::from(pick) / 2.0 - 20.0),
            ..Choice::default()
        },
        Kind::Gomoku if pick.is_multiple_of(2) => Choice::default(),
        Kind::Gomoku => Choice {
            size: Some(5 + pick as usize % 16),
            rules: Some(["standard", "freestyle", "freestyle+swap2"][pick as usize % 3].to_owned()),
            ..Choice::default()
        },
    };
    kind.rules(&choice).unwrap()
}

/// A game of random legal moves, for as long as `picks` lasts.
fn play(kind: Kind, pick: u8, picks: &[u16]) -> Match<AnyPosition> {
    let mut game = Match::new(AnyPosition::start(&rules(kind, pick)));
    let mut moves = Vec::new();
    for &pick in picks {
        game.position().legal_moves(&mut moves);
        if game.outcome().is_some() || moves.is_empty() {
            break;
        }
        let mv = moves[pick as usize % moves.len()];
        game.play(mv, Duration::from_millis(u64::from(pick))).unwrap();
    }
    game
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(Kind::ALL.to_vec())
}

/// Text with everything that a format could stumble over.
fn texts() -> impl Strategy<Value = String> {
    prop::string::string_regex("([a-z\\]\\[\\\\:;()\"{}%/]|黑|é|\\n| ){0,12}").unwrap()
}

fn line() -> impl Strategy<Value = String> {
    prop::string::string_regex("[a-z\\]\\[\\\\:;()\"{}%黑é]{0,12}").unwrap()
}

prop_compose! {
    /// A tree of any shape: moves need not be legal to be written down.
    fn records()(kind in kinds(), pick in any::<u8>(), names in prop::collection::vec(line(), 8),
        nodes in prop::collection::vec((any::<u16>(), any::<u16>(), texts(), any::<u8>()), 0..30),
        margin in prop::option::of(0..1000i32)) -> Record {
        let mut record = Record::new(rules(kind, pick));
        let size = record.size();
        let info = &mut record.info;
        [&mut info.black.name, &mut info.white.name, &mut info.black.rating, &mut info.event,
            &mut info.round, &mut info.place, &mut info.date, &mut info.game_name]
            .into_iter().zip(names).for_each(|(field, name)| *field = name);
        info.started = Some(u64::from(pick));
        info.ended = Some(u64::from(pick) + 1);
        info.result = margin.map(|m| Ending {
            winner: (m > 0).then_some(Color::White),
            reason: None, margin: (m > 0).then_some(HalfPoints(m)), score: None,
        });
        let mut ids = vec![Tree::ROOT];
        for (parent, place, comment, extra) in nodes {
            let point = |n: u16| Point(n % (size * size) as u16);
            let color = if extra & 1 == 0 { Color::Black } else { Color::White };
            let mut step = Step { comment, ..Step::default() };
            if extra & 2 == 0 {
                let mv = if extra & 12 == 0 { Move::Pass } else { Move::Place(point(place)) };
                step.mv = Some((color, mv));
            }
            if extra & 16 != 0 {
                step.score = Some(f64::from(place) / 8.0 - 100.0);
                step.spent = Some(Duration::from_micros(u64::from(place)));
                step.left = [Some(Duration::from_millis(u64::from(parent))), None];
            }
            if extra & 32 != 0 {
                step.marks.push(Mark { point: point(parent), shape: MarkShape::Circle });
                step.marks.push(Mark { point: point(place), shape: MarkShape::Label(format!("x:]\\{extra}")) });
            }
            if extra & 64 != 0 {
                step.setup.push((point(parent), Some(Color::Black)));
                step.setup.push((point(place), None));
                step.turn = Some(color);
            }
            ids.push(record.tree.add(ids[parent as usize % ids.len()], step));
        }
        record
    }
}

/// The same record without the spelling that reading SGF leaves behind.
fn bare(mut record: Record) -> Record {
    for id in record.tree.ids() {
        record.tree.node_mut(id).sgf = "".into();
    }
    record
}

/// Steps in the order of the tree, so that nodes numbered differently still compare.
fn walk(record: &Record) -> Vec<(usize, Step)> {
    let mut stack = vec![(0, Tree::ROOT)];
    let mut steps = Vec::new();
    while let Some((depth, id)) = stack.pop() {
        steps.push((depth, record.tree.step(id).clone()));
        let children: Vec<_> = record.tree.children(id).collect();
        stack.extend(children.into_iter().rev().map(|child| (depth + 1, child)));
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_holds_everything(record in records()) {
        let text = write(&record, Format::Json).unwrap();
        prop_assert_eq!(read(&text, None).unwrap(), vec![record]);
    }

    #[test]
    fn sgf_holds_everything(record in records()) {
        let text = write(&record, Format::Sgf).unwrap();
        let again = read(&text, Some(Format::Sgf)).unwrap().remove(0);
        prop_assert_eq!(&again.rules, &record.rules);
        prop_assert_eq!(&again.info, &record.info);
        prop_assert_eq!(walk(&again), walk(&record));
        // Once it is SGF, it stays as it is, letter for letter.
        prop_assert_eq!(sgf::write(&again), text);
        let json = write(&again, Format::Json).unwrap();
        prop_assert_eq!(sgf::write(&read(&json, None).unwrap()[0]), sgf::write(&again));
    }

    #[test]
    fn games_replay_from_every_format_of_games(kind in kinds(), pick: u8, picks in prop::collection::vec(any::<u16>(), 0..80)) {
        let game = play(kind, pick, &picks);
        let record = Record::from_match(&game);
        for format in Format::ALL {
            let Ok(text) = write(&record, format) else { continue };
            if record.tree.len() == 1 && !matches!(format, Format::Sgf | Format::Json) {
                continue;
            }
            // Without its size or rules a game is another game.
            if !format.holds(Part::Moves) || format.losses(&record).contains(&Part::Rules) {
                continue;
            }
            if format == Format::Moves && record.size() != Record::new(kind.rules(&Choice::default()).unwrap()).size() {
                continue;
            }
            let hint = Hint { format: Some(format), kind: Some(kind), ..Hint::default() };
            let again = read_any(text.as_bytes(), hint).unwrap().next().unwrap();
            let again = again.map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{text}")))?;
            let replayed = again.replay();
            let replayed = replayed.map_err(|e| TestCaseError::fail(format!("{format}: {e}\n{text}")))?;
            prop_assert_eq!(replayed.position(), game.position(), "{}", format);
        }
    }

    #[test]
    fn positions_come_back_from_every_format_of_positions(kind in kinds(), pick: u8, picks in prop::collection::vec(any::<u16>(), 0..60)) {
        let game = play(kind, pick, &picks);
        let position = game.position();
        let record = Record::from_position(position);
        for format in [Format::Position, Format::Bits, Format::Diagram, Format::Sgf, Format::Json, Format::Obf] {
            let Ok(text) = write(&record, format) else { continue };
            if format.losses(&record).contains(&Part::Rules) {
                continue;
            }
            let hint = Hint { format: Some(format), kind: Some(kind), ..Hint::default() };
            let again = read_any(text.as_bytes(), hint).unwrap().next().unwrap().unwrap().start().unwrap();
            prop_assert_eq!(again.rules(), position.rules());
            prop_assert_eq!(again.turn(), position.turn(), "{}", format);
            for point in Point::all(position.size()) {
                prop_assert_eq!(again.stone(point), position.stone(point), "{}", format);
            }
        }
    }
}

#[test]
fn a_match_and_its_record_are_the_same_game() {
    for kind in Kind::ALL {
        let mut game = play(kind, 2, &(0..40).map(|n| n * 37).collect::<Vec<u16>>());
        if game.outcome().is_none() {
            game.resign(Color::White).unwrap();
        }
        let record = Record::from_match(&game);
        let again = record.replay().unwrap();
        assert_eq!((again.moves(), again.outcome()), (game.moves(), game.outcome()));
        assert_eq!(again.position(), game.position());
    }
}

#[test]
fn version_one_of_the_json_is_migrated() {
    let old = r#"{"format":"heibai","version":1,"game":"othello","black":"one","white":"two",
        "date":"2026-01-02","result":"B+R","moves":["f5","d6","c3"],"times":[1000,2000]}"#;
    let record = read(old, None).unwrap().remove(0);
    assert_eq!(record.info.black.name, "one");
    assert_eq!(record.info.result.unwrap().reason, Some(Reason::Resignation));
    let steps: Vec<_> = record.tree.main_line().map(|id| record.tree.step(id).clone()).collect();
    assert_eq!(steps[2].spent, Some(Duration::from_secs(2)));
    assert_eq!(steps[3].spent, None);
    assert_eq!(record.replay().unwrap().moves().len(), 3);
    let new = write(&record, Format::Json).unwrap();
    assert!(new.starts_with(r#"{"format":"heibai","version":2,"#), "{new}");
    assert_eq!(read(&new, None).unwrap(), [record]);
}

#[test]
fn a_newer_version_is_refused() {
    let error = read(r#"{"format":"heibai","version":3,"nodes":[]}"#, None).unwrap_err();
    assert!(error.to_string().contains("version 3"), "{error}");
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let text = "(;GM[4]SZ[15]PB[a]RE[B+R]XX[y];B[hh]C[good](;W[hi])(;W[ii]CR[aa]))";
    let record = read(text, None).unwrap().remove(0);
    assert_eq!(Format::Sgf.losses(&record), []);
    assert_eq!(Format::Json.losses(&record), []);
    let lost = Format::Psq.losses(&record);
    for part in [Part::Variations, Part::Comments, Part::Marks, Part::Result, Part::Properties] {
        assert!(lost.contains(&part), "{part}");
    }
    assert!(!lost.contains(&Part::Players));
    assert!(write(&record, Format::Ggf).unwrap_err().to_string().contains("a format of othello"));
    let set_up = read("gomoku 5/5/2x2/5/5 o freestyle", None).unwrap().remove(0);
    assert!(
        write(&set_up, Format::Psq)
            .unwrap_err()
            .to_string()
            .contains("no place for a game that does not start")
    );
}

#[test]
fn the_content_tells_the_format() {
    let cases = [
        ("(;GM[1]SZ[9])", Format::Sgf),
        ("  some words\n(;GM[1]SZ[9])", Format::Sgf),
        ("1 (;GM[Othello]BO[8 ...];)", Format::Ggf),
        ("{\"format\":\"heibai\",\"version\":2}", Format::Json),
        ("Piskvorky 15x15, 11:11, 0\n", Format::Psq),
        ("f5d6c3", Format::Moves),
        ("h8 h9 i8", Format::Moves),
        ("othello 8/8/8/3ox3/3xo3/8/8/8 x", Format::Position),
        ("0x0000000810000000 0x0000001008000000", Format::Bits),
        ("% remark\n---------------------------OX------XO--------------------------- X;", Format::Obf),
        ("   A B\n 2 X .\n 1 . O\n", Format::Diagram),
    ];
    for (text, format) in cases {
        assert_eq!(heibai_records::detect(text.as_bytes()), format, "{text}");
    }
}

#[test]
fn a_gb18030_file_is_written_as_utf8() {
    let text = "(;GM[1]CA[GB2312]SZ[9]PB[棋圣]C[\\]棋];B[aa])";
    let (bytes, _, _) = encoding_rs::GB18030.encode(text);
    let record = read_any(&bytes[..], Hint::default()).unwrap().next().unwrap().unwrap();
    assert_eq!(record.info.black.name, "棋圣");
    let written = sgf::write(&record);
    assert_eq!(written, "(;GM[1]CA[UTF-8]SZ[9]PB[棋圣]C[\\]棋];B[aa])\n");
    assert_eq!(bare(read(&written, None).unwrap().remove(0)), bare(record));
}
