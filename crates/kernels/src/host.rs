//! How a host that knows only memory and numbers, such as a browser, calls a program and passes it bytes.

/// Makes `$answer`, a `fn(&[u8]) -> Vec<u8>`, callable from the host of a WebAssembly module:
///
/// - `heibai_room(length)` gives the address where the host writes a question of this length;
/// - `heibai_ask(address, length)` takes that question and gives the address of the answer: four bytes of its length,
///   lowest first, then the answer. It stays until the next question.
///
/// The module in turn asks the host for `heibai.now`, milliseconds on a clock that never goes back and is the same for all
/// threads; for `heibai.threads`, how many threads a search that begins now may have, the one that asks included; and for
/// `heibai.decode(name, its length, bytes, their length)`: the text of bytes in the encoding of this name, as UTF-8 in a
/// place that `heibai_room` gave, after four bytes of its length; 0 where they are no such text.
#[macro_export]
macro_rules! export_to_host {
    ($answer:path) => {
        #[cfg(target_family = "wasm")]
        const _: () = {
            #[unsafe(no_mangle)]
            extern "C" fn heibai_room(length: usize) -> *mut u8 {
                $crate::host::room(length)
            }

            #[unsafe(no_mangle)]
            extern "C" fn heibai_ask(address: *mut u8, length: usize) -> *const u8 {
                // SAFETY: the host passes on what `heibai_room` gave it, once.
                unsafe { $crate::host::ask(address, length, $answer) }
            }
        };
    };
}

#[cfg(target_family = "wasm")]
mod memory {
    use std::sync::Mutex;
    use std::time::Duration;

    static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

    #[link(wasm_import_module = "heibai")]
    unsafe extern "C" {
        safe fn now() -> f64;
        safe fn threads() -> u32;
        safe fn decode(name: *const u8, name_length: usize, bytes: *const u8, length: usize) -> *mut u8;
    }

    /// Decodes bytes in an encoding with the host's tables.
    pub fn decoded(name: &str, bytes: &[u8]) -> Option<String> {
        let told = decode(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len());
        if told.is_null() {
            return None;
        }
        // SAFETY: the host wrote a length and so many bytes into a place that `room` made for exactly both.
        let text = unsafe {
            let length = u32::from_le_bytes(told.cast::<[u8; 4]>().read()) as usize;
            Box::from_raw(std::ptr::slice_from_raw_parts_mut(told, 4 + length))
        };
        String::from_utf8(text[4..].to_vec()).ok()
    }

    /// The host's clock.
    pub fn clock() -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }

    /// How many threads the host lends to a search that begins now.
    pub fn lent_threads() -> usize {
        threads() as usize
    }

    /// Memory for the host to write `length` bytes into.
    pub fn room(length: usize) -> *mut u8 {
        Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
    }

    /// Takes the question that the host wrote and keeps the answer for it.
    ///
    /// # Safety
    /// `address` comes from `room(length)` and is passed on once.
    pub unsafe fn ask(address: *mut u8, length: usize, answer: fn(&[u8]) -> Vec<u8>) -> *const u8 {
        // SAFETY: `room` made a boxed slice of this length at this address, and nobody else has it.
        let question = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address, length)) };
        let told = answer(&question);
        let mut kept = ANSWER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.clear();
        kept.extend((told.len() as u32).to_le_bytes());
        kept.extend(told);
        kept.as_ptr()
    }
}

#[cfg(target_family = "wasm")]
pub use memory::{ask, clock, decoded, lent_threads, room};
