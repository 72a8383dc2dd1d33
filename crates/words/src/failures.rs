//! What goes wrong around the games: files, programs, players' names and options.

use crate::Text;
use std::io;

catalogue! {
    // The system's answer.
    not_found(): "there is no such file or folder", "没有这个文件或文件夹";
    not_allowed(): "permission denied", "没有权限";
    already_there(): "it is already there", "已经存在";
    is_folder(): "it is a folder", "这是一个文件夹";
    not_plain(): "it is a pipe or a device, not a file", "这是管道或设备，不是文件";
    not_folder(): "a part of the path is no folder", "路径中有一部分不是文件夹";
    disk_full(): "the disk is full", "磁盘已满";
    address_in_use(): "the address is in use", "地址已被占用";
    refused(): "the connection was refused", "连接被拒绝";
    broken_pipe(): "nobody reads the output any more", "输出的接收方已关闭";
    no_text(): "the content is no UTF-8 text", "内容不是 UTF-8 文本";
    ends_early(): "the content ends too early", "内容不完整";

    /// The system's answer, in its own words.
    system_error(why: &str): "{why}", "系统报错（原文：{why}）";

    // A file.
    cannot_open(name: &str): "cannot open {name}", "无法打开 {name}";
    cannot_read(name: &str): "cannot read {name}", "无法读取 {name}";

    cannot_read_input(): "cannot read standard input", "无法读取标准输入";
    cannot_write_output(): "cannot write to standard output", "无法写入标准输出";
    cannot_write(name: &str): "cannot write {name}", "无法写入 {name}";
    cannot_make(name: &str): "cannot make {name}", "无法创建 {name}";
    cannot_start(command: &str): "cannot start '{command}'", "无法启动“{command}”";
    bad_json(why: &str): "{why}", "写法或内容有误";
    /// TOML that is written wrongly.
    bad_toml(line: usize, column: usize, why: &str):
        "line {line}, column {column}: {why}",
        "第 {line} 行第 {column} 列：TOML 写法或内容有误（原文：{why}）";
    no_picture(): "the picture cannot be made", "无法生成图片";
    /// Something without a sentence of its own.
    other(why: &str): "{why}", "出错（原文：{why}）";

    cannot_listen(address: &str): "cannot listen on {address}", "无法在 {address} 上监听";
    unusable_network(path: &str, why: &str): "network {path}: {why}", "网络 {path} 无法使用（原文：{why}）";
    // A server's data.
    bad_database(url: &str):
        "database URL '{url}': expected postgres://HOST/NAME or sqlite:FILE",
        "数据库地址“{url}”：应为 postgres://主机/库名 或 sqlite:文件";
    cannot_open_database(at: &str): "cannot open the database {at}", "无法打开数据库 {at}";
    database_in_use(name: &str): "another server uses {name}", "{name} 正由另一个服务器使用";
    cannot_lock(name: &str): "cannot lock {name}", "无法锁定 {name}";
    exists(name: &str): "{name} is there already", "{name} 已经存在";
    no_database(name: &str, why: &str):
        "{name} is no database of heibai: {why}",
        "{name} 不是 heibai 的数据库（原文：{why}）";
}

/// JSON that is written wrongly, and where.
pub fn json(line: usize, column: usize, why: &str) -> Text {
    let why = why.split(" at line ").next().unwrap_or_default();
    crate::names::because(crate::records::at_line(line as u64, column as u64), bad_json(why))
}

/// What the system said when a file could not be used.
pub fn system(error: &io::Error) -> Text {
    use io::ErrorKind::*;
    match error.kind() {
        NotFound => not_found(),
        PermissionDenied => not_allowed(),
        AlreadyExists => already_there(),
        IsADirectory => is_folder(),
        NotADirectory => not_folder(),
        NotSeekable => not_plain(),
        StorageFull => disk_full(),
        AddrInUse => address_in_use(),
        ConnectionRefused => refused(),
        BrokenPipe => broken_pipe(),
        InvalidData => no_text(),
        UnexpectedEof => ends_early(),
        _ => system_error(&error.to_string()),
    }
}
