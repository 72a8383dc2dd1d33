//! 3x3 convolutions in single precision with a quarter of the products: Winograd's F(4x4, 3x3), after
//! Lavin and Gray, "Fast algorithms for convolutional neural networks" (2015).
//!
//! A tile of 4x4 results needs 6x6 inputs; both are taken to 36 "frequencies", where the convolution is
//! one matrix product each.

use super::{Aligned, Lane, Matrix, for_lanes};

/// Results along a tile's side.
const OUT: usize = 4;
/// Inputs along a tile's side.
const IN: usize = 6;
/// Channels that are transformed together.
const CHUNK: usize = 16;

type Chunk = [f32; CHUNK];

/// The weights of one 3x3 convolution at the 36 frequencies.
#[derive(Clone)]
pub struct Winograd {
    inputs: usize,
    frequencies: Vec<Matrix>,
}

/// Scratch memory for one board size and number of boards, shared by all convolutions.
#[derive(Clone)]
pub struct Workspace {
    size: usize,
    boards: usize,
    tiles: usize,
    inputs: Aligned<f32, 16>,
    results: Aligned<f32, 16>,
}

impl Workspace {
    /// For `boards` boards with sides of `size` and at most `channels` channels.
    pub fn new(size: usize, boards: usize, channels: usize) -> Workspace {
        let tiles = size.div_ceil(OUT);
        let room = IN * IN * tiles * tiles * boards * channels.next_multiple_of(super::PANEL);
        let [inputs, results] = [(); 2].map(|()| Aligned::new(0.0, room));
        Workspace { size, boards, tiles, inputs, results }
    }

    /// The side of a padded board: one point of border before, at least one after.
    pub fn padded_side(size: usize) -> usize {
        size.div_ceil(OUT) * OUT + 2
    }
}

impl Winograd {
    /// From `weights[tap][input][output]`, nine taps row by row.
    pub fn new(inputs: usize, outputs: usize, weights: &[f32]) -> Winograd {
        assert!(inputs.is_multiple_of(CHUNK) && weights.len() == 9 * inputs * outputs);
        let mut planes = vec![vec![0.0; inputs * outputs]; IN * IN];
        for pair in 0..inputs * outputs {
            let taps: [f64; 9] = std::array::from_fn(|tap| f64::from(weights[tap * inputs * outputs + pair]));
            for (frequency, plane) in planes.iter_mut().enumerate() {
                let (row, column) = (&KERNEL[frequency / IN], &KERNEL[frequency % IN]);
                let sum = (0..9).map(|tap| row[tap / 3] * taps[tap] * column[tap % 3]).sum::<f64>();
                plane[pair] = sum as f32;
            }
        }
        let frequencies = planes.iter().map(|plane| Matrix::new(inputs, outputs, plane)).collect();
        Winograd { inputs, frequencies }
    }

    /// The length of a row of results.
    pub fn stride(&self) -> usize {
        self.frequencies[0].stride()
    }

    /// Convolves padded boards (`input[board][y][x][channel]`, zeros around) and adds to or, with `add`
    /// false, sets `out[board][point][channel]`.
    pub fn run(&self, lane: Lane, space: &mut Workspace, input: &[f32], out: &mut [f32], add: bool) {
        let (stride, all) = (self.stride(), space.tiles * space.tiles * space.boards);
        let side = Workspace::padded_side(space.size);
        assert!(input.len() >= space.boards * side * side * self.inputs);
        assert!(out.len() >= space.boards * space.size * space.size * stride);
        let frame = TileGrid { size: space.size, tiles: space.tiles, boards: space.boards };
        spread(lane, frame, self.inputs, input, &mut space.inputs);
        for (f, matrix) in self.frequencies.iter().enumerate() {
            let rows = &space.inputs[f * all * self.inputs..][..all * self.inputs];
            let results = &mut space.results[f * all * stride..][..all * stride];
            matrix.multiply(lane, rows, self.inputs, results);
        }
        gather(lane, frame, stride, &space.results, out, add);
    }
}

/// Boards as tiles.
#[derive(Clone, Copy)]
struct TileGrid {
    size: usize,
    tiles: usize,
    boards: usize,
}

/// The transform of three weights to the six points 0, 1, -1, 2, -2 and infinity.
const KERNEL: [[f64; 3]; IN] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

/// Transforms six inputs to the six points.
#[inline(always)]
fn input_line(d: [Chunk; IN]) -> [Chunk; IN] {
    let mut v = [[0.0; CHUNK]; IN];
    for i in 0..CHUNK {
        let even = d[4][i] - 4.0 * d[2][i];
        let odd = d[3][i] - 4.0 * d[1][i];
        let even2 = d[4][i] - d[2][i];
        let odd2 = 2.0 * (d[3][i] - d[1][i]);
        v[0][i] = 4.0 * d[0][i] - 5.0 * d[2][i] + d[4][i];
        v[1][i] = even + odd;
        v[2][i] = even - odd;
        v[3][i] = even2 + odd2;
        v[4][i] = even2 - odd2;
        v[5][i] = 4.0 * d[1][i] - 5.0 * d[3][i] + d[5][i];
    }
    v
}

