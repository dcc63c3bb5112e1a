//! `/waitlist`: what one waits for, one's place in line, and an answer to what is offered.

use axum::extract::State;
use maud::{Markup, html};
use parlour_booking::waitlist::{TimeOfferView, Waitlist, WishState, WishView};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::{Form, Tone, badge, empty, needs_script, submit};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, Words, format, paths};
use parlour_people::auth::Caller;
use parlour_people::staff::{Staff, StaffMember};
use parlour_setup::branches::{Branch, Branches};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::salon::Salon;
use parlour_storage::table::Stored;
use parlour_values::id::StaffId;
use parlour_values::translations::Translated as _;

use super::catalogue::names;

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let (waitlist, catalogue, branches, staff) =
        (Waitlist::of(&salon), CatalogueStore::of(&salon), Branches::of(&salon), Staff::of(&salon));
    let (wishes, catalogue, branches, staff) = tokio::try_join!(
        async { waitlist.of_customer(&caller.user.id).await.map_err(Refusal::from) },
        async { catalogue.read().await.map_err(Refusal::from) },
        async { branches.all().await.map_err(Refusal::from) },
        async { staff.all().await.map_err(Refusal::from) },
    )?;
    let shown = WaitlistData { asked: &asked, catalogue: &catalogue, branches: &branches, staff: &staff };
    Page::private(&caller, asked.words.waitlist(), shown.render(&wishes))
}

struct WaitlistData<'a> {
    asked: &'a Asked,
    catalogue: &'a Catalogue,
    branches: &'a [Stored<Branch>],
    staff: &'a [Stored<StaffMember>],
}

impl WaitlistData<'_> {
    fn words(&self) -> &Words {
        &self.asked.words
    }

    fn render(&self, wishes: &[WishView]) -> Markup {
        let words = self.words();
        let (open, over): (Vec<&WishView>, Vec<&WishView>) = wishes.iter().partition(|wish| wish.state.is_open());
        html! {
            div.page-head { h1 { (words.waitlist()) } p.lead { (words.waitlist_lead()) } }
            (needs_script(words))
            @if open.is_empty() {
                (empty(pictures::drawn(Motif::Flower), &words.no_wishes(), html! { a.button href="/book" { (words.book_a_visit()) } }))
            } @else {
                ul.wishes { @for wish in open { li.wish { (self.wish(wish)) } } }
            }
            @if !over.is_empty() {
                section aria-labelledby="past" {
                    h2 id="past" { (words.past()) }
                    ul.wishes { @for wish in over { li.wish { (self.about(wish)) } } }
                }
            }
        }
    }

    fn wish(&self, wish: &WishView) -> Markup {
        let words = self.words();
        let remove = html! { button.ghost.button.small type="submit" { (words.remove()) } };
        let call =
            |method: &str, step: &str| format!("{method} /api/waitlist/{}{step}", paths::encoded(wish.id.as_str()));
        html! {
            (self.about(wish))
            @if let Some(offer) = &wish.offer {
                div.wish-offer {
                    p.wish-when { strong { (self.when(offer)) } }
                    p { (words.held_until(format::time(words, offer.expires_at.ist_time()))) }
                    div.actions {
                        (Form::new(&format!("accept-{}", wish.id), call("POST", "/accept"), html! {
                            input type="hidden" name="date" value=(offer.date);
                            input type="hidden" name="startTime" value=(offer.start_time);
                            (submit(&words.accept()))
                        }).then("/bookings/{id}").say(words.said_accepted()).class("inline"))
                        (Form::new(&format!("decline-{}", wish.id), call("POST", "/decline"), html! {
                            button.ghost.button type="submit" { (words.decline()) }
                        }).then("reload").say(words.said_declined()).ask(self.decline_question(offer)).class("inline"))
                    }
                }
            }
            (Form::new(&format!("remove-{}", wish.id), call("DELETE", ""), remove)
                .then("reload").say(words.said_removed()).ask(self.remove_question(wish)).class("inline"))
        }
    }

    /// The wish, and how it stands.
    fn about(&self, wish: &WishView) -> Markup {
        let (words, today) = (self.words(), self.asked.today);
        let days = wish.dates.iter().map(|date| format::near_day(words, *date, today));
        let branch = self.branches.iter().find(|branch| branch.id == wish.branch_id);
        html! {
            div.wish-head {
                h2 { (self.services(wish)) }
                (state_badge(words, wish.state))
            }
            p {
                (days.collect::<Vec<_>>().join(", ")) ", "
                (format::hours(words, wish.from, wish.to))
            }
            p.fine {
                @if let Some(branch) = branch { (branch.name_in(words.language)) }
                @if let Some(name) = wish.staff_id.as_ref().and_then(|id| self.name(id)) { " · " (name) }
            }
            @if let Some(place) = wish.position.filter(|_| wish.offer.is_none()) {
                p { strong { (words.place_in_line(place)) } }
            }
            @if wish.state == WishState::Paused { p.notice { (words.wish_paused_explained()) } }
        }
    }

    fn services(&self, wish: &WishView) -> String {
        let services = wish.service_ids.iter().filter_map(|id| self.catalogue.service(id));
        names(self.words(), services.map(|service| &service.record))
    }

    fn decline_question(&self, offer: &TimeOfferView) -> String {
        let (words, today) = (self.words(), self.asked.today);
        let (day, time) = (format::day(words, offer.date, today), format::time(words, offer.start_time));
        words.decline_sure(format!("{day}, {time}"))
    }

    fn remove_question(&self, wish: &WishView) -> String {
        let (words, today) = (self.words(), self.asked.today);
        let days = wish.dates.iter().map(|date| format::day(words, *date, today));
        words.remove_sure(format!("{}, {}", self.services(wish), days.collect::<Vec<_>>().join(", ")))
    }

    /// "Tomorrow, 2:00 pm · Asha, Meera".
    fn when(&self, offer: &TimeOfferView) -> String {
        let words = self.words();
        let mut people: Vec<&str> = offer.plan.iter().filter_map(|part| self.name(&part.staff_id)).collect();
        people.dedup();
        let when = format!(
            "{}, {}",
            format::near_day(words, offer.date, self.asked.today),
            format::time(words, offer.start_time)
        );
        if people.is_empty() { when } else { format!("{when} · {}", people.join(", ")) }
    }

    fn name(&self, id: &StaffId) -> Option<&str> {
        self.staff.iter().find(|member| member.id == *id).map(|member| member.display_name.as_str())
    }
}

fn state_badge(words: &Words, state: WishState) -> Markup {
    let (tone, text) = match state {
        WishState::Waiting => (Tone::Waiting, words.wish_waiting()),
        WishState::Offered => (Tone::Good, words.wish_offered()),
        WishState::Paused => (Tone::Calm, words.wish_paused()),
        WishState::Accepted => (Tone::Good, words.wish_accepted()),
        WishState::Ended => (Tone::Calm, words.wish_ended()),
    };
    badge(tone, &text)
}
