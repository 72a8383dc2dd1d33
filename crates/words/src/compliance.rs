//! What a foreign program should do to keep its protocol, and what it did instead.

use crate::Text;

catalogue! {
    // GTP.
    speaks_version_2(): "starts and speaks version 2", "能启动，使用协议第 2 版";
    tells_name(): "tells its name and version", "报告名称和版本";
    lists_commands(): "lists every required command", "列出全部必需命令";
    knows_commands(): "knows which commands it knows", "知道自己支持哪些命令";
    keeps_numbers(): "answers with the number it was asked with", "回答带有提问的编号";
    refuses_unknown(): "refuses an unknown command", "拒绝未知命令";
    skips_comments(): "passes over empty lines and comments", "忽略空行和注释";
    takes_settings(): "takes a board, a komi and a clock", "接受棋盘大小、贴目和计时";
    refuses_no_size(): "refuses a board of no size", "拒绝大小为零的棋盘";
    refuses_illegal(): "refuses an illegal move and goes on", "拒绝非法落子并能继续";
    reads_any_case(): "reads points in upper and lower case, colours by letter and word", "坐标不分大小写，颜色可用字母或单词";
    undoes(): "takes a move back if it knows undo", "若支持 undo，能悔棋";

    plays_to_the_end(): "plays legal moves for both sides to the end of a game", "替双方合法地下完一局";
    quits(): "ends when it is told to quit", "收到 quit 后退出";
    // Gomocup.
    takes_board(): "starts and takes a board", "能启动并接受棋盘";
    tells_about_itself(): "tells about itself", "介绍自己";
    begins_in_time(): "begins a game within its time", "在限时内下出第一手";
    answers_moves(): "answers moves until the game is over", "应对每一手，直到终局";
    takes_over(): "takes over a position with BOARD", "用 BOARD 接手局面";
    restarts(): "begins anew with RESTART", "用 RESTART 重新开始";
    skips_settings(): "passes over settings that it does not know", "忽略不认识的设置";
    says_unknown(): "answers UNKNOWN or ERROR to an unknown word", "对未知命令回答 UNKNOWN 或 ERROR";
    refuses_occupied(): "refuses a stone on an occupied point", "拒绝落在已有棋子的点";
    ends(): "ends when it is told END", "收到 END 后退出";

    // NBoard.
    answers_ping(): "starts and answers a ping", "能启动并回答 ping";
    keeps_order(): "answers pings in their order", "按顺序回答 ping";
    takes_over_game(): "takes over a game and plays a legal move", "接手一局并合法落子";
    follows_moves(): "follows the moves that it is told of", "跟上所告知的着法";
    gives_hints(): "gives hints", "给出提示";
    skips_words(): "passes over words that it does not know", "忽略不认识的命令";

    // What it did instead.
    speaks(version: &str): "it speaks '{version}'", "它使用的是“{version}”";
    no_name(version: &str): "the name is empty (version '{version}')", "名称为空（版本“{version}”）";
    missing(commands: &str): "missing: {commands}", "缺少：{commands}";
    answered(line: &str, answer: &str): "'{line}' was answered '{answer}'", "对“{line}”的回答是“{answer}”";
    expected(line: &str, answer: &str, wanted: &str):
        "'{line}' was answered '{answer}', expected {wanted}",
        "对“{line}”的回答是“{answer}”，应为 {wanted}";
    refused(line: &str, why: &str): "refused '{line}': {why}", "拒绝了“{line}”：{why}";
    accepted(line: &str, answer: &str): "accepted '{line}' with '{answer}'", "接受了“{line}”，回答“{answer}”";
    never_ends(): "the game does not end", "对局没有结束";
    no_point(answer: &str): "'{answer}' is no point of the board", "“{answer}”不是棋盘上的点";
    too_slow(took: u64, limit: u64): "took {took} ms of {limit}", "用时 {took} 毫秒，限时 {limit} 毫秒";
    illegal(name: &str, why: Text): "played {name}: {why}", "下在 {name}：{why}";
    still_there(goodbye: &str): "still there after '{goodbye}'", "收到“{goodbye}”后仍未退出";
    did_not_start(): "it did not start", "没有启动";
    gone_already(): "it was gone already", "早已退出";
}
