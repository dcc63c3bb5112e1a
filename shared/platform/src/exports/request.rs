//! Requests for exports: the list and its format.

use parlour_values::input::{Text, body};
use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum ExportKind {
        Customers => "customers",
        Bookings => "bookings",
        Invoices => "invoices",
        Leads => "leads",
        Memberships => "memberships",
        Gems => "gems",
        Products => "products",
        Events => "events",
        Services => "services",
        Staff => "staff",
    }
}

text_enum! {
    pub enum ExportFormat {
        /// A line of JSON for each record.
        Ndjson => "ndjson",
        Csv => "csv",
    }
}

parlour_values::input::enum_fields!(ExportFormat);

body! {
    pub struct ExportRequest {
        /// `x-next-cursor` of the page before; the first page has none.
        after: Option<Text<1, 512>>,
        format: Option<ExportFormat>,
    }
}

impl ExportKind {
    /// Whether it has something of the salon's customers, or of those who asked about becoming one, so that it is noted who
    /// took it along.
    pub(super) const fn tells_of_customers(self) -> bool {
        match self {
            Self::Customers
            | Self::Bookings
            | Self::Invoices
            | Self::Leads
            | Self::Memberships
            | Self::Gems
            | Self::Events => true,
            Self::Products | Self::Services | Self::Staff => false,
        }
    }

    /// The fields of a record, and the columns of its CSV.
    pub(crate) const fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Customers => &[
                "id",
                "name",
                "phone",
                "email",
                "dateOfBirth",
                "gender",
                "marketingConsent",
                "whatsappConsent",
                "preferredLanguage",
                "channels",
                "alerts",
                "preferredStaffId",
                "gstin",
                "legalName",
                "gemsBalance",
                "duePaise",
                "tags",
                "preferredStaffEmail",
                "photosConsent",
                "healthNotesConsent",
                "totalVisits",
                "totalSpentPaise",
                "noshowCount",
                "firstVisitAt",
                "lastVisitAt",
                "createdAt",
                "guardian",
            ],
            Self::Bookings => &[
                "id",
                "bookingNumber",
                "branchId",
                "customerId",
                "customerName",
                "customerEmail",
                "serviceType",
                "status",
                "bookingDate",
                "startTime",
                "endTime",
                "totalDurationMinutes",
                "totalAmountPaise",
                "billedPaise",
                "paidAmountPaise",
                "services",
                "notes",
                "offerId",
                "isWalkin",
                "isMembershipSession",
                "spaMembershipId",
                "repeatId",
                "rescheduleCount",
                "overlaps",
                "confirmedAt",
                "checkedInAt",
                "completedAt",
                "cancelledAt",
                "cancellationReason",
                "rejectedAt",
                "rejectionReason",
                "createdAt",
                "updatedAt",
            ],
            Self::Invoices => &[
                "id",
                "invoiceNumber",
                "invoiceType",
                "branchId",
                "bookingId",
                "bookingNumber",
                "customerId",
                "customerName",
                "customer",
                "subtotalPaise",
                "discountPaise",
                "taxableValuePaise",
                "cgstPaise",
                "sgstPaise",
                "gstAmountPaise",
                "roundOffPaise",
                "totalAmountPaise",
                "tipPaise",
                "duePaise",
                "refundedPaise",
                "paymentMethod",
                "paymentStatus",
                "lines",
                "payments",
                "tips",
                "creditNotes",
                "gemsEarned",
                "gemsSpent",
                "pdfUrl",
                "paidAt",
                "voidedAt",
                "voidReason",
                "createdAt",
            ],
            Self::Leads => &[
                "id",
                "name",
                "phone",
                "email",
                "serviceInterestedId",
                "status",
                "source",
                "utmSource",
                "utmMedium",
                "utmCampaign",
                "utmContent",
                "utmTerm",
                "assignedTo",
                "convertedBookingId",
                "lastContactedAt",
                "createdAt",
                "updatedAt",
            ],
            Self::Memberships => &[
                "externalId",
                "membershipNumber",
                "branchId",
                "branchCode",
                "customerId",
                "customerName",
                "customerPhone",
                "customerEmail",
                "tierName",
                "hoursMinutes",
                "usedMinutes",
                "pricePaise",
                "startDate",
                "validityDays",
                "status",
                "paymentMethod",
                "invoiceId",
                "notes",
                "createdAt",
            ],
            Self::Gems => &[
                "id",
                "customerId",
                "type",
                "gems",
                "description",
                "expiresAt",
                "invoiceId",
                "invoiceNumber",
                "createdAt",
            ],
            Self::Products => &[
                "id",
                "name",
                "brand",
                "barcode",
                "hsnCode",
                "gstRateBps",
                "pricePaise",
                "costPaise",
                "reorderAt",
                "isActive",
            ],
            Self::Events => {
                &["id", "type", "at", "entityType", "entityId", "actor", "data", "requestId", "prev", "hash"]
            }
            Self::Services => &[
                "id",
                "categorySlug",
                "categoryName",
                "serviceType",
                "name",
                "slug",
                "description",
                "translations",
                "durationMinutes",
                "bufferMinutes",
                "processingMinutes",
                "finishMinutes",
                "needs",
                "needsApproval",
                "pricePaise",
                "isActive",
                "imageUrl",
                "displayOrder",
                "gemsRedeemable",
                "gemsRequired",
                "gemsCatalogueOrder",
                "sacCode",
                "gstRateBps",
            ],
            Self::Staff => &[
                "id",
                "email",
                "name",
                "displayName",
                "imageUrl",
                "branchIds",
                "branchCodes",
                "serviceIds",
                "serviceSlugs",
                "joinedOn",
                "isActive",
            ],
        }
    }
}
