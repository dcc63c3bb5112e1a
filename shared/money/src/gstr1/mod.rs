//! GSTR-1: a month's outward supplies under one GSTIN, as the file of the government's offline tool. Pure.
//!
//! Whatever a salon sells is supplied at its own branch: a service where it is done, a product where it is handed over. So
//! every row is within the state, the sections of supplies to other states (`b2cl`, `cdnur`) never have one, and like all
//! empty sections they are left out.

mod documents;
mod file;
mod hsn;
mod hundredths;
mod papers;
#[cfg(test)]
mod tests;

pub use file::Gstr1File;
pub use hundredths::written;
pub use papers::Gstr1;
