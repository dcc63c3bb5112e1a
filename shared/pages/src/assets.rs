//! Files that browsers fetch beside the pages: embedded, named by their content, kept for a year.

use std::io::Write as _;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, HeaderValue, header};
use parlour_http::{PathParam, Refusal};
use parlour_setup::branding::Branding;
use sha2::{Digest as _, Sha256};

use crate::accent::Accent;
use crate::scripts::Scripts;

/// A file under its content's name, compressed once.
pub struct Asset {
    pub name: String,
    kind: &'static str,
    bytes: Vec<u8>,
    packed: Option<Vec<u8>>,
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

pub static STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::style("app", include_bytes!("../assets/app.css")));
/// The script of every page of both apps; the scripts of some pages import parts of it.
pub static SCRIPT: LazyLock<Scripts> = LazyLock::new(|| {
    let files = [
        ("ui", include_str!("../assets/ui.js")),
        ("api", include_str!("../assets/api.js")),
        ("fields", include_str!("../assets/fields.js")),
        ("pushes", include_str!("../assets/pushes.js")),
        ("refresh", include_str!("../assets/refresh.js")),
        ("forms", include_str!("../assets/forms.js")),
        ("app", include_str!("../assets/app.js")),
    ];
    Scripts::new(&[], &files)
});
/// Turning pushes on and off.
pub static PUSH: LazyLock<Scripts> =
    LazyLock::new(|| Scripts::new(&[&SCRIPT], &[("push", include_str!("../assets/push.js"))]));
/// A file that a script has in its hands.
pub static SAVE: LazyLock<Scripts> =
    LazyLock::new(|| Scripts::new(&[&SCRIPT], &[("save", include_str!("../assets/save.js"))]));
/// Links to files of the API (`data-file`).
pub static FILES: LazyLock<Scripts> =
    LazyLock::new(|| Scripts::new(&[&SCRIPT, &SAVE], &[("files", include_str!("../assets/files.js"))]));
pub static DOCS_STYLE: LazyLock<Asset> = LazyLock::new(|| Asset::style("docs", include_bytes!("../assets/docs.css")));
/// Which links a browser may fetch ahead.
pub static SPECULATION: LazyLock<Asset> = LazyLock::new(|| {
    let rules = include_bytes!("../assets/speculation.json").to_vec();
    Asset::new("speculation", "json", "application/speculationrules+json", rules)
});

/// Without indentation, empty lines and lines that are only comments, which browsers have no use for. No text of a script
/// goes over several lines.
fn lean(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let mut is_comment = false;
    for line in text.lines().map(str::trim) {
        if is_comment || line.starts_with("/*") {
            is_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            lean.push_str(line);
            lean.push('\n');
        }
    }
    lean
}

/// A stylesheet without the white space that nothing depends on, either.
fn tight(style: &str) -> String {
    let mut tight = String::with_capacity(style.len());
    for line in lean(style).lines() {
        if line == "}" && tight.ends_with(';') {
            tight.pop();
        }
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        match line.split_once(": ").filter(|(name, _)| is_name(name)) {
            Some((name, value)) => tight.extend([name, ":", value]),
            None if line.ends_with(" {") => tight.extend([line.trim_end_matches(" {"), "{"]),
            None => tight.push_str(line),
        }
        if !line.ends_with(['{', '}', ';', ',']) {
            tight.push('\n');
        }
    }
    tight
}

impl Asset {
    pub fn style(stem: &str, text: &[u8]) -> Self {
        Self::new(stem, "css", CSS, tight(&String::from_utf8_lossy(text)).into_bytes())
    }

    pub(crate) fn script(stem: &str, text: &str) -> Self {
        Self::new(stem, "js", SCRIPT_TYPE, lean(text).into_bytes())
    }

    fn new(stem: &str, extension: &str, kind: &'static str, bytes: Vec<u8>) -> Self {
        let hash: String = URL_SAFE_NO_PAD.encode(Sha256::digest(&bytes)).chars().take(12).collect();
        let packed = (bytes.len() >= 512).then(|| packed(&bytes)).flatten();
        Self { name: format!("{stem}-{hash}.{extension}"), kind, bytes, packed }
    }

    pub fn href(&self) -> String {
        format!("/assets/{}", self.name)
    }

    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap()
    }

    /// The bytes that travel to a browser that takes gzip.
    pub fn weight(&self) -> usize {
        self.packed.as_ref().unwrap_or(&self.bytes).len()
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let takes_gzip = headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|codings| codings.split(',').any(|coding| coding.trim() == "gzip"));
        let (body, coding) = match &self.packed {
            Some(packed) if takes_gzip => (packed.clone(), Some(HeaderValue::from_static("gzip"))),
            _ => (self.bytes.clone(), None),
        };
        let mut response = ([(header::CONTENT_TYPE, self.kind)], body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(coding.map(|coding| (header::CONTENT_ENCODING, coding)));
        response
    }
}

