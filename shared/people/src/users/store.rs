//! Users and invites in the table.

use std::collections::HashSet;

use serde_json::json;

use super::rules::{as_developer, is_owner, loses_an_owner, may_grant, may_touch, patched};
use super::{
    Appointed, InviteListRequest, InviteRequest, InviteView, ListUsersRequest, PatchUserRequest, UserError, UserList,
    UserView,
};
use crate::auth::{Caller, EarlierInvite, Invite, Sessions, Unlinked, User, UserAccount};
use crate::customers::directory;
use crate::leads::Leads;
use crate::tokens::Tokens;
use parlour_setup::branches::Branches;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::paging::{CursorList, ListError, ListPart, Meta, SizeLimit, page_of};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Partition, Record as _, Stored, TableError, UniqueValue, keys};
use parlour_values::contact::EmailAddress;
use parlour_values::id::{BranchId, InviteId, UserId};
use parlour_values::input::List;
use parlour_values::role::Role;

/// The roles of those who work here.
const TEAM: [Role; 5] = [Role::Staff, Role::Receptionist, Role::Manager, Role::Owner, Role::Developer];

pub struct Users<'a>(&'a Salon);

/// Somebody who can approve at the desk, by their PIN.
#[derive(Clone, Debug)]
pub struct Approver {
    pub id: UserId,
    pub name: String,
}

impl<'a> Users<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Users<'_> {
    /// Of one role, or everybody who works here; newest first.
    pub async fn list(&self, request: &ListUsersRequest) -> Result<(UserList, Meta), ListError> {
        match request.role {
            Some(Role::Customer) => self.customers(request).await,
            Some(role) => Ok(self.team(&[role], request).await?),
            None => Ok(self.team(&TEAM, request).await?),
        }
    }

    /// Few enough to be read together.
    async fn team(&self, roles: &[Role], request: &ListUsersRequest) -> Result<(UserList, Meta), TableError> {
        let lists: Vec<_> = roles.iter().map(|role| self.of_role(*role)).collect();
        let mut users: Vec<User> =
            at_once::try_all(lists).await?.into_iter().flatten().map(|user| user.record).collect();
        let wanted = request.wanted();
        users.retain(|user| user.is_called(&wanted));
        users.sort_by(|a, b| b.id.cmp(&a.id));
        let (users, meta) = page_of(users.into_iter(), request.page, request.page_size);
        Ok((UserList { users: users.iter().map(UserView::from).collect(), next_cursor: None }, meta))
    }

    /// A page of them behind a cursor, however many there are.
    async fn customers(&self, request: &ListUsersRequest) -> Result<(UserList, Meta), ListError> {
        let rows = usize::try_from(request.page_size.get()).unwrap_or(usize::MAX);
        let part = ListPart::page(CursorList::Customers, rows, request.cursor.as_ref())?;
        let customers = Partition::g1(keys::users_of_role(Role::Customer.as_str())).newest_first();
        let wanted = request.wanted();
        let size = |user: &User| user.is_called(&wanted).then_some(0);
        let listed = part.read::<User>(&self.0.table, vec![customers], SizeLimit::PLAIN, size).await?;
        let next_cursor = listed.meta.and_then(|meta| meta.next_cursor);
        let total_pages = if next_cursor.is_some() { 2 } else { 1 };
        let users = listed.rows.iter().map(|user| UserView::from(&user.record)).collect();
        Ok((UserList { users, next_cursor }, Meta { page: 1, total_pages, total_count: None }))
    }

    async fn of_role(&self, role: Role) -> Result<Vec<Stored<User>>, TableError> {
        self.0.table.query(Partition::g1(keys::users_of_role(role.as_str()))).await
    }

    /// Managers and owners by name: whose word the desk can ask for.
    pub async fn approvers(&self) -> Result<Vec<Approver>, TableError> {
        let (managers, owners) = tokio::try_join!(self.of_role(Role::Manager), self.of_role(Role::Owner))?;
        let users = managers.into_iter().chain(owners).map(|user| user.record).filter(|user| user.is_active);
        let mut approvers: Vec<Approver> = users.map(|user| Approver { id: user.id, name: user.name }).collect();
        approvers.sort_by_cached_key(|approver| (approver.name.to_lowercase(), approver.id.clone()));
        Ok(approvers)
    }

    pub async fn get(&self, id: &UserId) -> Result<UserView, Failure<UserError>> {
        self.read(id).await.map(|user| UserView::from(&user.record))
    }

    async fn read(&self, id: &UserId) -> Result<Stored<User>, Failure<UserError>> {
        let user = self.0.table.get::<User>(&keys::user(id)).await?;
        user.filter(|user| !user.is_erased()).ok_or(UserError::Unknown.into())
    }

