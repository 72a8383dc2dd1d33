//! Fits the network by stochastic gradient descent, one position at a time. Table rows use AdaGrad, because most
//! occur seldom; heads use Adam in small batches.

use super::data::{HELD_BACK, Labelled, SolvedGame};
use heibai_engines::othello::pattern::{Features, PATTERNS, Patterns, ROWS};
use heibai_engines::othello::weights::{HEADS, Tables, UNIT, Weights, no_tables};
use heibai_kernels::othello::net::{Head, LIMIT, Row, UNIT_PLACES, UNITS, VALUE_PLACES, WIDTH};

/// Discs per unit of the network during training.
const DISCS: f32 = 16.0;
/// Quantization steps of a table weight per unit of a sum.
const STEPS: f32 = 64.0;
/// Quantization steps of a head's weight per unit.
const WEIGHT_STEPS: f32 = 1024.0;
/// The largest weight of a row.
const LARGEST: f32 = LIMIT as f32 / STEPS;
/// At this score, in discs, a position has half the weight: the order of undecided positions matters most.
const DECIDED: f32 = 32.0;
/// Learning rates of rows and heads, the initial squared gradient of every row, and Adam's batch size.
const ROW_RATE: f32 = 0.07;
const HEAD_RATE: f32 = 0.004;
const ROW_START: f32 = 0.5;
const BATCH: u32 = 128;

/// Offsets of the parts of a head in its list of parameters.
const START: usize = 0;
const BEGIN: usize = START + WIDTH;
const OUT: usize = BEGIN + UNITS;
const VALUE: usize = OUT + UNITS;
const STRAIGHT: usize = VALUE + 16;
const TO_UNITS: usize = STRAIGHT + 2 * WIDTH;
const PARAMETERS: usize = TO_UNITS + 2 * WIDTH * UNITS;

/// A training position and its weight.
pub struct Example {
    pub position: Labelled,
    /// The number of empty squares whose head learns from it.
    pub head: u32,
    pub worth: f32,
}

impl Example {
    fn weight(&self) -> f32 {
        let tilt = f32::from(self.position.score) / DECIDED;
        self.worth / (1.0 + tilt * tilt)
    }
}

/// Labels from the games themselves for every third position: the result of perfect play after 36 moves.
pub fn results(games: &[SolvedGame], worth: f32) -> Vec<Example> {
    let learnt = games.iter().enumerate().filter(|(number, _)| number % HELD_BACK != 0);
    let positions =
        learnt.flat_map(|(number, game)| game.positions().into_iter().skip(number % 3).step_by(3));
    positions.map(|position| Example { position, head: position.board.empties(), worth }).collect()
}

/// The parameters of one head, with Adam's state.
#[derive(Clone)]
struct Learner {
    value: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    seen: u32,
    steps: i32,
}

impl Learner {
    fn new(random: &mut fastrand::Rng) -> Learner {
        let mut value = vec![0.0; PARAMETERS];
        value[BEGIN..OUT].fill(0.1);
        value[OUT..VALUE].iter_mut().for_each(|w| *w = (random.f32() - 0.5) * 0.5);
        for (number, w) in value[STRAIGHT..TO_UNITS].iter_mut().enumerate() {
            *w = (random.f32() - 0.5) * 0.2 + if number < WIDTH { 0.05 } else { -0.05 };
        }
        value[TO_UNITS..].iter_mut().for_each(|w| *w = (random.f32() - 0.5) * 0.6);
        let zeros = vec![0.0; PARAMETERS];
        Learner { value, gradient: zeros.clone(), mean: zeros.clone(), square: zeros, seen: 0, steps: 0 }
    }

    /// Counts an example; after a batch, makes a step of Adam.
    fn step(&mut self, rate: f32) {
        self.seen += 1;
        if self.seen < BATCH {
            return;
        }
        (self.seen, self.steps) = (0, self.steps + 1);
        let (first, second) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        for n in 0..PARAMETERS {
            let gradient = std::mem::take(&mut self.gradient[n]) / BATCH as f32;
            self.mean[n] += 0.1 * (gradient - self.mean[n]);
            self.square[n] += 0.001 * (gradient * gradient - self.square[n]);
            self.value[n] -= rate * (self.mean[n] / first) / ((self.square[n] / second).sqrt() + 1e-8);
        }
    }

