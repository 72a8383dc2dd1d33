//! The part that keeps the games, as a module for the browser.

heibai_kernels::export_to_host!(heibai_wasm::core);

/// The host calls what is exported.
fn main() {}
