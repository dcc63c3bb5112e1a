//! The customer a walk-in is booked for: a known one, or somebody new.

use super::request::{WalkInCustomer, WalkInRequest};
use super::{BookingError, Bookings};
use parlour_people::auth::User;
use parlour_people::customers::{BookableCustomer, CustomerStanding, NewCustomer, PhoneHolders};
use parlour_storage::act::Act;
use parlour_storage::failure::Failure;
use parlour_storage::table::{Found, Key};
use parlour_storage::transaction::Transaction;

/// The customer of a walk-in. A new one gets a user and a profile in the same transaction.
pub(super) enum Guest {
    Known(BookableCustomer),
    /// Holds the phone and has another name. Phones are unverified: whoever typed it says whether it is they.
    Doubtful(BookableCustomer),
    New(Box<NewCustomer>),
}

/// The field that names nobody.
pub(super) struct WrongGuest {
    pub field: &'static str,
    pub message: &'static str,
}

impl Guest {
    pub fn user(&self) -> &User {
        match self {
            Self::Known(customer) | Self::Doubtful(customer) => customer,
            Self::New(new) => &new.user,
        }
    }

    /// The guest, unless it has to be confirmed first.
    pub fn settled(self) -> Result<Self, BookingError> {
        match self {
            Self::Doubtful(customer) => Err(BookingError::PhoneOfAnother {
                id: customer.id.clone(),
                first_name: customer.first_name().to_owned(),
            }),
            settled => Ok(settled),
        }
    }

    pub fn write(&self, transaction: &mut Transaction<'_>) {
        match self {
            Self::Known(customer) | Self::Doubtful(customer) => customer.check(transaction),
            Self::New(new) => new.write(transaction),
        }
    }
}

/// The keys that tell who the guest is: the customer of an id, or whoever holds the phone.
pub(super) fn keys_of(request: &WalkInRequest) -> Vec<Key> {
    match (&request.customer_id, &request.customer) {
        (Some(id), _) => BookableCustomer::keys(id).into_iter().collect(),
        (None, Some(described)) => PhoneHolders::keys(&described.phone).into(),
        (None, None) => Vec::new(),
    }
}

impl Bookings<'_> {
    /// The customer named by id, the one with this phone, or a new one; `found` holds what [`keys_of`] the request names.
    pub(super) async fn guest(
        &self,
        act: &Act,
        request: &WalkInRequest,
        mut found: Found,
    ) -> Result<Result<Guest, WrongGuest>, Failure<BookingError>> {
        let unknown = WrongGuest { field: "customerId", message: "must be a customer" };
        match (&request.customer_id, &request.customer) {
            (Some(id), _) => Ok(match CustomerStanding::among(&mut found, id)? {
                CustomerStanding::Bookable(customer) => Ok(Guest::Known(customer)),
                CustomerStanding::Suspended(_) => {
                    let message = "is a customer who is suspended: the owner can make them active again";
                    Err(WrongGuest { field: "customerId", message })
                }
                CustomerStanding::Nobody => Err(unknown),
            }),
            (None, Some(described)) => self.described_guest(act, described, request, found).await,
            (None, None) => Ok(Err(unknown)),
        }
    }

    /// Of those who have the phone, the one who signed up with it and the one whom the desk wrote down with it, whoever was
    /// confirmed or has a name like the one described; a new customer, if nobody has the phone or this is said to be
    /// somebody else. Where only somebody has it who is suspended, that has to be said.
    async fn described_guest(
        &self,
        act: &Act,
        described: &WalkInCustomer,
        request: &WalkInRequest,
        mut found: Found,
    ) -> Result<Result<Guest, WrongGuest>, Failure<BookingError>> {
        let holders = PhoneHolders::among(&mut found, &described.phone)?;
        let (confirmed, is_new) = (request.confirm_customer_id.as_ref(), request.confirm_new_customer == Some(true));
        let mut doubtful = None;
        let customers = holders.customers(&self.0.table).await?;
        for customer in customers.bookable {
            let is_meant = match confirmed {
                Some(confirmed) => customer.id == *confirmed,
                None => !is_new && share_a_word(&described.name, &customer.name),
            };
            if is_meant {
                return Ok(Ok(Guest::Known(customer)));
            }
            doubtful.get_or_insert(customer);
        }
        if let Some(suspended) = customers.suspended.into_iter().next().filter(|_| doubtful.is_none() && !is_new) {
            return Err(BookingError::SuspendedCustomer(suspended).into());
        }
        Ok(match (doubtful, confirmed) {
            (Some(customer), _) if !is_new => Ok(Guest::Doubtful(customer)),
            (None, Some(_)) => {
                Err(WrongGuest { field: "confirmCustomerId", message: "must be the customer who has this phone" })
            }
            _ => {
                let (random, left) = (&self.0.random, holders.written_down);
                Ok(Guest::New(Box::new(NewCustomer::new(random, act.at, &described.name, &described.phone, left))))
            }
        })
    }
}

/// Whether two names have a word in common, whatever its case.
fn share_a_word(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let between = |letter: char| letter.is_whitespace() || letter.is_ascii_punctuation();
        name.split(between).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let other = words(other);
    words(one).iter().any(|word| other.contains(word))
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::keys;
    use parlour_storage::table::keys::Unique;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_word_in_common_is_enough_and_a_beginning_is_not() {
        for (one, other) in
            [("Asha Rao", "asha"), ("Rao, Asha", "Asha Kumar"), ("Anna-Maria", "maria"), ("आशा राव", "राव")]
        {
            assert!(share_a_word(one, other), "{one} {other}");
        }
        for (one, other) in [("Asha", "Ash"), ("Asha Rao", "Ravi Kumar"), ("Asha", ""), ("", ""), ("-", "-")] {
            assert!(!share_a_word(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_guest_is_looked_for_by_id_or_by_phone() {
        let known = WalkInRequest::sample(json!({ "customerId": "asha" }));
        assert_eq!(keys_of(&known), BookableCustomer::keys(&"asha".into()));
        let described = WalkInRequest::sample(json!({ "customer": { "name": "Asha", "phone": "9876543210" } }));
        let phone = described.customer.as_ref().unwrap().phone.as_str();
        let kept = [Unique::Phone, Unique::WalkinPhone].map(|kind| keys::unique_value(kind, phone));
        assert_eq!(keys_of(&described), kept);
    }
}
