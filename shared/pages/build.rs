//! Makes a typed method of every word. A word that one of the languages lacks has no method, so using it does not compile.

use std::path::Path;
use std::process::ExitCode;

use fluent_typed::{BuildOptions, FtlOutputOptions, LintLevel, build_from_locales_folder};

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed=words");
    let Some(out) = std::env::var_os("OUT_DIR") else { return ExitCode::FAILURE };
    let file = |name: &str| Path::new(&out).join(name).to_string_lossy().into_owned();
    let options = BuildOptions::default()
        .with_locales_folder("words")
        .with_output_file_path(&file("words.rs"))
        .with_ftl_output(FtlOutputOptions::single_file(&file("words.ftl")))
        .with_prefix("")
        .with_lint_level(LintLevel::Strict)
        .without_bidi_isolation()
        .without_format();
    build_from_locales_folder(options)
}
