//! The real adapters against a local AWS: what is due later waits in SQS or on a one-time schedule, mail goes through
//! SES, what cannot be carried out ends among the dead letters and is carried out once it is put back.

use chrono::TimeDelta;
use http::Method;
use parlour_aws::{AwsAccount, AwsCall, AwsService, CallError, JsonService, SCHEDULER, SES, SQS};
use parlour_jobs::triggers;
use parlour_storage::act::Act;
use parlour_storage::events::EventItem;
use parlour_storage::outbox::{AwsQueue, OutboxMessage, QueueEntry, Task};
use parlour_storage::relay::relay;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, TestSalon};
use parlour_values::time::Instant;
use serde::Deserialize;
use serde_json::{Value, json};

const ACCOUNT: &str = "000000000000";
/// Longer than any of these takes to arrive; a test that waits this long has failed.
const PATIENCE: usize = 60;

fn endpoint() -> String {
    std::env::var("MINISTACK_URL").expect("MINISTACK_URL; infra/checks/aws sets it")
}

/// A salon, its queue and its dead letters, all under one name of their own.
struct Aws {
    salon: TestSalon,
    account: AwsAccount,
    sqs: JsonService,
    queue: AwsQueue,
    url: String,
    name: &'static str,
}

/// A message as the queue hands it out.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct SqsMessage {
    message_id: String,
    receipt_handle: String,
    body: String,
}

impl Aws {
    async fn named(name: &'static str) -> Self {
        Self::hidden_for(name, "600").await
    }

    /// A message received and not deleted is handed out again after this many seconds.
    async fn hidden_for(name: &'static str, seconds: &str) -> Self {
        let endpoint = endpoint();
        let account = AwsAccount::local(&endpoint);
        let verify = AwsCall {
            operation: "VerifyDomainIdentity",
            method: Method::POST,
            path: "/",
            headers: &[("content-type", "application/x-www-form-urlencoded")],
            body: "Action=VerifyDomainIdentity&Version=2010-12-01&Domain=example.test".into(),
        };
        AwsService::connect(SES, &account, None).unwrap().send(&verify).await.unwrap();
        let sqs = JsonService::connect(SQS, &account, None).unwrap();
        let dead = json!({ "QueueName": format!("{name}-dead") });
        sqs.call::<Value>("CreateQueue", &dead).await.unwrap();
        let redrive = json!({ "deadLetterTargetArn": arn(&format!("{name}-dead")), "maxReceiveCount": 4 }).to_string();
        let attributes = json!({ "RedrivePolicy": redrive, "VisibilityTimeout": seconds });
        let made: Value =
            sqs.call("CreateQueue", &json!({ "QueueName": name, "Attributes": attributes })).await.unwrap();
        let url = made["QueueUrl"].as_str().unwrap().to_owned();
        let settings = [
            ("EMAIL_FROM", "Parlour <hello@example.test>"),
            ("JOBS_QUEUE_URL", url.as_str()),
            ("JOBS_QUEUE_ARN", &arn(name)),
            ("DEAD_LETTERS_ARN", &arn("dead-letters")),
            ("SCHEDULER_GROUP", "default"),
            ("SCHEDULER_ROLE_ARN", "arn:aws:iam::000000000000:role/timers"),
        ];
        let salon = TestSalon::on_aws(&endpoint, &account, &settings).await;
        let queue = AwsQueue::connect(&salon.salon.settings, &account).unwrap().unwrap();
        Self { salon, account, sqs, queue, url, name }
    }

    /// Everything that waits goes to the queue, as the stream would have it.
    async fn relayed(&self) -> Vec<EventItem> {
        let events = self.salon.unsealed().await;
        self.relay(&events).await;
        events
    }

    async fn relay(&self, events: &[EventItem]) {
        let salon = &self.salon.salon;
        for outcome in relay(&salon.table, &self.queue, events, salon.clock.now()).await {
            outcome.unwrap();
        }
    }

    async fn later(&self, message: OutboxMessage) {
        let act = Act::of_job("tests", "tests", self.salon.salon.clock.now());
        let mut transaction = self.salon.salon.transaction(&act);
        transaction.enqueue(message);
        transaction.commit().await.unwrap();
    }

    /// The messages that the queue hands out now.
    async fn received(&self, url: &str, wait: i32) -> Vec<SqsMessage> {
        let asked = json!({ "QueueUrl": url, "MaxNumberOfMessages": 10, "WaitTimeSeconds": wait });
        let mut answer: Value = self.sqs.call("ReceiveMessage", &asked).await.unwrap();
        serde_json::from_value::<Option<Vec<SqsMessage>>>(answer["Messages"].take()).unwrap().unwrap_or_default()
    }

