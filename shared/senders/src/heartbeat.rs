//! Heartbeats: each job reports success or failure to its monitor (healthchecks.io style).

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use url::Url;

use super::keyed::Keyed;
use super::wire::{Wire, called_address};
use super::{Delivery, SendError};
use parlour_settings::Secret;

const WITHIN: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobOutcome {
    Succeeded,
    Failed,
}

impl fmt::Display for JobOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Succeeded => "success",
            Self::Failed => "fail",
        })
    }
}

/// The result of a heartbeat. Not a `Result`: a monitor must never fail the job it watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beat {
    Told(Delivery),
    Missed,
}

/// The monitor of one job; its URLs are secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Monitor {
    success: Url,
    failure: Url,
}

impl Monitor {
    /// Failures go to `<url>/fail` unless a separate URL is given.
    pub fn parse(success: &str, failure: Option<&str>) -> Result<Self, &'static str> {
        let success = called_address(success)?;
        let failure = match failure {
            Some(own) => called_address(own)?,
            None => {
                let mut failure = success.clone();
                failure.path_segments_mut().map_err(|()| "must be a web address")?.pop_if_empty().push("fail");
                failure
            }
        };
        Ok(Self { success, failure })
    }
}

/// The monitors by job name (`daily-sales-report`).
type Monitors = BTreeMap<String, Monitor>;

#[derive(Clone, Default)]
pub struct HeartbeatSender {
    /// Set one by one; they win over those of the map.
    single: Monitors,
    map: Keyed<Monitors>,
    wire: Wire,
}

impl HeartbeatSender {
    /// `map` is a JSON map by job, which is how a deployment gives them; `urls` are those of single jobs
    /// (`HEARTBEAT_URL_DAILY_SALES_REPORT` is for `daily-sales-report`).
    pub fn of(map: &Secret, urls: &BTreeMap<String, String>) -> Self {
        let map = Keyed::by("HEARTBEAT_URLS", map, |text| {
            let urls: BTreeMap<String, String> =
                serde_json::from_str(text).map_err(|_| "must be a JSON map of job to web address")?;
            Ok(monitors(&urls))
        });
        Self { single: monitors(urls), map, wire: Wire::default() }
    }

    /// Whether any job has a monitor.
    pub fn configured(&self) -> bool {
        !self.single.is_empty() || self.map.configured()
    }

    /// Whether this job has a monitor; a map that has not been read yet counts as having one.
    pub fn watches(&self, job: &str) -> bool {
        self.single.contains_key(job)
            || self.map.known().map_or_else(|| self.map.configured(), |monitors| monitors.contains_key(job))
    }

    /// Returns whether the heartbeat was sent; false if the job has no monitor.
    pub(super) async fn beat(&self, job: &str, outcome: JobOutcome) -> Result<bool, SendError> {
        let monitor = match self.single.get(job) {
            Some(monitor) => Some(monitor),
            None => self.map.get().await?.and_then(|monitors| monitors.get(job)),
        };
        let Some(monitor) = monitor else { return Ok(false) };
        let url = match outcome {
            JobOutcome::Succeeded => &monitor.success,
            JobOutcome::Failed => &monitor.failure,
        };
        self.wire.send_ok(WITHIN, |client| client.get(url.clone())).await?;
        Ok(true)
    }
}

/// An entry `<job>-fail` is for that job's failures; a bad address is reported and left out.
fn monitors(urls: &BTreeMap<String, String>) -> Monitors {
    let of_failures = |name: &str| name.strip_suffix("-fail").is_some_and(|job| urls.contains_key(job));
    let mut monitors = Monitors::new();
    for (job, success) in urls.iter().filter(|(name, _)| !of_failures(name)) {
        match Monitor::parse(success, urls.get(&format!("{job}-fail")).map(String::as_str)) {
            Ok(monitor) => {
                monitors.insert(job.clone(), monitor);
            }
            Err(reason) => tracing::warn!(job, reason, "the job's heartbeat address is ignored"),
        }
    }
    monitors
}

#[cfg(test)]
mod tests {
    use super::super::loopback::Loopback;
    use super::*;

