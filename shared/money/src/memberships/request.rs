//! Requests about memberships.

use super::rules::{MembershipStatus, term};
use parlour_booking::bookings::rules::too_far_ahead;
use parlour_storage::paging::{Cursor, PageLimit};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::{BranchId, ServiceId, StaffId, TierId, UserId};
use parlour_values::input::{Clearable, Int, Line, List, MAX_NUMBER, Name, Problems, Prose, Read, Text, Trimmed, body};
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::slug::slugify;
use parlour_values::time::{IstDate, Minutes};
use parlour_values::translations::TranslationsRequest;

body! {
    pub struct ListMembershipsRequest {
        tier: Option<TierId>,
        status: Option<MembershipStatus>,
        limit: Option<PageLimit>,
        cursor: Option<Cursor>,
    }
}

body! {
    pub struct SellRequest {
        customer_id: UserId,
        tier_id: TierId,
        hours_minutes: Minutes,
        price_paise: Paise,
        start_date: IstDate,
        validity_days: Int<1, 36_500>,
        branch_id: Option<BranchId>,
        payment_method: PaymentMethod,
        notes: Option<Prose<0, 500>>,
    }
}

body! {
    /// One service of a session, and who does it.
    pub struct SessionLine {
        service_id: ServiceId,
        staff_id: StaffId,
        duration_minutes: Int<1, 480>,
    }
}

body! {
    pub struct SessionRequest, checked {
        services: List<SessionLine, 1, 10>,
        booking_date: Option<IstDate>,
        branch_id: Option<BranchId>,
    }
}

impl SessionRequest {
    /// It may be over, and no booking is further ahead than any other.
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let day = read.booking_date.given().copied().zip(problems.today());
        if let Some(problem) = day.and_then(|(day, today)| too_far_ahead(day, today)) {
            problems.add("bookingDate", problem);
        }
    }

    pub fn total(&self) -> Minutes {
        self.services.iter().map(|line| Minutes(line.duration_minutes.as_u32())).sum()
    }
}

body! {
    /// A membership that was sold before the salon kept its books here.
    pub struct ImportMembershipRequest, checked {
        external_id: Trimmed<1, 120>,
        customer_phone: Option<Phone>,
        customer_email: Option<EmailAddress>,
        tier_name: Name<1, 120>,
        hours_minutes: Minutes,
        used_minutes: Option<Int<0, 1_000_000>>,
        price_paise: Paise,
        start_date: IstDate,
        validity_days: Int<1, 36_500>,
        /// How it stands; left out, its days say so.
        status: Option<MembershipStatus>,
        payment_method: Option<PaymentMethod>,
        membership_number: Option<Line<1, 40>>,
        branch_code: Option<Text<1, 40>>,
        notes: Option<Prose<0, 500>>,
    }
}

impl ImportMembershipRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.customer_phone.is_left_out() && read.customer_email.is_left_out() {
            problems.add("customerPhone", "is required, unless there is a customerEmail");
        }
        let used = read.used_minutes.given().copied().zip(read.hours_minutes);
        if used.is_some_and(|(used, hours)| used.as_u32() > hours.0) {
            problems.add("usedMinutes", "must not be more than hoursMinutes");
        }
        if read.tier_name.as_deref().is_some_and(|name| slugify(name).is_empty()) {
            problems.add("tierName", "must have a letter or a digit");
        }
        let days = read.start_date.zip(read.validity_days.as_ref());
        if days.is_some_and(|(start, days)| term(start, days.as_u32()).is_none()) {
            problems.add("validityDays", "must end within the calendar");
        }
    }

    pub fn used(&self) -> Minutes {
        Minutes(self.used_minutes.map_or(0, |used| used.as_u32()))
    }
}

body! {
    pub struct CancelMembershipRequest {
        reason: Trimmed<1, 500>,
    }
}

body! {
    pub struct ListTiersRequest {
        all: Option<bool>,
    }
}

body! {
    pub struct CreateTierRequest, checked {
        name: Name<1, 120>,
        default_hours_minutes: Minutes,
        default_price_paise: Paise,
        default_validity_days: Int<1, 36_500>,
        description: Option<Prose<0, 4000>>,
        translations: Option<TranslationsRequest<4000>>,
        is_active: Option<bool>,
        display_order: Option<Int<{ -MAX_NUMBER }, MAX_NUMBER>>,
    }
}

impl CreateTierRequest {
    /// The slug is made from the name, so the name must make one.
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.name.as_deref().is_some_and(|name| slugify(name).is_empty()) {
            problems.add("name", "must have a letter or a digit");
        }
    }
}

body! {
    /// The fields that change; those left out stay.
    pub struct PatchTierRequest {
        name: Option<Name<1, 120>>,
        default_hours_minutes: Option<Minutes>,
        default_price_paise: Option<Paise>,
        default_validity_days: Option<Int<1, 36_500>>,
        description: Clearable<Prose<0, 4000>>,
        translations: Clearable<TranslationsRequest<4000>>,
        is_active: Option<bool>,
        display_order: Option<Int<{ -MAX_NUMBER }, MAX_NUMBER>>,
    }
}
