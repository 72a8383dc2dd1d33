//! The JSON analysis protocol from outside: queries in, answers out, with a scripted player.

use heibai_games::player::{Analysis, Candidate, Fault, Wanted};
use heibai_games::value::{self, Amount};
use heibai_games::{Act, Answer, Kind, Limits, Move, Player, Position, Request};
use heibai_protocols::analysis::Perspective;
use heibai_protocols::analysis::serve::{Service, serve};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Reports the first three legal moves with ten, nine and eight visits; the first is worth 3 points for the mover. With
/// 999 visits it thinks until it is stopped; with 14 it ignores which moves are allowed.
struct Scripted;

impl Player for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn choose(&mut self, _: &Request<'_>) -> Result<Answer, Fault> {
        Ok(Answer::of(Act::Resign))
    }

    fn analyze(
        &mut self,
        request: &Request<'_>,
        wanted: Wanted,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, Fault> {
        if request.limits.nodes == Some(13) {
            return Err(heibai_words::refusals::unable("unlucky").into());
        }
        let mut moves = Vec::new();
        request.position.legal_moves(&mut moves);
        if let (Some(only), true) = (&request.limits.only, request.limits.nodes != Some(14)) {
            moves.retain(|mv| only.contains(mv));
        }
        let candidate = |(at, &mv): (usize, &Move)| Candidate {
            mv,
            value: Some(value::Value::estimated(Amount::Points {
                lead: 3.0 - at as f64,
                win_rate: Some(0.75),
            })),
            nodes: 10 - at as u64,
            prior: Some(0.25),
            line: vec![mv; 20],
        };
        let candidates = moves.iter().enumerate().take(3).map(candidate).collect();
        let points = request.position.size() * request.position.size();
        let ownership = wanted.ownership.then(|| vec![0.5; points]);
        let found = Analysis { candidates, depth: None, nodes: 28, ownership, deviation: Some(7.5) };
        while request.limits.nodes == Some(999) && !request.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(2));
            report(&found);
        }
        Ok(found)
    }
}

fn service(kind: Kind) -> Service<'static> {
    Service {
        kind,
        make: &|| Ok(Box::new(Scripted)),
        workers: 1,
        limits: Limits { nodes: Some(28), ..Limits::default() },
        perspective: Perspective::Black,
        version: "9.9".to_owned(),
        hurry: false,
    }
}

fn ask_with(service: &Service<'_>, queries: &[String]) -> Vec<Value> {
    let (sender, lines) = channel();
    for query in queries {
        sender.send(query.clone()).unwrap();
    }
    drop(sender);
    let mut output = Vec::new();
    serve(service, &lines, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(kind: Kind, query: Value) -> Vec<Value> {
    ask_with(&service(kind), &[query.to_string()])
}

#[test]
fn the_example_of_the_documentation_is_answered_turn_by_turn() {
    let query = json!({
        "id": "foo", "initialStones": [["B", "Q4"], ["B", "C4"]], "moves": [["W", "P5"], ["B", "P6"]],
        "rules": "stone-scoring", "komi": 7.5, "boardXSize": 19, "boardYSize": 19, "analyzeTurns": [0, 1, 2],
    });
    let said = ask(Kind::Go, query);
    assert_eq!(
        said[0]["field"], "rules",
        "no rule set of ours taxes groups, so the name is converted with a word"
    );
    assert!(said[0]["warning"].is_string());
    let answers = &said[1..];
    assert_eq!(answers.len(), 3);
    for (turn, answer) in answers.iter().enumerate() {
        assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!("foo"), &json!(turn)));
        assert_eq!(answer["isDuringSearch"], false);
        let white = turn != 1;
        assert_eq!(answer["rootInfo"]["currentPlayer"], if white { "W" } else { "B" });
        // Three points for the mover, reported for Black.
        assert_eq!(answer["moveInfos"][0]["scoreLead"], if white { -3.0 } else { 3.0 });
        assert_eq!(answer["rootInfo"]["winrate"], if white { 0.25 } else { 0.75 });
        assert_eq!(answer["moveInfos"].as_array().unwrap().len(), 3);
        assert_eq!(answer["moveInfos"][1]["order"], 1);
        assert_eq!(answer["moveInfos"][0]["pv"].as_array().unwrap().len(), 16);
        assert!(answer.get("ownership").is_none() && answer.get("policy").is_none());
    }
    assert_eq!(answers[0]["moveInfos"][0]["move"], "A19");
}

