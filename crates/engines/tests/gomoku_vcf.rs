//! Compares the VCF solver with a plain search that shares only the rules with it: stones in an array, lines scanned cell
//! by cell, every black stone checked by the referee.

use heibai_engines::gomoku::order::{self, Threat};
use heibai_engines::gomoku::vct::{ProofTable, Vct};
use heibai_engines::gomoku::{Class, Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Notation, Outcome, Point, Position as _, Reason};
use std::collections::HashMap;

const SIZE: usize = 15;
const LINES: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The plain search: all fours in board order, with a limit on the attacker's moves.
struct Plain {
    rules: Rules,
    cells: Vec<Option<Color>>,
    attacker: Color,
    /// The number of moves in which the attacker does not win, by position.
    failed: HashMap<Vec<Option<Color>>, usize>,
    /// The remaining node limit.
    left: usize,
}

/// More moves than fit on the board.
const ANY_LENGTH: usize = SIZE * SIZE;

impl Plain {
    fn new(position: &Position, left: usize) -> Plain {
        let cells = Point::all(SIZE).map(|point| position.stone(point)).collect();
        let (rules, attacker) = (position.rules(), position.turn());
        Plain { rules, cells, attacker, failed: HashMap::new(), left }
    }

    fn at(&self, x: isize, y: isize) -> Option<usize> {
        let on = (0..SIZE as isize).contains(&x) && (0..SIZE as isize).contains(&y);
        on.then(|| y as usize * SIZE + x as usize)
    }

    /// Whether a stone of this colour on the cell makes five.
    fn makes_five(&self, cell: usize, color: Color) -> bool {
        let exact = self.rules.variant().needs_exactly_five(color);
        let (x, y) = ((cell % SIZE) as isize, (cell / SIZE) as isize);
        LINES.iter().any(|&(dx, dy)| {
            let own = |i: isize| {
                self.at(x + i * dx, y + i * dy).is_some_and(|cell| self.cells[cell] == Some(color))
            };
            let run = |sign: isize| (1..).take_while(|&i| own(sign * i)).count();
            let length = 1 + run(1) + run(-1);
            length == 5 || length > 5 && !exact
        })
    }

    /// Whether the cell is one of five in a line with three stones of the attacker and two empty cells.
    fn may_make_four(&self, cell: usize) -> bool {
        let (x, y) = ((cell % SIZE) as isize, (cell / SIZE) as isize);
        LINES.iter().any(|&(dx, dy)| {
            (-4..=0).any(|first| {
                let five: Option<Vec<usize>> =
                    (first..first + 5).map(|i| self.at(x + i * dx, y + i * dy)).collect();
                let count =
                    |five: &[usize], wanted| five.iter().filter(|&&c| self.cells[c] == wanted).count();
                five.is_some_and(|five| count(&five, Some(self.attacker)) == 3 && count(&five, None) == 2)
            })
        })
    }

    fn empty(&self) -> impl Iterator<Item = usize> {
        (0..SIZE * SIZE).filter(|&cell| self.cells[cell].is_none())
    }

    fn fives(&self, color: Color) -> Vec<usize> {
        self.empty().filter(|&cell| self.makes_five(cell, color)).collect()
    }

    /// The position with this side to move.
    fn referee(&self, color: Color) -> Position {
        let stones: Vec<(Point, Color)> =
            Point::all(SIZE).zip(&self.cells).filter_map(|(p, &c)| c.map(|c| (p, c))).collect();
        Position::setup(&self.rules, &stones, color).unwrap()
    }

    fn is_legal(&self, cell: usize, color: Color) -> bool {
        let free = color == Color::White || !self.rules.variant().is_renju();
        free || self.referee(color).check(Move::Place(Point(cell as u16))).is_ok()
    }

