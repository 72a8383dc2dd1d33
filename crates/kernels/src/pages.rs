//! Huge pages for large tables: with small pages, nearly every lookup in a table of many mebibytes also misses the
//! TLB.

use std::sync::atomic::AtomicU64;

/// `words` zeros in huge pages. The system allocates memory when it is first touched, so an unused part of a table
/// costs nothing.
pub fn zeros(words: usize) -> Box<[AtomicU64]> {
    // Not written one by one: the allocator provides zeroed memory.
    let mut memory = vec![0u64; words];
    prefer_large_pages(&mut memory);
    let memory = Box::into_raw(memory.into_boxed_slice());
    // SAFETY: the memory is ours alone, and a word has the same layout and valid values as an atomic one.
    unsafe { Box::from_raw(memory as *mut [AtomicU64]) }
}

/// Asks the system to back a vector with huge pages. Call it before anything is written; it does nothing where the
/// system does not support it.
pub fn prefer_large_pages<T>(memory: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let first = memory.as_mut_ptr() as usize;
        let end = first + memory.capacity() * size_of::<T>();
        let (first, end) = (first.next_multiple_of(PAGE), end / PAGE * PAGE);
        if first < end {
            // SAFETY: whole pages inside the vector's own allocation; the advice changes neither their content
            // nor who may use them. A refusal is of no consequence.
            unsafe { libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn zeros_are_zero_and_keep_what_is_written() {
        for count in [0, 1, 1000, 1 << 20] {
            let words = zeros(count);
            assert_eq!(words.len(), count);
            assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            words.iter().zip(1..).for_each(|(word, value)| word.store(value, Ordering::Relaxed));
            assert!(words.iter().zip(1..).all(|(word, value)| word.load(Ordering::Relaxed) == value));
        }
    }

    #[test]
    fn memory_of_any_size_works_as_before() {
        for count in [0, 1, 1000, 1 << 20] {
            let mut memory: Vec<u64> = Vec::with_capacity(count);
            prefer_large_pages(&mut memory);
            memory.extend(0..count as u64);
            assert!(memory.iter().enumerate().all(|(i, &value)| value == i as u64));
        }
    }
}
