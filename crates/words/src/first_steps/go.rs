//! Go's first steps.

use super::{LessonWords, lessons};

pub(super) const LESSONS: &[LessonWords] = lessons! {
    "place": "A stone on a crossing", "下在交叉点上",
        ["Black begins. Stones are placed on the crossings of the lines, also at the edge and in the corners, and are never moved. Place one anywhere.",
         "黑方先行。棋子下在线的交叉点上，边上和角上也可以，落下后不再移动。随便下一子。"],
        "The aim is to surround more of the board than the other side.",
        "围棋的目标，是比对方围住更多的地方。";
    "liberties": "Liberties", "气",
        ["The empty points next to a stone along the lines are its {liberty:liberties}. Point at the four liberties of this stone.",
         "棋子沿线紧邻的空点是它的{liberty:气}。点出这枚棋子的四口气。"],
        "Diagonal points are no liberties: only the lines count.",
        "斜着的点不是气，只有沿线的才算。";
    "edge": "A group shares its liberties", "棋块共用气",
        ["Stones of one colour joined along the lines are one {group:group}. Point at all liberties of this group. In the corner there are few.",
         "沿线相连的同色棋子是一个{group:棋块}。点出这块棋的所有气。角上的气很少。"],
        "A group lives or is captured as a whole.",
        "一块棋同生共死。";
    "capture": "Capturing", "提子",
        ["The white stone has one liberty left. Take it: a stone without liberties is {capture:captured} and comes off the board.",
         "白子只剩一口气。下在那里：没有气的棋子要被{capture:提掉}，从棋盘上拿走。"],
        "Captured.", "提掉了。";
    "capture-two": "Capturing a group", "提掉一块棋",
        ["Two white stones share one last {liberty:liberty}. Capture both with one move.",
         "两枚白子共用最后一口{liberty:气}。一手把它们都提掉。"],
        "However large a group is: without liberties it goes.",
        "棋块再大，没有气也要拿走。";
    "atari": "Atari", "打吃",
        ["A move that leaves a group one liberty is {atari:atari}: the group can be captured next. Put the white stone in atari.",
         "下一手使对方的棋只剩一口气，叫{atari:打吃}：再下一手就能提掉。打吃这枚白子。"],
        "If White does nothing, you capture it.",
        "白方若不理，你下一手就能提掉它。";
    "escape": "Running away", "逃出",
        ["Now your stone is in {atari:atari}. Save it: {extend:extend}, so that your group has three liberties.",
         "现在你的棋子被{atari:打吃}了。向外{extend:长}，让它有三口气。"],
        "Out of danger. Look for your own stones in atari before every move.",
        "脱险了。每下一手之前，先看看自己有没有被打吃的棋。";
    "counter": "Saving by capturing", "以提解围",
        ["Your stone at the edge is in atari. You can save it by capturing one of the stones that surround it.",
         "你边上的棋子被打吃了。提掉围住它的一枚白子，就能救出来。"],
        "Capturing the attacker is often the best defence.",
        "吃掉进攻的子，往往是最好的防守。";
    "connect": "Connecting", "连接",
        ["Two stones in one {group:group} are harder to capture than two alone. {connect:Connect} your two stones before White cuts them.",
         "连成一个{group:棋块}比分成两块难吃。赶在白方切断之前，{connect:连接}你的两枚棋子。"],
        "One strong group instead of two weak ones.",
        "两块弱棋变成一块强棋。";
    "cut": "Cutting", "切断",
        ["The other way round: {cut:cut} the two white stones apart.",
         "反过来：{cut:切断}两枚白子。"],
        "Each must now look after itself.",
        "它们现在只好各顾各了。";
    "suicide": "Where you may not play", "禁入点",
        ["A move that leaves its own group without a liberty is {suicide:suicide} and not allowed. Point at the three places where Black may not play.",
         "落子后自己的棋块没有气，就是{suicide:自杀}，规则不允许。点出黑方不能下的三个点。"],
        "All other empty points are open to Black.",
        "其余的空点黑方都可以下。";
    "inside": "The exception", "例外",
        ["The point in the corner looks like suicide. But captured stones come off first: if your move captures, it is legal. Capture the white group.",
         "角上那一点看起来是自杀。但先提对方的棋：能提子就可以下。提掉这块白棋。"],
        "You captured first, and your stone has liberties again.",
        "先提掉白棋，你的子就有气了。";
    "ko": "Ko", "劫",
        ["Capture the white stone. White could capture back and so on without end; this shape is a {ko:ko}. So the rule says: no earlier board may come back.",
         "提掉这枚白子。若白方马上反提，就会没完没了，这叫{ko:劫}。所以规则规定：不得重现以前的局面。";
         "White may not take back at once and played elsewhere. End the ko: connect at the point where you captured.",
         "白方不能马上反提，下在了别处。在提子的地方粘上，把劫消掉。"],
        "The ko is yours.", "这个劫是你的了。";
    "ko-threat": "A threat for the ko", "劫材",
        ["White has just taken the {ko:ko}. Retaking at once is refused; try it. First play a {ko-threat:threat} that White must answer: put the white stone near the top in {atari:atari}.",
         "白方刚提了{ko:劫}。马上提回会被拒绝，可以试试。先找{ko-threat:劫材}，下一手白方必须应的棋：{atari:打吃}上边的白子。";
         "White saved its stone. The board is a new one now: take the ko back.",
         "白方救了自己的子。局面已经不同，现在可以把劫提回来。"],
        "That is a ko fight: threat, answer, take back.",
        "打劫就是这样：找劫材，对方应，再提回。";
    "two-eyes": "Two eyes", "两只眼",
        ["A point that your group surrounds is an {eye:eye}. With two eyes a group can never be captured: White would have to fill both at once. Make two eyes.",
         "被你的棋块围住的点是{eye:眼}。有两只眼就永远吃不掉：白方不可能同时填满两只。做出两只眼。"],
        "Alive for ever.", "永远活了。";
    "kill": "Taking the second eye", "破眼",
        ["The same shape in white. Take the point that White needs for two {eye:eyes}.",
         "同样的形，换成白棋。占住白方做两只{eye:眼}的要点。"],
        "White has one eye only and is dead. You need not capture {dead-stones:dead stones}: they are taken off before the count.",
        "白方只有一只眼，已经死了。{dead-stones:死子}不必真的提掉，数子前会拿掉。";
    "neutral": "Whose is it?", "谁的地盘",
        ["The empty points that a side surrounds belong to it. Those between both belong to nobody: they are {neutral-point:neutral points}. Point at all of them.",
         "一方围住的空点归那一方。夹在双方之间的谁也不归，叫{neutral-point:单官}。把它们全部点出来。"],
        "Fill them in turn before you end the game: each stone on them counts. What is left empty is split.",
        "终局前双方轮流填上，每子都算数；空着没填的，双方平分。";
    "end": "The end of the game", "终局",
        ["Nothing is left to do: every point has its owner. A player with nothing more to gain {pass:passes}; two passes end the game. Pass.",
         "没有什么可下了，每一点都有归属。没有地方可争时{pass:停一手}，双方接连停一手就终局。请停一手。"],
        "Now count stones and surrounded points ({area-scoring:area scoring}): Black has 15, White 10. In real games White gets {komi:komi} on top for moving second: on 9x9 Black wins with 45 points or more. Begin near the corners, then go to the sides: there few stones surround much.",
        "现在{area-scoring:数子}：棋子加围住的空点，黑方 15，白方 10。正式对局里，后行的白方另有{komi:贴目}：九路棋盘上黑方要占到 45 点以上才赢。开局先下靠近角的地方，再下边上：那里用很少的子就能围住很多空点。";
};
