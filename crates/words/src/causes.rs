//! Why a move was a mistake: what it allowed and what it missed, in the words of each game.

use crate::{Say, Text};
use heibai_games::Color;
use heibai_games::gomoku::Forbidden;

catalogue! {
    /// Gomoku: the other side makes five at once.
    allows_five(side: Color, at: &str): "It leaves {side} the five at {at}.", "此后{side}可在 {at} 直接成五。";
    /// Gomoku: a proved win by fours alone.
    allows_fours(side: Color, length: usize, line: &str):
        "It lets {side} win by fours in {length} moves, replies not counted: {line}.",
        "此后{side}可连续冲四取胜（VCF，攻方 {length} 手）：{line}。";
    /// Gomoku: a proved win by fours and threes.
    allows_threats(side: Color, length: usize, line: &str):
        "It lets {side} win by fours and threes in {length} moves, replies not counted: {line}.",
        "此后{side}可用冲四和活三连续进攻取胜（VCT，攻方 {length} 手）：{line}。";
    /// Gomoku: what the first move of an attack makes.
    begins_with(at: &str, shape: Text): "It begins with {shape} at {at}.", "第一手 {at} 形成{shape}。";
    /// Renju: why Black cannot stop an attack.
    may_not_stop(at: &str, kind: Forbidden):
        "Black may not stop it at {at}, which is forbidden: {kind}.",
        "黑棋不能在 {at} 防守：该点是{kind}。";
    /// Gomoku: a five was not made.
    misses_five(at: &str): "There was a five at {at}.", "本可在 {at} 成五。";
    // Gomoku: a proved win was there.
    misses_fours(length: usize, line: &str):
        "There was a win by fours in {length} moves, replies not counted: {line}.",
        "本可连续冲四取胜（VCF，攻方 {length} 手）：{line}。";
    misses_threats(length: usize, line: &str):
        "There was a win by fours and threes in {length} moves, replies not counted: {line}.",
        "本可用冲四和活三连续进攻取胜（VCT，攻方 {length} 手）：{line}。";

    /// Gomoku: a win that the search found, and that no attack by fours and threes alone explains.
    allows_win(side: Color, length: usize, line: &str):
        "By the engine's search it lets {side} win by force in {length} moves, replies not counted: {line}.",
        "据引擎搜索，此后{side}必胜（攻方 {length} 手）：{line}。";
    /// Gomoku: the same, missed.
    misses_win(length: usize, line: &str):
        "By the engine's search there was a forced win in {length} moves, replies not counted: {line}.",
        "据引擎搜索，本可必胜（攻方 {length} 手）：{line}。";
    /// Gomoku: a stone that does nothing.
    stands_alone(played: &str):
        "{played} stands alone: no other stone lies within four points of it on any line, so it neither attacks nor defends.",
        "{played} 是孤子：横、竖、斜四格之内都没有别的棋子，既不进攻也不防守。";

    answer_makes(side: Color, reply: &str, shapes: Text, threat: Text):
        "{side}'s answer {reply} makes {shapes} and threatens {threat}.",
        "{side}以 {reply} 应，形成{shapes}，下一手可{threat}。";
    /// Gomoku: what the better move keeps the other side from.
    better_stops(best: &str, side: Color, shapes: Text, threat: Text):
        "{best} takes the point where {side} makes {shapes} and then threatens {threat}.",
        "走 {best} 可占住{side}的要点：{side}下在这里就形成{shapes}，接着可{threat}。";
    /// Gomoku: what the better move makes.
    better_makes(best: &str, side: Color, shapes: Text, threat: Text):
        "{best} would make {shapes}: {side} then threatens {threat}.",
        "走 {best} 可形成{shapes}，{side}下一手可{threat}。";
    // Gomoku: what a shape threatens.
    five_at(at: &str): "five at {at}", "在 {at} 成五";
    open_four_at(at: &str): "an open four at {at}", "在 {at} 成活四";

    /// Gomoku: rows that the better move makes.
    makes_fewer_rows(best: &str, rows: u32, played: &str, fewer: u32):
        "{best} makes an open two or more in {rows} directions, {played} in {fewer}.",
        "走 {best} 可在 {rows} 个方向形成活二以上的棋形，{played} 只有 {fewer} 个方向。";
    /// Gomoku: rows of the other side that the better move prevents.
    prevents_fewer_rows(best: &str, side: Color, rows: u32, played: &str, fewer: u32):
        "{best} takes a point where {side} makes an open two or more in {rows} directions; on {played} it is {fewer}.",
        "走 {best} 可占住{side}的要点：{side}下在这里可在 {rows} 个方向形成活二以上的棋形，{played} 处只有 {fewer} 个方向。";
    /// Gomoku: a four was on the board.
    ignores_four(side: Color, at: &str):
        "{side} had a four: the five at {at} had to be stopped.",
        "{side}已有四，必须挡住 {at} 的五连。";
    /// All moves lost: this one did no harm.
    lost_already(side: Color):
        "The game was lost already: {side} wins by force, whatever is played.",
        "此前已是败局：无论怎么下，{side}都能取胜。";
    // Gomoku: two shapes in one move.
    a_four_three(): "a four-three", "四三";
    a_double_four(): "a double four", "双四";
    a_double_three(): "a double three", "双三";

    /// Othello: the other side takes a corner with its next move.
    opens_corner(side: Color, corner: &str):
        "It lets {side} take the corner {corner} at once.",
        "此后{side}可立即占 {corner} 角。";
    /// Othello: the same, and the move stands diagonally beside that corner.
    x_square_opens_corner(played: &str, side: Color, corner: &str):
        "{played} is the X-square of {corner}: it lets {side} take that corner at once.",
        "{played} 是 {corner} 角的 X 位置，{side}可立即占角。";
    /// Othello: the same, and the move stands beside that corner on the edge.
    c_square_opens_corner(played: &str, side: Color, corner: &str):
        "{played} is a C-square of {corner}: it lets {side} take that corner at once.",
        "{played} 是 {corner} 角的 C 位置，{side}可立即占角。";
    /// Othello: the other side gets a corner whatever is played.
    gives_corner(side: Color, corner: &str, line: &str):
        "It gives {side} the corner {corner} by force, for example {line}.",
        "此后{side}可强占 {corner} 角，例如 {line}。";
    /// Othello: a corner was not taken.
    misses_corner(corner: &str): "The corner {corner} could be taken.", "本可占 {corner} 角。";
    /// Othello: the better move gets a corner whatever the other side plays.
    wins_corner(best: &str, corner: &str, line: &str):
        "{best} would win the corner {corner} by force, for example {line}.",
        "走 {best} 可强占 {corner} 角，例如 {line}。";
    /// Othello: the answer leaves no move.
    must_pass(side: Color, reply: &str):
        "After the answer {reply} {side} has no move and must pass.",
        "对方应以 {reply} 后，{side}无合法落点，只能停一手。";
    /// Othello: the better move leaves the other side no move.
    makes_pass(best: &str, side: Color):
        "{best} would leave {side} no move and gain a second one in a row.",
        "走 {best} 后{side}无合法落点，可再走一手。";
    /// Othello: the moves of the other side, after the move and after the better one.
    gives_moves(played: &str, side: Color, moves: u32, best: &str, better: u32):
        "Mobility: after {played} {side} has {moves} moves to choose from, after {best} only {better}.",
        "行动力：走 {played} 后{side}有 {moves} 个落点可选；若走 {best}，{side}只有 {better} 个。";
    /// Othello: the same, with the squares that the move opens.
    opens_moves(played: &str, opened: Text, side: Color, moves: u32, best: &str, better: u32):
        "Mobility: {played} opens {opened} to {side}, who then has {moves} moves to choose from; after {best} only {better}.",
        "行动力：走 {played} 后{side}可下 {opened}，共有 {moves} 个落点可选；若走 {best}，{side}只有 {better} 个。";
    /// Othello: the moves of the mover, after the move and its answer.
    leaves_few_moves(played: &str, other: Color, reply: &str, side: Color, moves: Text):
        "Mobility: after {played} and {other}'s answer {reply}, {side} has {moves}.",
        "行动力：走 {played}、{other}应 {reply} 后，{side}有 {moves}。";
    /// Othello: the same, with the squares that the answer closes.
    closes_moves(other: Color, reply: &str, closed: Text, side: Color, moves: Text):
        "Mobility: {other}'s answer {reply} closes {closed} to {side}, who then has {moves}.",
        "行动力：{other}应 {reply} 后，{side}暂时不能下 {closed}，还有 {moves}。";
    /// Othello: the same for the better move.
    better_leaves_moves(best: &str, other: Color, reply: &str, side: Color, moves: u32):
        "After {best} and {other}'s answer {reply}, {side} would have {moves}.",
        "若走 {best}、{other}应 {reply}，{side}有 {moves} 个。";
    /// Othello: moves of the mover that do not let the other side take a corner.
    few_safe_moves(played: &str, other: Color, reply: &str, side: Color, moves: u32):
        "After {played} and {other}'s answer {reply}, all but {moves} of {side}'s moves open a corner.",
        "走 {played}、{other}应 {reply} 后，{side}不送角的落点只有 {moves} 个。";
    /// Othello: the same where there is none.
    no_safe_moves(played: &str, other: Color, reply: &str, side: Color):
        "After {played} and {other}'s answer {reply}, every move of {side} opens a corner.",
        "走 {played}、{other}应 {reply} 后，{side}怎么下都要送角。";
    /// Othello: the same after the better move.
    better_safe_moves(best: &str, other: Color, reply: &str, side: Color, moves: u32):
        "After {best} and {other}'s answer {reply}, {moves} of {side}'s moves would open none.",
        "若走 {best}、{other}应 {reply}，{side}有 {moves} 个落点不送角。";
    /// Othello: the same for the other side, whom the better move leaves few.
    leaves_safe_moves(played: &str, side: Color, moves: u32, best: &str, better: u32):
        "After {best} all but {better} of {side}'s moves would open a corner; after {played} {side} has {moves} that open none.",
        "若走 {best}，{side}不送角的落点只有 {better} 个；走 {played} 后，{side}有 {moves} 个落点不送角。";
    /// Othello: the same where the better move leaves none.
    makes_unsafe(played: &str, side: Color, moves: u32, best: &str):
        "After {best} every move of {side} would open a corner; after {played} {side} has {moves} that open none.",
        "若走 {best}，{side}怎么下都要送角；走 {played} 后，{side}还有 {moves} 个落点不送角。";
    /// Othello: places to play.
    some_places(count: u32): "{count} moves", "{count} 个落点";
    one_place(): "1 move", "1 个落点";
    /// Othello: a pass in the engine's line.
    line_passes(side: Color, line: &str, best: &str):
        "As the engine expects it to go on, {side} has no move after {line} and must pass; with {best} instead {side} \
         would not have to.",
        "按引擎预计的下法，{line} 之后{side}无合法落点，只能停一手；若走 {best} 则不会。";
    /// Othello: the same for the other side after the better move.
    line_makes_pass(side: Color, line: &str, best: &str, played: &str):
        "With {best} instead, as the engine expects it to go on, {side} would have no move after {line} and have to pass; \
         after {played} {side} does not.",
        "若走 {best}，按引擎预计的下法，{line} 之后{side}无合法落点，只能停一手；走 {played} 则不会。";
    // So far on in the line that the engine expects.
    moves_later(moves: usize): "{moves} moves later", "{moves} 手之后";
    one_move_later(): "1 move later", "1 手之后";
    /// Othello: discs that are proved stable.
    stable_discs(later: Text, other: Color, theirs: u32, side: Color, ours: u32):
        "Stable discs: if both sides go on as the engine expects, {later} {other} has {theirs} discs that can \
         certainly never be flipped, {side} {ours}.",
        "稳定子：按引擎预计的下法，{later}{other}有 {theirs} 个确定不会再被翻转的棋子，{side}有 {ours} 个。";
    /// Othello: discs of the mover that are proved stable after the better move alone.
    misses_stable_discs(best: &str, later: Text, side: Color, better: u32, played: &str, discs: u32):
        "Stable discs: with {best} instead, if both sides go on as the engine expects, {later} {side} has {better} \
         discs that can certainly never be flipped; after {played} it is {discs}.",
        "稳定子：若走 {best}，按引擎预计的下法，{later}{side}有 {better} 个确定不会再被翻转的棋子；走 {played} 则为 {discs} 个。";
    /// Othello: the same after the better move.
    better_stable_discs(best: &str, other: Color, theirs: u32, side: Color, ours: u32):
        "With {best} instead {other} would have {theirs} and {side} {ours}.",
        "若走 {best}，{other}有 {theirs} 个，{side}有 {ours} 个。";
    /// Othello: where the other side's stable discs lie.
    stable_on_edge(other: Color, discs: usize, from: &str, to: &str):
        "{other} gains {discs} of them on the edge from {from} to {to}.",
        "其中{other}在 {from} 至 {to} 的边上多得 {discs} 个。";
    /// Othello: who fills a region.
    last_in_region(region: Text, other: Color, last: &str, best: &str, side: Color, better_last: &str):
        "Parity: of the squares {region}, {other} fills the last one ({last}) if both sides go on as the engine expects; \
         with {best} instead {side} would ({better_last}).",
        "奇偶性：{region} 这片空格，按引擎预计的下法由{other}下最后一手（{last}）；若走 {best}，则由{side}下最后一手（{better_last}）。";
    /// Othello: a region in which only one side has moves.
    no_access(region: Text, side: Color, other: Color, theirs: Text, best: &str, ours: &str):
        "Spare moves: among the squares {region}, {side} never has a move if both sides go on as the engine expects, and \
         {other} plays {theirs} there; with {best} instead {side} plays {ours} there.",
        "余裕手：{region} 这片空格，按引擎预计的下法{side}始终无合法落点，{other}可独下 {theirs}；若走 {best}，{side}可在其中下 {ours}。";
    /// Othello: a corner in the engine's line.
    line_loses_corner(side: Color, corner: &str, line: &str, best: &str):
        "If both sides go on as the engine expects, {side} gets the corner {corner}: {line}; with {best} instead {side} \
         would not.",
        "按引擎预计的下法，{side}会占到 {corner} 角：{line}；若走 {best}，{side}占不到。";
    /// Othello: the same for the mover.
    line_wins_corner(side: Color, corner: &str, line: &str, best: &str, played: &str):
        "With {best} instead, as the engine expects it to go on, {side} gets the corner {corner}: {line}; after {played} \
         {side} does not.",
        "若走 {best}，按引擎预计的下法，{side}会占到 {corner} 角：{line}；走 {played} 则占不到。";
    /// Othello: legal moves later in the engine's lines.
    later_mobility(later: Text, side: Color, ours: u32, other: Color, theirs: u32):
        "Mobility: if both sides go on as the engine expects, {later} {side} has {ours} squares to play and \
         {other} {theirs}.",
        "行动力：按引擎预计的下法，{later}{side}有 {ours} 个落点，{other}有 {theirs} 个。";
    /// Othello: the same after the better move.
    better_later_mobility(best: &str, ours: u32, theirs: u32):
        "With {best} instead it would be {ours} and {theirs}.",
        "若走 {best}，则分别有 {ours} 个和 {theirs} 个。";
    /// Othello: moves that open no corner, later in the engine's lines.
    later_safe_moves(later: Text, side: Color, moves: u32, best: &str, better: u32):
        "If both sides go on as the engine expects, {later} all but {moves} of {side}'s moves open a corner; \
         with {best} instead {better} would open none.",
        "按引擎预计的下法，{later}{side}不送角的落点只有 {moves} 个；若走 {best}，则有 {better} 个。";
    /// Othello: the same where there is none.
    later_no_safe_moves(later: Text, side: Color, best: &str, better: u32):
        "If both sides go on as the engine expects, {later} every move of {side} opens a corner; with {best} \
         instead {better} would open none.",
        "按引擎预计的下法，{later}{side}怎么下都要送角；若走 {best}，则有 {better} 个落点不送角。";
    /// Othello: discs of the mover that touch empty squares, later in the engine's lines.
    later_frontier(later: Text, side: Color, discs: u32, best: &str, better: u32):
        "Frontier: if both sides go on as the engine expects, {later} {side} has {discs} discs beside empty \
         squares, with {best} instead {better}. Such discs are easily flipped.",
        "前沿子：按引擎预计的下法，{later}{side}有 {discs} 个棋子与空格相邻；若走 {best}，则有 {better} 个。这样的棋子容易被翻走。";
    /// Othello: the other side's best answer is on a square that the move opens.
    opens_answer(played: &str, side: Color, reply: &str, best: &str):
        "{played} opens {reply} to {side}, whose best answer is to play there; after {best} {side} could not.",
        "走 {played} 给{side}打开了 {reply}，{side}的最佳应手正是这里；若走 {best}，{side}不能下在这里。";
    /// Othello: the other side's best answer is on a square that the better move closes.
    leaves_answer(best: &str, side: Color, reply: &str):
        "{best} would close {reply} to {side}, whose best answer is now to play there.",
        "走 {best} 可使{side}不能下 {reply}；现在{side}的最佳应手正是这里。";
    /// Othello: the answer takes a square from the mover.
    closes_next(other: Color, reply: &str, side: Color, square: &str, best: &str):
        "{other}'s answer {reply} closes {square} to {side} for now; after {best} {side} would play there next.",
        "{other}应 {reply} 后，{side}暂时不能下 {square}；若走 {best}，引擎预计{side}下一手正是 {square}。";
    /// Othello: discs that both moves flip, early in the game.
    flips_many(played: &str, discs: u32, best: &str, better: u32):
        "{played} flips {discs} discs, {best} only {better}: early in the game one's own discs are moves for the other side.",
        "走 {played} 翻转 {discs} 子，走 {best} 只翻 {better} 子：前半盘己方棋子越多，对方可下之处越多。";
    /// Othello: discs of the mover that touch empty squares.
    frontier(side: Color, discs: u32, best: &str, better: u32):
        "Frontier: it leaves {discs} discs of {side} beside empty squares, {best} only {better}. Such discs are easily flipped.",
        "前沿子：此后{side}有 {discs} 个棋子与空格相邻，若走 {best} 只有 {better} 个。这样的棋子容易被翻走。";
    parity(side: Color, square: &str, left: Text, best: &str):
        "Parity: the region of {square} has {left}, an odd number, for {side} to play last in; after {best} \
         every region is even.",
        "奇偶性：{square} 一带剩 {left}，为奇数，{side}可在其中下最后一手；若走 {best}，各空区均为偶数。";
    // Othello: squares of a region.
    empty_squares(count: u32): "{count} empty squares", "{count} 个空格";
    one_empty_square(): "1 empty square", "1 个空格";
    /// Both results were counted to the end.
    result_falls(from: Text, to: Text):
        "Counted to the end, it turns {from} into {to}.",
        "算到终局：原本{from}，此后{to}。";
    /// How it should have gone.
    best_play(line: &str): "Best was {line}.", "正确下法：{line}。";

    /// Go: stones that can be taken at once.
    leaves_in_atari(stones: Text, at: &str, side: Color, capture: &str):
        "It leaves {stones} at {at} in atari: {side} captures at {capture}.",
        "{at} 的 {stones}被打吃，{side}可在 {capture} 提掉。";
    allows_ladder(side: Color, stones: Text, at: &str, first: &str):
        "It lets {side} catch {stones} at {at} in a ladder, beginning with {first}.",
        "{side}从 {first} 开始可征吃 {at} 的 {stones}。";
    /// Go: a group that can be killed.
    allows_kill(side: Color, stones: Text, at: &str, line: &str):
        "It lets {side} kill the group at {at} ({stones}): {line}.",
        "此后{side}可杀死 {at} 的棋（{stones}）：{line}。";
    /// Go: stones that could be taken.
    misses_capture(best: &str, stones: Text, at: &str):
        "{best} would capture {stones} at {at}.",
        "走 {best} 可提掉 {at} 的 {stones}。";
    /// Go: a ladder that was not begun.
    misses_ladder(best: &str, stones: Text, at: &str):
        "{best} would catch {stones} at {at} in a ladder.",
        "走 {best} 可征吃 {at} 的 {stones}。";
    /// Go: a group that was not killed.
    misses_kill(best: &str, stones: Text, at: &str):
        "{best} would kill the group at {at} ({stones}).",
        "走 {best} 可杀死 {at} 的棋（{stones}）。";
    /// Gomoku: what the other side will do if nothing stops it.
    threatens_five(side: Color, at: &str): "{side} threatens five at {at}.", "{side}下一手可在 {at} 成五。";
    /// Gomoku: the same with a proved attack.
    threatens_attack(side: Color, at: &str, length: usize):
        "{side} threatens to win by force with {length} moves, beginning at {at}.",
        "{side}下一手从 {at} 开始有必胜进攻（攻方 {length} 手）。";
    /// Othello: the same with a corner.
    threatens_corner(side: Color, at: &str): "{side} threatens to take the corner {at}.", "{side}下一手可占 {at} 角。";
    /// Go: the same with a ladder.
    threatens_ladder(side: Color, stones: Text, at: &str):
        "{side} threatens to catch {stones} at {at} in a ladder.",
        "{side}下一手可征吃 {at} 的 {stones}。";
    /// Go: stones that can be taken.
    is_in_atari(stones: Text, at: &str): "In atari: {stones} at {at}.", "{at} 的 {stones}被打吃。";

    // Go: the engine expects other owners.
    loses_stones(owner: Color, stones: Text, at: &str, best: &str):
        "By the engine's count {owner} now loses {stones} around {at}, which {best} would keep.",
        "据引擎估算，此后{owner}会失去 {at} 一带的 {stones}；若走 {best} 则可保住。";
    keeps_stones(owner: Color, stones: Text, at: &str, best: &str):
        "By the engine's count {owner} now keeps {stones} around {at}, which {best} would take.",
        "据引擎估算，此后{owner}可保住 {at} 一带的 {stones}；若走 {best} 则可吃掉它们。";
    // Go: a capture in one of the engine's lines.
    line_captured(side: Color, stones: Text, at: &str, line: &str, best: &str):
        "If both sides go on as the engine expects, {side} captures {stones} at {at}: {line}; with {best} instead {side} would not.",
        "按引擎预计的下法，{side}会提掉 {at} 的 {stones}：{line}；若走 {best} 则不会。";
    line_captures(side: Color, stones: Text, at: &str, line: &str, best: &str, played: &str):
        "With {best} instead, as the engine expects it to go on, {side} captures {stones} at {at}: {line}; after {played} {side} does not.",
        "若走 {best}，按引擎预计的下法，{side}会提掉 {at} 的 {stones}：{line}；走 {played} 则不会。";
    /// Go: what the answer does to stones.
    answer_does(side: Color, reply: &str, deed: Text):
        "{side}'s answer {reply} {deed}.",
        "此后{side}走 {reply} 可{deed}。";
    /// Go: what the better move does to stones.
    better_does(best: &str, deed: Text): "{best} instead {deed}.", "若走 {best}，可{deed}。";
    /// Go: what the other side can do on the point of the better move.
    better_prevents(best: &str, side: Color, deed: Text):
        "{best} takes the point where {side} {deed}.",
        "走 {best} 可抢先占住要点：{side}下在这里可{deed}。";
    /// Discs or points that a side lost in many small steps.
    little_by_little(from: usize, to: usize, side: Color, before: Text, after: Text):
        "Moves {from} to {to}: no single large mistake, but little by little {side} falls from {before} to {after}.",
        "第 {from} 至 {to} 手：没有单独的大失误，但{side}一点一点吃亏，由 {before}变为 {after}。";
    /// The moves that cost most of them.
    most_of_it(moves: Text): "The costliest: {moves}.", "其中亏得最多的：{moves}。";
    /// A better move that both sides left for long.
    left_open(point: &str, from: usize, to: usize, times: usize):
        "Moves {from} to {to}: {point} was the better move {times} times, and nobody played there.",
        "第 {from} 至 {to} 手：{times} 次更好的一手都是 {point}，双方却都没有下。";
    /// Go: the engine's count of an area falls.
    gives_area(at: &str, points: u32, stones: &str):
        "By the engine's count it gives away about {points} points around {at} alone.",
        "据引擎估算，仅 {at} 一带就约损失 {stones} 子。";
    /// The same under rules that count territory.
    gives_territory(at: &str, points: u32):
        "By the engine's count it gives away about {points} points around {at} alone.",
        "据引擎估算，仅 {at} 一带就约损失 {points} 目。";
    /// Go: both sides want the same point.
    key_point(best: &str, side: Color):
        "{best} is the vital point for both sides: {side}'s best answer is to play there.",
        "{best} 是双方必争之点，{side}接下来的最佳应手正是这里。";
    /// Go: a better move far from all stones.
    open_place(best: &str):
        "{best} is a large open place: no stone stands within four points of it.",
        "{best} 四路之内没有棋子，是空旷的大场。";
    /// Go: the other side answers where the better move is.
    answer_there(side: Color, reply: &str, best: &str):
        "{side}'s best answer is {reply}, close to {best}: both sides want to play there.",
        "{side}的最佳应手是 {reply}，就在 {best} 附近：那里双方都想下。";
    // Go: how the better move stands among the stones, after its name.
    takes_empty_corner(): "takes an empty corner", "占空角";
    encloses_corner(at: &str): "encloses the corner together with {at}", "与 {at} 一起守角";
    approaches_corner(at: &str): "approaches the corner of {at}", "挂 {at} 的角";
    gains_liberties(stones: Text, at: &str, before: usize, after: usize):
        "gives {stones} at {at} {after} liberties instead of {before}",
        "使 {at} 的 {stones}由 {before} 口气长到 {after} 口气";
    leaves_two_liberties(stones: Text, at: &str): "leaves {stones} at {at} two liberties", "使 {at} 的 {stones}只剩 2 口气";
    stands_firm(ours: &str, theirs: &str): "strengthens {ours} against {theirs}", "贴住 {theirs}，巩固 {ours}";
    bends_around(at: &str): "bends around {at}", "扳住 {at}";
    attaches(at: &str): "attaches to {at}", "靠住 {at}";
    /// Go: a stone on the first line without contact.
    touches_nothing(played: &str):
        "{played} stands on the first line and touches no other stone: it surrounds hardly anything.",
        "{played} 在一路，与任何棋子都不相邻，几乎围不到空。";
    /// Go: a stone far too low.
    on_first_line(played: &str):
        "{played} stands on the first line with no other stone near it: it surrounds hardly anything.",
        "{played} 在一路，附近没有别的棋子，几乎围不到空。";
    /// Go: the same on the second line.
    on_second_line(played: &str):
        "{played} stands on the second line with no other stone near it: it surrounds very little.",
        "{played} 在二路，附近没有别的棋子，围不到多少空。";
    /// Go: the urgent place is another one.
    elsewhere(best: &str, line: &str):
        "The engine would play around {best}, far from here, for example {line}.",
        "引擎更看重 {best} 一带，此手离那里很远；例如 {line}。";
}

