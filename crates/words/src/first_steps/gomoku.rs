//! Gomoku's first steps: freestyle first, then what Renju forbids.

use super::{LessonWords, lessons};

pub(super) const LESSONS: &[LessonWords] = lessons! {
    "five": "Five in a row", "五子连珠",
        ["Black and White take turns; whoever is first to make {five:five in a row} wins. You have {open-four:four}: make five.",
         "黑白轮流落子，谁先连成{five:五连}谁赢。你已有{open-four:四子}，连成五子。"],
        "Five in a row wins, in any direction.",
        "横、竖、斜，连成五子就赢。";
    "gap": "Filling the gap", "补上空位",
        ["It need not be the end of the row. Find the point that makes five on the diagonal.",
         "不一定要下在两头。找出斜线上成五的一点。"],
        "Such a four with a gap is called a {broken-four:broken four}.",
        "这种中间空一格的四叫{broken-four:跳四}。";
    "fives": "Seeing fours", "找出成五的点",
        ["Nothing is played now. Point at every point where Black would make {five:five}.",
         "这次不落子。点出黑方所有能成{five:五连}的点。"],
        "Look for such points first, your own and the other side's, in every turn.",
        "每次落子之前先找这样的点：自己的要找，对方的也要找。";
    "block": "You must block", "必须挡",
        ["White has a {closed-four:closed four} and wins next. Stop it.",
         "白方已有{closed-four:冲四}，再下一子就赢。挡住它。"],
        "A four must be answered at once.",
        "对方的四必须马上应。";
    "win-first": "Winning comes first", "能赢先赢",
        ["White threatens five, but so do you, and it is your turn. What is best?",
         "白方就要成五，你也就要成五，而现在轮到你下。该下哪里？"],
        "Never block when you can win.",
        "自己能赢，就不必去挡。";
    "open-three": "The open three", "活三",
        ["A three with room on both sides is an {open-three:open three}: it threatens to become an {open-four:open four}. Make one.",
         "两头都没有堵住的三叫{open-three:活三}，再下一子就成{open-four:活四}。做出一个活三。"],
        "White must answer with the very next move, or make a four of its own.",
        "白方必须马上应，不然就得自己冲四。";
    "open-four": "The open four", "活四",
        ["Turn your open three into an {open-four:open four}: then there are two points that make five.",
         "把活三变成{open-four:活四}：这样就有两个成五的点。";
         "White can block one end only. Win.",
         "白方只挡得住一头。连成五子。"],
        "An open four cannot be stopped.",
        "活四挡不住。";
    "stop-three": "Stopping a three", "挡活三",
        ["White has an {open-three:open three}. If you look away, it becomes an open four. Stop that.",
         "白方有{open-three:活三}，不管它就会成活四。把它挡住。"],
        "Block a three while there is time.",
        "活三要趁早挡。";
    "stop-gap": "A three with a gap", "挡跳三",
        ["This one is harder to see: a {broken-three:broken three}. Stop White from making an open four.",
         "这种{broken-three:跳三}不容易看出来。别让白方成活四。"],
        "Stopped. Where you have the choice, the gap in the middle is often the best place.",
        "挡住了。有得选时，中间的空格往往是最好的一点。";
    "four-three": "Four and three", "四三",
        ["One move can make two threats. Find the move that makes a {closed-four:four} and an {open-three:open three} at once.",
         "一着棋可以做出两个威胁。找出同时形成{closed-four:冲四}和{open-three:活三}的那一着。";
         "White had to stop the four. Go on with the three: make an open four.",
         "白方只好去挡四。接着把活三变成活四。";
         "And win.", "下出五连。"],
        "Four and three at once: this is how most games are won.",
        "四三是最常见的取胜方法。";
    "double-four": "Two fours at once", "双四",
        ["These are still the rules of {freestyle:freestyle}. Find the move after which you win next, whatever White does.",
         "这里仍是{freestyle:自由规则}。找出这样一着：不论白方怎么应，你接着都能连成五子。";
         "White stopped one of the two. Win.",
         "白方只挡住一个。下出五连。"],
        "Two fours cannot both be blocked. In freestyle everybody may do this; in Renju Black may not, as you will see now.",
        "两个四不能同时挡住。自由规则下双方都可以这样下；连珠规则下黑方不行，接着往下看。";
    "overline": "Renju: the overline", "连珠：长连",
        ["Black moves first, which is a great advantage. In {renju:Renju} some moves are therefore {forbidden:forbidden} to Black. More than five in a row is one. Point at the forbidden point.",
         "黑方先行，优势很大。所以{renju:连珠}规则中黑方有{forbidden:禁手}。其中之一是长连，也就是超过五子相连。点出禁手点。"],
        "Six in a row: an {overline:overline}. A forbidden point is marked and refused here; between people at a board, Black loses by playing one.",
        "六子相连，就是{overline:长连}。在这里禁手点会标出，也下不进去；面对面下棋时，黑方走了禁手就判负。";
    "forbidden-fours": "Renju: double four", "连珠：四四禁手",
        ["Two fours with one move, a {double-four:double four}, are {forbidden:forbidden} to Black as well. Point at the place.",
         "一着形成两个四叫{double-four:四四}，对黑方也是{forbidden:禁手}。点出这一点。"],
        "If these were White's stones, the same move would win.",
        "如果这些是白子，下在同一点就赢了。";
    "forbidden-threes": "Renju: double three", "连珠：三三禁手",
        ["Two {open-three:open threes} with one move, a {double-three:double three}: the third {forbidden:forbidden} shape. Point at it.",
         "一着形成两个{open-three:活三}叫{double-three:三三}，是第三种{forbidden:禁手}。点出来。"],
        "Four and three together stay allowed: that is how Black wins in Renju.",
        "一个四加一个活三不是禁手：黑方在连珠中靠它取胜。";
    "five-first": "Five comes before everything", "五连优先",
        ["If a move makes exactly {five:five}, it wins, whatever else it makes. Win.",
         "恰好成{five:五连}就赢，不管同时还形成什么。下出五连。"],
        "The five counts before every forbidden shape.",
        "五连优先于一切禁手。";
    "white-six": "White is free", "白方没有禁手",
        ["Now you are White. White has no {forbidden:forbidden moves}, and more than five wins, too. Win.",
         "现在你执白。白方没有{forbidden:禁手}，长连也算赢。下出制胜的一着。"],
        "Six in a row: White wins.",
        "六子相连，白方胜。";
    "trap": "A trap", "逼禁手",
        ["White can use the rule: make a {closed-four:four} that Black could only stop on a {forbidden:forbidden} point.",
         "白方可以利用这条规则：冲一个{closed-four:四}，使黑方要挡的那一点恰好是{forbidden:禁手}。";
         "Black may not block: a stone on I10 would make six in a row, an overline. Win.",
         "黑方不能挡：挡在那里就成六子相连的长连。下出五连。"],
        "You know the rules of Renju. The problems go on from here; a first game is easier in freestyle, without forbidden moves.",
        "连珠的规则你都会了。接着可以做练习题；第一盘棋用没有禁手的自由规则更容易。";
};