    /// Whether the attacker, to move, wins in at most so many moves, the five included; `None` beyond the node limit.
    fn wins_in(&mut self, moves: usize) -> Option<bool> {
        if moves > 0 && !self.fives(self.attacker).is_empty() {
            return Some(true);
        }
        let against = self.fives(!self.attacker);
        let failed = self.failed.get(&self.cells).is_some_and(|&failed| failed >= moves);
        if moves < 2 || against.len() > 1 || failed {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let fours: Vec<usize> = match against[..] {
            [must] => vec![must],
            _ => self.empty().filter(|&cell| self.may_make_four(cell)).collect(),
        };
        for cell in fours {
            if self.four_wins(cell, moves)? {
                return Some(true);
            }
        }
        self.failed.insert(self.cells.clone(), moves);
        Some(false)
    }

    fn four_wins(&mut self, cell: usize, moves: usize) -> Option<bool> {
        self.cells[cell] = Some(self.attacker);
        let threats = self.fives(self.attacker);
        self.cells[cell] = None;
        if threats.is_empty() || !self.is_legal(cell, self.attacker) {
            return Some(false);
        }
        self.cells[cell] = Some(self.attacker);
        let wins = match threats[..] {
            [reply] if self.is_legal(reply, !self.attacker) => {
                self.cells[reply] = Some(!self.attacker);
                let wins = self.wins_in(moves - 1);
                self.cells[reply] = None;
                wins
            }
            // Nothing stops the five, unless the game is drawn because the defender has no legal move.
            _ => Some(self.referee(!self.attacker).outcome().is_none()),
        };
        self.cells[cell] = None;
        wins
    }

    /// The length of the shortest win, which is at most `most`.
    fn shortest(&mut self, most: usize) -> Option<usize> {
        for moves in 1..=most {
            if self.wins_in(moves)? {
                return Some(moves);
            }
        }
        None
    }
}

/// A random position full of threes: stones in a cluster, nobody with a five.
fn random_position(variant: Variant, random: &mut fastrand::Rng) -> Position {
    let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
    loop {
        let count = random.usize(16..90);
        let spread = random.usize(3..8);
        let mut stones: Vec<(Point, Color)> = Vec::new();
        while stones.len() < count.min(2 * spread * spread) {
            let (x, y) = (random.usize(7 - spread..=7 + spread), random.usize(7 - spread..=7 + spread));
            let point = Point((y * SIZE + x) as u16);
            if stones.iter().all(|&(other, _)| other != point) {
                stones.push((point, Color::BOTH[stones.len() % 2]));
            }
        }
        let turn = Color::BOTH[random.usize(..2)];
        if let Ok(position) = Position::setup(&rules, &stones, turn)
            && position.outcome().is_none()
        {
            return position;
        }
    }
}

#[test]
fn the_solver_finds_what_a_plain_search_finds_and_nothing_else() {
    let mut random = fastrand::Rng::with_seed(20);
    let mut failures = Failures::new(12);
    for variant in [Variant::Renju, Variant::Freestyle, Variant::Standard, Variant::RenjuPatterns] {
        let (mut won, mut lost, mut long) = (0, 0, 0);
        while won + lost < 150 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            // Immediate wins are too easy.
            if board.is_decided() && random.usize(..20) > 0 {
                continue;
            }
            let mut plain = Plain::new(&position, 3_000);
            let Some(expected) = plain.wins_in(ANY_LENGTH) else { continue };
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, u64::MAX, &|| false).any();
            let Found::Win(line) = found else {
                assert_eq!(found, Found::Nothing);
                assert!(!expected, "missed: {position:?}");
                lost += 1;
                continue;
            };
            assert!(expected, "claimed: {position:?}");
            let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
            assert_eq!(proof::check(&position, &line), Ok(()), "{position:?}");
            won += 1;
            long += usize::from(line.len() >= 7);
            let most = proof::length(&position, &line);
            let Some(length) = plain.shortest(most) else { continue };
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, u64::MAX, &|| false).shortest();
            let Found::Win(line) = found else { panic!("no shortest win: {position:?}") };
            let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
            assert_eq!(proof::check(&position, &line), Ok(()), "{position:?}");
            assert_eq!(proof::length(&position, &line), length, "{position:?}");
        }
        println!("{}: {won} won, {long} of them in four moves or more; {lost} without a win", variant.name());
        assert!(won >= 20 && lost >= 20 && long >= 5, "{won} {lost} {long}");
    }
}

/// Against a four-three the search tries only some moves. Every other move must lose to fours.
#[test]
fn moves_left_out_against_a_four_three_lose_to_fours() {
    let mut random = fastrand::Rng::with_seed(17);
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let (mut seen, mut left_out) = (0, 0);
        while seen < 25 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            let (own, other) = (board.turn(), !board.turn());
            let quiet = [(own, Class::Five), (other, Class::Five), (other, Class::OpenFour)];
            let calm = quiet.iter().all(|&(color, class)| board.count(color, class) == 0);
            if !calm || !order::four_three_wins(&board, other) {
                continue;
            }
            seen += 1;
            let helpful = order::candidates(&board, Threat::FourThree);
            for cell in board.near().without(&helpful).iter().collect::<Vec<_>>() {
                if board.is_forbidden(cell) {
                    continue;
                }
                left_out += 1;
                board.play(cell);
                let found = Vcf::new(&mut board, &mut Failures::new(10), 10_000, &|| false).any();
                board.undo();
                assert!(matches!(found, Found::Win(_)), "{variant:?} {position:?}: {}", Point(cell as u16).0);
            }
        }
        assert!(left_out > 200, "{variant:?}: only {left_out} moves were left out");
    }
}

