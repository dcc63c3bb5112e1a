//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_booking::feeds::CalendarAnswer;
use parlour_http::{Code, Limit, Routes, public, role};
use parlour_money::gems::GemsView;
use parlour_money::memberships::OwnMembership;
use parlour_people::customers::{ErasureRequest, ErasureView};
use parlour_settings::App;
use parlour_storage::paging::FeedPage;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::export::export;
use crate::handlers::gems::gems;
use crate::handlers::membership::membership;
use crate::handlers::{calendar, erasure};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/gems",
            gems,
            role(Role::Customer, "Gems: balance, history, what they buy")
                .id("gems.view")
                .about(
                    "The balance, the history newest first, and the services that gems buy. The first read opens the \
                     account. `meta.totalPages` is one more than this page while there may be more.",
                )
                .asks::<FeedPage>()
                .answers::<GemsView>(),
        )
        .get(
            "/api/membership",
            membership,
            role(Role::Customer, "The caller's membership with its sessions, and earlier ones")
                .id("membership.view")
                .about("The active membership or `null`, the sessions taken from it, and earlier memberships.")
                .answers::<OwnMembership>(),
        )
        .post(
            "/api/profile/calendar",
            calendar::share,
            role(Role::Customer, "An address from which calendars read the caller's visits")
                .id("profile.shareCalendar")
                .about(
                    "An address with a secret, to be subscribed to in a calendar. It is shown once; a new one ends the \
                     one before, and so does signing out everywhere else.",
                )
                .idempotent()
                .creates::<CalendarAnswer>(),
        )
        .delete(
            "/api/profile/calendar",
            calendar::end,
            role(Role::Customer, "End the calendar's address")
                .id("profile.endCalendar")
                .about("From then on the address leads nowhere. Refused where there is none.")
                .refuses(&[Code::NotFound])
                .answers::<Done>(),
        )
        .post(
            "/api/profile/erasure",
            erasure::ask,
            role(Role::Customer, "Ask to be erased")
                .id("profile.erase")
                .about(
                    "Everything personal is erased 48 hours later, at `eraseOn`; until then it can be taken back. Refused \
                     while bookings are ahead, with `details.bookingIds`, and while something is due, with \
                     `details.duePaise`. Invoices stay, with the name that tax law wants. Asked again, the answer is the \
                     same.",
                )
                .takes::<ErasureRequest>()
                .accepts::<ErasureView>(),
        )
        .delete(
            "/api/profile/erasure",
            erasure::take_back,
            role(Role::Customer, "Take back the wish to be erased")
                .id("profile.keep")
                .about("Refused where there is none.")
                .refuses(&[Code::NotFound])
                .answers::<Done>(),
        )
        .get(
            "/api/profile/export",
            export,
            role(Role::Customer, "Everything that is held about the caller")
                .id("profile.export")
                .about(
                    "A zip archive of JSON files and of the PDFs of the caller's bills; `about.json` in it lists them. Where \
                     not all PDFs fit, the oldest are left out, and listed as such. Three times a day.",
                )
                .answers_file("application/zip"),
        )
        .get(
            "/api/calendars/{address}",
            calendar::read,
            public("The calendar behind an address")
                .id("profile.readCalendar")
                .about(
                    "A calendar (RFC 5545) of a customer's visits or a staff member's work, from 30 days back to 180 \
                     days ahead and with at most 600 entries, without what was cancelled. An address that is wrong and \
                     one that has ended are answered alike.",
                )
                .revalidated()
                .limited(Limit::CALENDARS)
                .answers_file("text/calendar"),
        )
}
