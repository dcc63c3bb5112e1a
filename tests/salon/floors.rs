//! The floors of `shared/`: its crates stand in one order, which Cargo holds, and inside each crate no modules import each
//! other in a circle. A crate lists no dependency that it does not name. `infra/docs/architecture.md` describes the floors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::generated::root;

/// From the ground up: each uses those before it only.
const CRATES: &[&str] = &[
    "values", "settings", "senders", "storage", "pictures", "setup", "people", "booking", "money", "platform", "http",
    "inbox", "agents", "pages",
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

/// Every folder with a manifest.
fn crates() -> Vec<PathBuf> {
    let root = root();
    let mut found = Vec::new();
    for folder in ["shared", "functions", "functions/admin", "functions/customer", "infra"] {
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
        let code: String = files.iter().map(|file| read(file)).collect();
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
    assert!(unused.is_empty(), "dependencies that nothing names:\n{}", unused.join("\n"));
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

/// Module → the modules of the same crate that it names, each with a file that does.
fn arrows(source: &Path) -> BTreeMap<String, BTreeMap<String, PathBuf>> {
    let mut files = Vec::new();
    sources(source, &mut files);
    let module_of = |file: &Path| {
        let first = file.strip_prefix(source).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
    };
    let modules: BTreeSet<String> = files.iter().map(|file| module_of(file)).filter(|module| module != "lib").collect();
    let mut arrows: BTreeMap<String, BTreeMap<String, PathBuf>> = BTreeMap::new();
    for file in &files {
        let module = module_of(file);
        // Tests may look at everything, and the root hands names on.
        if module == "lib" || file.to_str().unwrap().ends_with("tests.rs") {
            continue;
        }
        let text = shipped(&read(file));
        // A file at the top names its neighbours by `super` too.
        let at_top = file.parent() == Some(source);
        for prefix in ["crate::"].into_iter().chain(at_top.then_some("super::")) {
            for (at, _) in text.match_indices(prefix) {
                let rest = &text[at + prefix.len()..];
                let name: String =
                    rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                if name != module && modules.contains(&name) {
                    arrows.entry(module.clone()).or_default().insert(name, file.clone());
                }
            }
        }
    }
    arrows
}

/// How many single files at the top of a crate may name each other; folders never do.
const LARGEST_CIRCLE_OF_FILES: usize = 2;

#[test]
fn no_modules_of_a_crate_import_each_other_in_a_circle() {
    let mut circles = Vec::new();
    for name in CRATES {
        let source = root().join("shared").join(name).join("src");
        let arrows = arrows(&source);
        let reached_from = |start: &str| -> BTreeSet<String> {
            let (mut reached, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
            while let Some(module) = open.pop() {
                for other in arrows.get(&module).into_iter().flat_map(BTreeMap::keys) {
                    if reached.insert(other.clone()) {
                        open.push(other.clone());
                    }
                }
            }
            reached
        };
        let reach: BTreeMap<&String, BTreeSet<String>> =
            arrows.keys().map(|module| (module, reached_from(module))).collect();
        for (module, reached) in &reach {
            let circle: Vec<&String> =
                reached.iter().filter(|other| reach.get(other).is_some_and(|back| back.contains(*module))).collect();
            let folders = circle.iter().any(|module| source.join(module).is_dir());
            if circle.len() > 1 && (folders || circle.len() > LARGEST_CIRCLE_OF_FILES) {
                circles.push(format!("{name}: {module} in {circle:?}, by {:?}", arrows[*module]));
            }
        }
    }
    assert!(circles.is_empty(), "modules that import each other in a circle:\n{}", circles.join("\n"));
}
