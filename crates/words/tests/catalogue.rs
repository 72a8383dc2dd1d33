//! Promises about the whole catalogue: both languages, no English in the Chinese, one word for one thing.

use heibai_games::gomoku::Forbidden;
use heibai_games::gomoku::opening::OutOfOrder;
use heibai_games::kind::{BadRules, Foreign, UnknownGame};
use heibai_games::matches::Refused;
use heibai_games::{Illegal, Impossible, Kind, Point};
use heibai_words::{Say, everything};

/// Latin words that Chinese players and programmers use as they are: names, formats, units, what is typed.
const NAMES: &str = "
    Node wasm heibai Elo RenLib RenjuNet SGF GGF OBF PSQ WTHOR JSON XOT FFO GTP Gomocup NBoard KataGo Ray Python
    VCF VCT Alpha Beta Swap X C O H b w s solve
    cargo xtask python pip install ray HEIBAI_PYTHON HEIBAI PYTHON help seconds together obf accuracy bench
    AGA Tromp Taylor NUL visits GM SZ KM BO BOARD RESTART UNKNOWN ERROR END ping Othello Piskvorky TOML UTF PATH
    m s move x o a d game othello go gomoku zh en black white more offer RIF color bits point name re key value yes no api meta
    GTP H POINT FILE gtp gomocup nboard DIR CPU FFO pass undo redo resign hint why dead alive agree resume save quit u r h p q
    sgf json ggf psq txt renju patterns threads size data out to openings levels sprt prove compliance
    anchor chick dragon beginner normal hard hell best random minimax alphabeta mcts learned depth eval playouts visits file
    proofs player play COMMAND http https postgres sqlite
";

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// A sentence without its parts in braces.
fn fixed(sentence: &str) -> String {
    let mut depth = 0;
    sentence.chars().fold(String::new(), |mut text, c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => text.push(c),
            _ => {}
        }
        text
    })
}

fn parts(sentence: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = sentence
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split('}').next())
        .map(|part| part.split(':').next().unwrap_or(part))
        .collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

