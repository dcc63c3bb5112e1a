//! The options of `cargo run`, and the operator's commands beside them.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Parser;
use parlour_values::time::Instant;
use url::{Host, Url};

use crate::operator::Command;

/// Parlour on this machine: both apps, the console, a database, demo data.
#[derive(Clone, Debug, Parser)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true)]
pub struct Options {
    /// Without one, the service starts.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Where the customer app listens; 0 takes a free port.
    #[arg(long, value_name = "PORT", default_value_t = 3000)]
    pub customer_port: u16,

    /// Where the admin app listens.
    #[arg(long, value_name = "PORT", default_value_t = 3001)]
    pub admin_port: u16,

    /// Where the console listens: people to sign in as, messages, jobs, queue, clock.
    #[arg(long, value_name = "PORT", default_value_t = 3002)]
    pub console_port: u16,

    /// Keeps everything in this folder; without it, nothing outlives the process.
    #[arg(long, value_name = "DIR", conflicts_with = "dynamodb")]
    pub data: Option<PathBuf>,

    /// Another DynamoDB on this machine (DynamoDB Local, ministack) instead of the embedded one.
    #[arg(long, value_name = "URL", value_parser = loopback)]
    pub dynamodb: Option<Url>,

    /// Leaves an empty table empty, but for one owner, owner@parlour.test.
    #[arg(long, conflicts_with_all = ["demo_customers", "demo_bookings", "demo_branches"])]
    pub no_demo: bool,

    /// Adds this many generated customers with profiles, visits and spend.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub demo_customers: u32,

    /// Adds this many generated bookings, spread over two years.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub demo_bookings: u32,

    /// Adds this many generated branches that plan their people's time, eight people each; generated bookings are
    /// spread over all branches.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub demo_branches: u32,

    /// Serves the embedded database alone, for other processes of this machine (`--dynamodb`), until it is stopped.
    #[arg(long, conflicts_with = "dynamodb")]
    pub database_only: bool,

    /// Leaves outbox, queue and schedules to another process on the same database.
    #[arg(long, requires = "dynamodb")]
    pub no_worker: bool,

    /// Starts the clock here, 2026-11-16T10:00:00+05:30; it runs on from there.
    #[arg(long, value_name = "ISO", value_parser = moment)]
    pub now: Option<Instant>,
}

impl Options {
    /// The options given, or the one line that says what is wrong with them.
    pub fn read() -> Result<Self, Refused> {
        Self::try_parse().map_err(|error| {
            if error.use_stderr() { Refused::Wrong(one_line(&error.to_string())) } else { Refused::Asked(error) }
        })
    }
}

/// Why there are no options: they were invalid, or help or the version was requested.
pub enum Refused {
    Wrong(String),
    Asked(clap::Error),
}

/// What is wrong, without the advice behind it: what is missing or possible stands on lines of its own.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").map(str::to_owned).unwrap_or(line)
}

fn moment(text: &str) -> Result<Instant, String> {
    text.parse()
}

/// Anybody signs in here as anybody, so the data must be this machine's own.
pub(crate) fn loopback(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|_| "must be a URL such as http://localhost:8000".to_owned())?;
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    };
    if !matches!(url.scheme(), "http" | "https") || !is_local {
        return Err("must be a loopback address: anybody can sign in here as anybody".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_consistent() {
        use clap::CommandFactory as _;
        Options::command().debug_assert();
    }

    #[test]
    fn only_a_database_on_this_machine_is_accepted() {
        for good in ["http://localhost:8000", "http://127.0.0.1:4566/", "http://127.9.9.9:1", "http://[::1]:8000"] {
            assert!(loopback(good).is_ok(), "{good}");
        }
        for bad in [
            "http://dynamodb.ap-south-1.amazonaws.com",
            "http://10.0.0.5:8000",
            "http://localhost.example.test:8000",
            "http://0.0.0.0:8000",
            "file:///tmp/x",
            "nonsense",
        ] {
            assert!(loopback(bad).is_err(), "{bad}");
        }
    }
}
