//! Data held about a person, list by list, and the files it becomes.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use crate::notifications::{NotificationView, Notifications, Subscription};
use parlour_booking::bookings::{BookingView, Bookings};
use parlour_booking::feeds::{FeedOf, Feeds};
use parlour_booking::repeats::{RepeatView, Repeats};
use parlour_booking::waitlist::{Waitlist, WishView};
use parlour_money::checkout::OfferDay;
use parlour_money::gems::{GemTransaction, GemTransactionView, GemsAccount, GemsStore, GemsSummary};
use parlour_money::invoices::{CreditNote, CreditNoteView, Invoice, InvoiceView, Invoices};
use parlour_money::memberships::{Memberships, OwnMembership};
use parlour_people::auth::{Caller, Session, SessionUserView, Sessions};
use parlour_people::customers::{
    AccessKind, AccessLog, AccessLogRequest, Consents, CustomerCard, CustomerNote, Customers, Erasure, Profile,
    ProfileView, Profiles, TagAssignment,
};
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, Record, Stored, TableError, keys};
use parlour_values::id::{RepeatId, UserId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// The most lines of a list, the newest: more than anybody has, and fewer than an answer holds.
const MOST_LINES: usize = 5_000;

/// A bill with what was given back of it.
pub(super) struct InvoiceWithCredits {
    pub invoice: Invoice,
    pub credit_notes: Vec<CreditNote>,
}

pub(super) struct Contents {
    act: Act,
    user: SessionUserView,
    profile: Option<Profile>,
    card: Option<CustomerCard>,
    erasure: Option<Erasure>,
    tags: Vec<(String, Instant)>,
    preferred_staff: Option<String>,
    notes: Vec<CustomerNote>,
    consents: Consents,
    bookings: Vec<BookingView>,
    repeats: Vec<RepeatView>,
    wishes: Vec<WishView>,
    /// Newest first.
    pub bills: Vec<InvoiceWithCredits>,
    gems: Option<GemsAccount>,
    gem_lines: Vec<GemTransaction>,
    memberships: OwnMembership,
    offers_used: Vec<OfferDay>,
    notifications: Vec<NotificationView>,
    sessions: Vec<Session>,
    subscriptions: Vec<Subscription>,
    calendar_is_shared: bool,
    accesses: AccessLog,
}

impl Contents {
    pub async fn read(salon: &Salon, caller: &Caller) -> Result<Self, Setback> {
        let id = &caller.user.id;
        let (customers, profiles, sessions) = (Customers::of(salon), Profiles::of(salon), Sessions::of(salon));
        let (bookings, waitlist, feeds) = (Bookings::of(salon), Waitlist::of(salon), Feeds::of(salon));
        let (gems, memberships, notifications) =
            (GemsStore::of(salon), Memberships::of(salon), Notifications::of(salon));
        let single = [keys::profile(id), keys::customer_card(id), keys::erasure(id)];
        let [profile_key, card_key, erasure_key] = single.clone();
        let own_rows = async {
            tokio::try_join!(
                salon.table.get_many(single),
                all_of::<CustomerNote>(salon, id, keys::NOTE_PREFIX),
                all_of::<TagAssignment>(salon, id, keys::CUSTOMER_TAG_PREFIX),
                all_of::<GemTransaction>(salon, id, keys::GEM_PREFIX),
                all_of::<OfferDay>(salon, id, keys::OFFER_DAY_PREFIX),
                all_of::<Subscription>(salon, id, keys::PUSH_PREFIX),
                gems.account(id),
                customers.all_tags(),
            )
        };
        let asked = AccessLogRequest { customer_id: id.clone() };
        let lists = async {
            tokio::try_join!(
                profiles.consents(id),
                bookings.of_customer(id),
                waitlist.of_customer(id),
                bills(salon, id),
                memberships.of_customer(id),
                notifications.all_of(id),
                sessions.of_user(&caller.user),
                feeds.is_shared(id, FeedOf::Visits),
                customers.accesses(&asked),
            )
        };
        let (own_rows, lists) = tokio::try_join!(own_rows, lists)?;
        let (mut single, notes, assigned, gem_lines, offers_used, subscriptions, account, tags) = own_rows;
        let (consents, bookings, wishes, bills, memberships, notifications, sessions, calendar_is_shared, accesses) =
            lists;
        let profile = single.take::<Profile>(&profile_key)?;
        let card = single.take::<CustomerCard>(&card_key)?;
        let erasure = single.take::<Erasure>(&erasure_key)?;
        let preferred = profile.as_ref().and_then(|profile| profile.preferred_staff_id.clone());
        let staff = customers.staff_for(preferred.as_ref()).await?;
        let named = |id| tags.iter().find(|tag| tag.id == id).map(|tag| tag.name.to_string());
        let preferred_staff = staff.iter().find(|member| Some(&member.id) == preferred.as_ref());
        Ok(Self {
            act: caller.act.clone(),
            user: SessionUserView::from(&caller.user),
            tags: assigned.into_iter().filter_map(|tag| Some((named(tag.tag_id)?, tag.assigned_at))).collect(),
            preferred_staff: preferred_staff.map(|member| member.display_name.clone()),
            profile: profile.map(|profile| profile.record),
            card: card.map(|card| card.record),
            erasure: erasure.map(|erasure| erasure.record),
            notes,
            consents,
            repeats: repeats(salon, &bookings).await?,
            bookings,
            wishes,
            bills,
            gems: account.map(|account| account.record),
            gem_lines,
            memberships,
            offers_used,
            notifications,
            sessions,
            subscriptions,
            calendar_is_shared,
            accesses,
        })
    }

    /// The files, by name.
    pub fn files(&self, about: &mut About) -> Result<Vec<(String, String)>, TableError> {
        let (replies, notes): (Vec<&CustomerNote>, Vec<&CustomerNote>) =
            self.notes.iter().partition(|note| note.is_reply);
        let booked = cut(about, "bookings.json", &self.bookings);
        let bills: Vec<Value> = self.bills.iter().map(|bill| bill.told(&self.act)).collect();
        let gem_lines: Vec<GemTransactionView> = self.gem_lines.iter().map(GemTransactionView::from).collect();
        let files = [
            ("profile.json", self.person()),
            ("consents.json", written(&self.consents)?),
            ("bookings.json", written(&booked)?),
            ("repeats.json", written(&self.repeats)?),
            ("waitlist.json", written(&self.wishes)?),
            ("bills.json", written(&cut(about, "bills.json", &bills))?),
            (
                "gems.json",
                json!({
                    "summary": self.gems.as_ref().map(|account| GemsSummary::from(&account.account)),
                    "transactions": cut(about, "gems.json", &gem_lines),
                }),
            ),
            ("memberships.json", written(&self.memberships)?),
            ("offers.json", self.offers()),
            ("messages.json", written(&cut(about, "messages.json", &self.notifications))?),
            ("replies.json", noted(&cut(about, "replies.json", &replies))),
            ("notes.json", noted(&cut(about, "notes.json", &notes))),
            ("devices.json", self.devices()),
            ("accesses.json", self.looked()),
        ];
        let mut texts = Vec::with_capacity(files.len());
        for (name, content) in files {
            about.holds(name);
            let text = serde_json::to_string_pretty(&content).map_err(unwritable)?;
            texts.push((name.to_owned(), text));
        }
        Ok(texts)
    }

    fn person(&self) -> Value {
        let profile = self.profile.as_ref();
        let tags: Vec<Value> =
            self.tags.iter().map(|(name, since)| json!({ "name": name, "assignedAt": since })).collect();
        json!({
            "user": self.user,
            "profile": profile.map(ProfileView::from),
            "atTheDesk": {
                "email": profile.and_then(|profile| profile.email.as_ref()),
                "alerts": self.card.as_ref().and_then(|card| card.alerts.as_ref()),
                "tags": tags,
                "preferredStaffName": self.preferred_staff,
                "gstin": profile.and_then(|profile| profile.gstin.as_ref()),
                "legalName": profile.and_then(|profile| profile.legal_name.as_ref()),
                "duePaise": profile.map_or(Paise::ZERO, |profile| profile.due),
            },
            "erasure": self.erasure.as_ref().map(|asked| {
                json!({ "askedAt": asked.asked_at, "eraseOn": asked.erase_on, "reason": asked.reason })
            }),
        })
    }

    fn offers(&self) -> Value {
        let used = self.offers_used.iter();
        used.map(|day| json!({ "date": day.date, "offerId": day.offer_id, "invoiceId": day.invoice_id })).collect()
    }

    /// Their sessions and what is sent to their browsers and calendars; nothing with which anybody could sign in or
    /// read along.
    fn devices(&self) -> Value {
        let sessions = self.sessions.iter().map(|session| {
            json!({
                "createdAt": session.created_at,
                "lastUsedAt": session.updated_at,
                "expiresAt": session.expires_at,
                "ipAddress": session.ip_address,
                "userAgent": session.user_agent,
            })
        });
        let browsers = self.subscriptions.iter().map(|subscription| {
            let host = url::Url::parse(&subscription.endpoint).ok().and_then(|url| url.host_str().map(str::to_owned));
            json!({ "service": host, "isActive": subscription.is_active, "createdAt": subscription.created_at })
        });
        json!({
            "sessions": sessions.collect::<Value>(),
            "pushes": browsers.collect::<Value>(),
            "calendarIsShared": self.calendar_is_shared,
        })
    }

    /// On which days somebody looked or exported. Who it was is told by the salon, to whoever asks.
    fn looked(&self) -> Value {
        let lines = self.accesses.accesses.iter();
        let what = |kind: AccessKind| kind.as_str();
        lines.map(|line| json!({ "date": line.date, "what": what(line.what), "list": line.list })).collect()
    }
}

impl InvoiceWithCredits {
    fn told(&self, act: &Act) -> Value {
        let invoice = &self.invoice;
        // The desk's addresses of the documents are of no use to them: the documents are in the archive.
        let notes = self.credit_notes.iter();
        let notes: Vec<CreditNoteView> =
            notes.map(|note| CreditNoteView { pdf_url: None, ..CreditNoteView::new(note, act) }).collect();
        json!({
            "invoice": InvoiceView::new(invoice, App::Customer, act),
            "madeOutTo": {
                "name": invoice.customer_name,
                "phone": invoice.customer_phone,
                "gstin": invoice.customer_gstin,
                "legalName": invoice.customer_legal_name,
            },
            "creditNotes": notes,
            "voidedAt": invoice.voided_at,
        })
    }
}

async fn all_of<R: Record>(salon: &Salon, id: &UserId, prefix: &str) -> Result<Vec<R>, TableError> {
    let rows = Partition::of(keys::user_partition(id)).starting(prefix).newest_first();
    Ok(records(salon.table.query(rows).await?))
}

fn records<R>(rows: Vec<Stored<R>>) -> Vec<R> {
    rows.into_iter().map(|row| row.record).collect()
}

async fn bills(salon: &Salon, id: &UserId) -> Result<Vec<InvoiceWithCredits>, TableError> {
    let rows = Partition::g2(keys::invoices_of_customer(id)).newest_first();
    let documents = &Invoices::of(salon);
    let bills = salon.table.query::<Invoice>(rows).await?.into_iter().map(|row| async move {
        let is_credited = row.refunded > Paise::ZERO;
        let credit_notes = if is_credited { documents.credit_notes_of(&row.id).await? } else { Vec::new() };
        Ok(InvoiceWithCredits { invoice: row.record, credit_notes })
    });
    at_once::try_all(bills).await
}

/// The repeats that somebody's bookings belong to.
async fn repeats(salon: &Salon, bookings: &[BookingView]) -> Result<Vec<RepeatView>, Setback> {
    let ids: BTreeSet<&RepeatId> = bookings.iter().filter_map(|booking| booking.core.repeat_id.as_ref()).collect();
    let repeats = &Repeats::of(salon);
    let read = ids.into_iter().map(|id| async move {
        match repeats.view(id).await {
            Ok(answer) => Ok(Some(answer.repeat)),
            Err(Failure::Refused(_)) => Ok(None),
            Err(Failure::Setback(setback)) => Err(setback),
        }
    });
    Ok(at_once::try_all(read).await?.into_iter().flatten().collect())
}

fn written(content: &impl Serialize) -> Result<Value, TableError> {
    serde_json::to_value(content).map_err(unwritable)
}

fn unwritable(error: serde_json::Error) -> TableError {
    TableError::Unreadable { kind: "archive", reason: error.to_string() }
}

/// The notes, without who wrote them.
fn noted(notes: &[&CustomerNote]) -> Value {
    let told = |note: &&CustomerNote| {
        json!({
            "kind": note.kind,
            "bookingId": note.booking_id,
            "content": note.content,
            "createdAt": note.created_at,
        })
    };
    notes.iter().map(told).collect()
}

/// The newest lines of a list.
fn cut<T: Clone>(about: &mut About, name: &str, lines: &[T]) -> Vec<T> {
    if lines.len() > MOST_LINES {
        about.leaves_out(name, "oldest_lines");
    }
    lines.iter().take(MOST_LINES).cloned().collect()
}

/// The archive's description of itself.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct About {
    about: &'static str,
    made_at: Instant,
    user_id: UserId,
    files: Vec<String>,
    left_out: Vec<LeftOut>,
}

#[derive(Serialize)]
struct LeftOut {
    file: String,
    /// `too_large`: it did not fit with the newer ones; `not_made`: there is no document yet; `unreadable`: it could not be
    /// read now; `oldest_lines`: the file has the newest lines alone.
    reason: &'static str,
}

impl About {
    pub fn new(caller: &Caller) -> Self {
        Self {
            about: "Everything the salon holds about you: JSON files, and the documents of your bills. Moments are in UTC, \
                    amounts in paise. What could not be put in stands under leftOut; the salon gives it to you if you ask. \
                    Enquiries that you made without signing in are not in it, as nobody knows that they were yours.",
            made_at: caller.act.at,
            user_id: caller.user.id.clone(),
            files: Vec::new(),
            left_out: Vec::new(),
        }
    }

    pub fn holds(&mut self, file: &str) {
        self.files.push(file.to_owned());
    }

    pub fn leaves_out(&mut self, file: &str, reason: &'static str) {
        self.left_out.push(LeftOut { file: file.to_owned(), reason });
    }

    pub fn text(&self) -> Result<String, TableError> {
        serde_json::to_string_pretty(self).map_err(unwritable)
    }
}
