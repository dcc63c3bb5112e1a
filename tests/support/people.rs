//! Test data: customers with a profile, as the directory lists them.

use parlour_local::gateway;
use parlour_people::auth::User;
use parlour_people::customers::{Profile, TagAssignment, directory, save_profile};
use parlour_settings::App;
use parlour_storage::act::Act;
use parlour_storage::events::{EventItem, EventType, Fact};
use parlour_storage::table::{Bulk, keys};
use parlour_values::gems::Gems;
use parlour_values::id::TagId;
use serde_json::{Value, json};

use crate::{Client, TestSalon};

impl TestSalon {
    /// Creates or changes somebody's profile.
    pub async fn listed(&self, user: &User, change: impl FnOnce(&mut Profile)) -> Profile {
        self.listed_with(user, None, Vec::new(), change).await
    }

    /// The same, with gems and tags.
    pub async fn listed_with(
        &self,
        user: &User,
        gems: Option<Gems>,
        tags: Vec<TagId>,
        change: impl FnOnce(&mut Profile),
    ) -> Profile {
        let read = self.salon.table.get::<Profile>(&keys::profile(&user.id)).await.unwrap();
        let now = self.salon.clock.now();
        let mut profile = read.as_ref().map_or_else(
            || Profile::bare(self.salon.random.id(), user.id.clone(), now),
            |profile| profile.record.clone(),
        );
        change(&mut profile);
        let act = Act::of_job("tests", "tests", now);
        let mut transaction = self.salon.transaction(&act);
        save_profile(&mut transaction, user, read.as_ref(), &profile);
        let mut changed = directory::DirectoryChange::of(&user.id);
        if let Some(gems) = gems {
            changed = changed.gems(gems);
        }
        for tag in tags {
            transaction.create(&TagAssignment {
                customer_id: user.id.clone(),
                tag_id: tag.clone(),
                assigned_by: user.id.clone(),
                assigned_at: now,
            });
            changed = changed.tagged(&tag);
        }
        changed.write(&mut transaction);
        transaction.commit().await.unwrap();
        profile
    }

    /// Adds this many audit entries of one record and one actor, numbered from 0.
    pub async fn add_audit_entries(&self, count: usize) {
        let act = Act::of_job("tests", "tests", self.salon.clock.now());
        let mut entries = Bulk::new();
        for number in 0..count {
            let data = json!({ "number": number });
            let fact = Fact { what: EventType::StaffUpdated, entity_type: "staff", entity_id: "ravi".to_owned(), data };
            entries.put(&EventItem::new(self.salon.random.id(), &act, fact, Vec::new()));
        }
        entries.write(&self.salon.table).await.unwrap();
    }

    /// A second instance over the same table, with its own cache.
    pub fn another_instance(&self) -> Instance {
        let parts = parlour_storage::salon::SalonParts {
            table: self.salon.table.clone(),
            clock: self.salon.clock.clone(),
            random: self.salon.random.clone(),
            settings: self.salon.settings.clone(),
            outbound: self.salon.outbound.clone(),
        };
        let salon = parlour_storage::salon::Salon::new(parts);
        Instance { customer: gateway::router(App::Customer, &salon), admin: gateway::router(App::Admin, &salon) }
    }
}

const POINT: &str = "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// A push subscription as a browser sends it.
pub fn browser(name: &str) -> Value {
    json!({
        "endpoint": format!("https://fcm.googleapis.com/fcm/send/{name}"),
        "keys": { "p256dh": POINT, "auth": AUTH },
    })
}

impl Client<'_> {
    /// Subscribes a browser of this name to push messages.
    pub async fn subscribe_to_push(&self, name: &str) {
        self.post("/api/push/subscribe", browser(name)).await.created();
    }
}

pub struct Instance {
    customer: axum::Router,
    admin: axum::Router,
}

impl Instance {
    /// The same client, served by this instance.
    pub fn client<'a>(&self, client: &Client<'a>) -> Client<'a> {
        let router = match client.app {
            App::Customer => &self.customer,
            App::Admin => &self.admin,
        };
        client.clone().served_by(router.clone())
    }
}
