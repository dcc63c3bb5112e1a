//! The floors of `shared/`: its crates stand in one order, which Cargo holds, and inside each crate no modules import each
//! other in a circle (`floors/circles.rs`). A crate lists no dependency that only its tests name, or nothing, and a type's name
//! means one thing (`floors/names.rs`). `infra/docs/architecture.md` describes the floors.

mod circles;
mod names;

use std::path::{Path, PathBuf};

use crate::generated::root;

/// From the ground up: each uses those before it only.
const CRATES: &[&str] = &[
    "values", "aws", "settings", "senders", "storage", "pictures", "setup", "people", "booking", "money", "platform",
    "http", "inbox", "agents", "pages",
];

/// Dependencies whose library has another name.
const OTHER_NAMES: &[(&str, &str)] = &[("dynoxide-rs", "dynoxide")];

/// Dependencies that code names in an attribute.
const UNNAMED: &[(&str, &str)] = &[("people", "serde_bytes")];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names before `.workspace` or ` =` in a section of a manifest.
fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1).take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ']).next()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Every folder with a manifest: the crates, and `tests/`.
fn crates() -> Vec<PathBuf> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["", "shared", "functions", "functions/admin", "functions/customer", "infra"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.join("Cargo.toml").exists() {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn a_shared_crate_depends_on_those_before_it_only() {
    for (floor, name) in CRATES.iter().enumerate() {
        let manifest = read(&root().join("shared").join(name).join("Cargo.toml"));
        let ours = [dependencies(&manifest, "[dependencies]"), dependencies(&manifest, "[dev-dependencies]")].concat();
        for other in ours.iter().filter_map(|other| other.strip_prefix("parlour-")) {
            let below = CRATES.iter().position(|one| *one == other).is_some_and(|its| its < floor);
            assert!(below, "{name} uses {other}, which does not stand below it");
        }
    }
    let there = std::fs::read_dir(root().join("shared")).unwrap().count();
    assert_eq!(there, CRATES.len(), "every crate of shared/ has its floor");
}

#[test]
fn a_crate_names_what_it_depends_on() {
    let mut unused = Vec::new();
    for folder in crates() {
        let manifest = read(&folder.join("Cargo.toml"));
        let crate_name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let mut files = Vec::new();
        sources(&folder, &mut files);
        // What only tests need is no dependency of what is shipped.
        files.retain(|file| crate_name == "tests" || !is_of_tests(file));
        let code: String = files.iter().map(|file| shipped(&read(file))).collect();
        for dependency in dependencies(&manifest, "[dependencies]") {
            let library = OTHER_NAMES.iter().find(|(package, _)| *package == dependency);
            let library = library.map_or_else(|| dependency.replace('-', "_"), |(_, library)| (*library).to_owned());
            let named = [format!("{library}::"), format!("use {library};"), format!("{library}!")];
            let macros = matches!(library.as_str(), "serde" | "serde_json" | "utoipa") && declares(&code);
            // A feature of it is what is wanted.
            let featured =
                manifest.contains(&format!("\"{dependency}/")) || manifest.contains(&format!("\"dep:{dependency}\""));
            let listed = UNNAMED.contains(&(crate_name.as_str(), dependency.as_str()));
            if !(named.iter().any(|name| code.contains(name)) || macros || featured || listed) {
                unused.push(format!("{crate_name}: {dependency}"));
            }
        }
    }
    assert!(unused.is_empty(), "dependencies that nothing names, or only tests do:\n{}", unused.join("\n"));
}

/// `tests.rs`, `row_tests.rs`, and what stands in a folder `tests`.
fn is_of_tests(file: &Path) -> bool {
    let names = file.components().filter_map(|part| part.as_os_str().to_str());
    names.skip_while(|name| *name != "src").any(|name| name == "tests" || name.ends_with("tests.rs"))
}

/// Whether a crate declares requests or enums by our macros, which name serde and utoipa.
fn declares(code: &str) -> bool {
    ["text_enum! {", "body! {", "text_fields! {", "text_type! {", "enum_fields!("]
        .iter()
        .any(|name| code.contains(name))
}

/// Without comments, and without the tests at its end.
fn shipped(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}
