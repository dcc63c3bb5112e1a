//! Test data: memberships, gems, birthdays and leads at some moment, written directly to the table.

use parlour_money::gems::GemsAccount;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_money::memberships::{ActiveMembership, Membership};
use parlour_people::auth::User;
use parlour_people::leads::status::LeadStatus;
use parlour_people::leads::{Lead, Utm};
use parlour_storage::table::keys;
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::role::Role;
use parlour_values::time::{Instant, IstDate, Minutes};

use crate::TestSalon;

impl TestSalon {
    /// An active membership of ten hours that ends at the midnight before this day.
    pub fn membership(&self, owner: &User, ends: &str) -> Membership {
        let now = self.salon.clock.now();
        Membership {
            id: self.salon.random.id(),
            number: format!("PAR-MEM-26-01-{}", self.salon.random.text(5, "23456789")),
            branch_id: self.salon.random.id(),
            customer_id: owner.id.clone(),
            customer_name: owner.name.clone(),
            customer_email: owner.email.clone(),
            tier_id: self.salon.random.id(),
            tier_name: "Gold".to_owned(),
            total_hours: Minutes(600),
            used_hours: Minutes(0),
            price_paid: Paise(2_000_000),
            taxable: None,
            payment_method: PaymentMethod::Card,
            starts_at: "2020-01-01".parse::<IstDate>().unwrap().start(),
            expires_at: ends.parse::<IstDate>().unwrap().start(),
            status: MembershipStatus::Active,
            created_by: owner.id.clone(),
            invoice_id: Some(self.salon.random.id()),
            imported: None,
            notes: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// A new customer with a membership that ends at the midnight before this day.
    pub async fn member(&self, name: &str, ends: &str) -> (User, Membership) {
        let owner = self.user(name, Role::Customer).await;
        let membership = self.membership(&owner, ends);
        self.put(&membership).await;
        self.put(&ActiveMembership::of(&membership)).await;
        (owner, membership)
    }

    /// Adds gems earned at a moment.
    pub async fn earned(&self, user: &UserId, gems: i64, at: &str) {
        self.earned_often(user, gems, at, 1).await;
    }

    /// The same, several times.
    pub async fn earned_often(&self, user: &UserId, gems: i64, at: &str, times: usize) {
        let at: Instant = at.parse().unwrap();
        let known = self.stored::<GemsAccount>(&keys::gems(user)).await.map(|account| account.record);
        let mut account = known.unwrap_or_else(|| GemsAccount::opened(user.clone(), at));
        for _ in 0..times {
            account.account.earn(self.salon.random.id(), Gems(gems), at);
        }
        self.put(&account).await;
    }

    /// A new customer with this birthday, with or without marketing consent.
    pub async fn born(&self, name: &str, on: &str, agreed: bool) -> User {
        let user = self.user(name, Role::Customer).await;
        self.listed(&user, |profile| {
            profile.date_of_birth = Some(on.parse().unwrap());
            profile.marketing_consent = agreed;
        })
        .await;
        user
    }

    /// A lead that was last contacted at a moment.
    pub async fn lead(&self, name: &str, assigned_to: Option<&UserId>, contacted: Option<&str>) -> Lead {
        let now = self.salon.clock.now();
        let lead = Lead {
            id: self.salon.random.id(),
            name: name.to_owned(),
            phone: "9876543210".parse().ok(),
            email: None,
            service_interested_id: None,
            status: LeadStatus::FollowUp,
            source: "manual".to_owned(),
            utm: Utm::default(),
            assigned_to: assigned_to.cloned(),
            converted_booking_id: None,
            converted_booking_number: None,
            last_contacted_at: contacted.map(|at| at.parse().unwrap()),
            created_at: now,
            updated_at: now,
        };
        self.put(&lead).await;
        lead
    }
}
