//! The day board's marks about customers: who is a member, and what whoever serves them must know first.

use std::collections::{BTreeSet, HashMap};

use super::{ActiveMembership, Memberships};
use parlour_people::customers::CustomerCard;
use parlour_storage::table::{TableError, keys};
use parlour_values::id::UserId;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomerMarks {
    pub is_member: bool,
    pub alerts: Option<String>,
}

impl Memberships<'_> {
    /// Those of these customers about whom there is anything to mark, in one round trip.
    pub async fn marks_of<'a>(
        &self,
        customers: impl IntoIterator<Item = &'a UserId>,
    ) -> Result<HashMap<UserId, CustomerMarks>, TableError> {
        let customers: BTreeSet<&UserId> = customers.into_iter().collect();
        let wanted = customers.iter().flat_map(|id| [keys::customer_card(id), keys::active_membership(id)]);
        let mut found = self.0.table.get_many_lagging(wanted).await?;
        let mut all = HashMap::new();
        for id in customers {
            let card = found.take::<CustomerCard>(&keys::customer_card(id))?;
            let membership = found.take::<ActiveMembership>(&keys::active_membership(id))?;
            let marks =
                CustomerMarks { is_member: membership.is_some(), alerts: card.and_then(|card| card.record.alerts) };
            if marks != CustomerMarks::default() {
                all.insert(id.clone(), marks);
            }
        }
        Ok(all)
    }
}
