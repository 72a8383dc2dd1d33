//! The incremental network equals its definition, computed from scratch.

use heibai_engines::gomoku::{Accumulator, Net, PatternBoard, Weights};
use heibai_games::Color;
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_kernels::gomoku::{Head, Mixing, Sums};
use std::sync::Arc;

const WIDTH: usize = 32;
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A random network, with weights large enough to reach all kinds of sums.
fn random_net(random: &mut fastrand::Rng, phases: usize) -> Net {
    let mut net = Net::zero();
    for window in 0..1 << 18 {
        net.set_row(window, std::array::from_fn(|_| random.i8(-30..50)));
    }
    net.mixing = Mixing {
        weights: std::array::from_fn(|_| Sums(std::array::from_fn(|_| random.i16(-28..=28)))),
        bias: Sums(std::array::from_fn(|_| random.i16(-40..=40))),
    };
    net.order = [(); 2].map(|()| Sums(std::array::from_fn(|_| random.i16(-300..=300))));
    net.heads =
        (phases > 0).then(|| (0..phases).map(|_| [random_head(random), random_head(random)]).collect());
    net
}

fn random_head(random: &mut fastrand::Rng) -> Head {
    let mut head = Head::ZERO;
    (0..32 * 288).for_each(|i| *head.first(i / 288, i % 288) = random.i16(-15..=15));
    (0..16 * 32).for_each(|i| *head.second(i / 32, i % 32) = random.i16(-150..=150));
    head.first_bias.iter_mut().for_each(|bias| *bias = random.i32(-20_000..=20_000));
    head.second_bias.iter_mut().for_each(|bias| *bias = random.i32(-20_000..=20_000));
    head.out.iter_mut().for_each(|weight| *weight = random.i16(-500..=500));
    head.out_bias = random.i32(-50_000..=50_000);
    head
}

/// The definition, cell by cell, on the stones of a board.
struct Plain<'a> {
    net: &'a Net,
    board: &'a PatternBoard,
    size: isize,
}

impl Plain<'_> {
    fn code(&self, x: isize, y: isize) -> usize {
        if !(0..self.size).contains(&x) || !(0..self.size).contains(&y) {
            return 3;
        }
        match self.board.stone((y * self.size + x) as usize) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        }
    }

    fn seen(&self, x: isize, y: isize) -> [i32; WIDTH] {
        let mut sum = [0; WIDTH];
        for (dx, dy) in DIRECTIONS {
            let window: usize =
                (0..9).map(|i| self.code(x + (i - 4) * dx, y + (i - 4) * dy) << (2 * i)).sum();
            sum.iter_mut().zip(self.net.table[window].0).for_each(|(sum, number)| *sum += i32::from(number));
        }
        sum.map(|sum| sum.clamp(0, 127))
    }

    /// The features after mixing with the neighbours.
    fn made(&self, x: isize, y: isize) -> [i32; WIDTH] {
        let mut sum = [0; WIDTH];
        for (k, weights) in self.net.mixing.weights.iter().enumerate() {
            let (ox, oy) = (x + k as isize % 3 - 1, y + k as isize / 3 - 1);
            if self.code(ox, oy) != 3 {
                let seen = self.seen(ox, oy);
                (0..WIDTH).for_each(|i| sum[i] += i32::from(weights.0[i]) * seen[i]);
            }
        }
        std::array::from_fn(|i| ((sum[i] >> 4) + i32::from(self.net.mixing.bias.0[i])).clamp(0, 127))
    }

    fn promise(&self, x: isize, y: isize) -> i32 {
        let made = self.made(x, y);
        let order = &self.net.order[self.board.turn().index()].0;
        (0..WIDTH).map(|i| made[i] * i32::from(order[i])).sum::<i32>() >> 6
    }

    fn value(&self) -> i32 {
        let Some(heads) = &self.net.heads else { return 0 };
        let stones = self.size as usize * self.size as usize - self.board.empty().len();
        let phase = [15, 23, 33].iter().filter(|&&start| stones >= start).count();
        let mut sums = [0; 9 * WIDTH];
        for (x, y) in (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y))) {
            let row = self.made(x, y);
            let region = (3 * (y * 3 / self.size) + x * 3 / self.size) as usize;
            (0..WIDTH).for_each(|i| sums[region * WIDTH + i] += row[i]);
        }
        let mut head = heads[if heads.len() > 1 { phase } else { 0 }][self.board.turn().index()].clone();
        let mut first = [0; 32];
        for (unit, heard) in first.iter_mut().enumerate() {
            let weighed: i32 = (0..9 * WIDTH).map(|i| sums[i] * i32::from(*head.first(unit, i))).sum();
            *heard = ((head.first_bias[unit] + weighed) >> 8).clamp(0, 2047);
        }
        let mut value = head.out_bias;
        for unit in 0..16 {
            let weighed: i32 = (0..32).map(|i| first[i] * i32::from(*head.second(unit, i))).sum();
            value += ((head.second_bias[unit] + weighed) >> 10).clamp(0, 2047) * i32::from(head.out[unit]);
        }
        (value >> 10).clamp(-1500, 1500)
    }
}

