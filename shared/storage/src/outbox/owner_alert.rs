//! Alerts that the owner gets at once, by chat and mail: the payload of [`Task::OwnerAlert`](super::Task::OwnerAlert).

use serde::{Deserialize, Serialize};

use parlour_values::id::{BranchId, DrawerId, InvoiceId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "alert", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum OwnerAlert {
    InvoiceVoided {
        invoice_id: InvoiceId,
        /// The id of who did it.
        by: String,
    },
    /// More was taken off a bill than a receptionist may.
    DiscountApproved {
        invoice_id: InvoiceId,
        amount_paise: Paise,
        effective_bps: u32,
        limit_bps: u32,
        /// The id of who approved it.
        approved_by: String,
    },
    /// A drawer was counted far from what must have been in it.
    DrawerDiffered { branch_id: BranchId, drawer_id: DrawerId, closed_at: Instant },
}
