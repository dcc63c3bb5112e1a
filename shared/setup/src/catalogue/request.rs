//! Requests about the catalogue.

use super::ServiceType;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::gst::{TARIFF_CODE_PATTERN, is_tariff_code};
use parlour_values::id::{CategoryId, ServiceId};
use parlour_values::input::{
    Clearable, Int, List, MAX_NUMBER, Name, OptionalField, Problems, Prose, Read, Trimmed, body, is_line, text_type,
};
use parlour_values::slug;
use parlour_values::slug::slugify;
use parlour_values::translations::TranslationsRequest;

const LONGEST_SLUG: usize = 160;
const LONGEST_DESCRIPTION: usize = 4000;
const LONGEST_URL: usize = 2000;

text_type! {
    /// Part of a public address: words in lower case joined by hyphens.
    pub struct Slug, most: LONGEST_SLUG, least: 1, pattern: slug::PATTERN, example: "head-massage",
        fits: |text| !text.is_empty() && text.chars().count() <= LONGEST_SLUG && slugify(text) == text
            => "must be words in lower case joined by hyphens";
    /// A Services Accounting Code.
    pub struct SacCode, most: 8, pattern: TARIFF_CODE_PATTERN, example: "999721",
        fits: is_tariff_code => "must be a services accounting code of 4, 6 or 8 digits";
    /// The address of a picture: https or http, or a path of our own.
    pub struct ImageUrl, most: LONGEST_URL, description: "an address on the web, or a path of our own",
        fits: is_picture_address => "must be the address of a picture";
}

impl ImageUrl {
    /// The address, where there is one: an empty text is none.
    pub fn given(&self) -> Option<String> {
        Some(self.0.clone()).filter(|url| !url.is_empty())
    }
}

fn is_picture_address(text: &str) -> bool {
    let own = text.is_empty() || (text.starts_with('/') && !text.starts_with("//"));
    text.len() <= LONGEST_URL
        && is_line(text)
        && (own || url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http")))
}

/// The longest anything takes: a day.
type Duration = Int<1, 1440>;
type Buffer = Int<0, 1440>;
type PartOfService = Int<0, 1440>;
type OrderNumber = Int<{ -MAX_NUMBER }, MAX_NUMBER>;

/// As many rooms as one booking may hold.
pub type Needs = List<NeedRequest, 0, 8>;

body! {
    pub struct NeedRequest {
        group: Name<1, 120>,
    }
}

/// The message for a service that would work by itself, or be finished, for all of its time.
pub const LEAVES_NO_WORK: &str =
    "must leave time for the work: processing and finish together are less than the duration";

body! {
    pub struct CreateServiceRequest, checked {
        category_id: CategoryId,
        name: Name<1, 120>,
        slug: Option<Slug>,
        description: Option<Prose<0, LONGEST_DESCRIPTION>>,
        translations: Option<TranslationsRequest<LONGEST_DESCRIPTION>>,
        duration_minutes: Duration,
        buffer_minutes: Option<Buffer>,
        processing_minutes: Option<PartOfService>,
        finish_minutes: Option<PartOfService>,
        needs: Option<Needs>,
        needs_approval: Option<bool>,
        price_paise: Int<0, MAX_NUMBER>,
        is_active: Option<bool>,
        image_url: Option<ImageUrl>,
        display_order: Option<OrderNumber>,
        gems_redeemable: Option<bool>,
        gems_required: Option<Int<1, MAX_NUMBER>>,
        gems_catalogue_order: Option<OrderNumber>,
        sac_code: Option<SacCode>,
        gst_rate_bps: Option<Int<0, 10_000>>,
    }
}

impl CreateServiceRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        if read.gems_redeemable.given() == Some(&true) && read.gems_required.is_left_out() {
            problems.add("gemsRequired", "is required where a service can be had for gems");
        }
        let minutes = |part: Option<PartOfService>| part.map_or(0, Int::get);
        let (processing, finish) =
            (minutes(read.processing_minutes.given().copied()), minutes(read.finish_minutes.given().copied()));
        if read.duration_minutes.is_some_and(|duration| processing.saturating_add(finish) >= duration.get()) {
            problems.add(if processing > 0 { "processingMinutes" } else { "finishMinutes" }, LEAVES_NO_WORK);
        }
        check_needs(read.needs.given(), problems);
        slug_or_name(&read.slug, read.name.as_deref(), problems);
    }
}

