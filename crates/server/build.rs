//! Makes sure that the folder of the built page exists, so that it can be embedded even when it is empty: the
//! server then shows its placeholder, which says how to build the page.

use std::path::Path;

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // If this fails, the embedding itself names the missing folder.
    let _ = std::fs::create_dir_all(&page);
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed=migrations");
}
