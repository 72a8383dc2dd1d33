//! Players: the levels and what they do, and why a name or an option is not understood.

use crate::Text;

catalogue! {
    // A level.
    beginner(): "Beginner", "新手";
    normal(): "Normal", "普通";
    hard(): "Hard", "困难";
    hell(): "Hell", "地狱";
    best(): "Best", "最强";

    random(): "Random", "随机";
    human(): "Human", "棋手";

    // A player that can be chosen.
    about_random(): "plays at random", "随机落子";
    about_minimax(): "plain minimax", "极小化极大搜索";
    about_alphabeta(): "alpha-beta search", "Alpha-Beta 剪枝搜索";
    about_mcts(): "Monte Carlo tree search", "蒙特卡洛树搜索";
    about_network(): "a trained network", "训练好的网络";

    // Othello's levels.
    othello_beginner(): "looks one ply ahead and misjudges moves by about 9 discs", "只看一步，估值误差约 9 子";
    othello_normal():
        "looks one ply ahead, misjudges moves by about 3 discs, plays the last 6 squares well",
        "看一步，估值误差约 3 子，最后 6 格较准";
    othello_hard():
        "looks 4 plies ahead and solves the last 10 squares, with small misjudgements",
        "看四步，最后 10 格精确求解，偶有小误差";
    othello_hell(): "looks 10 plies ahead and plays the last 18 squares perfectly", "看十步，最后 18 格完美";
    othello_best():
        "looks 18 plies ahead and plays the last 24 squares perfectly (18 on 10x10)",
        "看十八步，最后 24 格完美（10×10 为最后 18 格）";

    // Go's levels.
    go_beginner():
        "plays by the small network's feeling alone, freely among good-looking moves",
        "只凭小网络的棋感，在看着不错的着法中随意选择";
    go_normal(): "the small network, two dozen positions of reading", "小网络，推演二十余个局面";
    go_hard(): "the large network, a glance of sixteen positions", "大网络，只看十六个局面";
    go_hell(): "the large network, 160 positions of reading", "大网络，推演一百六十个局面";
    go_best():
        "the large network with all the time there is (800 positions where nothing limits it)",
        "大网络，用足时间（不限时则推演八百个局面）";

    // Gomoku's levels.
    gomoku_beginner():
        "blocks a four half the time and a three in four cases of ten, otherwise plays by luck",
        "一半机会堵四，四成机会堵三，其余随意落子";
    gomoku_normal(): "looks three moves ahead with the classic scores of shapes", "按经典棋型分看三步";
    gomoku_hard():
        "looks four moves ahead and further along fours, finds wins by fours and short ones by threats, opens by theory",
        "看四步并延伸冲四，会算 VCF 和较短的 VCT，前十步按定式";
    gomoku_hell():
        "looks up to sixteen moves ahead, finds wins by fours and proves wins by threats",
        "最多看十六步，会算 VCF，并用证明数搜索验证 VCT";
    gomoku_best(): "the engine without handicap", "不设限的引擎";

    no_player(name: &str):
        "no player is called '{name}': expected beginner, normal, hard, hell, best, chick ... dragon, random, minimax:depth=3,eval=..., alphabeta:depth=6,eval=..., mcts:playouts=1000, learned:file=PATH,visits=400",
        "没有名为“{name}”的棋手：应为 beginner、normal、hard、hell、best、chick……dragon、random、minimax:depth=3,eval=...、alphabeta:depth=6,eval=...、mcts:playouts=1000、learned:file=PATH,visits=400";
    no_pair(pair: &str, player: &str):
        "'{pair}' in player '{player}' is not of the form key=value",
        "棋手“{player}”的选项“{pair}”应写作 key=value";
    option_number(key: &str, text: &str, player: &str, most: u64):
        "{key}={text} in player '{player}': expected 1 to {most}",
        "棋手“{player}”的 {key}={text}：应为 1 至 {most}";
    no_memory(key: &str, mebibytes: usize, player: &str):
        "{key}={mebibytes} in player '{player}': the system does not give so much memory",
        "棋手“{player}”的 {key}={mebibytes}：系统没有这么多内存";
    /// A network that a server does not have.
    no_such_network(name: &str, game: &str):
        "this server has no network '{name}' for {game}",
        "本服务器没有用于 {game} 的网络“{name}”";
    /// A network that was taught another board or other rules than a game is to have.
    taught_other(size: usize, rules: Text):
        "this network was taught {size}x{size}, {rules}",
        "这个网络学的是 {size}×{size}，{rules}";
    /// A player that a server does not offer.
    not_offered(name: &str):
        "no player is called '{name}' here: /api/meta lists those there are",
        "这里没有名为“{name}”的棋手：/api/meta 列出所有棋手";
    option_switch(key: &str, text: &str, player: &str):
        "{key}={text} in player '{player}': expected yes or no",
        "棋手“{player}”的 {key}={text}：应为 yes 或 no";
    option_word(key: &str, text: &str, known: &str): "{key}={text}: expected {known}", "{key}={text}：应为 {known}";
    no_option(player: &str, key: &str): "player '{player}' has no option '{key}'", "棋手“{player}”没有选项“{key}”";
    no_evaluation(game: &str, name: &str, known: &str):
        "{game} has no evaluation '{name}': expected {known}",
        "{game} 没有名为“{name}”的评价函数：应为 {known}";
    /// A learned player without its file.
    needs_network(): "player 'learned' needs its network: learned:file=PATH", "棋手“learned”需要网络：learned:file=PATH";
    /// A learned network at another game's board.
    network_of_another_game(taught: &str, played: &str):
        "the network was taught {taught}, not {played}",
        "该网络学的是 {taught}，不是 {played}";
    bad_network(path: &str, why: Text): "network {path}: {why}", "网络 {path}：{why}";
    /// What is wrong with a network file: English has the details.
    network_reason(why: &str): "{why}", "内容不是可用的网络";

    two_eyes(): "alive: two eyes, cannot be captured", "活：有两只真眼，无法被提";
    enclosed(other: Text): "dead: inside {other}'s living stones, no room for two eyes", "死：在{other}棋活棋包围中，做不出两眼";
    // Go.
    captured(other: Text, at: &str):
        "dead: no two eyes, {other} can capture it, beginning at {at}",
        "死：无两眼，可被提掉，{other}方从 {at} 下手";
    no_two_eyes(other: Text): "dead: in {other}'s area, no two eyes", "死：在{other}方地域内，做不出两眼";
    read_dead(other: Text):
        "dead: {other} captures it even if it moves first (every line was read)",
        "死：即使先动也会被{other}方提掉（已穷尽所有变化）";
    read_alive(other: Text):
        "alive: lives even if {other} moves first (every line was read)",
        "活：即使{other}方先动也能活（已穷尽所有变化）";
    not_captured(other: Text):
        "alive: {other} cannot capture it even by moving first (every line was read)",
        "活：{other}方先动也提不掉（已穷尽所有变化）";
    loses_without_threats(other: Text):
        "dead: {other} captures it even if it moves first, unless it wins a ko by threats elsewhere",
        "死：即使先动也会被{other}方提掉，除非靠别处劫材打赢劫争";
    has_territory(): "alive: connected to its own territory", "活：与己方地域相连";
    open_area():
        "counted as alive: neither side has closed the area around it",
        "算作活棋：周围的空地双方都还没有围住";
    shared_liberties():
        "seki: liberties shared with the other side, neither can play first",
        "双活：与对方共气，谁也不能先动手";

    /// Go: the judge would not bet on it.
    not_certain(grounds: Text): "{grounds} (not certain)", "{grounds}（不确定）";
}

/// A player's name for people: levels have their own words.
pub fn name(player: &str) -> Text {
    match player {
        "beginner" => beginner(),
        "normal" => normal(),
        "hard" => hard(),
        "hell" => hell(),
        "best" => best(),
        "random" => random(),
        "human" => human(),
        other => crate::characters::name(other).unwrap_or_else(|| Text::same(other)),
    }
}
