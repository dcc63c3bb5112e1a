//! The process is killed before and after each call it makes: the next delivery finishes what was begun, with one effect.
//! Between a send and its note lies the one window in which a message goes out twice; it is shown here, and nowhere else.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::memberships::Membership;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_people::auth::User;
use parlour_platform::notifications::{ChannelState, DeliveryLog};
use parlour_senders::Channel;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage};
use parlour_storage::table::{Partition, keys};
use parlour_tests::wire::Fault;
use parlour_tests::{Mishap, Shop, TestSalon};
use parlour_values::gems::Gems;
use parlour_values::role::Role;
use serde_json::json;

/// Two minutes: a claim of somebody who was killed has run out.
const LATER: chrono::TimeDelta = chrono::TimeDelta::minutes(2);

fn wait(salon: &TestSalon) {
    let now = salon.salon.clock.now();
    salon.salon.clock.set(now.plus(LATER));
}

/// Runs a job, killed at one of its calls; whether it was.
async fn killed(salon: &TestSalon, job: &str, body: serde_json::Value, call: usize, fault: Fault) -> bool {
    salon.wire.fail(move |number, _| (number == call).then_some(fault));
    let run = parlour_platform::jobs::run(&salon.salon, job, body);
    let outcome = salon.wire.unless_killed(run).await;
    salon.wire.reset();
    outcome.is_none()
}

/// How often somebody was emailed.
fn letters(salon: &TestSalon, to: &User) -> usize {
    salon.sent(Channel::Email).into_iter().filter(|email| email.to == to.email).count()
}

const KILLS: [Fault; 2] = [Fault::KillBefore, Fault::KillAfter];

