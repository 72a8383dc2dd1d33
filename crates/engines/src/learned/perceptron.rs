//! A policy-value network of two hidden layers.

/// A matrix with its bias, one row per input.
struct Layer {
    outputs: usize,
    weights: Vec<f32>,
}

impl Layer {
    fn apply(&self, input: &[f32]) -> Vec<f32> {
        let (rows, bias) = self.weights.split_at(input.len() * self.outputs);
        let mut out = bias.to_vec();
        for (&x, row) in input.iter().zip(rows.chunks_exact(self.outputs)) {
            if x != 0.0 {
                out.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += x * weight);
            }
        }
        out
    }
}

pub(super) struct Perceptron {
    hidden: [Layer; 2],
    policy: Layer,
    value: Layer,
}

impl Perceptron {
    /// Reads the weights, given the sizes of the input, the hidden layers and the policy.
    pub(super) fn parse(
        bytes: &[u8],
        (inputs, width, actions): (usize, usize, usize),
    ) -> Result<Perceptron, String> {
        let shapes = [(inputs, width), (width, width), (width, actions), (width, 1)];
        let wanted: usize = shapes.iter().map(|(inputs, outputs)| (inputs + 1) * outputs * 4).sum();
        if bytes.len() != wanted {
            return Err(format!("{} bytes of weights: a network of this width has {wanted}", bytes.len()));
        }
        let mut floats = bytes.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes));
        let mut layer = |(inputs, outputs): (usize, usize)| Layer {
            outputs,
            weights: floats.by_ref().take((inputs + 1) * outputs).collect(),
        };
        let [first, second, policy, value] = shapes.map(&mut layer);
        let layers = [&first, &second, &policy, &value];
        if layers.iter().any(|layer| layer.weights.iter().any(|weight| !weight.is_finite())) {
            return Err("a weight is not a finite number".to_owned());
        }
        Ok(Perceptron { hidden: [first, second], policy, value })
    }

    pub(super) fn width(&self) -> usize {
        self.hidden[0].outputs
    }

    pub(super) fn parameters(&self) -> usize {
        let [first, second] = &self.hidden;
        [first, second, &self.policy, &self.value].iter().map(|layer| layer.weights.len()).sum()
    }

    /// Logits by action and the value for the side to move.
    pub(super) fn evaluate(&self, planes: &[f32]) -> (Vec<f32>, f32) {
        let mut x = planes.to_vec();
        for layer in &self.hidden {
            x = layer.apply(&x);
            x.iter_mut().for_each(|value| *value = value.max(0.0));
        }
        (self.policy.apply(&x), self.value.apply(&x)[0].tanh())
    }
}
