//! Test data: branches, services and staff, written directly to the table.

use clap::Parser as _;
use parlour_booking::resources::Resource;
use parlour_booking::teams::Teams;
use parlour_local::options::Options;
use parlour_local::store::Store;
use parlour_money::memberships::Memberships;
use parlour_money::offers::Offers;
use parlour_money::products::Products;
use parlour_people::auth::User;
use parlour_people::customers::{Customers, Profile};
use parlour_people::staff::{Staff, StaffMember};
use parlour_settings::App;
use parlour_setup::branches::{Branch, BranchSettings, BranchStatus, Branches, SlotPolicy};
use parlour_setup::branding::BrandingStore;
use parlour_setup::catalogue::{CatalogueStore, Category, Service, ServiceType};
use parlour_storage::table::{Bulk, Record};
use parlour_values::gst::RateSchedule;
use parlour_values::id::{ServiceId, UserId};
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::{Minutes, TimeOfDay};
use parlour_values::translations::Translations;
use serde_json::{Value, json};

use crate::{Client, TestSalon};

/// A small business with two branches, four services and two people.
///
/// `open` (code `BLR`, primary) and `staffed` (code `IND`) are both open from 10:00 to 21:00. Cut, 45 minutes, 500
/// rupees; colour, 90 minutes and 15 of buffer, 2,500 rupees (salon); massage, 60 minutes and 15 of buffer, 3,000
/// rupees; facial, 30 minutes, 1,200 rupees (spa). Meera does everything at both branches; Ravi does hair at both.
#[derive(Clone, Debug)]
pub struct Shop {
    pub open: Branch,
    pub staffed: Branch,
    pub hair: Category,
    pub spa: Category,
    pub cut: Service,
    pub colour: Service,
    pub massage: Service,
    pub facial: Service,
    pub meera: StaffMember,
    pub ravi: StaffMember,
}

impl TestSalon {
    /// A salon with its shop.
    pub async fn with_shop() -> (Self, Shop) {
        let salon = Self::open().await;
        let shop = salon.shop().await;
        (salon, shop)
    }

    /// Writes any record without a condition.
    pub async fn put<R: Record>(&self, record: &R) {
        let mut bulk = Bulk::new();
        bulk.put(record);
        bulk.write(&self.salon.table).await.unwrap();
    }

    pub async fn shop(&self) -> Shop {
        let open = Branch { is_primary: true, ..self.branch("BLR", SlotPolicy::Open).await };
        self.put(&open).await;
        let staffed = self.branch("IND", SlotPolicy::Staffed).await;
        let hair = self.category("Hair", ServiceType::Salon).await;
        let spa = self.category("Body", ServiceType::Spa).await;
        let cut = self.service(&hair, "Cut", 50_000, 45, 0).await;
        let colour = self.service(&hair, "Colour", 250_000, 90, 15).await;
        let massage = self.service(&spa, "Massage", 300_000, 60, 15).await;
        let facial = self.service(&spa, "Facial", 120_000, 30, 0).await;
        let meera = self.staff("Meera", &[&open, &staffed], &[&cut, &colour, &massage, &facial]).await;
        let ravi = self.staff("Ravi", &[&open, &staffed], &[&cut, &colour]).await;
        self.wire.reset();
        Shop { open, staffed, hair, spa, cut, colour, massage, facial, meera, ravi }
    }

    /// Loads what rarely changes into the process, as it is after its first requests.
    pub async fn warm(&self, branches: &[&Branch]) {
        let salon = &self.salon.for_request();
        CatalogueStore::of(salon).read().await.unwrap();
        Offers::of(salon).all().await.unwrap();
        Branches::of(salon).all().await.unwrap();
        BrandingStore::of(salon).read().await.unwrap();
        Memberships::of(salon).tiers().await.unwrap();
        Customers::of(salon).tags().await.unwrap();
        Products::of(salon).all().await.unwrap();
        Staff::of(salon).all().await.unwrap();
        for branch in branches {
            Teams::of(salon).branch_reference(&branch.id).await.unwrap();
        }
    }

    /// An operational branch, registered for GST, open from 10:00 to 21:00.
    pub async fn branch(&self, code: &str, slot_policy: SlotPolicy) -> Branch {
        let now = self.salon.clock.now();
        let branch = Branch {
            id: self.salon.random.id(),
            name: format!("Parlour {code}"),
            translations: Translations::default(),
            code: code.to_owned(),
            number: "01".to_owned(),
            address: "1 Test Street, Bengaluru".to_owned(),
            phone: None,
            state_code: "29".to_owned(),
            gstin: Some("29AAAAA0000A1ZY".to_owned()),
            status: BranchStatus::Operational,
            is_primary: false,
            open_time: TimeOfDay::hm(10, 0).unwrap(),
            close_time: TimeOfDay::hm(21, 0).unwrap(),
            hours: Vec::new(),
            settings: BranchSettings { slot_policy, ..BranchSettings::default() },
            created_at: now,
            updated_at: now,
        };
        self.put(&branch).await;
        branch
    }

