//! The help in the user's language: clap's own in English, replaced by `words` in Chinese.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use heibai_words::help::{self as said, chinese};
use heibai_words::{Language, Text};
use std::error::Error;
use std::ffi::OsString;
use std::net::AddrParseError;

/// The language of the help, which is needed before the arguments are parsed.
pub fn of_arguments(arguments: &[OsString]) -> Language {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let named = words.iter().enumerate().rev().find_map(|(at, word)| match word.strip_prefix("--lang")? {
        "" => words.get(at + 1).map(String::as_str),
        rest => rest.strip_prefix('='),
    });
    named.and_then(|name| name.parse().ok()).unwrap_or_else(from_environment)
}

/// Chinese if the environment asks for it, else English.
pub fn from_environment() -> Language {
    let first = ["HEIBAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    first.map_or(Language::English, |locale| Language::of_locale(&locale))
}

/// The same commands with their help in Chinese.
pub fn over(mut command: Command) -> Command {
    command.build();
    lay(command, "")
}

fn lay(mut command: Command, path: &str) -> Command {
    let arguments: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    for argument in &arguments {
        if let Some(help) = chinese(path, Some(argument)) {
            command = command.mut_arg(argument, |arg: Arg| with_values(arg, help));
        }
    }
    let below: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in &below {
        let path = if path.is_empty() { name.clone() } else { format!("{path} {name}") };
        // `help` lists every command again.
        if name == "help" {
            command = command.mut_subcommand(name, |sub| sub.about(chinese(name, None)));
        } else {
            command = command.mut_subcommand(name, |sub| lay(sub, &path));
        }
    }
    let example = command.get_long_about().and_then(|long| {
        let long = long.to_string();
        long.split_once("\n\n").and_then(|(_, rest)| rest.split_once(": ")).map(|(_, rest)| rest.to_owned())
    });
    if let Some(about) = chinese(path, None) {
        let long =
            example.map_or(about.to_owned(), |example| format!("{about}\n\n{}{example}", said::example().zh));
        command = command.about(about).long_about(long);
    }
    let mut template = format!("{{about-with-newline}}\n{}{{usage}}\n", said::usage().zh);
    if command.get_subcommands().next().is_some() {
        template += &format!("\n{}\n{{subcommands}}\n", said::commands().zh);
    }
    if command.get_positionals().next().is_some() {
        template += &format!("\n{}\n{{positionals}}\n", said::arguments().zh);
    }
    command.help_template(template + &format!("\n{}\n{{options}}\n", said::options().zh))
}

/// An argument with its help in Chinese, and in Chinese what clap adds to it.
fn with_values(arg: Arg, help: &str) -> Arg {
    let default: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let possible = arg.get_possible_values();
    let possible: Vec<_> = possible.iter().map(|value| value.get_name()).collect();
    let mut text = help.to_owned();
    if arg.get_action().takes_values() && possible.iter().any(|name| !help.contains(name)) {
        text += &said::possible(&possible.join("、")).zh;
    }
    if arg.get_action().takes_values() && !default.is_empty() {
        text += &said::by_default(&default.join("、")).zh;
    }
    arg.help(text.clone()).long_help(text).hide_default_value(true).hide_possible_values(true)
}

/// Why a value is refused, where clap says so itself.
fn out_of_range(why: &str) -> Option<Text> {
    let (_, range) = why.rsplit_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    Some(match most.trim_start_matches('=') {
        "" => said::expected_least(least),
        most => said::expected_between(least, most),
    })
}

/// What is wrong with the arguments, in Chinese.
pub fn complaint(error: &clap::Error) -> Text {
    let get = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join("、"),
        _ => String::new(),
    };
    let (argument, value) = (get(ContextKind::InvalidArg), get(ContextKind::InvalidValue));
    let what = match error.kind() {
        ErrorKind::UnknownArgument => said::unknown_argument(&argument),
        ErrorKind::InvalidSubcommand => said::unknown_command(&get(ContextKind::InvalidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => said::empty_value(&argument),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let known = get(ContextKind::ValidValue);
            let what = said::bad_value(&value, &argument);
            match error.source() {
                Some(why) if why.is::<AddrParseError>() => {
                    let listens = argument.contains("--listen");
                    what.because(if listens { said::address() } else { said::proxy_address() })
                }
                Some(why) => {
                    let range = out_of_range(&why.to_string());
                    what.because(range.unwrap_or_else(|| crate::failure::link(why)))
                }
                None if known.is_empty() => what,
                None => what.because(said::expected_values(&known)),
            }
        }
        ErrorKind::MissingRequiredArgument => said::missing(&argument),
        ErrorKind::MissingSubcommand => said::missing_command(),
        ErrorKind::InvalidUtf8 => said::no_text(),
        _ => said::twice(&argument),
    };
    heibai_words::names::listed(what, said::see_help())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use heibai_words::help::CHINESE;

    /// Every command and argument, as keys of the table.
    fn keys(command: &Command, path: &str, found: &mut Vec<(String, Option<String>)>) {
        found.push((path.to_owned(), None));
        for argument in command.get_arguments() {
            found.push((path.to_owned(), Some(argument.get_id().to_string())));
        }
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let path = format!("{path} {}", sub.get_name());
            keys(sub, path.trim(), found);
        }
    }

    #[test]
    fn everything_has_words_in_both_languages_and_an_example() {
        let mut command = crate::Cli::command();
        command.build();
        let mut found = Vec::new();
        keys(&command, "", &mut found);
        for (path, argument) in &found {
            let words = chinese(path, argument.as_deref());
            assert!(words.is_some(), "no Chinese for heibai {path} {argument:?}");
        }
        for (key, _) in CHINESE.iter().filter(|(key, _)| *key != "help") {
            let (path, argument) = match key.rsplit_once("--") {
                Some((path, argument)) => (path.trim(), Some(argument)),
                None => (*key, None),
            };
            let used = found.iter().any(|(p, a)| {
                (path.is_empty() && argument.is_some() || p == path) && a.as_deref() == argument
            });
            assert!(used, "nothing is called '{key}' any more");
        }
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let long = sub.get_long_about().map(ToString::to_string).unwrap_or_default();
            assert!(long.contains("Example"), "{} has no example", sub.get_name());
            for argument in sub.get_arguments() {
                assert!(argument.get_help().is_some(), "{} --{}", sub.get_name(), argument.get_id());
            }
        }
    }

    #[test]
    fn help_is_chinese_where_it_is_asked_for() {
        let mut command = over(crate::Cli::command());
        let root = command.render_long_help().to_string();
        assert!(root.contains("用法：") && root.contains("每个级别的做法"), "{root}");
        let play = command.find_subcommand_mut("play").expect("play").render_long_help().to_string();
        assert!(play.contains("让子数") && play.contains("示例：heibai play gomoku"), "{play}");
        assert!(!play.contains("Language of") && !play.contains("Usage"), "{play}");
        let score = command.find_subcommand_mut("score").expect("score").render_long_help().to_string();
        assert!(score.contains("（默认 engine）"), "{score}");
        for text in [root, play, score] {
            assert!(
                !["[default", "ossible", "Print", "Nobody"].iter().any(|word| text.contains(word)),
                "{text}"
            );
        }
    }

    #[test]
    fn wrong_arguments_are_refused_in_chinese() {
        let told = |arguments: &[&str]| {
            let command = over(crate::Cli::command());
            complaint(&command.try_get_matches_from(arguments).unwrap_err()).zh
        };
        assert_eq!(told(&["heibai", "shwo"]), "没有命令“shwo”，可用 --help 查看帮助");
        assert_eq!(told(&["heibai", "show", "x", "--pgn"]), "没有参数“--pgn”，可用 --help 查看帮助");
        let game = told(&["heibai", "levels", "chess"]);
        assert!(game.contains("没有名为“chess”的棋：应为 othello、go 或 gomoku"), "{game}");
        let time = told(&["heibai", "hint", "h8", "--time", "x"]);
        assert!(time.contains("应为 0.001 至 86400 的秒数"), "{time}");
        for (arguments, why) in [
            ("solve --start --hash 0", "应为 1 至 1048576，"),
            ("show x --move one", "应为整数，"),
            ("show x --move 99999999999999999999", "数字过大，"),
            ("match a b --komi x", "应为数字，"),
            ("analyze x --level human", "应为 beginner, normal, hard, hell, best，"),
            ("prove x --by me", "应为 fours, threats, any，"),
            ("serve --listen here", "应为地址，如 127.0.0.1:8866，"),
            ("serve --network x", "应为 名称=文件"),
            ("serve --public-url x", "应为 https://主机"),
            ("worker --server x --token y", "应为地址，如 http://127.0.0.1:8866，"),
        ] {
            let said = told(&["heibai"].into_iter().chain(arguments.split(' ')).collect::<Vec<_>>());
            assert!(said.contains(why), "{arguments}: {said}");
        }
    }
}
