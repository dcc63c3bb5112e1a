//! Validates redirect targets: a path of the app or one of its own origins, nothing else (no open redirects).

use url::Url;

/// The longest callback URL accepted.
const MAX_LENGTH: usize = 2048;

/// Whether a browser that follows this URL stays on our site. Browsers drop tabs and line breaks and treat `\` as `/`,
/// so both are refused anywhere.
pub(super) fn is_own_url(url: &str, origins: &[String]) -> bool {
    let plain = url.len() <= MAX_LENGTH && url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    plain && (is_path(url) || is_on_own_origin(url, origins))
}

fn is_path(url: &str) -> bool {
    let Some(rest) = url.strip_prefix('/') else { return false };
    let rest = rest.to_ascii_lowercase();
    !["/", "%2f", "%5c"].iter().any(|slash| rest.starts_with(slash))
}

fn is_on_own_origin(url: &str, origins: &[String]) -> bool {
    Url::parse(url).is_ok_and(|url| {
        let web = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
        web && origins.contains(&url.origin().ascii_serialization())
    })
}

/// The URL with an `error` parameter.
pub(super) fn with_error(url: &str, code: &str) -> String {
    let (url, fragment) = url.split_once('#').map_or((url, None), |(url, fragment)| (url, Some(fragment)));
    let joint = if url.contains('?') { '&' } else { '?' };
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{url}{joint}error={code}{fragment}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_own(url: &str) -> bool {
        is_own_url(url, &["http://localhost:3000".to_owned(), "https://salon.example.test".to_owned()])
    }

    #[test]
    fn paths_and_own_origins_are_accepted() {
        for url in ["/", "/x", "/a/b?c=d#e", "http://localhost:3000", "https://salon.example.test/x?y=//z"] {
            assert!(is_own(url), "{url}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for url in [
            "",
            "x",
            "//evil.example.test",
            "/\\evil.example.test",
            "/%2Fevil.example.test",
            "/%5cevil.example.test",
            "/\t/evil.example.test",
            "/\n/evil.example.test",
            "https://evil.example.test",
            "https://salon.example.test.evil.example.test",
            "https://salon.example.test@evil.example.test",
            "https://me@salon.example.test",
            "https:\\\\evil.example.test",
            "http://salon.example.test",
            "http://localhost:3001/",
            "javascript:alert(1)",
            "data:text/html,x",
            " /x",
            "/ä",
        ] {
            assert!(!is_own(url), "{url}");
        }
    }

    #[test]
    fn an_error_is_added_to_the_existing_query() {
        assert_eq!(with_error("/e", "no_code"), "/e?error=no_code");
        assert_eq!(with_error("/e?a=b", "no_code"), "/e?a=b&error=no_code");
        assert_eq!(with_error("/e?a=b#top", "no_code"), "/e?a=b&error=no_code#top");
    }
}
