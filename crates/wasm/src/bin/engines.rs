//! The part that searches, as a module for the browser.

heibai_kernels::export_to_host!(heibai_wasm::bench);

/// The host calls what is exported.
fn main() {}
