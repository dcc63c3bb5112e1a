//! All error responses: codes with their status, and the mapping from each aggregate's errors.

mod bookings;
mod money;
mod pictures;
mod repeats;
mod schedule;
#[cfg(feature = "oidc")]
mod sign_in;

mod branches;
mod calendars;
mod catalogue;
mod customers;
mod erasures;
mod links;
mod messages;
mod tokens;
mod waitlist;
mod webhooks;

use std::collections::BTreeMap;
use std::convert::Infallible;

use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use http::header::RETRY_AFTER;
use http::{HeaderMap, HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};

use parlour_booking::employment::StaffError;
use parlour_booking::teams::AvailabilityError;
use parlour_money::offers::OfferError;
use parlour_people::customers::ProfileError;
use parlour_people::leads::LeadError;
use parlour_people::pins::PinError;
use parlour_people::users::UserError;
use parlour_platform::exports::ExportError;
use parlour_platform::notifications::{EndpointRefused, NotConfigured, UnsubscribeError};
use parlour_platform::operations::{LogError, TestError};
use parlour_platform::own_data::OwnDataError;
use parlour_platform::whatsapp::ReceiveError;
use parlour_settings::SecretError;
use parlour_storage::events::FeedError;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::health::Unreachable;
use parlour_storage::paging::ListError;
use parlour_storage::table::TableError;
use parlour_values::input::Problems;
use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum Code {
        ValidationError => "VALIDATION_ERROR",
        Unauthenticated => "UNAUTHENTICATED",
        Forbidden => "FORBIDDEN",
        NotFound => "NOT_FOUND",
        Conflict => "CONFLICT",
        BusinessRuleViolation => "BUSINESS_RULE_VIOLATION",
        RateLimited => "RATE_LIMITED",
        InternalError => "INTERNAL_ERROR",
        UpstreamError => "UPSTREAM_ERROR",
        ServiceUnavailable => "SERVICE_UNAVAILABLE",
        BookingSlotUnavailable => "BOOKING_SLOT_UNAVAILABLE",
        BookingAlreadyCancelled => "BOOKING_ALREADY_CANCELLED",
        BookingMaxReschedules => "BOOKING_MAX_RESCHEDULES",
        BookingCancelWindowPassed => "BOOKING_CANCEL_WINDOW_PASSED",
        BookingInvalidStatusTransition => "BOOKING_INVALID_STATUS_TRANSITION",
        MembershipExpired => "MEMBERSHIP_EXPIRED",
        MembershipInsufficientHours => "MEMBERSHIP_INSUFFICIENT_HOURS",
        MembershipAlreadyActive => "MEMBERSHIP_ALREADY_ACTIVE",
        GemsInsufficientBalance => "GEMS_INSUFFICIENT_BALANCE",
        GemsServiceNotRedeemable => "GEMS_SERVICE_NOT_REDEEMABLE",
        OfferExpired => "OFFER_EXPIRED",
        OfferNotApplicable => "OFFER_NOT_APPLICABLE",
        // better-auth's codes, for the sign-in routes.
        Unauthorized => "UNAUTHORIZED",
        ProviderNotFound => "PROVIDER_NOT_FOUND",
        InvalidCallbackUrl => "INVALID_CALLBACK_URL",
    }
}

impl Code {
    pub fn status(self) -> StatusCode {
        match self {
            Self::ValidationError => StatusCode::BAD_REQUEST,
            Self::Unauthenticated | Self::Unauthorized => StatusCode::UNAUTHORIZED,
            Self::Forbidden | Self::InvalidCallbackUrl => StatusCode::FORBIDDEN,
            Self::NotFound | Self::ProviderNotFound => StatusCode::NOT_FOUND,
            Self::BusinessRuleViolation => StatusCode::UNPROCESSABLE_ENTITY,
            Self::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::UpstreamError => StatusCode::BAD_GATEWAY,
            Self::ServiceUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Conflict
            | Self::BookingSlotUnavailable
            | Self::BookingAlreadyCancelled
            | Self::BookingMaxReschedules
            | Self::BookingCancelWindowPassed
            | Self::BookingInvalidStatusTransition
            | Self::MembershipExpired
            | Self::MembershipInsufficientHours
            | Self::MembershipAlreadyActive
            | Self::GemsInsufficientBalance
            | Self::GemsServiceNotRedeemable
            | Self::OfferExpired
            | Self::OfferNotApplicable => StatusCode::CONFLICT,
        }
    }

