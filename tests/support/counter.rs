//! Test data for the checkout: confirmed bookings, offers, gems, membership tiers, written directly to the table.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_money::gems::{GemTransaction, GemTransactionType, GemsAccount};
use parlour_money::memberships::Tier;
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_people::customers::Profile;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Service;
use parlour_storage::table::{Record, Stored, keys};
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::money::Paise;
use parlour_values::time::{Minutes, TimeOfDay};
use parlour_values::translations::Translations;

use crate::{Client, Shop, TestSalon};

impl TestSalon {
    /// The record at another record's key.
    pub async fn stored<R: Record>(&self, key: &parlour_storage::table::Key) -> Option<Stored<R>> {
        self.salon.table.get(key).await.unwrap()
    }

    /// A confirmed booking of these services, today at 11:00, with Meera.
    pub async fn confirmed(&self, shop: &Shop, customer: &Client<'_>, services: &[&Service]) -> Booking {
        self.confirmed_at(shop, &shop.open, customer, services).await
    }

    pub async fn confirmed_at(
        &self,
        shop: &Shop,
        branch: &Branch,
        customer: &Client<'_>,
        services: &[&Service],
    ) -> Booking {
        let user = customer.user.as_ref().expect("somebody signed in");
        let time = (self.salon.clock.today(), TimeOfDay::hm(11, 0).unwrap());
        self.visit(shop, branch, user, services, time, BookingStatus::Confirmed).await
    }

    /// Makes the service redeemable for this many gems.
    pub async fn redeemable(&self, service: &Service, gems: i64) -> Service {
        let service = Service { gems_redeemable: true, gems_required: Some(Gems(gems)), ..service.clone() };
        self.put(&service).await;
        service
    }

    /// An account with this many gems, earned now.
    pub async fn give_gems(&self, user: &UserId, gems: i64) -> GemsAccount {
        let now = self.salon.clock.now();
        let mut account = GemsAccount::opened(user.clone(), now);
        let id = self.salon.random.id();
        let expires_at = account.account.earn(parlour_values::id::GemTransactionId::clone(&id), Gems(gems), now);
        self.put(&account).await;
        self.put(&GemTransaction {
            id,
            user_id: user.clone(),
            kind: GemTransactionType::Earned,
            gems: Gems(gems),
            description: "Earned".to_owned(),
            expires_at: Some(expires_at),
            invoice_id: None,
            invoice_number: None,
            created_at: now,
        })
        .await;
        account
    }

    pub async fn gems_of(&self, user: &UserId) -> GemsAccount {
        self.stored::<GemsAccount>(&keys::gems(user)).await.expect("an account").record
    }

    pub async fn profile_of(&self, user: &UserId) -> Profile {
        self.stored::<Profile>(&keys::profile(user)).await.expect("a profile").record
    }

    /// A running offer on these services; the amount is a percentage or paise, depending on the type.
    pub async fn offer(&self, offer_type: OfferType, amount: i64, services: &[&Service]) -> Offer {
        let now = self.salon.clock.now();
        let paise = |wanted| (offer_type == wanted).then_some(Paise(amount));
        let offer = Offer {
            id: self.salon.random.id(),
            name: "Glow".to_owned(),
            slug: format!("glow-{}", self.salon.random.text(4, "abcdefgh")),
            description: None,
            translations: Translations::default(),
            offer_type,
            discount_percentage: (offer_type == OfferType::Percentage).then(|| u32::try_from(amount).unwrap()),
            discount_amount: paise(OfferType::Flat),
            combo_price: paise(OfferType::ComboPrice),
            start_date: now.ist_date(),
            end_date: now.ist_date().plus_days(7),
            is_active: true,
            terms: None,
            image_url: None,
            display_order: 0,
            service_ids: services.iter().map(|service| service.id.clone()).collect(),
            created_at: now,
            updated_at: now,
        };
        self.put(&offer).await;
        offer
    }

    /// An active tier: ten hours for ₹20,000, for a year.
    pub async fn tier(&self, name: &str) -> Tier {
        let now = self.salon.clock.now();
        let tier = Tier {
            id: self.salon.random.id(),
            name: name.to_owned(),
            slug: name.to_lowercase(),
            description: format!("{name} hours"),
            translations: Translations::default(),
            default_hours: Minutes(600),
            default_price: Paise(2_000_000),
            default_validity_days: 365,
            is_active: true,
            display_order: 1,
            created_at: now,
            updated_at: now,
        };
        self.put(&tier).await;
        tier
    }
}
