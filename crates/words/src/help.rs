//! The help of the command line: the Chinese of what stands in English beside each command's arguments, and what is
//! said about arguments that are not understood.

catalogue! {
    usage(): "Usage: ", "用法：";
    // A heading of the help.
    commands(): "Commands:", "命令：";
    arguments(): "Arguments:", "参数：";
    options(): "Options:", "选项：";

    example(): "Example: ", "示例：";
    // A complaint about arguments.
    unknown_argument(name: &str): "there is no argument '{name}'", "没有参数“{name}”";
    unknown_command(name: &str): "there is no command '{name}'", "没有命令“{name}”";
    bad_value(value: &str, argument: &str): "'{value}' does not fit {argument}", "“{value}”不能用作 {argument}";
    expected_values(known: &str): "expected {known}", "应为 {known}";
    expected_between(least: &str, most: &str): "expected {least} to {most}", "应为 {least} 至 {most}";
    expected_least(least: &str): "expected at least {least}", "至少为 {least}";
    whole_number(): "expected a whole number", "应为整数";
    too_large(): "the number is too large", "数字过大";
    number(): "expected a number", "应为数字";
    address(): "expected an address such as 127.0.0.1:8866", "应为地址，如 127.0.0.1:8866";
    proxy_address(): "expected an address such as 127.0.0.1", "应为地址，如 127.0.0.1";
    named_file():
        "expected NAME=FILE, the name of letters, digits, '.', '_' and '-'",
        "应为 名称=文件，名称只用字母、数字和 . _ -";
    server_url(): "expected http://HOST:PORT", "应为地址，如 http://127.0.0.1:8866";
    public_url():
        "expected https://HOST or http://HOST, without a path",
        "应为 https://主机 或 http://主机，不带路径";
    by_default(value: &str): "default {value}", "（默认 {value}）";
    possible(values: &str): "possible values {values}", "（可用 {values}）";
    missing(names: &str): "missing: {names}", "缺少：{names}";
    missing_command(): "a command is missing", "缺少命令";
    empty_value(argument: &str): "{argument} needs a value", "{argument} 需要一个值";
    twice(argument: &str): "{argument} cannot be given here, or not twice", "{argument} 不能用在此处，或只能给一次";
    no_text(): "an argument is no UTF-8 text", "有参数不是 UTF-8 文本";

    see_help(): "try --help", "可用 --help 查看帮助";
}

/// The Chinese help of a command, or of an argument of a command.
pub fn chinese(command: &str, argument: Option<&str>) -> Option<&'static str> {
    let find = |key: &str| CHINESE.iter().find(|(known, _)| *known == key).map(|(_, text)| *text);
    match argument {
        None => find(command),
        Some(argument) => find(&format!("{command} --{argument}")).or_else(|| find(&format!("--{argument}"))),
    }
}

