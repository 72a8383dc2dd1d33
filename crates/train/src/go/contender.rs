//! A network, its visits per move and the parameters of its search, given as FILE=VISITS or FILE=VISITS:explore=120,...

use anyhow::Context;
use heibai_engines::go::players;
use heibai_engines::go::tree::SearchParams;
use heibai_net::{Network, Precision};
use std::sync::Arc;

pub struct Contender {
    pub name: String,
    pub network: Arc<Network>,
    pub visits: u32,
    pub params: SearchParams,
}

impl Contender {
    /// Evaluates in 8-bit integers if the network supports it.
    pub fn read(text: &str) -> anyhow::Result<Contender> {
        let (text, params) = text.split_once(':').unwrap_or((text, ""));
        let params = players::search_params(params).map_err(|error| anyhow::anyhow!("{error}"))?;
        let (name, visits) = text.rsplit_once('=').context("a network is given as FILE=VISITS")?;
        let visits =
            visits.parse().ok().filter(|&visits| visits > 0).context("VISITS is a number above zero")?;
        Ok(Contender { name: name.to_owned(), network: load(name, Precision::Bytes)?, visits, params })
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
        let other = Contender::read(&format!("{shipped}=7:explore=150,root-hope=20")).unwrap();
        assert_eq!((other.visits, other.params.explore, other.params.root_hope), (7, 1.5, 0.2));
        for bad in ["explore", "explore=x", "policy=0", "nothing=3"] {
            assert!(Contender::read(&format!("{shipped}=7:{bad}")).is_err(), "{bad}");
        }
    }
}
