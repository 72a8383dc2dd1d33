//! Makes finished positions that are hard to score: random nakade, seki, races and kos between living walls, kept if an
//! exhaustive search proves which stones are dead.

use super::exhaustive::{Board, Proved};
use heibai_games::symmetry::Symmetry;
use heibai_games::{Color, Notation, Point};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// The largest number of positions in a proof.
const MOST: usize = 80_000;

/// Rare kinds, and how many variants of one of their shapes are made.
const RARE: [&str; 4] = ["double ko", "ten-thousand-year ko", "race with a ko", "seki"];
const SIDES: usize = 6;

type Stones = Vec<Option<Color>>;

/// A board with open points, where play may go on.
struct Composed {
    size: usize,
    stones: Stones,
    open: Vec<usize>,
    /// Whether two large chains face each other.
    is_race: bool,
}

pub fn run(seed: u64, each: usize, tries: usize, out: &Path) -> anyhow::Result<()> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut kept: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut seen = HashSet::new();
    for number in 0..tries {
        let composed = match number % 4 {
            1 if number % 40 == 1 => diagram(&mut random),
            0 => race(&mut random),
            1 => ring(Place::Anywhere, &mut random),
            _ => ring(Place::Corner, &mut random),
        };
        let Some(composed) = composed else { continue };
        // Rare kinds get several symmetric variants.
        for _ in 0..SIDES {
            let Some(dressed) = composed.dressed(&mut random).filter(|d| seen.insert(d.shape())) else {
                break;
            };
            let board = Board::new(dressed.size, dressed.stones.clone(), dressed.open.clone());
            let Some(proved) = board.prove(MOST) else { break };
            let Some(kind) = dressed.kind(&proved) else { break };
            let list = kept.entry(kind).or_default();
            if list.len() < each {
                list.push(dressed.json(kind, &proved));
                eprintln!("{number}: {kind} {}, {} positions", list.len(), proved.positions);
            }
            if !RARE.contains(&kind) {
                break;
            }
        }
    }
    kept.iter().for_each(|(kind, list)| println!("{kind}: {}", list.len()));
    let all: Vec<String> = kept.into_values().flatten().collect();
    crate::write_list(out, &all)
}

fn beside(point: usize, size: usize) -> impl Iterator<Item = usize> {
    around(point, size).filter(move |&near| near / size == point / size || near % size == point % size)
}

