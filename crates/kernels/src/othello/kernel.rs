//! One algorithm, compiled for every CPU level, chosen once.
//!
//! A [`Kernel`] proves that its instructions exist here: only this file makes one, after checking the processor. A
//! [`Task`] is written against any kernel, without `unsafe`. Its `run` must be `#[inline(always)]`, and so must
//! everything it calls with the kernel, up to the next [`Kernel::call`]. `call` is a real function compiled for the
//! level: recursive searches recurse through it.

use super::{portable, scalar};
use crate::cpu::{self, Level};

/// Work that is compiled once per level.
pub trait Task {
    type Output;

    /// Mark it `#[inline(always)]`; otherwise it is still correct, but slow.
    fn run<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// The operations on an 8x8 board at one level.
pub trait Kernel: Copy + Send + Sync + 'static {
    const LEVEL: Level;

    /// Where `mover` may place a disc.
    fn mobility(self, mover: u64, opponent: u64) -> u64;

    /// The discs that `mover` flips with a disc on the empty `square` (below 64).
    fn flips(self, square: u32, mover: u64, opponent: u64) -> u64;

    /// The set bit of `set` with `rank` set bits below it; none if there is no such bit.
    fn ranked(self, set: u64, rank: u32) -> u64;

    /// Runs a task as a separate function, compiled for this level.
    fn call<T: Task>(self, task: T) -> T::Output;
}

/// Plain integer arithmetic.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Kernel for Scalar {
    const LEVEL: Level = Level::Scalar;

    #[inline(always)]
    fn mobility(self, mover: u64, opponent: u64) -> u64 {
        portable::mobility(mover, opponent)
    }

    #[inline(always)]
    fn flips(self, square: u32, mover: u64, opponent: u64) -> u64 {
        portable::flips(square, mover, opponent)
    }

    #[inline(always)]
    fn ranked(self, set: u64, rank: u32) -> u64 {
        scalar::ranked(set, rank)
    }

    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($name:ident, $level:expr, $module:ident, $features:literal) => {
        /// The proof that this level's instructions exist; made only by [`run_at`].
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl Kernel for $name {
            const LEVEL: Level = $level;

            #[inline(always)]
            fn mobility(self, mover: u64, opponent: u64) -> u64 {
                // SAFETY: `self` exists only where the processor has this level's instructions.
                unsafe { super::$module::mobility(mover, opponent) }
            }

            #[inline(always)]
            fn flips(self, square: u32, mover: u64, opponent: u64) -> u64 {
                // SAFETY: as above.
                unsafe { super::$module::flips(square, mover, opponent) }
            }

            #[inline(always)]
            fn ranked(self, set: u64, rank: u32) -> u64 {
                // SAFETY: as above.
                unsafe { super::avx2::ranked(set, rank) }
            }

            #[inline(always)]
            fn call<T: Task>(self, task: T) -> T::Output {
                #[target_feature(enable = $features)]
                fn compiled<T: Task>(task: T, kernel: $name) -> T::Output {
                    task.run(kernel)
                }
                // SAFETY: as above.
                unsafe { compiled(task, self) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
kernel!(Avx2, Level::Avx2, avx2, "avx2,bmi1,bmi2,lzcnt,popcnt");
#[cfg(target_arch = "x86_64")]
kernel!(
    Avx512,
    Level::Avx512,
    avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq"
);

/// Runs a task at the level in use.
pub fn run<T: Task>(task: T) -> T::Output {
    run_at(cpu::level(), task)
}

/// Runs a task at `level`, or at the best level of the processor if that is lower.
pub fn run_at<T: Task>(level: Level, task: T) -> T::Output {
    match level.min(cpu::best()) {
        Level::Scalar => Scalar.call(task),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => Avx2(()).call(task),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => Avx512(()).call(task),
        #[cfg(not(target_arch = "x86_64"))]
        _ => Scalar.call(task),
    }
}
