//! Parlour: what a salon and spa business runs on. The rules, the table, the web layer, the senders, the jobs.

pub mod acts;
pub mod audit;
pub mod auth;
pub mod bookings;
pub mod catalogue;
pub mod checkout;
pub mod contact;
pub mod customers;
pub mod gems;
pub mod id;
pub mod invoices;
pub mod jobs;
pub mod leads;
pub mod memberships;
pub mod money;
pub mod offers;
pub mod once;
pub mod outbox;
pub mod salon;
pub mod settings;
pub mod slots;
pub mod slug;
pub mod table;
mod text_enum;
pub mod time;
pub mod web;
