//! Why a move is good: what it does on the board, in the words of its game.

use crate::names::{all, count_stones};
use crate::{Say, Text};
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

    // Go.
    captures(stones: Text): "It captures {stones}.", "提掉 {stones}。";
    puts_in_atari(stones: Text): "It puts {stones} in atari.", "打吃 {stones}。";
    saves(stones: Text): "It gets {stones} out of atari.", "救出被打吃的 {stones}。";

    catches_in_ladder(stones: Text): "It catches {stones} in a ladder.", "征吃 {stones}。";
    /// Go: a ladder that worked before the move.
    breaks_ladder(stones: Text): "It saves {stones} from a ladder.", "使 {stones}不再被征吃。";
    // Go.
    connects(groups: usize): "It connects {groups} groups.", "连接 {groups} 个棋块。";
    cuts(groups: usize): "It cuts {groups} groups of the opponent apart.", "切断对方 {groups} 个棋块。";
    takes_empty_corner(): "It takes an empty corner.", "占空角。";
    encloses_corner(): "It encloses the corner.", "守角。";
    approaches_corner(): "It approaches the opponent's corner.", "挂角。";

    /// Go: a stone far from all others on the third or fourth line.
    takes_side(): "It takes a large open side.", "占据边上的大场。";
    /// Go: the same in the middle.
    takes_centre(): "It takes the open centre.", "占据中腹要点。";
    /// Go: along the edge from a stone of one's own.
    extends_on_side(): "It extends along the side.", "拆边，扩张己方势力。";
    /// Go: low among the opponent's stones.
    invades(): "It invades where the opponent is strong.", "打入对方势力范围。";
    /// Go: high among the opponent's stones.
    reduces(): "It reduces the opponent's area from above.", "浅消对方势力。";
    /// Go: on the first or second line where both sides meet.
    settles_edge(): "It settles the edge, where both sides meet.", "在双方交界处定下边上的形状。";
    /// Go: a chain that had few liberties.
    gains_liberties(stones: Text, before: usize, after: usize):
        "It gives {stones} {after} liberties instead of {before}.",
        "使 {stones}的气由 {before} 口增至 {after} 口。";
    /// Go: the opponent's stones can be put in atari next.
    leaves_two_liberties(stones: Text):
        "It leaves {stones} of the opponent two liberties.",
        "紧气，对方 {stones}只剩 2 口气。";
    /// Go: beside a stone of one's own and one of the opponent's.
    stands_firm(): "It strengthens its own stone against the opponent's.", "贴住对方，巩固己方棋子。";
    /// Go: beside a stone of one's own.
    extends(): "It extends from its own stone.", "长，从己方棋子向外延伸。";
    bends_around(): "It bends around the opponent's stone.", "扳，压住对方棋子的去路。";
    /// Go: beside a stone of the opponent's.
    attaches(): "It attaches to the opponent's stone.", "靠，贴上对方棋子。";
    diagonal_move(): "It moves diagonally from its own stone.", "尖，与己方棋子斜向相连。";
    jumps(): "It jumps from its own stone.", "跳，与己方棋子隔一路呼应。";
    knights_move(): "It makes a knight's move from its own stone.", "飞，与己方棋子呼应。";
    /// Go: near a stone of the opponent's.
    comes_near(): "It comes close to the opponent's stone.", "逼近对方棋子。";
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

/// What a Go move does to stones: one sentence for each number that is not zero.
pub fn stones(captured: usize, attacked: usize, saved: usize) -> Vec<Text> {
    let said =
        |number: usize, sentence: fn(Text) -> Text| (number > 0).then(|| sentence(count_stones(number)));
    [said(captured, captures), said(attacked, puts_in_atari), said(saved, saves)]
        .into_iter()
        .flatten()
        .collect()
}
