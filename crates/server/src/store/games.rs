//! Games and their events.

use super::{Store, settled};
use heibai_table::rows::{GameRow, Summary};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection, Row};

/// Writes a game's row in lists.
pub(super) async fn write_summary(
    summary: &Summary,
    connection: &mut AnyConnection,
    game: &str,
    at: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE games SET status = $2, black = $3, white = $4, black_name = $5, white_name = $6, \
         winner = $7, result_zh = $8, result_en = $9, updated = $10, board = $11 WHERE id = $1",
    )
    .bind(game)
    .bind(summary.status)
    .bind(&summary.black)
    .bind(&summary.white)
    .bind(&summary.black_name)
    .bind(&summary.white_name)
    .bind(summary.winner)
    .bind(&summary.result_zh)
    .bind(&summary.result_en)
    .bind(at)
    .bind(&summary.board)
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// A new game to store.
pub(crate) struct NewGame {
    pub id: String,
    pub kind: &'static str,
    pub created: i64,
    pub setup: String,
    pub attended: bool,
    pub public: bool,
    pub maker: String,
    pub rules: String,
    pub size: i64,
    /// Moves that it begins with.
    pub moves: i64,
    pub summary: Summary,
}

pub(super) const GAME_COLUMNS: &str = "id, kind, created, updated, status, black_name, white_name, rules, size, \
     winner, result_zh, result_en, title, tags, '' AS folder, board, '' AS date, '' AS words, \
     COALESCE((SELECT moves FROM events WHERE game = games.id ORDER BY seq DESC LIMIT 1), \
     moves_before + (SELECT COUNT(*) FROM events WHERE game = games.id AND body LIKE '{\"e\":\"move\"%')) AS moves";

pub(super) fn game_row(row: &AnyRow) -> sqlx::Result<GameRow> {
    Ok(GameRow {
        id: row.try_get("id")?,
        kind: row.try_get("kind")?,
        created: row.try_get("created")?,
        updated: row.try_get("updated")?,
        status: row.try_get("status")?,
        black_name: row.try_get("black_name")?,
        white_name: row.try_get("white_name")?,
        rules: row.try_get("rules")?,
        size: row.try_get("size")?,
        winner: row.try_get("winner")?,
        result_zh: row.try_get("result_zh")?,
        result_en: row.try_get("result_en")?,
        title: row.try_get("title")?,
        tags: row.try_get("tags")?,
        moves: row.try_get("moves")?,
        folder: row.try_get("folder")?,
        board: row.try_get("board")?,
        date: row.try_get("date")?,
        words: row.try_get("words")?,
    })
}

