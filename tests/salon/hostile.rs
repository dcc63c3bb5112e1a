//! Hostile text through every text field of every request, and out by every way it can leave: answers, pages, calendar
//! files, tables for spreadsheets, mails, pushes, chat, PDFs and logs. A field may refuse it; what it takes must come out as
//! text and nothing else.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_people::auth::{TokenSecret, User};
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_tests::{Reply, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::writer::OptionalWriter;

use crate::fields::{Call, is_named, requests, set, texts};
use crate::site::table::hostile_shop;
use crate::walk;

/// In every hostile text, to find it again.
const MARK: &str = "1+1*7q";

/// A formula, markup, quotes, four-byte letters of several parts, letters from right to left, a letter under many accents.
fn printable() -> String {
    let stacked = "\u{301}".repeat(30);
    format!(
        "={MARK}<script>alert(1)</script>\"><img src=x onerror=alert(2)>' & {{{{7*7}}}} \\, ; %00 \
         \u{1f9d6}\u{1f3fd}\u{200d}\u{2640}\u{fe0f} שלום مرحبا Z{stacked} javascript:alert(3)"
    )
}

/// The same with what no line of text should have: a null, a bell, line ends with a header behind them, and the marks that
/// turn the direction of what follows.
fn unprintable() -> String {
    format!("={MARK}\u{0}\u{7}\r\nBcc: mallory@example.test\r\nBEGIN:VEVENT\r\n\u{202e}\u{2066}\u{2028}{}", printable())
}

/// The fields that were tried, and those that were taken.
#[derive(Default)]
pub struct Hostile {
    /// `admin POST /api/tags name`.
    tried: BTreeSet<String>,
    taken: BTreeSet<String>,
    /// Everything that was answered, by call.
    answers: Vec<(String, Reply)>,
}

/// How often a body is tried again without the fields that were refused.
const TRIES: usize = 6;

impl Hostile {
    /// Tries a call with hostile text in all its fields, then without those that refuse it. Gives the answer of the first that
    /// succeeds; then the call is done.
    pub async fn before(&mut self, call: &Call<'_, '_>) -> Option<Reply> {
        let fields = texts(&call.schema);
        for sample in [unprintable(), printable()] {
            let mut left: Vec<_> = fields.clone();
            for _ in 0..TRIES {
                let mut body = call.given.clone();
                left.retain(|field| {
                    let text: String = sample.chars().take(field.longest).collect();
                    set(&mut body, &field.path, Value::String(text))
                });
                if left.is_empty() {
                    break;
                }
                self.tried.extend(left.iter().map(|field| format!("{} {}", call.name(), field.path)));
                let reply = call.send(&body).await;
                let name = format!("{} with hostile text", call.name());
                assert!(reply.status.as_u16() < 500, "{name}: {} {}", reply.status, reply.json());
                self.answers.push((name, reply.clone()));
                if reply.status.as_u16() < 400 {
                    self.taken.extend(left.iter().map(|field| format!("{} {}", call.name(), field.path)));
                    return Some(reply);
                }
                let before = left.len();
                left.retain(|field| !is_named(&reply, &field.path));
                if left.len() == before {
                    // Refused for another reason: an id that names nothing, most often. The last fields are those.
                    left.retain(|field| !is_id(&field.path));
                    if left.len() == before {
                        break;
                    }
                }
            }
        }
        None
    }

    pub fn answered(&mut self, call: &str, reply: &Reply) {
        self.answers.push((call.to_owned(), reply.clone()));
    }
}

fn is_id(path: &str) -> bool {
    path.ends_with("Id") || path.ends_with("ds.0")
}

/// Everything that leaves the salon when all that is due is done: somebody with a hostile name books, visits and pays,
/// jobs run, messages are delivered, reports are downloaded.
async fn let_out(salon: &TestSalon, hostile: &mut Hostile) {
    let shop = hostile_shop(salon).await;
    let user = User { name: printable(), ..salon.user("Mallory", Role::Customer).await };
    salon.put(&user).await;
    let (mallory, desk) = (salon.signed_in(&user, App::Customer).await, salon.reception().await);
    mallory.subscribe_to_push("mallory").await;
    let booking = mallory.book(shop.cut_tomorrow()).await;
    desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let calendar = format!("{booking}/calendar.ics");
    hostile.answered(&calendar, &mallory.get(&calendar).await);
    let feed = mallory.post_empty("/api/profile/calendar").await.created()["url"].as_str().unwrap().to_owned();
    let feed = feed.trim_start_matches("http://localhost:3000");
    hostile.answered("a calendar feed", &salon.visitor().get(feed).await);
    let visit = salon.confirmed(&shop, &mallory, &[&shop.cut]).await;
    desk.post(&format!("/api/bookings/{}/complete", visit.id), json!({ "paymentMethod": "upi" })).await.ok();
    salon.deliver().await;

    let manager = salon.manager().await;
    for report in ["sales", "gst", "bookings", "staff", "customers", "memberships", "gems", "leads", "products"] {
        let path = format!("/api/reports/{report}?from=2026-11-01&to=2026-11-30&format=csv");
        hostile.answered(&path, &manager.get(&path).await);
    }
    for (moment, jobs) in [
        ("2026-11-16T21:45:00+05:30", &["daily-sales-report", "nightly-sales-summary", "lead-followups"][..]),
        ("2026-11-17T09:00:00+05:30", &["appointment-reminders", "lead-followups", "birthday-emails"]),
        ("2026-11-23T09:00:00+05:30", &["weekly-report", "membership-usage-nudges", "membership-expiry"]),
    ] {
        salon.set_clock(moment);
        for job in jobs {
            salon.job(job, json!({})).await;
        }
        salon.deliver().await;
    }
}

#[tokio::test]
async fn hostile_text_comes_out_as_text_wherever_it_leaves() {
    let log = Log::of_this_thread();
    // For the whole process: one that is set for a thread is told of an event only if no other thread asked first.
    tracing_subscriber::fmt().json().with_writer(log.clone()).init();
    let (salon, mut hostile) = Box::pin(walk::hostile()).await;
    Box::pin(let_out(&salon, &mut hostile)).await;
    let log = log.taken();

    let wanted: BTreeSet<String> = requests()
        .iter()
        .flat_map(|(name, schema)| {
            // A day, a time or a colour has no room for more.
            let texts = texts(schema).into_iter().filter(|field| field.longest > 10);
            texts.map(move |field| format!("{name} {}", field.path)).collect::<Vec<_>>()
        })
        .collect();
    let untried: Vec<_> = wanted.difference(&hostile.tried).collect();
    assert!(untried.is_empty(), "never tried: {untried:#?}");
    for field in ["admin POST /api/customers/{id}/notes content", "customer POST /api/bookings notes"] {
        assert!(hostile.taken.contains(field), "{field} was refused; taken were {:#?}", hostile.taken);
    }

    let (mut judge, mut kinds) = (Judge::default(), BTreeSet::new());
    for (call, reply) in &hostile.answers {
        kinds.insert(judge.answer(call, reply));
    }
    for kind in ["html", "json", "calendar", "csv"] {
        judge.expect(kinds.contains(kind), || format!("nothing of kind {kind}: {kinds:?}"));
    }
    let (mut sent, mut papers) = (BTreeSet::new(), 0);
    for message in salon.post.messages() {
        sent.insert(message.channel);
        let what = format!("{} {}", message.channel, message.kind);
        judge.one_line(&what, message.subject.as_deref().unwrap_or_default());
        judge.one_line(&what, &message.to);
        judge.no_markup(&what, message.html.as_deref().unwrap_or_default());
        for attachment in &message.attachments {
            judge.one_line(&what, &attachment.filename);
            if attachment.content_type == "application/pdf" {
                judge.pdf(&what, &STANDARD.decode(&attachment.content_base64).unwrap());
                papers += 1;
            }
        }
    }
    for channel in [Channel::Email, Channel::Push, Channel::Chat, Channel::Realtime] {
        judge.expect(sent.contains(&channel), || format!("nothing was sent by {channel}: {sent:?}"));
    }
    judge.expect(papers > 0, || "no invoice was mailed".to_owned());
    judge.log(&log);
    assert!(judge.0.is_empty(), "{}", judge.0.join("\n"));
}

/// The outputs that came out as something else than text.
#[derive(Default)]
struct Judge(Vec<String>);

impl Judge {
    fn expect(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.0.push(problem());
        }
    }

    /// Judges an answer by what it claims to be, and says what that is.
    fn answer(&mut self, call: &str, reply: &Reply) -> &'static str {
        let kind = reply.header("content-type").unwrap_or_default().to_owned();
        let text = String::from_utf8_lossy(&reply.bytes);
        match kind.split(';').next().unwrap_or_default() {
            "text/html" => {
                self.no_markup(call, &text);
                "html"
            }
            "application/json" => {
                let is_json = serde_json::from_slice::<Value>(&reply.bytes).is_ok();
                self.expect(is_json, || format!("{call} is not JSON"));
                "json"
            }
            "text/calendar" => {
                self.calendar(call, &text);
                "calendar"
            }
            "text/csv" => {
                self.csv(call, &text);
                "csv"
            }
            _ => "another",
        }
    }

    fn no_markup(&mut self, what: &str, html: &str) {
        for markup in ["<script>alert", "<img src=x", "onerror=alert(2)>'"] {
            self.expect(!html.contains(markup), || format!("{what}: {markup}"));
        }
    }

    /// A text in one line stays there.
    fn one_line(&mut self, what: &str, text: &str) {
        let broken = text.chars().find(|letter| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'));
        self.expect(broken.is_none(), || format!("{what}: {broken:?} in {text:?}"));
    }

    fn calendar(&mut self, call: &str, text: &str) {
        let unfolded = text.replace("\r\n ", "");
        for line in unfolded.trim_end().split("\r\n") {
            self.one_line(call, line);
            let name = line.split([':', ';']).next().unwrap_or_default();
            let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '-');
            self.expect(is_name, || format!("{call}: {line}"));
        }
        let count = |line: &str| unfolded.matches(&format!("\r\n{line}:VEVENT\r\n")).count();
        let (begun, ended) = (count("BEGIN"), count("END"));
        // A booking's own file has one; a feed has one for each of theirs, and none that a text began.
        let is_feed = call.contains("/api/calendars/") || call == "a calendar feed";
        self.expect(begun == ended && (begun == 1 || is_feed), || {
            format!("{call}: {begun} events begun, {ended} ended")
        });
    }

    /// Every row has as many cells as the first, and no cell is a formula.
    fn csv(&mut self, call: &str, text: &str) {
        let rows = rows(text.trim_start_matches('\u{feff}'));
        for row in &rows {
            self.expect(row.len() == rows[0].len(), || format!("{call}: {row:?}"));
            for cell in row {
                let is_formula = cell.trim_start().starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
                self.expect(!is_formula, || format!("{call}: {cell:?}"));
            }
        }
    }

    /// A file of letters and lines: nothing that a reader runs, opens or fetches.
    fn pdf(&mut self, what: &str, bytes: &[u8]) {
        self.expect(bytes.starts_with(b"%PDF-"), || format!("{what}: not a PDF"));
        let text = String::from_utf8_lossy(bytes);
        for active in ["/JavaScript", "/JS ", "/Launch", "/OpenAction", "/EmbeddedFile"] {
            self.expect(!text.contains(active), || format!("{what}: {active}"));
        }
    }

    /// Every line is one object, and nobody's text is in it.
    fn log(&mut self, text: &str) {
        self.expect(text.lines().count() > 100, || "hardly anything was logged".to_owned());
        for line in text.lines() {
            let is_object = serde_json::from_str::<Value>(line).is_ok_and(|line| line.is_object());
            self.expect(is_object && !line.contains(MARK) && !holds_token(line), || format!("in the log: {line}"));
        }
    }
}

/// Whether a token can be read in it.
fn holds_token(text: &str) -> bool {
    let begins = text.match_indices("parlour_").map(|(at, _)| &text[at..]);
    begins.filter_map(|rest| rest.get(..57)).any(|token| TokenSecret::parse(token).is_some())
}

/// The cells of a table as a spreadsheet reads them.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                cell.push('"');
                letters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell).trim_end_matches('\r').to_owned());
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    rows
}

/// The log of the thread that made it; other tests log on theirs.
#[derive(Clone)]
struct Log {
    lines: Arc<Mutex<Vec<u8>>>,
    thread: ThreadId,
}

impl Log {
    fn of_this_thread() -> Self {
        Self { lines: Arc::default(), thread: thread::current().id() }
    }

    fn taken(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.lines.lock().unwrap())).unwrap()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lines.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = OptionalWriter<Self>;

    fn make_writer(&'a self) -> Self::Writer {
        if thread::current().id() == self.thread { OptionalWriter::some(self.clone()) } else { OptionalWriter::none() }
    }
}
