//! The tuned parameters of the search for each rule set. `heibai-train gomoku duel` compares two sets in a match, and
//! `heibai-train gomoku tune` tries many changes in the same games.

use heibai_games::gomoku::Variant;

macro_rules! tuning {
    ($($(#[doc = $doc:expr])* $name:ident: $free:expr, $standard:expr, $renju:expr;)*) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])* pub $name: f32,)*
        }

        impl Tuning {
            /// The parameters of a rule set.
            pub fn of(variant: Variant) -> Tuning {
                let of = match variant {
                    Variant::Freestyle => 0,
                    Variant::Standard => 1,
                    Variant::Renju | Variant::RenjuPatterns => 2,
                };
                Tuning { $($name: [$free, $standard, $renju][of],)* }
            }

            /// A parameter by name.
            pub fn parameter(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// Late-move reduction: this times the logarithms of depth and move number.
    reduction: 1.0, 0.8, 0.75;
    /// Reverse futility pruning: margin per ply.
    futility: 60.0, 60.0, 75.0;
    /// Razoring: margin per ply and once more; below this depth.
    razor: 75.0, 75.0, 75.0;
    razor_depth: 2.5, 2.5, 2.5;
    /// Null move: how far the evaluation must exceed beta, and from which depth on.
    null: 100.0, 100.0, 100.0;
    null_depth: 6.0, 6.0, 6.0;
    /// Null move: reduction in plies and as a share of the depth.
    null_plies: 3.0, 3.0, 3.0;
    null_share: 0.25, 0.25, 0.25;
    /// Reduction on the principal variation per ply that the table's entry is shallower, and its maximum.
    pv_iir: 0.25, 0.0, 0.0;
    pv_iir_most: 3.0, 3.0, 3.0;
    /// Internal iterative reduction where the table has no move, and from which depth on.
    iir: 1.0, 1.0, 1.0;
    iir_depth: 4.0, 4.0, 4.0;
    /// Late-move pruning: this many moves and so many more per ply; half of it if the position is not improving.
    count: 2.0, 2.0, 2.0;
    count_slope: 2.7, 2.7, 2.0;
    /// Singular extension of the table's move: from this depth on.
    singular: 6.0, 6.0, 6.0;
    /// Singular extension: how much shallower the table's entry may be, to which share of the depth the other moves are
    /// searched, and by which margin they must fall short.
    singular_stale: 3.0, 3.0, 3.0;
    singular_share: 0.5, 0.5, 0.5;
    singular_margin: 10.0, 10.0, 20.0;
    /// Late-move reduction: from this depth on.
    reduced: 2.0, 2.0, 2.0;
    /// Late-move reduction: added if the position is not improving, and at expected cut nodes.
    worsening: 0.5, 0.5, 1.0;
    cut: 2.0, 2.0, 2.0;
    /// Late-move reduction: subtracted for moves that make an open three or better, and on former principal variations.
    threat: 1.0, 1.0, 1.0;
    on_pv: 1.0, 1.0, 1.0;
    /// Late-move reduction: added per nat that the network's score of the move lies behind the best one, more than the
    /// logarithm of its number.
    policy: 0.3, 0.3, 0.0;
    /// History: the score worth one ply of reduction; the bonus of a good move per square of the depth, and its maximum.
    history: 8192.0, 8192.0, 8192.0;
    bonus: 16.0, 16.0, 16.0;
    bonus_most: 1024.0, 1024.0, 1024.0;
    /// Quiescence: after this many fours, plain fours are no longer tried.
    qs_fours: 1.0, 1.0, 1.0;
    /// Quiescence: the largest distance from the mover's previous stone.
    qs_distance: 5.0, 5.0, 5.0;
    /// Whether a double three against a side without a four counts as won.
    threes: 0.0, 1.0, 0.0;
    /// VCF search in the tree: from this depth on, and its nodes.
    vcf: 8.0, 8.0, 12.0;
    vcf_nodes: 200.0, 200.0, 200.0;
    /// From this depth on the network's scores are added to the order of moves.
    net_order: 3.0, 3.0, 2.0;
    /// The share of the network's value that is added to the linear value.
    net_value: 1.0, 1.0, 1.0;
    /// The network is evaluated if the linear value is at most this far outside the window.
    net_margin: 100.0, 100.0, 100.0;
    /// Half the first aspiration window; doubled on each failure.
    window: 20.0, 20.0, 30.0;
}
