//! Lists of own games, and records brought in from outside.

use super::Store;
use super::games::{GAME_COLUMNS, GameRow, game_row};

impl Store {
    /// A player's games that are not over, the latest first.
    pub(crate) async fn games_of(&self, player: &str) -> sqlx::Result<Vec<GameRow>> {
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE status <> 'over' \
             AND (black = $1 OR white = $1 OR maker = $1) \
             AND id NOT IN (SELECT game FROM hidden WHERE player = $1) ORDER BY updated DESC LIMIT 200"
        );
        let rows = sqlx::query(&sql).bind(player).fetch_all(&self.pool).await?;
        rows.iter().map(game_row).collect()
    }
}
