//! The salon as it was: the same table and the same routers, at an earlier moment.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, header};
use futures::future::try_join_all;
use http_body_util::BodyExt as _;
use parlour_booking::bookings::Booking;
use parlour_http::{ClientIp, session_cookie_name};
use parlour_money::invoices::{Invoice, Invoices};
use parlour_people::auth::{Origin, Sessions, User};
use parlour_senders::Outbound;
use parlour_senders::document::storage_key;
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::events::{EventItem, seal, unsealed_on};
use parlour_storage::outbox::{QueueEntry, Task};
use parlour_storage::salon::{Salon, SalonParts};
use parlour_storage::table::{AtomicWrite, Bulk, Key, Record, Stored, TableError, WriteError, keys};
use parlour_values::id::{BookingId, InvoiceId, Random};
use parlour_values::time::{Clock, Instant, IstDate};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::gateway;

/// How many messages of one time are in the feeds.
const TOLD: usize = 6;
/// How many messages one event of the demo carries on.
const CARRIED: usize = 10;

pub struct Past {
    salon: Salon,
    /// The days on which something may have happened since the last look at them.
    days: Mutex<BTreeSet<IstDate>>,
    /// When all of it is over.
    now: Instant,
    customer_app: Router,
    admin_app: Router,
    sessions: Vec<Key>,
    /// The events up to the last look at it.
    seen: Vec<EventItem>,
}

/// Somebody signed in, back then.
pub struct SignedInUser {
    app: App,
    cookie: String,
}

impl Past {
    pub fn of(salon: &Salon, start: Instant) -> Self {
        let (clock, now) = (Clock::fixed(start), salon.clock.now());
        let salon = Salon::new(SalonParts {
            table: salon.table.clone(),
            random: Random::from_system(clock.clone()),
            clock,
            settings: salon.settings.clone(),
            outbound: Outbound::unconfigured(),
        });
        let [customer_app, admin_app] = [App::Customer, App::Admin].map(|app| gateway::router(app, &salon));
        let days = Mutex::new(BTreeSet::from([start.ist_date()]));
        Self { salon, days, now, customer_app, admin_app, sessions: Vec::new(), seen: Vec::new() }
    }

    /// Lets time pass up to this moment.
    pub fn go_to(&self, moment: Instant) {
        self.salon.clock.set(moment);
        self.days.lock().unwrap_or_else(PoisonError::into_inner).insert(moment.ist_date());
    }

    pub fn today(&self) -> IstDate {
        self.salon.clock.today()
    }

    pub async fn sign_in(&mut self, user: &User, app: App) -> Result<SignedInUser, WriteError> {
        let act = Act::of_job("demo", "demo", self.salon.clock.now());
        let begun = Sessions::of(&self.salon).begin(&act, user, app, Origin::default(), None).await;
        let (credential, session) = begun.map_err(|setback| TableError::Unavailable(setback.to_string()))?;
        self.sessions.push(session.key());
        let name = session_cookie_name(&self.salon.settings, app);
        Ok(SignedInUser { app, cookie: format!("{name}={}", credential.cookie_value()) })
    }

    /// The app's answer, if it agreed. The demo goes on without what it refused.
    pub async fn ask(&self, guest: &SignedInUser, method: Method, path: &str, body: Value) -> Option<Value> {
        let router = match guest.app {
            App::Customer => &self.customer_app,
            App::Admin => &self.admin_app,
        };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::COOKIE, &guest.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .extension(ClientIp("demo".to_owned()))
            .body(Body::from(body.to_string()))
            .ok()?;
        let Ok(response) = router.clone().oneshot(request).await;
        let status = response.status();
        let bytes = response.into_body().collect().await.ok()?.to_bytes();
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        if !status.is_success() {
            tracing::warn!(path, %status, %answer, "the demo does without this");
            return None;
        }
        answer.get("data").cloned()
    }

    pub async fn post(&self, guest: &SignedInUser, path: &str, body: Value) -> Option<Value> {
        self.ask(guest, Method::POST, path, body).await
    }

    pub async fn patch(&self, guest: &SignedInUser, path: &str, body: Value) -> Option<Value> {
        self.ask(guest, Method::PATCH, path, body).await
    }