/// The move-ordering scores of all empty points.
fn move_scores(accumulator: &mut Accumulator, board: &PatternBoard) -> Vec<i32> {
    let mut found = vec![0; board.empty().len()];
    accumulator.score_moves(board, board.empty().iter(), |(at, score)| found[at] = score);
    found
}

/// Plays, passes and undoes at random.
fn change(board: &mut PatternBoard, made: &mut usize, random: &mut fastrand::Rng) {
    for _ in 0..random.usize(1..6) {
        match random.usize(..10) {
            0..4 if *made > 0 => {
                board.undo();
                *made -= 1;
            }
            4 => {
                board.pass();
                *made += 1;
            }
            _ => {
                let cells: Vec<usize> = board.near().iter().collect();
                let Some(&cell) = random.choice(&cells) else { return };
                board.play(cell);
                *made += 1;
            }
        }
    }
}

#[test]
fn a_board_that_changes_is_seen_as_it_stands() {
    let mut random = fastrand::Rng::with_seed(11);
    for (phases, sizes) in [(0, &[5, 15][..]), (1, &[5, 8, 15, 20]), (4, &[15, 15, 20])] {
        let net = Arc::new(random_net(&mut random, phases));
        for &size in sizes {
            watch(&net, size, &mut random);
        }
    }
}

fn watch(net: &Arc<Net>, size: usize, random: &mut fastrand::Rng) {
    let rules = Rules::new(size, Variant::Freestyle, OpeningRule::Free).unwrap();
    let mut board = PatternBoard::new(&rules, Weights::guess(Variant::Freestyle));
    let mut accumulator = Accumulator::new(net.clone(), size);
    let (mut made, mut all, mut values) = (0, Vec::new(), Vec::new());
    for round in 0..50 {
        let plain = Plain { net, board: &board, size: size as isize };
        let n = size as isize;
        let empty = board.empty().iter().map(|cell| cell as isize);
        let expected: Vec<i32> = empty.map(|cell| plain.promise(cell % n, cell / n)).collect();
        let value = plain.value();
        if random.bool() {
            assert_eq!(accumulator.value(&board), value, "{size}, round {round}");
        }
        if random.bool() {
            assert_eq!(move_scores(&mut accumulator, &board), expected, "{size}, round {round}");
        }
        // Again, and with a fresh accumulator.
        assert_eq!(accumulator.value(&board), value);
        let mut fresh = Accumulator::new(net.clone(), size);
        assert_eq!((fresh.value(&board), move_scores(&mut fresh, &board)), (value, expected.clone()));
        all.extend(expected);
        values.push(value);
        if round % 20 == 19 {
            // The same position without its history: earlier moves cannot be undone.
            board.forget_history();
            made = 0;
        }
        change(&mut board, &mut made, random);
    }
    for (mut numbers, least) in [(all, 100), (values, if net.heads.is_some() { 20 } else { 1 })] {
        numbers.sort_unstable();
        numbers.dedup();
        assert!(numbers.len() >= least, "the numbers differ: {numbers:?}");
    }
}

