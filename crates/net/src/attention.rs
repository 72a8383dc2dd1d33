//! Attention and gated feed-forward layers in single precision: the blocks of transformers, on boards of every size.

use super::model::{Activation, Attention, Dense, FeedForward, RmsNorm};
use heibai_kernels::net::{Lane, Matrix};

/// The inverse root mean square of `count` numbers; padding must be zero.
pub(super) fn inverse_rms(numbers: &[f32], count: usize, epsilon: f32) -> f32 {
    let squares: f32 = numbers.chunks(1024).map(|part| part.iter().map(|x| x * x).sum::<f32>()).sum();
    1.0 / (squares / count as f32 + epsilon).sqrt()
}

/// The normalised channels of every point, without padding.
fn normalised(norm: &RmsNorm, trunk: &[f32], stride: usize) -> Vec<f32> {
    let channels = norm.weights.len();
    let mut found = Vec::with_capacity(trunk.len() / stride * channels);
    for row in trunk.chunks_exact(stride) {
        let scale = inverse_rms(&row[..channels], channels, norm.epsilon);
        found.extend(row.iter().zip(&norm.weights).map(|(x, weight)| x * scale * weight));
    }
    found
}

/// Dense layers with the same inputs, joined into one matrix.
fn joined(layers: &[&Dense]) -> Matrix {
    let inputs = layers[0].inputs;
    let outputs = layers.iter().map(|layer| layer.outputs).sum();
    let row = |input: usize| {
        layers.iter().flat_map(move |layer| &layer.weights[input * layer.outputs..][..layer.outputs]).copied()
    };
    let weights: Vec<f32> = (0..inputs).flat_map(row).collect();
    Matrix::new(inputs, outputs, &weights)
}

/// `trunk += rows * matrix`.
fn add_product(lane: Lane, matrix: &Matrix, rows: &[f32], trunk: &mut [f32], stride: usize) {
    let mut products = vec![0.0; trunk.len() / stride * matrix.stride()];
    matrix.multiply(lane, rows, matrix.inputs(), &mut products);
    for (row, products) in trunk.chunks_exact_mut(stride).zip(products.chunks_exact(matrix.stride())) {
        row.iter_mut().zip(&products[..matrix.outputs()]).for_each(|(x, product)| *x += product);
    }
}

pub(super) struct AttentionStep {
    norm: RmsNorm,
    heads: usize,
    groups: usize,
    /// Channels of a head's queries and keys, and of its values.
    widths: (usize, usize),
    /// Queries, keys and values side by side.
    asked: Matrix,
    out: Matrix,
    turns: Vec<[f32; 2]>,
}

impl AttentionStep {
    pub(super) fn new(attention: &Attention) -> AttentionStep {
        AttentionStep {
            norm: attention.norm.clone(),
            heads: attention.heads,
            groups: attention.groups,
            widths: attention.widths(),
            asked: joined(&[&attention.query, &attention.key, &attention.value]),
            out: joined(&[&attention.out]),
            turns: attention.turns.clone(),
        }
    }

    pub(super) fn run(&self, lane: Lane, size: usize, trunk: &mut [f32], stride: usize) {
        for board in trunk.chunks_exact_mut(size * size * stride) {
            let rows = normalised(&self.norm, board, stride);
            let row = self.asked.stride();
            let mut asked = vec![0.0; size * size * row];
            self.asked.multiply(lane, &rows, self.asked.inputs(), &mut asked);
            self.turn(size, &mut asked);
            let mut mixed = vec![0.0; size * size * self.out.inputs()];
            for head in 0..self.heads {
                self.head(lane, head, &asked, &mut mixed);
            }
            add_product(lane, &self.out, &mixed, board, stride);
        }
    }

    /// Rotates the queries and keys of every point by its position (rotary embedding).
    fn turn(&self, size: usize, asked: &mut [f32]) {
        let row = self.asked.stride();
        let pairs = self.widths.0 / 2;
        for (index, [right, down]) in self.turns.iter().enumerate() {
            let (group, pair) = (index / pairs, index % pairs);
            let angles =
                |step: f32| -> Vec<(f32, f32)> { (0..size).map(|n| (n as f32 * step).sin_cos()).collect() };
            let (across, along) = (angles(*right), angles(*down));
            let share = self.heads / self.groups;
            let queries = (group * share..(group + 1) * share).map(|head| head * self.widths.0);
            let key = (self.heads + group) * self.widths.0;
            let places: Vec<usize> = queries.chain([key]).map(|head| head + 2 * pair).collect();
            for (point, channels) in asked.chunks_exact_mut(row).enumerate() {
                let ((sin_x, cos_x), (sin_y, cos_y)) = (across[point % size], along[point / size]);
                let (sin, cos) = (sin_x * cos_y + cos_x * sin_y, cos_x * cos_y - sin_x * sin_y);
                for &place in &places {
                    let (a, b) = (channels[place], channels[place + 1]);
                    (channels[place], channels[place + 1]) = (a * cos - b * sin, a * sin + b * cos);
                }
            }
        }
    }

