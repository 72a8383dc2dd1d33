//! Learners' progress, and the problems made from their own mistakes.

use super::Store;
use heibai_lessons::{Progress, Rating};

impl Store {
    /// Everything a player has tried: set, problem, and progress.
    pub(crate) async fn progress(&self, player: &str) -> sqlx::Result<Vec<(String, String, Progress)>> {
        let rows: Vec<(String, String, i64, i64, i64, i64)> = sqlx::query_as(
            "SELECT collection, problem, solved, failed, streak, due FROM progress WHERE player = $1",
        )
        .bind(player)
        .fetch_all(&self.pool)
        .await?;
        let line = |(set, problem, solved, failed, streak, due)| {
            (set, problem, Progress { solved, failed, streak, due })
        };
        Ok(rows.into_iter().map(line).collect())
    }

    pub(crate) async fn keep_progress(
        &self,
        player: &str,
        set: &str,
        problem: &str,
        progress: Progress,
    ) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO progress (player, collection, problem, solved, failed, streak, due) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player, collection, problem) DO UPDATE SET \
             solved = excluded.solved, failed = excluded.failed, streak = excluded.streak, due = excluded.due",
        )
        .bind(player)
        .bind(set)
        .bind(problem)
        .bind(progress.solved)
        .bind(progress.failed)
        .bind(progress.streak)
        .bind(progress.due)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Counts a problem as solved or failed on a day.
    pub(crate) async fn note_practice(&self, player: &str, day: i64, solved: bool) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO practice (player, day, solved, failed) VALUES ($1, $2, $3, $4) ON CONFLICT (player, day) \
             DO UPDATE SET solved = practice.solved + excluded.solved, failed = practice.failed + excluded.failed",
        )
        .bind(player)
        .bind(day)
        .bind(i64::from(solved))
        .bind(i64::from(!solved))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The rating of a solver or of a problem, by its name.
    pub(crate) async fn rating(&self, name: &str) -> sqlx::Result<Option<Rating>> {
        let row: Option<(f64, f64)> = sqlx::query_as("SELECT rating, deviation FROM ratings WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|(rating, deviation)| Rating { rating, deviation }))
    }

    pub(crate) async fn keep_rating(&self, name: &str, rating: Rating) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO ratings (name, rating, deviation) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET \
             rating = excluded.rating, deviation = excluded.deviation",
        )
        .bind(name)
        .bind(rating.rating)
        .bind(rating.deviation)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The days since `from` on which a player practised, the earliest first: day, solved, failed.
    pub(crate) async fn practice(&self, player: &str, from: i64) -> sqlx::Result<Vec<(i64, i64, i64)>> {
        sqlx::query_as(
            "SELECT day, solved, failed FROM practice WHERE player = $1 AND day >= $2 ORDER BY day",
        )
        .bind(player)
        .bind(from)
        .fetch_all(&self.pool)
        .await
    }

    /// A player's mistakes, the latest first: id and body.
    pub(crate) async fn mistakes(&self, player: &str) -> sqlx::Result<Vec<(String, String)>> {
        sqlx::query_as("SELECT id, body FROM mistakes WHERE player = $1 ORDER BY created DESC LIMIT 500")
            .bind(player)
            .fetch_all(&self.pool)
            .await
    }

    pub(crate) async fn mistake(&self, player: &str, id: &str) -> sqlx::Result<Option<String>> {
        sqlx::query_scalar("SELECT body FROM mistakes WHERE id = $1 AND player = $2")
            .bind(id)
            .bind(player)
            .fetch_optional(&self.pool)
            .await
    }

    pub(crate) async fn add_mistake(&self, player: &str, id: &str, body: &str, now: i64) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO mistakes (id, player, body, created) VALUES ($1, $2, $3, $4)")
            .bind(id)
            .bind(player)
            .bind(body)
            .bind(now)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
