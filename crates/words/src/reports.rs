//! Matches and tournaments: what is printed at the end, and the headings of a report.

use crate::Text;

catalogue! {
    /// Wins, draws and losses of two players.
    tally(a: Text, b: Text, wins: u64, draws: u64, losses: u64):
        "{a} against {b}: +{wins} ={draws} -{losses}",
        "{a} 对 {b}：{wins} 胜 {draws} 平 {losses} 负";
    score(percent: f64, games: u64, pairs: &str): "score {percent:.1} % of {games} games, pairs {pairs}", "{games} 局得分率 {percent:.1} %，成对结果 {pairs}";
    elo(elo: f64, low: f64, high: f64, superiority: f64):
        "Elo {elo:+.1} (95 %: {low:+.1} to {high:+.1}), likelihood of superiority {superiority:.3}",
        "Elo {elo:+.1}（95 %：{low:+.1} 至 {high:+.1}），更强的可能性 {superiority:.3}";
    // How draws count.
    draws_half(): "draws count half a point", "和棋计半分";
    draws_ignored(): "draws count not at all", "和棋不计";

    /// Games lost otherwise than on the board.
    one_fault(first: &str):
        "1 game was lost by time, an illegal move or a broken protocol: {first}",
        "1 局因超时、非法落子或违反协议告负（原文）：{first}";
    faults(count: u64, first: &str):
        "{count} games were lost by time, an illegal move or a broken protocol; the first: {first}",
        "{count} 局因超时、非法落子或违反协议告负；首例（原文）：{first}";
    without_faults(won: u64, drawn: u64, lost: u64):
        "without these games: +{won} ={drawn} -{lost}", "不计这些对局：+{won} ={drawn} -{lost}";
    // The sequential test.
    sequential(llr: f64, verdict: Text): "sequential test: log-likelihood ratio {llr:.2}, {verdict}", "序贯检验：对数似然比 {llr:.2}，{verdict}";
    accept_h0(): "H0 accepted", "接受 H0";
    accept_h1(): "H1 accepted", "接受 H1";
    undecided(): "undecided", "未定";

    crowded(games: usize, cores: usize):
        "{games} games at once on {cores} cores: a clock also runs while its player waits for a core",
        "{cores} 个核心同时下 {games} 局：棋手等待核心时棋钟仍在走";
    two_players(): "expected two players and --game", "需要两名棋手和 --game";
    different_names(): "expected two or more players with different names", "需要两名以上名字不同的棋手";
    cluster_plain(): "a cluster plays a round robin without clock and openings file", "集群只下循环赛，不用棋钟和开局文件";
    bad_sprt(text: &str): "--sprt {text}: expected two differences, the smaller first, such as 0,5", "--sprt {text}：应为两个差，小的在前，如 0,5";
    bad_adjudication(): "expected a value and a number of moves from 2 up, such as 10,4", "应为一个评分和至少 2 的手数，如 10,4";
    nothing_proved(): "--prove: nothing is proved in go", "--prove：围棋不能证明";
    bad_compliance(program: &str):
        "--compliance {program}: expected gtp:COMMAND, gomocup:COMMAND or nboard:COMMAND",
        "--compliance {program}：应为 gtp:命令、gomocup:命令或 nboard:命令";
    games_in(games: u64, path: &str): "{games} games in {path}", "{games} 局，已写入 {path}";
    // `--levels`
    bad_level(name: &str): "--levels {name}: expected beginner, normal, hard, hell, best", "--levels {name}：应为 beginner、normal、hard、hell、best";
    bad_levels(): "--levels: expected two levels or more, from the bottom up", "--levels：应为两个以上的级别，从低到高";

    one_anchored_ladder(): "--anchor belongs to one ladder: name it", "--anchor 只用于一个阶梯：请指明";
    /// A player's place on the scale.
    place(player: Text, elo: f64, error: f64, games: u64):
        "{player}: {elo:.0} ± {error:.0} ({games} games)",
        "{player}：{elo:.0} ± {error:.0}（{games} 局）";
    one_ladder(): "--openings belongs to one ladder: name it", "--openings 只用于一个阶梯：请指明";
    size_after_colon(text: &str): "{text}: expected a size after the colon", "{text}：冒号后应为棋盘大小";
    bad_minutes(): "expected minutes, from 0 to 525600", "应为 0 至 525600 的分钟数";
    bad_seconds(): "expected seconds, from 0.001 to 86400", "应为 0.001 至 86400 的秒数";
    /// A place of a cluster's table.
    cluster_row(place: usize, name: &str, points: f64, games: &str, elo: f64, error: f64):
        "{place:>3}. {name:<24} {points:>7.1} of {games:<6} Elo {elo:+.0} ± {error:.0}",
        "{place:>3}. {name:<24} {points:>7.1} 分，共 {games:<6} 局，Elo {elo:+.0} ± {error:.0}";

    // A heading.
    standings(): "Standings", "名次";
    ratings(): "Ratings", "等级分";
    cross_table(): "Cross table", "对战表";
    games(): "Games", "对局";
    conditions(): "Conditions", "比赛条件";

    // A column.
    player(): "player", "棋手";
    points(): "points", "积分";
    black(): "Black", "黑方";
    white(): "White", "白方";
    winner(): "winner", "胜方";
    reason(): "reason", "原因";
    margin(): "margin", "差距";
    moves(): "moves", "手数";
    nodes(): "nodes", "节点数";
    milliseconds(): "ms", "毫秒";

    replay(): "Replay", "重放";
    // A button.
    to_start(): "to the start", "到开头";
    one_back(): "one move back", "上一手";
    one_on(): "one move on", "下一手";
    to_end(): "to the end", "到终局";

    slider(): "move", "手数";
    draw(): "draw", "平局";

    // A tie-break.
    mutual(): "mutual", "直接胜负";
    buchholz(): "opponents' average", "对手平均分";
    sonneborn_berger(): "sonneborn-berger", "索伯分";
    net_discs(): "net-discs", "净胜子";
    brightwell(): "brightwell", "布莱特韦尔分";

    // A condition.
    version(): "version", "版本";
    machine(): "machine", "机器";

    machine_is(processor: &str, cores: usize, system: &str): "{processor}, {cores} cores, {system}", "{processor}，{cores} 个核心，{system}";
    // A condition.
    game(): "game", "棋种";
    size(): "size", "棋盘";
    /// A fact about a game.
    fact(label: Text, fact: Text): "{label}: {fact}", "{label}：{fact}";
    rules(): "rules", "规则";
    komi(): "komi", "贴子";
    /// The same under rules that count territory.
    komi_in_points(): "komi", "贴目";
    clock(): "clock", "计时";
    nodes_a_move(): "nodes a move", "每手节点数";
    depth(): "depth", "深度";
    openings(): "openings", "开局";
    random_plies(count: usize): "{count} random plies", "随机 {count} 手";
    seed(): "seed", "随机种子";
    concurrency(): "concurrency", "同时进行";
    at_once(count: usize): "{count} at once", "{count} 局";
    at_once_pinned(count: usize): "{count} at once, each on its core", "{count} 局，各占一个核心";
    won_by_agreement(): "won by agreement", "协议判胜";
    drawn_by_agreement(): "drawn by agreement", "协议判和";
    for_moves(value: f64, moves: u32): "{value} for {moves} moves", "评分 {value}，连续 {moves} 手";
    proved_from(): "proved from", "证明起点";
    players(): "players", "棋手";
    draws(): "draws", "和棋";
    half_a_point(): "half a point", "半分";
    ignored(): "ignored in the rating", "不计入等级分";

    // A condition that does not hold.
    never(): "never", "从不";
    none(): "none", "无";

    /// A limit that the players have themselves.
    players_own(): "the players' own", "由棋手自定";

    no_package(python: &str):
        "'{python}' has no package heibai: `cargo xtask python` or `pip install '.[ray]'` puts it there, HEIBAI_PYTHON names another interpreter",
        "“{python}”没有 heibai 包：可用 cargo xtask python 或 pip install '.[ray]' 安装，或用 HEIBAI_PYTHON 另指解释器";
    // A cluster's job.
    no_job_output(): "the job has no output", "任务没有输出";
    job_said(line: &str): "the job said '{line}'", "任务输出了“{line}”";
    no_game_of_job(row: &str): "the job gave a game that is none: {row}", "任务给出的不是对局：{row}";
    job_failed(status: &str): "the job failed ({status}); what it said stands above", "任务失败（{status}）；它的输出在上方";
}
