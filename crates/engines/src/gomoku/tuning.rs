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
    futility: 62.0, 62.0, 75.0;
    /// Margin per ply below the window at which only fours are tried, what is added to it, and below which depth.
    razor: 15.0, 15.0, 15.0;
    razor_base: 20.0, 20.0, 20.0;
    razor_depth: 2.6, 2.6, 2.6;
    /// How far above the window a null move is tried, and from which depth on.
    null: 250.0, 250.0, 250.0;
    null_depth: 8.0, 8.0, 8.0;
    /// A null move is searched so many plies less, and so much of the depth.
    null_plies: 4.0, 4.0, 4.0;
    null_share: 0.14, 0.14, 0.14;
    /// Plies taken off where the table knows no move, from which depth on.
    blind: 0.6, 0.6, 0.6;
    blind_on_line: 0.4, 0.4, 0.4;
    blind_from: 0.0, 0.0, 0.0;
    /// Plies taken off a principal variation for each ply that the table's search was shallower, and at most.
    stale: 0.28, 0.0, 0.0;
    stale_most: 3.5, 3.5, 3.5;
    /// Moves tried: this plus the depth to the power below, and so many more per ply; half of it when the position does
    /// not improve.
    count: 3.0, 3.0, 3.0;
    count_power: 1.35, 1.35, 1.35;
    count_slope: 0.0, 0.0, 0.0;
    /// Below this depth, moves that mean nothing to either side are not tried.
    trivial: 4.3, 4.3, 4.3;
    /// Plies added for the only reply to a four.
    reply: 1.2, 1.2, 1.2;
    /// From this depth on the table's move is tested for being the only good one.
    singular: 6.5, 6.5, 6.5;
    /// The table's search may be shallower by this much for that; the others are searched to this share of the depth.
    singular_stale: 2.5, 2.5, 2.5;
    singular_share: 0.46, 0.46, 0.46;
    /// The others must fall short by a point per ply and this.
    singular_margin: 0.0, 0.0, 0.0;
    /// Plies added for the only good move, and where the others fall short by so much more.
    singular_plies: 1.0, 1.0, 1.0;
    singular_far: 25.0, 25.0, 25.0;
    singular_far_plies: 1.6, 1.6, 1.6;
    /// Plies taken off where several moves are good enough.
    several: 1.2, 1.2, 1.2;
    /// Plies added for the table's move, on a principal variation and elsewhere.
    first_on_line: 0.25, 0.25, 0.25;
    first: 0.08, 0.08, 0.08;
    /// Moves are reduced from this depth on.
    reduced: 2.0, 2.0, 2.0;
    /// Further reduction of late moves where the position does not improve, of moves that mean nothing, and of those
    /// that leave an open four.
    worsening: 1.0, 1.0, 1.0;
    idle: 0.4, 0.4, 0.4;
    deaf: 1.0, 1.0, 1.0;
    /// Less reduction of moves that make a three or four, that make or stop something, that go on with an attack, and
    /// whose class is in doubt.
    threat: 0.0, 0.0, 0.0;
    important: 0.3, 0.3, 0.3;
    attack: 0.5, 0.5, 0.5;
    doubtful: 1.0, 1.0, 1.0;
    /// Further reduction where a cut is expected.
    cut: 2.0, 2.0, 2.0;
    /// Less reduction on what was once a principal variation.
    on_line: 1.0, 1.0, 1.0;
    /// What was good elsewhere counts a ply for this much.
    history: 8000.0, 8000.0, 8000.0;
    /// Plies taken off the other moves once one is better than expected.
    better: 0.8, 0.8, 0.8;
    /// Between these depths, and while the value is no larger than this.
    better_from: 2.0, 2.0, 2.0;
    better_to: 12.0, 12.0, 12.0;
    better_value: 2000.0, 2000.0, 2000.0;
    /// A position this far above the window, and so much more per ply, is searched a ply less.
    high: 0.0, 0.0, 0.0;
    high_depth: 15.0, 15.0, 15.0;
    high_plies: 1.0, 1.0, 1.0;
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
    /// Half the first aspiration window, and what a failure adds to twice the window before.
    window: 18.0, 18.0, 18.0;
    window_step: 10.0, 10.0, 10.0;
}
