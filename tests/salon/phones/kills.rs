//! The process is killed before and after every call it makes, on every channel: one message reaches the customer, and only
//! between a send and its note lies the window in which the same message goes out twice.

use chrono::TimeDelta;
use parlour_tests::TestSalon;
use parlour_tests::wire::Fault;

use super::{agreed, confirmed, deliver};

async fn killed_everywhere(whatsapp: &[i64]) {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let mut twice = Vec::new();
    for fault in [Fault::KillBefore, Fault::KillAfter] {
        for call in 0.. {
            let asha = agreed(&salon).await;
            let message = confirmed(&salon, &shop, &asha).await.1;
            // The same answers however often it is asked.
            carriers.refuse_whatsapp(&whatsapp.repeat(3));
            let before = (carriers.whatsapp().len(), carriers.sms().len());
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let outcome = salon.wire.unless_killed(parlour_platform::jobs::deliver(&salon.salon, &message)).await;
            let calls = salon.wire.cost().calls;
            salon.wire.reset();
            salon.salon.clock.set(salon.salon.clock.now().plus(TimeDelta::minutes(2)));
            for _ in 0..3 {
                deliver(&salon, &message).await.unwrap();
            }
            let sent = (carriers.whatsapp().len() - before.0, carriers.sms().len() - before.1);
            let one = if whatsapp.is_empty() { (1, 0) } else { (0, 1) };
            if sent != one {
                assert_eq!(sent, (one.0 * 2, one.1 * 2), "{fault:?} at {call}: {calls:?}");
                twice.push((fault, calls[call].clone()));
            }
            if outcome.is_some() {
                assert!(call > 4, "there were calls to be killed at");
                break;
            }
        }
    }
    assert_eq!(twice, [(Fault::KillBefore, "TransactWriteItems".to_owned())]);
}

#[tokio::test]
async fn on_whatsapp() {
    killed_everywhere(&[]).await;
}

#[tokio::test]
async fn on_the_next_channel() {
    killed_everywhere(&[131_026]).await;
}
