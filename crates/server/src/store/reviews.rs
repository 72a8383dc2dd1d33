//! Reviews that were made, by the hash of what was reviewed and how.

use super::Store;

impl Store {
    /// A review that was made before.
    pub(crate) async fn review(&self, key: &str) -> sqlx::Result<Option<String>> {
        sqlx::query_scalar("SELECT body FROM reviews WHERE id = $1")
            .bind(key)
            .fetch_optional(&self.pool)
            .await
    }

    /// Keeps a review; of all reviews only the latest `most` stay.
    pub(crate) async fn keep_review(&self, key: &str, body: &str, now: i64, most: i64) -> sqlx::Result<()> {
        sqlx::query("INSERT INTO reviews (id, body, made) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING")
            .bind(key)
            .bind(body)
            .bind(now)
            .execute(&self.pool)
            .await?;
        sqlx::query(
            "DELETE FROM reviews WHERE made < (SELECT made FROM reviews ORDER BY made DESC LIMIT 1 OFFSET $1)",
        )
        .bind(most)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
