//! The trained weights that come with the program. Where programs are small and data is fetched, as in a browser, they are
//! not inside: the host lends each file before it is needed.

use crate::characters::Character;
use crate::level::Level;
use crate::registry;
use heibai_games::Rules;

/// Who reads the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    Level(Level),
    Character,
    /// A plain search, or proofs.
    Other,
}

/// The files that the player of this name reads in a game under these rules.
pub fn needed(rules: &Rules, player: &str) -> &'static [File] {
    let reader = match (player.parse(), player.parse::<Character>()) {
        (Ok(level), _) => Reader::Level(level),
        (_, Ok(_)) => Reader::Character,
        _ => Reader::Other,
    };
    (registry::of(rules.kind()).files)(rules, reader)
}

/// A file of `data/`.
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
    FreestyleNet,
    StandardNet,
    RenjuNet,
}

impl File {
    pub const ALL: [File; 13] = [
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
        File::FreestyleNet,
        File::StandardNet,
        File::RenjuNet,
    ];

    /// Where it lies in `data/`.
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
            File::FreestyleNet => "gomoku/freestyle.net",
            File::StandardNet => "gomoku/standard.net",
            File::RenjuNet => "gomoku/renju.net",
        }
    }

    /// What is in it.
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
            File::FreestyleNet => data!("gomoku/freestyle.net"),
            File::StandardNet => data!("gomoku/standard.net"),
            File::RenjuNet => data!("gomoku/renju.net"),
        }
    }

    /// Whether it can be read now.
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
        /// What is in it: nothing if it was not lent, and that is remembered.
        pub fn bytes(self) -> &'static [u8] {
            let lent = LENT[self as usize].get();
            MISSED[self as usize].fetch_or(lent.is_none(), Ordering::Relaxed);
            lent.map_or(&[], Vec::as_slice)
        }

        /// Whether it can be read now.
        pub fn is_here(self) -> bool {
            LENT[self as usize].get().is_some()
        }

        /// Lends it; a second time changes nothing.
        pub fn lend(self, bytes: Vec<u8>) {
            let _ = LENT[self as usize].set(bytes);
        }

        /// Whether it was asked for before it was lent: a fault of `needed`.
        pub fn was_missed(self) -> bool {
            MISSED[self as usize].load(Ordering::Relaxed)
        }
    }
}