#[test]
fn no_english_stands_in_a_chinese_sentence() {
    let known: Vec<&str> = NAMES.split_whitespace().collect();
    let mut unknown = Vec::new();
    for sentence in everything() {
        let text = fixed(sentence.zh);
        let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        unknown.extend(
            words.filter(|word| !known.contains(word)).map(|word| format!("{word}: {}", sentence.zh)),
        );
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}

#[test]
fn every_sentence_has_its_twin() {
    // The same margin is told in points and in stones, a number that English writes in words has no part.
    let two_units = [
        "points",
        "komi",
        "level_line",
        "chance_and_points",
        "costs_points",
        "gives_area",
        "komi_both",
        "more_than_half",
    ];
    // Chinese has a word where English has a sign.
    let without_words = ["units", "chance", "move_number", "rung_tally"];
    for sentence in everything() {
        assert!(!sentence.en.chars().any(is_chinese), "{}: {}", sentence.name, sentence.en);
        // English hands on the words of another program; Chinese has a sentence of its own for them.
        if sentence.en == "{why}" {
            assert!(sentence.zh.chars().any(is_chinese), "{}: {}", sentence.name, sentence.zh);
            continue;
        }
        let words = fixed(sentence.en).chars().any(char::is_alphabetic);
        let names = fixed(sentence.zh).chars().any(char::is_alphabetic);
        let function = sentence.name.rsplit("::").next().unwrap_or_default();
        if !without_words.contains(&function) {
            assert_eq!(words, names, "{}: {} | {}", sentence.name, sentence.en, sentence.zh);
        }
        if !two_units.contains(&function) {
            assert_eq!(parts(sentence.en), parts(sentence.zh), "{}", sentence.name);
        }
    }
}

#[test]
fn chinese_punctuation_has_no_spaces_around_it() {
    for sentence in everything() {
        for mark in "，。：；！？（）“”、…".chars() {
            for stray in [format!(" {mark}"), format!("{mark} ")] {
                assert!(!sentence.zh.contains(&stray), "{}: {}", sentence.name, sentence.zh);
            }
        }
        let characters: Vec<char> = fixed(sentence.zh).chars().collect();
        let foreign = characters.windows(2).find(|two| is_chinese(two[0]) && ",;:?!".contains(two[1]));
        assert_eq!(foreign, None, "{}: {}", sentence.name, sentence.zh);
    }
}

/// The help quotes names, options and examples; three Latin words in a row would be a sentence.
#[test]
fn no_english_stands_in_the_chinese_help() {
    for (key, text) in heibai_words::help::CHINESE {
        assert!(text.chars().any(is_chinese), "{key}: {text}");
        let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        let words: Vec<&str> = text.split(' ').collect();
        assert!(!words.windows(3).any(|three| three.iter().all(is_word)), "{key}: {text}");
    }
}

/// Words that were in use beside the ones of the glossary.
#[test]
fn one_thing_has_one_name() {
    let old = [
        "点目",
        "棋串",
        "跳过",
        "虚手",
        "停着",
        "全歼",
        "中立点",
        "公气",
        "可以恢复",
        "做四",
        "领地归属",
        "无合法落子",
        "无处可下",
        "机机",
        "贝塔",
        "阿尔法",
    ];
    for sentence in everything() {
        for word in old {
            assert!(!sentence.zh.contains(word), "{}: {word} in {}", sentence.name, sentence.zh);
        }
    }
}

/// The words that players of each game use for these things, each somewhere in the catalogue.
#[test]
fn players_find_their_own_words() {
    let wanted = [
        "停一手",
        "数子",
        "棋块",
        "全灭",
        "单官",
        "无合法落点",
        "重做",
        "净胜",
        "普通",
        "冲四",
        "地域归属",
        "评分",
        "落子间隔",
        "实测棋力",
        "Alpha-Beta 剪枝",
        "已杀，解题成功",
        "最好也要负",
    ];
    for word in wanted {
        assert!(everything().any(|sentence| sentence.zh.contains(word)), "{word} is nowhere");
    }
    let pass = heibai_words::glossary::find("pass").expect("a term");
    assert_eq!(pass.zh[..2], ["停一手", "虚手"]);
}

/// What the referee writes into a log is what `words` says in English.
#[test]
fn the_referee_and_the_catalogue_say_the_same() {
    fn same(one: impl Say + std::fmt::Display) {
        assert_eq!(one.text().en, one.to_string());
    }
    fn all_same<T: Say + std::fmt::Display>(all: impl IntoIterator<Item = T>) {
        all.into_iter().for_each(same);
    }
    let forbidden = [Forbidden::DoubleThree, Forbidden::DoubleFour, Forbidden::Overline];
    all_same(forbidden.map(Illegal::Forbidden));
    all_same([Illegal::OffBoard, Illegal::Occupied, Illegal::FlipsNothing, Illegal::CannotPass]);
    all_same([Illegal::Suicide, Illegal::Repetition { of_move: 3 }, Illegal::GameOver]);
    all_same([
        Refused::GameOver,
        Refused::NothingToUndo,
        Refused::NothingToRedo,
        Refused::NotCounting,
        Refused::NoStone,
    ]);
    all_same([
        OutOfOrder::NoSuchChoice,
        OutOfOrder::ChooseFirst,
        OutOfOrder::PlaceFirst,
        OutOfOrder::Settled,
    ]);
    all_same([Illegal::ChooseFirst, Illegal::OfferedAlready, Illegal::NotOffered]);
    all_same([Illegal::OutsideCentre { side: 1 }, Illegal::OutsideCentre { side: 7 }]);
    let at = Point(7);
    let impossible = [
        Impossible::Size(3),
        Impossible::RenjuSize(9),
        Impossible::OffBoard(at),
        Impossible::Twice(at),
        Impossible::NoLiberty { point: at, size: 9 },
        Impossible::Handicap { handicap: 12, size: 9, most: 9 },
        Impossible::BothHaveFive,
        Impossible::RenjuOpening,
    ];
    all_same(impossible.clone());
    all_same(impossible.map(BadRules::Impossible));
    same(BadRules::Unknown { name: "x".to_owned(), known: &["renju", "standard"] });
    same(BadRules::Foreign { what: Foreign::Komi, kind: Kind::Othello });
    same(BadRules::Foreign { what: Foreign::Handicap, kind: Kind::Gomoku });
    same(BadRules::Komi(0.3));
    same(BadRules::KomiInStones(3.75));
    same(UnknownGame("chess".to_owned()));
    same("5".parse::<heibai_games::TimeControl>().unwrap_err());
    same(heibai_games::Notation::Go.read("I5", 19).unwrap_err());
    same(heibai_games::Notation::Go.read("Z5", 19).unwrap_err());
    for kind in Kind::ALL {
        assert_eq!(kind.text().en.to_lowercase(), kind.name());
    }
}
