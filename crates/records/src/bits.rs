//! Othello positions as two bitboards in hexadecimal: `bits 0x0000000810000000 0x0000001008000000 x`.
//!
//! Black's discs, White's discs, the side to move. Bit 0 is a1, bit 1 is b1, and so on by rows. With `bits-a8` bit 0 is
//! a8 (a vertical mirror image). Other board sizes are written `bits:6`, `bits-a8:10`.

use crate::error::{Place, ReadError, excerpt};
use crate::position::{color, letter, record};
use crate::record::Record;
use heibai_games::{AnyPosition, Color, Point, Position, Rules, othello};
use heibai_words::{Say, Text, records as said};

/// Which square is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Square a1 is bit 0.
    A1First,
    /// Square a8 is bit 0.
    A8First,
}

impl Order {
    fn bit(self, point: Point, size: usize) -> usize {
        match self {
            Order::A1First => point.index(),
            Order::A8First => (size - 1 - point.y(size)) * size + point.x(size),
        }
    }
}

/// Black's and White's discs.
pub fn pair(position: &AnyPosition, order: Order) -> [u128; 2] {
    let size = position.size();
    let mut discs = [0; 2];
    for point in Point::all(size) {
        if let Some(color) = position.stone(point) {
            discs[color.index()] |= 1 << order.bit(point, size);
        }
    }
    discs
}

/// One line: the order, both bitboards in hexadecimal, and the side to move.
///
/// ```
/// use heibai_games::kind::Choice;
/// use heibai_games::{AnyPosition, Kind, Position};
/// use heibai_records::{Place, bits};
/// let start = AnyPosition::start(&Kind::Othello.rules(&Choice::default()).unwrap());
/// let line = bits::write(&start, bits::Order::A1First);
/// assert_eq!(bits::read(&line, Place::START).unwrap().start().unwrap(), start);
/// ```
pub fn write(position: &AnyPosition, order: Order) -> String {
    let [black, white] = pair(position, order);
    let size = position.size();
    let digits = 2 + (size * size).div_ceil(4);
    let name = if order == Order::A1First { "bits" } else { "bits-a8" };
    let size = if size == 8 { String::new() } else { format!(":{size}") };
    let turn = letter(position.turn());
    format!("{name}{size} {black:#0digits$x} {white:#0digits$x} {turn}")
}

/// Whether a line is meant as a pair of bitboards.
pub(crate) fn is_line(line: &str) -> bool {
    line.starts_with("bits") || line.starts_with("0x") || line.starts_with("0X")
}

/// Reads a line. The default order is a1 first, the default side to move Black.
pub fn read(line: &str, place: Place) -> Result<Record, ReadError> {
    let wrong = |reason: Text| ReadError::malformed(place, reason);
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let (mut order, mut size) = (Order::A1First, 8);
    if let Some(name) = words.first().filter(|word| word.starts_with("bits")) {
        let (name, number) = name.split_once(':').unwrap_or((name, "8"));
        order = match name {
            "bits" => Order::A1First,
            "bits-a8" => Order::A8First,
            _ => return Err(wrong(said::no_order(&excerpt(name)))),
        };
        size = number.parse().map_err(|_| wrong(said::no_board_size(&excerpt(number))))?;
        words.remove(0);
    }
    let (black, white, turn) = match words.as_slice() {
        [black, white] => (black, white, Color::Black),
        [black, white, side] => {
            let side = color(side).ok_or_else(|| wrong(said::no_side(&excerpt(side), "x, o")))?;
            (black, white, side)
        }
        _ => return Err(wrong(said::no_bits())),
    };
    let rules = othello::Rules::new(size).map_err(|bad| wrong(bad.text()))?;
    let (black, white) = (hex(black, size).map_err(wrong)?, hex(white, size).map_err(wrong)?);
    if black & white != 0 {
        return Err(wrong(said::both_discs()));
    }
    let cell = |point: Point| {
        let bit = 1u128 << order.bit(point, size);
        let white = (white & bit != 0).then_some(Color::White);
        if black & bit != 0 { Some(Color::Black) } else { white }
    };
    let cells: Vec<_> = Point::all(size).map(cell).collect();
    record(Rules::Othello(rules), &cells, turn).map_err(wrong)
}

fn hex(word: &str, size: usize) -> Result<u128, Text> {
    let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = u128::from_str_radix(digits, 16).ok().filter(|_| plain);
    let number = number.ok_or_else(|| said::no_hexadecimal(&excerpt(word)))?;
    if number >> (size * size) != 0 {
        return Err(said::bits_outside(&excerpt(word), size));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind::Choice;

    fn start(size: usize) -> AnyPosition {
        let choice = Choice { size: Some(size), ..Choice::default() };
        AnyPosition::start(&Kind::Othello.rules(&choice).unwrap())
    }

    /// The document's constants count from a8.
    #[test]
    fn the_documents_constants_are_the_start_position() {
        let line = "bits-a8 0x0000001008000000 0x0000000810000000 x";
        let record = read(line, Place::START).unwrap();
        assert_eq!(record.start().unwrap(), start(8));
        assert_eq!(write(&start(8), Order::A8First), line);
        assert_eq!(write(&start(8), Order::A1First), "bits 0x0000000810000000 0x0000001008000000 x");
    }

    #[test]
    fn every_size_comes_back() {
        for size in [4, 6, 8, 10] {
            for order in [Order::A1First, Order::A8First] {
                let record = read(&write(&start(size), order), Place::START).unwrap();
                assert_eq!(record.start().unwrap(), start(size));
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "bits",
            "0x1 0x1",
            "0x1",
            "bits:9 0x0 0x0",
            "0xg 0x0",
            "bits:4 0x10000 0x0",
            "0x1 0x2 z",
            "bits:99999999999 0 0",
            "0x 0x",
        ] {
            assert!(read(line, Place::START).is_err(), "{line}");
        }
    }
}
