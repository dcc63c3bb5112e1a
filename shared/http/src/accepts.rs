//! The encoding that the client accepts, and the ETag that it has cached.

use http::{HeaderMap, HeaderName, header};

pub(super) struct Accepts {
    pub gzip: bool,
    pub etag: Option<String>,
}

impl Accepts {
    pub fn of(headers: &HeaderMap) -> Self {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let gzip = text(header::ACCEPT_ENCODING).is_some_and(|accepted| {
            accepted.split(',').any(|coding| {
                let mut parts = coding.split(';').map(str::trim);
                let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip") || name == "*");
                named && !parts.any(|weight| matches!(weight, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
            })
        });
        Self { gzip, etag: text(header::IF_NONE_MATCH).map(str::to_owned) }
    }
}