/// `utility`, `weight`, `scoreStdev` and the ownership after each move.
#[test]
fn the_fields_that_clients_of_katago_read_are_there() {
    let query = |moves_ownership: bool| {
        json!({
            "id": "k", "moves": [["B", "C3"]], "rules": "chinese", "boardXSize": 9, "boardYSize": 9,
            "includeMovesOwnership": moves_ownership,
        })
    };
    let said = ask(Kind::Go, query(true));
    let [answer] = &said[..] else { panic!("one answer without a warning: {said:?}") };
    // White is to move and has a win rate of 0.75; reported for Black.
    assert_eq!(answer["rootInfo"]["utility"], -0.5);
    assert_eq!((&answer["rootInfo"]["scoreStdev"], &answer["rootInfo"]["weight"]), (&json!(7.5), &json!(28)));
    for info in answer["moveInfos"].as_array().unwrap() {
        assert_eq!((&info["utility"], &info["utilityLcb"]), (&json!(-0.5), &json!(-0.5)));
        assert_eq!((&info["scoreStdev"], &info["weight"]), (&json!(7.5), &info["visits"]));
        assert_eq!(info["ownership"], json!(vec![0.5; 81]));
    }
    assert!(answer.get("ownership").is_none());
    let said = ask(Kind::Go, query(false));
    assert!(said[0]["moveInfos"][0].get("ownership").is_none());
}

#[test]
fn ownership_policy_and_perspective_come_as_asked_for() {
    let query = |values: &str| {
        json!({
            "id": "a", "moves": [["B", "(2,2)"]], "boardXSize": 5, "boardYSize": 5, "includeOwnership": true,
            "includePolicy": true, "analysisPVLen": 2, "overrideSettings": {"reportAnalysisWinratesAs": values},
        })
    };
    for (values, rate, owned) in [("BLACK", 0.25, 0.5), ("WHITE", 0.75, -0.5), ("SIDETOMOVE", 0.75, -0.5)] {
        let said = ask(Kind::Go, query(values));
        assert_eq!(said.len(), 1, "{said:?}");
        assert_eq!(said[0]["rootInfo"]["winrate"], rate, "{values}");
        assert_eq!(said[0]["ownership"], json!(vec![owned; 25]), "{values}");
        let policy = said[0]["policy"].as_array().unwrap();
        assert_eq!(policy.len(), 26);
        assert_eq!((&policy[0], &policy[12], &policy[25]), (&json!(0.25), &json!(-1.0), &json!(0.0)));
        assert_eq!(said[0]["moveInfos"][0]["pv"], json!(["A5", "A5", "A5"]));
    }
}

