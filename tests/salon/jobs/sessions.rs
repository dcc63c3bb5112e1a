//! Ended sessions are cleared away.

use parlour_settings::App;
use parlour_storage::table::{Partition, keys};
use parlour_tests::TestSalon;
use parlour_values::role::Role;

#[tokio::test]
async fn sessions_go_when_they_have_ended_and_not_before() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    for _ in 0..60 {
        salon.signed_in(&asha, App::Customer).await;
    }
    salon.set_clock("2026-11-16T10:00:00.001+05:30");
    let later = salon.signed_in(&asha, App::Customer).await;
    salon
        .runs(
            "session-cleanup",
            &[
                ("2026-11-22T02:30:00+05:30", 0),
                ("2026-11-23T09:59:59.999+05:30", 0),
                ("2026-11-23T10:00:00+05:30", 60),
            ],
        )
        .await;
    let left = Partition::of(keys::user_partition(&asha.id)).starting(keys::SESSION_PREFIX);
    assert_eq!(salon.salon.table.count(left.clone()).await.unwrap(), 1);
    later.get("/api/bookings").await.ok();
    // A day of use has extended it; weeks after its end it is still found.
    salon.runs("session-cleanup", &[("2026-12-20T02:30:00+05:30", 1)]).await;
    assert_eq!(salon.salon.table.count(left).await.unwrap(), 0);
}
