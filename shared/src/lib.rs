//! Parlour: what a salon and spa business runs on. The rules, the table, the web layer, the senders, the jobs.

pub mod id;
pub mod money;
pub mod table;
pub mod time;
