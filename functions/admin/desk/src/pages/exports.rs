//! `/exports`: everything of one kind as a file, which the browser puts together page by page.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::{Input, needs_script};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_platform::exports::{ExportFormat, ExportKind};
use parlour_storage::salon::Salon;

use super::fields::named;
use crate::assets::EXPORTS;

pub async fn page(State(_): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    Page::private(&caller, "Exports", render(&asked))
}

fn render(asked: &Asked) -> Markup {
    html! {
        div.toolbar { h1 { "Exports" } }
        p.lead {
            "Everything of one kind as a file of its own. Customers, services, products, memberships and staff can be imported \
             into another salon. Who takes along what tells of customers is noted."
        }
        (needs_script(&asked.words))
        section.card data-export-form aria-labelledby="export-file" {
            h2 id="export-file" { "File" }
            div.import-file {
                (Input::choice("kind", "What is in it", named(ExportKind::ALL, kind_word), None))
                (Input::choice("format", "Format", named(&[ExportFormat::Csv, ExportFormat::Ndjson], format_word),
                    None))
            }
            div.actions {
                button.button type="button" data-export="download" { "Download" }
                button.ghost.button type="button" data-export="goOn" hidden { "Go on" }
                button.ghost.button type="button" data-export="stop" hidden { "Stop" }
            }
        }
        div.import-progress data-export="progress" hidden {
            progress data-export="bar" aria-label="Progress" max="1" {}
            p.fine data-export="told" role="status" {}
        }
        (EXPORTS.run())
    }
}

fn kind_word(kind: ExportKind) -> &'static str {
    match kind {
        ExportKind::Customers => "Customers",
        ExportKind::Bookings => "Bookings",
        ExportKind::Invoices => "Invoices and credit notes",
        ExportKind::Leads => "Leads",
        ExportKind::Memberships => "Memberships",
        ExportKind::Gems => "Gems, line by line",
        ExportKind::Products => "Products",
        ExportKind::Events => "Events (what happened)",
        ExportKind::Services => "Services",
        ExportKind::Staff => "Staff",
    }
}

fn format_word(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv => "CSV, for spreadsheets",
        ExportFormat::Ndjson => "NDJSON, for programs",
    }
}
