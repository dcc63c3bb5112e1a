//! `/search`: customers by name or phone, bookings by number, pages by name. The dialog of the frame shows what is found
//! here while one types.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::bookings::{Booking, Bookings};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::icon;
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerRow, Customers, ListCustomersRequest};
use parlour_storage::salon::Salon;
use parlour_storage::table::TableError;
use parlour_values::role::Role;

use crate::chrome::pages_of;
use crate::filters::{of_pairs, parameter};

/// Customers in sight; more are one link away.
const MOST: usize = 8;
/// Characters of a search.
const LONGEST: usize = 120;

#[derive(Default)]
struct SearchResults {
    pages: Vec<(&'static str, &'static str)>,
    customers: Vec<CustomerRow>,
    bookings: Vec<Booking>,
}

impl SearchResults {
    fn is_empty(&self) -> bool {
        self.pages.is_empty() && self.customers.is_empty() && self.bookings.is_empty()
    }
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let text: String = parameter(&asked, "q").unwrap_or_default().chars().take(LONGEST).collect();
    let found = find(&salon, &asked, caller.user.role, &text).await?;
    Page::private(&caller, "Search", render(&asked, &text, &found))
}

async fn find(salon: &Salon, asked: &Asked, role: Role, text: &str) -> Result<SearchResults, Refusal> {
    if text.is_empty() {
        return Ok(SearchResults::default());
    }
    let wanted = text.to_lowercase();
    let pages = pages_of(role).filter(|(_, name)| name.to_lowercase().contains(&wanted)).collect();
    if !role.satisfies(Role::Receptionist) {
        return Ok(SearchResults { pages, ..SearchResults::default() });
    }
    let request: ListCustomersRequest = of_pairs(&[("q", text), ("pageSize", &MOST.to_string())])?;
    let customers = Customers::of(salon);
    let ((customers, _), bookings) = tokio::try_join!(customers.list(&request), bookings(salon, asked, text))?;
    Ok(SearchResults { pages, customers, bookings })
}

/// A whole number is found whenever the visit is; a part of one among today's and tomorrow's.
async fn bookings(salon: &Salon, asked: &Asked, text: &str) -> Result<Vec<Booking>, TableError> {
    let number = text.to_uppercase();
    if let Some(booking) = Bookings::of(salon).numbered(&number).await? {
        return Ok(vec![booking]);
    }
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let is_part =
        (3..=12).contains(&digits) && number.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    if !is_part {
        return Ok(Vec::new());
    }
    Bookings::of(salon).of_days_with_number((asked.today, asked.today.plus_days(1)), &number, MOST).await
}

fn render(asked: &Asked, text: &str, found: &SearchResults) -> Markup {
    html! {
        div.toolbar { h1 { "Search" } }
        form.filters method="get" action="/search" role="search" {
            div.field.wide-field {
                label for="q" { "Customers, bookings, pages" }
                input id="q" name="q" type="search" value=(text) maxlength=(LONGEST) autocomplete="off" placeholder="Name, phone or booking number";
            }
            button.button type="submit" { "Search" }
        }
        div id="search-results" { (results(asked, text, found)) }
    }
}

fn results(asked: &Asked, text: &str, found: &SearchResults) -> Markup {
    if text.is_empty() {
        return html! { p.quiet { "A name, a phone number, a booking number such as BK-BLR-2611-H-00042, or a page." } };
    }
    if found.is_empty() {
        return html! { p.quiet { "Nothing is called “" (text) "”." } };
    }
    let all = format!("/customers?q={}", paths::encoded(text));
    html! {
        @if !found.customers.is_empty() {
            h2.found-title { "Customers" }
            ul.found {
                @for customer in &found.customers { li { (customer_link(customer)) } }
                @if found.customers.len() >= MOST { li { a href=(all) { (icon("search")) span { "All customers that match" } } } }
            }
        }
        @if !found.bookings.is_empty() {
            h2.found-title { "Bookings" }
            ul.found { @for booking in &found.bookings { li { (booking_link(asked, booking)) } } }
        }
        @if !found.pages.is_empty() {
            h2.found-title { "Pages" }
            ul.found { @for (href, name) in &found.pages { li { a href=(href) { (icon("list")) span { (name) } } } } }
        }
    }
}

fn customer_link(customer: &CustomerRow) -> Markup {
    let visits = customer.total_visits;
    html! {
        a href=(format!("/customers/{}", paths::encoded(customer.id.as_str()))) {
            (icon("person"))
            span {
                strong { (customer.name) }
                span.fine {
                    @if let Some(phone) = &customer.phone { span.phone { (phone.spaced()) } " · " }
                    (visits) @if visits == 1 { " visit" } @else { " visits" }
                }
            }
        }
    }
}

fn booking_link(asked: &Asked, booking: &Booking) -> Markup {
    let words = &asked.words;
    html! {
        a href=(paths::booking(&booking.id)) {
            (icon("calendar"))
            span {
                strong { (booking.number) }
                span.fine {
                    (booking.customer_name) " · " (format::day(words, booking.date, asked.today)) ", " (format::time(words, booking.start))
                }
            }
        }
    }
}