#[test]
fn a_network_reads_back_from_its_file() {
    let mut random = fastrand::Rng::with_seed(12);
    for phases in [0, 1, 4] {
        let mut net = random_net(&mut random, phases);
        let bytes = net.write();
        // Windows that cannot occur are not in the file.
        let wall_inside = 3 << 8;
        assert_ne!(net.table[wall_inside].0, [0; WIDTH]);
        let read = Net::read(&bytes).unwrap();
        assert_eq!(read.table[wall_inside].0, [0; WIDTH]);
        assert_eq!(read.write(), bytes);
        net.table = read.table.clone();
        assert_eq!(read, net);
    }
}

#[test]
fn networks_are_shipped_for_the_boards_they_know() {
    for variant in Variant::ALL {
        let knows = |size| Rules::new(size, variant, OpeningRule::Free).is_ok_and(|r| Net::of(&r).is_some());
        assert!(knows(15), "{variant:?}");
        let any_size = matches!(variant, Variant::Freestyle | Variant::Standard);
        assert_eq!(
            (16..=20).filter(|&size| knows(size)).count(),
            if any_size { 5 } else { 0 },
            "{variant:?}"
        );
        assert!(!(5..15).any(knows), "{variant:?}");
    }
}

#[test]
fn an_empty_board_of_any_size_looks_as_on_the_size_that_was_learnt() {
    let value = |size: usize| {
        let rules = Rules::new(size, Variant::Freestyle, OpeningRule::Free).unwrap();
        let mut accumulator = Accumulator::new(Net::of(&rules).unwrap(), size);
        let mut board = PatternBoard::new(&rules, Weights::guess(Variant::Freestyle));
        let empty = accumulator.value(&board);
        // In the middle, far from the walls of every size.
        let centre = size / 2 * (size + 1);
        [centre, centre + 1, centre + size].into_iter().for_each(|cell| board.play(cell));
        (empty, accumulator.value(&board))
    };
    let (empty, played) = value(15);
    assert_ne!(empty, played);
    for size in 16..=20 {
        assert_eq!(value(size).0, empty, "{size}");
    }
}

/// Positions with their integer values by `train/gomoku/whole.py`: the stones, alternating Black and White, the side to
/// move, the value.
#[test]
fn the_shipped_networks_value_positions_as_their_trainer_does() {
    let said = [
        (Variant::Freestyle, include_str!("gomoku_net/freestyle.txt")),
        (Variant::Standard, include_str!("gomoku_net/standard.txt")),
        (Variant::Renju, include_str!("gomoku_net/renju.txt")),
    ];
    for (variant, lines) in said {
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        let net = Net::of(&rules).unwrap();
        assert!(lines.lines().count() > 50);
        for line in lines.lines() {
            let [stones, side, value] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let mut board = PatternBoard::new(&rules, Weights::guess(variant));
            stones.split(',').filter_map(|cell| cell.parse().ok()).for_each(|cell| board.play(cell));
            let turn = if side == "black" { Color::Black } else { Color::White };
            if board.turn() != turn {
                board.pass();
            }
            assert_eq!(Accumulator::new(net.clone(), 15).value(&board).to_string(), value, "{line}");
        }
    }
}

#[test]
fn broken_network_files_are_refused() {
    let mut random = fastrand::Rng::with_seed(13);
    let bytes = random_net(&mut random, 0).write();
    let refused = |bytes: &[u8], word: &str| {
        let error = Net::read(bytes).unwrap_err();
        assert!(error.contains(word), "{error}");
    };
    refused(b"", "no Gomoku network");
    refused(b"heibai gomoku 2\n", "no Gomoku network");
    refused(&bytes[..1000], "last row");
    refused(&bytes[..bytes.len() - 1], "order of moves");
    refused(&[&bytes[..], &[0]].concat(), "1 bytes after its end");
    let last_weight = bytes.len() - 2 * 3 * WIDTH - 1;
    refused(&bytes[..last_weight], "mixing");
    let mut other = bytes;
    other[last_weight] = 29;
    refused(&other, "mixes by 29");
    let bytes = random_net(&mut random, 1).write();
    refused(&bytes[..21], "head's size");
    refused(&bytes[..bytes.len() - 1], "before its head");
    refused(&[&bytes[..], &[0]].concat(), "1 bytes after its end");
    for (place, number, word) in [(20, 33, "33 units"), (21, 1, "2 phases")] {
        let mut other = bytes.clone();
        other[place] = number;
        refused(&other, word);
    }
}
