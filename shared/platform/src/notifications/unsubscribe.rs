//! Ending marketing mail from the mail itself, without a sign-in: a signed link that switches `marketingConsent` off and
//! can do nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac as _};
use serde::Serialize;
use serde_json::json;
use sha2::Sha256;
use utoipa::ToSchema;

use super::{Notifications, NotifyError};
use parlour_people::auth::User;
use parlour_people::customers::{Profile, save_profile};
use parlour_senders::SendError;
use parlour_senders::templates::Unsubscribe;
use parlour_settings::SecretError;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::table::{Record as _, keys};
use parlour_values::id::UserId;

/// Marketing mail is off now, and stays off until the customer switches it on in their profile.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketingEnded {
    pub marketing_consent: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum UnsubscribeError {
    #[error("this link is not one of ours")]
    WrongToken,
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Refused for UnsubscribeError {}

impl Notifications<'_> {
    /// The links by which this person ends marketing mail; none in production without a secret to sign with.
    pub async fn unsubscribe_links(&self, user: &UserId) -> Result<Option<Unsubscribe>, NotifyError> {
        let Some(mac) = self.unsubscribe_mac(user).await.map_err(SendError::Secret)? else { return Ok(None) };
        let signature = URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes());
        let token = format!("{}.{signature}", URL_SAFE_NO_PAD.encode(user.as_str()));
        let site = &self.0.settings.base_url;
        Ok(Some(Unsubscribe {
            page: format!("{site}/unsubscribe/{token}"),
            one_click: format!("{site}/api/unsubscribe/{token}"),
        }))
    }

    /// Switches marketing off for whom the token was made. A second time changes nothing.
    pub async fn end_marketing(&self, act: &Act, token: &str) -> Result<MarketingEnded, Failure<UnsubscribeError>> {
        let user = self.unsubscribed(token).await?.ok_or(UnsubscribeError::WrongToken)?;
        self.0.retry_on_conflict(|| self.switch_marketing_off(act, &user)).await?;
        Ok(MarketingEnded { marketing_consent: false })
    }

    /// Switches marketing off for whoever said so elsewhere.
    pub(crate) async fn stop_marketing(
        &self,
        user: &UserId,
        job: &'static str,
    ) -> Result<(), Failure<UnsubscribeError>> {
        let act = Act::of_job(job, user.as_str(), self.0.clock.now());
        self.0.retry_on_conflict(|| self.switch_marketing_off(&act, user)).await
    }

    async fn switch_marketing_off(&self, act: &Act, id: &UserId) -> Result<(), Failure<UnsubscribeError>> {
        let (user_key, profile_key) = (keys::user(id), keys::profile(id));
        let mut found = self.0.table.get_many([user_key.clone(), profile_key.clone()]).await?;
        let (user, profile) = (found.take::<User>(&user_key)?, found.take::<Profile>(&profile_key)?);
        // Somebody who has no profile any more, or said no already, gets no such mail.
        let (Some(user), Some(read)) = (user, profile.filter(|profile| profile.marketing_consent)) else {
            return Ok(());
        };
        let profile =
            Profile { marketing_consent: false, marketing_consent_at: None, updated_at: act.at, ..read.record.clone() };
        let mut transaction = self.0.transaction(act);
        save_profile(&mut transaction, &user, Some(&read), &profile);
        transaction.audit(
            EventType::ProfileUnsubscribed,
            Profile::KIND,
            id.as_str(),
            json!({ "marketingConsent": false }),
        );
        Ok(transaction.commit().await?)
    }

    /// For whom the token was made, if it is one of ours.
    async fn unsubscribed(&self, token: &str) -> Result<Option<UserId>, Failure<UnsubscribeError>> {
        let parts = token.split_once('.').and_then(|(user, signature)| {
            let user = String::from_utf8(URL_SAFE_NO_PAD.decode(user).ok()?).ok()?;
            Some((UserId::from(user), URL_SAFE_NO_PAD.decode(signature).ok()?))
        });
        let Some((user, signature)) = parts else { return Ok(None) };
        let mac = self.unsubscribe_mac(&user).await.map_err(UnsubscribeError::from)?;
        Ok(mac.filter(|mac| mac.clone().verify_slice(&signature).is_ok()).map(|_| user))
    }

    /// Over a text that nothing else of ours signs.
    async fn unsubscribe_mac(&self, user: &UserId) -> Result<Option<Hmac<Sha256>>, SecretError> {
        self.0.signature(&format!("unsubscribe marketing {user}")).await
    }
}