    fn retryable(self) -> bool {
        matches!(self, Self::RateLimited | Self::InternalError | Self::UpstreamError | Self::ServiceUnavailable)
    }
}

/// An error response.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub code: Code,
    pub message: String,
    pub details: Option<Value>,
    pub retryable: bool,
    pub headers: Box<HeaderMap>,
}

impl Refusal {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None, retryable: code.retryable(), headers: Box::default() }
    }

    pub fn details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// Which rule of several that share the code, for programs: `details.reason`.
    pub(super) fn reason(mut self, reason: &'static str) -> Self {
        self.details = Some(json!({ "reason": reason }));
        self
    }

    pub fn invalid(details: BTreeMap<String, Vec<String>>) -> Self {
        let details = serde_json::to_value(details).unwrap_or_default();
        Self::new(Code::ValidationError, "Please check the highlighted fields.").details(details)
    }

    /// An invalid field that only the table could reveal.
    pub fn invalid_field(field: &str, message: impl Into<String>) -> Self {
        Self::invalid(BTreeMap::from([(field.to_owned(), vec![message.into()])]))
    }

    fn guardian_missing() -> Self {
        Self::invalid_field("guardian", "is required for somebody under 18")
    }

    pub fn not_found(what: &str) -> Self {
        Self::new(Code::NotFound, format!("{what} was not found."))
    }

    /// Too often: when to try again stands in `retry-after`.
    fn wait(wait: TimeDelta, message: &str) -> Self {
        let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from(wait.num_seconds().max(1)))]);
        Self { headers: Box::new(headers), ..Self::new(Code::RateLimited, message) }
    }

    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, message)
    }

    pub fn unauthenticated() -> Self {
        Self::new(Code::Unauthenticated, "Please sign in.")
    }

    /// The reason is logged; the caller only gets a general message.
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!(%reason, "internal error");
        Self::new(Code::InternalError, "Something went wrong on our side. Please try again.")
    }

    /// The error envelope with the request's id.
    pub(super) fn envelope(&self, request_id: &str) -> Vec<u8> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Error<'a> {
            code: Code,
            message: &'a str,
            status_code: u16,
            request_id: &'a str,
            retryable: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            details: Option<&'a Value>,
        }
        #[derive(Serialize)]
        struct ErrorEnvelope<'a> {
            success: bool,
            error: Error<'a>,
        }
        let error = Error {
            code: self.code,
            message: &self.message,
            status_code: self.code.status().as_u16(),
            request_id,
            retryable: self.retryable,
            details: self.details.as_ref(),
        };
        serde_json::to_vec(&ErrorEnvelope { success: false, error }).unwrap_or_default()
    }
}

impl Refusal {
    /// For shapes without details: the message names the fields.
    fn message_with_fields(&self) -> String {
        let sentences = |(field, messages): (&String, &Value)| {
            messages.as_array()?.iter().map(|message| Some(format!("{field} {}", message.as_str()?))).collect()
        };
        let fields = self.details.as_ref().and_then(Value::as_object).into_iter().flatten();
        let problems: Option<Vec<Vec<String>>> = fields.map(sentences).collect();
        match problems.map(|problems| problems.concat()) {
            Some(problems) if !problems.is_empty() => format!("{}.", problems.join(", ")),
            _ => self.message.clone(),
        }
    }

    /// `{message, code}`, the shape of the sign-in routes.
    pub(crate) fn plain(&self) -> Response {
        let body = serde_json::json!({ "message": self.message_with_fields(), "code": self.code });
        let mut response = super::json::json(self.code.status(), body.to_string().into_bytes());
        response.headers_mut().extend((*self.headers).clone());
        response.extensions_mut().insert(self.code);
        response
    }
}

/// The body is written by the outermost layer, which knows the request's id.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

impl From<Problems> for Refusal {
    fn from(problems: Problems) -> Self {
        Self::invalid(problems.into_details())
    }
}

impl<R: Into<Refusal>> From<Failure<R>> for Refusal {
    fn from(failure: Failure<R>) -> Self {
        match failure {
            Failure::Refused(refused) => refused.into(),
            Failure::Setback(setback) => setback.into(),
        }
    }
}

