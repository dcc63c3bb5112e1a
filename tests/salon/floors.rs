//! The floors of `shared/src`: every module uses those on its own floor or below it, and no more than two files import
//! each other in a circle. `infra/docs/architecture.md` describes the floors; this reads the `use` lines and holds them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::generated::root;

/// From the ground up. A file belongs to the longest path that names it.
const FLOORS: &[(&str, &[&str])] = &[
    (
        "values",
        &[
            "text_enum.rs",
            "money.rs",
            "slug.rs",
            "time/",
            "dry_run.rs",
            "id.rs",
            "color.rs",
            "contact.rs",
            "role.rs",
            "invoices/document.rs",
            "invoices/gst.rs",
            "invoices/kinds.rs",
            "invoices/number.rs",
            "invoices/states.rs",
            "invoices/words.rs",
        ],
    ),
    ("settings and table", &["settings.rs", "settings/", "ssm.rs", "table/"]),
    ("input", &["input/", "paging/", "done.rs"]),
    ("writing", &["failure.rs", "idempotency.rs", "act.rs", "events/", "outbox/", "transaction.rs"]),
    ("salon", &["outbound/", "memory.rs", "metrics.rs", "salon.rs", "reference.rs", "month_index.rs"]),
    ("auth", &["auth/"]),
    (
        "aggregates",
        &[
            "billing/",
            "bookings/",
            "branches/",
            "branding/",
            "catalogue/",
            "checkout/",
            "customers/",
            "gems/",
            "health.rs",
            "invoices/",
            "leads/",
            "memberships/",
            "notifications/",
            "offers/",
            "operations/",
            "reports/",
            "schedule/",
            "sign_in/",
            "slots/",
            "staff/",
            "summaries/",
            "tokens/",
            "users/",
            "webhooks/",
        ],
    ),
    ("jobs", &["jobs/"]),
    ("web", &["web/"]),
    ("lambda", &["lambda.rs"]),
];

const LARGEST_CIRCLE: usize = 2;

fn floor_of(file: &str) -> Option<usize> {
    let named = FLOORS.iter().enumerate().flat_map(|(floor, (_, paths))| paths.iter().map(move |path| (floor, *path)));
    let holds = |path: &str| path == file || (path.ends_with('/') && file.starts_with(path));
    named.filter(|(_, path)| holds(path)).max_by_key(|(_, path)| path.len()).map(|(floor, _)| floor)
}

/// A path of modules, `["bookings", "status"]`.
type Module = Vec<String>;

struct Source {
    modules: BTreeMap<Module, String>,
    texts: BTreeMap<String, String>,
    /// File → name → where that name really comes from.
    reexports: BTreeMap<String, BTreeMap<String, Module>>,
}

impl Source {
    fn read() -> Self {
        let source = root().join("shared/src");
        let mut texts = BTreeMap::new();
        collect(&source, &source, &mut texts);
        let modules = texts.keys().map(|file| (module_of(file), file.clone())).collect();
        let mut read = Self { modules, texts, reexports: BTreeMap::new() };
        for (file, text) in &read.texts {
            let mut names = BTreeMap::new();
            for (public, path) in uses(text) {
                let (path, alias) = path.rsplit_once('@').unwrap_or((&path, path.rsplit("::").next().unwrap_or(&path)));
                if let (true, Some(module)) = (public, read.absolute(file, path)) {
                    names.insert(alias.to_owned(), module);
                }
            }
            read.reexports.insert(file.clone(), names);
        }
        read
    }

    /// The path from the crate's root, where it is one of this crate.
    fn absolute(&self, file: &str, path: &str) -> Option<Module> {
        let own = module_of(file);
        let mut parts: Vec<String> = path.split("::").map(str::to_owned).collect();
        match parts.first().map(String::as_str)? {
            "crate" => Some(parts.split_off(1)),
            "self" => Some([own, parts.split_off(1)].concat()),
            "super" => {
                let ups = parts.iter().take_while(|part| *part == "super").count();
                let base = own[..own.len().checked_sub(ups)?].to_vec();
                Some([base, parts.split_off(ups)].concat())
            }
            first => {
                let child = [own.clone(), vec![first.to_owned()]].concat();
                self.modules.contains_key(&child).then(|| [own, parts].concat())
            }
        }
    }

