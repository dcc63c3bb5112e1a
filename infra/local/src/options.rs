//! The options of `cargo run`.

use std::path::PathBuf;

use clap::Parser;
use parlour_values::time::Instant;
use url::Url;

use crate::loopback::loopback;

/// Parlour on this machine: both apps, the console, a database, demo data.
#[derive(Clone, Debug, Parser)]
#[command(name = "parlour")]
pub struct Options {
    /// The port of the customer app; 0 takes a free port.
    #[arg(long, value_name = "PORT", default_value_t = 3000)]
    pub customer_port: u16,

    /// The admin app's port.
    #[arg(long, value_name = "PORT", default_value_t = 3001)]
    pub admin_port: u16,

    /// The console's port: people to sign in as, messages, jobs, queue, clock.
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

    /// Adds this many generated bookings, spread over the days of `--demo-days`.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub demo_bookings: u32,

    /// The days up to yesterday that generated bookings are spread over; 730 are two years.
    #[arg(long, value_name = "N", default_value_t = 730, value_parser = clap::value_parser!(u64).range(1..=3_650))]
    pub demo_days: u64,

    /// Adds this many generated branches that plan their people's time, ten people each; generated bookings are
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

fn moment(text: &str) -> Result<Instant, String> {
    text.parse()
}
