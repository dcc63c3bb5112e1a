//! The table of pages: each route with a sample address and who may see it. It drives the tests of links, texts, headers
//! and weights. Everything that people write is hostile here.

use std::collections::BTreeSet;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use http::Method;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::waitlist::{CustomerWishes, HeldService, TimeOffer, Wish, WishState};
use parlour_http::Route;
use parlour_local::gateway;
use parlour_money::memberships::{ActiveMembership, Tier};
use parlour_money::offers::Offer;
use parlour_money::offers::rules::OfferType;
use parlour_platform::notifications::{Notification, NotificationChannel, NotificationStatus, UnreadMark};
use parlour_senders::NotificationType;
use parlour_settings::App;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Category, Service, ServiceType};
use parlour_tests::{Client, Reply, Shop, TestSalon};
use scraper::{ElementRef, Html, Selector};

/// A text that somebody might write to break out of a text, an attribute or an address.
pub const HOSTILE: &str = "<script>alert(1)</script>\"><img src=x onerror=alert(2)>' & javascript:alert(3)";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Anybody,
    /// Anybody who has the address.
    Linked,
    Customer,
}

/// Route, sample, who may see it.
pub type Sample = (&'static str, String, Who);

/// A salon whose every text is hostile, and a customer with something on each of their pages.
pub struct Site<'a> {
    pub salon: &'a TestSalon,
    pub shop: Shop,
    pub asha: Client<'a>,
    pub booking: Booking,
    /// The token of the booking's link.
    pub link: String,
}

pub fn as_browser(client: Client<'_>) -> Client<'_> {
    client.with_header("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
}

pub fn text(reply: &Reply) -> String {
    String::from_utf8(reply.bytes.clone()).expect("a text")
}

/// How much of it is sent, compressed.
pub fn packed(reply: &Reply) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&reply.bytes).unwrap();
    encoder.finish().unwrap().len()
}

pub fn parsed(reply: &Reply) -> Html {
    Html::parse_document(&text(reply))
}

pub fn all<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

/// Whether a path is one of these routes'.
pub fn is_served(routes: &[&Route], method: &Method, path: &str) -> bool {
    routes.iter().any(|route| {
        let (pattern, path): (Vec<&str>, Vec<&str>) = (route.path.split('/').collect(), path.split('/').collect());
        route.method == *method
            && pattern.len() == path.len()
            && pattern.iter().zip(&path).all(|(pattern, part)| pattern.starts_with('{') || pattern == part)
    })
}

