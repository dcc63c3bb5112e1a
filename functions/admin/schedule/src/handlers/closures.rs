//! Days a branch is shut.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::ClosureId;
use parlour::paging::page_of;
use parlour::salon::Salon;
use parlour::schedule::{ClosureAnswer, ClosureList, ClosureRequest, ListClosuresRequest};
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListClosuresRequest>) -> Answer<ClosureList> {
    let closures = salon.schedule().closures(request.branch_id.as_ref()).await?;
    let (closures, meta) = page_of(closures.into_iter(), request.page, request.page_size);
    paged(ClosureList { closures }, meta)
}

pub async fn close(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<ClosureRequest>,
) -> Answer<ClosureAnswer> {
    ok(ClosureAnswer { closure: salon.schedule().close(&caller, &body).await? })
}

pub async fn reopen(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<ClosureId>) -> Answer<Done> {
    salon.schedule().reopen(&caller, &id).await?;
    ok(Done::OK)
}