/// For writes that no business rule can refuse.
impl From<Infallible> for Refusal {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::internal(error)
    }
}

impl From<SecretError> for Refusal {
    fn from(error: SecretError) -> Self {
        Self::internal(error)
    }
}

impl From<Setback> for Refusal {
    fn from(setback: Setback) -> Self {
        let contended = || Self {
            retryable: true,
            ..Self::new(Code::Conflict, "Somebody else changed this at the same moment. Please try again.")
        };
        match setback {
            Setback::ConditionsFailed(_) | Setback::Contended | Setback::AlreadyDone => contended(),
            Setback::Table(error) => error.into(),
        }
    }
}

impl From<EndpointRefused> for Refusal {
    fn from(EndpointRefused(problem): EndpointRefused) -> Self {
        Self::invalid_field("endpoint", problem)
    }
}

impl From<NotConfigured> for Refusal {
    fn from(error: NotConfigured) -> Self {
        match error {
            NotConfigured::Realtime => {
                Self::new(Code::ServiceUnavailable, "Realtime updates are not available. Please poll instead.")
            }
            NotConfigured::Push => Self::new(Code::ServiceUnavailable, "Push notifications are not available."),
            NotConfigured::Secret(error) => error.into(),
            NotConfigured::Send(error) => Self::internal(error),
        }
    }
}

impl From<ReceiveError> for Refusal {
    fn from(error: ReceiveError) -> Self {
        match error {
            ReceiveError::WrongSignature => Self::new(Code::Unauthenticated, "This is not signed by WhatsApp."),
            ReceiveError::Secret(error) => error.into(),
            ReceiveError::Setback(error) => error.into(),
        }
    }
}

impl From<UnsubscribeError> for Refusal {
    fn from(error: UnsubscribeError) -> Self {
        match error {
            UnsubscribeError::WrongToken => Self::not_found("This link"),
            UnsubscribeError::Secret(error) => error.into(),
        }
    }
}

impl From<TestError> for Refusal {
    fn from(error: TestError) -> Self {
        match error {
            TestError::Unknown => Self::not_found("The integration"),
            TestError::Upstream(error) => {
                tracing::warn!(%error, "integration test failed");
                Self::new(Code::UpstreamError, "The service did not take the test message.")
            }
        }
    }
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        match error {
            LogError::BadCursor => Self::from(ListError::BadCursor),
        }
    }
}

impl From<FeedError> for Refusal {
    fn from(error: FeedError) -> Self {
        match error {
            FeedError::BadCursor => Self::invalid_field("after", "must be one that an earlier page gave"),
            FeedError::Gone => Self::invalid_field("after", "is older than what is kept; begin without it"),
        }
    }
}

impl From<ExportError> for Refusal {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::BadCursor => Self::invalid_field("after", "must be one that an earlier page gave"),
            ExportError::Feed(error) => error.into(),
        }
    }
}

impl From<ListError> for Refusal {
    fn from(error: ListError) -> Self {
        match error {
            ListError::TooLong => Self::new(
                Code::BusinessRuleViolation,
                "This list is too long for one answer. Please narrow it by date or status.",
            ),
            ListError::BadCursor => Self::invalid_field("cursor", "must be one that an earlier page gave"),
            ListError::Table(error) => error.into(),
        }
    }
}

impl From<Unreachable> for Refusal {
    fn from(_: Unreachable) -> Self {
        Self::new(Code::ServiceUnavailable, "The database cannot be reached. Please try again shortly.")
    }
}

impl From<AvailabilityError> for Refusal {
    fn from(error: AvailabilityError) -> Self {
        match error {
            AvailabilityError::UnknownService => Self::invalid_field("serviceIds", "must all be services on offer"),
            AvailabilityError::UnablePerson => {
                Self::invalid_field("staffId", "must be an active staff member there who can do the services")
            }
        }
    }
}

impl From<OwnDataError> for Refusal {
    fn from(error: OwnDataError) -> Self {
        match error {
            OwnDataError::AskedTooOften { wait } => {
                Self::wait(wait, "Your data was downloaded three times today. Please try again tomorrow.")
                    .reason("DOWNLOADED_TOO_OFTEN")
            }
        }
    }
}

