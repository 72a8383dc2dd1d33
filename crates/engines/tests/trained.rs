//! Networks that `train/go/own_file.py` wrote are evaluated as PyTorch evaluates them, in single precision and in bytes.
//! The files are made by `train/go/example.py`.

use heibai_net::{Inputs, Network, Scratch, file};
use serde_json::Value;

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// How far the outputs are off at most, as a share of their span.
fn error(network: &Network, boards: &str) -> f64 {
    let mut worst = 0.0f64;
    let boards: Vec<Value> = serde_json::from_str(boards).unwrap();
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
            .chain(board["hopeful"].as_array().map_or_else(Vec::new, |_| numbers(&board["hopeful"])))
            .chain([board["error"].as_f64().unwrap_or(0.0)])
            .collect();
        let ours = output.policy.iter().chain(&output.ownership).copied();
        let ours = ours.chain([output.win, output.loss, output.lead]);
        let ours: Vec<f64> = ours.chain(output.hopeful).chain([output.error]).map(f64::from).collect();
        assert_eq!(ours.len(), theirs.len());
        let span =
            theirs.iter().copied().fold(f64::MIN, f64::max) - theirs.iter().copied().fold(f64::MAX, f64::min);
        let off = ours.iter().zip(&theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(span > 0.1, "{size}x{size}: span {span}");
        worst = worst.max(off / span.max(1.0));
    }
    worst
}

#[test]
fn bottlenecks_trained_in_python_are_evaluated_as_there() {
    let model = file::read(include_bytes!("data/trained.hbn")).unwrap();
    let off = error(&Network::float(model).unwrap(), include_str!("data/trained.json"));
    assert!(off < 1e-4, "off by {off}");
}

#[test]
fn bytes_trained_in_python_are_evaluated_as_there() {
    let (model, boards) = (
        file::read(include_bytes!("data/trained-bytes.hbn")).unwrap(),
        include_str!("data/trained-bytes.json"),
    );
    let bytes = error(&Network::bytes(model.clone()).unwrap(), boards);
    let float = error(&Network::float(model).unwrap(), boards);
    assert!(bytes < 1e-6 && float > 1e-4, "bytes off by {bytes}, single precision by {float}");
}

#[test]
fn python_rounds_to_the_bytes_that_conversion_writes() {
    let theirs = include_bytes!("data/trained-bytes.hbn");
    let model = file::read(theirs).unwrap();
    assert!(!model.ranges.is_empty());
    let mut float = file::read(include_bytes!("data/trained-floats.hbn")).unwrap();
    assert!(float.ranges.is_empty());
    float.ranges.clone_from(&model.ranges);
    assert!(file::write(&float) == theirs, "converted from single precision");
    assert!(file::write(&model) == theirs, "read and written again");
}
