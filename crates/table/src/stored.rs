//! Restores a table from storage.

use crate::event::{Event, Seat, Setup};
use crate::opponent::{Networks, Opponent};
use crate::table::{Effect, Table};

/// Rebuilds a table from its setup and events, or says why that fails.
pub fn restore(
    id: &str,
    created: i64,
    setup: &str,
    events: &[(i64, i64, String)],
    networks: &Networks,
) -> Result<Table, String> {
    let setup: Setup = serde_json::from_str(setup).map_err(|e| format!("its setup cannot be read: {e}"))?;
    let mut table = Table::new(id.to_owned(), created, setup).map_err(|e| e.en)?;
    for (seq, at, body) in events {
        replay(&mut table, *seq, *at, body)?;
    }
    // A finished game can be shown, whoever played it.
    let seats = if table.is_over() { &[][..] } else { &table.seats[..] };
    for seat in seats {
        if let Seat::Engine { player } = seat {
            Opponent::read(player, table.setup.kind.into(), networks).map_err(|e| e.en)?;
        }
    }
    Ok(table)
}

/// Applies a stored event.
pub fn replay(table: &mut Table, seq: i64, at: i64, body: &str) -> Result<Effect, String> {
    let broken = |why: &str| format!("event {seq} cannot be used: {why}");
    if seq != table.seq + 1 {
        return Err(broken(&format!("expected number {}", table.seq + 1)));
    }
    let event: Event = serde_json::from_str(body).map_err(|e| broken(&e.to_string()))?;
    table.apply(event, at).map_err(|e| broken(&e.en))
}