/// Transforms the six points back to four results.
#[inline(always)]
fn output_line(m: [Chunk; IN]) -> [Chunk; OUT] {
    let mut y = [[0.0; CHUNK]; OUT];
    for i in 0..CHUNK {
        let (sum1, difference1) = (m[1][i] + m[2][i], m[1][i] - m[2][i]);
        let (sum2, difference2) = (m[3][i] + m[4][i], m[3][i] - m[4][i]);
        y[0][i] = m[0][i] + sum1 + sum2;
        y[1][i] = difference1 + 2.0 * difference2;
        y[2][i] = sum1 + 4.0 * sum2;
        y[3][i] = difference1 + 8.0 * difference2 + m[5][i];
    }
    y
}

#[inline(always)]
fn chunk(from: &[f32]) -> Chunk {
    let mut chunk = [0.0; CHUNK];
    chunk.copy_from_slice(&from[..CHUNK]);
    chunk
}

for_lanes! {
    /// Transforms padded boards to `out[frequency][tile][channel]`.
    fn spread(frame: TileGrid, channels: usize, input: &[f32], out: &mut [f32]) {
        let side = Workspace::padded_side(frame.size);
        let all = frame.tiles * frame.tiles * frame.boards;
        for tile in 0..all {
            let (board, place) = (tile / (frame.tiles * frame.tiles), tile % (frame.tiles * frame.tiles));
            let (y, x) = (place / frame.tiles * OUT, place % frame.tiles * OUT);
            let corner = ((board * side + y) * side + x) * channels;
            for c in (0..channels).step_by(CHUNK) {
                let mut rows = [[[0.0; CHUNK]; IN]; IN];
                for (dy, row) in rows.iter_mut().enumerate() {
                    let line = corner + dy * side * channels + c;
                    *row = input_line(std::array::from_fn(|dx| chunk(&input[line + dx * channels..])));
                }
                for dx in 0..IN {
                    let column = input_line(std::array::from_fn(|dy| rows[dy][dx]));
                    for (dy, values) in column.iter().enumerate() {
                        let to = ((dy * IN + dx) * all + tile) * channels + c;
                        out[to..][..CHUNK].copy_from_slice(values);
                    }
                }
            }
        }
    }
}

for_lanes! {
    /// Transforms `results[frequency][tile][channel]` back to points.
    fn gather(frame: TileGrid, stride: usize, results: &[f32], out: &mut [f32], add: bool) {
        let all = frame.tiles * frame.tiles * frame.boards;
        for tile in 0..all {
            let (board, place) = (tile / (frame.tiles * frame.tiles), tile % (frame.tiles * frame.tiles));
            let (y, x) = (place / frame.tiles * OUT, place % frame.tiles * OUT);
            for c in (0..stride).step_by(CHUNK) {
                let mut rows = [[[0.0; CHUNK]; OUT]; IN];
                for (fy, row) in rows.iter_mut().enumerate() {
                    *row = output_line(std::array::from_fn(|fx| {
                        chunk(&results[((fy * IN + fx) * all + tile) * stride + c..])
                    }));
                }
                for dx in 0..OUT.min(frame.size - x) {
                    let column = output_line(std::array::from_fn(|fy| rows[fy][dx]));
                    for (dy, values) in column.iter().enumerate().take(frame.size - y) {
                        let point = (board * frame.size + y + dy) * frame.size + x + dx;
                        let to = &mut out[point * stride + c..][..CHUNK];
                        for i in 0..CHUNK {
                            to[i] = if add { to[i] + values[i] } else { values[i] };
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_the_plain_convolution_and_itself_on_every_lane() {
        let mut random = fastrand::Rng::with_seed(10);
        for (size, boards, inputs, outputs) in [(19, 1, 16, 8), (9, 2, 32, 40), (2, 1, 16, 3), (5, 3, 16, 33)]
        {
            let weights: Vec<f32> = (0..9 * inputs * outputs).map(|_| random.f32() - 0.5).collect();
            let conv = Winograd::new(inputs, outputs, &weights);
            let side = Workspace::padded_side(size);
            let mut input = vec![0.0; boards * side * side * inputs];
            for board in 0..boards {
                for point in 0..size * size {
                    let place = (board * side + point / size + 1) * side + point % size + 1;
                    input[place * inputs..][..inputs].fill_with(|| random.f32() - 0.5);
                }
            }
            let run = |lane| {
                let mut space = Workspace::new(size, boards, inputs.max(outputs));
                let mut out = vec![1.0; boards * size * size * conv.stride()];
                conv.run(lane, &mut space, &input, &mut out, true);
                out
            };
            let expected = run(Lane::Scalar);
            for board in 0..boards {
                for point in 0..size * size {
                    let output = point % outputs;
                    let mut sum = 1.0;
                    for tap in 0..9 {
                        let place = (board * side + point / size + tap / 3) * side + point % size + tap % 3;
                        for i in 0..inputs {
                            sum += input[place * inputs + i] * weights[(tap * inputs + i) * outputs + output];
                        }
                    }
                    let ours = expected[(board * size * size + point) * conv.stride() + output];
                    assert!((ours - sum).abs() < 1e-4, "{ours} {sum}");
                }
            }
            for lane in Lane::available() {
                assert!(run(lane) == expected, "{lane:?} {size}");
            }
        }
    }
}
