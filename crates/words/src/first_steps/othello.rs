//! Othello's first steps.

use super::{LessonWords, lessons};

pub(super) const LESSONS: &[LessonWords] = lessons! {
    "first": "Your first move", "第一手棋",
        ["You are Black. Place a {disc:disc} so that one white disc stands in a straight line between your new disc and another of yours. It {flip:flips} to black. Choose a marked square.",
         "你执黑。下一枚{disc:棋子}，和你原有的棋子在一条直线上夹住一枚白子，白子就{flip:翻转}成黑色。点一个有标记的格子。"],
        "That is the whole game: outflank and flip. A move that flips nothing is not allowed.",
        "黑白棋就是这样：夹住，翻转。一枚都翻不了的地方不能下。";
    "legal": "Where you may play", "哪里可以下",
        ["Find the four squares where Black may play: each {legal-move:legal move} flips at least one white disc. Nothing is played; just point at them.",
         "找出黑方可以下的四个格子：每个{legal-move:合法落点}至少翻转一枚白子。这里不落子，只要点出来。"],
        "Right. In the games the page marks these squares for you.",
        "对了。对局时页面会替你标出这些格子。";
    "long": "A whole row at once", "一次翻一排",
        ["All discs in between flip, however many there are, as long as there is no gap. Flip four discs with one move.",
         "夹在中间的棋子不论多少都会翻转，只要中间没有空格。一手翻转四枚棋子。"],
        "The row is yours from end to end.",
        "这一排从头到尾都是你的了。";
    "directions": "Several directions", "多个方向",
        ["One disc can outflank in several directions at once: along rows, columns and diagonals. Flip three discs in three directions.",
         "一枚棋子可以同时在几个方向夹住对方：横、竖、斜都行。找出一手，在三个方向各翻一枚。"],
        "Three lines with one disc.",
        "一手棋，三个方向一起翻。";
    "white": "White does the same", "白方也一样",
        ["Now you are White. Both sides follow the same rule. Flip two discs.",
         "现在你执白。双方规则相同。翻转两枚棋子。"],
        "Well seen. The colours take turns; Black always begins.",
        "看得准。双方轮流下，总是黑方先行。";
    "passed-over": "When you cannot move", "无棋可下时",
        ["If you can move, you must; if you cannot, you {pass:pass}. Find the move after which White has no legal move.",
         "能下就必须下；不能下就只好{pass:停一手}。找出一手，使白方没有合法落点。";
         "White was passed over: it is your turn again. Play on.",
         "白方停一手，又轮到你了。继续下。"],
        "The game ends only when neither side can move. Then the discs are counted.",
        "双方都不能下时对局才结束，然后数棋子。";
    "corner": "The corner", "角",
        ["A disc in a {corner:corner} has no square beyond it, so it can never be outflanked. Take the corner.",
         "{corner:角}上的棋子外面没有格子，永远不会被夹住。占住这个角。"],
        "This disc is {stable-disc:stable}: it stays black to the end.",
        "这是一枚{stable-disc:稳定子}，到终局都是黑色。";
    "safe": "Building from the corner", "从角上延伸",
        ["You own a {corner:corner}. Discs joined to it along the edge, without a gap, can never be flipped either. Play such a disc.",
         "你已占住一个{corner:角}。沿边与它紧紧相连、中间没有空格的棋子也永远翻不动。下一枚这样的棋子。"],
        "A {corner:corner} grows into an edge of {stable-disc:stable discs}.",
        "一个{corner:角}可以长成一整条边的{stable-disc:稳定子}。";
    "x-square": "Do not give the corner away", "不要送角",
        ["The square diagonally beside a {corner:corner} is the {x-square:X-square}. A disc there often lets the other side into the corner. Play a move after which White cannot take a corner.",
         "{corner:角}的斜邻格叫 {x-square:X 位}，下在那里常常让对方占角。下一手，使白方占不到角。"],
        "Patience: let the other side play next to the {corner:corners} first.",
        "要耐心：让对方先下到{corner:角}的旁边。";
    "mobility": "Few answers", "让对方少有棋下",
        ["Early in the game a choice of moves is worth more than discs: this is {mobility:mobility}. Find the move that leaves White at most two answers.",
         "前半盘，能下的地方多，比棋子多更要紧，这叫{mobility:行动力}。找出一手，让白方最多只有两处可下。"],
        "A player who runs out of good moves must play bad ones.",
        "好棋下完的一方，只好下坏棋。";
    "quiet": "Less is more", "少翻为好",
        ["Discs beside empty squares are the {frontier:frontier}: they are easy to flip and give the other side moves. A move that flips many makes many of them. Find the move that flips a single disc.",
         "与空格相邻的棋子是{frontier:前沿}，容易被翻回，还给对方提供落点。翻得越多，前沿往往越多。找出只翻一枚棋子的一手。"],
        "A quiet move: of all your moves it leaves White the fewest answers.",
        "这是安静的一手：在你能下的着法里，它留给白方的落点最少。";
    "last": "The last squares", "最后几格",
        ["At the end only the number of discs counts. Two squares are left; one of them wins for Black. Look one move ahead.",
         "终局只比棋子多少。还剩两格，其中一格能让黑方获胜。往前看一步。"],
        "The count decides: the player with more discs wins.",
        "数子定胜负：子多者胜。";
    "four-left": "Counting to the end", "算到终局",
        ["Four squares are left. One move wins and the others lose, with best play by White. Find it.",
         "还剩四格。白方应对得当时，只有一手能赢，其余都输。把它找出来。"],
        "You have counted to the end. The endgame drills among the problems go on from here.",
        "你已经会算到终局了。练习里的残局题从这里继续。";
    "wipe-out": "No disc left", "一子不剩",
        ["A side that has no disc left loses at once: a {wipe-out:wipe-out}. Flip all white discs.",
         "一方棋子全部消失就立刻输掉，叫{wipe-out:全灭}。把白子全部翻掉。"],
        "All black. You know the rules; now play.",
        "全黑了。规则你都会了，去下一盘吧。";
};