/// The eight neighbours of a point.
fn around(point: usize, size: usize) -> impl Iterator<Item = usize> {
    let (x, y, size) = ((point % size) as i32, (point / size) as i32, size as i32);
    let all = (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
    let fits =
        move |&(a, b): &(i32, i32)| (0..size).contains(&a) && (0..size).contains(&b) && (a, b) != (x, y);
    all.filter(fits).map(move |(x, y)| (y * size + x) as usize)
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In the corner, with a solid chain without outside liberties: bent fours and kos.
    Corner,
    Anywhere,
}

/// A chain around an eye space with stones of both sides, enclosed by the attacker.
fn ring(place: Place, random: &mut fastrand::Rng) -> Option<Composed> {
    let size = [9, 9, 11, 13][random.usize(..4)];
    let tight = place == Place::Corner;
    let start = match random.u32(..10) {
        _ if tight => 0,
        0..7 => 0,
        7..9 => size / 2,
        _ => size / 2 * size + size / 2,
    };
    let (attacker, defender) =
        if random.bool() { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
    let mut room = vec![start];
    let count = random.usize(if tight { 5 } else { 3 }..=7);
    while room.len() < count {
        let near: Vec<usize> = beside(room[random.usize(..room.len())], size).collect();
        let next = near[random.usize(..near.len())];
        let far = (next % size).abs_diff(start % size).max((next / size).abs_diff(start / size)) > 3;
        if !room.contains(&next) && !far {
            room.push(next);
        }
    }
    let mut stones: Stones = vec![None; size * size];
    let mut open = room.clone();
    let solid = if tight { 1.0 } else { (random.f32() * 0.6 + 0.7).min(1.0) };
    let border: HashSet<usize> =
        room.iter().flat_map(|&p| around(p, size)).filter(|p| !room.contains(p)).collect();
    let mut border: Vec<usize> = border.into_iter().collect();
    border.sort_unstable();
    for &point in &border {
        let touches = beside(point, size).any(|near| room.contains(&near));
        if touches || random.f32() < solid {
            stones[point] = Some(defender);
            open.push(point);
        }
    }
    let mut outside: Vec<usize> =
        border.iter().flat_map(|&p| beside(p, size)).filter(|p| !open.contains(p)).collect();
    outside.sort_unstable();
    outside.dedup();
    random.shuffle(&mut outside);
    open.extend(outside.into_iter().take(if tight { 0 } else { [0, 0, 0, 1, 1, 2][random.usize(..6)] }));
    let (inside, own) = (random.f32() * 0.4 + 0.3, random.f32() * if tight { 0.4 } else { 0.2 });
    for &point in &room {
        stones[point] = match random.f32() {
            x if x < inside => Some(attacker),
            x if x > 1.0 - own => Some(defender),
            _ => None,
        };
    }
    let mut made = Composed { size, stones, open, is_race: false };
    made.fill(|point, near| {
        let behind = size > 9 && near > 2 && (point % size + point / size) * 2 > size * 2 + 1;
        if behind { defender } else { attacker }
    });
    // Chains without liberties are removed.
    for &point in &room {
        if made.stones[point].is_some() && made.chain(point).1.is_empty() {
            made.stones[point] = None;
        }
    }
    Some(made)
}

/// Corner shapes that random positions rarely have: a ten-thousand-year ko and a double ko. `x` encloses `o` and is
/// itself enclosed by the colour of `o`.
const DIAGRAMS: [&[&str]; 2] =
    [&[".xxx", ".oox", "ooxx", "x.x ", "xxx "], &[".ooox", "ox.xx", ".xxx ", "xx   "]];

/// One of the diagrams, with up to two outside liberties.
fn diagram(random: &mut fastrand::Rng) -> Option<Composed> {
    let size = [9, 11, 13, 19][random.usize(..4)];
    let rows = DIAGRAMS[random.usize(..DIAGRAMS.len())];
    let mut made = Composed { size, stones: vec![None; size * size], open: Vec::new(), is_race: false };
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate().filter(|&(_, letter)| letter != ' ') {
            let point = y * size + x;
            made.open.push(point);
            made.stones[point] = match letter {
                'x' => Some(Color::Black),
                'o' => Some(Color::White),
                _ => None,
            };
        }
    }
    let mut outside: Vec<usize> =
        made.open.iter().flat_map(|&p| beside(p, size)).filter(|p| !made.open.contains(p)).collect();
    random.shuffle(&mut outside);
    made.open.extend(outside.into_iter().take([0, 0, 1, 2][random.usize(..4)]));
    made.open.sort_unstable();
    made.open.dedup();
    made.fill(|_, _| Color::White);
    Some(made)
}

/// Two chains at an edge, each enclosed by the other side, with shared and outside liberties.
fn race(random: &mut fastrand::Rng) -> Option<Composed> {
    let size = [9, 11, 13][random.usize(..3)];
    let (left, right) =
        if random.bool() { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
    let at_corner = random.bool();
    let first = if at_corner { 0 } else { random.usize(1..=2) };
    let (own, shared, other) = (random.usize(2..=4), random.usize(0..=2), random.usize(2..=4));
    let end = first + own + shared + other;
    if end + 2 > size {
        return None;
    }
    let high = random.usize(1..=2);
    let mut stones: Stones = vec![None; size * size];
    let mut open = Vec::new();
    let floor = random.usize(0..=shared);
    let (full, enemy) = (random.f32() * 0.4 + 0.4, random.f32() * 0.2);
    for x in first..end {
        let in_left = x < first + own + floor;
        let mine = if in_left { left } else { right };
        for y in 0..=high {
            let point = y * size + x;
            open.push(point);
            let between = (first + own..first + own + shared).contains(&x);
            stones[point] = match random.f32() {
                _ if y == high => Some(mine),
                _ if between => None,
                r if r < full => Some(mine),
                r if r > 1.0 - enemy => Some(!mine),
                _ => None,
            };
        }
    }
    let middle = first + own + floor;
    let mut made = Composed { size, stones, open, is_race: true };
    // Each is enclosed by the other side's colour.
    made.fill(|point, _| if point % size < middle { right } else { left });
    Some(made)
}

impl Composed {
    /// Puts a stone on every point that is not open; `color` gets the point and its distance to the nearest open one.
    fn fill(&mut self, color: impl Fn(usize, usize) -> Color) {
        let size = self.size;
        let open: HashSet<usize> = self.open.iter().copied().collect();
        for point in (0..size * size).filter(|point| !open.contains(point)) {
            let away = |&o: &usize| (o % size).abs_diff(point % size).max((o / size).abs_diff(point / size));
            let near = self.open.iter().map(away).min().unwrap_or(0);
            self.stones[point] = Some(color(point, near));
        }
    }

    /// The board with eyes in its walls, in a random symmetry. `None` unless every chain has a liberty, every wall two
    /// eyes, and no open chain belongs to a wall.
    fn dressed(&self, random: &mut fastrand::Rng) -> Option<Composed> {
        let mut made = Composed { stones: self.stones.clone(), open: self.open.clone(), ..*self };
        made.give_eyes(random);
        made.is_sound().then(|| made.image(Symmetry::ALL[random.u32(..8) as usize], random.bool()))
    }

    fn give_eyes(&mut self, random: &mut fastrand::Rng) {
        let size = self.size;
        let is_open: Vec<bool> = (0..size * size).map(|point| self.open.contains(&point)).collect();
        let mut inner: Vec<usize> = (0..size * size).filter(|&p| !is_open[p]).collect();
        random.shuffle(&mut inner);
        let share = random.f32() * 0.3 + 0.7;
        for point in inner {
            let color = self.stones[point];
            let mut near = beside(point, size);
            let is_inner = near.all(|n| !is_open[n] && self.stones[n] == color);
            // Eyes that touch at a corner could cut the wall.
            let is_apart = around(point, size).all(|n| is_open[n] || self.stones[n].is_some());
            if is_inner && is_apart && random.f32() < share {
                self.stones[point] = None;
            }
        }
    }

    fn is_sound(&self) -> bool {
        let is_open: Vec<bool> = (0..self.stones.len()).map(|point| self.open.contains(&point)).collect();
        (0..self.stones.len()).filter(|&point| self.stones[point].is_some()).all(|point| {
            let (chain, liberties) = self.chain(point);
            let is_eye = |&&liberty: &&usize| {
                !is_open[liberty] && beside(liberty, self.size).all(|near| chain.contains(&near))
            };
            if is_open[point] {
                !liberties.is_empty() && chain.iter().all(|&stone| is_open[stone])
            } else {
                liberties.iter().filter(is_eye).count() >= 2
            }
        })
    }

    /// A symmetric image of the board, with the colours swapped on request.
    fn image(&self, symmetry: Symmetry, swaps: bool) -> Composed {
        let size = self.size;
        let place = |point: usize| symmetry.point(Point(point as u16), size).index();
        let mut stones = vec![None; size * size];
        for point in 0..size * size {
            stones[place(point)] = self.stones[point].map(|color| if swaps { !color } else { color });
        }
        let mut open: Vec<usize> = self.open.iter().map(|&point| place(point)).collect();
        open.sort_unstable();
        Composed { size, stones, open, is_race: self.is_race }
    }

    /// The chain of a stone, and its liberties.
    fn chain(&self, start: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut chain, mut liberties, mut next) = (vec![start], Vec::new(), 0);
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for near in beside(stone, self.size) {
                if self.stones[near].is_none() && !liberties.contains(&near) {
                    liberties.push(near);
                } else if self.stones[near] == self.stones[start] && !chain.contains(&near) {
                    chain.push(near);
                }
            }
        }
        (chain, liberties)
    }

    /// The open points with their stones, independent of the rest of the board and of the colours.
    fn shape(&self) -> Vec<(usize, Option<bool>)> {
        let first = self.open.iter().find_map(|&point| self.stones[point]);
        self.open.iter().map(|&point| (point, self.stones[point].map(|color| Some(color) == first))).collect()
    }

    /// The kind of the position; `None` if it is too simple.
    fn kind(&self, proved: &Proved) -> Option<&'static str> {
        let size = self.size;
        let mut chains: Vec<(Color, Vec<usize>, Vec<usize>, bool)> = Vec::new();
        for &point in &self.open {
            let Some(color) = self.stones[point] else { continue };
            if !chains.iter().any(|(_, stones, ..)| stones.contains(&point)) {
                let (stones, liberties) = self.chain(point);
                let is_dead = proved.dead.contains(&point);
                chains.push((color, stones, liberties, is_dead));
            }
        }
        let (color, large, ..) = chains.iter().max_by_key(|(_, stones, ..)| stones.len())?;
        let is_dead = proved.dead.contains(&large[0]);
        let facing = |(other, stones, _, dead): &&(Color, Vec<usize>, Vec<usize>, bool)| {
            other != color && !dead && stones.len() >= 2
        };
        let thrown: Vec<&Vec<usize>> =
            chains.iter().filter(|(other, ..)| other != color).map(|(_, stones, ..)| stones).collect();
        let thrown_in: usize = thrown.iter().map(|stones| stones.len()).sum();
        let corners = [0, size - 1, size * (size - 1), size * size - 1];
        let at_corner = corners.iter().any(|corner| self.open.contains(corner) && !large.contains(corner));
        if proved.cycles {
            return Some("double ko");
        }
        if self.is_race {
            let rivals = chains.iter().filter(|(_, stones, ..)| stones.len() >= 4).count() >= 2;
            return match (
                is_dead || chains.iter().any(|(_, stones, _, dead)| *dead && stones.len() >= 4),
                rivals,
            ) {
                (true, true) => Some(if proved.by_ko { "race with a ko" } else { "race" }),
                (false, true) if chains.iter().any(|c| facing(&c)) && proved.dead.is_empty() => Some("seki"),
                _ => None,
            };
        }
        match (is_dead, proved.by_ko) {
            (true, true) if at_corner && thrown_in >= 3 => Some("bent four"),
            (true, true) => Some("ko"),
            (false, true) if at_corner && thrown_in >= 3 && proved.dead.is_empty() => {
                Some("ten-thousand-year ko")
            }
            (true, false) if thrown_in >= 2 => Some("nakade"),
            (false, false) if chains.iter().any(|c| facing(&c)) => Some("seki"),
            _ => None,
        }
    }

    fn json(&self, kind: &str, proved: &Proved) -> String {
        let letter = |point: usize| match self.stones[point] {
            None => '.',
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
        };
        let row = |y: usize| {
            format!("\"{}\"", (0..self.size).map(|x| letter(y * self.size + x)).collect::<String>())
        };
        let rows: Vec<String> = (0..self.size).map(row).collect();
        let names = |points: &[usize]| {
            let name = |&point: &usize| format!("\"{}\"", Notation::Go.write(Point(point as u16), self.size));
            points.iter().map(name).collect::<Vec<_>>().join(",")
        };
        format!(
            "{{\"kind\":\"{kind}\",\"rows\":[{}],\"open\":[{}],\"dead\":[{}]}}",
            rows.join(","),
            names(&self.open),
            names(&proved.dead),
        )
    }
}
