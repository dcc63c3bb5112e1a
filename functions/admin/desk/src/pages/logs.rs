//! `/logs`: what was changed by whom, which jobs ran, which notifications left, each with its filters.

use axum::extract::State;
use maud::{Markup, html};
use parlour_http::{Given, Refusal};
use parlour_pages::parts::Head::{Amount, Text};
use parlour_pages::parts::{self, Input, ListTable, PagesBy, Tone, badge, empty};
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Asked, Page, PageAnswer, format, paths};
use parlour_people::auth::Caller;
use parlour_platform::notifications::NotificationStatus;
use parlour_platform::operations::{
    AuditAnswer, AuditRequest, AuditView, JobLogRequest, JobRunView, NotificationLogRequest, NotificationLogView,
    Operations, RunOutcome, VerifyAnswer, VerifyRequest,
};
use parlour_storage::paging::Meta;
use parlour_storage::salon::Salon;
use parlour_values::gst::GstRate;
use parlour_values::money::Paise;
use parlour_values::time::Instant;
use serde_json::Value;

use super::fields::named;
use crate::filters::{self, Filters, address, pager, parameter, typed_day};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Log {
    Audit,
    Jobs,
    Notifications,
}

impl Log {
    const ALL: [Self; 3] = [Self::Audit, Self::Jobs, Self::Notifications];

    const fn key(self) -> &'static str {
        match self {
            Self::Audit => "audit",
            Self::Jobs => "jobs",
            Self::Notifications => "notifications",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Audit => "Audit log",
            Self::Jobs => "Job runs",
            Self::Notifications => "Sent notifications",
        }
    }

    fn asked(asked: &Asked) -> Self {
        let wanted = parameter(asked, "log");
        Self::ALL.into_iter().find(|log| Some(log.key()) == wanted.as_deref()).unwrap_or(Self::Audit)
    }
}

pub async fn page(State(salon): State<Salon>, Given(caller): Given<Caller>, asked: Asked) -> PageAnswer {
    let log = Log::asked(&asked);
    let shown = match log {
        Log::Audit => audit(&salon, &asked).await?,
        Log::Jobs => jobs(&salon, &asked).await?,
        Log::Notifications => notifications(&salon, &asked).await?,
    };
    let main = html! {
        div.toolbar { h1 { "Logs" } }
        nav.tabs-line aria-label="Logs" {
            ul {
                @for one in Log::ALL {
                    li { a href=(format!("/logs?log={}", one.key())) aria-current=[(one == log).then_some("page")] { (one.title()) } }
                }
            }
        }
        (shown)
    };
    Page::private(&caller, log.title(), main)
}

fn when(asked: &Asked, at: Instant) -> Markup {
    html! { time datetime=(at) { (format::moment(&asked.words, at, asked.today)) } }
}

fn nothing(text: &str) -> Markup {
    empty(pictures::drawn(Motif::Leaf), text, html! {})
}

// ---- The audit log.

async fn audit(salon: &Salon, asked: &Asked) -> Result<Markup, Refusal> {
    let filters = filters::read::<AuditRequest>(asked)?;
    let operations = Operations::of(salon);
    let verified = match parameter(asked, "verify") {
        Some(_) => {
            let days = filters::read::<VerifyRequest>(asked)?;
            Some((operations.verify(&days.wanted).await?, days))
        }
        None => None,
    };
    let answer = operations.audit(&filters.wanted).await?;
    Ok(html! {
        (filters.notice())
        (audit_filters(asked, &filters))
        @if let Some((answer, days)) = &verified { (days.notice()) (verification(asked, answer)) }
        @if answer.entries.is_empty() { (nothing("Nothing was changed in these days. Without a first day, the last thirty are shown.")) }
        @else { (audit_table(asked, &answer)) }
        @if let Some(cursor) = &answer.next_cursor {
            (parts::pager(&asked.words, PagesBy::Age, 1, true,
                |_| address(asked, &[("cursor", cursor), ("verify", "")])))
        }
    })
}

fn audit_filters(asked: &Asked, filters: &Filters<AuditRequest>) -> Markup {
    let wanted = &filters.wanted;
    let text = |text: Option<&str>| text.map(str::to_owned);
    html! {
        form.filters method="get" action="/logs" {
            input type="hidden" name="log" value="audit";
            (Input::new("entityType", "Kind of record").value(text(wanted.entity_type.as_deref())).with("maxlength", "60").with("placeholder", "booking"))
            (Input::new("entityId", "Its id").value(text(wanted.entity_id.as_deref())).with("maxlength", "120"))
            (Input::new("actorId", "Who").value(text(wanted.actor_id.as_deref())).with("maxlength", "120").with("placeholder", "user id"))
            (Input::new("from", "From").kind("date").value(typed_day(asked, "from", wanted.from)))
            (Input::new("to", "To").kind("date").value(typed_day(asked, "to", wanted.to)))
            button.button type="submit" { "Show" }
            button.ghost.button type="submit" name="verify" value="yes" { "Verify" }
            a.ghost.button href="/logs" { "Clear" }
        }
    }
}

