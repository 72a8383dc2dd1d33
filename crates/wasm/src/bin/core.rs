//! The module that keeps the games, for the browser.

heibai_kernels::export_to_host!(heibai_wasm::core);

/// The host calls the exported functions.
fn main() {}
