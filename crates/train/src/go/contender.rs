//! A network and its visits per move, given as FILE=VISITS.

use anyhow::Context;
use heibai_engines::go::players;
use heibai_net::{Network, Precision};
use std::sync::Arc;

pub struct Contender {
    pub name: String,
    pub network: Arc<Network>,
    pub visits: u32,
}

impl Contender {
    /// Evaluates in 8-bit integers if the network supports it.
    pub fn read(text: &str) -> anyhow::Result<Contender> {
        let (name, visits) = text.rsplit_once('=').context("a network is given as FILE=VISITS")?;
        let visits =
            visits.parse().ok().filter(|&visits| visits > 0).context("VISITS is a number above zero")?;
        Ok(Contender { name: name.to_owned(), network: load(name, Precision::Bytes)?, visits })
    }
}

pub fn load(path: &str, precision: Precision) -> anyhow::Result<Arc<Network>> {
    players::load(path, precision).map_err(|error| anyhow::anyhow!("{error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_contender_is_refused() {
        for bad in ["network.hbn", "network.hbn=", "network.hbn=0", "network.hbn=-3", "no-such-file.hbn=3"] {
            assert!(Contender::read(bad).is_err(), "{bad}");
        }
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go/heibai-4x32.hbn");
        assert_eq!(Contender::read(&format!("{shipped}=7")).unwrap().visits, 7);
    }
}