/// Whether one of the mover's double threes wins by fours after every reply.
fn wins_by_a_double_three(board: &mut PatternBoard) -> bool {
    let own = board.turn();
    let points: Vec<usize> = board.set(own, Class::DoubleThree).iter().collect();
    points.into_iter().any(|point| {
        board.play(point);
        let replies: Vec<usize> = board.empty().iter().collect();
        let wins = replies.into_iter().all(|reply| {
            if board.is_forbidden(reply) {
                return true;
            }
            board.play(reply);
            let found = Vcf::new(board, &mut Failures::new(10), 10_000, &|| false).any();
            board.undo();
            matches!(found, Found::Win(_))
        });
        board.undo();
        wins
    })
}

fn nobody_makes_five_or_an_open_four(board: &PatternBoard) -> bool {
    let strong = [Class::Five, Class::OpenFour];
    Color::BOTH.iter().all(|&color| strong.iter().all(|&class| board.count(color, class) == 0))
}

#[test]
fn a_double_three_wins_against_a_side_without_a_four() {
    let mut random = fastrand::Rng::with_seed(18);
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let mut seen = 0;
        while seen < 60 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            if nobody_makes_five_or_an_open_four(&board) && order::double_three_wins(&board, board.turn()) {
                seen += 1;
                assert!(wins_by_a_double_three(&mut board), "{variant:?} {position:?}");
            }
        }
    }
}

#[test]
fn moves_left_out_against_a_double_three_lose_to_it() {
    let mut random = fastrand::Rng::with_seed(19);
    for variant in [Variant::Freestyle, Variant::Standard, Variant::Renju] {
        let (mut seen, mut left_out) = (0, 0);
        while seen < 12 {
            let position = random_position(variant, &mut random);
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            let other = !board.turn();
            if !nobody_makes_five_or_an_open_four(&board) || !order::double_three_wins(&board, other) {
                continue;
            }
            seen += 1;
            let helpful = order::candidates(&board, Threat::DoubleThree);
            for cell in board.near().without(&helpful).iter().collect::<Vec<_>>() {
                if board.is_forbidden(cell) {
                    continue;
                }
                left_out += 1;
                board.play(cell);
                let wins = wins_by_a_double_three(&mut board);
                board.undo();
                assert!(wins, "{variant:?} {position:?}: {}", Point(cell as u16).0);
            }
        }
        assert!(left_out > 100, "{variant:?}: only {left_out} moves were left out");
    }
}

