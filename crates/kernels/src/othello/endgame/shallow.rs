//! Five empty squares and more: null-window search, by parity alone up to seven, by fastest first with a
//! small table above.

macro_rules! shallow_search {
    ($(#[$cpu:meta])?) => {
        /// Five to seven empty squares: odd quadrants first.
        $(#[$cpu])?
        fn by_parity<const N: usize>(
            b: (u64, u64),
            alpha: i32,
            moves: u64,
            empty: u64,
            odd: u64,
            state: &mut Endgame,
        ) -> i32 {
            let count = empty.count_ones();
            state.nodes += 1;
            if let Some(value) = stability_cut::<N>(b, alpha, count) {
                return value;
            }
            if moves == 0 {
                let moves = self::moves::<N>(b.1, b.0);
                if moves == 0 {
                    return finished::<N>(b.0, b.1);
                }
                return -by_parity::<N>((b.1, b.0), -alpha - 1, moves, empty, odd, state);
            }
            let mut best = NONE;
            for group in [moves & odd, moves & !odd] {
                let mut rest = group;
                while rest != 0 {
                    let square = rest.trailing_zeros();
                    let disc = rest & rest.wrapping_neg();
                    rest ^= disc;
                    let flips = flips(square, b.0, b.1);
                    let next = (b.1 ^ flips, b.0 ^ flips ^ disc);
                    let (left, odd) = (empty ^ disc, odd ^ QUADRANT_OF[(square & 63) as usize]);
                    let value = if count == 5 {
                        -last4::<N>(next, -alpha - 1, by_quadrant(left, odd), &mut state.nodes)
                    } else {
                        let replies = self::moves::<N>(next.0, next.1);
                        -by_parity::<N>(next, -alpha - 1, replies, left, odd, state)
                    };
                    if value > alpha {
                        return value;
                    }
                    best = best.max(value);
                }
            }
            best
        }

        /// Eight and more: the move that leaves the opponent the fewest replies first.
        $(#[$cpu])?
        fn fastest_first<const N: usize>(
            b: (u64, u64),
            alpha: i32,
            moves: u64,
            empty: u64,
            state: &mut Endgame,
        ) -> i32 {
            // 1. Stable discs may decide already.
            let count = empty.count_ones();
            state.nodes += 1;
            if let Some(value) = stability_cut::<N>(b, alpha, count) {
                return value;
            }
            // 2. No move: pass, or the end.
            if moves == 0 {
                let moves = self::moves::<N>(b.1, b.0);
                if moves == 0 {
                    return finished::<N>(b.0, b.1);
                }
                return -fastest_first::<N>((b.1, b.0), -alpha - 1, moves, empty, state);
            }
            // 3. Make the moves, eight at a time, while the table's entry is on its way.
            let remembers = count > LAST_FORGOTTEN;
            let slot = if remembers { state.slot(b) } else { (0, 0) };
            crate::prefetch(&state.table, slot.0);
            let odd = odd_quadrants(empty);
            let mut fans = [fan::<N>(b, moves, odd), Fan::EMPTY];
            let more = moves.count_ones() > LANES as u32;
            if more {
                fans[1] = fan::<N>(b, fans[0].rest(moves), odd);
            }
            if fans[0].flips.contains(&b.1) || more && fans[1].flips.contains(&b.1) {
                return (N * N) as i32;
            }
            // 4. The table may know.
            if remembers && state.tags[slot.0] == slot.1 {
                let known = state.table[slot.0];
                if known.board == b {
                    if i32::from(known.lower) > alpha {
                        return i32::from(known.lower);
                    }
                    if i32::from(known.upper) <= alpha {
                        return i32::from(known.upper);
                    }
                    fans.iter_mut().for_each(|fan| fan.bring_forward(1 << (known.best & 63)));
                }
            }
            // 5. It may know that a move is good enough.
            if count > LAST_FORGOTTEN + 1 {
                for fan in &fans[..1 + usize::from(more)] {
                    if let Some(value) = state.refuting(b, fan, alpha) {
                        return value;
                    }
                }
            }
            // 6. Search them, the most promising first.
            let (mut best, mut best_move) = (NONE, NO_MOVE);
            loop {
                let later = more && fans[1].least() < fans[0].least() & !7;
                let fan = &mut fans[usize::from(later)];
                let Some(lane) = fan.take() else { break };
                let (disc, flips, replies) = (fan.discs[lane], fan.flips[lane], fan.replies[lane]);
                let (next, left) = ((b.1 ^ flips, b.0 ^ flips ^ disc), empty ^ disc);
                let square = disc.trailing_zeros();
                let value = if count > LAST_BY_PARITY + 1 {
                    -fastest_first::<N>(next, -alpha - 1, replies, left, state)
                } else {
                    let odd = odd ^ QUADRANT_OF[(square & 63) as usize];
                    -by_parity::<N>(next, -alpha - 1, replies, left, odd, state)
                };
                if value > best {
                    (best, best_move) = (value, square as u8);
                    if value > alpha {
                        break;
                    }
                }
            }
            // 7. Remember.
            if remembers {
                state.store(slot, b, alpha, best, best_move);
            }
            best
        }

        $(#[$cpu])?
        pub(super) fn solve<const N: usize>(b: (u64, u64), alpha: i32, state: &mut Endgame) -> i32 {
            let empty = area::<N>() & !(b.0 | b.1);
            let odd = odd_quadrants(empty);
            let s = by_quadrant(empty, odd);
            match empty.count_ones() {
                0 => finished::<N>(b.0, b.1),
                1 => last1::<N>(b.0, NONE, s[0]),
                2 => last2::<N>(b, alpha, [s[0], s[1]], &mut state.nodes),
                3 => last3::<N>(b, alpha, [s[0], s[1], s[2]], &mut state.nodes),
                4 => last4::<N>(b, alpha, s, &mut state.nodes),
                5..=LAST_BY_PARITY => by_parity::<N>(b, alpha, moves::<N>(b.0, b.1), empty, odd, state),
                _ => fastest_first::<N>(b, alpha, moves::<N>(b.0, b.1), empty, state),
            }
        }
    };
}

pub(super) use shallow_search;