impl From<ProfileError> for Refusal {
    fn from(error: ProfileError) -> Self {
        match error {
            ProfileError::NotOnboarded => {
                Self::new(Code::NotFound, "There is no profile yet. Please complete onboarding first.")
            }
            ProfileError::GuardianMissing => Self::guardian_missing(),
            ProfileError::PhoneTaken => {
                Self::new(Code::Conflict, "This phone number belongs to another profile. Please use another one.")
                    .details(serde_json::json!({ "phone": ["belongs to another profile"] }))
            }
            ProfileError::PhoneChangedTooOften { wait } => {
                Self::wait(wait, "The phone number was changed three times today. Please try again tomorrow.")
                    .reason("PHONE_CHANGED_TOO_OFTEN")
            }
        }
    }
}

impl From<PinError> for Refusal {
    fn from(error: PinError) -> Self {
        match error {
            PinError::Wrong => {
                Self::new(Code::BusinessRuleViolation, "This PIN is wrong. Please try again.").reason("WRONG_PIN")
            }
            PinError::Locked { wait } => {
                let message = "There were too many wrong PINs. Please wait a quarter of an hour and try again.";
                Self::wait(wait, message)
            }
            PinError::Unhashed(_) => Self::internal(error),
        }
    }
}

impl From<UserError> for Refusal {
    fn from(error: UserError) -> Self {
        match error {
            UserError::Unknown => Self::not_found("The user"),
            UserError::UnknownInvite => Self::not_found("The invite"),
            UserError::OwnRole => Self::forbidden("Nobody changes their own role."),
            UserError::RoleAboveOwn => Self::forbidden("This role is above your own."),
            UserError::UserAboveOwn => Self::forbidden("This user's role is above your own."),
            UserError::NoAccount => Self::new(
                Code::BusinessRuleViolation,
                "Somebody without an account cannot work here. Invite them by their email.",
            ),
            UserError::LastOwner => {
                Self::new(Code::BusinessRuleViolation, "This is the last active owner; name another one first.")
            }
            UserError::UnknownBranches(places) => {
                let mut problems = Problems::default();
                for at in places {
                    problems.add(format!("branchIds.{at}"), "is no branch");
                }
                problems.into()
            }
            UserError::EmailHasUser => Self::new(Code::Conflict, "Somebody with this email is a user already."),
            UserError::Suspended => Self::new(Code::Conflict, "This account is suspended."),
        }
    }
}

impl From<LeadError> for Refusal {
    fn from(error: LeadError) -> Self {
        match error {
            LeadError::Unknown => Self::not_found("The lead"),
            LeadError::ForbiddenMove(_) => Self::new(Code::Conflict, format!("Not possible: {error}.")),
            LeadError::UnknownAssignee => Self::invalid_field("assignedTo", "must be a user of role staff or above"),
            LeadError::NoteForUnknownLead => Self::internal(error),
        }
    }
}

impl From<OfferError> for Refusal {
    fn from(error: OfferError) -> Self {
        match error {
            OfferError::Unknown => Self::not_found("The offer"),
            OfferError::UnknownService => Self::invalid_field("serviceIds", "must name existing services"),
        }
    }
}

impl From<StaffError> for Refusal {
    fn from(error: StaffError) -> Self {
        match error {
            StaffError::Unknown => Self::not_found("The staff member"),
            StaffError::AlreadyStaff => Self::new(
                Code::Conflict,
                "This email already belongs to a staff member. Whoever is inactive can be made active again; where an \
                 invite has ended, an owner sends a new one under Users.",
            ),
            StaffError::Invalid(problems) => problems.into(),
            StaffError::UnknownReplacement => {
                Self::invalid_field("reassignToStaffId", "must be another active staff member")
            }
            StaffError::HoldsBookings(ids) => {
                Self::new(Code::Conflict, "Future bookings must go to somebody else first.")
                    .details(json!({ "bookingIds": ids }))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retryable_codes_are_marked_retryable() {
        for code in Code::ALL {
            let server_side = code.status().is_server_error() || *code == Code::RateLimited;
            assert_eq!(Refusal::new(*code, "x").retryable, server_side, "{code}");
        }
        assert!(Refusal::from(Setback::Contended).retryable);
    }
}
