//! Requests of the sign-in routes, with the names better-auth's browser client uses.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema};

use parlour_values::id::SessionId;
use parlour_values::input::{Body, Field, Fields, Problems, Text, body, nullable};

#[derive(Clone, Debug)]
pub struct SignInRequest {
    pub provider: String,
    pub callback_url: Option<String>,
    pub new_user_callback_url: Option<String>,
    pub error_callback_url: Option<String>,
    pub disable_redirect: bool,
}

type ProviderName = Text<1, 64>;
type ReturnAddress = Option<Text<0, 8192>>;

const CALLBACK: &str = "callbackURL";
const NEW_USER_CALLBACK: &str = "newUserCallbackURL";
const ERROR_CALLBACK: &str = "errorCallbackURL";

impl SignInRequest {
    /// Every redirect target in the request, with its field name.
    pub(super) fn callback_urls(&self) -> impl Iterator<Item = (&'static str, &str)> {
        [
            (CALLBACK, &self.callback_url),
            (NEW_USER_CALLBACK, &self.new_user_callback_url),
            (ERROR_CALLBACK, &self.error_callback_url),
        ]
        .into_iter()
        .filter_map(|(field, url)| url.as_deref().map(|url| (field, url)))
    }
}

impl Body for SignInRequest {
    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let provider = fields.take::<ProviderName>("provider");
        let callback_url = fields.take::<ReturnAddress>(CALLBACK);
        let new_user_callback_url = fields.take::<ReturnAddress>(NEW_USER_CALLBACK);
        let error_callback_url = fields.take::<ReturnAddress>(ERROR_CALLBACK);
        let disable_redirect = fields.take::<Option<bool>>("disableRedirect");
        Some(Self {
            provider: provider?.into(),
            callback_url: callback_url?.map(String::from),
            new_user_callback_url: new_user_callback_url?.map(String::from),
            error_callback_url: error_callback_url?.map(String::from),
            disable_redirect: disable_redirect?.unwrap_or(false),
        })
    }
}

impl Field for SignInRequest {
    type Read = Option<Self>;

    fn from_json(value: &serde_json::Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let object = value.as_object()?;
        Self::from_fields(Fields::of_object(object, path, problems))
    }

    fn field_schema() -> RefOr<Schema> {
        let address = |words: &str| match ReturnAddress::field_schema() {
            RefOr::T(Schema::Object(mut address)) => {
                address.description = Some(words.to_owned());
                nullable(address.into())
            }
            other => other,
        };
        ObjectBuilder::new()
            .property("provider", ProviderName::field_schema())
            .required("provider")
            .property(CALLBACK, address("where to go once signed in: a path, or an address of this app"))
            .property(NEW_USER_CALLBACK, address("the same for somebody new; `/onboarding` where it is left out"))
            .property(ERROR_CALLBACK, address("the same where it failed, with `error` in the query"))
            .property("disableRedirect", nullable(bool::field_schema()))
            .into()
    }
}

body! {
    /// The session to end, by its handle.
    pub struct RevokeRequest {
        token: SessionId,
    }
}