#[test]
fn what_is_wrong_is_named_with_its_field() {
    let cases = [
        (json!({"moves": []}), "id"),
        (json!({"id": 5, "moves": []}), "id"),
        (json!({"id": "x"}), "moves"),
        (json!({"id": "x", "moves": [["B"]]}), "moves"),
        (json!({"id": "x", "moves": [["R", "C3"]]}), "moves"),
        (json!({"id": "x", "moves": [["B", "I3"]]}), "moves"),
        (json!({"id": "x", "moves": [["B", "(9,0)"]], "boardXSize": 9}), "moves"),
        (json!({"id": "x", "moves": [["B", "C3"], ["W", "C3"]]}), "moves"),
        (json!({"id": "x", "moves": "C3"}), "moves"),
        (json!({"id": "x", "moves": [], "initialStones": [["B", "C3"], ["W", "C3"]]}), "initialStones"),
        (json!({"id": "x", "moves": [], "initialPlayer": "green"}), "initialPlayer"),
        (json!({"id": "x", "moves": [], "boardXSize": 9, "boardYSize": 8}), "boardYSize"),
        (json!({"id": "x", "moves": [], "boardXSize": 99}), "boardXSize"),
        (json!({"id": "x", "moves": [], "boardXSize": -1}), "boardXSize"),
        (json!({"id": "x", "moves": [], "rules": "chess"}), "rules"),
        (json!({"id": "x", "moves": [], "rules": 3}), "rules"),
        (json!({"id": "x", "moves": [], "komi": 7.3}), "komi"),
        (json!({"id": "x", "moves": [], "komi": "7.5"}), "komi"),
        (json!({"id": "x", "moves": [], "analyzeTurns": [1]}), "analyzeTurns"),
        (json!({"id": "x", "moves": [], "analyzeTurns": [0], "priorities": [1, 2]}), "priorities"),
        (json!({"id": "x", "moves": [], "maxVisits": 0}), "maxVisits"),
        (json!({"id": "x", "moves": [], "includePolicy": 1}), "includePolicy"),
        (json!({"id": "x", "moves": [], "reportDuringSearchEvery": -1}), "reportDuringSearchEvery"),
        (
            json!({"id": "x", "moves": [], "overrideSettings": {"maxTime": "long"}}),
            "overrideSettings.maxTime",
        ),
        (json!({"id": "x", "moves": [], "avoidMoves": [{"player": "B"}]}), "avoidMoves"),
        (
            json!({"id": "x", "moves": [], "whiteHandicapBonus": "M", "initialStones": []}),
            "whiteHandicapBonus",
        ),
        (json!({"id": "x", "action": "dance"}), "action"),
        (json!({"id": "x", "action": "terminate"}), "terminateId"),
    ];
    for (query, field) in cases {
        let said = ask(Kind::Go, query.clone());
        assert_eq!(said.len(), 1, "{query}: {said:?}");
        assert_eq!(said[0]["field"], field, "{query}: {said:?}");
        assert!(said[0]["error"].as_str().is_some_and(|why| !why.is_empty()), "{query}");
    }
    for line in ["{", "[]", "5", "\u{0}"] {
        let said = ask_with(&service(Kind::Go), &[line.to_owned()]);
        assert!(said.len() == 1 && said[0]["error"].is_string(), "{line}");
    }
    let said = ask(Kind::Go, json!({"id": "x", "moves": [], "maxVisits": 13}));
    assert_eq!((&said[0]["error"], &said[0]["id"]), (&json!("unlucky"), &json!("x")));
}

#[test]
fn moves_can_be_avoided_or_the_only_ones() {
    let told = |extra: Value| {
        let mut query = json!({"id": "r", "moves": [["B", "C3"]], "boardXSize": 5, "boardYSize": 5});
        query.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        ask(Kind::Go, query)
    };
    let names = |said: &Value| -> Vec<String> {
        let infos = said["moveInfos"].as_array().unwrap_or_else(|| panic!("{said}"));
        infos.iter().map(|info| info["move"].as_str().unwrap().to_owned()).collect()
    };
    let one = |moves: Value, player: &str| json!([{"player": player, "moves": moves, "untilDepth": 1}]);
    let said = told(json!({"avoidMoves": one(json!(["A5", "(1,0)"]), "W")}));
    assert_eq!(names(&said[0]), ["C5", "D5", "E5"]);
    // A restriction of the other side has no effect.
    assert_eq!(names(&told(json!({"avoidMoves": one(json!(["A5"]), "B")}))[0]), ["A5", "B5", "C5"]);
    // Illegal moves are ignored: C3 is occupied.
    assert_eq!(names(&told(json!({"allowMoves": one(json!(["E1", "C3", "pass"]), "W")}))[0]), ["E1", "pass"]);
    let deep = json!([{"player": "W", "moves": ["A5"], "untilDepth": 4}]);
    let said = told(json!({"avoidMoves": deep}));
    assert!(said[0]["warning"].is_string() && said[1]["moveInfos"].is_array(), "{said:?}");
    for wrong in [
        json!({"avoidMoves": one(json!(["Z9"]), "W")}),
        json!({"allowMoves": one(json!(["C3"]), "W")}),
        json!({"allowMoves": one(json!(["A1"]), "W"), "avoidMoves": one(json!(["A1"]), "W")}),
        json!({"avoidMoves": [{"player": "W", "moves": ["A5"]}]}),
        json!({"avoidMoves": one(json!(["A5"]), "W"), "maxVisits": 14}),
    ] {
        let said = told(wrong.clone());
        assert!(said[0]["error"].is_string(), "{wrong}: {said:?}");
    }
}

