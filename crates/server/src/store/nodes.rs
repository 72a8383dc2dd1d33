//! The processes that serve one database: which are alive, since when none was, and which answers the engine question
//! of a game.

use super::Store;

/// A question is open if nobody owns it, or its owner is gone.
const OPEN: &str = "questions.owner NOT IN (SELECT id FROM processes)";

impl Store {
    /// Records a heartbeat of this process.
    pub(crate) async fn beat(&self, process: &str, now: i64) -> sqlx::Result<()> {
        sqlx::query(
            "INSERT INTO processes (id, at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
        )
        .bind(process)
        .bind(now)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Records the downtime before `now`, and removes dead processes.
    pub(crate) async fn note_downtime(&self, now: i64, tolerated_ms: i64) -> sqlx::Result<()> {
        let last: Option<i64> = sqlx::query_scalar("SELECT at FROM processes ORDER BY at DESC LIMIT 1")
            .fetch_optional(&self.pool)
            .await?;
        if let Some(last) = last
            && now - last > tolerated_ms
        {
            sqlx::query("INSERT INTO downtimes (began, ended) VALUES ($1, $2)")
                .bind(last)
                .bind(now)
                .execute(&self.pool)
                .await?;
            sqlx::query("DELETE FROM processes WHERE at <= $1").bind(last).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// The downtimes since `since`.
    pub(crate) async fn downtimes(&self, since: i64) -> sqlx::Result<Vec<(i64, i64)>> {
        sqlx::query_as("SELECT began, ended FROM downtimes WHERE ended > $1 ORDER BY began")
            .bind(since)
            .fetch_all(&self.pool)
            .await
    }

    /// Every process with its last heartbeat.
    pub(crate) async fn processes(&self) -> sqlx::Result<Vec<(String, i64)>> {
        sqlx::query_as("SELECT id, at FROM processes").fetch_all(&self.pool).await
    }

    /// Removes a process without a heartbeat since `at`; `false` if it had one, or another process removed it.
    pub(crate) async fn remove_process(&self, process: &str, at: i64) -> sqlx::Result<bool> {
        let removed = sqlx::query("DELETE FROM processes WHERE id = $1 AND at <= $2")
            .bind(process)
            .bind(at)
            .execute(&self.pool)
            .await?;
        Ok(removed.rows_affected() > 0)
    }

    /// Claims the question of a game after event `seq`; `false` if a living process has it.
    pub(crate) async fn claim(&self, game: &str, seq: i64, process: &str, now: i64) -> sqlx::Result<bool> {
        let sql = format!(
            "INSERT INTO questions (game, seq, owner, at) VALUES ($1, $2, $3, $4) ON CONFLICT (game) DO UPDATE \
             SET seq = excluded.seq, owner = excluded.owner, at = excluded.at \
             WHERE questions.seq < excluded.seq OR \
             questions.seq = excluded.seq AND (questions.owner = excluded.owner OR {OPEN})"
        );
        let claimed =
            sqlx::query(&sql).bind(game).bind(seq).bind(process).bind(now).execute(&self.pool).await?;
        Ok(claimed.rows_affected() > 0)
    }

    /// Lets other processes take a question of this one.
    pub(crate) async fn offer(&self, game: &str, seq: i64, process: &str) -> sqlx::Result<()> {
        sqlx::query("UPDATE questions SET owner = '' WHERE game = $1 AND seq = $2 AND owner = $3")
            .bind(game)
            .bind(seq)
            .bind(process)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Whether another living process has taken an offered question.
    pub(crate) async fn is_taken(&self, game: &str, seq: i64, process: &str) -> sqlx::Result<bool> {
        let sql = format!(
            "SELECT COUNT(*) FROM questions WHERE game = $1 AND seq = $2 AND owner <> $3 AND NOT ({OPEN})"
        );
        let count: i64 =
            sqlx::query_scalar(&sql).bind(game).bind(seq).bind(process).fetch_one(&self.pool).await?;
        Ok(count > 0)
    }

    /// Removes a question that is answered or obsolete, unless another process has it.
    pub(crate) async fn forget_question(&self, game: &str, seq: i64, process: &str) -> sqlx::Result<()> {
        let sql = format!("DELETE FROM questions WHERE game = $1 AND seq = $2 AND (owner = $3 OR {OPEN})");
        sqlx::query(&sql).bind(game).bind(seq).bind(process).execute(&self.pool).await?;
        Ok(())
    }

    /// Open questions, oldest first.
    pub(crate) async fn open_questions(&self, limit: i64) -> sqlx::Result<Vec<(String, i64)>> {
        let sql = format!("SELECT game, seq FROM questions WHERE {OPEN} ORDER BY at LIMIT $1");
        sqlx::query_as(&sql).bind(limit).fetch_all(&self.pool).await
    }

    /// The questions of one process.
    pub(crate) async fn questions_of(&self, process: &str) -> sqlx::Result<Vec<(String, i64)>> {
        sqlx::query_as("SELECT game, seq FROM questions WHERE owner = $1 ORDER BY at")
            .bind(process)
            .fetch_all(&self.pool)
            .await
    }
}
