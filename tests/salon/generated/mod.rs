//! The files that are generated from the routes and from what the walk did: the routes and table actions of
//! `template.yaml`, the OpenAPI documents, the pages of costs and of rows. With `PARLOUR_WRITE=1` these tests write them; without it
//! they fail for a file that differs.

mod costs;
mod openapi;
mod rows;
mod template;

use std::path::{Path, PathBuf};

const COMMAND: &str = "PARLOUR_WRITE=1 cargo test --workspace --test salon -- generated";

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The file, named from the root, is what was generated; or it is written, where that is asked for.
#[track_caller]
fn check(path: &str, generated: &str) {
    let file = root().join(path);
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    if kept == generated {
        return;
    }
    if parlour_tests::permissions::writing() {
        // In one step, because other tests may be reading it.
        let fresh = file.with_extension("new");
        std::fs::write(&fresh, generated).unwrap();
        std::fs::rename(&fresh, &file).unwrap();
        return;
    }
    let differs = kept.lines().zip(generated.lines()).find(|(kept, generated)| kept != generated);
    let (is, should_be) = differs.unwrap_or(("a file of another length", ""));
    panic!("{path} differs from what the code gives; run {COMMAND}\n  is:        {is}\n  should be: {should_be}");
}
