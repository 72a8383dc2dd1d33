//! Standings: who is first, and by which tie-break.
//!
//! The default order: points (a draw is half a point), mutual result, the opponents' average points (Buchholz
//! divided by games), then Sonneborn-Berger, then net discs. Each tie-break is a column of its own.
//! Brightwell's quotient, which the World Othello Federation uses, can replace the second to fourth.

use heibai_games::Color;
use heibai_words::{Say, Text, reports as said};
use std::cmp::Ordering;

/// One game between two players, by index.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Result {
    pub black: usize,
    pub white: usize,
    pub winner: Option<Color>,
    /// Discs or points by which Black won; negative if White did; 0 if nothing is counted.
    pub net: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points from the games among those who are level.
    Mutual,
    /// The average of the opponents' points; an opponent counts once per game.
    Buchholz,
    /// The points of beaten opponents and half of those drawn with.
    SonnebornBerger,
    NetDiscs,
    /// Net discs plus weighted points of the opponents.
    Brightwell,
}

impl TieBreak {
    /// As written in a tournament file.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::Mutual => "mutual",
            TieBreak::Buchholz => "buchholz",
            TieBreak::SonnebornBerger => "sonneborn-berger",
            TieBreak::NetDiscs => "net-discs",
            TieBreak::Brightwell => "brightwell",
        }
    }
}

impl Say for TieBreak {
    fn text(&self) -> Text {
        match self {
            TieBreak::Mutual => said::mutual(),
            TieBreak::Buchholz => said::buchholz(),
            TieBreak::SonnebornBerger => said::sonneborn_berger(),
            TieBreak::NetDiscs => said::net_discs(),
            TieBreak::Brightwell => said::brightwell(),
        }
    }
}

/// The tie-breaks of the default order.
pub const USUAL: [TieBreak; 4] =
    [TieBreak::Mutual, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::NetDiscs];

#[derive(Clone, PartialEq, Debug, serde::Serialize)]
pub struct StandingsRow {
    pub player: usize,
    pub rank: usize,
    pub points: f64,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// In the order of the tie-breaks.
    pub ties: Vec<f64>,
}

/// The table of all players, best first. Players level in everything share a rank. `free` are points from byes, by
/// player; players beyond its end have none.
pub fn table(players: usize, results: &[Result], free: &[f64], breaks: &[TieBreak]) -> Vec<StandingsRow> {
    let book = Book::new(players, results, free);
    let mut rows: Vec<StandingsRow> = (0..players)
        .map(|player| {
            let [wins, draws, losses] = book.tally(player);
            StandingsRow {
                player,
                rank: 0,
                points: book.points[player],
                wins,
                draws,
                losses,
                ties: Vec::new(),
            }
        })
        .collect();
    rows.sort_by(|a, b| b.points.total_cmp(&a.points));
    for &tie_break in breaks {
        // A tie-break is computed among those who are still level.
        let mut from = 0;
        while from < rows.len() {
            let level = |row: &StandingsRow| compare(row, &rows[from]) == Ordering::Equal;
            let to = from + rows[from..].iter().take_while(|row| level(row)).count();
            let group: Vec<usize> = rows[from..to].iter().map(|row| row.player).collect();
            for row in &mut rows[from..to] {
                row.ties.push(book.tie_break(tie_break, row.player, &group));
            }
            from = to;
        }
        rows.sort_by(compare);
    }
    for at in 0..rows.len() {
        let same = at > 0 && compare(&rows[at - 1], &rows[at]) == Ordering::Equal;
        rows[at].rank = if same { rows[at - 1].rank } else { at + 1 };
    }
    rows
}

fn compare(a: &StandingsRow, b: &StandingsRow) -> Ordering {
    let ties = || a.ties.iter().zip(&b.ties).map(|(a, b)| b.total_cmp(a)).find(|o| o.is_ne());
    b.points.total_cmp(&a.points).then_with(|| ties().unwrap_or(Ordering::Equal))
}

struct Book<'r> {
    results: &'r [Result],
    points: Vec<f64>,
}

