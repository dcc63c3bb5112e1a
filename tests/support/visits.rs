//! Bookings as they stand at some moment, written straight into the table.

use parlour::auth::User;
use parlour::bookings::status::BookingStatus;
use parlour::bookings::{BookedService, Booking, Reminded};
use parlour::catalogue::ServiceType;
use parlour::time::{IstDate, TimeOfDay};

use crate::TestSalon;
use crate::shop::Shop;

impl TestSalon {
    /// A cut with Meera at the open branch, 45 minutes, made now.
    pub async fn booked(&self, shop: &Shop, who: &User, date: &str, start: &str, status: BookingStatus) -> Booking {
        let now = self.salon.clock.now();
        let (date, start): (IstDate, TimeOfDay) = (date.parse().unwrap(), start.parse().unwrap());
        let confirmed =
            matches!(status, BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed);
        let booking = Booking {
            id: self.salon.random.id(),
            number: format!("BK-BLR-2611-H-{}", self.salon.random.text(5, "0123456789")),
            branch_id: shop.open.id.clone(),
            branch_name: shop.open.name.clone(),
            customer_id: who.id.clone(),
            customer_name: who.name.clone(),
            customer_email: who.email.clone(),
            status,
            service_type: ServiceType::Salon,
            date,
            start,
            end: start.plus(shop.cut.duration).unwrap(),
            total_amount: shop.cut.price,
            total_duration: shop.cut.duration,
            total_buffer: shop.cut.buffer,
            notes: None,
            is_walkin: false,
            is_membership_session: false,
            offer_id: None,
            membership_id: None,
            invoice_id: None,
            lead_id: None,
            confirmed_at: confirmed.then_some(now),
            checked_in_at: None,
            completed_at: (status == BookingStatus::Completed).then_some(now),
            cancelled_at: None,
            rejected_at: None,
            cancellation_reason: None,
            rejection_reason: None,
            reschedule_count: 0,
            services: vec![BookedService {
                id: self.salon.random.id(),
                service_id: shop.cut.id.clone(),
                staff_id: confirmed.then(|| shop.meera.id.clone()),
                staff_name: confirmed.then(|| shop.meera.display_name.clone()),
                name: shop.cut.name.clone(),
                price: shop.cut.price,
                duration: shop.cut.duration,
                display_order: 0,
            }],
            reminded: Reminded::Nothing,
            created_at: now,
            updated_at: now,
        };
        self.put(&booking).await;
        booking
    }
}
