//! Networks and measurements: what `net` and `bench` print.

use crate::Text;

catalogue! {
    // What a network file holds.
    name(name: &str): "name        {name}", "名称        {name}";
    version(version: u32): "version     {version}", "版本        {version}";
    trunk(blocks: usize, channels: usize): "trunk       {blocks} blocks of {channels} channels", "主干        {blocks} 块，每块 {channels} 通道";
    parameters(count: usize): "parameters  {count}", "参数        {count} 个";
    products(millions: f64): "products    {millions:.0} million for a 19x19 board", "乘积        19×19 棋盘 {millions:.0} 百万次";
    in_bytes(how: Text): "in bytes    {how}", "字节运算    {how}";

    // Ranges of activations.
    ranges_measured(): "measured when loaded", "载入时测量范围";
    ranges_in_file(): "in the file", "范围在文件中";

    /// Why a network does not run in bytes.
    not_for_bytes(): "no: it has attention, or activations that bytes cannot hold", "不可用：含注意力层，或激活函数不适合字节运算";
    learned_game(game: Text, size: usize, rules: Text): "game        {game} {size}x{size} {rules}", "棋种        {game} {size}×{size} {rules}";
    learned_trunk(width: usize): "trunk       two hidden layers of {width}", "主干        两个隐藏层，各 {width} 个单元";
    learned_player(path: &str): "player      learned:file={path}", "棋手        learned:file={path}";
    // `net bench`
    bad_bench(): "expected --size 2 to 25, --seconds 0.01 to 600, --together 1 to 64", "应为 --size 2 至 25，--seconds 0.01 至 600，--together 1 至 64";
    evaluations(precision: Text, rate: f64, lane: &str, size: usize):
        "{precision:<6} {rate:>9.1} evaluations/s  ({lane}, {size}x{size})",
        "{precision:<6} 每秒评估 {rate:>9.1} 次（{lane}，{size}×{size}）";

    // A precision.
    float(): "float", "单精度";
    bytes(): "bytes", "字节";

    file_size(path: &str, bytes: usize): "{path}: {bytes} bytes", "{path}：{bytes} 字节";
    /// `net convert`: what rounding to bytes changes, in games of the network with itself.
    bytes_agree(same: usize, of: usize, mean: f32, largest: f32):
        "the same move in {same} of {of} positions; values differ by {mean:.3} on average, {largest:.3} at most (-1 to 1)",
        "{of} 个局面中 {same} 个首选相同；价值（-1 至 1）平均相差 {mean:.3}，最多 {largest:.3}";
    /// `bench wasm`: what Node says where it fails.
    core_failed(what: &str): "Node could not run the engines: {what}", "Node 未能运行引擎：{what}";
    /// `bench wasm`: positions looked at and the result, here and in the core.
    core_differs(name: &str, here: &str, there: &str):
        "{name}: the program finds {here}, the core finds {there}",
        "{name}：程序得到 {here}，核心得到 {there}";
    no_core(path: &str): "{path} is not there: `cargo xtask wasm` builds the engines for the browser", "没有 {path}：用 `cargo xtask wasm` 构建浏览器用的引擎";
    no_network(path: &str): "{path} is no network", "{path} 不是网络文件";

    no_benchmark(name: &str, known: &str): "no benchmark is called '{name}': expected {known}", "没有名为“{name}”的测量项目：应为 {known}";
    // `--compare`
    nothing_compared(path: &str): "{path}: holds none of these figures, so nothing was compared", "{path}：其中没有这些数字，无从比较";
    expected_keys(): "expected the keys bench, name, value", "应有 bench、name、value 三项";

    solved_wrong(number: u32): "FFO {number} was solved wrong", "FFO {number} 解错了";
    needs_file():
        "accuracy needs --file: Othello positions with an exact score for every move, such as hard-30.obf",
        "accuracy 需要 --file：每个着法都有精确分数的黑白棋局面，如 hard-30.obf";
    proofs_need_file():
        "proofs needs --file, games that were played to their end",
        "proofs 需要 --file（下到终局的对局）";
    // The server under load.
    server_wrong(why: &str): "the server under load: {why}", "服务器负载测量出错：{why}";
    server_not_started(): "the server did not start", "服务器没有启动";

    suite_line(moves: &str): "the suite's line {moves}", "题集中的一行 {moves}";
}

/// Words of a benchmark's name and unit, English and Chinese; the longest first.
const WORDS: &[(&str, &str)] = &[
    ("answering a four, with a checked tree", "须应冲四，有经验证的证明树"),
    ("by the search and not with a tree", "搜索证出而无证明树"),
    ("with a tree and not by the other", "有证明树而对方程序未证出"),
    ("by the other and not with a tree", "对方程序证出而无证明树"),
    ("by threats and not with a tree", "威胁搜索证出而无证明树"),
    ("the winner has to answer a four", "胜方须应冲四"),
    ("proved by the engine's search", "引擎搜索证出"),
    ("proved by the other program", "对方程序证出"),
    ("proved with a checked tree", "有经验证的证明树"),
    ("proved by threats", "威胁搜索证出"),
    ("longest proof", "最长的一次证明"),
    ("acknowledgement, 99th percentile", "确认时间，99 百分位"),
    ("acknowledgement, longest", "确认时间，最长"),
    ("acknowledgement, median", "确认时间，中位数"),
    ("at most, by searches apart, round ", "分别搜索时的上限，第 "),
    ("faster than one, round ", "比单线程快，第 "),
    ("uniform over the legal list", "在合法着法中均匀选择"),
    ("moves lost or doubled", "丢失或重复的着法"),
    ("moves acknowledged", "已确认的着法"),
    ("solved within 1 s", "1 秒内解出"),
    ("random players", "随机棋手"),
    ("random games", "随机对局"),
    ("evaluations/s", "次评估/秒"),
    ("processors had", "占用的处理器"),
    ("visits/CPU s", "次访问/CPU 秒"),
    ("nodes/CPU s", "节点/CPU 秒"),
    ("us/board", "微秒/盘"),
    ("µs a move", "微秒/手"),
    ("all points", "全部点"),
    ("no passes", "不停一手"),
    ("positions", "个局面"),
    ("certainty", "选择性"),
    ("leaves/s", "叶节点/秒"),
    ("CPU time", "CPU 时间"),
    ("threads", "线程"),
    ("nodes/s", "节点/秒"),
    ("moves/s", "手/秒"),
    ("games/s", "局/秒"),
    ("slowest", "最慢"),
    ("othello", "黑白棋"),
    ("stones", "子"),
    ("visits", "次访问"),
    ("gomoku", "五子棋"),
    ("depth", "深度"),
    ("speed", "速度"),
    ("renju", "连珠"),
    ("times", "倍"),
    ("moves", "手"),
    ("bytes", "字节"),
    ("float", "单精度"),
    ("nodes", "节点"),
    ("ms", "毫秒"),
    ("go ", "围棋 "),
];

/// A figure's name or unit, which programs know by its English, for a person.
pub fn figure(english: &str) -> Text {
    let zh = WORDS.iter().fold(english.to_owned(), |text, (en, zh)| text.replace(en, zh));
    Text { zh, en: english.to_owned() }
}
