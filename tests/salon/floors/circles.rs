//! Modules of a crate do not import each other in a circle, in whatever folder they stand: folders never, files in pairs only.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{crates, read, shipped, sources};
use crate::generated::root;

/// The names on the way to a module.
type Module = Vec<String>;
/// In one folder: module → the modules beside it that it names, each with a file that does.
type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

/// A type and what its row or its parts are may name each other.
const LARGEST_CIRCLE_OF_FILES: usize = 2;

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Reads a path from here on, each of its ends where it branches in braces.
fn read_path(text: &[char], at: &mut usize, before: &[String], found: &mut Vec<Module>) {
    let mut path = before.to_vec();
    let skip = |at: &mut usize, is_skipped: fn(char) -> bool| {
        while text.get(*at).is_some_and(|letter| is_skipped(*letter)) {
            *at += 1;
        }
    };
    loop {
        skip(at, char::is_whitespace);
        if text.get(*at) == Some(&'{') {
            *at += 1;
            loop {
                skip(at, |letter| letter.is_whitespace() || letter == ',');
                if matches!(text.get(*at), None | Some('}')) {
                    *at += 1;
                    return;
                }
                read_path(text, at, &path, found);
                // `as` another name.
                skip(at, |letter| !matches!(letter, ',' | '}'));
            }
        }
        let start = *at;
        skip(at, is_of_name);
        if start == *at {
            break;
        }
        path.push(text[start..*at].iter().collect());
        if text.get(*at..*at + 2) != Some(&[':', ':'][..]) {
            break;
        }
        *at += 2;
    }
    found.push(path);
}

/// The paths that a text names from `crate`, `super` or `self` on.
fn named(text: &str) -> Vec<Module> {
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut found) = (0, Vec::new());
    while at < text.len() {
        let is_inside = at > 0 && (is_of_name(text[at - 1]) || text[at - 1] == ':');
        let begins = |word: &str| word.chars().eq(text[at..].iter().copied().take(word.len()));
        if !is_inside && ["crate::", "super::", "self::"].into_iter().any(begins) {
            read_path(&text, &mut at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found
}

fn module_of(source: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(source).unwrap().with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    names.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
    names
}

/// The module that a path leads to, or into.
fn target(path: &[String], from: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let start: &[String] = match path.first()?.as_str() {
        "crate" => &[],
        _ => from.get(..from.len().checked_sub(ups)?)?,
    };
    let rest = path.iter().skip(ups.max(1));
    let mut whole: Module = start.iter().chain(rest).cloned().collect();
    while !modules.contains(&whole) {
        whole.pop()?;
    }
    Some(whole)
}

/// The arrows of each folder of a crate.
fn arrows(source: &Path) -> BTreeMap<Module, Arrows> {
    let mut files = Vec::new();
    sources(source, &mut files);
    // Tests may look at everything.
    files.retain(|file| !file.to_str().unwrap().ends_with("tests.rs"));
    let mut modules = BTreeSet::new();
    for file in &files {
        let module = module_of(source, file);
        modules.extend((0..=module.len()).map(|length| module[..length].to_vec()));
    }
    let mut arrows: BTreeMap<Module, Arrows> = BTreeMap::new();
    for file in &files {
        let from = module_of(source, file);
        for path in named(&shipped(&read(file))) {
            let Some(to) = target(&path, &from, &modules) else { continue };
            let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
            // A folder may name what is in it, and what is in it the folder.
            if let (Some(one), Some(other)) = (from.get(common), to.get(common)) {
                let folder = arrows.entry(from[..common].to_vec()).or_default();
                folder.entry(one.clone()).or_default().insert(other.clone(), file.clone());
            }
        }
    }
    arrows
}

fn reached_from(start: &str, arrows: &Arrows) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
    while let Some(module) = open.pop() {
        for other in arrows.get(&module).into_iter().flat_map(BTreeMap::keys) {
            if reached.insert(other.clone()) {
                open.push(other.clone());
            }
        }
    }
    reached
}

/// The modules that reach each other.
fn circles(arrows: &Arrows) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<&String, BTreeSet<String>> =
        arrows.keys().map(|module| (module, reached_from(module, arrows))).collect();
    let circle = |module: &String| -> BTreeSet<String> {
        let back = |other: &&String| reach.get(other).is_some_and(|back| back.contains(module));
        reach[module].iter().filter(back).cloned().collect()
    };
    arrows.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

#[test]
fn no_modules_of_a_crate_import_each_other_in_a_circle() {
    let mut circular = Vec::new();
    for folder in crates() {
        let name = folder.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        let source = folder.join("src");
        if !source.is_dir() {
            continue;
        }
        for (parent, arrows) in arrows(&source) {
            let place = parent.join("/");
            for circle in circles(&arrows) {
                let folders = circle.iter().any(|module| source.join(&place).join(module).is_dir());
                if !folders && circle.len() <= LARGEST_CIRCLE_OF_FILES {
                    continue;
                }
                let by: Vec<_> = circle.iter().map(|module| &arrows[module]).collect();
                circular.push(format!("{name} {place}: {circle:?}, by {by:?}"));
            }
        }
    }
    assert!(circular.is_empty(), "modules that import each other in a circle:\n{}", circular.join("\n"));
}

#[test]
fn the_paths_of_a_text_are_read_from_its_imports_and_its_code() {
    let text = "use super::{a::{self, B}, c as d};\nuse crate::e::*;\nlet f = self::g::h(i::super_j, crate::k::<L>());";
    let found: Vec<String> = named(text).iter().map(|path| path.join(" ")).collect();
    assert_eq!(found, ["super a self", "super a B", "super c", "crate e", "self g h", "crate k"]);
}
