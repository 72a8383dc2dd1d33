//! Problems and practice: what is asked, and what is said to a try.

use crate::Text;

catalogue! {
    // A set of problems.
    vcf_name(): "VCF practice", "VCF 练习";
    vcf_about(): "Win by continuous fours; every problem is proved", "连续冲四取胜，每题都经过求解器证明";
    fours_name(): "More wins by fours", "更多冲四题";
    fours_about(): "Continuous fours from the engine's own games", "来自引擎对局的连续冲四";
    threats_name(): "Wins by threats", "VCT 练习";
    threats_about():
        "Fours alone do not win: find the first of the threes and fours that do",
        "冲四不够，要用活三和冲四连续进攻：找出第一手";
    defence_name(): "Defence", "防守练习";
    defence_about(): "Your opponent wins by fours: find the move that stops it", "对方要连续冲四取胜，走一手化解";
    forbidden_name(): "Forbidden points", "找禁手";
    forbidden_about(): "Point out every point that is forbidden for Black", "在棋盘上找出黑棋的全部禁手点";
    traps_name(): "Forbidden traps", "逼禁手";
    traps_about():
        "White wins by fours because one of them may not be answered: its point is forbidden for Black",
        "白棋连续冲四，逼黑棋走到禁手点而取胜";
    openings_name(): "Openings", "开局题";
    openings_about():
        "One move is clearly best, as the searches behind the book see it",
        "只有一手明显最好，依据开局库背后的搜索";

    best_opening(side: Text): "{side} to move: find the best move of the opening", "{side}先，找出开局的最佳一手";
    /// An opening move that is not the best.
    opening_loses(discs: i32): "The best move is worth about {discs} discs more", "最佳一手约多得 {discs} 子";
    /// Help in steps: what to look for.
    idea_opening():
        "Prefer moves that flip few discs inside and leave your opponent few good answers",
        "选翻子少、翻在里面、让对方少有好应手的着法";
    // A set of problems.
    endgame_name(): "Endgame drills", "残局练习";
    endgame_about():
        "Keep the best result to the last disc; the exact solver judges every move",
        "每一手都要保住最佳结果，由精确求解器判定";
    life_name(): "Life and death", "死活题";
    life_about(): "Live or kill; every variation is proved to the end", "做活或杀棋，每一变化都已穷尽证明";
    corners_name(): "Life and death in the corner", "角上死活";
    corners_about():
        "400 problems in the corners of 19x19; every variation is proved to the end",
        "十九路棋盘角上的 400 题，每一变化都已穷尽证明";
    races_name(): "Capturing races", "对杀题";
    races_about():
        "Both groups have no eyes: capture first; every variation is proved to the end",
        "双方都没有眼，看谁先吃掉谁，每一变化都已穷尽证明";
    connections_name(): "Connections", "连接题";
    connections_about():
        "Bring cut-off stones back to living ones; every variation is proved to the end",
        "把被分断的棋连回活棋，每一变化都已穷尽证明";
    counting_name(): "Endgame counting", "官子计算";
    counting_about():
        "Find the move worth most and keep the best count (area, no komi) to the end; every count is proved",
        "找出最大的官子，一直保住最好的结果（数子法，不贴目），每题都已穷尽证明";
    mistakes_name(): "My mistakes", "我的失误";
    mistakes_about(): "Mistakes that you went through in a review (Learn from mistakes), until they are learnt", "复盘时用“从失误中学习”看过的失误，直到学会为止";

    mistakes_grade(): "Mistakes", "失误";

    problem(number: u32): "Problem {number}", "第 {number} 题";
    mistake(number: usize, loss: f64): "Move {number} (lost {loss:.1})", "第 {number} 手（损失 {loss:.1}）";
    // What is asked.
    find_better(): "Find the best move", "找出最好的一手";
    stop_fours(side: Text): "{side} to move: stop the win by fours", "{side}先，化解对方的连续冲四";
    point_at_all(count: usize):
        "Point at every point that is forbidden for Black ({count})",
        "找出黑棋的全部禁手点（{count} 个）";
    win_by_threats(side: Text, length: usize):
        "{side} to win by threes and fours in {length} (VCT): find the first move",
        "{side}先，用活三和冲四连续进攻取胜（VCT，{length} 手），找出第一手";
    win_by_fours(side: Text, length: usize): "{side} to win by fours in {length}", "{side}先，连续冲四取胜（{length} 手）";
    win_by_trap(side: Text, length: usize):
        "{side} to win by fours in {length}, with a point that is forbidden for Black",
        "{side}先，连续冲四逼出禁手取胜（{length} 手）";
    keep_draw(side: Text): "{side} to move and draw", "{side}先，保住和棋";
    keep_win(side: Text, discs: i32): "{side} to move and win by {discs}", "{side}先，净胜 {discs} 子";
    keep_loss(side: Text, discs: i32): "{side} to move and lose by no more than {discs}", "{side}先，最多输 {discs} 子";
    make_live(side: Text, at: &str): "{side} to move: make {at} live", "{side}先，做活 {at} 的棋";
    make_dead(side: Text, at: &str): "{side} to move: kill {at}", "{side}先，杀死 {at} 的棋";

    largest_move(side: Text):
        "{side} to move: which endgame move is worth most? Keep the best count until nothing is left to gain",
        "{side}先，哪一手官子最大？一直保住最好的结果，直到没有官子可收";
    win_race(side: Text, at: &str): "{side} to move: win the capturing race against {at}", "{side}先，对杀取胜，吃掉 {at} 的棋";
    connect(side: Text, at: &str): "{side} to move: connect {at} to living stones", "{side}先，把 {at} 的棋连回活棋";

    right(): "Right", "正确";
    /// The try was right, and there is more to do.
    go_on(): "Right, go on", "正确，继续";
    /// The try was right; the rest is shown.
    right_line(line: &str): "Right, for example: {line}", "正确，例如：{line}";
    there_is_better(): "There is a better move", "还有更好的一手";
    // Go.
    lives(): "Alive: solved", "已活，解题成功";
    killed(): "Dead: solved", "已杀，解题成功";
    race_won(): "The race is won: solved", "对杀取胜，解题成功";
    saved(): "Safe: solved", "救回来了，解题成功";
    elsewhere(): "This is elsewhere: it changes nothing here", "这一手与死活无关";
    ko_or_seki(): "This leaves a ko or a seki; there is better", "这样只是劫或双活，还有更好的";
    refuted(reply: &str): "The reply {reply} refutes it", "对方应在 {reply}，这一手不成立";
    fails_alone(): "It fails even without a reply", "对方不应也失败";

    is_over(): "The exercise is over", "此题已结束";
    // Gomoku.
    defended(): "Defended", "守住了";
    still_wins(line: &str): "It still wins: {line}", "对方仍可取胜：{line}";
    no_threats(): "After this no win by threats is proved", "此后没有经证明的连续进攻";
    five(): "Five: solved", "成五，解题成功";
    no_four(): "This makes no four", "这一手没有形成四";
    no_win(): "After this four there is no win left", "冲四之后没有取胜的续着";
    all_found(): "All found", "全部找到";
    not_forbidden(): "This point is not forbidden", "这一点不是禁手";

    solved(result: Text): "Solved: {result}", "解题成功：{result}";
    /// Othello: what is left after a mistake, and what there was.
    now_best(result: Text, best: Text): "After this the best is {result}; it was {best}", "这手之后{result}，本可{best}";
    /// Go: what is left after a mistake, and what there was.
    count_lost(result: Text, best: Text): "After this you end {result}; you could end {best}", "这手之后结果是{result}，本可{best}";
    count_kept(result: Text): "Solved: you end {result}, and better cannot be had", "解题成功：{result}，已是最好的结果";
    // Go: a count without komi, for the side to move.
    ahead(points: i32): "{points} points ahead", "盘面领先 {points} 目";
    ahead_one(): "1 point ahead", "盘面领先 1 目";
    behind(points: i32): "{points} points behind", "盘面落后 {points} 目";
    behind_one(): "1 point behind", "盘面落后 1 目";
    even(): "level", "盘面持平";
    look_here(): "Look among the marked points", "看看标出的这一片";
    play_here(at: &str): "Play {at}", "下 {at}";
    // Help in steps: what to look for.
    idea_fours(moves: usize):
        "The win takes {moves} moves, each a four but the last. Look for a four that makes another one possible",
        "取胜要 {moves} 手，除最后成五外手手冲四。找能带出下一个四的冲四";
    idea_trap(moves: usize):
        "Find a point that is or becomes forbidden for Black, and a four that must be answered there. Your moves: {moves}",
        "找黑棋的禁手点，或应了冲四后变成禁手的点，再冲只能在那里应的四。你要下 {moves} 手";
    idea_threats():
        "Look for a move that makes two threats, or a three that gives you a four in another line",
        "找一手做出两个威胁的棋，或能在另一条线上带出冲四的活三";
    idea_stop():
        "Find your opponent's win first, then a point that several of its fours need",
        "先找出对方怎么赢，再占住它几个冲四都要用的点";
    idea_forbidden(count: usize):
        "Look where two lines of black stones cross; left to find: {count}",
        "看两条黑棋线交叉的地方，还差 {count} 个";
    idea_kill(moves: usize):
        "The group needs two eyes: take the point it needs most, or make its room smaller. Your moves: {moves}",
        "对方要做两只眼：占它最需要的点，或缩小它的眼位。你要下 {moves} 手";
    idea_live(moves: usize):
        "You need two eyes: divide the room inside, or widen it first. Your moves: {moves}",
        "你需要两只眼：把里面分成两半，或先扩大眼位。你要下 {moves} 手";
    idea_race(moves: usize):
        "Count the liberties of both groups: fill the outside ones first, or make an eye. Your moves: {moves}",
        "数双方的气：先紧外气，或做出一只眼。你要下 {moves} 手";
    idea_points(result: Text, moves: usize):
        "With best play you end {result}. For every gap compare the counts if you play there first and if your opponent does; a move that must be answered costs you no turn. Your moves: {moves}",
        "双方最佳应对，你的结果是{result}。逐处比较自己先下与对方先下相差几目；对方不得不应的先手官子可以先收。你要下 {moves} 手";
    idea_connect(moves: usize):
        "Find a point from which two ways lead home, or capture the stones that cut you off. Your moves: {moves}",
        "找两边都能连回去的点，或吃掉切断你的棋。你要下 {moves} 手";
    idea_discs():
        "Count the empty regions: try to play last in each, and look who runs out of moves",
        "数一数各块空格：争取在每块下最后一手，再看谁先没有棋下";

    lesson_done(): "Well done", "做得好";
    // What a move in a lesson lacks.
    not_a_pass(): "This places a stone; here a pass is asked for", "这里要停一手，而不是落子";
    flips_few(flipped: usize, wanted: usize):
        "This flips {flipped}; find a move that flips {wanted}",
        "这一手翻转 {flipped} 子，要找翻转 {wanted} 子的一手";
    flips_many(flipped: usize, most: usize):
        "This flips {flipped}; find a move that flips no more than {most}",
        "这一手翻转 {flipped} 子，要找最多翻转 {most} 子的一手";
    not_a_corner(): "This is not the corner", "这里不是角";
    gives_corner(at: &str): "Now White can take the corner {at}", "这样白方可以占 {at} 角";
    can_be_flipped(at: &str): "The reply {at} flips your new disc", "对方走 {at} 就把这枚棋子翻走了";
    not_stable():
        "This disc is not joined to your corner: it can still be flipped later",
        "这枚棋子没有与你的角相连，以后还会被翻走";
    still_moves(moves: usize): "Legal moves left to the other side: {moves}", "对方还有 {moves} 个合法落点";
    too_many_replies(moves: usize, most: usize):
        "This leaves {moves} answers; find a move that leaves at most {most}",
        "这样对方有 {moves} 处可下，要找最多留 {most} 处的一手";
    not_won(): "This does not win", "这一手赢不了";
    loses_at(at: &str): "The other side then wins at {at}", "对方接着下 {at} 就赢了";
    no_five_next(): "This makes no four: you have no five next", "这一手没有冲四，你下一手成不了五";
    answered_at(at: &str): "The other side answers at {at}, and you have no five next", "对方应在 {at}，你下一手成不了五";
    open_four_at(at: &str): "The other side makes an open four at {at}", "对方下 {at} 就成活四";
    no_shape(shape: Text): "This does not make {shape}", "这一手没有形成{shape}";
    open_three(): "an open three", "活三";
    a_four(): "a four", "冲四";
    open_four(): "an open four", "活四";
    both_shapes(one: Text, other: Text): "{one} together with {other}", "{one}加{other}";
    discs_left(discs: usize): "White discs left on the board: {discs}", "盘上还剩 {discs} 枚白子";
    captures_nothing(): "This captures nothing", "这一手提不到子";
    captures_few(captured: usize, wanted: usize):
        "This captures {captured}; {wanted} are asked for",
        "这一手提 {captured} 子，要提 {wanted} 子";
    still_free(liberties: usize): "The group still has {liberties} liberties", "这块棋还有 {liberties} 口气";
    own_atari(): "Your new stone can be captured at once", "你这枚子马上会被提掉";
    runs_to(at: &str, liberties: usize):
        "White runs to {at}, has {liberties} liberties there and gets away",
        "白方逃到 {at}，有 {liberties} 口气，就抓不住了";
    few_liberties(liberties: usize, wanted: usize):
        "Your group would have {liberties} of the {wanted} liberties it needs",
        "你的棋块只有 {liberties} 口气，需要 {wanted} 口";
    not_connected(): "Your stones are not joined yet", "你的棋子还没有连上";
    joined_at(at: &str): "The other side joins its stones at {at}", "对方下 {at} 就连上了";
    not_alive():
        "This does not make two eyes: White takes the point that divides your room, and one eye is left",
        "这样做不出两只眼：白方占住把眼位一分为二的要点，就只剩一只眼";
    saved_at(at: &str): "The other side answers at {at} and lives", "对方应在 {at} 就活了";
    not_dead(): "This does not kill the group", "这样杀不掉这块棋";
    retakes_ko():
        "This is the ko: the board from before would come back. Play elsewhere first",
        "这是劫：马上提回会重现刚才的局面，要先在别处下一手";

    // Not a point that is asked for.
    is_not_legal(): "Black may not play here: nothing would be flipped", "这里不能下：一枚也翻不了";
    is_legal(): "Black may play here", "这里可以下";
    no_liberty():
        "This is not a liberty: a liberty is an empty point directly beside the stones, along a line",
        "这里不是气：气是沿线紧挨着棋子的空点";
    no_five(): "This makes no five", "下在这里成不了五";
    not_neutral(): "This point belongs to one side", "这一点已归一方";

    // Othello: a result.
    a_draw(): "a draw", "和棋";
    a_win(discs: i32): "a win by {discs}", "净胜 {discs} 子";
    a_loss(discs: i32): "a loss by {discs}", "负 {discs} 子";

    at_best_draw(): "a draw", "最好也只能和棋";
    at_best_win(discs: i32): "a win by {discs}", "最多净胜 {discs} 子";
    at_best_loss(discs: i32): "a loss by {discs}", "最好也要负 {discs} 子";
    /// Moves of a try that did not happen here.
    odd_moves(): "these are not the moves of this exercise", "这些着法不属于此题";
    one_move(): "this problem takes one move", "此题只需一手";
}

/// A result in discs, for the side to move.
pub fn result(discs: i32) -> Text {
    match discs {
        0 => a_draw(),
        1.. => a_win(discs),
        _ => a_loss(-discs),
    }
}

/// A count without komi, in points, for the side to move.
pub fn count(points: i32) -> Text {
    match points {
        0 => even(),
        1 => ahead_one(),
        -1 => behind_one(),
        2.. => ahead(points),
        _ => behind(-points),
    }
}

/// The verdict on a move that was not best: what can be had after it, and what could be had before.
pub fn missed(now: i32, before: i32) -> Text {
    let at_best = match now {
        0 => at_best_draw(),
        1.. => at_best_win(now),
        _ => at_best_loss(-now),
    };
    now_best(at_best, result(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_that_cannot_be_avoided_is_told_as_the_best_there_is() {
        assert_eq!(missed(-4, 2).zh, "这手之后最好也要负 4 子，本可净胜 2 子");
        assert_eq!(missed(-4, 2).en, "After this the best is a loss by 4; it was a win by 2");
        assert_eq!(missed(2, 6).zh, "这手之后最多净胜 2 子，本可净胜 6 子");
    }
}
