//! The owner's decisions: bans, quotas, closed games.

use super::Store;
use super::games::{GAME_COLUMNS, game_row};
use crate::owner::{Ban, Quota};
use heibai_table::rows::GameRow;
use sqlx::Row;

/// A game with who plays it.
pub(crate) struct OwnedGame {
    pub row: GameRow,
    pub black: String,
    pub white: String,
    pub maker: String,
}

/// The reason stored with a game that the owner closed.
pub(crate) const CLOSED: &str = "closed by the owner of the server";

impl Store {
    pub(crate) async fn bans(&self) -> sqlx::Result<Vec<Ban>> {
        let rows = sqlx::query("SELECT who, reason, at FROM bans ORDER BY at").fetch_all(&self.pool).await?;
        let ban = |row: &sqlx::any::AnyRow| {
            Ok(Ban { who: row.try_get(0)?, reason: row.try_get(1)?, at: row.try_get(2)? })
        };
        rows.iter().map(ban).collect()
    }

    pub(crate) async fn ban(&self, ban: &Ban) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO bans (who, reason, at) VALUES ($1, $2, $3) \
             ON CONFLICT (who) DO UPDATE SET reason = excluded.reason",
        )
        .bind(&ban.who)
        .bind(&ban.reason)
        .bind(ban.at)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub(crate) async fn unban(&self, who: &str) -> sqlx::Result<bool> {
        let done = sqlx::query("DELETE FROM bans WHERE who = $1").bind(who).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    pub(crate) async fn quotas(&self) -> sqlx::Result<Vec<Quota>> {
        let sql = "SELECT player, open_games, library FROM quotas ORDER BY player";
        let rows = sqlx::query(sql).fetch_all(&self.pool).await?;
        let quota = |row: &sqlx::any::AnyRow| {
            let number = |at: usize| row.try_get(at).map(|number: i64| u64::try_from(number).ok());
            Ok(Quota { player: row.try_get(0)?, open_games: number(1)?, library: number(2)? })
        };
        rows.iter().map(quota).collect()
    }

    /// Sets a player's quota; one without numbers is removed.
    pub(crate) async fn set_quota(&self, quota: &Quota) -> sqlx::Result<()> {
        let number =
            |number: Option<u64>| number.map_or(-1, |number| i64::try_from(number).unwrap_or(i64::MAX));
        if quota.open_games.or(quota.library).is_none() {
            sqlx::query("DELETE FROM quotas WHERE player = $1")
                .bind(&quota.player)
                .execute(&self.pool)
                .await?;
            return Ok(());
        }
        sqlx::query(
            "INSERT INTO quotas (player, open_games, library) VALUES ($1, $2, $3) ON CONFLICT (player) \
             DO UPDATE SET open_games = excluded.open_games, library = excluded.library",
        )
        .bind(&quota.player)
        .bind(number(quota.open_games))
        .bind(number(quota.library))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The latest games of a status.
    pub(crate) async fn games_by_status(&self, status: &str, limit: i64) -> sqlx::Result<Vec<OwnedGame>> {
        let sql = format!(
            "SELECT {GAME_COLUMNS}, black, white, maker FROM games WHERE status = $1 ORDER BY updated DESC LIMIT $2"
        );
        let rows = sqlx::query(&sql).bind(status).bind(limit).fetch_all(&self.searches).await?;
        let game = |row: &sqlx::any::AnyRow| {
            let text = |name: &str| row.try_get::<String, _>(name);
            Ok(OwnedGame {
                row: game_row(row)?,
                black: text("black")?,
                white: text("white")?,
                maker: text("maker")?,
            })
        };
        rows.iter().map(game).collect()
    }

    /// Whether the owner closed a game.
    pub(crate) async fn is_closed(&self, game: &str) -> sqlx::Result<bool> {
        let found =
            sqlx::query("SELECT 1 FROM set_aside WHERE game = $1 AND reason = $2").bind(game).bind(CLOSED);
        Ok(found.fetch_optional(&self.pool).await?.is_some())
    }
}