    /// How many messages the queue holds back until they are due.
    async fn delayed(&self) -> String {
        let counted = "ApproximateNumberOfMessagesDelayed";
        let asked = json!({ "QueueUrl": self.url, "AttributeNames": [counted] });
        let answer: Value = self.sqs.call("GetQueueAttributes", &asked).await.unwrap();
        answer["Attributes"][counted].as_str().unwrap_or_default().to_owned()
    }

    /// The one-time schedule that delivers this message.
    async fn schedule(&self, message: &QueueEntry) -> Result<Value, CallError> {
        let path = format!("/schedules/message-{}", message.id);
        let (operation, body) = ("GetSchedule", Default::default());
        let call = AwsCall { operation, method: Method::GET, path: &path, headers: &[], body };
        let answer = AwsService::connect(SCHEDULER, &self.account, None).unwrap().send(&call).await?;
        Ok(serde_json::from_slice(&answer).unwrap())
    }

    /// One invocation of the function with this batch: the messages it names as failed.
    async fn carried_out(&self, messages: &[SqsMessage]) -> Vec<String> {
        let records: Vec<Value> =
            messages.iter().map(|message| json!({ "messageId": message.message_id, "body": message.body })).collect();
        let answer = triggers::batch(&self.salon.salon, &records).await;
        let failures = answer["batchItemFailures"].as_array().unwrap().iter();
        failures.map(|failure| failure["itemIdentifier"].as_str().unwrap().to_owned()).collect()
    }

    /// The same, and what succeeded is deleted, as the event source does. How many failed.
    async fn worked_off(&self, messages: &[SqsMessage]) -> usize {
        let failures = self.carried_out(messages).await;
        for message in messages {
            if !failures.contains(&message.message_id) {
                self.deleted(&self.url, message).await;
            }
        }
        failures.len()
    }

    /// The same, deleted from that queue.
    async fn taken(&self, url: &str) -> Vec<SqsMessage> {
        let found = self.received(url, 0).await;
        for message in &found {
            self.deleted(url, message).await;
        }
        found
    }

    async fn deleted(&self, url: &str, message: &SqsMessage) {
        let asked = json!({ "QueueUrl": url, "ReceiptHandle": message.receipt_handle });
        self.sqs.call::<Value>("DeleteMessage", &asked).await.unwrap();
    }

    /// Waits until the queue has handed out this many.
    async fn arrivals(&self, count: usize) -> Vec<SqsMessage> {
        let mut arrived = Vec::new();
        while arrived.len() < count {
            arrived.extend(self.arrival(&self.url).await);
        }
        arrived
    }

    /// How many of these messages are due: the queue hands them out at once.
    fn due(&self, relayed: &[EventItem]) -> usize {
        let now = self.salon.salon.clock.now();
        relayed.iter().flat_map(|event| &event.messages).filter(|entry| entry.due <= now).count()
    }

    /// Waits until the queue hands out something.
    async fn arrival(&self, url: &str) -> Vec<SqsMessage> {
        for _ in 0..PATIENCE {
            let found = self.received(url, 1).await;
            if !found.is_empty() {
                return found;
            }
        }
        panic!("nothing arrived at {url}");
    }

    /// A customer whose mailbox no other test writes to: all mail goes to one post office.
    async fn asha(&self) -> Client<'_> {
        self.salon.customer(&format!("Asha {}", self.name)).await
    }

    fn dead_letters(&self) -> String {
        format!("{}-dead", self.url)
    }

    /// The subjects of the mails this address was sent.
    async fn mail(&self, to: &str) -> Vec<String> {
        let url = format!("{}/_ministack/ses/messages?account={ACCOUNT}", endpoint());
        let all = reqwest::get(url).await.unwrap().text().await.unwrap();
        let all: Value = serde_json::from_str(&all).unwrap();
        let mails = all["messages"].as_object().into_iter().flatten().flat_map(|(_, mails)| mails.as_array());
        let told = mails.flatten().filter(|mail| mail["To"] == json!([to]));
        told.map(|mail| mail["Subject"].as_str().unwrap().to_owned()).collect()
    }
}

fn arn(queue: &str) -> String {
    format!("arn:aws:sqs:ap-south-1:{ACCOUNT}:{queue}")
}

