//! The display order of services, kept in one item so that it never outgrows a transaction, however many services
//! there are. A service in it stands at the place it was given; one that is not keeps the number it has itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Service;
use crate::id::ServiceId;
use crate::table::{Key, Record, keys};

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

    /// These services from the front, in this order; those ordered before and not named now stay where they are.
    pub(super) fn with(&self, ids: &[ServiceId]) -> Self {
        let mut places = self.places.clone();
        places.extend(ids.iter().cloned().zip(0..));
        Self { places }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_named_keeps_their_place() {
        let id = |text: &str| ServiceId::from(text);
        let order = DisplayOrder::default().with(&[id("a"), id("b"), id("c")]).with(&[id("c"), id("x")]);
        let place = |text: &str| order.places.get(&id(text)).copied();
        assert_eq!((place("a"), place("b"), place("c"), place("x")), (Some(0), Some(1), Some(0), Some(1)));
        assert_eq!(order.without(&id("y")), None);
        assert_eq!(order.without(&id("a")).unwrap().places.len(), 3);
    }
}
