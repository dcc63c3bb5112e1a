//! Scripts are modules that import one another. A file names another as it is called in its folder (`'./follow.js'`, or
//! `'/assets/ui.js'` where that lies elsewhere); it is served with the name of the other's content, so that a script's own
//! name changes with everything it imports.

use maud::{Markup, html};

use crate::assets::{self, Asset};

/// The modules of a page: each is listed after those it imports, and the last is the one that the page runs.
pub struct Scripts(Vec<Module>);

struct Module {
    stem: &'static str,
    asset: Asset,
    /// The addresses of its imports, and of those that they import in turn.
    imports: Vec<String>,
}

impl Module {
    fn new<'a>(stem: &'static str, text: &str, known: impl Iterator<Item = &'a Self>) -> Self {
        let mut text = text.to_owned();
        let mut imports: Vec<String> = Vec::new();
        for other in known {
            let href = other.asset.href();
            for folder in ["./", "/assets/"] {
                let named = format!("from '{folder}{}.js'", other.stem);
                if text.contains(&named) {
                    text = text.replace(&named, &format!("from '{href}'"));
                    imports.extend(other.imports.iter().cloned());
                    imports.push(href.clone());
                }
                // An import that is only needed later is not fetched beside the page.
                text = text.replace(&format!("import('{folder}{}.js')", other.stem), &format!("import('{href}')"));
            }
        }
        imports.sort();
        imports.dedup();
        Self { stem, asset: Asset::script(stem, &text), imports }
    }
}

impl Scripts {
    /// Of these files (stem and text), which may import `others`.
    pub fn new(others: &[&Self], files: &[(&'static str, &str)]) -> Self {
        let mut modules: Vec<Module> = Vec::new();
        for (stem, text) in files {
            let known = others.iter().flat_map(|other| &other.0).chain(&modules);
            modules.push(Module::new(stem, text, known));
        }
        Self(modules)
    }

    pub fn assets(&self) -> impl Iterator<Item = &Asset> {
        self.0.iter().map(|module| &module.asset)
    }

    /// The address of the script that the page runs.
    pub fn href(&self) -> String {
        self.0.last().map(|module| module.asset.href()).unwrap_or_default()
    }

    /// The addresses of all its imports.
    pub fn imports(&self) -> &[String] {
        self.0.last().map(|module| module.imports.as_slice()).unwrap_or_default()
    }

    /// The tags that a page runs it by. Its imports are fetched beside it, not one after the other as they are come
    /// across; those of the script that every page has are under way already.
    pub fn run(&self) -> Markup {
        let every_page: &Self = &assets::SCRIPT;
        let (href, known) = (self.href(), every_page.imports());
        let is_under_way = |import: &String| href != every_page.href() && known.contains(import);
        html! {
            @for import in self.imports().iter().filter(|import| !is_under_way(import)) {
                link rel="modulepreload" href=(import);
            }
            script src=(href) type="module" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scripts(lowest: &str) -> (Scripts, Scripts) {
        let shared = Scripts::new(&[], &[("low", lowest), ("middle", "import { low } from './low.js';")]);
        let own = Scripts::new(&[&shared], &[("top", "import { middle } from '/assets/middle.js';")]);
        (shared, own)
    }

    #[test]
    fn a_script_is_served_with_the_names_of_what_it_imports() {
        let (shared, own) = scripts("export const low = 1;");
        let texts: Vec<&str> = own.assets().map(|asset| asset.text()).collect();
        assert_eq!(texts, [format!("import {{ middle }} from '{}';\n", shared.href())]);
        let mut all: Vec<String> = shared.assets().map(Asset::href).collect();
        all.sort();
        assert_eq!(own.imports(), all);
    }

    #[test]
    fn what_is_imported_when_it_is_needed_has_its_name_and_is_not_fetched_before() {
        let (shared, _) = scripts("export const low = 1;");
        let lazy = Scripts::new(&[&shared], &[("lazy", "import('/assets/middle.js').then(go);")]);
        let texts: Vec<&str> = lazy.assets().map(|asset| asset.text()).collect();
        assert_eq!(texts, [format!("import('{}').then(go);\n", shared.href())]);
        assert_eq!(lazy.imports(), [""; 0]);
    }

    #[test]
    fn a_scripts_name_changes_with_everything_it_imports() {
        let ((shared, own), (other, others)) = (scripts("export const low = 1;"), scripts("export const low = 2;"));
        assert_ne!((shared.href(), own.href()), (other.href(), others.href()));
        assert_ne!(own.href(), others.href());
        assert_eq!(own.href(), scripts("export const low = 1;").1.href());
    }
}
