//! The opening book: what is wrong with its file, and what was done with it.

catalogue! {
    bad_book(byte: usize): "byte {byte} of the book", "开局库第 {byte} 字节";
    /// A file that is something else.
    no_book(): "this is no opening book of this version", "不是此版本的开局库";
    // What is wrong.
    book_ends_early(): "it ends too early", "内容不完整";
    book_tail(): "something follows the last position", "最后一个局面之后还有内容";
    book_order(): "the positions are not in order", "局面的顺序有误";
    book_position(): "a position that cannot stand in a book", "有不能入库的局面";
    book_search(): "a search of an illegal move, or deeper than the game", "搜索结果有误：着法不合规则，或深度超出全局";
    book_move(): "an illegal move, or moves out of order", "着法不合规则，或顺序有误";
    book_value(): "a value beyond 64 discs", "估值超出 64 子";
    book_points(): "more games won than played", "胜局多于总局数";
    book_number(): "a number that is too large", "数值过大";

    learnt(games: u32, positions: usize, moves: usize):
        "{games} games counted, {positions} new positions, {moves} moves with new games",
        "统计了 {games} 局，新增 {positions} 个局面，{moves} 个着法的统计有更新";
    /// Games that a book cannot use.
    passed_over(games: u32):
        "{games} games passed over: not 8x8 Othello from the usual start, or without a result",
        "未采用 {games} 局：不是从标准开局下起的 8×8 黑白棋，或没有结果";
    /// What `heibai book grow` did so far.
    grown(positions: usize, searched: usize, opened: usize):
        "{positions} positions; {searched} searched, {opened} of them new",
        "共 {positions} 个局面；搜索了 {searched} 个，其中新增 {opened} 个";
    /// Nothing is left for `heibai book grow`.
    all_grown(): "everything is searched as deep as was asked for", "已全部搜索到要求的深度";
    written(file: &str, bytes: usize): "{file}: {bytes} bytes", "{file}：{bytes} 字节";
    /// A position that the book has not got.
    not_in_book(): "this position is not in the book", "开局库中没有这个局面";
    only_eight(): "the opening book is for Othello on 8x8", "开局库只用于 8×8 黑白棋";
    /// The value of a position for the side to move.
    worth(value: &str): "{value} discs for the side to move", "对行棋方为 {value} 子";
    // How well that is known.
    worth_proved(): "proved", "已证明";
    searched_plies(depth: u32, percent: &str):
        "moves outside the book searched {depth} plies deep at {percent} %",
        "库外着法搜索 {depth} 步，置信度 {percent}%";

    /// A move with its value and how far that looks.
    valued(name: &str, value: &str, plies: u32): "{name} {value} ({plies} plies)", "{name} {value}（{plies} 步）";
    /// How often a move was played, and how well.
    played(games: u32, percent: &str): "{games} games, {percent}% of the points", "{games} 局，得分率 {percent}%";
}
