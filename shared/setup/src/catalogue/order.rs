//! The display order of services, kept in one item so that it never outgrows a transaction, however many services
//! there are. A service in it stands at the place it was given; one that is not keeps the number it has itself.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};

use super::Service;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::ServiceId;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisplayOrder {
    places: BTreeMap<ServiceId, i64>,
}

impl DisplayOrder {
    /// The services take their places.
    pub(super) fn apply<'a>(&self, services: impl Iterator<Item = &'a mut Service>) {
        for service in services {
            if let Some(place) = self.places.get(&service.id) {
                service.display_order = *place;
            }
        }
    }

    /// These services from the front, in this order; behind them the others, in the order they had.
    pub(super) fn of<'a>(first: &[ServiceId], others: impl Iterator<Item = &'a Service>) -> Self {
        let named: HashSet<&ServiceId> = first.iter().collect();
        let mut others: Vec<&Service> = others.filter(|service| !named.contains(&service.id)).collect();
        others.sort_by(|a, b| (a.display_order, &a.id).cmp(&(b.display_order, &b.id)));
        let behind = others.into_iter().map(|service| &service.id);
        Self { places: first.iter().chain(behind).cloned().zip(0..).collect() }
    }

    /// The order once a service was given a number of its own; None when it had no place here.
    pub(super) fn without(&self, id: &ServiceId) -> Option<Self> {
        let mut places = self.places.clone();
        places.remove(id).map(|_| Self { places })
    }
}

impl Record for DisplayOrder {
    const KIND: &'static str = "display_order";

    fn key(&self) -> Key {
        keys::display_order()
    }
}
