//! Tokens in the table: find with whatever else a request reads, note their use, create, list, revoke.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use super::{CreateTokenRequest, CreatedToken, ListTokensRequest, TokenError, TokenView};
use crate::auth::{Caller, Token, TokenSecret, User};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::paging::{Meta, page_of};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Found, Key, Partition, Record as _, Stored, TableError, keys};
use parlour_values::id::{TokenId, UserId};
use parlour_values::time::Instant;

/// A program with a valid token.
#[derive(Clone, Debug)]
pub struct Bearer {
    pub token: Stored<Token>,
    secret: TokenSecret,
}

pub struct Tokens<'a>(&'a Salon);

impl<'a> Tokens<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// The most tokens of one creator, those that have ended not counted.
const MOST: usize = 20;
/// Above this many, the creators are learned anew.
const MAX_REMEMBERED: usize = 10_000;

/// The creator of each token, by its hash: both are read in one call once that is known.
#[derive(Default)]
struct Creators(Mutex<HashMap<String, UserId>>);

impl Creators {
    fn of(&self, hash: &str) -> Option<UserId> {
        self.lock().get(hash).cloned()
    }

    fn remember(&self, token: &Token) {
        let mut known = self.lock();
        if known.len() >= MAX_REMEMBERED {
            known.clear();
        }
        known.insert(token.hash.clone(), token.created_by.clone());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, UserId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tokens<'_> {
    /// The keys to read to find the token of this secret: its own and, where it is known, its creator's.
    pub fn keys(&self, secret: &TokenSecret) -> Vec<Key> {
        let hash = secret.hash();
        let creator = self.0.remembered::<Creators>().of(&hash);
        std::iter::once(keys::token(&hash)).chain(creator.as_ref().map(keys::user)).collect()
    }

    /// The token of this secret, if it is valid and its creator may still give its rights, among items that were read
    /// already.
    pub async fn among(&self, found: &mut Found, secret: TokenSecret) -> Result<Option<Bearer>, TableError> {
        let token = found.take::<Token>(&keys::token(&secret.hash()))?;
        let Some(token) = token.filter(|token| token.is_valid(self.0.clock.now())) else { return Ok(None) };
        let creator = keys::user(&token.created_by);
        let creator = match found.take::<User>(&creator)? {
            Some(creator) => Some(creator),
            None => {
                self.0.remembered::<Creators>().remember(&token);
                self.0.table.get::<User>(&creator).await?
            }
        };
        let is_backed = creator.is_some_and(|creator| token.is_backed_by(&creator));
        Ok(is_backed.then_some(Bearer { token, secret }))
    }

    /// Notes the first use of a day, and a use from an address that is new, which is audited. A failure is only logged:
    /// the next request tries again.
    pub async fn note_use(&self, act: &Act, bearer: &Bearer, address: &str) {
        let (salon, token) = (self.0, &bearer.token);
        let mark = bearer.secret.address_mark(address);
        let Some(used) = token.used(&mark, act.at) else { return };
        let mut transaction = salon.transaction(act);
        transaction.replace(token, &used);
        if !token.knows(&mark) {
            transaction.audit(
                EventType::TokenUsedElsewhere,
                Token::KIND,
                token.id.as_str(),
                json!({ "address": mark }),
            );
        }
        if let Err(error) = transaction.commit().await {
            tracing::warn!(%error, "could not note the use of a token");
        }
    }

    pub async fn create(
        &self,
        caller: &Caller,
        request: &CreateTokenRequest,
    ) -> Result<CreatedToken, Failure<TokenError>> {
        if request.expires_at.is_some_and(|end| end <= caller.act.at) {
            return Err(TokenError::EndsInThePast.into());
        }
        if !caller.user.role.satisfies(request.role) {
            return Err(TokenError::RoleAboveOwn.into());
        }
        self.0.retry_on_conflict(|| self.write_token(caller, request)).await
    }

    async fn write_token(
        &self,
        caller: &Caller,
        request: &CreateTokenRequest,
    ) -> Result<CreatedToken, Failure<TokenError>> {
        let creator = self.0.table.get::<User>(&keys::user(&caller.user.id)).await?.ok_or(TokenError::RoleAboveOwn)?;
        let own = self.all().await?.into_iter().filter(|token| token.created_by == creator.id);
        if own.filter(|token| token.is_valid(caller.act.at)).count() >= MOST {
            return Err(TokenError::TooMany.into());
        }
        let secret = TokenSecret::new(self.0.random.secret());
        let token = Token {
            id: self.0.random.id(),
            hash: secret.hash(),
            name: request.name.to_string(),
            role: request.role,
            scopes: request.scopes(),
            created_by: caller.user.id.clone(),
            created_at: caller.act.at,
            expires_at: request.expires_at,
            last_used_at: None,
            addresses: Vec::new(),
        };
        let mut transaction = self.0.transaction(&caller.act);
        transaction.create(&token);
        // Of two that are made at the same time, one is made after the other: both change their creator's version.
        transaction.replace(&creator, &creator.record);
        let rights = json!({ "role": token.role, "scopes": token.scopes, "expiresAt": token.expires_at });
        transaction.audit(EventType::TokenCreated, Token::KIND, token.id.as_str(), rights);
        transaction.keep_response(&CreatedToken::hidden(&token));
        transaction.commit().await?;
        Ok(CreatedToken::shown(&token, &secret))
    }

    /// Newest first.
    pub async fn list(&self, request: &ListTokensRequest) -> Result<(Vec<TokenView>, Meta), TableError> {
        let mut tokens = self.all().await?;
        tokens.sort_by(|a, b| b.id.cmp(&a.id));
        let (tokens, meta) = page_of(tokens.into_iter(), request.page, request.page_size);
        Ok((tokens.iter().map(|token| TokenView::from(&token.record)).collect(), meta))
    }

    async fn all(&self) -> Result<Vec<Stored<Token>>, TableError> {
        self.0.table.query(Partition::of(keys::TOKENS)).await
    }

    /// Takes effect at once: every request reads its token.
    pub async fn revoke(&self, caller: &Caller, id: &TokenId) -> Result<(), Failure<TokenError>> {
        self.0
            .retry_on_conflict(|| async move {
                let tokens = self.all().await?;
                let token = tokens.iter().find(|token| token.id == *id).ok_or(TokenError::Unknown)?;
                let mut transaction = self.0.transaction(&caller.act);
                transaction.remove(token);
                transaction.audit(EventType::TokenRevoked, Token::KIND, id.as_str(), json!({ "role": token.role }));
                Ok(transaction.commit().await?)
            })
            .await
    }

    /// The tokens that a user made and that may do more than the user themselves: nobody keeps a right they have lost.
    /// One that has ended gives none, and there is no bound to how many are still listed.
    pub async fn beyond(&self, user: &User, now: Instant) -> Result<Vec<Stored<Token>>, TableError> {
        let is_beyond =
            |token: &Stored<Token>| token.created_by == user.id && token.is_valid(now) && !token.is_backed_by(user);
        Ok(self.all().await?.into_iter().filter(is_beyond).collect())
    }
}
