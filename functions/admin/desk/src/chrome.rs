//! The frame of the desk: what the caller's role may use on the side, search and oneself above.

use maud::{Markup, html};
use parlour::auth::Caller;
use parlour::role::Role;
use parlour_pages::parts::{Form, icon};
use parlour_pages::{Asked, Chrome, Face, Page, assets, paths};

use crate::assets::{SCRIPT, STYLE};

pub struct DeskChrome;

/// A link of the navigation, and the lowest role that may follow it.
struct Entry {
    href: &'static str,
    sign: &'static str,
    name: &'static str,
    role: Role,
}

const fn entry(href: &'static str, sign: &'static str, name: &'static str, role: Role) -> Entry {
    Entry { href, sign, name, role }
}

const GROUPS: [(&str, &[Entry]); 4] = [
    (
        "The day",
        &[
            entry("/", "calendar", "Day board", Role::Receptionist),
            entry("/me", "person", "My days", Role::Staff),
            entry("/bookings", "list", "Bookings", Role::Receptionist),
            entry("/billing", "card", "Billing", Role::Receptionist),
        ],
    ),
    (
        "People",
        &[
            entry("/customers", "people", "Customers", Role::Receptionist),
            entry("/leads", "phone", "Leads", Role::Receptionist),
            entry("/memberships", "gem", "Memberships", Role::Receptionist),
        ],
    ),
    (
        "The salon",
        &[
            entry("/schedule", "clock", "Schedule", Role::Manager),
            entry("/services", "list", "Services", Role::Manager),
            entry("/offers", "tag", "Offers", Role::Manager),
            entry("/staff", "people", "Staff", Role::Manager),
            entry("/branches", "place", "Branches", Role::Owner),
            entry("/users", "person", "Users", Role::Owner),
            entry("/branding", "brush", "Branding", Role::Owner),
        ],
    ),
    (
        "Numbers",
        &[
            entry("/reports", "chart", "Reports", Role::Manager),
            entry("/notifications", "bell", "Notifications", Role::Staff),
            entry("/integrations", "plug", "Integrations", Role::Developer),
            entry("/logs", "list", "Logs", Role::Developer),
        ],
    ),
];

/// Every page of the navigation that this role may use: address and name.
pub fn pages_of(role: Role) -> impl Iterator<Item = (&'static str, &'static str)> {
    let entries = GROUPS.iter().flat_map(|(_, entries)| entries.iter());
    entries.filter(move |entry| role.satisfies(entry.role)).map(|entry| (entry.href, entry.name))
}

/// Whether a page stands at this entry or below it.
fn is_current(asked: &Asked, href: &str) -> bool {
    asked.path == href || (href != "/" && asked.path.starts_with(&format!("{href}/")))
}

fn navigation(asked: &Asked, role: Role) -> Markup {
    html! {
        nav.side-nav aria-label="Main navigation" {
            @for (title, entries) in GROUPS {
                @let allowed: Vec<&Entry> = entries.iter().filter(|entry| role.satisfies(entry.role)).collect();
                @if !allowed.is_empty() {
                    p.side-title { (title) }
                    ul {
                        @for entry in allowed {
                            li { a href=(entry.href) aria-current=[is_current(asked, entry.href).then_some("page")] { (icon(entry.sign)) span { (entry.name) } } }
                        }
                    }
                }
            }
        }
    }
}

fn oneself(caller: &Caller) -> Markup {
    let sign_out = html! { button.ghost.button.small type="submit" { "Sign out" } };
    html! {
        div.oneself {
            span.oneself-name { (caller.user.name) " " span.fine { (caller.user.role) } }
            (Form::new("sign-out", "POST /api/auth/sign-out", sign_out).then("/sign-in").class("inline"))
        }
    }
}

impl Chrome for DeskChrome {
    fn header(&self, asked: &Asked, face: &Face, page: &Page) -> Markup {
        html! {
            header.desk-top {
                @if page.caller.is_some() {
                    button.ghost.menu-button.side-button type="button" popovertarget="side" aria-label="Menu" { (icon("menu")) }
                }
                a.brand href="/" {
                    @match face.logo_url.as_deref().and_then(paths::elsewhere) {
                        Some(logo) => img src=(logo) alt="" width="32" height="32";,
                        None => img src=(assets::icon(face.accent).href()) alt="" width="32" height="32";,
                    }
                    span { (face.name) }
                }
                @if let Some(caller) = &page.caller {
                    button.ghost.search-button type="button" data-search aria-keyshortcuts="Control+K /" {
                        (icon("search")) span { "Search" } kbd aria-hidden="true" { "Ctrl K" }
                    }
                    (oneself(caller))
                }
            }
            @if let Some(caller) = &page.caller {
                div.side id="side" popover { (navigation(asked, caller.user.role)) }
            }
        }
    }

    fn footer(&self, _: &Asked, _: &Face, _: &Page) -> Markup {
        html! {}
    }

    fn head(&self) -> Markup {
        html! {
            link rel="stylesheet" href=(STYLE.href());
            script src=(SCRIPT.href()) type="module" {}
        }
    }
}