    pub async fn patch(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &PatchUserRequest,
    ) -> Result<UserView, Failure<UserError>> {
        self.0
            .retry_on_conflict(|| async move {
                let (read, unknown) = tokio::try_join!(self.read(id), self.unknown(request.branch_ids.as_deref()))?;
                let user = patched(&caller.user, &read, request, caller.act.at)?;
                if !unknown.is_empty() {
                    return Err(UserError::UnknownBranches(unknown).into());
                }
                self.save(&caller.act, &read, &user).await?;
                if read.role.satisfies(Role::Staff) && !user.works_here() {
                    Leads::of(self.0).unassign(&caller.act, id).await?;
                }
                Ok(UserView::from(&user))
            })
            .await
    }

    /// Makes the user with this verified email a developer, a role above all who look after users: only the operator
    /// gives it.
    pub async fn make_developer(&self, act: &Act, email: &EmailAddress) -> Result<Appointed, Failure<UserError>> {
        self.0
            .retry_on_conflict(|| async move {
                let id = self.holder_of(email).await?.ok_or(UserError::Unknown)?;
                let read = self.read(&id).await?;
                let user = as_developer(&read, act.at)?;
                self.save(act, &read, &user).await?;
                Ok(Appointed { user: UserView::from(&user), before: read.role })
            })
            .await
    }

    /// The user whose verified email this is.
    pub async fn holder_of(&self, email: &EmailAddress) -> Result<Option<UserId>, TableError> {
        let held = keys::unique_value(Unique::Email, &email.for_matching());
        let held = self.0.table.get::<UniqueValue>(&held).await?;
        Ok(held.map(|held| UserId::from(held.record.holder)))
    }

    /// Writes what was changed of a user, if anything was, and what a new role brings with it.
    async fn save(&self, act: &Act, read: &Stored<User>, user: &User) -> Result<(), Failure<UserError>> {
        if *user == read.record {
            return Ok(());
        }
        let mut transaction = self.0.transaction(act);
        if loses_an_owner(read, user) {
            // The salon must keep an owner: the transaction checks that the other one is unchanged.
            let other = self.another_owner(&user.id).await?.ok_or(UserError::LastOwner)?;
            transaction.check(User::KIND, keys::user(&other.id), Condition::Version(other.version));
        }
        transaction.replace(read, user);
        if user.role != read.role || user.is_active != read.is_active {
            for token in Tokens::of(self.0).beyond(user, act.at).await? {
                transaction.remove(&token);
            }
        }
        if user.role != read.role {
            directory::DirectoryChange::of(&user.id).person(user).write(&mut transaction);
        }
        let changes = json!({ "role": user.role, "isActive": user.is_active, "branchIds": user.branch_ids });
        transaction.audit(EventType::UserUpdated, User::KIND, user.id.as_str(), changes);
        Ok(transaction.commit().await?)
    }

    /// Candidates come from the index, which may lag, so each is read again from the table.
    async fn another_owner(&self, than: &UserId) -> Result<Option<Stored<User>>, TableError> {
        for candidate in self.of_role(Role::Owner).await? {
            if candidate.id == *than || !candidate.is_active {
                continue;
            }
            let owner: Option<Stored<User>> = self.0.table.get(&keys::user(&candidate.id)).await?;
            if let Some(owner) = owner.filter(|owner| is_owner(owner)) {
                return Ok(Some(owner));
            }
        }
        Ok(None)
    }

    /// The positions of ids that are not a branch.
    async fn unknown(&self, branches: Option<&[BranchId]>) -> Result<Vec<usize>, Failure<UserError>> {
        let Some(wanted) = branches.filter(|wanted| !wanted.is_empty()) else {
            return Ok(Vec::new());
        };
        let known = Branches::of(self.0).all().await?;
        let known: HashSet<&BranchId> = known.iter().map(|branch| &branch.id).collect();
        Ok(wanted.iter().enumerate().filter(|(_, id)| !known.contains(id)).map(|(at, _)| at).collect())
    }

    pub async fn end_sessions(&self, caller: &Caller, id: &UserId) -> Result<(), Failure<UserError>> {
        may_touch(caller.user.role, self.read(id).await?.role)?;
        Ok(Sessions::of(self.0).end_all(&caller.act, id, None).await.map_err(Setback::from)?)
    }

