//! `/import`: a sheet of another program, read in the browser and sent some rows at a time.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{Input, needs_script};
use parlour_pages::{Asked, Page, PageAnswer};
use parlour_people::auth::Caller;
use parlour_platform::imports::ImportKind;
use parlour_storage::salon::Salon;

use super::fields::named;
use crate::assets::IMPORT;

pub async fn page(State(_): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    Page::private(&caller, "Import", render(&asked))
}

fn render(asked: &Asked) -> Markup {
    html! {
        div.toolbar { h1 { "Import" } }
        p.lead {
            "A CSV file of another program, with the names of its columns in the first line. Nobody is told, and what is there \
             already stays: the same file can be imported again."
        }
        (needs_script(&asked.words))
        section.card data-import-form aria-labelledby="import-file" {
            h2 id="import-file" { "File" }
            div.import-file {
                (Input::choice("kind", "What is in it", named(ImportKind::ALL, kind_word), None))
                div.field {
                    label for="file" { "CSV file" }
                    p.hint id="file-hint" {
                        "Services first, then staff, customers, products and memberships: they name one another. Memberships need \
                         a branch."
                    }
                    input id="file" type="file" accept=".csv,text/csv,text/plain" aria-describedby="file-hint" data-import="file";
                }
            }
        }
        section.card data-import-form data-import="columns" aria-labelledby="import-columns" hidden {
            h2 id="import-columns" { "Columns" }
            p.hint { "Which column of the file is what. Amounts are in rupees, unless a column says paise." }
            div.table-wrap {
                table.matches {
                    thead { tr { (Text("Here")) (Text("In the file")) (Text("For example")) } }
                    tbody data-import="matches" {}
                }
            }
            div.actions { button.button type="button" data-import="check" { "Check" } }
        }
        div.import-progress data-import="progress" hidden {
            progress data-import="bar" aria-label="Progress" max="1" value="0" {}
            p.fine data-import="told" role="status" {}
        }
        section.import-outcome data-import="outcome" aria-live="polite" {}
        @for kind in ImportKind::ALL.iter().copied() {
            ul hidden data-columns=(kind) data-call=(format!("POST /api/imports/{kind}")) {
                @for column in kind.columns() {
                    li data-column=(column.name) data-shape=(column.shape.as_str()) data-needed[column.is_needed] {
                        (column_word(column.name))
                    }
                }
            }
        }
        (IMPORT.run())
    }
}

fn kind_word(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Customers => "Customers",
        ImportKind::Services => "Services",
        ImportKind::Products => "Products",
        ImportKind::Memberships => "Memberships",
        ImportKind::Staff => "Staff",
    }
}

/// The desk's word for a column whose name does not say it by itself.
fn column_word(name: &str) -> String {
    let own = match name {
        "alerts" => "Alerts (allergies and the like)",
        "barcode" => "Barcode",
        "branchCode" => "Code of the branch",
        "branchCodes" => "Codes of the branches",
        "branchIds" => "Ids of the branches",
        "bufferMinutes" => "Minutes to tidy up",
        "categorySlug" => "Category (as in addresses)",
        "categoryName" => "Name of a new category",
        "channels" => "Channels, in order",
        "costPaise" => "What it is bought for",
        "customerEmail" => "Customer's email",
        "customerPhone" => "Customer's phone",
        "dateOfBirth" => "Date of birth",
        "displayOrder" => "Place in lists",
        "displayName" => "Name that customers see",
        "duePaise" => "Due (opening balance)",
        "durationMinutes" => "Minutes",
        "externalId" => "Id in the other program",
        "finishMinutes" => "Minutes to finish",
        "firstVisitAt" => "First visit",
        "gemsBalance" => "Gems (opening balance)",
        "gemsCatalogueOrder" => "Place among what can be had for gems",
        "gemsRedeemable" => "Can be had for gems",
        "gemsRequired" => "Price in gems",
        "gstin" => "GSTIN",
        "gstRateBps" => "GST rate, in hundredths of a percent",
        "healthNotesConsent" => "Agrees to notes on health",
        "hoursMinutes" => "Minutes in all",
        "hsnCode" => "HSN code",
        "imageUrl" => "Address of the picture",
        "isActive" => "In use",
        "lastVisitAt" => "Last visit",
        "legalName" => "Name of the business",
        "marketingConsent" => "Agrees to marketing",
        "membershipNumber" => "Number of the membership",
        "needs" => "Rooms it needs",
        "needsApproval" => "Is always approved by the desk",
        "noshowCount" => "No-shows",
        "paymentMethod" => "Paid by",
        "photosConsent" => "Agrees to photos",
        "preferredLanguage" => "Language",
        "preferredStaffEmail" => "Likes to be served by (email)",
        "preferredStaffId" => "Likes to be served by (id)",
        "pricePaise" => "Price",
        "processingMinutes" => "Minutes it works by itself",
        "reorderAt" => "Low at",
        "sacCode" => "SAC code",
        "serviceIds" => "Ids of the services",
        "serviceSlugs" => "Services (as in addresses)",
        "serviceType" => "Side of the house (salon or spa)",
        "slug" => "Name in addresses",
        "tierName" => "Tier",
        "totalSpentPaise" => "Spent so far",
        "totalVisits" => "Visits so far",
        "usedMinutes" => "Minutes used (opening balance)",
        "validityDays" => "Days it is valid",
        "whatsappConsent" => "Agrees to WhatsApp",
        _ => return in_words(name),
    };
    own.to_owned()
}

/// `Start date` of `startDate`.
fn in_words(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        match words.is_empty() {
            true => words.extend(letter.to_uppercase()),
            false => words.extend(letter.to_lowercase()),
        }
    }
    words
}
