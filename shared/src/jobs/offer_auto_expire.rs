//! Offers past their last day are switched off. An offer that is off is not due again: that tells the second run apart.

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, processed, tally};
use crate::offers::Offer;
use crate::table::{Record as _, Stored};
use crate::time::IstDate;

fn is_due(offer: &Offer, today: IstDate) -> bool {
    offer.is_active && offer.end_date < today
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let offers = run.salon.offers().all().await?;
    let due = offers.into_iter().filter(|offer| is_due(offer, run.today())).collect();
    Ok(processed(tally(due, |offer| end(run, offer)).await?))
}

async fn end(run: &Run<'_>, offer: Stored<Offer>) -> Result<usize, JobError> {
    let ended = Offer { is_active: false, updated_at: run.now(), ..offer.record.clone() };
    let mut unit = run.salon.write(&run.act);
    unit.replace(&offer, &ended);
    unit.audit("offer.expire", Offer::KIND, offer.id.as_str(), json!({ "isActive": false }));
    unit.commit().await?;
    Ok(1)
}
