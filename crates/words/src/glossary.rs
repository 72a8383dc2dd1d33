//! The words of the three games, with what they mean. Pages and help link here, so that a term means the same
//! everywhere; the first names are those that every sentence uses.

use crate::{Language, Sentence};
use heibai_games::Kind;

/// What a term belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// All three games.
    Every,
    /// One game.
    Game(Kind),
    /// Engines and matches.
    Engines,
}

impl Topic {
    /// A name for links: that of the game, `every` or `engines`.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Every => "every",
            Topic::Game(kind) => kind.name(),
            Topic::Engines => "engines",
        }
    }
}

/// A term and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// A name for links, such as `stable-disc`.
    pub id: &'static str,
    /// What it belongs to.
    pub topic: Topic,
    /// What the game's players call it in English, and any other names.
    pub en: &'static [&'static str],
    /// The same in Chinese: the first is used everywhere, the others are known from books and documents.
    pub zh: &'static [&'static str],
    /// What it means, in English.
    pub about_en: &'static str,
    /// What it means, in Chinese.
    pub about_zh: &'static str,
}

impl Term {
    /// The name that is used everywhere.
    pub fn name(&self, language: Language) -> &'static str {
        self.names(language)[0]
    }

    /// All names, the one that is used everywhere first.
    pub fn names(&self, language: Language) -> &'static [&'static str] {
        match language {
            Language::Chinese => self.zh,
            Language::English => self.en,
        }
    }

    /// What it means.
    pub fn about(&self, language: Language) -> &'static str {
        match language {
            Language::Chinese => self.about_zh,
            Language::English => self.about_en,
        }
    }
}

/// The term with this id.
///
/// ```
/// use heibai_words::{Language, glossary};
/// let komi = glossary::find("komi").unwrap();
/// assert_eq!(komi.name(Language::English), "komi");
/// assert!(glossary::find("castling").is_none());
/// ```
pub fn find(id: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.id == id)
}

/// The glossary as sentences, for those who read the whole catalogue.
pub(crate) fn sentences() -> impl Iterator<Item = Sentence> {
    TERMS.iter().flat_map(|term| {
        [
            Sentence { name: term.id, en: term.en[0], zh: term.zh[0] },
            Sentence { name: term.id, en: term.about_en, zh: term.about_zh },
        ]
    })
}

macro_rules! terms {
    ($(in $topic:expr; $($id:literal: [$($en:literal),+], [$($zh:literal),+], $about_en:literal, $about_zh:literal;)*)*) => {
        &[$($(Term {
            id: $id, topic: $topic, en: &[$($en),+], zh: &[$($zh),+], about_en: $about_en, about_zh: $about_zh,
        },)*)*]
    };
}

