//! The numbers of the search that only matches can choose, by rule set. `heibai-train gomoku duel` plays them against
//! one another.

use heibai_games::gomoku::Variant;

macro_rules! tuning {
    ($($(#[doc = $doc:expr])* $name:ident: $free:expr, $standard:expr, $renju:expr;)*) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])* pub $name: f32,)*
        }

        impl Tuning {
            /// The numbers of a rule set.
            pub fn of(variant: Variant) -> Tuning {
                let of = match variant {
                    Variant::Freestyle => 0,
                    Variant::Standard => 1,
                    Variant::Renju | Variant::RenjuPatterns => 2,
                };
                Tuning { $($name: [$free, $standard, $renju][of],)* }
            }

            /// Changes one number by its name; `false` if there is none of that name.
            pub fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

tuning! {
    /// Late moves are reduced by this times the logarithms of depth and move number.
    reduction: 1.0, 0.8, 0.75;
    /// Margin per ply of the pruning of positions far above the window.
    futility: 60.0, 60.0, 75.0;
    /// Margin per ply, and once more, below the window at which only fours are tried, and below which depth.
    razor: 75.0, 75.0, 75.0;
    razor_depth: 2.5, 2.5, 2.5;
    /// How far above the window a null move is tried, and from which depth on.
    null: 100.0, 100.0, 100.0;
    null_depth: 6.0, 6.0, 6.0;
    /// A null move is searched so many plies less, and so much of the depth.
    null_plies: 3.0, 3.0, 3.0;
    null_share: 0.25, 0.25, 0.25;
    /// Plies taken off a principal variation for each ply that the table's search was shallower, and at most.
    stale: 0.25, 0.0, 0.0;
    stale_most: 3.0, 3.0, 3.0;
    /// Plies taken off where the table knows no move, from which depth on.
    blind: 1.0, 1.0, 1.0;
    blind_from: 4.0, 4.0, 4.0;
    /// Moves tried: this and so many more per ply; half of it when the position does not improve.
    count: 2.0, 2.0, 2.0;
    count_slope: 2.0, 2.0, 2.0;
    /// From this depth on the table's move is tested for being the only good one, which adds a ply.
    singular: 6.0, 6.0, 6.0;
    /// The table's search may be shallower by this much for that; the others are searched to this share of the depth,
    /// and must fall short by this margin.
    singular_stale: 3.0, 3.0, 3.0;
    singular_share: 0.5, 0.5, 0.5;
    singular_margin: 20.0, 20.0, 20.0;
    /// Moves are reduced from this depth on.
    reduced: 2.0, 2.0, 2.0;
    /// Further reduction of late moves where the position does not improve, and where a cut is expected.
    worsening: 1.0, 1.0, 1.0;
    cut: 2.0, 2.0, 2.0;
    /// Less reduction of moves that make a three or four, and on what was once a principal variation.
    threat: 1.0, 1.0, 1.0;
    on_line: 1.0, 1.0, 1.0;
    /// What was good elsewhere counts a ply for this much; a good move gains this times the square of the depth, at most
    /// so much.
    history: 8192.0, 8192.0, 8192.0;
    bonus: 16.0, 16.0, 16.0;
    bonus_most: 1024.0, 1024.0, 1024.0;
    /// Quiescence: from this many fours on, plain fours are no longer tried.
    fours: 1.0, 1.0, 1.0;
    /// Quiescence: from this many fours on, only fours near the last one.
    fours_far: 0.0, 0.0, 0.0;
    /// Quiescence: what near means.
    fours_near: 5.0, 5.0, 5.0;
    /// Whether the evaluation is not trusted under the threat of an open four.
    shaken: 1.0, 1.0, 1.0;
    /// Whether a double three against a side without a four counts as won.
    threes: 0.0, 1.0, 0.0;
    /// From this depth on a win by fours is looked for, with so many nodes at most.
    vcf: 8.0, 8.0, 12.0;
    vcf_nodes: 200.0, 200.0, 200.0;
    /// From this depth on the network, if there is one, has a say in the order of moves.
    promise: 3.0, 3.0, 2.0;
    /// How much of the network's value, if it has one, is added to the fitted value.
    seen: 1.0, 1.0, 1.0;
    /// The network's value is asked for no farther outside the window than this.
    margin: 100.0, 100.0, 100.0;
    /// Half the first aspiration window, which a failure doubles.
    window: 30.0, 30.0, 30.0;
}
