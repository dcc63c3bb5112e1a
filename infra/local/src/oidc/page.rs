//! The provider's pages: choose a person, and errors.

use std::fmt::Write;

use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::ListedPerson;
use super::authorize::Request;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #2b2230; --soft: #7a6f80; --page: #f7f2f5; --card: #fff; --line: #e9dfe6;
  --accent: #8e3b6f; --warn: #a3301f; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3ecf1; --soft: #b3a6b0; --page: #1c161b; --card: #282026;
  --line: #3d323a; --accent: #e39ac6; --warn: #ff9d8a; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--page);
  color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  padding: 2rem; box-shadow: 0 1rem 3rem rgb(60 20 50 / .08); }
h1 { margin: 0; font-size: 1.4rem; }
p { margin: .3rem 0 1.2rem; color: var(--soft); overflow-wrap: anywhere; }
.warn { color: var(--warn); }
ul { list-style: none; margin: 0 0 1.2rem; padding: 0; max-height: 24rem; overflow-y: auto; }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 .8rem; padding: .6rem .8rem; border-radius: .6rem;
  color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--page); outline: 2px solid var(--accent); }
li small { color: var(--soft); overflow-wrap: anywhere; }
li span { grid-row: span 2; align-self: center; color: var(--accent); font-size: .8rem; }
form { display: flex; gap: .5rem; border-top: 1px solid var(--line); padding-top: 1.2rem; flex-wrap: wrap; }
label { width: 100%; font-size: .9rem; }
input { flex: 1; min-width: 10rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--line);
  border-radius: .6rem; padding: .5rem .8rem; }
button { font: inherit; border: 0; border-radius: .6rem; padding: .5rem 1rem; background: var(--accent);
  color: var(--card); cursor: pointer; }
footer { margin-top: 1.2rem; font-size: .9rem; }
footer a { color: var(--soft); }
";

/// The page to choose a person. `refused` is an invalid email.
pub(super) fn pick(people: &[ListedPerson], request: &Request<'_>, refused: Option<&str>) -> Response {
    let mut body = format!("<h1>Sign in</h1><p>to {}</p>", escaped(&request.app()));
    if let Some(email) = refused {
        let _ = write!(body, "<p class=\"warn\" role=\"alert\">“{}” is not an email address.</p>", escaped(email));
    }
    if !people.is_empty() {
        body.push_str("<ul>");
        for person in people {
            let _ = write!(
                body,
                "<li><a href=\"?{}\"><strong>{}</strong><span>{}</span><small>{}</small></a></li>",
                escaped(&with_hint(request, &person.email)),
                escaped(&person.name),
                escaped(&person.role),
                escaped(&person.email),
            );
        }
        body.push_str("</ul>");
    }
    body.push_str("<form><label for=\"email\">Or as anybody else</label>");
    for (name, value) in request.repeated_fields() {
        let _ = write!(body, "<input type=\"hidden\" name=\"{}\" value=\"{}\">", escaped(name), escaped(value));
    }
    body.push_str(
        "<input id=\"email\" name=\"login_hint\" type=\"email\" required autocomplete=\"off\" \
         placeholder=\"name@example.test\"><button>Sign in</button></form>",
    );
    let _ = write!(body, "<footer><a href=\"{}\">Cancel</a></footer>", escaped(request.decline().as_str()));
    page(if refused.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK }, &body)
}

pub(super) fn problem(reason: &str) -> Response {
    page(StatusCode::BAD_REQUEST, &format!("<h1>This sign-in cannot go on</h1><p>{}</p>", escaped(reason)))
}

fn with_hint(request: &Request<'_>, email: &str) -> String {
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(request.repeated_fields())
        .append_pair("login_hint", email)
        .finish()
}

fn page(status: StatusCode, body: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sign in · Parlour, local</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head>\
         <body><main>{body}</main></body></html>"
    );
    let headers = [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        ),
    ];
    (status, headers, Html(html)).into_response()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