    pub async fn category(&self, name: &str, service_type: ServiceType) -> Category {
        let now = self.salon.clock.now();
        let category = Category {
            id: self.salon.random.id(),
            name: name.to_owned(),
            slug: name.to_lowercase(),
            description: format!("{name} and more"),
            translations: Translations::default(),
            service_type,
            display_order: 1,
            is_active: true,
            created_at: now,
            updated_at: now,
        };
        self.put(&category).await;
        category
    }

    /// An active service of the category: price in paise, minutes of work, minutes of buffer.
    pub async fn service(&self, category: &Category, name: &str, price: i64, minutes: u32, buffer: u32) -> Service {
        let now = self.salon.clock.now();
        let service = Service {
            id: self.salon.random.id(),
            category_id: category.id.clone(),
            name: name.to_owned(),
            slug: name.to_lowercase().replace(' ', "-"),
            description: format!("A {name}"),
            translations: Translations::default(),
            duration: Minutes(minutes),
            buffer: Minutes(buffer),
            processing: Minutes(0),
            finish: Minutes(0),
            needs: Vec::new(),
            needs_approval: false,
            price: Paise(price),
            is_active: true,
            image_url: "https://images.example.test/service.jpg".to_owned(),
            display_order: 1,
            gems_redeemable: false,
            gems_required: None,
            gems_catalogue_order: None,
            sac_code: "999721".to_owned(),
            gst: RateSchedule::default(),
            created_at: now,
            updated_at: now,
        };
        self.put(&service).await;
        service
    }

    /// An active staff member of these branches who can do these services.
    /// A user with this role, as whom this staff member is known.
    pub async fn user_of(&self, member: &StaffMember, role: Role) -> User {
        let user = self.user(&member.name, role).await;
        self.put(&StaffMember { user_id: Some(user.id.clone()), ..member.clone() }).await;
        user
    }

    /// Somebody of the staff, signed in.
    pub async fn signed_in_as(&self, member: &StaffMember) -> Client<'_> {
        let user = self.user_of(member, Role::Staff).await;
        self.signed_in(&user, App::Admin).await
    }

    pub async fn staff(&self, name: &str, branches: &[&Branch], services: &[&Service]) -> StaffMember {
        let now = self.salon.clock.now();
        let member = StaffMember {
            id: self.salon.random.id(),
            user_id: None,
            email: format!("{}@example.test", name.to_lowercase()),
            name: name.to_owned(),
            display_name: name.to_owned(),
            image_url: None,
            branch_ids: branches.iter().map(|branch| branch.id.clone()).collect(),
            service_ids: services.iter().map(|service| service.id.clone()).collect::<Vec<ServiceId>>(),
            is_active: true,
            had_role: false,
            joined_on: now.ist_date(),
            created_at: now,
            updated_at: now,
        };
        self.put(&member).await;
        member
    }

    /// A room in use at the branch, for one booking at a time and ready again at once.
    pub async fn room(&self, branch: &Branch, name: &str, group: &str) -> Resource {
        let now = self.salon.clock.now();
        let room = Resource {
            id: self.salon.random.id(),
            branch_id: branch.id.clone(),
            name: name.to_owned(),
            group: group.to_owned(),
            capacity: 1,
            turnaround: Minutes(0),
            is_active: true,
            created_at: now,
            updated_at: now,
        };
        self.put(&room).await;
        room
    }

    /// The demo data with this many more customers.
    pub async fn large(&self, customers: usize) {
        let options = Options::parse_from(["parlour", "--demo-customers", &customers.to_string()]);
        let store = Store::open(self.salon.table.client().clone(), self.salon.table.name()).await.unwrap();
        parlour_local::demo::fill(&self.salon, &store, None, &options).await.unwrap();
        self.wire.reset();
    }

    /// An empty profile, as after a first visit.
    pub async fn profile(&self, user: &UserId) -> Profile {
        let profile = Profile::bare(self.salon.random.id(), user.clone(), self.salon.clock.now());
        self.put(&profile).await;
        profile
    }
}

impl Shop {
    /// A request for a cut at the open branch, tomorrow at noon.
    pub fn cut_tomorrow(&self) -> Value {
        self.request(&self.open, &[&self.cut], "2026-11-17", "12:00")
    }

    /// A request for these services; its type is that of the first.
    pub fn request(&self, branch: &Branch, services: &[&Service], date: &str, start: &str) -> Value {
        let side = if services[0].category_id == self.spa.id { "spa" } else { "salon" };
        json!({
            "branchId": branch.id, "serviceType": side, "bookingDate": date, "startTime": start,
            "serviceIds": services.iter().map(|service| &service.id).collect::<Vec<_>>(),
        })
    }
}

impl Client<'_> {
    /// Books and returns the booking's path on both apps.
    pub async fn book(&self, request: Value) -> String {
        path_of(&self.post("/api/bookings", request).await.created()["id"])
    }
}

/// A booking's path on both apps.
pub fn path_of(id: &Value) -> String {
    format!("/api/bookings/{}", id.as_str().expect("an id"))
}
