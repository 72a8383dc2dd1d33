//! Go's first steps.

use super::{LessonWords, lessons};

pub(super) const LESSONS: &[LessonWords] = lessons! {
    "place": "A stone on a crossing", "下在交叉点上",
        ["Black begins. Stones are placed on the crossings of the lines, also at the edge and in the corners, and are never moved. Place one anywhere.",
         "黑方先行。棋子下在线的交叉点上，边上、角上也可以，下了就不再移动。请随便下一子。"],
        "The aim is to surround more of the board than the other side. Begin near the corners, then go to the sides: there few stones surround much.",
        "围棋比的是谁围的地多。先下靠近角的地方，再下边上：那里用很少的子就能围住很多空点。";
    "liberties": "Liberties", "气",
        ["The empty points next to a stone along the lines are its {liberty:liberties}. Point at the four liberties of this stone.",
         "棋子上下左右紧挨着的空点，是它的{liberty:气}。请点出这枚棋子的四口气。"],
        "Diagonal points are no {liberty:liberties}: only the lines count.",
        "斜对角的点不算{liberty:气}，只有沿线相邻的空点才算。";
    "edge": "A group shares its liberties", "棋块共用气",
        ["Stones of one colour joined along the lines are one {group:group}. Point at all liberties of this group. In the corner there are few.",
         "沿线连在一起的同色棋子是一个{group:棋块}，气也合在一起算。请点出这块棋的所有气。角上的棋，气最少。"],
        "A group lives or is captured as a whole.",
        "一块棋要活一起活，要死一起死。";
    "capture": "Capturing", "提子",
        ["The white stone has one {liberty:liberty} left. Take it: a stone without liberties is {capture:captured} and comes off the board.",
         "白子只剩一口{liberty:气}。堵住这口气：没有气的棋子要被{capture:提掉}，从棋盘上拿走。"],
        "Captured.",
        "提掉了。";
    "capture-two": "Capturing a group", "提掉一块棋",
        ["Two white stones share one last {liberty:liberty}. Capture both with one move.",
         "两枚白子连在一起，只剩最后一口{liberty:气}。下一子，把它们一起提掉。"],
        "However large a group is: without {liberty:liberties} it goes. So count the liberties of long groups too, yours and White's.",
        "棋块再大，没有{liberty:气}也要全部拿走。所以连成长串的棋也要数气，自己的和对方的都要数。";
    "atari": "Atari", "打吃",
        ["A move that leaves a group one {liberty:liberty} is {atari:atari}: the group can be captured next. Put the white stone in atari.",
         "落子之后，对方的棋只剩一口{liberty:气}，叫{atari:打吃}：对方若不应，接着就能提掉。请打吃这枚白子。"],
        "If White does nothing, you capture it.",
        "白方若不应，你接着就能提掉它。";
    "escape": "Running away", "逃出",
        ["Now your stone is in {atari:atari}. Save it: {extend:extend}, so that your group has three {liberty:liberties}.",
         "这回是你的棋子被{atari:打吃}。往外{extend:长}一步，让这块棋有三口{liberty:气}。"],
        "Out of danger. Look for your own stones in atari before every move.",
        "逃出来了。每次落子之前，先看看自己有没有棋被打吃。";
    "counter": "Saving by capturing", "提子解围",
        ["Your stone at the edge is in atari. One of the stones that surround it has only one {liberty:liberty} left, too: save yours by capturing it.",
         "你在边上的棋子被打吃了。围住它的白子里有一枚也只剩一口{liberty:气}：提掉那枚白子，就能解围。"],
        "Capturing the attacker is often the best defence.",
        "提掉来攻的子，往往是最好的防守。";
    "ladder": "Atari from the right side", "从哪边打吃",
        ["White's stone can be caught, but only from one side. Before you give {atari:atari}, think where it would run, and how many {liberty:liberties} it would have there.",
         "这枚白子能吃住，但只能从一边打吃。{atari:打吃}之前先想想：它会往哪边逃，逃过去有几口{liberty:气}。";
         "White runs. Give atari again, and keep White on the narrow side.",
         "白子往外逃。继续打吃，把它逼向窄的一边。";
         "Once more: the edge is near.",
         "再打吃一次，它快到边上了。"],
        "Wherever White runs now, it is captured at the edge. Such a chase is a {ladder:ladder}. Where the way out is open, it only makes White stronger.",
        "白方再逃，到了边上也要被提。这样一路打吃叫{ladder:征}。前面若有出路，就不要追：越追对方越强。";
    "connect": "Connecting", "连接",
        ["Two stones in one {group:group} are harder to capture than two alone. {connect:Connect} your two stones before White cuts them.",
         "连成一个{group:棋块}，就不容易被吃。赶在白方切断之前，{connect:连接}你的两枚黑子。"],
        "One strong group instead of two weak ones.",
        "两枚孤子变成了一块强棋。";
    "cut": "Cutting", "切断",
        ["The other way round: {cut:cut} the two white stones apart.",
         "反过来，这次由你{cut:切断}两枚白子。"],
        "Each must now look after itself.",
        "白子被分开了，只能各自想办法。";
    "suicide": "Where you may not play", "禁入点",
        ["A move that leaves its own group without a {liberty:liberty} is {suicide:suicide} and not allowed. Point at the three places where Black may not play.",
         "落子后自己的棋没有{liberty:气}，叫{suicide:自杀}，规则不允许。请点出黑方不能下的三个点。"],
        "All other empty points are open to Black. But count before you play: a stone that is left with one {liberty:liberty} stands in {atari:atari}, and is captured next.",
        "其余的空点，黑方都可以下。不过落子之前要数气：下完只剩一口{liberty:气}，等于送给对方{atari:打吃}，接着就会被提掉。";
    "inside": "The exception", "例外",
        ["The point in the corner looks like suicide. But captured stones come off first: where your move takes the last {liberty:liberty} of the other side, it is legal. Capture the white group.",
         "角上那一点看起来是自杀，其实可以下：落子后先提掉对方没有{liberty:气}的棋，再看自己有没有气。请提掉这块白棋。"],
        "You captured first, and your stone has {liberty:liberties} again.",
        "白棋先被提掉，你的棋子就有{liberty:气}了。";
    "ko": "Ko", "劫",
        ["Capture the white stone. White could capture back and so on without end; this shape is a {ko:ko}. So the rule says: no earlier board may come back.",
         "提掉这枚白子。要是白方马上提回来，你再提过去，就没完没了，这种形状叫{ko:劫}。所以规则规定：棋盘不得回到以前的样子。";
         "White may not take back at once and played elsewhere. End the {ko:ko}: connect at the point where you captured.",
         "白方不能马上提回来，只好下在别处。你在刚才提子的那一点粘上，{ko:劫}就没有了。"],
        "The {ko:ko} is yours.",
        "粘上了，这个{ko:劫}归你。";
    "ko-threat": "A threat for the ko", "劫材",
        ["White has just taken the {ko:ko}. Retaking at once is refused; try it. First play a {ko-threat:threat} that White must answer: put the white stone near the top in {atari:atari}.",
         "白方刚刚提了{ko:劫}，你不能马上提回来，不信可以试试。要先找一个{ko-threat:劫材}，也就是在别处下一着，逼白方非应不可。请{atari:打吃}上边那枚白子。";
         "White saved its stone. The board is a new one now: take the {ko:ko} back.",
         "白方逃出了那枚子，棋盘已经和刚才不同。现在可以把{ko:劫}提回来了。"],
        "That is a {ko:ko} fight: threat, answer, take back.",
        "打劫就是这样：找劫材，等对方应了，再把{ko:劫}提回来。";
    "two-eyes": "Two eyes", "两只眼",
        ["A point that your group surrounds is an {eye:eye}. With two eyes a group can never be captured: White would have to fill both at once. Make two eyes.",
         "被自己的棋围住的空点叫{eye:眼}。一块棋有两只眼，就永远提不掉：白方填哪一只都是自杀，又不能一次填两只。请做出两只眼。"],
        "Alive for ever, as long as you leave your own {eye:eyes} empty. In a game, give every group of yours room for two eyes, or join it to a group that has them. A point is no eye if stones around it can be captured: that is a {false-eye:false eye}.",
        "活了。只要自己不去填{eye:眼}，谁也提不掉。对局时，每块棋都要留出做两只眼的地方，不然就连到活棋上去。围住空点的子若会被提掉，那只是{false-eye:假眼}，不能算。";
    "kill": "Taking the second eye", "破眼",
        ["The same shape in white. Take the point that White needs for two {eye:eyes}.",
         "形状和刚才一样，这次换成白棋。请抢占白方做出两只{eye:眼}所需要的那一点。"],
        "White has one {eye:eye} only and is dead. You need not capture {dead-stones:dead stones}: they are taken off before the count. Only where your own group has no two eyes either must you be quicker: count the liberties of both, this is a {capturing-race:capturing race}.",
        "白棋只有一只{eye:眼}，已是死棋。{dead-stones:死子}不必动手去提，数子之前会拿掉。只有围它的那块棋自己也没有两只眼时才要抢先：数数双方各有几口气，这叫{capturing-race:对杀}。";
    "neutral": "Whose is it?", "谁的地盘",
        ["The empty points that a side surrounds belong to it. Those between both belong to nobody: they are {neutral-point:neutral points}. Point at all of them.",
         "一方围住的空点，是那一方的地。夹在双方之间的空点谁的也不是，叫{neutral-point:单官}。请把单官全部点出来。"],
        "Fill them in turn before you end the game: each stone on them counts. What is left empty is split.",
        "终局之前，双方轮流把单官填上，填一子就多一子。没有填的，由双方平分。";
    "border": "Is the border closed?", "边界收好了吗",
        ["White {pass:passes}. Do not pass yet: go along your border. It has a gap, and White could push in. Close it.",
         "白方{pass:停一手}。你先别跟着停，看看自己的边界：还有一个缺口，白方能冲进来。请把它补上。";
         "White passes again. Now every border is closed and nothing is left to take. Pass as well.",
         "白方又停一手。现在边界都收好了，再也没有可争的地方。你也停一手吧。"],
        "Two passes in a row end the game. Whoever passes too early loses what is still open, so look along every border first.",
        "双方接连停一手，对局就结束了。停得太早，没收好的地方就会丢掉，所以先把每条边界看一遍。";
    "end": "The end of the game", "终局",
        ["Every point has its owner. The white stone on the left has no room for two {eye:eyes}: it is {dead-stones:dead}, and you need not capture it. {pass:Pass}; White passes, too.",
         "每一点都有了归属。左边那枚白子做不出两只{eye:眼}，是{dead-stones:死子}，不必去提。请{pass:停一手}，白方也会停一手。"],
        "The dead stone comes off; then stones and surrounded points are counted ({area-scoring:area scoring}): Black 15, White 10. In a game the page proposes which stones are dead: look at them, then agree. White gets {komi:komi} on top for moving second: on 9x9 Black wins with 45 points or more.",
        "先拿掉死子，再{area-scoring:数子}，棋子和围住的空点都算：黑方 15，白方 10。对局时页面会标出它认为的死子，看过没有错就同意。后行的白方另有{komi:贴目}：九路棋盘上，黑方要占到 45 点以上才赢。";
};
