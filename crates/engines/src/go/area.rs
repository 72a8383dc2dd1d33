//! Who holds which point if play stopped now: unconditional life by Benson's algorithm, stones, and plain
//! surrounding. An input of networks.

use super::board::{Cell, CellSet, FastBoard};
use heibai_games::board::Color;

/// A connected region without stones of one colour.
struct Region {
    cells: Vec<Cell>,
    /// Chains (heads) that touch every empty cell of the region.
    vital: Vec<Cell>,
    /// All chains (heads) around it.
    around: Vec<Cell>,
    /// Cells without a neighbour of the colour.
    inner: usize,
    has_enemy: bool,
}

fn regions(board: &FastBoard, color: Color) -> Vec<Region> {
    let mut seen = CellSet::default();
    let mut regions = Vec::new();
    for start in board.cells() {
        // Every region has an empty cell: without one its stones would have no liberty.
        if board.is_empty(start) && seen.insert(start) {
            regions.push(region(board, color, start, &mut seen));
        }
    }
    regions
}

fn region(board: &FastBoard, color: Color, start: Cell, seen: &mut CellSet) -> Region {
    let mut found =
        Region { cells: vec![start], vital: Vec::new(), around: Vec::new(), inner: 0, has_enemy: false };
    let mut next = 0;
    let mut first = true;
    while let Some(&cell) = found.cells.get(next) {
        next += 1;
        let mut heads = Vec::with_capacity(4);
        for near in board.neighbours(cell) {
            if board.is(near, color) {
                heads.push(board.head(near));
            } else if !board.is_wall(near) && seen.insert(near) {
                found.cells.push(near);
            }
        }
        found.inner += usize::from(heads.is_empty());
        if board.is_empty(cell) {
            if std::mem::take(&mut first) {
                found.vital.clone_from(&heads);
            } else {
                found.vital.retain(|head| heads.contains(head));
            }
        } else {
            found.has_enemy = true;
        }
        found.around.extend(heads);
    }
    for list in [&mut found.vital, &mut found.around] {
        list.sort_unstable();
        list.dedup();
    }
    found
}

/// The heads of chains that live even if their side always passes, and which regions only such chains surround.
fn alive(board: &FastBoard, color: Color, regions: &[Region]) -> (Vec<Cell>, Vec<bool>) {
    let mut alive: Vec<Cell> = board.chains(color).collect();
    let mut healthy = vec![true; regions.len()];
    loop {
        let vital = |head: Cell| {
            regions
                .iter()
                .zip(&healthy)
                .filter(|(r, ok)| **ok && r.vital.binary_search(&head).is_ok())
                .count()
        };
        let stay: Vec<Cell> = alive.iter().copied().filter(|&head| vital(head) >= 2).collect();
        if stay.len() == alive.len() {
            return (alive, healthy);
        }
        alive = stay;
        for (region, ok) in regions.iter().zip(&mut healthy) {
            *ok &= region.around.iter().all(|head| alive.contains(head));
        }
    }
}

/// The chains (heads) of a colour that no play of the other side can capture.
pub fn unconditionally_alive(board: &FastBoard, color: Color) -> Vec<Cell> {
    alive(board, color, &regions(board, color)).0
}

/// The owner of each cell.
pub struct Area(Vec<Option<Color>>);

impl Area {
    pub fn at(&self, cell: Cell) -> Option<Color> {
        self.0[usize::from(cell)]
    }
}

pub fn area(board: &FastBoard) -> Area {
    let mut held = vec![None; 704];
    for color in Color::BOTH {
        claim(board, color, &mut held);
    }
    for cell in board.cells() {
        let place: &mut Option<Color> = &mut held[usize::from(cell)];
        *place = place.or(board.stone(cell));
    }
    Area(held)
}

fn claim(board: &FastBoard, color: Color, held: &mut [Option<Color>]) {
    let regions = regions(board, color);
    let (alive, healthy) = alive(board, color, &regions);
    for stone in alive.iter().flat_map(|&head| board.chain(head)) {
        held[usize::from(stone)] = Some(color);
    }
    if board.chains(color).next().is_none() {
        return;
    }
    for (region, healthy) in regions.iter().zip(healthy) {
        let safe = healthy && (region.inner <= 1 || !region.has_enemy);
        for &cell in &region.cells {
            let place = &mut held[usize::from(cell)];
            if safe || (!region.has_enemy && place.is_none()) {
                *place = Some(color);
            }
        }
    }
}
