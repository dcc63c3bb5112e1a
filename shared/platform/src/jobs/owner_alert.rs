//! Tells the owner of a void, of a discount that needed a manager and of a drawer far from what must have been in it: once
//! in the team's chat, and once to each owner by mail.

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, tally};
use super::support::reporting::send_once;
use crate::notifications::{Channels, Notifications, OutgoingNotice};
use parlour_money::drawer::ClosedDrawer;
use parlour_money::invoices::Invoices;
use parlour_people::auth::User;
use parlour_senders::templates::{Brand, Notice, OwnerNotice};
use parlour_setup::branches::Branches;
use parlour_setup::branding::BrandingStore;
use parlour_storage::outbox::OwnerAlert;
use parlour_storage::salon::Salon;
use parlour_storage::table::{TableError, keys};
use parlour_values::id::{BranchId, UserId};
use parlour_values::role::Role;

enum AlertTarget {
    Chat,
    Owner(UserId),
}

pub async fn run(run: &Run<'_>, alert: &OwnerAlert) -> Result<Value, JobError> {
    let Some(notice) = notice(run.salon, alert).await? else { return Ok(answer(0)) };
    // Each of them happens once to its record.
    let occasion = match alert {
        OwnerAlert::InvoiceVoided { invoice_id, .. } | OwnerAlert::DiscountApproved { invoice_id, .. } => {
            invoice_id.as_str()
        }
        OwnerAlert::DrawerDiffered { drawer_id, .. } => drawer_id.as_str(),
    };
    let owners = Notifications::of(run.salon).active(Role::Owner).await?;
    let brand = BrandingStore::of(run.salon).brand(None).await?;
    let targets =
        std::iter::once(AlertTarget::Chat).chain(owners.into_iter().map(|owner| AlertTarget::Owner(owner.id)));
    let sent = tally(targets.collect(), |target| send(run, &notice, &brand, occasion, target)).await?;
    Ok(answer(sent))
}

fn answer(sent: usize) -> Value {
    json!({ "success": true, "sent": sent })
}

async fn send(
    run: &Run<'_>,
    notice: &OwnerNotice,
    brand: &Brand,
    occasion: &str,
    target: AlertTarget,
) -> Result<usize, JobError> {
    match target {
        AlertTarget::Chat => {
            let message = notice.chat().signed(&brand.name);
            let key = format!("{}#{occasion}#chat", notice.kind());
            send_once(run, key, run.salon.outbound.chat(&message)).await
        }
        AlertTarget::Owner(id) => {
            let notifications = Notifications::of(run.salon);
            let Some(recipient) = notifications.recipient(&id).await? else { return Ok(0) };
            let notice = Notice::Owner(notice.clone());
            let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::InAppAndEmail).branded(brand);
            Ok(notifications.send(notice).await?.count())
        }
    }
}

/// The notice, as the record says it by now; none if there is no such record.
async fn notice(salon: &Salon, alert: &OwnerAlert) -> Result<Option<OwnerNotice>, TableError> {
    Ok(match alert {
        OwnerAlert::InvoiceVoided { invoice_id, by } => {
            let Some(invoice) = Invoices::of(salon).get(invoice_id).await? else { return Ok(None) };
            Some(OwnerNotice::InvoiceVoided {
                number: invoice.number.to_string(),
                total: invoice.total,
                branch: branch_name(salon, &invoice.branch_id).await?,
                by: name_of(salon, by).await?,
                reason: invoice.void_reason.clone().unwrap_or_default(),
            })
        }
        OwnerAlert::DiscountApproved { invoice_id, amount_paise, effective_bps, limit_bps, approved_by } => {
            let Some(invoice) = Invoices::of(salon).get(invoice_id).await? else { return Ok(None) };
            Some(OwnerNotice::DiscountApproved {
                number: invoice.number.to_string(),
                amount: *amount_paise,
                total: invoice.total,
                effective_bps: *effective_bps,
                limit_bps: *limit_bps,
                branch: branch_name(salon, &invoice.branch_id).await?,
                approved_by: name_of(salon, approved_by).await?,
            })
        }
        OwnerAlert::DrawerDiffered { branch_id, drawer_id, closed_at } => {
            let key = keys::closed_drawer(branch_id, *closed_at, drawer_id);
            let Some(drawer) = salon.table.get::<ClosedDrawer>(&key).await? else { return Ok(None) };
            Some(OwnerNotice::DrawerDiffered {
                branch: branch_name(salon, branch_id).await?,
                closed_on: drawer.closed_at.ist_date(),
                closed_by: drawer.closed_by.name.clone(),
                expected: drawer.expected,
                counted: drawer.counted,
                difference: drawer.difference,
                note: drawer.note.clone(),
            })
        }
    })
}

async fn branch_name(salon: &Salon, id: &BranchId) -> Result<String, TableError> {
    Ok(Branches::of(salon).get(id).await?.map_or_else(|| id.to_string(), |branch| branch.name.clone()))
}

/// The name of the actor: a person, or a program by its token.
async fn name_of(salon: &Salon, actor: &str) -> Result<String, TableError> {
    let user = salon.table.get::<User>(&keys::user(&actor.into())).await?;
    Ok(user.map_or_else(|| "A program".to_owned(), |user| user.name.clone()))
}
