//! The module that searches, for the browser.

heibai_kernels::export_to_host!(heibai_wasm::bench);

/// The host calls the exported functions.
fn main() {}
