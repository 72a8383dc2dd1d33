//! Why a move is good: what it does on the board, in the words of its game.

use crate::names::all;
use crate::{Say, Text};
use heibai_games::Color;
use heibai_games::gomoku::Shape;

catalogue! {
    wins_at_once(): "It wins at once.", "立即获胜。";

    takes_corner(): "It takes a corner, which can never be flipped.", "占角，角上的棋子永远不会被翻转。";
    /// Othello: an X-square or a C-square.
    beside_corner(): "It is beside a corner: reading says it is safe here.", "靠近角位，但计算表明此处可行。";
    // Othello.
    flips(flipped: usize, theirs: u32, ours: u32):
        "It flips {flipped} and leaves the opponent {theirs} moves to our {ours}.",
        "翻转 {flipped} 子；此后对方有 {theirs} 个合法落点，己方有 {ours} 个。";
    opponent_passes(): "The opponent must pass.", "对方只能停一手。";
    makes_stable(discs: u32):
        "It makes {discs} more of our discs stable: they can never be flipped.",
        "新增 {discs} 个稳定子，不会再被翻转。";
    odd_region(size: u32):
        "Parity: an odd number of empty squares in its region ({size}), so we can play last there.",
        "奇偶性：该区域有 {size} 个空格，为奇数，己方可下最后一手。";
    even_region(size: u32):
        "Parity: an even number of empty squares in its region ({size}), so the opponent can play last there.",
        "奇偶性：该区域有 {size} 个空格，为偶数，对方可下最后一手。";

    /// What a move does.
    it_does(deed: Text): "It {deed}.", "此手可{deed}。";
    /// What the other side would do on the same point.
    otherwise(side: Color, deed: Text): "Otherwise {side} plays here and {deed}.", "否则{side}下在这里可{deed}。";
    /// What follows in the line that the engine expects.
    line_captures(stones: Text, at: &str, line: &str):
        "As the engine expects it to go on, it captures {stones} at {at}: {line}.",
        "按引擎预计的下法，可提掉 {at} 的 {stones}：{line}。";

    /// Go: a deed, after "it".
    captures(stones: Text, at: &str): "captures {stones} at {at}", "提掉 {at} 的 {stones}";
    /// Go.
    puts_in_atari(stones: Text, at: &str): "puts {stones} at {at} in atari", "打吃 {at} 的 {stones}";
    /// Go.
    saves(stones: Text, at: &str): "gets {stones} at {at} out of atari", "救出 {at} 被打吃的 {stones}";
    /// Go: stones in atari that have nowhere to run.
    catches(stones: Text, at: &str): "catches {stones} at {at}, with no way out", "吃住 {at} 的 {stones}";
    /// Go: a ladder that works.
    catches_in_ladder(stones: Text, at: &str): "catches {stones} at {at} in a ladder", "征吃 {at} 的 {stones}";
    /// Go: a ladder that worked before the move.
    breaks_ladder(stones: Text, at: &str): "saves {stones} at {at} from a ladder", "使 {at} 的 {stones}免于被征吃";
    /// Go: stones that can be caught with the next move.
    threatens_stones(stones: Text, at: &str):
        "threatens to catch {stones} at {at} by a series of ataris", "威胁以连续打吃吃掉 {at} 的 {stones}";
    /// Two points by name.
    both(one: Text, other: Text): "{one} and {other}", "{one} 与 {other}";
    /// Go.
    connects(groups: Text): "connects {groups}", "连接 {groups}";
    /// Go.
    cuts(groups: Text): "cuts {groups} apart", "切断 {groups}";
    /// Go: life and death.
    kills(stones: Text, at: &str): "kills the group at {at} ({stones})", "杀死 {at} 的棋（{stones}）";
    /// Go: life and death.
    lives(stones: Text, at: &str): "makes the group at {at} live ({stones})", "做活 {at} 的棋（{stones}）";

    /// Go.
    takes_empty_corner(): "It takes an empty corner.", "占空角。";
    /// Go.
    encloses_corner(at: &str): "It encloses the corner together with {at}.", "与 {at} 一起守角。";
    /// Go.
    approaches_corner(at: &str): "It approaches the corner of {at}.", "挂 {at} 的角。";

    /// Go: a stone far from all others on the third or fourth line.
    takes_side(): "It takes a large open side.", "占据边上的大场。";
    /// Go: the same in the middle.
    takes_centre(): "It takes the open centre.", "占据中腹要点。";
    /// Go: along the edge from a stone of one's own.
    extends_on_side(at: &str): "It extends along the side from {at}.", "从 {at} 拆边，扩张势力。";
    /// Go: low among the opponent's stones.
    invades(at: &str): "It invades beside {at}, where only the opponent has stones.", "打入 {at} 一带对方的势力范围。";
    /// Go: high among the opponent's stones.
    reduces(at: &str): "It reduces the opponent's area around {at} from above.", "从上方浅消 {at} 一带对方的势力。";
    /// Go: on the first or second line where both sides meet.
    settles_edge(ours: &str, theirs: &str):
        "It settles the border between {ours} and {theirs} at the edge.", "定下 {ours} 与 {theirs} 之间边上的界线。";
    /// Go: a chain that had few liberties.
    gains_liberties(stones: Text, at: &str, before: usize, after: usize):
        "It gives {stones} at {at} {after} liberties instead of {before}.",
        "使 {at} 的 {stones}由 {before} 口气长到 {after} 口气。";
    /// Go: the opponent's stones can be put in atari next.
    leaves_two_liberties(stones: Text, at: &str):
        "It leaves {stones} at {at} two liberties.",
        "紧气，{at} 的 {stones}只剩 2 口气。";
    /// Go: beside a stone of one's own and one of the opponent's.
    stands_firm(ours: &str, theirs: &str): "It strengthens {ours} against {theirs}.", "贴住 {theirs}，巩固 {ours}。";
    /// Go: beside a stone of one's own.
    extends(at: &str): "It extends from {at}.", "从 {at} 长。";
    /// Go: hane.
    bends_around(at: &str): "It bends around {at}.", "扳，压住 {at} 的去路。";
    /// Go: beside a stone of the opponent's.
    attaches(at: &str): "It attaches to {at}.", "靠，贴上 {at}。";
    /// Go: kosumi.
    diagonal_move(at: &str): "It moves diagonally from {at}.", "尖，与 {at} 斜向相连。";
    /// Go: a one-point jump.
    jumps(at: &str): "It jumps from {at}.", "从 {at} 跳，隔一路呼应。";
    /// Go.
    knights_move(at: &str): "It makes a knight's move from {at}.", "从 {at} 飞，与之呼应。";
    /// Go: near a stone of the opponent's.
    comes_near(at: &str): "It comes close to {at}.", "逼近 {at}。";
    /// Go: a pass.
    nothing_left(): "No stone gains anything any more, as far as the search can see.", "搜索认为再落子已无所得。";

    /// Gomoku: a shape with its article.
    a_five(): "a five", "五连";
    // Gomoku.
    an_open_four(): "an open four", "活四";
    a_closed_four(): "a closed four", "冲四";

    /// Gomoku: a four with a gap.
    a_broken_four(): "a broken four", "跳四";
    // Gomoku.
    an_open_three(): "an open three", "活三";
    a_closed_three(): "a closed three", "眠三";

    /// Gomoku: an open three with a gap.
    a_broken_three(): "a broken three", "跳三";
    // Gomoku.
    an_open_two(): "an open two", "活二";
    a_closed_two(): "a closed two", "眠二";
    makes(shapes: Text): "It makes {shapes}.", "形成{shapes}。";
    keeps_from(shapes: Text): "It keeps the opponent from {shapes}.", "阻止对方形成{shapes}。";
}

/// A shape with its English article, as it stands inside a sentence.
fn with_article(shape: Shape) -> Text {
    match shape {
        Shape::Five => a_five(),
        Shape::OpenFour => an_open_four(),
        Shape::ClosedFour => a_closed_four(),
        Shape::BrokenFour => a_broken_four(),
        Shape::OpenThree => an_open_three(),
        Shape::ClosedThree => a_closed_three(),
        Shape::BrokenThree => a_broken_three(),
        Shape::OpenTwo => an_open_two(),
        Shape::ClosedTwo => a_closed_two(),
    }
}

/// What players call a shape.
impl Say for Shape {
    fn text(&self) -> Text {
        let Text { zh, en } = with_article(*self);
        let en = en.split_once(' ').map_or(en.as_str(), |(_, name)| name).to_owned();
        Text { zh, en }
    }
}

/// Several shapes at once, each with its article.
pub fn shapes(shapes: impl IntoIterator<Item = Shape>) -> Option<Text> {
    all(shapes.into_iter().map(with_article))
}