#[tokio::test]
async fn what_is_due_soon_waits_in_the_queue() {
    let aws = Aws::named("soon").await;
    let now = aws.salon.salon.clock.now();
    let alert = |due| {
        OutboxMessage::new(Task::StaleBookingAlert { booking_id: "unknown".into(), since: None, starts_at: None }, due)
    };
    aws.later(alert(now.plus(TimeDelta::minutes(14)))).await;
    assert_eq!(aws.relayed().await.len(), 1);
    assert_eq!(aws.delayed().await, "1", "not handed out before it is due");
    assert!(aws.received(&aws.url, 0).await.is_empty());
    aws.later(alert(now.plus(TimeDelta::seconds(1)))).await;
    assert_eq!(aws.relayed().await.len(), 1, "the first has left the outbox");
    let arrived = aws.arrival(&aws.url).await;
    assert_eq!(aws.worked_off(&arrived).await, 0);
    assert_eq!(aws.delayed().await, "1", "the other still waits");
    assert!(aws.relayed().await.is_empty(), "the outbox is empty");
}

#[tokio::test]
async fn what_is_due_later_is_sent_to_the_queue_by_a_schedule_that_then_is_gone() {
    let aws = Aws::named("later").await;
    let alert = |due| {
        OutboxMessage::new(Task::StaleBookingAlert { booking_id: "unknown".into(), since: None, starts_at: None }, due)
    };
    let real = Instant::from_millis(chrono::Utc::now().timestamp_millis());
    aws.salon.salon.clock.set(real.minus(TimeDelta::days(1)));
    aws.later(alert(real.plus(TimeDelta::days(1)))).await;
    let items = aws.relayed().await;
    // Told twice, it is there once.
    aws.relay(&items[..1]).await;
    let kept = aws.schedule(&items[0].messages[0]).await.unwrap();
    assert!(kept["ScheduleExpression"].as_str().unwrap().starts_with("at("));
    assert_eq!(kept["Target"]["Arn"], arn(aws.name));
    assert_eq!(kept["Target"]["DeadLetterConfig"]["Arn"], arn("dead-letters"));
    // By the salon's clock a day away; by everybody else's in a moment.
    aws.later(alert(real.plus(TimeDelta::seconds(2)))).await;
    let items = aws.relayed().await;
    let arrived = aws.arrival(&aws.url).await;
    assert_eq!(arrived.len(), 1);
    assert_eq!(aws.worked_off(&arrived).await, 0);
    let gone = aws.schedule(&items[0].messages[0]).await;
    assert!(gone.is_err_and(|error| error.is("ResourceNotFoundException")), "a schedule that has fired is deleted");
}

#[tokio::test]
async fn a_confirmed_booking_is_told_by_mail_once_however_often_it_is_delivered() {
    let aws = Aws::named("mail").await;
    let shop = aws.salon.shop().await;
    let (asha, desk) = (aws.asha().await, aws.salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let relayed = aws.relayed().await;
    let tasks: Vec<&str> = relayed.iter().flat_map(|event| &event.messages).map(|entry| entry.task.name()).collect();
    assert_eq!(tasks.iter().filter(|task| **task == "notify").count(), 2, "{tasks:?}");
    let told = aws.arrivals(aws.due(&relayed)).await;
    for _ in 0..5 {
        assert!(aws.carried_out(&told).await.is_empty());
    }
    let mail = aws.mail(&asha.user.as_ref().unwrap().email).await;
    assert_eq!(mail.len(), 2, "{mail:?}");
}

#[tokio::test]
async fn what_fails_again_and_again_is_put_aside_and_done_once_it_is_put_back() {
    let aws = Aws::hidden_for("poison", "1").await;
    let shop = aws.salon.shop().await;
    let asha = aws.asha().await;
    asha.book(shop.cut_tomorrow()).await;
    let due = aws.due(&aws.relayed().await);
    // The table is gone: nothing that arrives can be carried out.
    aws.salon.wire.fail(|_, _| Some(Fault::RefuseBefore));
    let mut put_aside = Vec::new();
    for _ in 0..PATIENCE {
        let arrived = aws.received(&aws.url, 1).await;
        assert_eq!(aws.worked_off(&arrived).await, arrived.len());
        put_aside.extend(aws.taken(&aws.dead_letters()).await);
        if put_aside.len() >= due {
            break;
        }
    }
    assert_eq!(put_aside.len(), due, "all of it is among the dead letters");
    aws.salon.wire.reset();
    assert!(aws.mail(&asha.user.as_ref().unwrap().email).await.is_empty());
    // Put back, as an operator does.
    for letter in &put_aside {
        let sent = json!({ "QueueUrl": aws.url, "MessageBody": letter.body });
        aws.sqs.call::<Value>("SendMessage", &sent).await.unwrap();
    }
    let mut done = 0;
    while done < due {
        let arrived = aws.arrival(&aws.url).await;
        assert_eq!(aws.worked_off(&arrived).await, 0);
        done += arrived.len();
    }
    assert_eq!(aws.mail(&asha.user.as_ref().unwrap().email).await.len(), 1);
}
