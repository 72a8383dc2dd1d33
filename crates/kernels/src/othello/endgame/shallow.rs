//! Five empty squares and more: null-window search, ordered by parity alone with five, fastest-first above, with a
//! small transposition table from seven on.

macro_rules! shallow_search {
    ($(#[$cpu:meta])?) => {
        /// Five empty squares: odd quadrants first. It does not generate the moves, because trying each square is
        /// cheaper.
        $(#[$cpu])?
        fn last5<const N: usize>(
            b: (u64, u64),
            alpha: i32,
            empty: u64,
            odd: u64,
            state: &mut Endgame,
        ) -> i32 {
            state.nodes += 1;
            if let Some(value) = stability_cut::<N>(b, alpha, 5) {
                return value;
            }
            let mut best = NONE;
            for group in [empty & odd, empty & !odd] {
                let mut rest = group;
                while rest != 0 {
                    let square = rest.trailing_zeros();
                    let disc = rest & rest.wrapping_neg();
                    rest ^= disc;
                    let flips = flips_near(square, b.0, b.1);
                    if flips != 0 {
                        let next = (b.1 ^ flips, b.0 ^ flips ^ disc);
                        let odd = odd ^ QUADRANT_OF[(square & 63) as usize];
                        let squares = by_quadrant(empty ^ disc, odd);
                        let value = -last4::<N>(next, -alpha - 1, squares, &mut state.nodes);
                        if value > alpha {
                            return value;
                        }
                        best = best.max(value);
                    }
                }
            }
            $crate::othello::endgame::last::or_pass!(best, b, last5::<N>((b.1, b.0), -alpha - 1, empty, odd, state))
        }

        /// Six and more: fastest-first, the move that leaves the fewest replies.
        $(#[$cpu])?
        fn fastest_first<const N: usize>(
            b: (u64, u64),
            alpha: i32,
            moves: u64,
            empty: u64,
            odd: u64,
            state: &mut Endgame,
        ) -> i32 {
            // 1. Stability cut-off.
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
                return -fastest_first::<N>((b.1, b.0), -alpha - 1, moves, empty, odd, state);
            }
            // 3. Make the moves, eight at a time, while the table entry is being prefetched.
            let remembers = count > LAST_FORGOTTEN;
            let slot = if remembers { state.slot(b) } else { (0, 0) };
            crate::prefetch(&state.table, slot.0);
            let mut first = fan::<N>(b, moves, odd);
            let mut second = match moves.count_ones() > LANES as u32 {
                true => Some(fan::<N>(b, first.rest(moves), odd)),
                false => None,
            };
            let wipes = |fan: &Fan| fan.flips.contains(&b.1);
            if wipes(&first) || second.as_ref().is_some_and(wipes) {
                return (N * N) as i32;
            }
            // 4. Transposition table.
            if remembers && state.tags[slot.0] == slot.1 {
                let known = state.table[slot.0];
                if known.board == b {
                    if i32::from(known.lower) > alpha {
                        return i32::from(known.lower);
                    }
                    if i32::from(known.upper) <= alpha {
                        return i32::from(known.upper);
                    }
                    first.bring_forward(1 << (known.best & 63));
                    if let Some(second) = &mut second {
                        second.bring_forward(1 << (known.best & 63));
                    }
                }
            }
            // 5. Enhanced transposition cut-off: the table may know that a move is good enough.
            if count > LAST_FORGOTTEN + 1 {
                if let Some(value) = state.refuting(b, &first, alpha) {
                    return value;
                }
                if let Some(value) = second.as_ref().and_then(|fan| state.refuting(b, fan, alpha)) {
                    return value;
                }
            }
            // 6. Search the moves, most promising first.
            let (mut best, mut best_move) = (NONE, NO_MOVE);
            let mut keys = first.keys;
            loop {
                let mut fan = &first;
                let mut key = least(&keys);
                if let Some(second) = &mut second {
                    let later = least(&second.keys);
                    if later < key & !7 {
                        second.keys = without(&second.keys, later);
                        (fan, key) = (second, later);
                    } else {
                        keys = without(&keys, key);
                    }
                } else {
                    keys = without(&keys, key);
                }
                if key == DONE {
                    break;
                }
                let lane = usize::from(key & 7);
                let (disc, flips, replies) = (fan.discs[lane], fan.flips[lane], fan.replies[lane]);
                let (next, left) = ((b.1 ^ flips, b.0 ^ flips ^ disc), empty ^ disc);
                let square = disc.trailing_zeros();
                let odd = odd ^ QUADRANT_OF[(square & 63) as usize];
                let value = if count > LAST_BY_PARITY + 1 {
                    -fastest_first::<N>(next, -alpha - 1, replies, left, odd, state)
                } else {
                    -last5::<N>(next, -alpha - 1, left, odd, state)
                };
                if value > best {
                    (best, best_move) = (value, square as u8);
                    if value > alpha {
                        break;
                    }
                }
            }
            // 7. Store the result.
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
                1 => last1::<N>(b.0, NONE, s.get(0)),
                2 => last2::<N>(b, alpha, s, &mut state.nodes),
                3 => last3::<N>(b, alpha, s, &mut state.nodes),
                4 => last4::<N>(b, alpha, s, &mut state.nodes),
                LAST_BY_PARITY => last5::<N>(b, alpha, empty, odd, state),
                _ => fastest_first::<N>(b, alpha, moves::<N>(b.0, b.1), empty, odd, state),
            }
        }
    };
}

pub(super) use shallow_search;