#[test]
fn fields_without_effect_give_a_warning_and_an_answer() {
    let query = json!({"id": "x", "moves": [], "colour": "red", "rootPolicyTemperature": 1.5});
    let said = ask(Kind::Go, query);
    let warned: Vec<&str> = said.iter().filter_map(|line| line["field"].as_str()).collect();
    assert_eq!(warned, ["rootPolicyTemperature", "colour"]);
    assert!(said[2]["moveInfos"].is_array());
}

#[test]
fn the_same_shape_serves_the_other_games() {
    let said = ask(Kind::Othello, json!({"id": "o", "moves": [["B", "f5"], ["W", "f6"]], "boardXSize": 8}));
    assert_eq!((&said[0]["turnNumber"], &said[0]["rootInfo"]["currentPlayer"]), (&json!(2), &json!("B")));
    let said =
        ask(Kind::Gomoku, json!({"id": "m", "moves": [["B", "h8"]], "rules": "freestyle", "boardXSize": 15}));
    assert_eq!(said[0]["moveInfos"][0]["move"], "a15");
    let wrong = ask(Kind::Othello, json!({"id": "o", "moves": [["B", "f5"], ["B", "f6"]]}));
    assert_eq!(wrong[0]["field"], "moves");
    // A game on 4x4 with a forced pass, which the list may contain or omit.
    let rules =
        Kind::Othello.rules(&heibai_games::kind::Choice { size: Some(4), ..Default::default() }).unwrap();
    let color = |position: &heibai_games::AnyPosition| {
        if position.turn() == heibai_games::Color::Black { "B" } else { "W" }
    };
    let mut random = fastrand::Rng::with_seed(1);
    let (with, without, position) = loop {
        let mut position = heibai_games::AnyPosition::start(&rules);
        let (mut with, mut without, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..10 {
            position.legal_moves(&mut legal);
            let Some(&mv) = legal.get(random.usize(..legal.len().max(1))) else { break };
            let said = json!([color(&position), position.write_move(mv)]);
            with.push(said.clone());
            if mv != Move::Pass {
                without.push(said);
            }
            position.play(mv).unwrap();
        }
        // A pass at the very end would be made before it is read.
        if with.len() > without.len()
            && with.len() == 10
            && position.outcome().is_none()
            && !position.must_pass()
        {
            break (with, without, position);
        }
    };
    for moves in [with, without] {
        let said = ask(Kind::Othello, json!({"id": "p", "moves": moves, "boardXSize": 4, "boardYSize": 4}));
        assert!(said[0].get("error").is_none(), "{said:?}");
        let hash = format!("{:016X}", position.key());
        assert_eq!(said[0]["rootInfo"]["thisHash"], hash.as_str());
    }
}

#[test]
fn a_side_may_move_twice_in_go_and_a_finished_game_has_its_result() {
    let said = ask(
        Kind::Go,
        json!({"id": "t", "moves": [["B", "C3"], ["B", "D3"]], "boardXSize": 5, "boardYSize": 5}),
    );
    assert_eq!(said[0]["rootInfo"]["currentPlayer"], "W");
    let over = json!({"id": "e", "moves": [["B", "C3"], ["W", "pass"], ["B", "pass"]], "boardXSize": 5, "komi": 0.5});
    let said = ask(Kind::Go, over);
    assert_eq!(
        (&said[0]["rootInfo"]["winrate"], &said[0]["rootInfo"]["scoreLead"]),
        (&json!(1.0), &json!(24.5))
    );
}

#[test]
fn actions_are_echoed_with_what_was_asked_for() {
    let said = ask(Kind::Go, json!({"id": "v", "action": "query_version"}));
    assert_eq!(
        said,
        [json!({"id": "v", "action": "query_version", "version": "9.9", "git_hash": "<omitted>"})]
    );
    let said = ask(Kind::Go, json!({"id": "m", "action": "query_models"}));
    assert_eq!(said[0]["models"][0]["name"], "scripted");
    let clear = json!({"id": "c", "action": "clear_cache"});
    assert_eq!(ask(Kind::Go, clear.clone()), [clear]);
}

#[test]
fn terminate_ends_what_runs_and_what_waits() {
    let endless = json!({"id": "long", "moves": [["B", "C3"], ["W", "D4"]], "analyzeTurns": [0, 1, 2], "maxVisits": 999});
    let end = json!({"id": "end", "action": "terminate", "terminateId": "long"});
    let said = ask_with(&service(Kind::Go), &[endless.to_string(), end.to_string()]);
    let last: Vec<&Value> = said.iter().filter(|line| line["id"] == "long").collect();
    assert_eq!(last.len(), 3, "each position has exactly one last word: {said:?}");
    assert!(last.iter().filter(|line| line["noResults"] == true).count() >= 2);
    assert!(said.contains(&end));
    // Only the given turns, of every query.
    let some = json!({"id": "end", "action": "terminate_all", "turnNumbers": [0]});
    let query = json!({"id": "q", "moves": [["B", "C3"]], "analyzeTurns": [0, 1], "priorities": [0, 5]});
    let blocked = json!({"id": "b", "moves": [], "maxVisits": 999, "priority": 9});
    let said = ask_with(&service(Kind::Go), &[blocked.to_string(), query.to_string(), some.to_string()]);
    let turn = |n: u64| said.iter().find(|line| line["id"] == "q" && line["turnNumber"] == n).unwrap();
    assert!(turn(1)["moveInfos"].is_array());
}

#[test]
fn many_queries_on_many_workers_each_get_one_last_word() {
    let service = Service { workers: 4, ..service(Kind::Gomoku) };
    let query =
        |n: usize| json!({"id": format!("q{n}"), "moves": [["B", "h8"]], "analyzeTurns": [0, 1]}).to_string();
    let said = ask_with(&service, &(0..200).map(query).collect::<Vec<_>>());
    let mut words: Vec<(String, u64)> = said
        .iter()
        .map(|l| (l["id"].as_str().unwrap().to_owned(), l["turnNumber"].as_u64().unwrap()))
        .collect();
    words.sort();
    words.dedup();
    assert_eq!((said.len(), words.len()), (400, 400));
}

#[test]
fn reports_during_the_search_are_marked_and_the_end_of_input_can_hurry() {
    let service = Service { hurry: true, ..service(Kind::Go) };
    let (sender, lines) = channel();
    let query = json!({"id": "r", "moves": [], "maxVisits": 999, "reportDuringSearchEvery": 0.005});
    sender.send(query.to_string()).unwrap();
    /// Ends the input when the first report has been written.
    struct Output(Vec<u8>, Option<Sender<String>>);
    impl Write for Output {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.extend(bytes);
            if self.0.contains(&b'\n') {
                self.1 = None;
            }
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut output = Output(Vec::new(), Some(sender));
    serve(&service, &lines, &mut output).unwrap();
    let text = String::from_utf8(output.0).unwrap();
    let said: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, during) = said.split_last().unwrap();
    assert_eq!(last["isDuringSearch"], false);
    assert!(!during.is_empty() && during.iter().all(|line| line["isDuringSearch"] == true));
}