fn packed(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// The files that are made in the salon's colour.
struct Coloured {
    accent: Arc<Asset>,
    icon: Arc<Asset>,
}

impl Coloured {
    fn made(colour: Accent) -> Self {
        let accent = colour.stylesheet().into_bytes();
        let shade = colour.shades().light;
        let drawn = include_str!("../assets/icon.svg")
            .replace("#accent", &shade.accent.to_string())
            .replace("#on", &shade.on_accent.to_string());
        Self {
            accent: Arc::new(Asset::new(&format!("accent-{}", colour.digits()), "css", CSS, accent)),
            icon: Arc::new(Asset::new(&format!("icon-{}", colour.digits()), "svg", SVG, drawn.into_bytes())),
        }
    }

    /// A page names both, and a salon has one colour: the last one's files are kept.
    fn of<T>(colour: Accent, file: impl Fn(&Self) -> T) -> T {
        static LAST: RwLock<Option<(Accent, Coloured)>> = RwLock::new(None);
        let last = LAST.read().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kept)) = last.as_ref().filter(|(its, _)| *its == colour) {
            return file(kept);
        }
        drop(last);
        let made = Self::made(colour);
        let found = file(&made);
        *LAST.write().unwrap_or_else(PoisonError::into_inner) = Some((colour, made));
        found
    }
}

/// The salon's colour as a stylesheet.
pub fn accent(colour: impl Into<Accent>) -> Arc<Asset> {
    Coloured::of(colour.into(), |made| Arc::clone(&made.accent))
}

/// The salon's mark in its colour: a lotus.
pub fn icon(colour: impl Into<Accent>) -> Arc<Asset> {
    Coloured::of(colour.into(), |made| Arc::clone(&made.icon))
}

/// The service worker of a salon: its files by name, so that a new one is fetched when any of them changes.
pub fn worker(branding: &Branding) -> String {
    let (icon, accent) = (icon(branding).href(), accent(branding).href());
    let mut files = vec!["/offline".to_owned(), STYLE.href(), accent, SCRIPT.href(), icon.clone()];
    files.extend_from_slice(SCRIPT.imports());
    let files = serde_json::json!(files).to_string();
    let kept: String = URL_SAFE_NO_PAD.encode(Sha256::digest(&files)).chars().take(12).collect();
    // Inside a string of the script: as JSON writes it, without the quotes.
    let name = serde_json::json!(branding.name.replace('\'', "’")).to_string();
    let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or_default();
    include_str!("../assets/sw.js")
        .replace("__KEPT__", &format!("pages-{kept}"))
        .replace("__FILES__", &files)
        .replace("__ICON__", &icon)
        .replace("__NAME__", name)
}

/// `GET /assets/{name}`.
pub async fn serve(headers: HeaderMap, PathParam(name): PathParam<String>) -> Result<Response, Refusal> {
    find(&name, &headers, std::iter::empty())
}

/// The file of this name, among those of an app's own too. A name that is not of today's content is not there: it was
/// another file.
pub fn find<'a>(name: &str, headers: &HeaderMap, own: impl Iterator<Item = &'a Asset>) -> Result<Response, Refusal> {
    let scripts = [&SCRIPT, &PUSH, &SAVE, &FILES].into_iter().flat_map(|scripts| scripts.assets());
    let shared = [&*STYLE, &*SPECULATION, &*DOCS_STYLE].into_iter().chain(scripts);
    if let Some(asset) = shared.chain(own).find(|asset| asset.name == name) {
        return Ok(asset.answer(headers));
    }
    let coloured = name.split('-').nth(1).and_then(|digits| digits.parse::<Accent>().ok());
    // Made anew: whoever asks for another colour's files does not push out the salon's own.
    let made = coloured.map(Coloured::made).map(|made| if name.starts_with("icon-") { made.icon } else { made.accent });
    match made.filter(|asset| asset.name == name) {
        Some(asset) => Ok(asset.answer(headers)),
        None => Err(Refusal::not_found("This file")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_content() {
        let (one, two) = (accent(Accent::STANDARD), accent(Accent::rgb(1, 2, 3)));
        assert_ne!(one.name, two.name);
        assert_eq!(one.name, accent(Accent::STANDARD).name);
        assert!(one.name.starts_with("accent-8a3d5c-") && one.name.ends_with(".css"), "{}", one.name);
    }

    #[test]
    fn what_browsers_have_no_use_for_is_left_out() {
        let text = "// Why.\n/* More\n   of it. */\nif (a) {\n\n  b(); // c\n}\n";
        assert_eq!(lean(text), "if (a) {\nb(); // c\n}\n");
    }

    #[test]
    fn a_stylesheet_keeps_the_white_space_that_it_needs() {
        let text = "a :hover,\n.b {\n  --c: 0;\n  content: \"x: y\";\n  grid:\n    \"a b\"\n    1fr;\n}\n";
        assert_eq!(tight(text), "a :hover,.b{--c:0;content:\"x: y\";grid:\n\"a b\"\n1fr}");
    }

    #[test]
    fn the_script_stays_under_twelve_kilobytes() {
        // What is imported only when it is needed is not of the first visit.
        let is_first = |asset: &&Asset| asset.href() == SCRIPT.href() || SCRIPT.imports().contains(&asset.href());
        let weight: usize = SCRIPT.assets().filter(is_first).map(Asset::weight).sum();
        assert!(weight <= 12_000, "{weight} bytes");
        assert!(STYLE.weight() <= 14_000, "{} bytes", STYLE.weight());
    }
}
