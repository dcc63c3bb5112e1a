//! The frame of the desk: what the caller's role may use on the side; search, a walk-in and oneself above; the dialogs of
//! search and shortcuts.

use maud::{Markup, html};
use parlour_pages::parts::{Form, icon, in_dialog};
use parlour_pages::{Asked, Chrome, Page, Words, pictures};
use parlour_people::auth::Caller;
use parlour_setup::branding::Branding;
use parlour_values::role::Role;

use crate::assets::{SCRIPT, STYLE};

pub struct DeskChrome;

/// A link of the navigation, the lowest role that may follow it, and the key that leads there after `g`.
struct DeskEntry {
    href: &'static str,
    sign: &'static str,
    name: &'static str,
    role: Role,
    key: char,
}

const fn entry(href: &'static str, sign: &'static str, name: &'static str, role: Role, key: char) -> DeskEntry {
    DeskEntry { href, sign, name, role, key }
}

const GROUPS: [(&str, &[DeskEntry]); 4] = [
    (
        "The day",
        &[
            entry("/", "calendar", "Day board", Role::Receptionist, 'd'),
            entry("/me", "person", "My days", Role::Staff, 'm'),
            entry("/bookings", "list", "Bookings", Role::Receptionist, 'b'),
            entry("/waitlist", "clock", "Waitlist", Role::Receptionist, 'z'),
            entry("/sales/new", "tag", "New sale", Role::Receptionist, 'f'),
            entry("/billing", "card", "Billing", Role::Receptionist, 'i'),
            entry("/drawer", "card", "Drawer", Role::Receptionist, 'v'),
        ],
    ),
    (
        "People",
        &[
            entry("/customers", "people", "Customers", Role::Receptionist, 'c'),
            entry("/leads", "phone", "Leads", Role::Receptionist, 'l'),
            entry("/memberships", "gem", "Memberships", Role::Receptionist, 'p'),
        ],
    ),
    (
        "The salon",
        &[
            entry("/schedule", "clock", "Schedule", Role::Manager, 'w'),
            entry("/services", "list", "Services", Role::Manager, 's'),
            entry("/products", "box", "Products", Role::Receptionist, 'q'),
            entry("/offers", "tag", "Offers", Role::Manager, 'o'),
            entry("/staff", "people", "Staff", Role::Manager, 't'),
            entry("/branches", "place", "Branches", Role::Owner, 'h'),
            entry("/users", "person", "Users", Role::Owner, 'u'),
            entry("/branding", "brush", "Branding", Role::Owner, 'a'),
            entry("/messages", "phone", "Messages", Role::Owner, 'g'),
            entry("/import", "box", "Import", Role::Manager, '0'),
            entry("/exports", "box", "Exports", Role::Owner, '1'),
        ],
    ),
    (
        "Numbers",
        &[
            entry("/reports", "chart", "Reports", Role::Manager, 'r'),
            entry("/pay", "card", "Pay", Role::Manager, 'y'),
            entry("/notifications", "bell", "Notifications", Role::Staff, 'n'),
            entry("/integrations", "plug", "Integrations", Role::Developer, 'e'),
            entry("/webhooks", "plug", "Webhooks", Role::Developer, 'j'),
            entry("/tokens", "key", "Tokens", Role::Developer, 'k'),
            entry("/logs", "list", "Logs", Role::Developer, 'x'),
        ],
    ),
];

fn entries_of(role: Role) -> impl Iterator<Item = &'static DeskEntry> {
    GROUPS.iter().flat_map(|(_, entries)| entries.iter()).filter(move |entry| role.satisfies(entry.role))
}

/// Every page of the navigation that this role may use: address and name.
pub fn pages_of(role: Role) -> impl Iterator<Item = (&'static str, &'static str)> {
    entries_of(role).map(|entry| (entry.href, entry.name))
}