/// Composed wins of sixteen moves and more, far longer than those of games.
#[test]
fn long_wins_are_found_with_few_nodes() {
    let mut failures = Failures::new(16);
    for (name, variant) in [("long-renju.txt", Variant::Renju), ("long-freestyle.txt", Variant::Freestyle)] {
        let path = format!("{}/../../data/vcf/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.lines().count() >= 16, "{name}");
        let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
        for line in text.lines() {
            let starts = line.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
            let starts: Vec<usize> = starts.chain([line.len()]).collect();
            let names = starts.windows(2).map(|pair| &line[pair[0]..pair[1]]);
            let points = names.map(|name| Notation::Gomoku.read(name, SIZE).unwrap());
            let stones: Vec<(Point, Color)> = points.zip(Color::BOTH.into_iter().cycle()).collect();
            let position = Position::setup(&rules, &stones, Color::BOTH[stones.len() % 2]).unwrap();
            let mut board = PatternBoard::of(&position, Weights::of(variant));
            failures.clear();
            let found = Vcf::new(&mut board, &mut failures, 200_000, &|| false).any();
            let Found::Win(cells) = found else { panic!("{name} {line}: {found:?}") };
            let cells: Vec<Point> = cells.into_iter().map(|cell| Point(cell as u16)).collect();
            assert!(cells.len() >= 31, "{name} {line}: {}", cells.len());
            assert_eq!(proof::check(&position, &cells), Ok(()), "{name} {line}");
        }
    }
}

fn position_of(moves: &str, variant: Variant, turn: Color) -> Position {
    let starts = moves.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let starts: Vec<usize> = starts.chain([moves.len()]).collect();
    let names = starts.windows(2).map(|pair| &moves[pair[0]..pair[1]]);
    let points = names.map(|name| Notation::Gomoku.read(name, SIZE).unwrap());
    let stones: Vec<(Point, Color)> = points.zip(Color::BOTH.into_iter().cycle()).collect();
    let rules = Rules::new(SIZE, variant, OpeningRule::Free).unwrap();
    Position::setup(&rules, &stones, turn).unwrap()
}

/// White's four at i12 cannot be stopped, since g12 is a double four for Black: as short as an open four.
#[test]
fn a_four_that_nobody_may_stop_is_no_longer_than_an_open_one() {
    let moves = "g9d12d10i13e9f8f9d9e10e8c10f10e11d11b10a10g8h9h5h7i7f12g11g7e12e13f6j5h6i6k4j8j3j7j6h8l5i2k6h11h10\
                 k5l8l6i3j10j9k11i9m9m7j12l10g15h14f14c11f13f11g13h13h12i11";
    let position = position_of(moves, Variant::Renju, Color::White);
    let mut board = PatternBoard::of(&position, Weights::of(Variant::Renju));
    let found = Vcf::new(&mut board, &mut Failures::new(16), u64::MAX, &|| false).shortest();
    let Found::Win(line) = found else { panic!("{found:?}") };
    let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
    assert_eq!(Notation::Gomoku.write(line[0], SIZE), "i12");
    assert_eq!(proof::check(&position, &line), Ok(()));
    assert_eq!(proof::length(&position, &line), 2);
    assert_eq!(Plain::new(&position, 3_000).shortest(9), Some(2));
}

/// No problem has a shorter win than stated, by the plain search.
#[test]
fn no_shipped_problem_has_a_shorter_win() {
    for name in ["problems.json", "extra.json"] {
        let path = format!("{}/../../data/vcf/{name}", env!("CARGO_MANIFEST_DIR"));
        let problems: Vec<serde_json::Value> =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for problem in problems.iter().filter(|problem| problem["kind"] == "vcf") {
            let points = |key: &str| -> Vec<Point> {
                let names = problem[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                names.map(|name| Notation::Gomoku.read(name, SIZE).unwrap()).collect()
            };
            let stones: Vec<(Point, Color)> = [("black", Color::Black), ("white", Color::White)]
                .into_iter()
                .flat_map(|(key, color)| points(key).into_iter().map(move |point| (point, color)))
                .collect();
            let side = if problem["side"] == "black" { Color::Black } else { Color::White };
            let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).unwrap();
            let position = Position::setup(&rules, &stones, side).unwrap();
            let length = problem["length"].as_u64().unwrap() as usize;
            assert_eq!(proof::length(&position, &points("line")), length, "{problem}");
            assert_eq!(Plain::new(&position, 100_000).shortest(length), Some(length), "{problem}");
        }
    }
}

/// Two points are left. White makes a four on one; the other, where Black would have to block, is an overline. Black
/// has no legal point, and that is a draw.
#[test]
fn a_defender_without_a_legal_point_has_not_lost() {
    let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).unwrap();
    let (four, block) = ((7, 11), (7, 7));
    let stones = Point::all(SIZE).filter_map(|point| {
        let (x, y) = (point.x(SIZE), point.y(SIZE));
        let color = match (x, y) {
            at if at == four || at == block => return None,
            (4..=9, 7) | (7, 6 | 12) => Color::Black,
            (3 | 10, 7) | (7, 8..=10) => Color::White,
            // Nobody has three in a row in this pattern.
            _ => Color::BOTH[(x + 2 * y) / 2 % 2],
        };
        Some((point, color))
    });
    let position = Position::setup(&rules, &stones.collect::<Vec<_>>(), Color::White).unwrap();
    assert_eq!(position.outcome(), None);
    let at = |(x, y)| Point::new(x, y, SIZE).unwrap();
    let mut after = position.clone();
    after.play(Move::Place(at(four))).unwrap();
    assert_eq!(after.outcome(), Some(Outcome::draw(Reason::NoLegalPoint)));
    let mut board = PatternBoard::of(&position, Weights::of(Variant::Renju));
    let mut failures = Failures::new(10);
    assert_eq!(Vcf::new(&mut board, &mut failures, u64::MAX, &|| false).any(), Found::Nothing);
    assert_eq!(Vcf::new(&mut board, &mut failures, u64::MAX, &|| false).shortest(), Found::Nothing);
    let mut table = ProofTable::new(10);
    assert_eq!(Vct::new(&mut board, &mut table, 1000, &|| false).with_fours(100).solve(), Found::Nothing);
    assert_eq!(Plain::new(&position, 100).wins_in(ANY_LENGTH), Some(false));
}