/// A result in discs as it stands inside a sentence.
pub fn discs(lead: i32) -> Text {
    crate::lessons::result(lead)
}

/// A number of moves to choose from, with English's plural.
pub fn places(count: u32) -> Text {
    if count == 1 { one_place() } else { some_places(count) }
}

/// Empty squares, with English's plural.
pub fn squares_left(count: u32) -> Text {
    if count == 1 { one_empty_square() } else { empty_squares(count) }
}

/// How far on in a line, with English's plural.
pub fn later(moves: usize) -> Text {
    if moves == 1 { one_move_later() } else { moves_later(moves) }
}

/// Squares in a row, and dots if there are more.
pub fn squares(names: &[String], has_more: bool) -> Text {
    let more = if has_more { "…" } else { "" };
    Text { zh: names.join("、") + more, en: names.join(", ") + more }
}

/// The name of two shapes that one stone makes, where players have one; `fours` and open `threes` are counted.
pub fn double(fours: usize, threes: usize) -> Option<Text> {
    match (fours, threes) {
        (2.., _) => Some(a_double_four()),
        (1, 1..) => Some(a_four_three()),
        (0, 2..) => Some(a_double_three()),
        _ => None,
    }
}

/// Two sentences as one text, each language with its own space between them.
pub fn follow(one: Text, other: impl Say) -> Text {
    let other = other.text();
    Text { zh: one.zh + &other.zh, en: format!("{} {}", one.en, other.en) }
}