/// All terms: first those of every game, then Othello's, Go's and Gomoku's; those of engines and matches come last.
pub const TERMS: &[Term] = terms! {
    in Topic::Every;
    "pass": ["pass"], ["停一手", "虚手", "跳过", "让过"],
        "To give up one's turn without a stone. In Othello a side without a legal move passes; in Go two passes end the game.",
        "轮到自己时不落子。黑白棋中无合法落点的一方停一手；围棋中双方接连停一手即终局。";
    "legal-move": ["legal move"], ["合法落点", "合法着法"],
        "A point where the rules allow the side to move to play.",
        "按规则此时可以落子的点。";
    "disc": ["disc", "stone"], ["棋子", "子"],
        "What is placed on the board. A disc of Othello has two sides and can be flipped; a stone of Go or Gomoku is \
         never moved.",
        "落在棋盘上的子。黑白棋的棋子一面黑一面白，可以翻转；围棋和五子棋的棋子落下后不再移动。";
    "undo": ["undo", "take back"], ["悔棋"],
        "To take the last move back.", "收回最后一手。";
    "redo": ["redo"], ["重做"],
        "To play again what was taken back.", "把悔掉的一手重新下出。";
    "resign": ["resign"], ["认输"],
        "To give the game up as lost.", "主动认负，对局结束。";
    "timeout": ["timeout"], ["超时"],
        "The clock ran out: the game is lost.", "用时耗尽，判负。";
    "byo-yomi": ["byo-yomi"], ["读秒"],
        "After the main time each move has a period of its own; a period is lost only when it is used up.",
        "基本用时用完后，每手另有一段时间；用满才扣除一次。";
    "draw": ["draw"], ["平局", "和棋"],
        "Neither side wins.", "双方不分胜负。";
    "level": ["level"], ["级别", "难度"],
        "A player of a fixed strength: Beginner, Normal, Hard, Hell, Best. Beside them stand twelve opponents with names, \
         from Dot the chick to Ink the dragon.",
        "固定强度的棋手：新手、普通、困难、地狱、最强。此外还有十二个有名字的对手，从小鸡点点到墨龙，由弱到强。";
    "win-rate": ["chance to win", "win rate"], ["胜率"],
        "How likely a side is to win, as the engine sees it. What a bad move costs is counted in it.",
        "引擎估计的一方获胜的可能。一手坏棋的损失就用它来衡量。";
    "inaccuracy": ["inaccuracy"], ["小失误"],
        "A move that gives away a little of the chance to win.",
        "胜率略有下降的一手。";
    "mistake": ["mistake"], ["失误"],
        "A move that makes the expected result clearly worse.",
        "使预期结果明显变差的一手。";
    "blunder": ["blunder"], ["大失误"],
        "A move that gives away much of the chance to win at once.",
        "使胜率一下子大幅下降的一手。";

    in Topic::Game(Kind::Othello);
    "flip": ["flip"], ["翻转"],
        "To turn outflanked discs to one's own colour.", "把夹住的对方棋子变为己方颜色。";
    "mobility": ["mobility"], ["行动力", "机动性"],
        "The number of legal moves of a side.", "一方合法落点的数量。";
    "stable-disc": ["stable disc"], ["稳定子"],
        "A disc that can never be flipped again.", "不会再被翻转的棋子。";
    "frontier": ["frontier"], ["前沿"],
        "Discs next to an empty square.", "与空格相邻的棋子。";
    "parity": ["parity"], ["奇偶性"],
        "Whether a region has an odd number of empty squares: the side that plays first into it then also plays last there.",
        "空格区域为奇数时，先下的一方也下最后一手。";
    "corner": ["corner"], ["角"],
        "One of the four corner squares; a disc there is stable.", "棋盘四角；角上的棋子是稳定子。";
    "x-square": ["X-square"], ["X 位", "X 位置"],
        "The square diagonally beside a corner.", "角的斜邻格。";
    "c-square": ["C-square"], ["C 位", "C 位置"],
        "A square beside a corner on the edge.", "边上与角相邻的格。";
    "wipe-out": ["wipe-out"], ["全灭", "全歼"],
        "One side has no disc left: the game is over.", "一方棋子全部消失，对局结束。";
    "empties-to-winner": ["empty squares to the winner"], ["空格归胜方"],
        "Empty squares at the end are added to the winner's discs.", "终局的空格计入胜方。";

    in Topic::Game(Kind::Go);
    "liberty": ["liberty"], ["气"],
        "An empty point next to a group.", "与棋块相邻的空点。";
    "group": ["group", "chain"], ["棋块", "棋串"],
        "Connected stones of one colour, which live or are captured together.",
        "同色相连、同生共死的棋子。";
    "neutral-point": ["neutral point", "dame"], ["单官"],
        "An empty point between both sides that belongs to neither. Both fill such points in turn before the end; those \
         that are left at the count are split.",
        "夹在双方之间、不归任何一方的空点。终局前双方轮流填上；数子时还空着的，双方平分。";
    "atari": ["atari"], ["打吃"],
        "To leave a group one liberty, so that it can be captured next; the group is then in atari.",
        "使对方的棋块只剩一口气，下一手就能提掉它。";
    "capture": ["capture"], ["提子"],
        "To take stones without liberties off the board.", "把没有气的棋子拿下棋盘。";
    "ladder": ["ladder"], ["征", "征吃", "征子"],
        "A chase in which the runner is in atari after every step until the edge stops it.",
        "一路打吃追赶，对方每逃一步又被打吃，直到棋盘边上被提掉。";
    "connect": ["connect"], ["连接", "连回"],
        "To join stones of one colour into one group.", "把同色的棋子连成一个棋块。";
    "cut": ["cut"], ["切断"],
        "To keep the other side's stones from being joined.", "使对方的棋子连不到一起。";
    "extend": ["extend"], ["长"],
        "To place a stone beside one's own stone, so that the group grows and gains liberties.",
        "紧挨着自己的棋子再下一子，使棋块变长、增加气。";
    "urgent-point": ["urgent point"], ["急所"],
        "A point that both sides need now, because a group's life or shape depends on it; it comes before large points.",
        "双方此刻都必须抢占的一点，关系到棋块的死活或棋形，比大场更要紧。";
    "suicide": ["suicide"], ["自杀", "禁入点"],
        "A move that leaves its own group without a liberty; it is not allowed.",
        "落子后己方棋块无气，规则禁止。";
    "superko": ["superko"], ["全局同形再现"],
        "No move may recreate an earlier board.", "任何一手不得使棋盘重复以前的局面。";
    "ko": ["ko"], ["劫"],
        "A shape in which both sides could capture one stone back and forth for ever. Retaking at once is not allowed: \
         one must first play elsewhere.",
        "双方可以无休止地互提一子的形状。被提的一方不能马上提回，要先在别处下一手。";
    "ko-threat": ["ko threat"], ["劫材"],
        "A move elsewhere that the other side must answer; after the answer the ko may be retaken.",
        "在别处逼对方应的一手；对方应过之后，就可以把劫提回来。";
    "life-and-death": ["life and death"], ["死活"],
        "Whether a group can be captured or makes two eyes.", "一块棋是会被吃掉，还是能做出两只眼。";
    "alive": ["alive", "live", "living"], ["活棋", "做活"],
        "A group that has two eyes, or is sure to get them: it can never be captured.",
        "有两只眼、或一定做得出两只眼的棋块，永远不会被提。";
    "kill": ["kill"], ["杀死", "杀棋"],
        "To keep a group from making two eyes, so that it cannot avoid capture.",
        "使对方的棋块做不出两只眼，终究逃不掉被提。";
    "capturing-race": ["capturing race"], ["对杀"],
        "Two groups without two eyes, each of which can only live by capturing the other first: liberties decide.",
        "两块都没有两只眼的棋，谁先吃掉对方谁活：比的是气。";
    "seki": ["seki"], ["双活"],
        "Groups without two eyes that neither side can attack first.", "双方都不能先动手的共活棋块。";
    "eye": ["eye"], ["眼"],
        "An empty point surrounded by one group; two make it live.", "被己方棋块围住的空点；两只眼即活。";
    "dead-stones": ["dead stones"], ["死子"],
        "Stones that cannot avoid capture; they are taken off before the count.", "无法避免被提的棋子，数子前拿掉。";
    "area-scoring": ["area scoring"], ["数子", "数子法"],
        "Stones on the board and the points they surround are counted.", "数盘上的棋子和它们围住的空点，合起来就是地。";
    "komi": ["komi"], ["贴子", "贴目"],
        "What White gets for moving second: 3¾ stones in Chinese counting are 7.5 points.",
        "白方后行的补偿：贴 3¾ 子即贴 7.5 目。";
    "point": ["point"], ["目"],
        "The unit of the count: one crossing. A margin of one stone in Chinese counting is two points.",
        "计算胜负的单位，一个交叉点是一目。数子时说的胜一子就是胜两目。";
    "sente": ["sente"], ["先手"],
        "A move that must be answered, so that one has the next move as well.", "对方不得不应的一手，应过之后仍轮到自己下。";
    "gote": ["gote"], ["后手"],
        "A move that need not be answered: the other side has the next move elsewhere.",
        "对方不必应的一手，接下来由对方在别处先下。";
    "false-eye": ["false eye"], ["假眼"],
        "A point that looks like an eye, but must be filled once the stones around it are in atari.",
        "看上去像眼，但围它的棋子会被打吃，最后不得不自己填上的空点。";
    "endgame-move": ["endgame move", "yose"], ["官子"],
        "A move late in the game that settles a border and gains a few points.", "终局前划定双方边界、得到几目的着法。";
    "large-point": ["large point"], ["大场"],
        "A place where much is still open, so that a move gains a lot.", "还很空旷、下一手所得很大的地方。";
    "one-point-jump": ["one-point jump"], ["跳"],
        "A stone on the same line as one's own, with one empty point between.", "与自己的棋子在同一条线上，中间隔一路再下一子。";
    "handicap": ["handicap"], ["让子"],
        "Stones that Black has on the board before White's first move.", "白方第一手之前黑方已摆好的棋子。";
    "ownership": ["ownership"], ["地域归属"],
        "To whom each point will belong in the end.", "各点最终归谁所有。";

    in Topic::Game(Kind::Gomoku);
    "five": ["five in a row"], ["五连"],
        "Five connected stones in a line; it wins.", "五子连成一线，获胜。";
    "open-four": ["open four", "straight four"], ["活四"],
        "A four that can become five at both ends.", "两端都能成五的四。";
    "closed-four": ["closed four", "four"], ["冲四"],
        "A four that can become five in one way only.", "只有一个点能成五的四。";
    "open-three": ["open three", "three"], ["活三"],
        "A three that can become an open four.", "再下一手可成活四的三。";
    "closed-three": ["closed three"], ["眠三"],
        "A three that can become a closed four only.", "再下一手只能成冲四的三。";
    "broken-four": ["broken four"], ["跳四", "破四"],
        "A four with a gap that makes five when it is filled.", "中间空一格、补上即成五的四。";
    "broken-three": ["broken three"], ["跳三", "破三"],
        "An open three with a gap.", "中间空一格的活三。";
    "forbidden": ["forbidden move", "forbidden"], ["禁手"],
        "Renju: Black may not make a double three, a double four or an overline. The page refuses such a move.",
        "连珠中黑方不得下三三、四四、长连；页面不接受这样的一手。";
    "freestyle": ["freestyle"], ["自由规则"],
        "Gomoku without forbidden moves: whoever first has five or more in a row wins.",
        "没有禁手的五子棋：双方先连成五子或更多者胜。";
    "renju": ["Renju"], ["连珠"],
        "Gomoku with forbidden moves for Black, who moves first: overline, double four and double three. White may play all of \
         them, and wins with more than five, too.",
        "先行的黑方有禁手（长连、四四、三三）的五子棋。白方没有禁手，超过五子也算赢。";
    "overline": ["overline"], ["长连"],
        "More than five stones in a row. In Renju it is forbidden to Black and wins for White; in freestyle it wins for both.",
        "超过五子相连。连珠中黑方是禁手，白方算赢；自由规则下双方都算赢。";
    "double-four": ["double four", "4-4"], ["四四", "双四"],
        "One move that makes two fours. In Renju it is forbidden to Black.",
        "一手同时形成两个四。连珠中黑方是禁手。";
    "double-three": ["double three", "3-3"], ["三三", "双三"],
        "One move that makes two open threes. In Renju it is forbidden to Black.",
        "一手同时形成两个活三。连珠中黑方是禁手。";
    "vcf": ["VCF", "victory by continuous fours", "win by fours"], ["VCF", "连续冲四"],
        "A win in which every attacking move is a four.", "每一手都冲四的连续进攻取胜。";
    "vct": ["VCT", "victory by continuous threats"], ["VCT", "连续活三冲四"],
        "A win in which every attacking move is a three or a four.", "每一手都是活三或冲四的连续进攻取胜。";
    "swap2": ["swap2"], ["Swap2 交换"],
        "One side places three stones; the other takes a colour or places two more and leaves the choice.",
        "一方摆三子，另一方选择颜色，或再摆两子后由对方选择。";

    in Topic::Engines;
    "elo": ["Elo"], ["Elo 等级分"],
        "A scale of strength on which 200 points more win about three games of four.",
        "衡量棋力的分数：高 200 分约四局胜三局。";
    "sprt": ["sequential test"], ["序贯检验"],
        "A match that stops as soon as the result is significant.",
        "结果一有定论就停止的比赛。";
    "principal-variation": ["best line", "principal variation"], ["最佳变化", "主要变化"],
        "The best play for both sides as the search sees it.",
        "搜索认为双方各走最佳着法的变化。";
    "alpha-beta": ["alpha-beta pruning", "alpha-beta"], ["Alpha-Beta 剪枝"],
        "A search that leaves out what cannot change the result.",
        "省去不影响结果的分支的搜索方法。";
    "minimax": ["minimax"], ["极小化极大"],
        "A search that looks at every line to some depth: one side takes the largest value, the other the smallest.",
        "把一定深度内的变化全部看完的搜索：一方取最大值，另一方取最小值。";
    "mcts": ["Monte Carlo tree search", "MCTS"], ["蒙特卡洛树搜索", "MCTS"],
        "A search that tries moves in many playouts, and the promising ones more often.",
        "靠大量模拟对局选着法的搜索：看好的着法试得更多。";
    "playout": ["playout", "simulation"], ["模拟对局"],
        "A game played on from a position to its end, to see how it comes out.",
        "从一个局面一直下到终局，看结果如何。";
    "evaluation": ["evaluation"], ["评价函数"],
        "A number for a position without looking ahead: how good it is for one side.",
        "不往前看，给局面打一个分：对一方有多好。";
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_there_once() {
        for (number, term) in TERMS.iter().enumerate() {
            assert_eq!(TERMS.iter().position(|other| other.id == term.id), Some(number), "{}", term.id);
            assert_eq!(find(term.id), Some(term));
        }
    }

    #[test]
    fn a_pass_has_one_name_and_the_documents_name_beside_it() {
        let pass = find("pass").unwrap();
        assert_eq!(pass.name(Language::Chinese), "停一手");
        assert!(pass.zh.contains(&"虚手"));
    }
}
