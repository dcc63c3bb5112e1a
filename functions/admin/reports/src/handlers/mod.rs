//! A file per report.

pub mod bookings;
pub mod customers;
pub mod export;
pub mod gems;
pub mod gst;
pub mod gstr1;
pub mod import;
pub mod leads;
pub mod memberships;
pub mod products;
pub mod sales;
pub mod staff;
