//! Test data: bookings in any status, written directly to the table.

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{BookedService, Booking, Reminded, VisitPart};
use parlour_people::auth::User;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Service, ServiceType};
use parlour_values::time::{IstDate, Minutes, TimeOfDay};

use crate::TestSalon;
use crate::shop::Shop;

impl TestSalon {
    /// A cut with Meera at the open branch, 45 minutes, created now.
    pub async fn booked(&self, shop: &Shop, who: &User, date: &str, start: &str, status: BookingStatus) -> Booking {
        let time = (date.parse().unwrap(), start.parse().unwrap());
        self.visit(shop, &shop.open, who, &[&shop.cut], time, status).await
    }

    /// These services at a branch, with Meera once it is confirmed.
    pub(crate) async fn visit(
        &self,
        shop: &Shop,
        branch: &Branch,
        who: &User,
        services: &[&Service],
        (date, start): (IstDate, TimeOfDay),
        status: BookingStatus,
    ) -> Booking {
        let now = self.salon.clock.now();
        let promised =
            matches!(status, BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed);
        let side = if services[0].category_id == shop.spa.id { ServiceType::Spa } else { ServiceType::Salon };
        let duration: Minutes = services.iter().map(|service| service.duration).sum();
        let rows = services.iter().zip(0..).map(|(service, display_order)| BookedService {
            id: self.salon.random.id(),
            service_id: service.id.clone(),
            staff_id: promised.then(|| shop.meera.id.clone()),
            staff_name: promised.then(|| shop.meera.display_name.clone()),
            name: service.name.clone(),
            price: service.price,
            duration: service.duration,
            display_order,
            part: VisitPart::default(),
        });
        let booking = Booking {
            id: self.salon.random.id(),
            number: format!("BK-{}-2611-{}-{}", branch.code, side.letter(), self.salon.random.text(5, "0123456789")),
            branch_id: branch.id.clone(),
            branch_name: branch.name.clone(),
            customer_id: who.id.clone(),
            customer_name: who.name.clone(),
            customer_email: who.email.clone(),
            status,
            service_type: side,
            date,
            start,
            end: start.plus(duration).unwrap(),
            total_amount: services.iter().map(|service| service.price).sum(),
            paid: None,
            total_duration: duration,
            total_buffer: Minutes(0),
            notes: None,
            is_walkin: false,
            is_membership_session: false,
            offer_id: None,
            membership_id: None,
            invoice_id: None,
            lead_id: None,
            confirmed_at: promised.then_some(now),
            checked_in_at: None,
            missed_at: None,
            completed_at: (status == BookingStatus::Completed).then_some(now),
            cancelled_at: None,
            rejected_at: None,
            cancellation_reason: None,
            rejection_reason: None,
            reschedule_count: 0,
            desk_moves: 0,
            revision: 0,
            services: rows.collect(),
            reminded: Reminded::default(),
            created_at: now,
            updated_at: now,
            overlaps: false,
            repeat_id: None,
            link_generation: 0,
            asked_again_at: None,
            is_in_doubt: false,
            booked_services: None,
        };
        self.put(&booking).await;
        booking
    }
}