/// The Chinese help of every command: by command (`net info` for a command of a command), by command and argument
/// (`play --black`, an argument by its identifier), or by argument alone where it means the same everywhere (`--seed`).
pub const CHINESE: &[(&str, &str)] = &[
    ("", "黑白棋、围棋、五子棋：对弈、学习、分析、测量"),
    ("--lang", "一切文字的语言；默认取自环境变量"),
    ("--help", "显示帮助（-h 为摘要）"),
    ("--version", "显示版本"),
    ("--json", "输出 JSON"),
    ("--size", "棋盘边长"),
    ("--rules", "规则；默认为该棋的标准规则"),
    ("--komi", "围棋：贴目数，7.5 目即 3¾ 子"),
    ("--seed", "决定引擎的一切随机选择"),
    ("--concurrency", "同时进行的局数"),
    ("--clock", "5m、5m+3s、10m+3x30s 或 1s/move"),
    ("--from", "输入的格式；默认按文件名和内容判断"),
    ("--game", "棋种：othello、go、gomoku"),
    ("--player", "由哪个棋手应答"),
    ("--nodes", "每手的节点数"),
    ("--depth", "每手的搜索深度"),
    ("--input", "任意格式的文件、局面行或着法串"),
    ("--cluster", "通过 Python 包在 Ray 集群上运行（host:port、auto 或 local）"),
    ("serve", "提供网页和接口；除非 --listen 另指地址，只有本机可以访问"),
    ("serve --listen", "监听的地址和端口"),
    ("serve --data", "数据库所在的文件夹；默认在用户数据目录中"),
    ("serve --database", "改用其他数据库：postgres://user@host/name"),
    ("serve --watch", "允许访客跟看的对阵、比赛或自我对弈的文件夹（或其上级文件夹）；可多次给出"),
    ("serve --offline_page", "无需服务器的网页所在的文件夹，显示在 /offline/ 下"),
    ("serve --no_lobby", "不公开列出等待对手的对局：只能凭链接入座"),
    ("serve --no_limits", "不限制客户端的请求量：用于测量，或由前置代理限制"),
    ("serve --networks", "访客可按名称选用的网络：名称=文件；可多次给出"),
    ("serve --public_url", "在代理之后，浏览器访问本服务器的地址：https://play.example"),
    ("serve --proxies", "可信代理的地址，采用其给出的客户端地址；可多次给出"),
    ("serve --log_json", "日志每行一个 JSON 对象"),
    ("backup", "把已保存的一切复制到一个新文件，服务器可继续运行；PostgreSQL 请用 pg_dump"),
    ("backup --file", "备份文件；不能已存在"),
    ("backup --data", "数据库所在的文件夹；默认在用户数据目录中"),
    ("restore", "在没有服务器运行时恢复备份；原有数据另行保留"),
    ("restore --file", "heibai backup 所做的文件"),
    ("restore --data", "数据库所在的文件夹；默认在用户数据目录中"),
    ("admin", "供服务器管理员使用：对局、封禁、配额；服务器须以 --admin-token 启动"),
    ("admin --server", "服务器监听的地址"),
    ("admin --token", "存放令牌的文件，与启动服务器时所用的相同"),
    ("admin games", "列出对局和棋手"),
    (
        "admin games --status",
        "哪些对局：running（进行中）、waiting（等待中）、over（已结束）、aside（已搁置）",
    ),
    ("admin close", "关闭一局棋，不计结果，不能再继续"),
    ("admin close --game", "对局的编号"),
    ("admin bans", "列出被封禁者"),
    ("admin ban", "封禁"),
    ("admin ban --who", "棋手编号或地址"),
    ("admin ban --reason", "原因，列表中会显示"),
    ("admin unban", "解除封禁"),
    ("admin unban --who", "棋手编号或地址"),
    ("admin quota", "列出配额，或为某位棋手设定；不给数目则恢复通常的限额"),
    ("admin quota --player", "棋手编号；不给则列出全部配额"),
    ("admin quota --open_games", "未结束对局的数目上限"),
    ("admin quota --library", "棋谱的字节数上限"),
    ("admin workers", "列出为服务器工作的进程"),
    ("admin metrics", "输出供 Prometheus 读取的指标"),
    ("serve --admin_token", "存放令牌（至少 16 个字符）的文件；持有者可使用 heibai admin"),
    ("worker", "在独立进程中为服务器计算：搜索崩溃或超出内存时，对局不受影响"),
    ("worker --server", "服务器的地址，如 http://127.0.0.1:8866"),
    ("worker --token", "存放令牌的文件，与启动服务器时所用的相同"),
    ("worker --threads", "同时进行的搜索数；默认为处理器的核数"),
    ("worker --memory", "内存上限，单位 MiB；超出则进程结束，服务器会另找人应答"),
    ("worker --networks", "服务器按名称提供的网络：名称=文件；可多次给出"),
    ("serve --open", "在浏览器中打开网页"),
    ("play", "在终端下棋：终端上全屏显示，管道中或加 --plain 时逐行输出"),
    (
        "play --black",
        "human、beginner、normal、hard、hell、best、random、minimax:...、alphabeta:...、mcts:...、gtp:命令……",
    ),
    ("play --white", "白方，同上"),
    (
        "play --rules",
        "规则：五子棋为 renju、renju-patterns、standard、freestyle，可加 +swap、+swap2，连珠另有 +rif、+yamaguchi、+soosorv8、+taraguchi10；围棋为 chinese、japanese、korean、aga、new-zealand、tromp-taylor；黑白棋可用 empties-to-winner",
    ),
    ("play --handicap", "围棋：让子数"),
    ("play --plain", "在终端上也逐行输出"),
    (
        "forbidden",
        "列出连珠中黑方的禁手点：标准输入每行一个棋盘，225 个字符，从第 15 行 A 列起；X 黑，O 白，. 空",
    ),
    ("forbidden --rules", "renju 或 renju-patterns"),
    ("forbidden --explain", "说明该点为何是或不是禁手"),
    ("check", "由裁判重放棋谱，列出所有非法着法，以及与着法不符的结果"),
    ("check --files", "任意格式的文件，或其所在的文件夹"),
    ("convert", "转换棋谱格式，并说明新格式存不下什么"),
    ("convert --input", "任意格式的文件；- 为标准输入"),
    ("convert --output", "扩展名决定格式；- 为标准输出"),
    ("convert --to", "写出的格式：sgf、ggf、obf、psq、lib、json、replay、moves、position、bits、diagram"),
    ("convert --json", "以 JSON 报告结果（OUT 为 - 时不可用）"),
    ("show", "画出一个局面或棋谱的终局"),
    ("show --number", "显示第几手之后的局面；默认为全部着法之后"),
    ("show --svg", "把棋盘写成 SVG 图片"),
    ("show --png", "把棋盘写成 PNG 图片"),
    ("score", "围棋数子：数棋子和围住的空点，单官双方平分"),
    ("score --file", "棋谱文件；- 为标准输入"),
    ("score --judge", "由谁判断死子：none 不判，benson 只判绝对死活，engine 由引擎判断"),
    ("perft", "数出给定长度的着法序列；最后一行是总数"),
    ("perft --depth", "序列长度（手数）"),
    ("perft --pass", "停一手是否算一手"),
    ("book", "黑白棋开局库：从棋谱学习、继续搜索、查看、导出"),
    ("--book", "开局库文件；默认为用户数据目录中的 othello.book，没有时用程序自带的开局库"),
    ("book add", "从棋谱学习：统计每个着法的局数和胜负，好着法的变化入库"),
    ("book add --files", "任意格式的棋谱文件，例如 WTHOR 数据库"),
    ("book add --least", "至少有这么多局经过的局面才入库"),
    ("book add --plies", "只看每局的前多少手"),
    ("book add --loss", "一条变化累计损失超过这么多子后不再跟进"),
    ("book add --depth", "新局面首次搜索的深度"),
    ("book add --threads", "线程数"),
    ("book add --empty", "不从程序自带的开局库开始，而从空库开始"),
    ("book grow", "继续搜索：已有局面搜得更深，并开出新局面；随时可中断，下次接着做"),
    ("book grow --depth", "每个局面至少搜索这么深"),
    ("book grow --certainty", "搜索的可靠程度：0 为 69%，1 为 77%，4 为 93%，5 为 98.6%，6 不略去任何着法"),
    ("book grow --positions", "开出新局面，直到总数达到此数"),
    ("book grow --seconds", "最多搜索多少秒"),
    ("book grow --threads", "线程数"),
    ("book show", "开局库对一个局面的说法：每个着法的估值、局数和得分率"),
    ("book show --input", "着法串、局面行或棋谱文件；默认为开局"),
    ("book export", "导出整个开局库，每行一个局面"),
    ("book export --json", "每行一个 JSON 对象"),
    ("solve", "精确求解黑白棋残局；空格归胜方"),
    ("solve --first", "题目文件，每行一个局面（OBF）；- 为标准输入；也可以是一个局面或一串着法"),
    ("solve --files", "更多题目文件或局面"),
    ("solve --start", "从第一手起求解小棋盘"),
    ("solve --size", "与 --start 同用：4 或 6"),
    ("solve --threads", "线程数"),
    ("solve --hash", "置换表大小（MiB）；内存不足时自动减小"),
    ("solve --check", "与文件中的分数比较；不符时退出码为 1"),
    (
        "vcf",
        "为标准输入的每一行寻找连续冲四取胜：一行是一局，如 h8h9i8...，可加 b 或 w 指定进攻方（默认为轮到的一方），或者是一个局面；无法读取的行答以原因，其余照常求解",
    ),
    ("vcf --rules", "renju、renju-patterns、standard 或 freestyle"),
    ("vcf --max_ms", "每局最多思考的毫秒数"),
    ("vcf --shortest", "求最短的取胜，而非任意一种"),
    (
        "prove",
        "证明轮到的一方必胜（先看连续冲四，再由引擎搜索，可含做棋），并给出整个证明：由裁判验证的一棵树",
    ),
    ("prove --by", "fours 只用冲四（VCF），threats 冲四与活三（VCT），any 由引擎搜索（默认）"),
    ("prove --nodes", "节点数"),
    ("prove --time", "限定的秒数，搜索、建树和验证都算在内"),
    ("prove --sgf", "把证明写成带变化的 SGF 文件"),
    ("analyze", "一局棋或一个局面的评分、最佳变化和失误"),
    ("analyze --nodes", "每个局面的节点数"),
    ("analyze --time", "每个局面的秒数"),
    ("analyze --level", "由哪个级别分析"),
    ("analyze --multipv", "每个局面看几个着法"),
    ("analyze --last", "只分析最后的局面"),
    ("analyze --html", "写出带曲线图的报告"),
    ("hint", "局面的最佳着法及理由"),
    ("hint --nodes", "节点数"),
    ("hint --time", "思考的秒数"),
    ("match", "两名棋手的比赛：每个开局下两局，交换黑白；加 --out 可以续赛"),
    (
        "match --a",
        "棋手：级别、random、minimax:...、alphabeta:...、mcts:...、engine:...、gtp:命令、gomocup:命令、nboard:命令",
    ),
    ("match --b", "对手"),
    ("match --compliance", "不比赛，只检查程序是否遵守协议：gtp:...、gomocup:... 或 nboard:..."),
    ("match --games", "局数"),
    ("match --openings", "开局文件，每行一个（f5d6c4...）"),
    ("match --random_plies", "没有开局文件时，每对对局先随机走几手"),
    ("match --pin", "同时进行的每一局及其启动的程序各占一个核心"),
    ("match --adjudicate_win", "双方都认为胜负已定时判胜：评分连续 MOVES 手超过 VALUE（子、目）"),
    ("match --adjudicate_draw", "双方都认为是和棋时判和：评分连续 MOVES 手在 VALUE 之内"),
    ("match --prove", "结果得到证明时结束：黑白棋剩 N 个空格以内，五子棋在 N 个节点内找到连续冲四"),
    ("match --sprt", "在这两个 Elo 差之间一有定论就停止"),
    ("match --out", "对局记录的文件夹；中断的比赛从这里继续"),
    ("match --draws", "和棋在等级分中如何计算：半分，或不计"),
    ("match --margin", "每手可超出棋钟的毫秒数，用于传递应答"),
    ("match --patience", "外部程序启动和摆好棋盘的时限（秒）；超过 60 时，GTP 程序没有棋钟的一手也按此时限"),
    ("tournament", "按 TOML 文件进行一次比赛；中断后从原处继续"),
    ("tournament --file", "比赛文件：棋手、赛制（round-robin、gauntlet、swiss、elimination）、局数、限制"),
    ("tournament --out", "对局和报告的文件夹；默认为文件名加 .run"),
    ("selfplay", "一名棋手自我对局，写成压缩的训练数据；可以续下"),
    ("selfplay --games", "总共要有的局数"),
    ("selfplay --out", "数据的文件夹；中断后从这里继续"),
    ("selfplay --player", "由谁执双方"),
    ("selfplay --random_plies", "棋手接手前的随机手数，每局在此之内重新抽取"),
    ("gtp", "在标准输入输出上使用 GTP 协议"),
    ("gomocup", "在标准输入输出上使用 Gomocup 协议"),
    ("nboard", "在标准输入输出上使用 NBoard 协议"),
    ("nboard --book", "对弈所用并学习新棋局的开局库；默认为用户数据目录中的 othello.book"),
    ("analysis", "逐行读取 JSON 查询，以 JSON Lines 回答，与 KataGo 的分析引擎相同"),
    ("analysis --workers", "同时分析的局面数"),
    ("analysis --nodes", "查询未指定时的访问数或节点数；默认围棋 500，其他 200000"),
    ("analysis --values", "评分是对哪一方而言"),
    ("analysis --quit_without_waiting", "输入结束时立即给出已有结果，不等全部完成"),
    ("net", "网络文件：KataGo 的 .bin.gz 和本程序自己的格式"),
    ("net info", "网络文件的内容"),
    ("net bench", "单核每秒评估次数，分单精度和字节两种"),
    ("net convert", "写成本程序的格式，主干尽可能用字节"),
    ("net info --file", "网络文件"),
    ("net bench --file", "网络文件"),
    ("net bench --seconds", "每个数字测量的秒数"),
    ("net bench --together", "一起评估的局面数"),
    ("net convert --file", "网络文件"),
    ("net convert --out", "写到哪里"),
    ("net convert --name", "网络的新名称"),
    ("bench", "测量，输出表格，或每个数字一个 JSON 对象（--json）"),
    (
        "bench --names",
        "哪些项目：perft、playouts、forbidden、search、net、arena（不指定时为以上全部）、ffo、vcf、server、soak、crowd、library、threads、accuracy、proofs、wasm",
    ),
    ("bench --compare", "与较早的 --json 输出比较；有数字差 10 % 以上时退出码为 1"),
    ("bench --signature", "输出引擎的节点数签名，在各种 CPU 上相同"),
    ("bench --quick", "长项目：用同样的代码做较小的测量"),
    ("bench --game", "search：只测这一种棋；threads：写 gomoku 就测五子棋，不测黑白棋"),
    ("bench --games", "server、soak：同时进行的局数；crowd：人数；library：棋谱数；proofs：局面数"),
    ("bench --seconds", "server、soak、crowd、library：加载的时间（秒）；proofs：每个局面的 CPU 秒数"),
    (
        "bench --file",
        "accuracy：每个着法都有精确分数的黑白棋局面（.obf）；library：棋谱文件或文件夹；proofs：棋谱文件；wasm：核心",
    ),
    ("bench --player", "proofs：另一个程序，gomocup:命令"),
    ("bench --depth", "accuracy：搜索深度"),
    ("bench --certainty", "accuracy：选择性，从 0（69 %）到 5（98.6 %），6 为全部着法"),
    ("bench --threads", "threads：多少线程与单线程比较"),
    ("levels", "每个级别的做法和实测棋力"),
    ("ladder", "每个级别对下一级，从均势开局交换黑白；可以续下"),
    ("ladder --ladders", "othello、gomoku、go:9、go:19；不指定时为全部"),
    ("ladder --games", "每一级的局数；要有把握需几百局"),
    ("ladder --levels", "从低到高的级别"),
    ("ladder --scale", "把所有角色、级别和常见的搜索放在同一把尺子上测量"),
    (
        "ladder --anchors",
        "尺子上的另一个程序，如 'gtp:gnugo --mode gtp --level 10'，也可写作 名称=程序；一次一种棋",
    ),
    ("ladder --out", "开局和对局的文件夹；中断后从这里继续"),
    ("ladder --write", "仓库所在的文件夹，更新其中的 docs/strength.md"),
    ("ladder --openings", "开局文件，每行一个，代替自己的均势开局（XOT 列表）"),
    ("ladder --minutes", "到这么多分钟就停；同样的命令以后继续"),
    ("help", "显示本帮助或某个命令的帮助"),
];
