//! The laboratory: what evaluations are called and what they count, and why an experiment is refused.

use crate::Text;

catalogue! {
    weights(): "Square weights", "位置权重";
    about_weights():
        "Each disc counts by its square: corners much, squares beside an empty corner less than nothing",
        "按格子的位置给每个棋子计分：角很高，角旁的格子是负分";
    discs(): "Disc difference", "棋子数量差";
    about_discs(): "Each disc counts one", "每个棋子计一分";
    mobility(): "Mobility", "行动力";
    about_mobility(): "Each square where a side could move counts one", "一方每有一个合法落点计一分";
    stable(): "Stable discs", "稳定子";
    about_stable(): "Each disc that can never be flipped counts one", "每个不会再被翻转的棋子计一分";
    learned(): "Learned patterns", "学到的图形分";
    about_learned():
        "The strong engine's evaluation, learned from games: 32 units are a disc",
        "强引擎的评价函数，从对局中学得：32 分为一子";
    area(): "Area as it stands", "现有子空";
    about_area():
        "Stones and points that one side alone surrounds, every stone taken as alive, and komi for White, in half points",
        "把所有棋子都算作活棋，数棋子和单方围住的空点，再给白方加上贴目，单位为半目";
    classic(): "Shape scores", "棋型分";
    about_classic():
        "The shapes on the board by the documents' table, and the place of each stone",
        "按文档的评分表计算盘上棋型，另加每个棋子的位置分";

    depth(most: u32): "the depth is 1 to {most}", "深度应为 1 至 {most}";
    /// A number of playouts out of reach.
    playouts(most: u32): "the number of playouts is 1 to {most}", "模拟次数应为 1 至 {most}";
    no_search(): "there is no such evaluation, or no move to search", "没有这个评价函数，或没有可搜索的着法";
    tournament_size(players: usize, games: u64):
        "a tournament has 2 to {players} players and 1 to {games} games of each pairing",
        "比赛有 2 至 {players} 名棋手，每对下 1 至 {games} 局";
    /// A tournament on a board that takes too long.
    board_too_large(most: usize): "the board has at most {most} lines here", "这里的棋盘最多 {most} 路";
    tournament_of_yours(): "a tournament of yours is running", "你已有一场比赛正在进行";
    tournaments_of_others(): "as many tournaments are running as there may be", "正在进行的比赛已达上限";
}

/// Why no tournament begins now.
pub fn tournament_runs(mine: bool) -> Text {
    if mine { tournament_of_yours() } else { tournaments_of_others() }
}

/// What an evaluation is called, and what it counts.
pub fn evaluation(name: &str) -> (Text, Text) {
    match name {
        "weights" => (weights(), about_weights()),
        "discs" => (discs(), about_discs()),
        "mobility" => (mobility(), about_mobility()),
        "stable" => (stable(), about_stable()),
        "learned" => (learned(), about_learned()),
        "area" => (area(), about_area()),
        "classic" => (classic(), about_classic()),
        other => (Text::same(other), Text::default()),
    }
}
