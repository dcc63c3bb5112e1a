//! Metrics in CloudWatch's embedded format: each is one line of JSON on standard output, where Lambda's logs are read for
//! them. Off, and nothing written, unless `METRICS_NAMESPACE` is set.

use std::io::Write as _;
use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::{Map, Value, json};

use crate::Settings;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Clock, Instant};

text_enum! {
    /// How a booking came about.
    pub enum BookedAs {
        Request => "request",
        WalkIn => "walk_in",
        MembershipSession => "membership_session",
    }

    /// The outcome of a message that could be sent.
    pub enum SendOutcome {
        Sent => "sent",
        /// It failed and is tried again.
        Retried => "retried",
        Failed => "failed",
    }
}

/// A name and one of its values. Values are words of the code, never of a request: so a dimension names nobody, and there
/// are no more metrics than words. CloudWatch bills each combination.
type Dimension = (&'static str, &'static str);

/// Clones write to the same place.
#[derive(Clone, Default)]
pub struct Metrics(Option<Arc<Meter>>);

struct Meter {
    namespace: String,
    clock: Clock,
    write: Box<dyn Fn(&str) + Send + Sync>,
}

impl Metrics {
    /// The metrics that the settings ask for, on standard output.
    pub fn of(settings: &Settings, clock: &Clock) -> Self {
        Self::written_by(settings, clock, |line| {
            // A metric that cannot be written fails nothing.
            let _ = writeln!(std::io::stdout().lock(), "{line}");
        })
    }

    /// The metrics that the settings ask for, line by line.
    pub fn written_by(settings: &Settings, clock: &Clock, write: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let meter = |namespace: &String| {
            Arc::new(Meter { namespace: namespace.clone(), clock: clock.clone(), write: Box::new(write) })
        };
        Self(settings.metrics_namespace.as_ref().map(meter))
    }

    pub fn booking(&self, origin: BookedAs) {
        self.put(("Bookings", "Count"), 1, &[("Origin", origin.as_str())]);
    }

    /// An answer of the API with an error code.
    pub fn refusal(&self, code: &'static str) {
        self.put(("Refusals", "Count"), 1, &[("Code", code)]);
    }

    pub fn send(&self, channel: &'static str, outcome: SendOutcome) {
        self.put(("Sends", "Count"), 1, &[("Channel", channel), ("Outcome", outcome.as_str())]);
    }

    /// How long after its time a job began.
    pub fn job_lateness(&self, job: &'static str, late: TimeDelta) {
        self.put(("JobLateness", "Milliseconds"), late.num_milliseconds().max(0), &[("Job", job)]);
    }

    fn put(&self, metric: (&'static str, &'static str), value: i64, dimensions: &[Dimension]) {
        if let Some(meter) = &self.0 {
            (meter.write)(&line(&meter.namespace, meter.clock.now(), metric, value, dimensions).to_string());
        }
    }
}

/// The part that CloudWatch looks for stands under `_aws`; it names the other members, which hold the values.
fn line(
    namespace: &str,
    now: Instant,
    (name, unit): (&'static str, &'static str),
    value: i64,
    dimensions: &[Dimension],
) -> Value {
    let names: Vec<&str> = dimensions.iter().map(|(dimension, _)| *dimension).collect();
    let mut members = Map::new();
    members.insert(
        "_aws".to_owned(),
        json!({
            "Timestamp": now.millis(),
            "CloudWatchMetrics": [
                { "Namespace": namespace, "Dimensions": [names], "Metrics": [{ "Name": name, "Unit": unit }] },
            ],
        }),
    );
    members.extend(dimensions.iter().map(|(dimension, value)| ((*dimension).to_owned(), json!(value))));
    members.insert(name.to_owned(), json!(value));
    Value::Object(members)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;

    use super::*;

    fn written(variables: &[(&str, &str)], act: impl FnOnce(&Metrics)) -> Vec<String> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let settings = Settings::read(variables.collect::<BTreeMap<_, _>>());
        let clock = Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap());
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = lines.clone();
        act(&Metrics::written_by(&settings, &clock, move |line| kept.lock().unwrap().push(line.to_owned())));
        lines.lock().unwrap().clone()
    }

    fn each(metrics: &Metrics) {
        metrics.booking(BookedAs::WalkIn);
        metrics.refusal("BOOKING_SLOT_UNAVAILABLE");
        metrics.send("email", SendOutcome::Retried);
        metrics.job_lateness("noshow-check", TimeDelta::milliseconds(1500));
    }

    #[test]
    fn each_metric_is_one_line_that_cloudwatch_reads() {
        let head = |dimensions: &[&str], name: &str, unit: &str| {
            json!({
                "Timestamp": 1_794_803_400_000_i64,
                "CloudWatchMetrics": [{
                    "Namespace": "parlour-dev",
                    "Dimensions": [dimensions],
                    "Metrics": [{ "Name": name, "Unit": unit }],
                }],
            })
        };
        let lines = written(&[("METRICS_NAMESPACE", "parlour-dev")], each);
        assert!(lines.iter().all(|line| !line.contains('\n')), "{lines:?}");
        let read: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(
            read,
            [
                json!({ "_aws": head(&["Origin"], "Bookings", "Count"), "Origin": "walk_in", "Bookings": 1 }),
                json!({
                    "_aws": head(&["Code"], "Refusals", "Count"),
                    "Code": "BOOKING_SLOT_UNAVAILABLE",
                    "Refusals": 1,
                }),
                json!({
                    "_aws": head(&["Channel", "Outcome"], "Sends", "Count"),
                    "Channel": "email",
                    "Outcome": "retried",
                    "Sends": 1,
                }),
                json!({
                    "_aws": head(&["Job"], "JobLateness", "Milliseconds"),
                    "Job": "noshow-check",
                    "JobLateness": 1500,
                }),
            ]
        );
    }

    #[test]
    fn a_job_before_its_time_is_not_late() {
        let lines = written(&[("METRICS_NAMESPACE", "p")], |metrics| {
            metrics.job_lateness("noshow-check", TimeDelta::milliseconds(-40));
        });
        assert!(lines.iter().all(|line| line.contains("\"JobLateness\":0")), "{lines:?}");
    }

    #[test]
    fn nothing_is_written_without_a_namespace() {
        assert_eq!(written(&[], each), Vec::<String>::new());
        assert_eq!(written(&[("METRICS_NAMESPACE", " ")], each), Vec::<String>::new());
    }
}
