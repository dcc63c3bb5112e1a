//! `/offers`: every offer, newest first.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::Given;
use parlour_money::offers::{OfferView, Offers};
use parlour_pages::parts::Head::Text;
use parlour_pages::parts::{ListTable, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

use super::{saving, state};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let offers = Offers::of(&salon).list().await?;
    Page::private(&caller, "Offers", render(&asked, &offers))
}

fn render(asked: &Asked, offers: &[OfferView]) -> Markup {
    let new = html! { a.button href="/offers/new" { "New offer" } };
    html! {
        div.toolbar { h1 { "Offers" } @if !offers.is_empty() { (new) } }
        @if offers.is_empty() {
            (empty(pictures::drawn(Motif::Flower), "No offers yet. Customers see running ones on the first page.", new))
        } @else {
            (ListTable::new(&[Text("Offer"), Text("Saving"), Text("Services"), Text("Days"), Text("State")],
                html! { @for offer in offers { (row(asked, offer)) } }))
        }
    }
}

fn row(asked: &Asked, offer: &OfferView) -> Markup {
    let (words, row) = (&asked.words, &offer.row);
    let (start, end) = (row.start_date.ist_date(), row.end_date.ist_date());
    html! {
        tr {
            th scope="row" { a href=(format!("/offers/{}", paths::encoded(row.id.as_str()))) { (row.name) } }
            td { (saving(row)) }
            td.long-cell { (offer.service_names.join(", ")) }
            td.days-cell { (format::day(words, start, asked.today)) " to " (format::day(words, end, asked.today)) }
            td { (state(row, asked.today)) }
        }
    }
}
