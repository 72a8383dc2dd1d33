//! What goes wrong around the games: files, programs, players' names and options.

use crate::Text;
use std::io;

catalogue! {
    // The system's answer.
    not_found(): "there is no such file or folder", "没有这个文件或文件夹";
    not_allowed(): "permission denied", "没有权限";
    already_there(): "it is already there", "已经存在";
    is_folder(): "it is a folder", "这是一个文件夹";
    not_folder(): "a part of the path is no folder", "路径中有一部分不是文件夹";
    disk_full(): "the disk is full", "磁盘已满";
    address_in_use(): "the address is in use", "地址已被占用";
    refused(): "the connection was refused", "连接被拒绝";
    broken_pipe(): "nobody reads the output any more", "输出的接收方已关闭";
    no_text(): "the content is no UTF-8 text", "内容不是 UTF-8 文本";
    ends_early(): "the content ends too early", "内容不完整";

    /// The system's answer, in its own words in English.
    system_error(why: &str): "{why}", "系统不允许";

    // A file.
    cannot_open(name: &str): "cannot open {name}", "无法打开 {name}";
    cannot_read(name: &str): "cannot read {name}", "无法读取 {name}";

    cannot_read_input(): "cannot read standard input", "无法读取标准输入";
    cannot_write(name: &str): "cannot write {name}", "无法写入 {name}";
    cannot_make(name: &str): "cannot make {name}", "无法创建 {name}";
    cannot_start(command: &str): "cannot start '{command}'", "无法启动“{command}”";
    bad_json(why: &str): "{why}", "写法或内容有误";
    bad_toml(why: &str): "{why}", "TOML 写法或内容有误";
    no_picture(): "the picture cannot be made", "无法生成图片";
    /// Something without a sentence of its own: English has the program's words.
    other(why: &str): "{why}", "出错";
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
        StorageFull => disk_full(),
        AddrInUse => address_in_use(),
        ConnectionRefused => refused(),
        BrokenPipe => broken_pipe(),
        InvalidData => no_text(),
        UnexpectedEof => ends_early(),
        _ => system_error(&error.to_string()),
    }
}
