//! Prefetching memory.

/// Prefetches `slice[index]` into the cache; does nothing if the processor cannot, or if the index is out of bounds.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    if let Some(place) = slice.get(index) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch only reads, never faults, and the address is that of a valid reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }
}

/// Prefetches the cache line behind a slice, where a vector goes on; that memory need not exist.
#[inline(always)]
pub fn prefetch_end<T>(slice: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch only reads and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr_range().end.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slice;
}