    /// The value of these sums, and the gradient with respect to them of half the squared error times `weight`.
    fn learn(&mut self, sums: &[f32; WIDTH], target: f32, weight: f32) -> [f32; WIDTH] {
        let (value, gradient) = (&self.value, &mut self.gradient);
        let mut units: [f32; UNITS] = std::array::from_fn(|j| value[BEGIN + j]);
        let mut off = value[VALUE] - target;
        let side = |h: usize| if sums[h] < 0.0 { WIDTH + h } else { h };
        for h in 0..WIDTH {
            off += sums[h].abs() * value[STRAIGHT + side(h)];
            let row = &value[TO_UNITS + side(h) * UNITS..][..UNITS];
            (0..UNITS).for_each(|j| units[j] += sums[h].abs() * row[j]);
        }
        off += (0..UNITS).map(|j| units[j].max(0.0) * value[OUT + j]).sum::<f32>();
        let off = off * weight;
        gradient[VALUE] += off;
        let mut back = [0.0; UNITS];
        for j in 0..UNITS {
            gradient[OUT + j] += off * units[j].max(0.0);
            back[j] = if units[j] > 0.0 { off * value[OUT + j] } else { 0.0 };
            gradient[BEGIN + j] += back[j];
        }
        std::array::from_fn(|h| {
            let (size, side) = (sums[h].abs(), side(h));
            gradient[STRAIGHT + side] += off * size;
            let from = TO_UNITS + side * UNITS;
            let (row, into) = (&value[from..][..UNITS], &mut gradient[from..][..UNITS]);
            let mut parts = [0.0; UNITS];
            for j in 0..UNITS {
                into[j] += back[j] * size;
                parts[j] = back[j] * row[j];
            }
            let slope = parts.iter().sum::<f32>() + off * value[STRAIGHT + side];
            let slope = if sums[h] < 0.0 { -slope } else { slope };
            gradient[START + h] += slope;
            slope
        })
    }
}

/// Quantizes a head's parameters.
fn whole(parameters: &[f32]) -> Head {
    let long = |n: usize, steps: f32| (parameters[n] * steps).round() as i32;
    let short = |n: usize, steps: f32| long(n, steps).clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16;
    // Steps of a unit before and after some of its bits are dropped, and of the value.
    let unit = STEPS * WEIGHT_STEPS;
    let (kept, value) = (unit / (1 << UNIT_PLACES) as f32, DISCS * (UNIT << VALUE_PLACES) as f32);
    let weight = |h: usize, j: usize| short(TO_UNITS + h * UNITS + j, WEIGHT_STEPS);
    let mut head = Head::ZERO;
    for (n, row) in head.rows.iter_mut().enumerate() {
        *row = std::array::from_fn(|j| [weight(2 * n, j), weight(2 * n + 1, j)]);
    }
    for (side, straight) in head.straight.iter_mut().enumerate() {
        *straight = std::array::from_fn(|h| short(STRAIGHT + side * WIDTH + h, value / STEPS));
    }
    head.start = std::array::from_fn(|h| short(START + h, STEPS));
    head.units = std::array::from_fn(|j| long(BEGIN + j, unit));
    head.out = std::array::from_fn(|j| short(OUT + j, value / kept));
    head.value = long(VALUE, value);
    head
}

/// One set of tables and the heads in training.
struct Learning {
    rows: Vec<[f32; WIDTH]>,
    /// The sum of squared gradients of each row.
    pace: Vec<f32>,
    /// How often each row was looked up.
    seen: Vec<u16>,
    heads: Vec<Learner>,
    /// The row that represents each row and its mirror image.
    stands_for: Vec<u32>,
}

impl Learning {
    fn new(random: &mut fastrand::Rng) -> Learning {
        let mut stands_for: Vec<u32> = (0..ROWS as u32).collect();
        for shape in &PATTERNS.shapes {
            for index in -shape.reach()..=shape.reach() {
                let place = |index| (shape.block << 16) + (shape.centre as i32 + index) as usize;
                stands_for[place(index)] = place(index.min(shape.mirrored(index))) as u32;
            }
        }
        let rows = (0..ROWS).map(|_| std::array::from_fn(|_| (random.f32() - 0.5) * 0.1)).collect();
        Learning {
            rows,
            pace: vec![0.0; ROWS],
            seen: vec![0; ROWS],
            heads: vec![Learner::new(random); HEADS],
            stands_for,
        }
    }

