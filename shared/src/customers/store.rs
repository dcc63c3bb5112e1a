//! Profiles in the table.

use super::Profile;
use super::directory;
use crate::acts::Writing;
use crate::auth::User;
use crate::table::Stored;

/// The one way a profile is written: what else the salon keeps of a customer follows it here, in the same transaction.
pub fn save_profile(unit: &mut Writing<'_>, user: &User, read: Option<&Stored<Profile>>, profile: &Profile) {
    unit.save(read, profile);
    directory::Change::of(&user.id).person(user).profile(profile).write(unit);
}