/// Whether the log is as it was sealed.
fn verification(asked: &Asked, answer: &VerifyAnswer) -> Markup {
    let day = |day| format::full_date(&asked.words, day);
    let tampered = answer.broken.len().saturating_sub(answer.expired);
    html! {
        section aria-labelledby="verified" role="status" {
            h2 id="verified" { "Verified: " (day(answer.from)) " to " (day(answer.to)) }
            p {
                @if tampered == 0 { (badge(Tone::Good, "As it was sealed")) } @else { (badge(Tone::Bad, &format!("{tampered} broken"))) }
                " " (answer.checked) " compared."
                @if answer.expired > 0 { " " (answer.expired) " have expired." }
            }
            @if answer.is_cut {
                p.notice {
                    "This is not all: the days hold too much for one look. "
                    @if let Some(next) = answer.next_from {
                        a href=(address(asked, &[("from", &next.to_string())])) { "Go on from " (day(next)) }
                    }
                }
            }
            @if !answer.broken.is_empty() {
                details open[tampered > 0] {
                    summary { "Which" }
                    ul { @for broken in &answer.broken { li { (broken.reason.as_str()) " " code { (broken.id) } } } }
                }
            }
            @if let Some(head) = &answer.head { p.fine { "Last hash " code.as-written { (head) } } }
        }
    }
}

fn audit_table(asked: &Asked, answer: &AuditAnswer) -> Markup {
    html! {
        (ListTable::new(&[Text("When"), Text("Action"), Text("Record"), Text("Who"), Text("Changes")],
            html! { @for entry in &answer.entries { (audit_row(asked, entry)) } })
            .class("log").caption("What was changed, newest first"))
    }
}

fn audit_row(asked: &Asked, entry: &AuditView) -> Markup {
    let of_record = format!(
        "/logs?log=audit&entityType={}&entityId={}",
        paths::encoded(&entry.entity_type),
        paths::encoded(&entry.entity_id)
    );
    let of_actor = format!("/logs?log=audit&actorId={}", paths::encoded(&entry.actor_id));
    html! {
        tr {
            td.when { (when(asked, entry.at)) }
            th scope="row" { (entry.action) }
            td { (entry.entity_type) " " a href=(of_record) title=(entry.entity_id) { code { (ending(&entry.entity_id)) } } }
            td { (entry.actor_role) " " a href=(of_actor) title=(entry.actor_id) { code { (ending(&entry.actor_id)) } } }
            td { (amounts(&entry.changes)) (json(&entry.changes)) p.fine { "request " code { (entry.request_id) } } }
        }
    }
}

/// The end of an id, which tells ids of one moment apart; short names stay whole.
fn ending(id: &str) -> String {
    const SHOWN: usize = 10;
    match id.char_indices().rev().nth(SHOWN - 1).filter(|(at, _)| *at > SHOWN) {
        Some((at, _)) => format!("…{}", id.get(at..).unwrap_or(id)),
        None => id.to_owned(),
    }
}

/// The amounts that were changed, as they were and as they are.
fn amounts(changes: &Value) -> Markup {
    let changed = changes.get("amounts").and_then(Value::as_object);
    let told = |name: &str, amount: Option<&Value>| match amount.and_then(Value::as_i64) {
        None => "none".to_owned(),
        Some(amount) if name.ends_with("Paise") => Paise(amount).to_string(),
        Some(rate) if name.ends_with("Bps") => {
            u32::try_from(rate).ok().and_then(GstRate::from_bps).map_or_else(|| rate.to_string(), GstRate::label)
        }
        Some(percentage) if name.ends_with("Percentage") => format!("{percentage}%"),
        Some(amount) => amount.to_string(),
    };
    html! {
        @for (name, change) in changed.into_iter().flatten() {
            p { (amount_word(name)) ": " (told(name, change.get("from"))) " → " strong { (told(name, change.get("to"))) } }
        }
    }
}