    /// The output of one head, written to its place in `mixed`.
    fn head(&self, lane: Lane, head: usize, asked: &[f32], mixed: &mut [f32]) {
        let (row, (width, value_width)) = (self.asked.stride(), self.widths);
        let points = asked.len() / row;
        let group = head * self.groups / self.heads;
        let key = (self.heads + group) * width;
        let value = (self.heads + self.groups) * width + group * value_width;
        let keys: Vec<f32> =
            (0..width).flat_map(|c| (0..points).map(move |p| asked[p * row + key + c])).collect();
        let keys = Matrix::new(width, points, &keys);
        let mut shares = vec![0.0; points * keys.stride()];
        keys.multiply(lane, &asked[head * width..], row, &mut shares);
        let scale = 1.0 / (width as f32).sqrt();
        for shares in shares.chunks_exact_mut(keys.stride()) {
            softmax(&mut shares[..points], scale);
        }
        let values: Vec<f32> =
            asked.chunks_exact(row).flat_map(|row| &row[value..value + value_width]).copied().collect();
        let values = Matrix::new(points, value_width, &values);
        let mut taken = vec![0.0; points * values.stride()];
        values.multiply(lane, &shares, keys.stride(), &mut taken);
        for (mixed, taken) in
            mixed.chunks_exact_mut(self.heads * value_width).zip(taken.chunks_exact(values.stride()))
        {
            mixed[head * value_width..][..value_width].copy_from_slice(&taken[..value_width]);
        }
    }
}

fn softmax(numbers: &mut [f32], scale: f32) {
    let most = numbers.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for x in numbers.iter_mut() {
        *x = ((*x - most) * scale).exp();
        sum += *x;
    }
    numbers.iter_mut().for_each(|x| *x /= sum);
}

pub(super) struct FeedForwardStep {
    norm: RmsNorm,
    /// The first layer and the gate side by side.
    first: Matrix,
    second: Matrix,
}

impl FeedForwardStep {
    pub(super) fn new(layers: &FeedForward) -> FeedForwardStep {
        let first = joined(&[&layers.first, &layers.gate]);
        FeedForwardStep { norm: layers.norm.clone(), first, second: joined(&[&layers.second]) }
    }

    pub(super) fn run(&self, lane: Lane, trunk: &mut [f32], stride: usize) {
        let rows = normalised(&self.norm, trunk, stride);
        let mut both = vec![0.0; trunk.len() / stride * self.first.stride()];
        self.first.multiply(lane, &rows, self.first.inputs(), &mut both);
        let hidden: Vec<f32> = both
            .chunks_exact(self.first.stride())
            .flat_map(|row| {
                let (first, gate) = row[..self.first.outputs()].split_at(self.second.inputs());
                first.iter().zip(gate).map(|(x, gate)| Activation::Silu.apply(*x) * gate)
            })
            .collect();
        add_product(lane, &self.second, &hidden, trunk, stride);
    }
}

#[cfg(test)]
mod tests {
    use super::super::float::padded;
    use super::*;

    /// Pseudo-random numbers from 0 to 1.
    struct Chance(u32);

    impl Chance {
        fn next(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as f32 / (1 << 24) as f32
        }
    }

    fn dense(random: &mut Chance, inputs: usize, outputs: usize) -> Dense {
        let weights = (0..inputs * outputs).map(|_| random.next() - 0.5).collect();
        Dense { inputs, outputs, weights, bias: Vec::new() }
    }

    /// Six channels in two heads of queries and one of keys and values.
    fn attention(random: &mut Chance) -> Attention {
        Attention {
            norm: RmsNorm { epsilon: 1e-6, weights: (0..6).map(|_| random.next() + 0.5).collect() },
            heads: 2,
            groups: 1,
            query: dense(random, 6, 8),
            key: dense(random, 6, 4),
            value: dense(random, 6, 3),
            out: dense(random, 6, 6),
            turns: (0..2).map(|_| [random.next(), random.next()]).collect(),
        }
    }