fn navigation(asked: &Asked, role: Role) -> Markup {
    html! {
        nav.side-nav aria-label="Main navigation" {
            @for (title, entries) in GROUPS {
                @let allowed: Vec<&DeskEntry> = entries.iter().filter(|entry| role.satisfies(entry.role)).collect();
                @if !allowed.is_empty() {
                    p.side-title { (title) }
                    ul {
                        @for entry in allowed {
                            li {
                                a href=(entry.href) data-go=(entry.key) aria-current=[asked.is_within(entry.href).then_some("page")] {
                                    (icon(entry.sign)) span { (entry.name) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Up to two letters that stand for somebody.
fn initials(name: &str) -> String {
    name.split_whitespace().take(2).filter_map(|word| word.chars().next()).flat_map(char::to_uppercase).collect()
}

fn oneself(caller: &Caller) -> Markup {
    let sign_out = html! { button.ghost.button.small type="submit" { "Sign out" } };
    html! {
        button.avatar type="button" popovertarget="oneself" aria-label=(format!("{}, {}", caller.user.name, caller.user.role))
            data-initials=(initials(&caller.user.name)) {}
        div.oneself id="oneself" popover {
            p { strong { (caller.user.name) } }
            p.fine { (caller.user.email) }
            p.fine { "Signed in as " (caller.user.role) }
            button.ghost.button.small type="button" commandfor="shortcuts-box" command="show-modal" { "Keyboard shortcuts" }
            (Form::new("sign-out", "POST /api/auth/sign-out", sign_out).then("/sign-in").class("inline"))
        }
    }
}

fn search(words: &Words) -> Markup {
    let body = html! {
        form.search-form method="get" action="/search" role="search" {
            label.unseen for="search-text" { "Customers, bookings, pages" }
            input id="search-text" name="q" type="search" maxlength="120" autocomplete="off"
                placeholder="Name, phone, booking number or page" aria-describedby="search-help";
            p.fine id="search-help" { kbd { "↓" } " " kbd { "↑" } " to choose, " kbd { "Enter" } " to open" }
        }
        div.search-found id="search-found" aria-live="polite" {}
    };
    in_dialog(words, "search-box", "Search", body)
}

fn shortcuts(words: &Words, role: Role) -> Markup {
    let at_desk = role.satisfies(Role::Receptionist);
    let body = html! {
        dl.keys {
            div { dt { kbd { "/" } " or " kbd { "Ctrl" } " " kbd { "K" } } dd { "Search" } }
            div { dt { kbd { "?" } } dd { "These shortcuts" } }
            @if at_desk {
                div { dt { kbd { "n" } } dd { "New walk-in" } }
                div { dt { kbd { "←" } " " kbd { "→" } } dd { "The day before, the next day (on the board)" } }
            }
            @for entry in entries_of(role) {
                div { dt { kbd { "g" } " " kbd { (entry.key) } } dd { (entry.name) } }
            }
        }
        div.check {
            input id="keys-on" type="checkbox" role="switch" checked;
            div { label for="keys-on" { "Shortcuts of a single key" } p.hint { "Remembered by this browser. Search by Ctrl K works anyway." } }
        }
    };
    in_dialog(words, "shortcuts-box", "Keyboard shortcuts", body)
}

impl Chrome for DeskChrome {
    fn header(&self, asked: &Asked, branding: &Branding, page: &Page) -> Markup {
        html! {
            header.desk-top {
                @if page.caller.is_some() {
                    button.ghost.menu-button.side-button type="button" popovertarget="side" aria-label="Menu" { (icon("menu")) }
                }
                a.brand href="/" {
                    (pictures::logo(branding, 32))
                    span { (branding.name) }
                }
                @if let Some(caller) = &page.caller {
                    button.search-button type="button" commandfor="search-box" command="show-modal" aria-keyshortcuts="Control+K /" {
                        (icon("search")) span { "Search" }
                    }
                    @if caller.user.role.satisfies(Role::Receptionist) {
                        a.button.small.new-walk-in href="/bookings/new" data-key="n" aria-label="New walk-in" { (icon("plus")) span { "Walk-in" } }
                    }
                    (oneself(caller))
                }
            }
            @if let Some(caller) = &page.caller {
                div.desk-side id="side" popover { (navigation(asked, caller.user.role)) }
            }
        }
    }

    fn footer(&self, asked: &Asked, _: &Branding, page: &Page) -> Markup {
        html! {
            @if let Some(caller) = &page.caller {
                (search(&asked.words))
                (shortcuts(&asked.words, caller.user.role))
            }
        }
    }

    fn head(&self) -> Markup {
        html! {
            link rel="stylesheet" href=(STYLE.href());
            (SCRIPT.run())
        }
    }

    fn is_installable(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_entry_has_a_key_of_its_own() {
        let keys: BTreeSet<char> = entries_of(Role::Developer).map(|entry| entry.key).collect();
        assert_eq!(keys.len(), entries_of(Role::Developer).count());
    }

    #[test]
    fn a_higher_role_finds_more_in_the_navigation() {
        let counts: Vec<usize> = Role::ALL.iter().map(|role| pages_of(*role).count()).collect();
        assert!(counts.is_sorted() && counts.first() == Some(&0), "{counts:?}");
    }

    #[test]
    fn two_letters_stand_for_somebody() {
        assert_eq!(
            (initials("meera rao nair").as_str(), initials("<b> ").as_str(), initials("")),
            ("MR", "<", String::new())
        );
    }
}
