//! What the server says when it refuses: one sentence for each code of the wire.

catalogue! {
    bad_request(): "The request is not what was expected", "请求格式不正确";
    bad_rules(): "These rules are not possible", "规则设置不正确";
    bad_clock(): "This is no time control", "计时设置不正确";
    bad_player(): "There is no such player", "没有这样的棋手";
    bad_record(): "The record cannot be read", "无法读取该棋谱";
    bad_position(): "The position is not possible", "该局面不成立";
    unauthorized(): "A valid cookie or token is needed", "需要有效的身份或令牌";
    not_yours(): "This is not yours", "这不属于你";
    fair_play(): "Between people there are no hints and no analysis of a game that is going on",
        "真人对局进行中，双方不能使用提示和分析";
    banned(): "The owner of this server has shut you out", "你已被服务器管理员禁止访问";
    bad_origin(): "Requests from another site are refused", "请求来自其他网站，已拒绝";
    bad_invite(): "The invitation is wrong or used up", "邀请码无效或已被使用";
    not_found(): "There is nothing here", "未找到";
    method(): "This method is not allowed here", "不支持该请求方法";
    not_your_turn(): "It is not your turn", "还没轮到你";
    stale(): "The game has moved on; look again", "局面已变化，请刷新后再试";
    no_offer(): "There is no offer to answer", "没有待答复的请求";
    out_of_order(): "This is not the next step of the opening", "与开局规则的步骤不符";
    not_waiting(): "No seat is open in this game", "该对局没有空位";
    forbidden_move(): "Black may not play there", "禁手，黑棋不能在此位置落子";
    repetition(): "The board would repeat an earlier position", "全局同形再现，禁止落子";
    too_large(): "This is too large", "内容过大";
    too_many(): "Too many requests, games or searches at once", "请求过于频繁或数量超限";
    set_aside(): "This game was set aside: it cannot be restored, or the owner of the server closed it",
        "这局棋无法载入，或已被服务器管理员关闭";
    no_space(): "The server's disk is full; games and moves cannot be stored now",
        "服务器存储空间不足，暂时不能保存新的对局和着法";
    restarting(): "The server is restarting; try again in a moment", "服务器正在重启，请稍后再试";
    internal(): "Something went wrong on the server", "服务器内部错误";

    // A limit.
    bots(): "bots", "程序棋手";
    problems(): "problems", "题目";
    connections(): "connections", "连接";
    watched_games(): "watched games", "观战的对局";

    worker_places(most: usize): "a worker has 1 to {most} places", "工作进程应有 1 至 {most} 个位置";
    // A limit.
    analyses(): "analyses", "分析";
    library_bytes(most: u64): "a library holds {most} bytes", "棋谱库最多 {most} 字节";
    game_events(most: i64): "{most} events in this game", "本局已有 {most} 条记录";
    setup_bytes(count: usize): "{count} bytes before the first move", "首着之前的内容有 {count} 字节";
    open_games(count: i64): "{count} games are open", "已有 {count} 局未结束";
    engines_busy(waiting: usize, seconds: u64):
        "{waiting} searches wait for the engines already; try again in about {seconds} s",
        "已有 {waiting} 个搜索在排队等待引擎，请约 {seconds} 秒后再试";

    other_kind(): "the other game is of another kind", "另一局是别的棋";
    /// A text that no database keeps.
    nul(): "a text has a NUL character", "文本中含有空字符";
    /// A body that did not arrive.
    slow_body(): "the body took too long", "请求内容传输超时";
    /// A body, a message or a query that is written wrongly: English has the reader's own words.
    unreadable(why: &str): "{why}", "写法或内容有误";
    name_length(): "a name has 1 to 40 characters that can be seen", "名字应为 1 至 40 个可见字符";
    message_length(most: usize): "a message has 1 to {most} characters", "一条消息应为 1 至 {most} 个字";
    nobody_listens(): "only the two players of a game talk to each other", "只有对局双方可以聊天";
    /// A rematch of a game that goes on, or against a program.
    no_rematch(): "a rematch is offered to another person when the game is over", "终局后才能向对手提出再来一局";
    /// A lobby that the owner has closed.
    no_lobby(): "this server has no lobby", "本服务器没有开放大厅";
    draw_to_program(): "a draw is offered to another person", "只能向真人提和";
    /// A move that names nothing, or two things.
    point_or_name(): "a move has either 'point' or 'name'", "着法应有 point 或 name 之一";
    pace(ms: u64): "pace {ms}: expected at most 60000 ms", "落子间隔 {ms}：最多 60000 毫秒";
    stone_number(cell: u8): "stone {cell}: expected 1 or 2", "棋子 {cell}：应为 1 或 2";
    mark(name: &str): "mark '{name}'", "标记“{name}”";
    // A node of a record.
    parent_not_first(): "the parent does not come first", "父节点不在它之前";
    no_side(): "a move without a side", "着法没有说明哪一方";
    bad_setup(): "the set-up is wrong", "摆子有误";
    bad_mark(): "a mark is wrong", "标记有误";

    no_host(): "the request names no host", "请求没有指明主机";
    other_host(host: &str): "host '{host}'", "主机“{host}”";
    needs_re(): "an analysis needs 're'", "分析请求需要 re";
    first_games(most: usize): "only the first {most} games were taken", "只取前 {most} 局";
    /// A game of an import that is too large to be kept.
    record_nodes(most: usize): "a record may have {most} nodes", "一份棋谱最多 {most} 个节点";
    in_game(number: usize, what: crate::Text): "game {number}: {what}", "第 {number} 局：{what}";
    /// A record that cannot be changed in its place.
    starts_anew(): "the game starts anew in the middle of the record; change a copy of it",
        "该棋谱中途重新摆子，请在副本上修改";
    /// A selection that is too large.
    export_bytes(most: usize): "a file holds {most} bytes; choose fewer records",
        "一个文件最多 {most} 字节，请少选一些棋谱";
    most_chosen(most: usize): "at most {most} records at once", "一次最多选 {most} 份棋谱";
    /// A selection in a format that holds one game.
    one_game(format: &str): "a {format} file holds one game", "一个 {format} 文件只能存一局";
    bad_key(): "an Idempotency-Key has 1 to 64 characters of ASCII", "请求的防重复键应为 1 至 64 个字符";
    one_game_for_key(): "with an Idempotency-Key a file brings one game", "带防重复键的文件只能含一局";
    no_game(): "there is no game in it", "其中没有对局";
}