    /// Writes something as it was back then, whatever there is by now.
    pub async fn put<R: Record>(&self, record: &R) -> Result<(), TableError> {
        let mut records = Bulk::new();
        records.put(record);
        records.write(&self.salon.table).await
    }

    pub async fn get<R: Record>(&self, key: &Key) -> Result<Option<Stored<R>>, TableError> {
        self.salon.table.get(key).await
    }

    /// The events since the last look, with what followed from them at the time: people were told, invoices printed.
    pub async fn follow_up(&mut self) -> Result<(), WriteError> {
        let mut events = self.happened().await?;
        let messages: Vec<QueueEntry> = events.iter().flat_map(|event| event.messages.clone()).collect();
        self.seen.append(&mut events);
        self.tell(&messages).await;
        self.file(&messages).await
    }

    /// The events that have not been seen yet.
    async fn happened(&self) -> Result<Vec<EventItem>, TableError> {
        let only_today = BTreeSet::from([self.today()]);
        let days = std::mem::replace(&mut *self.days.lock().unwrap_or_else(PoisonError::into_inner), only_today);
        let mut events = unsealed_on(&self.salon.table, &days).await?;
        events.retain(|event| self.seen.iter().all(|seen| seen.id != event.id));
        Ok(events)
    }

    /// People's feeds have the last of it, though nothing is sent now.
    async fn tell(&self, messages: &[QueueEntry]) {
        let mut told: Vec<&QueueEntry> = messages.iter().filter(|item| matches!(item.task, Task::Notify(_))).collect();
        told.sort_by_key(|item| item.due);
        for item in told.iter().rev().take(TOLD).rev() {
            self.go_to(item.due);
            if let Err(error) = parlour_platform::jobs::deliver(&self.salon, &item.message()).await {
                tracing::warn!(%error, task = item.task.name(), "the demo does without this message");
            }
        }
    }

    /// The invoices of the time were printed then; the console prints them again when somebody looks.
    async fn file(&self, messages: &[QueueEntry]) -> Result<(), WriteError> {
        let printed = messages.iter().filter_map(|item| match &item.task {
            Task::InvoicePdf { booking_id, invoice_id, .. } => Some((booking_id.as_ref(), invoice_id.as_ref())),
            _ => None,
        });
        try_join_all(printed.map(|(booking, invoice)| self.file_one(booking, invoice))).await?;
        Ok(())
    }

    async fn file_one(&self, booking: Option<&BookingId>, invoice: Option<&InvoiceId>) -> Result<(), WriteError> {
        let Some(invoice) = self.invoice(booking, invoice).await? else { return Ok(()) };
        let mut write = AtomicWrite::new(&self.salon.random);
        let pdf_key = storage_key(&invoice.id);
        write.changes.replace(&invoice, &Invoice { pdf_key, ..invoice.record.clone() });
        write.commit(&self.salon.table).await
    }

    async fn invoice(
        &self,
        booking: Option<&BookingId>,
        invoice: Option<&InvoiceId>,
    ) -> Result<Option<Stored<Invoice>>, TableError> {
        let of_booking = match booking {
            Some(id) => {
                self.salon.table.get::<Booking>(&keys::booking(id)).await?.and_then(|found| found.record.invoice_id)
            }
            None => None,
        };
        match invoice.or(of_booking.as_ref()) {
            Some(id) => Invoices::of(&self.salon).get(id).await,
            None => Ok(None),
        }
    }

    /// Everybody leaves. All of it is in the feed; messages that would long have been delivered are not delivered now,
    /// and those that are due later wait in events of their own.
    pub async fn end(mut self) -> Result<(), WriteError> {
        let now = self.now;
        self.go_to(now);
        let mut events = self.happened().await?;
        events.append(&mut self.seen);
        seal(&self.salon.table, &events, now).await?;
        let later = events.into_iter().flat_map(|event| event.messages).filter(|message| message.due > now);
        let later: Vec<QueueEntry> = later.collect();
        let act = Act::of_job("demo", "demo", now);
        for carried in later.chunks(CARRIED) {
            let mut transaction = self.salon.transaction(&act);
            for entry in carried {
                transaction.enqueue(entry.message());
            }
            transaction.commit().await.map_err(|setback| TableError::Unavailable(setback.to_string()))?;
        }
        Ok(self.salon.table.forget_many(self.sessions).await?)
    }
}
