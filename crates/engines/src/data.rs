//! The trained weights that ship with the program. They are compiled in, except where the program must stay small, as
//! in a browser: there the host fetches each file and lends it before it is needed.

use crate::characters::Character;
use crate::level::Level;
use crate::registry;
use heibai_games::Rules;

/// The kind of player that reads the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerClass {
    Level(Level),
    Character,
    /// An evaluation that the laboratory shows.
    Laboratory,
    /// A plain search, or a solver.
    Other,
}

/// The files that players of this class read in a game with these rules.
pub fn files_of(rules: &Rules, reader: PlayerClass) -> &'static [File] {
    (registry::of(rules.kind()).files)(rules, reader)
}

/// The files that this player reads in a game with these rules.
pub fn needed(rules: &Rules, player: &str) -> &'static [File] {
    let reader = match (player.parse(), player.parse::<Character>()) {
        (Ok(level), _) => PlayerClass::Level(level),
        (_, Ok(_)) => PlayerClass::Character,
        _ => PlayerClass::Other,
    };
    files_of(rules, reader)
}

/// A file in `data/`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum File {
    Othello,
    OthelloBook,
    OthelloSix,
    OthelloTen,
    GoTiny,
    GoMedium,
    GoMain,
    Freestyle,
    Standard,
    Renju,
    FreestyleFull,
    RenjuFull,
    FreestyleNet,
    StandardNet,
    RenjuNet,
}

impl File {
    pub const ALL: [File; 15] = [
        File::Othello,
        File::OthelloBook,
        File::OthelloSix,
        File::OthelloTen,
        File::GoTiny,
        File::GoMedium,
        File::GoMain,
        File::Freestyle,
        File::Standard,
        File::Renju,
        File::FreestyleFull,
        File::RenjuFull,
        File::FreestyleNet,
        File::StandardNet,
        File::RenjuNet,
    ];

    /// Its path within `data/`.
    pub const fn path(self) -> &'static str {
        match self {
            File::Othello => "othello/weights.bin",
            File::OthelloBook => "othello/book.bin",
            File::OthelloSix => "othello/six.bin",
            File::OthelloTen => "othello/ten.bin",
            File::GoTiny => "go/heibai-4x32.hbn",
            File::GoMedium => "go/heibai-8x96.hbn",
            File::GoMain => "go/heibai-10x128.hbn",
            File::Freestyle => "gomoku/freestyle.weights",
            File::Standard => "gomoku/standard.weights",
            File::Renju => "gomoku/renju.weights",
            File::FreestyleFull => "gomoku/freestyle-full.weights",
            File::RenjuFull => "gomoku/renju-full.weights",
            File::FreestyleNet => "gomoku/freestyle.net",
            File::StandardNet => "gomoku/standard.net",
            File::RenjuNet => "gomoku/renju.net",
        }
    }

    /// Its content.
    #[cfg(not(target_family = "wasm"))]
    pub fn bytes(self) -> &'static [u8] {
        macro_rules! data {
            ($path:literal) => {
                include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/", $path))
            };
        }
        match self {
            File::Othello => data!("othello/weights.bin"),
            File::OthelloBook => data!("othello/book.bin"),
            File::OthelloSix => data!("othello/six.bin"),
            File::OthelloTen => data!("othello/ten.bin"),
            File::GoTiny => data!("go/heibai-4x32.hbn"),
            File::GoMedium => data!("go/heibai-8x96.hbn"),
            File::GoMain => data!("go/heibai-10x128.hbn"),
            File::Freestyle => data!("gomoku/freestyle.weights"),
            File::Standard => data!("gomoku/standard.weights"),
            File::Renju => data!("gomoku/renju.weights"),
            File::FreestyleFull => data!("gomoku/freestyle-full.weights"),
            File::RenjuFull => data!("gomoku/renju-full.weights"),
            File::FreestyleNet => data!("gomoku/freestyle.net"),
            File::StandardNet => data!("gomoku/standard.net"),
            File::RenjuNet => data!("gomoku/renju.net"),
        }
    }

    /// Whether it is available.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_here(self) -> bool {
        true
    }
}

#[cfg(target_family = "wasm")]
mod lent {
    use super::File;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static LENT: [OnceLock<Vec<u8>>; File::ALL.len()] = [const { OnceLock::new() }; File::ALL.len()];
    static MISSED: [AtomicBool; File::ALL.len()] = [const { AtomicBool::new(false) }; File::ALL.len()];

    impl File {
        /// Its content; empty if it was not lent, in which case `was_missed` becomes true.
        pub fn bytes(self) -> &'static [u8] {
            let lent = LENT[self as usize].get();
            MISSED[self as usize].fetch_or(lent.is_none(), Ordering::Relaxed);
            lent.map_or(&[], Vec::as_slice)
        }

        /// Whether it is available.
        pub fn is_here(self) -> bool {
            LENT[self as usize].get().is_some()
        }

        /// Lends the content; a second call changes nothing.
        pub fn lend(self, bytes: Vec<u8>) {
            let _ = LENT[self as usize].set(bytes);
        }

        /// Whether it was read before it was lent, which means that `needed` left it out.
        pub fn was_missed(self) -> bool {
            MISSED[self as usize].load(Ordering::Relaxed)
        }
    }
}