    /// The file that defines what a path names, through re-exports.
    fn defining_file(&self, path: &Module) -> Option<&str> {
        let depth = (1..=path.len()).rev().find(|depth| self.modules.contains_key(&path[..*depth]))?;
        let file = &self.modules[&path[..depth]];
        let through = path.get(depth).and_then(|name| self.reexports[file].get(name));
        match through {
            Some(module) if module != path => self.defining_file(&[module, &path[depth + 1..]].concat()),
            _ => Some(file),
        }
    }

    /// File → the files it takes something from.
    fn arrows(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let arrows_of = |file: &str, text: &str| -> BTreeSet<&str> {
            // A re-export hands a name on: it is followed to its definition, and is no arrow itself.
            let imports = uses(text).into_iter().filter(|(public, _)| !public).map(|(_, path)| path);
            let used = imports.chain(inline_paths(text));
            let defined = used.filter_map(|path| {
                let path = path.split('@').next().unwrap_or_default().to_owned();
                self.defining_file(&self.absolute(file, &path)?)
            });
            defined.filter(|other| *other != file).collect()
        };
        self.texts.iter().map(|(file, text)| (file.as_str(), arrows_of(file, text))).collect()
    }
}

fn collect(source: &Path, folder: &Path, texts: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(source).unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            collect(source, &path, texts);
        } else if name.ends_with(".rs") && name != "lib.rs" && !name.ends_with("tests.rs") {
            texts.insert(name, shipped(&std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Without comments, and without the tests at its end.
fn shipped(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn module_of(file: &str) -> Module {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(str::to_owned).collect()
}

/// Every path of every `use`, one by one; whether it is handed on; `a::b@c` for `a::b as c`.
fn uses(text: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    for statement in text.split(';') {
        let statement = statement.trim_start_matches(['{', '}']).trim();
        let statement = statement.rsplit_once("\n\n").map_or(statement, |(_, last)| last).trim();
        let line = statement.lines().position(|line| {
            let line = line.trim_start();
            line.starts_with("use ") || (line.starts_with("pub") && line.contains(" use "))
        });
        let Some(line) = line else { continue };
        let statement = statement.lines().skip(line).collect::<Vec<_>>().join(" ");
        let Some((before, tree)) = statement.split_once("use ") else { continue };
        let tree: String = tree.replace(" as ", "@").split_whitespace().collect();
        let mut paths = Vec::new();
        expand("", &tree, &mut paths);
        found.extend(paths.into_iter().map(|path| (before.trim_start().starts_with("pub"), path)));
    }
    found
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn expand(prefix: &str, tree: &str, paths: &mut Vec<String>) {
    let Some((head, rest)) = tree.split_once('{') else {
        paths.push(format!("{prefix}{tree}"));
        return;
    };
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                if start < at {
                    expand(&format!("{prefix}{head}"), &inner[start..at], paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Paths written out where they are used: `crate::table::backoff(..)`.
fn inline_paths(text: &str) -> Vec<String> {
    let is_path = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == ':';
    let ends = |rest: &str| rest.find(|letter| !is_path(letter)).unwrap_or(rest.len());
    let found = text.match_indices("crate::").map(|(at, _)| text[at..at + ends(&text[at..])].to_owned());
    found.map(|path| path.trim_end_matches(':').to_owned()).collect()
}

#[test]
fn no_module_imports_from_a_floor_above_its_own() {
    let source = Source::read();
    let mut broken = Vec::new();
    for (file, others) in source.arrows() {
        let Some(own) = floor_of(file) else { panic!("{file} stands on no floor: add it to FLOORS") };
        for other in others {
            if floor_of(other).is_some_and(|floor| floor > own) {
                broken.push(format!("{file} ({}) imports {other}", FLOORS[own].0));
            }
        }
    }
    assert!(broken.is_empty(), "imports that run back up:\n{}", broken.join("\n"));
}

#[test]
fn no_more_than_two_files_import_each_other_in_a_circle() {
    let source = Source::read();
    let arrows = source.arrows();
    let reached_from = |start: &str| -> BTreeSet<&str> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(file) = open.pop() {
            for other in &arrows[file] {
                if reached.insert(*other) {
                    open.push(other);
                }
            }
        }
        reached
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> = arrows.keys().map(|file| (*file, reached_from(file))).collect();
    let circle =
        |file: &str| -> Vec<&str> { reach[file].iter().copied().filter(|other| reach[other].contains(file)).collect() };
    let circles: BTreeSet<Vec<&str>> = arrows.keys().map(|file| circle(file)).collect();
    let large: Vec<_> = circles.into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
    assert!(large.is_empty(), "files that import each other in a circle: {large:#?}");
}
