//! Why a record cannot be read, played through or written, and where.

use crate::Text;

catalogue! {
    at_line(line: u64, column: u64): "line {line}, column {column}", "第 {line} 行第 {column} 列";
    /// A place in a binary file.
    at_byte(at: u64): "byte {at}", "第 {at} 字节";
    /// A reason inside one move of a record.
    in_move(number: usize, why: Text): "move {number}: {why}", "第 {number} 手：{why}";
    /// A reason inside one move of a record, with the move.
    in_named_move(number: usize, name: &str, why: Text): "move {number} ({name}): {why}", "第 {number} 手 {name}：{why}";
    /// A reason at the start of a record.
    in_start(why: Text): "start: {why}", "起始局面不成立：{why}";
    /// A reason inside one node of a tree.
    in_node(index: usize, why: Text): "node {index}: {why}", "第 {index} 个节点：{why}";

    no_move_in_line(): "a line without a move", "这一行没有着法";
    /// Something else where a move is expected.
    not_a_move(found: &str): "'{found}' where a move should stand", "此处应为着法，却是“{found}”";
    empty_file(): "an empty file", "文件是空的";
    empty_text(): "an empty text", "没有内容";
    /// A text that is too long for one game.
    more_than_a_game(): "a text of more than a game", "内容超过一局棋的长度";
    /// A line that is too long.
    long_line(bytes: usize): "a line longer than {bytes} bytes", "一行超过 {bytes} 字节";
    /// A game that is too long.
    large_game(bytes: usize): "a game larger than {bytes} bytes", "一局超过 {bytes} 字节";
    /// An old game that is too long.
    large_old_game(bytes: usize): "a game of version 1 larger than {bytes} bytes", "第 1 版的一局超过 {bytes} 字节";
    /// A replay that is too long.
    large_replay(bytes: usize): "a replay larger than {bytes} bytes", "回放超过 {bytes} 字节";
    /// A tree that is too large.
    many_nodes(most: usize): "a game of more than {most} nodes", "一局超过 {most} 个节点";
    /// Too many points in the lists of one game.
    many_points(most: usize): "more than {most} points in lists", "列表中的点超过 {most} 个";
    many_lines(most: usize): "more than {most} lines", "超过 {most} 行";
    cut_short(): "the file is cut short", "文件不完整";
    no_library(): "no RenLib library: it begins with neither its header nor h8", "不是 RenLib 棋谱库：开头既不是文件头也不是 h8";
    /// RenLib: a version of the future.
    newer_library(major: u8, minor: u8):
        "RenLib version {major}.{minor}: this program reads versions up to 3.4",
        "RenLib 版本 {major}.{minor}：本程序只能读取到 3.4";
    /// RenLib: a branch that never ends.
    long_branch(most: usize): "a branch of more than {most} moves", "一条变化超过 {most} 手";
    /// PGN: a comment or a variation without its end.
    unclosed_remark(): "a comment or a variation that is not closed", "有一条注释或变化没有闭合";
    /// Self-play data of a version that cannot be read.
    old_selfplay():
        "self-play data of version 1, which names neither game nor rules: play it again",
        "第 1 版的自我对弈数据，没有写明棋种和规则：请重新生成";
    /// Self-play data: something else where a frame begins.
    no_frame(): "no frame of self-play games", "这里不是自我对弈数据的一块";
    /// Self-play data: a frame whose content is damaged.
    bad_frame(): "a frame whose games cannot be read", "这一块里的对局无法读取";
    /// Self-play data: a frame with other bytes than were written.
    bad_checksum(): "a frame whose checksum does not fit", "这一块的校验和不符";
    bad_encoding(encoding: &str): "a byte that is not {encoding} text", "有不属于 {encoding} 编码的字节";

    foreign_json(): "JSON that is not a game of this program", "这段 JSON 不是本程序的棋谱";
    /// JSON that is written wrongly; English has the reader's own words.
    bad_json(why: &str): "{why}", "JSON 写法或内容有误";
    newer_version(version: u32, most: u32):
        "version {version}: this program reads versions up to {most}",
        "版本 {version}：本程序只能读取到版本 {most}";
    other_version(version: &str, known: u32):
        "version {version}: this program reads version {known}",
        "版本 {version}：本程序只能读取版本 {known}";
    no_version(): "a game without a version", "棋谱没有版本号";
    replay_of(game: Text): "a replay of {game}: expected gomoku", "回放应为 gomoku，却是 {game}";
    /// A replay whose steps are not in order.
    other_step(step: u64, expected: usize): "step {step}, expected {expected}", "步数为 {step}，应为 {expected}";
    no_player(): "player is not 1 or 2", "棋手应为 1 或 2";
    no_winner(winner: u8): "winner {winner}: expected 1, 2 or 0", "胜方 {winner}：应为 1、2 或 0";
    outside(x: usize, y: usize): "({x}, {y}) is outside the board", "({x}, {y}) 不在棋盘上";
    /// A point by coordinates on a board of this size.
    outside_board(x: usize, y: usize, size: usize):
        "{x},{y} is outside the {size}x{size} board",
        "{x},{y} 不在 {size}×{size} 的棋盘上";
    /// A tree whose node comes before its parent.
    parent_after(): "its parent comes after it", "父节点在它之后";
    no_node(): "a game without a node", "棋谱没有节点";
    /// A node with half a move.
    half_a_move(): "a move needs both color and move", "一手棋需要 color 和 move 两项";
    no_sign(word: &str): "'{word}': expected +, - or .", "“{word}”：应为 +、- 或 .";
    no_mark(name: &str): "no mark is called '{name}'", "没有名为“{name}”的标记";
    no_seconds(number: f64): "{number} is no time in seconds", "{number} 不是秒数";
    no_count(number: f64): "{number} is no count of half points", "{number} 不是半子数";
    no_reason(name: &str): "'{name}' is no reason for an end", "“{name}”不是终局原因";
    no_side(name: &str, expected: &str): "'{name}' is no side: expected {expected}", "“{name}”不是一方：应为 {expected}";

    /// SGF: a value without its end.
    open_value(): "the file ends inside the value that opens here", "文件在此处打开的值中结束";
    /// SGF: a tree without its end.
    open_trees(open: usize): "the file ends with {open} open '('", "文件结束时还有 {open} 个“(”没有闭合";
    // SGF: no game.
    nothing_opens(): "no game: nothing opens with '(;'", "没有对局：找不到“(;”";
    no_game(): "no game: expected '(;'", "没有对局：此处应为“(;”";

    between_games(found: &str): "'{found}' between two games: expected '(;'", "两局之间有“{found}”：此处应为“(;”";
    outside_node(found: char): "'{found}' outside a node: expected ';'", "节点之外有“{found}”：此处应为“;”";
    second_root(): "a second root node in one game", "一局中有两个根节点";
    /// SGF: something else where a property begins.
    not_a_property(found: &str): "'{found}' where a property should begin", "此处应为属性，却是“{found}”";
    /// SGF: a value without its bracket.
    unclosed_value(): "a value that is not closed with ']'", "有一个值没有用“]”闭合";
    /// SGF: a property without its value.
    no_value(name: &str): "property '{name}' without a value in brackets", "属性“{name}”没有方括号中的值";
    /// SGF: a board that is not square.
    not_square(width: usize, height: usize):
        "a board of {width}x{height}: only square boards are supported",
        "棋盘 {width}×{height}：只支持正方形棋盘";
    no_size(value: &str): "SZ[{value}] is no board size", "SZ[{value}] 不是棋盘大小";
    other_game(value: &str):
        "GM[{value}] is not a game of this program: expected 1 (Go), 2 (Othello) or 4 (Gomoku)",
        "GM[{value}] 不是本程序支持的棋：应为 1（围棋）、2（黑白棋）或 4（五子棋）";
    no_komi(value: &str): "KM[{value}] is no number", "KM[{value}] 不是数";
    /// SGF: komi that is no number of halves.
    odd_komi(value: &str): "komi {value} is not a number of half points", "贴目 {value} 不是半目数";
    no_point(name: &str, value: &str, size: usize):
        "{name}[{value}] is no point of the {size}x{size} board",
        "{name}[{value}] 不是 {size}×{size} 棋盘上的点";
    second_move(): "a second move in one node", "一个节点中有两手棋";
    many_stones(size: usize):
        "more stones than the {size}x{size} board has points",
        "棋子数超过 {size}×{size} 棋盘的点数";

    no_psq(head: &str): "'{head}': expected 'Piskvorky 15x15, ...'", "“{head}”：应为“Piskvorky 15x15, ...”";
    other_ggf(game: &str): "a game of '{game}': expected GM[Othello]", "棋种为“{game}”：应为 GM[Othello]";
    no_ggf_board(): "a game without a board: expected BO[...]", "没有棋盘：应有 BO[...]";
    no_rows(): "a board without rows", "棋盘没有内容";
    large_board(size: usize): "a board of more than {size}x{size} squares", "棋盘超过 {size}×{size} 格";
    /// GGF: the wrong number of squares.
    other_board(squares: usize, expected: usize):
        "a board of {squares} squares: expected {expected}",
        "棋盘有 {squares} 格：应为 {expected} 格";
    no_stone(found: char, expected: &str):
        "'{found}' stands for no stone: expected {expected}",
        "“{found}”不表示棋子：应为 {expected}";
    no_score(text: &str): "'{text}' is no score", "“{text}”不是分数";
    other_database(size: u8, kind: u8):
        "a database of {size}x{size} boards, type {kind}: expected 8x8 games",
        "数据库的棋盘为 {size}×{size}，类型 {kind}：应为 8×8 的对局";
    no_square(square: u8): "{square} is no square of the board", "{square} 不是棋盘上的格";
    other_row(points: usize, size: usize): "a row of {points} points on a board of {size} rows", "一行有 {points} 点，棋盘却有 {size} 行";
    /// A diagram of an odd size.
    no_game_on(size: usize): "no game is played on {size}x{size}", "没有用 {size}×{size} 棋盘的棋";
    /// Bitboards: the name of the order.
    no_order(name: &str): "'{name}': expected bits or bits-a8", "“{name}”：应为 bits 或 bits-a8";
    no_board_size(text: &str): "'{text}' is no board size", "“{text}”不是棋盘大小";
    no_bits(): "expected two hexadecimal numbers and a side", "应为两个十六进制数和一方";
    both_discs(): "a square holds a black and a white disc", "有一格同时有黑子和白子";
    no_hexadecimal(word: &str): "'{word}' is no hexadecimal number", "“{word}”不是十六进制数";
    /// Bitboards: a number for a larger board.
    bits_outside(word: &str, size: usize): "'{word}' has bits outside the {size}x{size} board", "“{word}”超出 {size}×{size} 的棋盘";
    /// A position line that ends too early.
    ends_before(what: Text): "the line ends before {what}", "这一行缺少{what}";
    // A part of a position line.
    game_name(): "the name of the game", "棋种";
    board_rows(): "the rows of the board", "棋盘";
    side_to_move(): "the side to move", "行棋方";

    komi_text(text: &str): "'{text}' is no komi", "“{text}”不是贴目";
    /// A position line that goes on.
    after_end(text: &str): "'{text}' after the end of the position", "局面之后还有“{text}”";
    /// A position line with too many rows.
    many_rows(rows: usize): "{rows} rows: no board is larger than 25x25", "有 {rows} 行：棋盘不能大于 25×25";
    odd_character(found: char, row: usize):
        "'{found}' in row {row}: expected x, o or a number",
        "第 {row} 行有“{found}”：应为 x、o 或数字";
    row_length(row: usize, points: usize, size: usize):
        "row {row} has {points} points, the board has {size} rows",
        "第 {row} 行有 {points} 点，棋盘却有 {size} 行";
    no_board(): "a line without a board", "这一行没有棋盘";
    /// A flat board of an odd size.
    odd_board(points: usize): "{points} characters: no board has so many points", "有 {points} 个字符：没有这么多点的棋盘";

    /// A record's move out of turn.
    not_its_turn(side: heibai_games::Color): "it is not {side}'s turn", "此时不轮到{side}";

    no_format(name: &str, known: &str):
        "no format is called '{name}': expected one of {known}",
        "没有名为“{name}”的格式：应为 {known} 之一";
    format_of(format: &str, game: Text): "{format} is a format of {game}", "{format} 是 {game} 的格式";
    /// A format that is not written.
    read_only(format: &str): "{format} is only read, not written", "{format} 只能读取，不能写出";
    /// A format without a place for a setup.
    no_setup(format: &str):
        "{format} has no place for a game that does not start from the usual position",
        "{format} 存不下不从标准开局开始的对局";

    // What a format may be unable to hold.
    part_moves(): "moves", "着法";
    part_variations(): "variations", "变化";
    part_comments(): "comments", "注释";
    part_marks(): "marks", "标记";
    part_scores(): "evaluations", "评分";
    part_times(): "times", "用时";
    part_players(): "players", "棋手";
    part_ratings(): "ratings", "等级分";
    part_event(): "event", "赛事";
    part_date(): "date", "日期";
    part_time_control(): "time control", "计时方式";
    part_result(): "result", "结果";
    part_rules(): "rules", "规则";
    part_size(): "size of the board", "棋盘大小";
    part_properties(): "other properties", "其他属性";

    // A format's name for people.
    obf_problem(): "OBF problem", "OBF 题目";
    wthor_database(): "WTHOR database", "WTHOR 数据库";

    // A format's name.
    renlib_library(): "RenLib library", "RenLib 棋谱库";
    renjunet_database(): "RenjuNet database", "RenjuNet 对局库";

    /// A format that is no text.
    binary_format(format: &str): "{format} is not text: write it to a file", "{format} 不是文本：请写入文件";
    // A format's name for people.
    replay_json(): "Replay JSON", "回放 JSON";
    move_string(): "Move string", "着法串";
    position_line(): "Position line", "局面行";
    bitboards(): "Bitboards", "位棋盘";
    diagram(): "Diagram", "棋盘图";

    selfplay_data(): "Self-play data", "自我对弈数据";
}
