//! `/waitlist`: who waits for time on a day of a branch, what is offered to them, and an offer by hand.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::waitlist::{DeskWishView, TimeOfferView, Waitlist, WishState};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::{Form, Input, Tone, badge, empty, needs_script, opener, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branch, Branches, SlotPolicy};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::StaffId;
use parlour_values::time::IstDate;

use super::chosen_branch::{chosen, none_yet};
use super::fields::branch_options;
use crate::filters::{address, parameter};

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let branches = Branches::of(&salon).all().await?;
    let Some(branch) = chosen(branches.iter(), &caller, parameter(&asked, "branchId").as_deref()) else {
        return Page::private(&caller, "Waitlist", none_yet(&caller, "Waitlist", "there is nothing to wait for"));
    };
    let date = parameter(&asked, "date").and_then(|date| date.parse().ok()).unwrap_or(asked.today);
    let (waitlist, catalogue, staff) = (Waitlist::of(&salon), CatalogueStore::of(&salon), Staff::of(&salon));
    let (wishes, catalogue, staff) = tokio::try_join!(
        async { waitlist.line(&branch.id, date).await.map_err(Refusal::from) },
        async { catalogue.read().await.map_err(Refusal::from) },
        async { staff.all().await.map_err(Refusal::from) },
    )?;
    let shown = WaitlistPage { asked: &asked, branches: &branches, branch, date, catalogue: &catalogue, staff: &staff };
    Page::private(&caller, "Waitlist", shown.render(&wishes))
}

struct WaitlistPage<'a> {
    asked: &'a Asked,
    branches: &'a [Stored<Branch>],
    branch: &'a Branch,
    date: IstDate,
    catalogue: &'a Catalogue,
    staff: &'a [Stored<StaffMember>],
}

impl WaitlistPage<'_> {
    fn render(&self, wishes: &[DeskWishView]) -> Markup {
        let words = &self.asked.words;
        let day = format::near_day(words, self.date, self.asked.today);
        html! {
            div.toolbar { h1 { "Waitlist" } p { (day) ", " (self.branch.name) } }
            (self.filters())
            (needs_script(words))
            @if self.branch.settings.slot_policy != SlotPolicy::Staffed {
                p.notice { "This branch takes requests for any time, so nobody waits here. A waitlist needs the policy “staffed”." }
            } @else if wishes.is_empty() {
                (empty(pictures::drawn(Motif::Mirror), "Nobody waits for this day.", html! {}))
            } @else {
                ol.plain-rows { @for wish in wishes { li { (self.wish(wish)) } } }
                @for wish in wishes.iter().filter(|wish| wish.wish.state != WishState::Offered) { (self.offer_dialog(wish)) }
            }
        }
    }

    /// The day, the days around it, and the branch.
    fn filters(&self) -> Markup {
        let to = |date: IstDate| address(self.asked, &[("date", date.to_string().as_str())]);
        html! {
            form.filters method="get" action="/waitlist" {
                (Input::new("date", "Date").kind("date").value(self.date.to_string()))
                @if self.branches.len() > 1 { (Input::choice("branchId", "Branch", branch_options(self.branches), Some(self.branch.id.as_str()))) }
                button.button type="submit" { "Show" }
                a.ghost.button rel="prev" href=(to(self.date.minus_days(1))) { "Day before" }
                a.ghost.button rel="next" href=(to(self.date.plus_days(1))) { "Day after" }
            }
        }
    }

    fn wish(&self, row: &DeskWishView) -> Markup {
        let (words, wish) = (&self.asked.words, &row.wish);
        let who = format!("wish-{}", wish.id);
        let call = format!("DELETE /api/waitlist/{}", paths::encoded(wish.id.as_str()));
        let question = format!("Take {} off the waitlist?", row.customer_name);
        let remove = html! { button.ghost.button.small type="submit" aria-describedby=(who) { "Remove" } };
        html! {
            div id=(who) {
                strong {
                    @if let Some(place) = wish.position { (place) ". " }
                    a href=(format!("/customers/{}", paths::encoded(row.customer_id.as_str()))) { (row.customer_name) }
                }
                " " (state_badge(wish.state))
                p { (self.services(row)) }
                p.fine {
                    (format::hours(words, wish.from, wish.to))
                    @if let Some(name) = wish.staff_id.as_ref().and_then(|id| self.name(id)) { ", with " (name) }
                    ", waiting since " (format::moment(words, row.created_at, self.asked.today))
                }
                @if let Some(offer) = &wish.offer { p { (self.offer(offer)) } }
            }
            div.actions {
                @if wish.state != WishState::Offered {
                    (opener(&format!("offer-{}", wish.id), "Offer a time", "button small"))
                }
                (Form::new(&format!("remove-{}", wish.id), call, remove)
                    .then("reload").say("Removed from the waitlist.").ask(question).class("inline"))
            }
        }
    }

    fn services(&self, row: &DeskWishView) -> String {
        let names = row.wish.service_ids.iter().filter_map(|id| self.catalogue.service(id));
        names.map(|service| service.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn offer(&self, offer: &TimeOfferView) -> Markup {
        let words = &self.asked.words;
        let mut people: Vec<&str> = offer.plan.iter().filter_map(|part| self.name(&part.staff_id)).collect();
        people.dedup();
        html! {
            strong { (format::near_day(words, offer.date, self.asked.today)) ", " (format::time(words, offer.start_time)) }
            " with " (people.join(", ")) " is held until " (format::time(words, offer.expires_at.ist_time())) "."
        }
    }

    fn offer_dialog(&self, row: &DeskWishView) -> Markup {
        let wish = &row.wish;
        let id = format!("offer-{}", wish.id);
        let able = self.staff.iter().filter(|member| member.can_do(&self.branch.id, &wish.service_ids));
        let people = able.map(|member| (member.id.to_string(), member.display_name.clone()));
        let wished = wish.staff_id.as_ref().map(|id| id.as_str());
        let fields = html! {
            p { (row.customer_name) ": " (self.services(row)) ". The time is held for 15 minutes, and the customer is told." }
            (Input::new("date", "Date").kind("date").within(&id).required().value(self.date.to_string())
                .with("min", self.asked.today.to_string()))
            (Input::new("startTime", "Time").kind("time").within(&id).required().value(wish.from.to_string()).with("step", "300"))
            (Input::choice("staffId", "Person", people, wished).within(&id))
            div.actions { (submit("Offer")) }
        };
        let call = format!("POST /api/waitlist/{}/offer", paths::encoded(wish.id.as_str()));
        let title = format!("Offer a time to {}", row.customer_name);
        let form = format!("{id}-form");
        Form::new(&form, call, fields).then("reload").say("Offered.").in_dialog(&self.asked.words, &id, &title)
    }

    fn name(&self, id: &StaffId) -> Option<&str> {
        self.staff.iter().find(|member| member.id == *id).map(|member| member.display_name.as_str())
    }
}

fn state_badge(state: WishState) -> Markup {
    match state {
        WishState::Waiting => badge(Tone::Waiting, "Waiting"),
        WishState::Offered => badge(Tone::Good, "Offered"),
        WishState::Paused => badge(Tone::Calm, "Paused"),
        WishState::Accepted => badge(Tone::Good, "Booked"),
        WishState::Ended => badge(Tone::Calm, "Ended"),
    }
}
