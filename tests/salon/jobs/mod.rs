//! The jobs: each acts on what is due and on nothing else, once, and what goes wrong on the way is made up for.

mod answers;
mod at_size;
mod birthdays;
mod customers;
mod days;
mod failures;
mod gems;
mod kills;
mod leads;
mod memberships;
mod offers;
mod queue;
mod reminders;
mod reports;
mod requests;
mod retention;
mod sessions;