impl Store {
    pub(crate) async fn create_game(&self, game: &NewGame) -> sqlx::Result<()> {
        let summary = &game.summary;
        sqlx::query(
            "INSERT INTO games (id, kind, created, setup, status, attended, public, maker, black, white, \
             black_name, white_name, rules, size, winner, result_zh, result_en, title, tags, updated, board, \
             moves_before) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, '', '', $3, $18, $19)",
        )
        .bind(&game.id)
        .bind(game.kind)
        .bind(game.created)
        .bind(&game.setup)
        .bind(summary.status)
        .bind(i64::from(game.attended))
        .bind(i64::from(game.public))
        .bind(&game.maker)
        .bind(&summary.black)
        .bind(&summary.white)
        .bind(&summary.black_name)
        .bind(&summary.white_name)
        .bind(&game.rules)
        .bind(game.size)
        .bind(summary.winner)
        .bind(&summary.result_zh)
        .bind(&summary.result_en)
        .bind(&summary.board)
        .bind(game.moves)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// A game's creation time and setup.
    pub(crate) async fn game(&self, id: &str) -> sqlx::Result<Option<(i64, String)>> {
        sqlx::query_as("SELECT created, setup FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await
    }

    /// The events of a game after `seq`, in order, with their times.
    pub(crate) async fn events(&self, game: &str, seq: i64) -> sqlx::Result<Vec<(i64, i64, String)>> {
        sqlx::query_as("SELECT seq, at, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq")
            .bind(game)
            .bind(seq)
            .fetch_all(&self.pool)
            .await
    }

    /// Games that continue by themselves: with a clock, or between engines.
    pub(crate) async fn attended_games(&self) -> sqlx::Result<Vec<String>> {
        sqlx::query_scalar("SELECT id FROM games WHERE status = 'running' AND attended = 1")
            .fetch_all(&self.pool)
            .await
    }

    /// Unfinished games of one player.
    pub(crate) async fn open_games(&self, player: &str) -> sqlx::Result<i64> {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM games WHERE status IN ('waiting', 'running') AND (black = $1 OR white = $1 OR maker = $1) \
             AND id NOT IN (SELECT game FROM hidden WHERE player = $1)",
        )
        .bind(player)
        .fetch_one(&self.pool)
        .await
    }

    /// Running games where it may be this player's turn, for the bots' stream.
    pub(crate) async fn running_games(&self, player: &str) -> sqlx::Result<Vec<String>> {
        sqlx::query_scalar("SELECT id FROM games WHERE status = 'running' AND (black = $1 OR white = $1)")
            .bind(player)
            .fetch_all(&self.pool)
            .await
    }

    /// Running games of one player against somebody else, not an engine.
    pub(crate) async fn games_with_others(&self, player: &str) -> sqlx::Result<Vec<String>> {
        sqlx::query_scalar(
            "SELECT id FROM games WHERE status = 'running' AND (black = $1 OR white = $1) \
             AND black <> '' AND white <> '' AND black <> white",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await
    }

    /// Open games that anybody may join, newest first.
    pub(crate) async fn games_for_anybody(&self, limit: i64) -> sqlx::Result<Vec<String>> {
        sqlx::query_scalar(
            "SELECT id FROM games WHERE public = 1 AND status = 'waiting' ORDER BY updated DESC LIMIT $1",
        )
        .bind(limit)
        .fetch_all(&self.pool)
        .await
    }

    /// Public games between engines, running or lately ended.
    pub(crate) async fn public_games(&self, status: &str, limit: i64) -> sqlx::Result<Vec<GameRow>> {
        let sql = format!(
            "SELECT {GAME_COLUMNS} FROM games WHERE public = 1 AND status = $1 AND black = '' AND white = '' \
             ORDER BY updated DESC LIMIT $2"
        );
        let rows = sqlx::query(&sql).bind(status).bind(limit).fetch_all(&self.pool).await?;
        rows.iter().map(game_row).collect()
    }

    /// The latest finished games of a person against an engine, the oldest first, with what was agreed before them.
    pub(crate) async fn games_against_engines(
        &self,
        player: &str,
        limit: i64,
    ) -> sqlx::Result<Vec<(GameRow, String)>> {
        let sql = format!(
            "SELECT {GAME_COLUMNS}, setup FROM games WHERE status = 'over' \
             AND ((black = $1 AND white = '') OR (white = $1 AND black = '')) ORDER BY updated DESC, id LIMIT $2"
        );
        let rows = sqlx::query(&sql).bind(player).bind(limit).fetch_all(&self.pool).await?;
        rows.iter().rev().map(|row| Ok((game_row(row)?, row.try_get("setup")?))).collect()
    }

    pub(crate) async fn hide_game(&self, player: &str, game: &str) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO hidden (player, game) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(player)
            .bind(game)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Marks a game that cannot be restored, with the reason; `false` if it was marked before.
    pub(crate) async fn set_aside(&self, game: &str, reason: &str, now: i64) -> sqlx::Result<bool> {
        let mut connection = self.pool.acquire().await?;
        let marked = mark_set_aside(&mut connection, game, reason, now).await;
        settled(connection, marked).await
    }

    pub(crate) async fn count_set_aside(&self) -> sqlx::Result<usize> {
        let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM set_aside").fetch_one(&self.pool).await?;
        Ok(count as usize)
    }
}

async fn mark_set_aside(
    connection: &mut AnyConnection,
    game: &str,
    reason: &str,
    now: i64,
) -> sqlx::Result<bool> {
    let mut transaction = connection.begin().await?;
    let marked = sqlx::query(
        "INSERT INTO set_aside (game, reason, at) VALUES ($1, $2, $3) ON CONFLICT (game) DO NOTHING",
    )
    .bind(game)
    .bind(reason)
    .bind(now)
    .execute(&mut *transaction)
    .await?;
    sqlx::query("UPDATE games SET status = 'aside' WHERE id = $1")
        .bind(game)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(marked.rows_affected() > 0)
}