impl<'r> Book<'r> {
    fn new(players: usize, results: &'r [Result], free: &[f64]) -> Book<'r> {
        let mut book = Book { results, points: vec![0.0; players] };
        for player in 0..players {
            let played: f64 = book.of(player).map(|(_, points, _)| points).sum();
            book.points[player] = played + free.get(player).unwrap_or(&0.0);
        }
        book
    }

    /// A player's games: opponent, points, net discs.
    fn of(&self, player: usize) -> impl Iterator<Item = (usize, f64, f64)> + '_ {
        self.results.iter().filter_map(move |result| {
            let (opponent, color, net) = match player {
                _ if player == result.black => (result.white, Color::Black, result.net),
                _ if player == result.white => (result.black, Color::White, -result.net),
                _ => return None,
            };
            let points = match result.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == color)),
            };
            Some((opponent, points, net))
        })
    }

    fn tally(&self, player: usize) -> [u32; 3] {
        let mut tally = [0; 3];
        for (_, points, _) in self.of(player) {
            tally[2 - (points * 2.0) as usize] += 1;
        }
        tally
    }

    fn tie_break(&self, tie_break: TieBreak, player: usize, level: &[usize]) -> f64 {
        let games = self.of(player);
        let worth = match tie_break {
            TieBreak::Mutual if level.len() < 2 => 0.0,
            TieBreak::Mutual => games.filter(|(o, ..)| level.contains(o)).map(|(_, points, _)| points).sum(),
            TieBreak::Buchholz => {
                let opponents: Vec<f64> = games.map(|(opponent, ..)| self.points[opponent]).collect();
                opponents.iter().sum::<f64>() / opponents.len().max(1) as f64
            }
            TieBreak::SonnebornBerger => {
                games.map(|(opponent, points, _)| points * self.points[opponent]).sum()
            }
            TieBreak::NetDiscs => games.map(|(.., net)| net).sum(),
            TieBreak::Brightwell => {
                // Net discs plus a constant times the opponents' points; the constant is the number of discs divided
                // by the number of rounds, as in the Federation's handbook (a whole number).
                let rounds = games.count().max(1) as f64;
                let constant = (64.0 / rounds).floor().max(1.0);
                let net: f64 = self.of(player).map(|(.., net)| net).sum();
                let opponents: f64 = self.of(player).map(|(opponent, ..)| self.points[opponent]).sum();
                net + constant * opponents
            }
        };
        // An empty sum is minus zero, which nobody wants to read.
        worth + 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(black: usize, white: usize, net: f64) -> Result {
        let winner = match net {
            0.0 => None,
            net if net > 0.0 => Some(Color::Black),
            _ => Some(Color::White),
        };
        Result { black, white, winner, net }
    }

    fn order(rows: &[StandingsRow]) -> Vec<usize> {
        rows.iter().map(|row| row.player).collect()
    }

    /// A player without an opponent gets the round's points, and its opponents' averages rise accordingly.
    #[test]
    fn a_bye_counts_as_won_and_is_no_game() {
        let rows = table(3, &[game(0, 1, 10.0), game(0, 2, 0.0)], &[0.0, 1.0], &USUAL);
        let points: Vec<(usize, f64, u32)> =
            rows.iter().map(|row| (row.player, row.points, row.wins)).collect();
        assert_eq!(points, [(0, 1.5, 1), (1, 1.0, 0), (2, 0.5, 0)]);
        assert_eq!(rows[0].ties[1], 0.75, "the opponents' average");
    }

    /// An average, not a sum; a player without games has 0, not -0.
    #[test]
    fn the_opponents_average_is_an_average_and_never_minus_zero() {
        let results = [game(0, 1, 4.0), game(0, 2, 4.0), game(0, 2, -4.0), game(1, 2, 0.0)];
        let rows = table(4, &results, &[], &USUAL);
        let row = |player| rows.iter().find(|row| row.player == player).unwrap();
        // 1 has half a point from one game, 2 one and a half from three; 0 met 1 once and 2 twice.
        assert!((row(0).ties[1] - (0.5 + 1.5 + 1.5) / 3.0).abs() < 1e-12);
        for row in &rows {
            assert!(row.ties.iter().all(|tie| !(*tie == 0.0 && tie.is_sign_negative())), "{row:?}");
        }
    }

    #[test]
    fn points_come_first_and_a_draw_is_half() {
        let rows = table(3, &[game(0, 1, 0.0), game(1, 2, 10.0), game(2, 0, -64.0)], &[], &USUAL);
        assert_eq!((rows[0].points, rows[2].points), (1.5, 0.0));
        // 0 and 1 are level with each other in points and in their own game; opponents are level too; discs decide.
        assert_eq!(order(&rows), [0, 1, 2]);
        assert_eq!(rows[0].ties.last(), Some(&64.0));
    }

    #[test]
    fn the_mutual_result_decides_before_discs() {
        let results =
            [game(0, 1, 2.0), game(2, 0, 40.0), game(1, 2, 60.0), game(3, 0, -2.0), game(3, 1, -2.0)];
        let rows = table(4, &results, &[], &USUAL);
        // 0 and 1 have two points each; 0 beat 1 although 1 has far more discs.
        assert_eq!(order(&rows)[..2], [0, 1]);
    }

    #[test]
    fn those_level_in_everything_share_a_rank() {
        let rows = table(2, &[game(0, 1, 4.0), game(1, 0, 4.0)], &[], &USUAL);
        assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 1]);
    }
}
