//! Loops of convolutional networks: single-precision products, 8-bit convolutions, Winograd transforms, and passes
//! over planes. Nothing here knows boards, layers or files.
//!
//! Activations are stored point by point, with the channels of a point together. Every function takes a [`Lane`], the
//! instructions it may use, and gives the same bits on each: sums run in one order, and products are fused in single
//! precision everywhere and never elsewhere.

// Loops over several arrays at once read best with an index.
#![allow(clippy::needless_range_loop)]

mod conv8;
mod gemm;
mod mish;
mod planes;
mod tiles;
mod winograd;

pub use conv8::{Conv8, Sink, Taps};
pub use gemm::Matrix;
pub use mish::{MISH_ZERO, mish_rows, normalise_mish, pool_mish, quantise_mish};
pub use planes::{Norm, first_layer, normalise, pool, quantise};
pub use winograd::{Winograd, Workspace};

use crate::cpu;

/// Columns of a matrix, or output channels of a convolution, that are computed together.
pub const PANEL: usize = 32;

/// The instructions that network loops may use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lane {
    Scalar,
    /// WebAssembly's 128-bit vectors.
    Simd128,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, BW, DQ, VL and VNNI.
    Vnni,
    /// The same, and AMX tiles for products of bytes.
    Amx,
}

impl Lane {
    pub const ALL: [Lane; 5] = [Lane::Scalar, Lane::Simd128, Lane::Avx2, Lane::Vnni, Lane::Amx];

    /// The best lane under the level in use. Asking for AVX-512 by name excludes AMX tiles.
    pub fn best() -> Lane {
        let most = if cpu::asked() == Some(cpu::Level::Avx512) { Lane::Vnni } else { Lane::Amx };
        Lane::under(cpu::level()).min(most)
    }

    /// The lanes that run here, lowest first.
    pub fn available() -> impl Iterator<Item = Lane> {
        let best = Lane::under(cpu::best());
        let foreign = if cfg!(target_family = "wasm") { None } else { Some(Lane::Simd128) };
        Lane::ALL.into_iter().filter(move |&lane| lane <= best && Some(lane) != foreign)
    }

    #[cfg(target_arch = "x86_64")]
    fn under(level: cpu::Level) -> Lane {
        use std::arch::is_x86_feature_detected as has;
        if level >= cpu::Level::Avx512 && has!("avx512vnni") && has!("fma") {
            if tiles::are_available() { Lane::Amx } else { Lane::Vnni }
        } else if level >= cpu::Level::Avx2 && has!("fma") {
            Lane::Avx2
        } else {
            Lane::Scalar
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn under(_: cpu::Level) -> Lane {
        let vectors = cfg!(all(target_family = "wasm", target_feature = "simd128"));
        if vectors { Lane::Simd128 } else { Lane::Scalar }
    }
}

/// Compiles one body three times (scalar, AVX2, AVX-512) and calls the version that is asked for.
macro_rules! for_lanes {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $vis fn $name(lane: $crate::net::Lane, $($arg: $ty),*) {
            #[inline(always)]
            #[allow(clippy::too_many_arguments)]
            fn body($($arg: $ty),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            #[allow(clippy::too_many_arguments)]
            fn avx2($($arg: $ty),*) {
                body($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
            #[allow(clippy::too_many_arguments)]
            fn avx512($($arg: $ty),*) {
                body($($arg),*)
            }

            match lane {
                // SAFETY: a lane is only handed out where the processor has its instructions.
                #[cfg(target_arch = "x86_64")]
                $crate::net::Lane::Vnni | $crate::net::Lane::Amx => unsafe { avx512($($arg),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                $crate::net::Lane::Avx2 => unsafe { avx2($($arg),*) },
                _ => body($($arg),*),
            }
        }
    };
}
pub(crate) use for_lanes;

/// Sixteen numbers on a cache line of their own, so that full-width loads never straddle two lines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine<T: Copy, const N: usize>([T; N]);

/// A buffer that begins on a cache line.
#[derive(Clone)]
pub(crate) struct Aligned<T: Copy, const N: usize>(Vec<CacheLine<T, N>>);

impl<T: Copy, const N: usize> Aligned<T, N> {
    /// `length` copies of `value`, rounded up to whole lines.
    pub(crate) fn new(value: T, length: usize) -> Aligned<T, N> {
        const { assert!(N * size_of::<T>() == 64) };
        Aligned(vec![CacheLine([value; N]); length.div_ceil(N)])
    }
}

impl<T: Copy, const N: usize> std::ops::Deref for Aligned<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: a line is exactly N values without padding (checked in `new`), so the lines are one array.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() * N) }
    }
}

impl<T: Copy, const N: usize> std::ops::DerefMut for Aligned<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; the exclusive borrow is passed on.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), self.0.len() * N) }
    }
}