/// If no slug is given the name must make one.
fn slug_or_name(slug: &OptionalField<Slug>, name: Option<&str>, problems: &mut Problems) {
    if slug.is_left_out() && name.is_some_and(|name| slugify(name).is_empty()) {
        problems.add("slug", "is required: the name makes none");
    }
}

fn check_needs(needs: Option<&Needs>, problems: &mut Problems) {
    let groups: Vec<&str> = needs.into_iter().flat_map(|needs| needs.iter().map(|need| &*need.group)).collect();
    if groups.iter().collect::<std::collections::HashSet<_>>().len() < groups.len() {
        problems.add("needs", "must name each group once");
    }
}

body! {
    /// Changes to a service; fields left out stay.
    pub struct PatchServiceRequest, checked {
        category_id: Option<CategoryId>,
        name: Option<Name<1, 120>>,
        slug: Option<Slug>,
        description: Clearable<Prose<0, LONGEST_DESCRIPTION>>,
        translations: Clearable<TranslationsRequest<LONGEST_DESCRIPTION>>,
        duration_minutes: Option<Duration>,
        buffer_minutes: Option<Buffer>,
        processing_minutes: Option<PartOfService>,
        finish_minutes: Option<PartOfService>,
        needs: Option<Needs>,
        needs_approval: Option<bool>,
        price_paise: Option<Int<0, MAX_NUMBER>>,
        is_active: Option<bool>,
        image_url: Clearable<ImageUrl>,
        display_order: Option<OrderNumber>,
        gems_redeemable: Option<bool>,
        gems_required: Clearable<Int<1, MAX_NUMBER>>,
        gems_catalogue_order: Clearable<OrderNumber>,
        sac_code: Option<SacCode>,
        gst_rate_bps: Option<Int<0, 10_000>>,
    }
}

impl PatchServiceRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        check_needs(read.needs.given(), problems);
    }
}

body! {
    pub struct ListServicesRequest {
        category_id: Option<CategoryId>,
        service_type: Option<ServiceType>,
        is_active: Option<bool>,
        q: Option<Trimmed<0, 120>>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct ListCategoriesRequest {
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    /// The services in the order they are to be shown; those not named follow.
    pub struct OrderRequest, checked {
        ids: List<ServiceId, 1, 1000>,
    }
}

impl OrderRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let Some(ids) = &read.ids else { return };
        let distinct: std::collections::HashSet<&ServiceId> = ids.iter().collect();
        if distinct.len() < ids.len() {
            problems.add("ids", "must name each service once");
        }
    }
}

body! {
    pub struct CreateCategoryRequest, checked {
        name: Name<1, 120>,
        slug: Option<Slug>,
        description: Option<Prose<0, LONGEST_DESCRIPTION>>,
        translations: Option<TranslationsRequest<LONGEST_DESCRIPTION>>,
        service_type: ServiceType,
        display_order: Option<OrderNumber>,
        is_active: Option<bool>,
    }
}

impl CreateCategoryRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        slug_or_name(&read.slug, read.name.as_deref(), problems);
    }
}

body! {
    /// Changes to a category; fields left out stay.
    pub struct PatchCategoryRequest {
        name: Option<Name<1, 120>>,
        slug: Option<Slug>,
        description: Clearable<Prose<0, LONGEST_DESCRIPTION>>,
        translations: Clearable<TranslationsRequest<LONGEST_DESCRIPTION>>,
        service_type: Option<ServiceType>,
        display_order: Option<OrderNumber>,
        is_active: Option<bool>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_codes_and_addresses_say_what_they_are() {
        assert!("deep-tissue-60".parse::<Slug>().is_ok() && "हल्दी-उबटन".parse::<Slug>().is_ok());
        for bad in ["", "Deep", "deep--tissue", "-deep", "a b", "a/b"] {
            assert!(bad.parse::<Slug>().is_err(), "{bad}");
        }
        assert!("999721".parse::<SacCode>().is_ok());
        for bad in ["", "99972", "99972a", "999721999"] {
            assert!(bad.parse::<SacCode>().is_err(), "{bad}");
        }
        for good in ["", "/images/cut.jpg", "https://images.example.test/cut.jpg"] {
            assert!(good.parse::<ImageUrl>().is_ok(), "{good}");
        }
        for bad in ["cut.jpg", "//elsewhere.example.test/x", "javascript:alert(1)", "ftp://example.test/x"] {
            assert!(bad.parse::<ImageUrl>().is_err(), "{bad}");
        }
    }
}
