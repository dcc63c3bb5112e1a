//! The columns of what can be imported, for the page that reads a sheet and for the API's document. They have the names of
//! the columns of exports.

use super::ImportKind;

/// The kind of value a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnShape {
    Text,
    Number,
    YesOrNo,
    Day,
    /// Texts with semicolons between them, in a sheet.
    Texts,
    /// JSON, in a sheet.
    Parts,
}

impl ColumnShape {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::YesOrNo => "yes-no",
            Self::Day => "day",
            Self::Texts => "texts",
            Self::Parts => "parts",
        }
    }

    pub(super) const fn told(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "a whole number",
            Self::YesOrNo => "true or false",
            Self::Day => "a day, `YYYY-MM-DD`",
            Self::Texts => "a list of texts",
            Self::Parts => "as where it is created",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ImportColumn {
    pub name: &'static str,
    pub shape: ColumnShape,
    /// Whether a new one needs it.
    pub is_needed: bool,
}

const fn text(name: &'static str) -> ImportColumn {
    ImportColumn { name, shape: ColumnShape::Text, is_needed: false }
}

const fn number(name: &'static str) -> ImportColumn {
    ImportColumn { shape: ColumnShape::Number, ..text(name) }
}

const fn yes_no(name: &'static str) -> ImportColumn {
    ImportColumn { shape: ColumnShape::YesOrNo, ..text(name) }
}

const fn day(name: &'static str) -> ImportColumn {
    ImportColumn { shape: ColumnShape::Day, ..text(name) }
}

const fn texts(name: &'static str) -> ImportColumn {
    ImportColumn { shape: ColumnShape::Texts, ..text(name) }
}

const fn parts(name: &'static str) -> ImportColumn {
    ImportColumn { shape: ColumnShape::Parts, ..text(name) }
}

const fn needed(column: ImportColumn) -> ImportColumn {
    ImportColumn { is_needed: true, ..column }
}

impl ImportKind {
    /// The columns a row may have; any other is passed over.
    pub const fn columns(self) -> &'static [ImportColumn] {
        match self {
            Self::Customers => {
                const {
                    &[
                        needed(text("name")),
                        text("phone"),
                        text("email"),
                        day("dateOfBirth"),
                        parts("guardian"),
                        text("gender"),
                        yes_no("marketingConsent"),
                        yes_no("whatsappConsent"),
                        yes_no("photosConsent"),
                        yes_no("healthNotesConsent"),
                        text("preferredLanguage"),
                        texts("channels"),
                        text("alerts"),
                        text("preferredStaffId"),
                        text("preferredStaffEmail"),
                        text("gstin"),
                        text("legalName"),
                        number("gemsBalance"),
                        number("duePaise"),
                        texts("tags"),
                        number("totalVisits"),
                        number("totalSpentPaise"),
                        number("noshowCount"),
                        text("firstVisitAt"),
                        text("lastVisitAt"),
                    ]
                }
            }
            Self::Services => {
                const {
                    &[
                        needed(text("categorySlug")),
                        text("categoryName"),
                        text("serviceType"),
                        needed(text("name")),
                        text("slug"),
                        text("description"),
                        parts("translations"),
                        needed(number("durationMinutes")),
                        number("bufferMinutes"),
                        number("processingMinutes"),
                        number("finishMinutes"),
                        parts("needs"),
                        yes_no("needsApproval"),
                        needed(number("pricePaise")),
                        yes_no("isActive"),
                        text("imageUrl"),
                        number("displayOrder"),
                        yes_no("gemsRedeemable"),
                        number("gemsRequired"),
                        number("gemsCatalogueOrder"),
                        text("sacCode"),
                        number("gstRateBps"),
                    ]
                }
            }
            Self::Products => {
                const {
                    &[
                        needed(text("name")),
                        text("brand"),
                        text("barcode"),
                        needed(text("hsnCode")),
                        needed(number("gstRateBps")),
                        needed(number("pricePaise")),
                        number("costPaise"),
                        number("reorderAt"),
                        yes_no("isActive"),
                    ]
                }
            }
            Self::Memberships => {
                const {
                    &[
                        needed(text("externalId")),
                        text("customerPhone"),
                        text("customerEmail"),
                        needed(text("tierName")),
                        needed(number("hoursMinutes")),
                        number("usedMinutes"),
                        needed(number("pricePaise")),
                        needed(day("startDate")),
                        needed(number("validityDays")),
                        text("status"),
                        text("paymentMethod"),
                        text("membershipNumber"),
                        text("branchCode"),
                        text("notes"),
                    ]
                }
            }
            Self::Staff => {
                const {
                    &[
                        needed(text("email")),
                        needed(text("name")),
                        text("displayName"),
                        text("imageUrl"),
                        texts("branchIds"),
                        texts("branchCodes"),
                        texts("serviceIds"),
                        texts("serviceSlugs"),
                        day("joinedOn"),
                        yes_no("isActive"),
                    ]
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exports::ExportKind;

    #[test]
    fn what_can_be_imported_is_exported_under_the_same_name() {
        for kind in ImportKind::ALL {
            let exported: ExportKind = kind.as_str().parse().unwrap();
            for column in kind.columns() {
                assert!(exported.columns().contains(&column.name), "{kind}: {}", column.name);
            }
        }
    }
}
