//! A network that `train/go/own_file.py` wrote is evaluated as PyTorch evaluates it. The files are made by
//! `train/go/example.py`.

use heibai_net::{Inputs, Network, Scratch, file};
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn bottlenecks_trained_in_python_are_evaluated_as_there() {
    let model = file::read(include_bytes!("data/trained.hbn")).unwrap();
    let network = Network::float(model).unwrap();
    let boards: Vec<Value> = serde_json::from_str(include_str!("data/trained.json")).unwrap();
    assert_eq!(boards.len(), 2);
    for board in &boards {
        let size = board["size"].as_u64().unwrap() as usize;
        let set: Vec<u32> = numbers(&board["points"]).into_iter().map(|bits| bits as u32).collect();
        let globals: Vec<f32> = numbers(&board["numbers"]).into_iter().map(|x| x as f32).collect();
        let inputs = Inputs::new(size, &set, globals.try_into().unwrap());
        let output = network.evaluate(&mut Scratch::default(), &inputs);
        let value = numbers(&board["value"]);
        let theirs: Vec<f64> = numbers(&board["policy"])
            .into_iter()
            .chain(numbers(&board["ownership"]))
            .chain([value[0], value[1], board["lead"].as_f64().unwrap()])
            .collect();
        let ours = output.policy.iter().chain(&output.ownership).copied();
        let ours: Vec<f64> = ours.chain([output.win, output.loss, output.lead]).map(f64::from).collect();
        assert_eq!(ours.len(), theirs.len());
        let span =
            theirs.iter().copied().fold(f64::MIN, f64::max) - theirs.iter().copied().fold(f64::MAX, f64::min);
        let off = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-4 * span.max(1.0) && span > 0.1, "{size}x{size}: off by {off}, span {span}");
    }
}
