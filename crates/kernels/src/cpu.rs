//! Which instruction sets this processor has, detected once. Long loops choose by it at their entry.

use std::sync::atomic::{AtomicU8, Ordering};

/// How much of the processor's vector unit may be used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Plain integer code: every processor.
    Scalar,
    /// AVX2, BMI1, BMI2, LZCNT, POPCNT.
    Avx2,
    /// AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, VPOPCNTDQ, on top of AVX2.
    Avx512,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Scalar, Level::Avx2, Level::Avx512];

    /// The name that `HEIBAI_CPU` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Scalar => "scalar",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// `UNKNOWN` until first asked, then the level plus one.
static CHOSEN: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;

/// The best level of this processor.
pub fn best() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! all {
            ($($feature:tt),*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
        }
        if all!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt") {
            let wide = all!(
                "avx512f",
                "avx512bw",
                "avx512cd",
                "avx512dq",
                "avx512vl",
                "avx512vbmi",
                "avx512vbmi2",
                "avx512vpopcntdq"
            );
            return if wide { Level::Avx512 } else { Level::Avx2 };
        }
    }
    Level::Scalar
}

/// The levels that run here, lowest first.
pub fn available() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|&level| level <= best())
}

/// The level that `HEIBAI_CPU` asks for.
pub fn asked() -> Option<Level> {
    std::env::var("HEIBAI_CPU").ok().and_then(|name| Level::from_name(&name))
}

/// The level in use: the best one, unless `HEIBAI_CPU=scalar|avx2|avx512` (read once) or [`limit`] asked for less. An
/// unknown name, or a level that the processor lacks, is ignored.
pub fn level() -> Level {
    match CHOSEN.load(Ordering::Relaxed) {
        UNKNOWN => limit(asked().unwrap_or(Level::Avx512)),
        known => Level::ALL[usize::from(known - 1)],
    }
}

/// Uses at most `most` from now on in the whole process; returns the level then in use. For tests and measurements:
/// results never depend on it.
pub fn limit(most: Level) -> Level {
    let level = most.min(best());
    CHOSEN.store(level as u8 + 1, Ordering::Relaxed);
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for level in Level::ALL {
            assert_eq!(Level::from_name(level.name()), Some(level));
        }
        assert_eq!(Level::from_name("AVX"), None);
    }

    #[test]
    fn a_limit_holds_and_never_exceeds_the_processor() {
        assert_eq!(limit(Level::Scalar), Level::Scalar);
        assert_eq!(level(), Level::Scalar);
        assert_eq!(limit(Level::Avx512), best());
        assert_eq!(level(), best());
    }
}