    /// Attention by its definition, in double precision, one number at a time.
    fn by_definition(attention: &Attention, size: usize, trunk: &[f32], stride: usize) -> Vec<f64> {
        let points = size * size;
        let times = |dense: &Dense, x: &[f64]| -> Vec<f64> {
            let sum = |o: usize| -> f64 {
                x.iter().enumerate().map(|(i, x)| x * f64::from(dense.weights[i * dense.outputs + o])).sum()
            };
            (0..dense.outputs).map(sum).collect()
        };
        let turned = |x: Vec<f64>, point: usize| -> Vec<f64> {
            let mut found = x.clone();
            for c in (0..x.len()).step_by(2) {
                let [right, down] = attention.turns[c % 4 / 2].map(f64::from);
                let angle = (point % size) as f64 * right + (point / size) as f64 * down;
                found[c] = x[c] * angle.cos() - x[c + 1] * angle.sin();
                found[c + 1] = x[c] * angle.sin() + x[c + 1] * angle.cos();
            }
            found
        };
        let rows: Vec<Vec<f64>> = (0..points)
            .map(|p| {
                let row: Vec<f64> = trunk[p * stride..][..6].iter().map(|&x| f64::from(x)).collect();
                let mean = row.iter().map(|x| x * x).sum::<f64>() / 6.0 + 1e-6;
                row.iter()
                    .zip(&attention.norm.weights)
                    .map(|(x, w)| x / mean.sqrt() * f64::from(*w))
                    .collect()
            })
            .collect();
        let queries: Vec<_> = (0..points).map(|p| turned(times(&attention.query, &rows[p]), p)).collect();
        let keys: Vec<_> = (0..points).map(|p| turned(times(&attention.key, &rows[p]), p)).collect();
        let values: Vec<_> = rows.iter().map(|row| times(&attention.value, row)).collect();
        let mut found: Vec<f64> = trunk.iter().map(|&x| f64::from(x)).collect();
        for p in 0..points {
            let mut mixed = Vec::new();
            for head in 0..2 {
                let odds: Vec<f64> = keys
                    .iter()
                    .map(|key| {
                        let product: f64 = (0..4).map(|c| queries[p][head * 4 + c] * key[c]).sum();
                        (product / 2.0).exp()
                    })
                    .collect();
                let total: f64 = odds.iter().sum();
                mixed.extend((0..3).map(|c| {
                    odds.iter().zip(&values).map(|(odds, value)| odds / total * value[c]).sum::<f64>()
                }));
            }
            for (c, x) in times(&attention.out, &mixed).into_iter().enumerate() {
                found[p * stride + c] += x;
            }
        }
        found
    }

    #[test]
    fn attention_is_what_its_definition_says() {
        let mut random = Chance(3);
        let (attention, stride) = (attention(&mut random), padded(6));
        for size in [2, 9, 19] {
            let mut trunk = vec![0.0f32; 2 * size * size * stride];
            for row in trunk.chunks_exact_mut(stride) {
                row[..6].iter_mut().for_each(|x| *x = random.next() * 4.0 - 2.0);
            }
            let boards = trunk.chunks_exact(size * size * stride);
            let wanted: Vec<f64> =
                boards.flat_map(|board| by_definition(&attention, size, board, stride)).collect();
            let before = trunk.clone();
            AttentionStep::new(&attention).run(Lane::best(), size, &mut trunk, stride);
            let off = trunk.iter().zip(&wanted).map(|(a, b)| (f64::from(*a) - b).abs()).fold(0.0, f64::max);
            let change = trunk.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < 2e-5 && change > 0.05, "size {size}: off by {off}, changed by {change}");
            assert!(trunk.chunks_exact(stride).all(|row| row[6..].iter().all(|x| *x == 0.0)));
        }
    }

    #[test]
    fn gated_connections_are_what_their_definition_says() {
        let mut random = Chance(4);
        let layers = FeedForward {
            norm: RmsNorm { epsilon: 1e-6, weights: vec![1.0, 2.0, 0.5] },
            first: dense(&mut random, 3, 5),
            gate: dense(&mut random, 3, 5),
            second: dense(&mut random, 5, 3),
        };
        let stride = padded(3);
        let mut trunk = vec![0.0; stride];
        trunk[..3].copy_from_slice(&[1.0, -2.0, 3.0]);
        let rms = (14.0f32 / 3.0).sqrt();
        let x = [1.0 / rms, -4.0 / rms, 1.5 / rms];
        let sum = |dense: &Dense, x: &[f32], o: usize| -> f32 {
            x.iter().enumerate().map(|(i, x)| x * dense.weights[i * dense.outputs + o]).sum()
        };
        let hidden: Vec<f32> = (0..5)
            .map(|o| {
                let first = sum(&layers.first, &x, o);
                first / (1.0 + (-first).exp()) * sum(&layers.gate, &x, o)
            })
            .collect();
        let wanted: Vec<f32> = (0..3).map(|o| trunk[o] + sum(&layers.second, &hidden, o)).collect();
        FeedForwardStep::new(&layers).run(Lane::best(), &mut trunk, stride);
        for (found, wanted) in trunk.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 1e-5, "{found} {wanted}");
        }
    }
}
