//! Parlour: what a salon and spa business runs on. The modules stand in floors; each uses those below it only
//! (`infra/docs/architecture.md`, held by `tests/salon/floors.rs`).

// Values.
pub mod color;
pub mod contact;
pub mod dry_run;
pub mod id;
pub mod money;
pub mod role;
pub mod slug;
mod text_enum;
pub mod time;

// What everything stands on: settings, the table, reading input.
pub mod done;
pub mod input;
pub mod paging;
pub mod settings;
#[cfg(feature = "secrets")]
mod ssm;
pub mod table;

// Transaction: who acts, what is written together, what follows from it.
pub mod act;
pub mod events;
pub mod failure;
pub mod idempotency;
pub mod outbox;
pub mod transaction;

// The salon: table, clock, randomness, settings and senders in one place.
mod memory;
pub mod metrics;
pub mod month_index;
pub mod outbound;
pub mod salon;

// The aggregates.
pub mod auth;
pub mod billing;
pub mod bookings;
pub mod branches;
pub mod branding;
pub mod catalogue;
pub mod checkout;
pub mod customers;
pub mod gems;
pub mod health;
pub mod invoices;
pub mod leads;
pub mod memberships;
pub mod notifications;
pub mod offers;
pub mod operations;
pub mod reference;
pub mod reports;
pub mod schedule;
#[cfg(feature = "oidc")]
pub mod sign_in;
pub mod slots;
pub mod staff;
pub mod summaries;
pub mod tokens;
pub mod users;
pub mod webhooks;

// Background work, the web layer, and how both start on Lambda.
pub mod jobs;
#[cfg(feature = "lambda")]
pub mod lambda;
pub mod web;

// Requests allocate much and briefly, which mimalloc is fast at (`infra/docs/proofs.md` has the figures).
#[cfg(feature = "allocator")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