    fn watching(url: &str, failure: Option<&str>) -> HeartbeatSender {
        let mut urls = BTreeMap::from([("weekly-report".to_owned(), url.to_owned())]);
        urls.extend(failure.map(|own| ("weekly-report-fail".to_owned(), own.to_owned())));
        HeartbeatSender::of(&Secret::absent(), &urls)
    }

    #[tokio::test]
    async fn success_and_failure_have_their_own_addresses() {
        let server = Loopback::answering(200, "OK").await;
        let sender = watching(&server.url("/ping/abc/"), None);
        assert!(sender.beat("weekly-report", JobOutcome::Succeeded).await.unwrap());
        assert!(sender.beat("weekly-report", JobOutcome::Failed).await.unwrap());
        let own = watching(&server.url("/ping/abc?from=jobs"), Some(&server.url("/failed")));
        assert!(own.beat("weekly-report", JobOutcome::Failed).await.unwrap());
        let paths: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
        assert_eq!(paths, ["/ping/abc/", "/ping/abc/fail", "/failed"]);
    }

    #[test]
    fn a_query_stays_behind_the_path() {
        let monitor = Monitor::parse("https://hc.example.test/abc?rid=1", None).unwrap();
        assert_eq!(monitor.failure.as_str(), "https://hc.example.test/abc/fail?rid=1");
    }

    #[tokio::test]
    async fn a_job_without_a_monitor_is_quietly_done() {
        assert!(!HeartbeatSender::default().beat("weekly-report", JobOutcome::Succeeded).await.unwrap());
    }

    #[test]
    fn each_job_has_its_own_address_and_a_bad_one_is_ignored() {
        let urls = BTreeMap::from([
            ("daily-sales-report".to_owned(), "https://hc.example.test/daily".to_owned()),
            ("daily-sales-report-fail".to_owned(), "https://hc.example.test/alarm".to_owned()),
            ("weekly-report".to_owned(), "not a url".to_owned()),
        ]);
        let sender = HeartbeatSender::of(&Secret::absent(), &urls);
        assert_eq!(sender.single.keys().collect::<Vec<_>>(), ["daily-sales-report"]);
        assert_eq!(sender.single["daily-sales-report"].failure.as_str(), "https://hc.example.test/alarm");
    }

    #[test]
    fn a_stored_address_is_https_or_of_this_machine() {
        for bad in ["http://x.test", "http://localhost.x.test/1", "ftp://127.0.0.1/x", "https://", "mailto:a@x.test"] {
            let map = serde_json::json!({ "weekly-report": bad, "daily-sales-report": "https://x.test" });
            let sender = HeartbeatSender::of(&Secret::given(map.to_string()), &BTreeMap::new());
            assert!(!sender.watches("weekly-report") && sender.watches("daily-sales-report"), "{bad}");
            let failing = serde_json::json!({ "weekly-report": "https://x.test", "weekly-report-fail": bad });
            let sender = HeartbeatSender::of(&Secret::given(failing.to_string()), &BTreeMap::new());
            assert!(!sender.watches("weekly-report"), "{bad}");
        }
        assert!(Monitor::parse("http://127.0.0.1:9/x", Some("http://[::1]:9/x")).is_ok());
    }

    #[tokio::test]
    async fn one_setting_holds_the_monitors_of_all_jobs() {
        let server = Loopback::answering(200, "OK").await;
        let map =
            serde_json::json!({ "weekly-report": server.url("/map"), "daily-sales-report": server.url("/daily") });
        let own = BTreeMap::from([("weekly-report".to_owned(), server.url("/own"))]);
        let sender = HeartbeatSender::of(&Secret::given(map.to_string()), &own);
        assert!(sender.configured() && sender.watches("daily-sales-report") && !sender.watches("birthday-emails"));
        for job in ["weekly-report", "daily-sales-report"] {
            assert!(sender.beat(job, JobOutcome::Succeeded).await.unwrap());
        }
        assert!(!sender.beat("birthday-emails", JobOutcome::Succeeded).await.unwrap());
        let paths: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
        assert_eq!(paths, ["/own", "/daily"]);
        assert!(!HeartbeatSender::of(&Secret::given("[]".to_owned()), &BTreeMap::new()).configured());
    }
}