impl<'a> Site<'a> {
    pub async fn open(salon: &'a TestSalon) -> Self {
        let shop = hostile_shop(salon).await;
        let asha = as_browser(salon.customer(HOSTILE).await);
        let user = asha.user.clone().unwrap();
        salon.listed(&user, |profile| profile.is_onboarded = true).await;
        let cancelled = salon.booked(&shop, &user, "2026-11-10", "12:00", BookingStatus::Cancelled).await;
        salon
            .put(&Booking {
                cancelled_at: Some(salon.salon.clock.now()),
                cancellation_reason: Some(HOSTILE.to_owned()),
                ..cancelled
            })
            .await;
        let booking = salon.booked(&shop, &user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
        let mut booking = Booking { notes: Some(HOSTILE.to_owned()), ..booking };
        for service in &mut booking.services {
            service.staff_name = Some(HOSTILE.to_owned());
        }
        salon.put(&booking).await;
        let mut membership = salon.membership(&user, "2027-03-01");
        membership.tier_name = HOSTILE.to_owned();
        salon.put(&membership).await;
        salon.put(&ActiveMembership::of(&membership)).await;
        salon.give_gems(&user.id, 30).await;
        notify(salon, &user.id).await;
        salon.put(&offered_wish(salon, &shop, &user.id)).await;
        let wishes = CustomerWishes { customer_id: user.id.clone(), ids: vec!["w1".into()] };
        salon.put(&wishes).await;
        let link = crate::links::token(salon, &booking.id).await;
        Self { salon, shop, asha, booking, link }
    }

    /// Every page.
    pub fn samples(&self) -> Vec<Sample> {
        let chosen = format!(
            "/book?services={},{}&branch={}&date=2026-11-17&time=12:00",
            self.shop.cut.id, self.shop.colour.id, self.shop.staffed.id
        );
        let own = |path: &'static str| (path, path.to_owned(), Who::Customer);
        let open = |path: &'static str| (path, path.to_owned(), Who::Anybody);
        vec![
            open("/"),
            open("/services"),
            ("/services/{slug}", "/services/cut".to_owned(), Who::Anybody),
            ("/book", chosen, Who::Anybody),
            open("/team"),
            open("/privacy"),
            open("/welcome"),
            open("/offline"),
            ("/unsubscribe/{token}", "/unsubscribe/dTE.c2lnbmF0dXJl".to_owned(), Who::Anybody),
            ("/m", format!("/m?{}&date=2026-11-19", self.link), Who::Linked),
            ("/sign-in", "/sign-in?next=/book%3Fservices%3Da".to_owned(), Who::Anybody),
            ("/onboarding", "/onboarding?next=/gems".to_owned(), Who::Customer),
            own("/bookings"),
            ("/bookings/{id}", format!("/bookings/{}", self.booking.id), Who::Customer),
            own("/gems"),
            own("/membership"),
            own("/waitlist"),
            own("/notifications"),
            own("/profile"),
        ]
    }

    /// A page as its reader gets it.
    pub async fn get(&self, who: Who, path: &str) -> Reply {
        match who {
            Who::Anybody | Who::Linked => as_browser(self.salon.visitor()).get(path).await,
            Who::Customer => self.asha.get(path).await,
        }
    }

    /// Every page with its answer.
    pub async fn answers(&self) -> Vec<(Sample, Reply)> {
        let mut answers = Vec::new();
        for sample in self.samples() {
            let reply = self.get(sample.2, &sample.1).await;
            assert_eq!(reply.status.as_u16(), 200, "{}: {}", sample.1, text(&reply));
            answers.push((sample, reply));
        }
        answers
    }
}

pub async fn hostile_shop(salon: &TestSalon) -> Shop {
    let shop = salon.shop().await;
    let hostile = || HOSTILE.to_owned();
    let open = Branch { name: hostile(), address: hostile(), ..shop.open.clone() };
    let hair = Category { name: hostile(), description: hostile(), ..shop.hair.clone() };
    let cut = Service {
        name: hostile(),
        description: hostile(),
        image_url: "javascript:alert(4)".to_owned(),
        ..salon.redeemable(&shop.cut, 20).await
    };
    salon.put(&open).await;
    salon.put(&hair).await;
    salon.put(&cut).await;
    let offer = salon.offer(OfferType::Percentage, 20, &[&cut]).await;
    salon.put(&Offer { name: hostile(), description: Some(hostile()), terms: Some(hostile()), ..offer }).await;
    let tier = salon.tier("Gold").await;
    salon.put(&Tier { name: hostile(), description: hostile(), ..tier }).await;
    Shop { open, hair, cut, ..shop }
}

/// Follows the imports of a page's scripts: each is there, and the page names it, so that it is fetched at once.
pub async fn scripts_are_named(reader: &Client<'_>, path: &str, reply: &Reply) {
    let page = parsed(reply);
    let named = |selector: &str, name: &str| -> BTreeSet<String> {
        all(&page, selector).iter().map(|element| element.value().attr(name).unwrap().to_owned()).collect()
    };
    let (scripts, ahead) = (named("script[type=module]", "src"), named("link[rel=modulepreload]", "href"));
    let (mut waiting, mut imported) = (Vec::from_iter(scripts), BTreeSet::new());
    while let Some(script) = waiting.pop() {
        let reply = reader.get(&script).await;
        assert_eq!(reply.header("content-type"), Some("text/javascript; charset=utf-8"), "{path}: {script}");
        let code = text(&reply);
        for import in code.split(" from '").skip(1).map(|rest| rest.split('\'').next().unwrap().to_owned()) {
            if imported.insert(import.clone()) {
                waiting.push(import);
            }
        }
    }
    assert_eq!(imported, ahead, "{path}");
}

/// Leaves an unread notification in the feed.
/// Somebody who waits for today, and one who has an offer.
pub fn wish(salon: &TestSalon, shop: &Shop, customer: &parlour_values::id::UserId) -> Wish {
    let now = salon.salon.clock.now();
    Wish {
        id: "w0".into(),
        customer_id: customer.clone(),
        branch_id: shop.staffed.id.clone(),
        service_type: ServiceType::Salon,
        service_ids: vec![shop.cut.id.clone()],
        dates: vec![now.ist_date()],
        from: "12:00".parse().unwrap(),
        to: "18:00".parse().unwrap(),
        staff_id: Some(shop.meera.id.clone()),
        state: WishState::Waiting,
        offer: None,
        passed: Vec::new(),
        run_outs: 0,
        created_at: now,
        updated_at: now,
    }
}

pub fn offered_wish(salon: &TestSalon, shop: &Shop, customer: &parlour_values::id::UserId) -> Wish {
    let wish = wish(salon, shop, customer);
    let time = parlour_values::time::Interval { start: wish.from, end: "12:45".parse().unwrap() };
    let part = HeldService {
        service_id: shop.cut.id.clone(),
        staff_id: shop.meera.id.clone(),
        time,
        resource_ids: Vec::new(),
        gap: Some(time),
    };
    let offer = TimeOffer {
        booking_id: "held".into(),
        date: salon.salon.clock.today(),
        start: wish.from,
        plan: vec![part],
        expires_at: wish.created_at.plus(chrono::TimeDelta::minutes(15)),
    };
    Wish { id: "w1".into(), state: WishState::Offered, offer: Some(offer), ..wish }
}

pub async fn notify(salon: &TestSalon, user: &parlour_values::id::UserId) -> Notification {
    let row = notification(salon, user);
    salon.put(&UnreadMark::of(&row)).await;
    salon.put(&row).await;
    row
}

pub fn notification(salon: &TestSalon, user: &parlour_values::id::UserId) -> Notification {
    let now = salon.salon.clock.now();
    Notification {
        about: None,
        id: salon.salon.random.id(),
        user_id: user.clone(),
        booking_id: None,
        kind: NotificationType::BookingConfirmed,
        title: HOSTILE.to_owned(),
        body: HOSTILE.to_owned(),
        channel: NotificationChannel::Push,
        status: NotificationStatus::Sent,
        sent_at: Some(now),
        read_at: None,
        delivered_at: None,
        failed_reason: None,
        log_key: None,
        created_at: now,
    }
}

/// Files that are served beside the pages.
pub const FILES: [&str; 9] = [
    "/manifest.webmanifest",
    "/sw.js",
    "/robots.txt",
    "/sitemap.xml",
    "/docs",
    "/openapi.json",
    "/api",
    "/assets/{name}",
    "/pictures/{name}",
];

#[tokio::test]
async fn every_page_has_a_sample() {
    let salon = TestSalon::open().await;
    let site = Site::open(&salon).await;
    let sampled: BTreeSet<&str> = site.samples().iter().map(|(route, _, _)| *route).chain(FILES).collect();
    let routes = gateway::routes(App::Customer);
    let served: BTreeSet<&str> = routes.pages().map(|route| route.path).collect();
    assert_eq!(sampled, served);
}
