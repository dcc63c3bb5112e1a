//! Deactivates offers past their last day. An inactive offer is not due again.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::JobError;
use super::run::{Run, Tally, processed};
use parlour_money::offers::Offer;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{Partition, Record as _, Stored, keys};
use parlour_values::id::OfferId;
use parlour_values::time::IstDate;

fn is_due(offer: &Offer, today: IstDate) -> bool {
    offer.is_active && offer.end_date < today
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let past = Partition::g3(keys::OFFERS_DUE).through(run.today().minus_days(1));
    let listed = |offer: Stored<Offer>| is_due(&offer, run.today()).then_some(offer.record.id);
    let mut tally = Tally::default();
    tally.pages(run.salon.table.pages::<Offer>(past), listed, |id| end(run, id)).await?;
    Ok(processed(tally.end()?))
}

async fn end(run: &Run<'_>, id: OfferId) -> Result<usize, JobError> {
    Ok(run.salon.retry_on_conflict(|| end_if_due(run, &id)).await.map_err(Setback::from)?)
}

/// Decided on the offer itself: it may have been given more days since the index was read.
async fn end_if_due(run: &Run<'_>, id: &OfferId) -> Result<usize, Failure<Infallible>> {
    let Some(offer) = run.salon.table.get::<Offer>(&keys::offer(id)).await?.filter(|offer| is_due(offer, run.today()))
    else {
        return Ok(0);
    };
    let ended = Offer { is_active: false, updated_at: run.now(), ..offer.record.clone() };
    let mut transaction = run.salon.transaction(&run.act);
    transaction.replace(&offer, &ended);
    transaction.audit(EventType::OfferExpired, Offer::KIND, offer.id.as_str(), json!({ "isActive": false }));
    transaction.commit().await?;
    Ok(1)
}
