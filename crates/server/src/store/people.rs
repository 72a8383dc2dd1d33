//! Names, bots, settings and learners' progress.

use super::Store;
use sqlx::Row;

/// Someone known by name.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub id: String,
    pub name: String,
    /// The owner of a bot; empty for people.
    pub owner: String,
}

impl Store {
    /// The value of a setting, created on first use; the same in every process.
    pub(crate) async fn setting(&self, name: &str, fresh: &str) -> sqlx::Result<String> {
        sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(fresh)
            .execute(&self.pool)
            .await?;
        sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await
    }

    pub(crate) async fn player(&self, id: &str) -> sqlx::Result<Option<Player>> {
        self.find_player("SELECT id, name, owner FROM players WHERE id = $1", id).await
    }

    pub(crate) async fn player_of_token(&self, hash: &str) -> sqlx::Result<Option<Player>> {
        self.find_player("SELECT id, name, owner FROM players WHERE token = $1", hash).await
    }

    async fn find_player(&self, sql: &str, key: &str) -> sqlx::Result<Option<Player>> {
        let row = sqlx::query(sql).bind(key).fetch_optional(&self.pool).await?;
        row.map(|row| Ok(Player { id: row.try_get(0)?, name: row.try_get(1)?, owner: row.try_get(2)? }))
            .transpose()
    }

    pub(crate) async fn name_player(&self, id: &str, name: &str, now: i64) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO players (id, name, owner, token, created) VALUES ($1, $2, '', '', $3) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        )
        .bind(id)
        .bind(name)
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    pub(crate) async fn add_bot(&self, bot: &Player, token: &str, now: i64) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO players (id, name, owner, token, created) VALUES ($1, $2, $3, $4, $5)")
            .bind(&bot.id)
            .bind(&bot.name)
            .bind(&bot.owner)
            .bind(token)
            .bind(now)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    pub(crate) async fn bots(&self, owner: &str) -> sqlx::Result<Vec<Player>> {
        let rows = sqlx::query("SELECT id, name, owner FROM players WHERE owner = $1 ORDER BY created")
            .bind(owner)
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| Ok(Player { id: row.try_get(0)?, name: row.try_get(1)?, owner: row.try_get(2)? }))
            .collect()
    }

    /// Revokes a bot's token; its games keep its name.
    pub(crate) async fn remove_bot(&self, owner: &str, id: &str) -> sqlx::Result<bool> {
        let done = sqlx::query("DELETE FROM players WHERE id = $1 AND owner = $2")
            .bind(id)
            .bind(owner)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }
}