    /// Ends the user's links to identity providers, so that another account with their verified email can take their place
    /// at the next sign-in. Their sessions end with what vouched for them.
    pub async fn end_identities(&self, caller: &Caller, id: &UserId) -> Result<(), Failure<UserError>> {
        self.0
            .retry_on_conflict(|| async move {
                let linked = Partition::of(keys::user_partition(id)).starting(keys::ACCOUNT_PREFIX);
                let (user, linked, unlinked) = tokio::try_join!(
                    self.read(id),
                    async { Ok(self.0.table.query::<UserAccount>(linked).await?) },
                    async { Ok(self.0.table.get::<Unlinked>(&keys::unlinked(id)).await?) },
                )?;
                may_touch(caller.user.role, user.role)?;
                if linked.is_empty() && unlinked.is_some() {
                    return Ok(());
                }
                let mut transaction = self.0.transaction(&caller.act);
                transaction.replace(&user, &user.without_sessions(caller.act.at));
                for account in &linked {
                    UserAccount::unlink(account, &mut transaction);
                }
                transaction.put(&Unlinked::of(id));
                transaction.audit(
                    EventType::UserUnlinked,
                    User::KIND,
                    id.as_str(),
                    json!({ "identities": linked.len() }),
                );
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// Invites an email; an earlier invite of the same email is replaced.
    pub async fn invite(&self, caller: &Caller, request: &InviteRequest) -> Result<InviteView, Failure<UserError>> {
        may_grant(caller.user.role, request.role)?;
        let unknown = self.unknown(request.branch_ids.as_deref()).await?;
        if !unknown.is_empty() {
            return Err(UserError::UnknownBranches(unknown).into());
        }
        self.0.retry_on_conflict(|| self.write_invite(caller, request)).await
    }

    async fn write_invite(&self, caller: &Caller, request: &InviteRequest) -> Result<InviteView, Failure<UserError>> {
        let email = request.email.for_matching();
        let earlier = self.earlier_invite(&email).await?;
        if let Some(invite) = &earlier.invite {
            may_grant(caller.user.role, invite.role)?;
        }
        let invite = Invite {
            id: self.0.random.id(),
            email,
            role: request.role,
            branch_ids: request.branch_ids.as_ref().map(List::distinct).unwrap_or_default(),
            invited_by: caller.user.id.clone(),
            created_at: caller.act.at,
        };
        let view = InviteView::from(&invite);
        let mut transaction = self.0.transaction(&caller.act);
        invite.send(&earlier, &mut transaction);
        transaction.check(User::KIND, keys::unique_value(Unique::Email, &invite.email), Condition::Absent);
        transaction.audit(EventType::UserInvited, Invite::KIND, invite.id.as_str(), json!({ "role": invite.role }));
        transaction.keep_response(&super::InviteAnswer { invite: view.clone() });
        match transaction.commit().await {
            Ok(()) => Ok(view),
            Err(setback) if setback.failed_at(User::KIND) => Err(UserError::EmailHasUser.into()),
            Err(setback) => Err(setback.into()),
        }
    }

    async fn earlier_invite(&self, email: &str) -> Result<EarlierInvite, TableError> {
        let guard = self.0.table.get::<UniqueValue>(&keys::unique_value(Unique::Invite, email)).await?;
        EarlierInvite::behind(guard, &self.0.table).await
    }

    /// Open invites, newest first.
    pub async fn invites(&self, request: &InviteListRequest) -> Result<(Vec<InviteView>, Meta), TableError> {
        let now = self.0.clock.now();
        let mut invites = self.0.table.query::<Invite>(Partition::of(keys::INVITES).newest_first()).await?;
        invites.retain(|invite| invite.is_open(now));
        let (invites, meta) = page_of(invites.into_iter(), request.page, request.page_size);
        Ok((invites.iter().map(|invite| InviteView::from(&invite.record)).collect(), meta))
    }

    pub async fn withdraw(&self, caller: &Caller, id: &InviteId) -> Result<(), Failure<UserError>> {
        let invite: Option<Stored<Invite>> = self.0.table.get(&keys::invite(id)).await?;
        let invite = invite.filter(|invite| invite.is_open(caller.act.at)).ok_or(UserError::UnknownInvite)?;
        may_grant(caller.user.role, invite.role)?;
        let guard = self.0.table.get(&keys::unique_value(Unique::Invite, &invite.email)).await?;
        let mut transaction = self.0.transaction(&caller.act);
        EarlierInvite { guard, invite: Some(invite.clone()) }.withdraw(&mut transaction);
        transaction.audit(EventType::InviteWithdrawn, Invite::KIND, id.as_str(), json!({ "role": invite.role }));
        match transaction.commit().await {
            // Accepted or withdrawn by somebody else in the meantime.
            Err(setback) if setback.has_lost() => Err(UserError::UnknownInvite.into()),
            committed => Ok(committed?),
        }
    }
}
