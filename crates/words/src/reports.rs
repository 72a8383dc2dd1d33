//! Matches and tournaments: what is printed at the end, and the headings of a report.

use crate::Text;

catalogue! {
    /// Wins, draws and losses of two players.
    tally(a: Text, b: Text, wins: u64, draws: u64, losses: u64):
        "{a} against {b}: +{wins} ={draws} -{losses}",
        "{a} 对 {b}：{wins} 胜 {draws} 平 {losses} 负";
    /// The share of the points.
    score(percent: f64, games: u64, pairs: &str): "score {percent:.1} % of {games} games, pairs {pairs}", "{games} 局得分率 {percent:.1} %，成对结果 {pairs}";
    /// The difference in strength.
    elo(elo: f64, low: f64, high: f64, superiority: f64):
        "Elo {elo:+.1} (95 %: {low:+.1} to {high:+.1}), likelihood of superiority {superiority:.3}",
        "Elo {elo:+.1}（95 %：{low:+.1} 至 {high:+.1}），更强的可能性 {superiority:.3}";
    /// How draws count.
    draws_half(): "draws count half a point", "和棋计半分";
    /// How draws count.
    draws_ignored(): "draws count not at all", "和棋不计";
    /// Games lost otherwise than on the board.
    faults(count: u64, first: &str):
        "{count} games were lost by time, an illegal move or a broken protocol; the first: {first}",
        "{count} 局因超时、非法落子或违反协议告负；首例（原文）：{first}";
    /// The sequential test.
    sequential(llr: f64, verdict: Text): "sequential test: log-likelihood ratio {llr:.2}, {verdict}", "序贯检验：对数似然比 {llr:.2}，{verdict}";
    /// The sequential test.
    accept_h0(): "H0 accepted", "接受 H0";
    /// The sequential test.
    accept_h1(): "H1 accepted", "接受 H1";
    /// The sequential test.
    undecided(): "undecided", "未定";
    /// More games than cores.
    crowded(games: usize, cores: usize):
        "{games} games at once on {cores} cores: a clock also runs while its player waits for a core",
        "{cores} 个核心同时下 {games} 局：棋手等待核心时棋钟仍在走";
    /// Two players are missing.
    two_players(): "expected two players and --game", "需要两名棋手和 --game";
    /// A tournament's players.
    different_names(): "expected two or more players with different names", "需要两名以上名字不同的棋手";
    /// A tournament on a cluster.
    cluster_plain(): "a cluster plays a round robin without clock and openings file", "集群只下循环赛，不用棋钟和开局文件";
    /// `--sprt`
    bad_sprt(text: &str): "--sprt {text}: expected two differences, the smaller first, such as 0,5", "--sprt {text}：应为两个差，小的在前，如 0,5";
    /// `--adjudicate-win`
    bad_adjudication(): "expected a value and a number of moves from 2 up, such as 10,4", "应为一个评分和至少 2 的手数，如 10,4";
    /// `--prove`
    nothing_proved(): "--prove: nothing is proved in go", "--prove：围棋不能证明";
    /// `--compliance`
    bad_compliance(program: &str):
        "--compliance {program}: expected gtp:COMMAND, gomocup:COMMAND or nboard:COMMAND",
        "--compliance {program}：应为 gtp:命令、gomocup:命令或 nboard:命令";
    /// Self-play data.
    games_in(games: u64, path: &str): "{games} games in {path}", "{games} 局，已写入 {path}";
    /// `--levels`
    bad_level(name: &str): "--levels {name}: expected beginner, normal, hard, hell, best", "--levels {name}：应为 beginner、normal、hard、hell、best";
    /// `--levels`
    bad_levels(): "--levels: expected two levels or more, from the bottom up", "--levels：应为两个以上的级别，从低到高";
    /// `--openings`
    one_anchored_ladder(): "--anchor belongs to one ladder: name it", "--anchor 只用于一个阶梯：请指明";
    /// A player's place on the scale.
    place(player: Text, elo: f64, error: f64, games: u64):
        "{player}: {elo:.0} ± {error:.0} ({games} games)",
        "{player}：{elo:.0} ± {error:.0}（{games} 局）";
    /// A ladder.
    one_ladder(): "--openings belongs to one ladder: name it", "--openings 只用于一个阶梯：请指明";
    /// `go:9`
    size_after_colon(text: &str): "{text}: expected a size after the colon", "{text}：冒号后应为棋盘大小";
    /// `--minutes`
    bad_minutes(): "expected minutes, from 0 to 525600", "应为 0 至 525600 的分钟数";
    /// `--time`
    bad_seconds(): "expected seconds, from 0.001 to 86400", "应为 0.001 至 86400 的秒数";
    /// A place of a cluster's table.
    cluster_row(place: usize, name: &str, points: f64, games: &str, elo: f64, error: f64):
        "{place:>3}. {name:<24} {points:>7.1} of {games:<6} Elo {elo:+.0} ± {error:.0}",
        "{place:>3}. {name:<24} {points:>7.1} 分，共 {games:<6} 局，Elo {elo:+.0} ± {error:.0}";

    /// A heading.
    standings(): "Standings", "名次";
    /// A heading.
    ratings(): "Ratings", "等级分";
    /// A heading.
    cross_table(): "Cross table", "对战表";
    /// A heading.
    games(): "Games", "对局";
    /// A heading.
    conditions(): "Conditions", "比赛条件";
    /// A column.
    player(): "player", "棋手";
    /// A column.
    points(): "points", "积分";
    /// A column.
    black(): "Black", "黑方";
    /// A column.
    white(): "White", "白方";
    /// A column.
    winner(): "winner", "胜方";
    /// A column.
    reason(): "reason", "原因";
    /// A column.
    margin(): "margin", "差距";
    /// A column.
    moves(): "moves", "手数";
    /// A column.
    nodes(): "nodes", "节点数";
    /// A column.
    milliseconds(): "ms", "毫秒";
    /// The replay of a game.
    replay(): "Replay", "重放";
    /// A button.
    to_start(): "to the start", "到开头";
    /// A button.
    one_back(): "one move back", "上一手";
    /// A button.
    one_on(): "one move on", "下一手";
    /// A button.
    to_end(): "to the end", "到终局";
    /// A slider.
    slider(): "move", "手数";
    /// Nobody won.
    draw(): "draw", "平局";

    /// A tie-break.
    mutual(): "mutual", "直接胜负";
    /// A tie-break.
    buchholz(): "opponents' average", "对手平均分";
    /// A tie-break.
    sonneborn_berger(): "sonneborn-berger", "索伯分";
    /// A tie-break.
    net_discs(): "net-discs", "净胜子";
    /// A tie-break.
    brightwell(): "brightwell", "布莱特韦尔分";

    /// A condition.
    version(): "version", "版本";
    /// A condition.
    machine(): "machine", "机器";
    /// The machine.
    machine_is(processor: &str, cores: usize, system: &str): "{processor}, {cores} cores, {system}", "{processor}，{cores} 个核心，{system}";
    /// A condition.
    game(): "game", "棋种";
    /// A condition.
    size(): "size", "棋盘";
    /// A condition.
    rules(): "rules", "规则";
    /// A condition.
    komi(): "komi", "贴子";
    /// A condition.
    clock(): "clock", "计时";
    /// A condition.
    nodes_a_move(): "nodes a move", "每手节点数";
    /// A condition.
    depth(): "depth", "深度";
    /// A condition.
    openings(): "openings", "开局";
    /// A condition.
    random_plies(count: usize): "{count} random plies", "随机 {count} 手";
    /// A condition.
    seed(): "seed", "随机种子";
    /// A condition.
    concurrency(): "concurrency", "同时进行";
    /// A condition.
    at_once(count: usize): "{count} at once", "{count} 局";
    /// A condition.
    at_once_pinned(count: usize): "{count} at once, each on its core", "{count} 局，各占一个核心";
    /// A condition.
    won_by_agreement(): "won by agreement", "协议判胜";
    /// A condition.
    drawn_by_agreement(): "drawn by agreement", "协议判和";
    /// A condition.
    for_moves(value: f64, moves: u32): "{value} for {moves} moves", "评分 {value}，连续 {moves} 手";
    /// A condition.
    proved_from(): "proved from", "证明起点";
    /// A condition.
    players(): "players", "棋手";
    /// A condition.
    draws(): "draws", "和棋";
    /// A condition.
    half_a_point(): "half a point", "半分";
    /// A condition.
    ignored(): "ignored in the rating", "不计入等级分";
    /// A condition that does not hold.
    never(): "never", "从不";
    /// A condition that does not hold.
    none(): "none", "无";
    /// A limit that the players have themselves.
    players_own(): "the players' own", "由棋手自定";

    /// A cluster's interpreter.
    no_package(python: &str):
        "'{python}' has no package heibai: `cargo xtask python` or `pip install '.[ray]'` puts it there, HEIBAI_PYTHON names another interpreter",
        "“{python}”没有 heibai 包：可用 cargo xtask python 或 pip install '.[ray]' 安装，或用 HEIBAI_PYTHON 另指解释器";
    /// A cluster's job.
    no_job_output(): "the job has no output", "任务没有输出";
    /// A cluster's job.
    job_said(line: &str): "the job said '{line}'", "任务输出了“{line}”";
    /// A cluster's job.
    no_game_of_job(row: &str): "the job gave a game that is none: {row}", "任务给出的不是对局：{row}";
    /// A cluster's job.
    job_failed(status: &str): "the job failed ({status}); what it said stands above", "任务失败（{status}）；它的输出在上方";
}