fn amount_word(name: &str) -> &str {
    match name {
        "pricePaise" | "defaultPricePaise" => "Price",
        "gstRateBps" => "GST rate",
        "gemsRequired" => "Gems",
        "discountPercentage" | "discountAmountPaise" => "Discount",
        "comboPricePaise" => "Combo price",
        other => other,
    }
}

/// Short JSON in sight, long JSON to be opened.
fn json(value: &Value) -> Markup {
    let text = value.to_string();
    html! {
        @if value.is_null() { "–" }
        @else if text.len() <= 120 { code.as-written { (text) } }
        @else { details { summary { "Show" } code.as-written { (text) } } }
    }
}

// ---- Runs of jobs.

async fn jobs(salon: &Salon, asked: &Asked) -> Result<Markup, Refusal> {
    let filters = filters::read::<JobLogRequest>(asked)?;
    let (answer, meta) = Operations::of(salon).runs(&filters.wanted).await?;
    Ok(html! {
        (filters.notice())
        @if answer.runs.is_empty() { (nothing("No job has run yet.")) }
        @else {
            (counted(&meta, "run"))
            (ListTable::new(&[Text("Started"), Text("Job"), Text("Outcome"), Amount("Took"), Text("Result")],
                html! { @for run in &answer.runs { (run_row(asked, run)) } })
                .class("log").caption("Runs of jobs, newest first"))
            (pager(asked, &meta))
        }
    })
}

fn run_row(asked: &Asked, run: &JobRunView) -> Markup {
    let took = run.finished_at.since(run.started_at).num_milliseconds();
    html! {
        tr {
            td.when { (when(asked, run.started_at)) }
            th scope="row" { (run.job) }
            td {
                @match run.outcome {
                    RunOutcome::Succeeded => (badge(Tone::Good, "Succeeded")),
                    RunOutcome::Failed => (badge(Tone::Bad, "Failed")),
                }
            }
            td.amount { (took) " ms" }
            td {
                @if let Some(error) = &run.error { p { (error) } }
                (json(run.result.as_ref().unwrap_or(&Value::Null)))
            }
        }
    }
}

// ---- Notifications that were sent, or were not.

async fn notifications(salon: &Salon, asked: &Asked) -> Result<Markup, Refusal> {
    let filters = filters::read::<NotificationLogRequest>(asked)?;
    let (answer, meta) = Operations::of(salon).notifications_log(&filters.wanted).await?;
    let status = filters.wanted.status.unwrap_or(NotificationStatus::Failed);
    Ok(html! {
        (filters.notice())
        form.filters method="get" action="/logs" {
            input type="hidden" name="log" value="notifications";
            (Input::choice("status", "Status", named(NotificationStatus::ALL, status_name), Some(status.as_str()))
                .optional())
            button.button type="submit" { "Show" }
        }
        @if answer.notifications.is_empty() {
            (nothing(&format!("None is {} this month or last.", status_name(status).to_lowercase())))
        } @else {
            (counted(&meta, "message"))
            (ListTable::new(&[Text("Made"), Text("What"), Text("To"), Text("Channel"), Text("Status"), Text("Error")],
                html! { @for row in &answer.notifications { (notification_row(asked, row)) } })
                .class("log").caption("Notifications by delivery status, newest first"))
            (pager(asked, &meta))
        }
    })
}

const fn status_name(status: NotificationStatus) -> &'static str {
    match status {
        NotificationStatus::Pending => "Pending",
        NotificationStatus::Sent => "Sent",
        NotificationStatus::Failed => "Failed",
    }
}

fn notification_row(asked: &Asked, row: &NotificationLogView) -> Markup {
    let tone = match row.status {
        NotificationStatus::Pending => Tone::Waiting,
        NotificationStatus::Sent => Tone::Good,
        NotificationStatus::Failed => Tone::Bad,
    };
    html! {
        tr {
            td.when { (when(asked, row.created_at)) }
            th scope="row" {
                @match &row.booking_id {
                    Some(id) => a href=(paths::booking(id)) { (row.kind.as_str()) },
                    None => (row.kind.as_str()),
                }
            }
            td { code title=(row.user_id) { (ending(row.user_id.as_str())) } }
            td { (row.channel) }
            td { (badge(tone, status_name(row.status))) }
            td { (row.error.as_deref().unwrap_or("–")) }
        }
    }
}

fn counted(meta: &Meta, what: &str) -> Markup {
    let count = meta.total_count.unwrap_or(0);
    let many = if count == 1 { "" } else { "s" };
    html! { p.quiet { (count) " " (what) (many) ", page " (meta.page) " of " (meta.total_pages) } }
}
