//! To the owner, at once: what calls for a second look. By mail and in the team's chat.

use super::{NoticeDraft, paragraph, phrasing};
use crate::{ChatMessage, NotificationType};
use parlour_values::money::Paise;
use parlour_values::time::IstDate;

/// People are named by their names, customers not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnerNotice {
    InvoiceVoided {
        number: String,
        total: Paise,
        branch: String,
        by: String,
        reason: String,
    },
    DiscountApproved {
        number: String,
        amount: Paise,
        /// The bill's total after it.
        total: Paise,
        effective_bps: u32,
        limit_bps: u32,
        branch: String,
        approved_by: String,
    },
    DrawerDiffered {
        branch: String,
        closed_on: IstDate,
        closed_by: String,
        expected: Paise,
        counted: Paise,
        difference: Paise,
        note: Option<String>,
    },
}

impl OwnerNotice {
    pub fn kind(&self) -> NotificationType {
        match self {
            Self::InvoiceVoided { .. } => NotificationType::InvoiceVoided,
            Self::DiscountApproved { .. } => NotificationType::DiscountApproved,
            Self::DrawerDiffered { .. } => NotificationType::DrawerDiffered,
        }
    }

    /// The same for the team's chat.
    pub fn chat(&self) -> ChatMessage {
        ChatMessage { kind: self.kind(), text: format!("*{}*\n{}\n", self.title(), self.body()) }
    }

    pub(super) fn draft(&self) -> NoticeDraft {
        let (about, action) = match self {
            Self::InvoiceVoided { number, .. } | Self::DiscountApproved { number, .. } => (number, "Open the invoices"),
            Self::DrawerDiffered { branch, .. } => (branch, "Open the drawer"),
        };
        let (title, parts) = (self.title(), vec![paragraph(self.body())]);
        let subject = format!("{title}: {about}");
        let mut draft = NoticeDraft::for_team(self.kind(), title, self.body(), subject, parts, action);
        draft.letter.footnote = Some("You get this because you are an owner.");
        draft
    }

    fn title(&self) -> String {
        match self {
            Self::InvoiceVoided { .. } => "An invoice was voided".to_owned(),
            Self::DiscountApproved { effective_bps, .. } => format!("{} was taken off a bill", percent(*effective_bps)),
            Self::DrawerDiffered { difference, .. } => {
                let by = Paise(difference.0.saturating_abs());
                format!("The drawer is {by} {}", if *difference < Paise::ZERO { "short" } else { "over" })
            }
        }
    }

    fn body(&self) -> String {
        match self {
            Self::InvoiceVoided { number, total, branch, by, reason } => {
                format!("{by} voided {number} of {total} at {branch}. Reason: {reason}")
            }
            Self::DiscountApproved { number, amount, total, limit_bps, branch, approved_by, .. } => format!(
                "{amount} off {number} at {branch}, which came to {total}. {approved_by} approved it: the desk may \
                 give {}.",
                percent(*limit_bps)
            ),
            Self::DrawerDiffered { branch, closed_on, closed_by, expected, counted, note, .. } => {
                let note = note.as_ref().map_or(String::new(), |note| format!(" Note: {note}"));
                let day = phrasing::days(*closed_on, *closed_on);
                format!("{branch}, {day}: {closed_by} counted {counted}, and {expected} must have been there.{note}")
            }
        }
    }
}

/// Hundredths of a percent: `12.5 %`.
fn percent(bps: u32) -> String {
    let (whole, rest) = (bps / 100, bps % 100);
    match rest {
        0 => format!("{whole} %"),
        rest if rest % 10 == 0 => format!("{whole}.{} %", rest / 10),
        rest => format!("{whole}.{rest:02} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hundredths_of_a_percent_are_written_as_far_as_they_go() {
        assert_eq!([1_000, 1_250, 1_205, 5].map(percent), ["10 %", "12.5 %", "12.05 %", "0.05 %"]);
    }
}
