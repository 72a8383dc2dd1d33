//! The network: what it says of a board that changes is what its definition says of the board as it stands.

use heibai_engines::gomoku::{Board, Net, Sight, Weights};
use heibai_games::Color;
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use heibai_kernels::gomoku::{Head, Mixing, Sums};
use std::sync::Arc;

const WIDTH: usize = 32;
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A network of random numbers, of a size that gives values of all kinds.
fn random_net(random: &mut fastrand::Rng, mixes: bool) -> Net {
    let mut net = Net::silent();
    for window in 0..1 << 18 {
        net.set_row(window, std::array::from_fn(|_| random.i8(-30..50)));
    }
    net.mixing = mixes.then(|| Mixing {
        weights: std::array::from_fn(|_| Sums(std::array::from_fn(|_| random.i16(-28..=28)))),
        bias: Sums(std::array::from_fn(|_| random.i16(-40..=40))),
    });
    for head in net.heads.iter_mut() {
        *head = Head::ZERO;
        (0..32 * 288).for_each(|i| *head.first(i / 288, i % 288) = random.i16(-15..=15));
        (0..16 * 32).for_each(|i| *head.second(i / 32, i % 32) = random.i16(-150..=150));
        head.first_bias.iter_mut().for_each(|bias| *bias = random.i32(-20_000..=20_000));
        head.second_bias.iter_mut().for_each(|bias| *bias = random.i32(-20_000..=20_000));
        head.out.iter_mut().for_each(|w| *w = random.i16(-500..=500));
        head.out_bias = random.i32(-50_000..=50_000);
    }
    net.order = [(); 2].map(|()| Sums(std::array::from_fn(|_| random.i16(-300..=300))));
    net
}

/// The definition, cell by cell, on the stones of a board.
struct Plain<'a> {
    net: &'a Net,
    board: &'a Board,
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

    fn row(&self, x: isize, y: isize) -> [i32; WIDTH] {
        let Some(mixing) = &self.net.mixing else { return self.seen(x, y) };
        let mut sum = [0; WIDTH];
        for (k, weights) in mixing.weights.iter().enumerate() {
            let (ox, oy) = (x + k as isize % 3 - 1, y + k as isize / 3 - 1);
            if self.code(ox, oy) != 3 {
                let seen = self.seen(ox, oy);
                (0..WIDTH).for_each(|i| sum[i] += i32::from(weights.0[i]) * seen[i]);
            }
        }
        std::array::from_fn(|i| ((sum[i] >> 4) + i32::from(mixing.bias.0[i])).clamp(0, 127))
    }

    fn value(&self) -> i32 {
        let mut sums = [0; 9 * WIDTH];
        for y in 0..self.size {
            for x in 0..self.size {
                let region = (y * 3 / self.size * 3 + x * 3 / self.size) as usize;
                let row = self.row(x, y);
                (0..WIDTH).for_each(|i| sums[region * WIDTH + i] += row[i]);
            }
        }
        let mut head = self.net.heads[self.board.turn().index()].clone();
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

/// Plays, passes and takes back at random.
fn change(board: &mut Board, made: &mut usize, random: &mut fastrand::Rng) {
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
    for mixes in [false, true] {
        let net = Arc::new(random_net(&mut random, mixes));
        let mut values = Vec::new();
        for size in [5, 8, 15, 15, 20] {
            let rules = Rules::new(size, Variant::Freestyle, OpeningRule::Free).unwrap();
            let mut board = Board::new(&rules, Weights::guess(Variant::Freestyle));
            let mut sight = Sight::new(net.clone(), size);
            let mut made = 0;
            for _ in 0..40 {
                let plain = Plain { net: &net, board: &board, size: size as isize }.value();
                assert_eq!(sight.value(&board), plain, "{size}");
                // Asked again, and by somebody who has not seen the moves before.
                assert_eq!(sight.value(&board), plain);
                assert_eq!(Sight::new(net.clone(), size).value(&board), plain);
                values.push(plain);
                let order = &net.order[board.turn().index()].0;
                let cells: Vec<usize> = board.empty().iter().collect();
                sight.promise(&board, cells.iter().copied(), |(at, promise)| {
                    let (x, y) = ((cells[at] % size) as isize, (cells[at] / size) as isize);
                    let row = Plain { net: &net, board: &board, size: size as isize }.row(x, y);
                    let sum: i32 = row.iter().zip(order).map(|(a, &b)| a * i32::from(b)).sum();
                    assert_eq!(promise, sum >> 6);
                });
                change(&mut board, &mut made, &mut random);
            }
        }
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > 80, "the values differ: {values:?}");
    }
}

#[test]
fn a_network_reads_back_from_its_file() {
    let mut random = fastrand::Rng::with_seed(12);
    for mixes in [false, true] {
        let mut net = random_net(&mut random, mixes);
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
        let rules = |size| Rules::new(size, variant, OpeningRule::Free);
        assert_eq!(Net::of(&rules(15).unwrap()).is_some(), variant != Variant::Standard, "{variant:?}");
        assert!(rules(20).map_or(true, |rules| Net::of(&rules).is_none()), "{variant:?}");
    }
}

#[test]
fn broken_network_files_are_refused() {
    let bytes = random_net(&mut fastrand::Rng::with_seed(13), true).write();
    let refused = |bytes: &[u8], word: &str| {
        let error = Net::read(bytes).unwrap_err();
        assert!(error.contains(word), "{error}");
    };
    refused(b"", "no Gomoku network");
    refused(b"heibai gomoku 2\n", "no Gomoku network");
    refused(&bytes[..20], "kind");
    refused(&bytes[..1000], "last row");
    refused(&bytes[..bytes.len() - 1], "order of moves");
    refused(&[&bytes[..], &[0]].concat(), "1 bytes after its end");
    let mut other = bytes.clone();
    other[20] = 2;
    refused(&other, "not 2");
    let mut other = bytes.clone();
    other[21] = 64;
    refused(&other, "a width of 32, not 64");
    let head = 2 * (4 * 32 + 2 * 32 * 288 + 4 * 16 + 2 * 16 * 32 + 4 + 2 * 16 + 2 * WIDTH);
    let mut other = bytes.clone();
    other[bytes.len() - head - 2 * WIDTH - 1] = 29;
    refused(&other, "mixes by 29");
    other.truncate(bytes.len() - head - 1);
    other[bytes.len() - head - 2 * WIDTH - 1] = 0;
    refused(&other, "mixing");
    refused(&bytes[..bytes.len() - head], "head");
}