#[tokio::test]
async fn reminders_survive_a_kill_at_any_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    for fault in KILLS {
        for call in 0.. {
            let asha = salon.user("Asha", Role::Customer).await;
            let now = salon.salon.clock.now();
            let start = now.plus(chrono::TimeDelta::hours(24));
            let booking =
                salon.booked(&shop, &asha, &start.ist_date().to_string(), "10:00", BookingStatus::Confirmed).await;
            let booking = Booking { start: start.ist_time(), ..booking };
            salon.put(&booking).await;
            let was_killed = killed(&salon, "appointment-reminders", json!({}), call, fault).await;
            wait(&salon);
            salon.job("appointment-reminders", json!({})).await;
            assert_eq!(salon.processed("appointment-reminders").await, 0);
            // The send lies between the claim and the note: killed at the note, it goes out again.
            let sent = letters(&salon, &asha);
            assert!(sent == 1 || (sent == 2 && fault == Fault::KillBefore), "{sent} after {fault:?} at {call}");
            if !was_killed {
                assert!(call > 5, "there were calls to be killed at");
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_crash_between_the_send_and_its_note_is_the_only_one_that_sends_twice() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut twice = Vec::new();
    for fault in KILLS {
        for call in 0.. {
            let asha = salon.user("Asha", Role::Customer).await;
            let booking = salon.booked(&shop, &asha, "2026-11-20", "12:00", BookingStatus::Pending).await;
            let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let outcome = salon.wire.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await;
            let calls = salon.wire.cost().calls;
            salon.wire.reset();
            wait(&salon);
            parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
            parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
            if letters(&salon, &asha) != 1 {
                assert_eq!(letters(&salon, &asha), 2);
                twice.push((fault, calls[call].clone(), call));
            }
            if outcome.is_some() {
                break;
            }
        }
    }
    // Killed before the note was written, which comes right behind the send.
    assert_eq!(twice.len(), 1, "{twice:?}");
    assert_eq!((twice[0].0, twice[0].1.as_str()), (Fault::KillBefore, "TransactWriteItems"));
}

/// A delivery that goes on by itself until it is given up.
fn begun(salon: &TestSalon, message: &OutboxMessage) -> tokio::task::JoinHandle<()> {
    let (salon, message) = (salon.salon.clone(), message.clone());
    tokio::spawn(async move {
        let _ = parlour_platform::jobs::deliver(&salon, &message).await;
    })
}

#[tokio::test]
async fn an_email_that_went_out_is_noted_while_the_push_is_still_under_way() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    asha.post("/api/push/subscribe", parlour_tests::browser("asha")).await.created();
    let booking = salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-20", "12:00", BookingStatus::Pending).await;
    let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
    salon.post.fail(|message| (message.channel == Channel::Push).then_some(Mishap::Held));
    let delivery = begun(&salon, &message);
    salon.post.holding().await;
    let noted = async || {
        let pending = keys::sent_log_of("pending", salon.salon.clock.today().calendar_month());
        loop {
            let logs = salon.salon.table.query::<DeliveryLog>(Partition::g1(pending.clone())).await.unwrap();
            if logs.iter().any(|log| log.email == Some(ChannelState::Sent) && log.push == Some(ChannelState::Open)) {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), noted()).await.expect("the email is noted");
    delivery.abort();
    salon.post.stop_failing();
    wait(&salon);
    for _ in 0..2 {
        parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
    }
    assert_eq!((salon.sent(Channel::Email).len(), salon.sent(Channel::Push).len()), (1, 1));
}

#[tokio::test]
async fn whoever_waits_for_another_deliverer_only_looks() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let booking = salon.booked(&shop, &asha, "2026-11-20", "12:00", BookingStatus::Pending).await;
    let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
    salon.post.fail(|message| (message.channel == Channel::Email).then_some(Mishap::Held));
    let delivery = begun(&salon, &message);
    salon.post.holding().await;
    salon.wire.fail(|number, _| (number == 9).then_some(Fault::KillBefore));
    assert!(salon.wire.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await.is_none());
    let calls = salon.wire.cost().calls;
    let writes = calls.iter().filter(|call| ["TransactWriteItems", "PutItem"].contains(&call.as_str())).count();
    assert_eq!((calls.len(), writes), (10, 1), "{calls:?}");
    delivery.abort();
}

#[tokio::test]
async fn killed_before_the_send_it_goes_out_once_and_after_it_twice() {
    let (salon, shop) = TestSalon::with_shop().await;
    for (mishap, sent) in [(Mishap::KillBefore, 1), (Mishap::KillAfter, 2)] {
        let asha = salon.user("Asha", Role::Customer).await;
        let booking = salon.booked(&shop, &asha, "2026-11-20", "12:00", BookingStatus::Pending).await;
        let message = NotifiableEvent::BookingReceived { booking_id: booking.id }.message(salon.salon.clock.now());
        salon.post.fail(move |message| (message.channel == Channel::Email).then_some(mishap));
        assert!(salon.post.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await.is_none());
        salon.post.stop_failing();
        wait(&salon);
        for _ in 0..3 {
            parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
        }
        assert_eq!(letters(&salon, &asha), sent, "{mishap:?}");
    }
}

/// Whoever finds another's claim waits ten seconds for it, here without taking any.
#[tokio::test(start_paused = true)]
async fn a_report_survives_a_kill_around_its_sends() {
    for mishap in [Mishap::KillBefore, Mishap::KillAfter] {
        let salon = TestSalon::with_settings(&[("REPORT_RECIPIENTS", "owner@parlour.test")]).await;
        salon.shop().await;
        salon.post.fail(move |message| (message.channel == Channel::Email).then_some(mishap));
        let run = parlour_platform::jobs::run(&salon.salon, "daily-sales-report", json!({}));
        assert!(salon.post.unless_killed(run).await.is_none());
        salon.post.stop_failing();
        // Its claim lasts a minute.
        salon.job_fails("daily-sales-report", json!({})).await;
        wait(&salon);
        for _ in 0..2 {
            assert_eq!(salon.job("daily-sales-report", json!({})).await, json!({ "success": true }));
        }
        let expected = if mishap == Mishap::KillBefore { 1 } else { 2 };
        assert_eq!(salon.sent(Channel::Email).len(), expected, "{mishap:?}: the same window");
        assert!((1..=2).contains(&salon.sent(Channel::Chat).len()));
    }
}

#[tokio::test]
async fn expiry_survives_a_kill_at_any_call() {
    let salon = TestSalon::open().await;
    for fault in KILLS {
        for call in 0.. {
            let (owner, membership) = salon.member("Asha", "2026-11-01").await;
            salon.earned(&owner.id, 5, "2025-11-01T10:00:00+05:30").await;
            let first = killed(&salon, "membership-auto-expire", json!({}), call, fault).await;
            let second = killed(&salon, "gems-auto-expire", json!({}), call, fault).await;
            salon.job("membership-auto-expire", json!({})).await;
            salon.job("gems-auto-expire", json!({})).await;
            let kept = salon.stored::<Membership>(&keys::membership(&membership.id)).await.unwrap();
            assert_eq!(kept.status, MembershipStatus::Expired);
            assert_eq!(salon.gems_of(&owner.id).await.account.balance(), Gems::ZERO);
            salon.deliver().await;
            assert_eq!(letters(&salon, &owner), 1, "told once of the gems: {fault:?} at {call}");
            if !first && !second {
                break;
            }
        }
    }
}

/// One message, killed at any call, then delivered again; each time on a booking of its own.
async fn survives(
    salon: &TestSalon,
    shop: &Shop,
    status: BookingStatus,
    message: impl Fn(&Booking) -> OutboxMessage,
) -> Vec<(User, Booking)> {
    let mut all = Vec::new();
    for fault in KILLS {
        for call in 0.. {
            let asha = salon.user("Asha", Role::Customer).await;
            let booking = salon.booked(shop, &asha, "2026-11-30", "12:00", status).await;
            let message = message(&booking);
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let outcome = salon.wire.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await;
            salon.wire.reset();
            wait(salon);
            for _ in 0..2 {
                parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
            }
            all.push((asha, booking));
            if outcome.is_some() {
                break;
            }
        }
    }
    all
}

#[tokio::test]
async fn alerts_and_no_shows_survive_a_kill_at_any_call() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let alerted = survives(&salon, &shop, BookingStatus::Pending, Booking::stale_alert).await;
    let asked = survives(&salon, &shop, BookingStatus::Confirmed, Booking::noshow_check).await;
    let desk = salon.signed_in(desk.user.as_ref().unwrap(), desk.app).await;
    let rows = desk.get("/api/notifications?pageSize=1000").await.ok()["unreadCount"].as_u64().unwrap();
    assert_eq!(rows, u64::try_from(alerted.len() + asked.len()).unwrap(), "one alert for each");
    let second_looks = salon.outbox().await;
    assert_eq!(second_looks.len(), alerted.len(), "one second look for each request");
    let counted =
        survives(&salon, &shop, BookingStatus::NoShow, |booking| booking.noshow_escalation(booking.created_at)).await;
    for (who, _) in &counted {
        assert_eq!(salon.profile_of(&who.id).await.noshow_count, 1);
    }
}