    fn learn(&mut self, example: &Example, rate: f32) {
        let board = example.position.board;
        let features = Features::new(board.mover, board.opponent);
        let head = &mut self.heads[example.head as usize];
        let row = |slot: usize| self.stands_for[Patterns::row(slot, &features)] as usize;
        let mut sums: [f32; WIDTH] = std::array::from_fn(|h| head.value[START + h]);
        for slot in 0..PATTERNS.instances.len() {
            let row = &self.rows[row(slot)];
            (0..WIDTH).for_each(|h| sums[h] += row[h]);
        }
        let target = f32::from(example.position.score) / DISCS;
        let slopes = head.learn(&sums, target, example.weight());
        head.step(HEAD_RATE * rate);
        let square = slopes.iter().map(|slope| slope * slope).sum::<f32>() / WIDTH as f32;
        for slot in 0..PATTERNS.instances.len() {
            let row = row(slot);
            self.pace[row] += square;
            self.seen[row] = self.seen[row].saturating_add(1);
            let step = ROW_RATE * rate / (ROW_START + self.pace[row]).sqrt();
            for (weight, slope) in self.rows[row].iter_mut().zip(&slopes) {
                *weight = (*weight - step * slope).clamp(-LARGEST, LARGEST);
            }
        }
    }

    /// The quantized tables, keeping rows looked up at least `often` times, and the share of weights at the limit.
    fn tables(&self, often: u16) -> (Tables, f64) {
        let mut tables = no_tables();
        let (mut large, mut all) = (0, 0);
        for (number, &row) in self.stands_for.iter().enumerate() {
            if self.seen[row as usize] >= often {
                let steps = self.rows[row as usize].map(|weight| (weight * STEPS).round() as i8);
                large += steps.iter().filter(|step| step.abs() == LIMIT).count();
                all += WIDTH;
                tables[number >> 16][number & 0xFFFF] = Row::new(steps);
            }
        }
        (tables, f64::from(large as u32) / f64::from(all.max(1) as u32))
    }
}

/// Fits a set of tables and its heads to the examples, and stores them in the weights.
pub fn fit(number: usize, mut examples: Vec<Example>, epochs: f32, weights: &mut Weights) {
    let mut random = fastrand::Rng::with_seed(5);
    random.shuffle(&mut examples);
    let mut learning = Learning::new(&mut random);
    let total = (epochs * examples.len() as f32) as usize;
    println!("set {number}: {} positions", examples.len());
    for n in 0..total {
        // The learning rate decays in the second half.
        let rate = (2.0 - 1.94 * n as f32 / total as f32).min(1.0);
        learning.learn(&examples[n % examples.len()], rate);
    }
    // What a single position says of a row is mostly noise.
    let (tables, large) = learning.tables((2.0 * epochs).ceil() as u16);
    println!("{:.3} % of the weights are as large as can be", 100.0 * large);
    let heads: Vec<Head> = learning.heads.iter().map(|learner| whole(&learner.value)).collect();
    weights.replace(number, tables, &heads);
}

/// Stores a set that was trained elsewhere in the weights. Its file holds the parameters of all heads in the order
/// above, as floats, then every row of the tables in steps.
pub fn take(number: usize, network: &[u8], weights: &mut Weights) -> Result<(), &'static str> {
    const HEAD_BYTES: usize = 4 * HEADS * PARAMETERS;
    if network.len() != HEAD_BYTES + ROWS * WIDTH {
        return Err("the network has another size");
    }
    let (heads, rows) = network.split_at(HEAD_BYTES);
    let parameters: Vec<f32> = heads.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
    let heads: Vec<Head> = parameters.chunks_exact(PARAMETERS).map(whole).collect();
    let mut tables = no_tables();
    for (row, numbers) in rows.as_chunks::<WIDTH>().0.iter().enumerate() {
        tables[row >> 16][row & 0xFFFF] = Row::new(numbers.map(|number| number as i8));
    }
    weights.replace(number, tables, &heads);
    Ok(())
}

/// Prints the error on held-back positions by phase: root mean square weighted as in the fit, mean absolute error,
/// and mean error with an even and an odd number of empty squares.
pub fn report(sets: &[(usize, Vec<Labelled>)], weights: &Weights) {
    for (number, test) in sets {
        let (mut square, mut weight, mut distance, mut sides) = (0.0, 0.0, 0.0, [(0.0, 0.0); 2]);
        for &position in test {
            let board = position.board;
            let features = Features::new(board.mover, board.opponent);
            let off =
                weights.value(&features, board.empties()) as f32 / UNIT as f32 - f32::from(position.score);
            let example = Example { position, head: board.empties(), worth: 1.0 };
            square += example.weight() * off * off;
            weight += example.weight();
            distance += off.abs();
            let side = &mut sides[(board.empties() & 1) as usize];
            (side.0, side.1) = (side.0 + off * example.weight(), side.1 + example.weight());
        }
        println!(
            "phase {number:2}: {} held back, error {:.3}, distance {:.3}, even {:+.2}, odd {:+.2}",
            test.len(),
            (square / weight).sqrt(),
            distance / test.len() as f32,
            sides[0].0 / sides[0].1,
            sides[1].0 / sides[1].1
        );
    }
}
