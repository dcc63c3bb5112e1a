//! A service, as it is kept.

use serde::{Deserialize, Serialize};

use parlour_storage::events::Amounts;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::gems::Gems;
use parlour_values::gst::RateSchedule;
use parlour_values::id::{CategoryId, ServiceId};
use parlour_values::money::Paise;
use parlour_values::time::{Instant, IstDate, Minutes};
use parlour_values::translations::{Translated, Translations};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Service {
    pub id: ServiceId,
    pub category_id: CategoryId,
    pub name: String,
    pub slug: String,
    pub description: String,
    /// Its name and description in other languages.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub duration: Minutes,
    /// Kept free behind the service, to tidy up.
    pub buffer: Minutes,
    /// How long it works by itself before it is finished: the person is free meanwhile, the room is not.
    #[serde(default, skip_serializing_if = "is_default")]
    pub processing: Minutes,
    /// How long the person works on it after that, at the end of its minutes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: Minutes,
    /// The groups of rooms and equipment that it needs one of each.
    #[serde(default, skip_serializing_if = "is_default")]
    pub needs: Vec<String>,
    /// Whether the desk answers a request for it even where others are confirmed at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub needs_approval: bool,
    /// GST included.
    pub price: Paise,
    pub is_active: bool,
    pub image_url: String,
    pub display_order: i64,
    pub gems_redeemable: bool,
    pub gems_required: Option<Gems>,
    pub gems_catalogue_order: Option<i64>,
    pub sac_code: String,
    #[serde(default)]
    pub gst: RateSchedule,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Service {
    /// Its price in gems, where it can be had for gems.
    pub fn redeemable_for(&self) -> Option<Gems> {
        self.gems_required.filter(|_| self.gems_redeemable)
    }

    /// Its prices and tax rate, for the audit log.
    pub fn amounts(&self, today: IstDate) -> Amounts<3> {
        [
            ("pricePaise", Some(self.price.0)),
            ("gstRateBps", Some(i64::from(self.gst.on(today).bps()))),
            ("gemsRequired", self.gems_required.map(|gems| gems.0)),
        ]
    }
}

impl Translated for Service {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, &self.description)
    }
}

impl Record for Service {
    const KIND: &'static str = "service";

    fn key(&self) -> Key {
        keys::service(&self.id)
    }
}

impl Service {
    /// For tests, here and in the crates above: half an hour at ₹500 in the category `hair`, and ten minutes to tidy up.
    pub fn sample(id: &str) -> Self {
        let then = Instant::from_millis(1_794_800_000_000);
        Self {
            id: id.into(),
            category_id: "hair".into(),
            name: id.to_owned(),
            slug: id.to_owned(),
            description: String::new(),
            translations: Translations::default(),
            duration: Minutes(30),
            buffer: Minutes(10),
            processing: Minutes(0),
            finish: Minutes(0),
            needs: Vec::new(),
            needs_approval: false,
            price: Paise(50_000),
            is_active: true,
            image_url: String::new(),
            display_order: 0,
            gems_redeemable: false,
            gems_required: None,
            gems_catalogue_order: None,
            sac_code: "999729".to_owned(),
            gst: RateSchedule::default(),
            created_at: then,
            updated_at: then,
        }
    }
}
