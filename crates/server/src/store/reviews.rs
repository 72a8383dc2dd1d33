//! Cached results: reviews, by a hash of what was reviewed and how, and tournaments of the laboratory, by id.

use super::Store;

impl Store {
    /// A stored review.
    pub(crate) async fn review(&self, key: &str) -> sqlx::Result<Option<String>> {
        self.told(REVIEWS, key).await
    }

    /// Stores a review; only the latest `most` reviews are kept.
    pub(crate) async fn keep_review(&self, key: &str, body: &str, now: i64, most: i64) -> sqlx::Result<()> {
        self.keep_told(REVIEWS, key, body, now, most).await
    }

    /// A finished tournament.
    pub(crate) async fn tournament(&self, id: &str) -> sqlx::Result<Option<String>> {
        self.told(TOURNAMENTS, id).await
    }

    /// Stores a finished tournament; only the latest `most` are kept.
    pub(crate) async fn keep_tournament(
        &self,
        id: &str,
        body: &str,
        now: i64,
        most: i64,
    ) -> sqlx::Result<()> {
        self.keep_told(TOURNAMENTS, id, body, now, most).await
    }

    async fn told(&self, statements: Statements, id: &str) -> sqlx::Result<Option<String>> {
        sqlx::query_scalar(statements.find).bind(id).fetch_optional(&self.pool).await
    }

    async fn keep_told(&self, of: Statements, id: &str, body: &str, now: i64, most: i64) -> sqlx::Result<()> {
        sqlx::query(of.keep).bind(id).bind(body).bind(now).execute(&self.pool).await?;
        sqlx::query(of.forget).bind(most).execute(&self.pool).await?;
        Ok(())
    }
}

/// One table's statements.
#[derive(Clone, Copy)]
struct Statements {
    find: &'static str,
    keep: &'static str,
    forget: &'static str,
}

macro_rules! statements {
    ($table:literal) => {
        Statements {
            find: concat!("SELECT body FROM ", $table, " WHERE id = $1"),
            keep: concat!(
                "INSERT INTO ",
                $table,
                " (id, body, made) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING"
            ),
            forget: concat!(
                "DELETE FROM ",
                $table,
                " WHERE made < (SELECT made FROM ",
                $table,
                " ORDER BY made DESC LIMIT 1 OFFSET $1)"
            ),
        }
    };
}

const REVIEWS: Statements = statements!("reviews");
const TOURNAMENTS: Statements = statements!("tournaments");
