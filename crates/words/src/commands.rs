//! What the commands of the terminal print: play, records, solving, matches, measurements.

use crate::Text;
use heibai_games::{Color, Kind};

catalogue! {
    /// A side and who plays it.
    seat(side: Color, name: Text): "{side}: {name}", "{side}：{name}";
    /// A named player's choice or remark.
    says(name: Text, what: Text): "{name}: {what}", "{name}：{what}";
    saved(path: &str): "saved {path}", "已保存 {path}";
    /// The stones of an opening are not taken back.
    opening_stays(): "The stones of the opening stay.", "开局放的子不能悔棋。";
    count_question():
        "Right? agree; dead POINT or alive POINT to correct a chain; resume to play on.",
        "对吗？agree 同意，dead 坐标或 alive 坐标改正死活，resume 继续下。";
    play_help():
        "a point such as d3, pass, undo, redo, resign, hint, why POINT; dead POINT, alive POINT, agree, resume (the count of Go); black, white, more, offer3 (opening rules); save FILE, quit",
        "坐标（如 d3）、pass 停一手、undo 悔棋、redo 重做、resign 认输、hint 提示、why 坐标（说明禁手）、dead 坐标（标记死子）、alive 坐标（标记活子）、agree 同意数子、resume 继续下、black 执黑、white 执白、more 再放两子、offer3 五手三打、save 文件、quit 退出";
    /// The prompt while a game is counted.
    counting(): "Counting", "数子";
    /// What was typed is neither a command nor a point.
    not_understood(why: Text): "{why}; ? lists what can be typed", "{why}；输入 ? 查看可用命令";
    input_ended(): "input ended; the game is not finished", "输入结束，对局未完";
    thinking(): "the engine is thinking", "引擎正在思考";
    screen_keys():
        "arrows move, Enter plays, p passes, u undoes, h hints, : types a command or a point, q quits",
        "方向键移动，回车落子，p 停一手，u 悔棋，h 提示，: 输入命令或坐标，q 退出";

    stopped_moves(done: usize, of: usize): "stopped after {done} of {of} moves", "已停止：{of} 手中完成 {done} 手";

    level_line(name: Text, about: Text): "{about}", "{name}：{about}";
    rung_tally(wins: u64, draws: u64, losses: u64): "+{wins} ={draws} -{losses}", "{wins} 胜 {draws} 平 {losses} 负";
    rung(size: usize, lower: Text, tally: Text, score: f64, low: f64, high: f64):
        "{size}x{size} against {lower}: {tally}, {score:.1} % ({low:.1} to {high:.1})",
        "实测棋力：{size}×{size} 对{lower}：{tally}，得分率 {score:.1} %（95 % 区间 {low:.1} 至 {high:.1}）";
    /// A rung with its game and its upper level.
    rung_of(game: Text, upper: Text, rung: Text): "{game}, {upper}: {rung}", "{game} {upper}：{rung}";
    /// Whether a level reaches the bar.
    rung_verdict(rung: Text, verdict: Text): "{rung}; 75 %: {verdict}", "{rung}；75 %：{verdict}";
    bar_reached(): "yes, at 95 %", "达到（95 % 置信）";
    bar_likely(): "yes, as far as these games tell", "就这些对局而言达到";
    bar_not_shown(): "not shown", "未能证明";
    bar_missed(): "no", "未达到";

    // Compliance.
    passes(name: Text): "pass  {name}", "通过  {name}";
    fails(name: Text, why: Text): "FAIL  {name}: {why}", "不符  {name}（{why}）";
    behaviours(right: usize, all: usize): "{right} of {all} behaviours as the protocol asks", "{all} 项行为中 {right} 项符合协议";

    // `check`
    all_legal(name: &str, games: Text, moves: Text): "{name}: {games}, {moves}, all legal", "{name}：{games}，{moves}，全部合法";
    with_faults(name: &str, games: Text, moves: Text, bad: usize):
        "{name}: {games}, {moves}, {bad} with faults",
        "{name}：{games}，{moves}，{bad} 局有错";
    fault_in_game(game: usize, number: usize, why: Text): "  game {game}, move {number}: {why}", "  第 {game} 局，第 {number} 手：{why}";

    /// `play`: a game that no format of records knows.
    no_record(): "no format of records knows this game", "没有棋谱格式能记录此棋";
    /// `check`: a record states a result that its moves do not give.
    disputed(game: usize, stated: &str, found: Text):
        "  game {game}: the record says {stated}, the moves say: {found}",
        "  第 {game} 局：棋谱写的结果是 {stated}，按着法应为：{found}";
    /// `check`: the time that both sides took.
    time_used(black: Text, white: Text): "time used: Black {black}, White {white}", "用时：黑 {black}，白 {white}";
    game_of(name: &str, game: usize): "{name}: game {game}", "{name}：第 {game} 局";
    position_of(name: &str, number: usize): "{name}: position {number}", "{name}：第 {number} 个局面";
    input_line(number: usize): "standard input, line {number}", "标准输入第 {number} 行";
    input_column(column: usize): "column {column}", "第 {column} 列";

    // `convert`
    written(written: usize, seen: Text, format: &str): "{written} of {seen} written as {format}", "{seen}中写出 {written} 局，格式 {format}";
    lost(format: &str, part: Text, games: Text):
        "lost, because {format} has no place for it: {part} (in {games})",
        "{format} 存不下，已丢失：{part}（{games}）";
    no_format_for(name: &str): "no format is known for '{name}': name one with --to", "不知道“{name}”是什么格式：请用 --to 指定";

    no_format_to_save(name: &str):
        "no format is known for '{name}': use .sgf, .json, .ggf, .psq or .txt",
        "不知道“{name}”是什么格式：请用 .sgf、.json、.ggf、.psq 或 .txt";
    // `convert`
    nothing_written(name: &str, format: &str): "{name}: no game could be written as {format}", "{name}：没有一局能写成 {format}";
    holds_one_game(format: &str): "a file of {format} holds one game only", "{format} 文件只能存一局";

    // `score`
    score_line(game: usize, black: &str, white: &str, result: Text):
        "game {game}: Black {black}, White {white}, {result}",
        "第 {game} 局：黑 {black} 子，白 {white} 子，{result}";
    recorded(result: &str): "recorded: {result}", "棋谱结果：{result}";
    dead_stones(names: &str): "dead: {names}", "死子：{names}";
    uncertain_stones(names: &str): "not certain: {names}", "不确定：{names}";
    nothing_to_count(): "no stones to count", "没有可数的棋子";
    only_to_play(): "a person can only sit at heibai play", "只有 heibai play 可以由人下棋";
    /// A line of a file of openings.
    opening_line(line: usize): "line {line}", "第 {line} 行";
    no_opening(): "the file holds no opening", "文件中没有开局";
    only_go(game: Text): "a game of {game}, and only go is counted by area", "这是 {game} 的对局，只有 go 数子";

    // `show`
    player_line(side: Color, name: &str, rating: &str): "{side}: {name} {rating}", "{side}：{name} {rating}";
    few_moves(asked: usize, made: usize): "--move {asked}: the game has {made} moves", "--move {asked}：这局只有 {made} 手";

    // `solve`
    solved_all(count: usize, nodes: u64, seconds: f64, speed: f64):
        "{count} positions, {nodes} nodes, {seconds:.2} s, {speed:.1} M nodes/s",
        "{count} 个局面，{nodes} 个节点，{seconds:.2} 秒，每秒 {speed:.1} 百万节点";
    solved_one(id: &str, empties: usize, score: i32, nodes: u64, seconds: f64, line: &str):
        "{id:<16} {empties:>2} empty  {score:+3}  {nodes:>12} nodes {seconds:>10.3} s  {line}",
        "{id:<16} {empties:>2} 空格  {score:+3} 子  {nodes:>12} 节点 {seconds:>10.3} 秒  {line}";

    differs(line: Text): "{line}  DIFFERS from the file", "{line}  与文件不符";
    // `solve`, on the way.
    solving_about(id: &str, score: i32, percent: f64, nodes: u64, seconds: f64):
        "{id}: {score:+} at {percent} %, {nodes} nodes, {seconds:.0} s",
        "{id}：{score:+} 子（把握 {percent} %），{nodes} 个节点，{seconds:.0} 秒";
    solving_between(id: &str, low: i32, high: i32, nodes: u64, seconds: f64):
        "{id}: between {low:+} and {high:+}, {nodes} nodes, {seconds:.0} s",
        "{id}：{low:+} 至 {high:+} 子之间，{nodes} 个节点，{seconds:.0} 秒";

    // `solve`
    one_thread(): "--threads 0: at least one thread is needed", "--threads 0：至少需要一个线程";
    small_boards_only(size: usize):
        "--size {size}: only 4x4 and 6x6 can be solved from the start",
        "--size {size}：只有 4×4 和 6×6 可以从第一手求解";

    // `serve`
    is_at(url: &str): "heibai is at {url}", "heibai 已启动：{url}";
    no_data_folder(): "no folder for the user's data is known: give one with --data", "不知道用户数据目录：请用 --data 指定";

    // `backup`
    no_copy(): "no copy was made", "没有备份";
    copied_to(file: &str): "copied to {file}", "已备份到 {file}";

    // `restore`
    nothing_restored(): "nothing was put back", "没有恢复";
    restored(): "restored", "已恢复";
    kept_beside(file: &str): "what was there is now {file}", "原有数据现为 {file}";

    done(): "done", "已完成";
    // `admin`, `serve`
    no_token(file: &str): "{file}: the token cannot be read", "{file}：无法读取令牌";
    bad_token(file: &str):
        "{file}: a token is one word of at least 16 letters, digits or signs", "{file}：令牌应为一个词，至少 16 个字母、数字或符号";

    no_server(address: &str): "no server answers at {address}", "{address} 没有服务器应答";
    // `worker`
    works_for(address: &str): "working for {address}", "正在为 {address} 工作";
    waits_for(address: &str): "waiting for a server at {address}", "正在等待 {address} 的服务器";
    worker_stopped(): "the worker cannot go on", "工作进程无法继续";

    no_answer(status: &str): "the server answered {status}", "服务器答复 {status}";

    // INPUT
    no_game_in(name: &str): "{name}: no game", "{name}：没有对局";
    neither_file_nor_moves(text: &str, why: Text):
        "'{text}' is no file, and no position or moves either: {why}",
        "“{text}”不是文件，也不是局面或着法串：{why}";

    other_run(folder: &str, key: &str, was: &str, now: &str):
        "{folder} holds another run: its {key} was {was}, now it is {now}; give this one a folder of its own with --out",
        "{folder} 中是另一次运行：当时的 {key} 为 {was}，现在是 {now}；请用 --out 另指文件夹";
    player(name: &str): "player '{name}'", "棋手“{name}”";
    other_game(game: Text): "the file holds a game of {game}", "文件中是 {game} 的对局";
    no_game(): "no game in the file", "文件中没有对局";

    // Ctrl-C.
    stopped_kept(done: u64, of: u64, path: &str):
        "stopped after {done} of {of} games; they are kept in {path}: the same command goes on from there",
        "已停止：{of} 局中完成 {done} 局；已保存在 {path}，同样的命令会从那里继续";
    stopped_gone(done: u64, of: u64):
        "stopped after {done} of {of} games; with --out DIR they would be kept and the same command would go on",
        "已停止：{of} 局中完成 {done} 局；加 --out 文件夹可以保存并继续";

    // `forbidden`
    no_forbidden_rules(name: &str):
        "no rule set with forbidden points is called '{name}': expected renju or renju-patterns",
        "没有名为“{name}”的禁手规则：应为 renju 或 renju-patterns";
    long_board(): "a board has 225 characters, this line has more", "棋盘有 225 个字符，这一行更多";
    short_board(count: usize): "a board has 225 characters, this line has {count}", "棋盘有 225 个字符，这一行只有 {count} 个";
    no_stone_letter(found: &str): "'{found}' is not X, O or .", "“{found}”不是 X、O 或 .";

    // `vcf`
    no_point(): "no point", "此处不是点";
    already_occupied(name: &str): "{name} is already occupied", "{name} 已有棋子";
    after_side(text: &str): "unexpected '{text}' after the side", "一方之后还有“{text}”";
    not_gomoku(game: Kind): "wins by fours belong to Gomoku, not to {game}", "连续冲四取胜是五子棋的着法，不属于{game}";

    // `prove`
    nothing_to_prove(game: Kind):
        "proofs by threats belong to Gomoku, not to {game}; Othello is solved by `heibai solve`",
        "连续冲四、活三的证明只有五子棋才有，{game}没有；黑白棋请用 heibai solve 求解";
    proved_by_fours(side: Color, length: usize, size: usize):
        "{side} wins by continuous fours in {length} moves at most (proof of {size} moves, checked by the referee)",
        "{side}连续冲四必胜，最多 {length} 手（证明共 {size} 手，已由裁判逐手验证）";
    proved_by_threats(side: Color, length: usize, size: usize):
        "{side} wins by fours and threes in {length} moves at most (proof of {size} moves, checked by the referee)",
        "{side}连续冲四、活三必胜，最多 {length} 手（证明共 {size} 手，已由裁判逐手验证）";
    proved_by_search(side: Color, length: usize, size: usize):
        "{side} wins in {length} moves at most, with quiet moves too (proof of {size} moves, checked by the referee)",
        "{side}必胜，最多 {length} 手，其中有做棋的着法（证明共 {size} 手，已由裁判逐手验证）";
    proof_too_large(size: usize):
        "the proof has {size} moves, too many to write out",
        "证明共 {size} 手，过大，不逐一写出";
    no_win_by_threats(): "There is no such win.", "没有这样的必胜。";
    not_proved(): "Nothing was proved within the limits.", "在限定的时间和节点数内未能证明。";
    otherwise(): "otherwise", "其他应手";
    any_other_move(point: &str): "After any other move: {point}", "其他应手：{point}";

    fails_referee(flaw: &str):
        "the line found does not pass the referee ({flaw}): please report this",
        "找到的变化没有通过裁判（{flaw}）：请报告此问题";
}
