//! Records as they are exported, where no view of the API has the fields of the imports.

use std::collections::BTreeMap;

use serde::Serialize;

use parlour_money::gems::{GemTransaction, GemTransactionType};
use parlour_money::memberships::Membership;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_money::products::Product;
use parlour_people::customers::directory::DirectoryRow;
use parlour_people::customers::{CustomerCard, Gender, GuardianView, Profile};
use parlour_people::staff::StaffMember;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::{Catalogue, Service, ServiceType};
use parlour_storage::table::Stored;
use parlour_values::contact::Phone;
use parlour_values::document_number::DocumentNumber;
use parlour_values::gems::Gems;
use parlour_values::gst::GstRate;
use parlour_values::gstin::Gstin;
use parlour_values::id::{BranchId, GemTransactionId, InvoiceId, ProductId, ServiceId, StaffId, TagId, UserId};
use parlour_values::language::Language;
use parlour_values::message_channel::ChannelOrder;
use parlour_values::money::Paise;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::{Instant, IstDate, Minutes};
use parlour_values::translations::Translations;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedCustomer {
    id: UserId,
    name: String,
    phone: Option<Phone>,
    email: Option<String>,
    date_of_birth: Option<IstDate>,
    gender: Option<Gender>,
    marketing_consent: bool,
    whatsapp_consent: bool,
    preferred_language: Language,
    /// Null of whoever has not chosen: imported, an order is a choice.
    channels: Option<ChannelOrder>,
    alerts: Option<String>,
    preferred_staff_id: Option<StaffId>,
    gstin: Option<Gstin>,
    legal_name: Option<String>,
    gems_balance: Gems,
    due_paise: Paise,
    tags: Vec<String>,
    /// The email by which another salon knows the staff member they like to be served by.
    preferred_staff_email: Option<String>,
    photos_consent: bool,
    health_notes_consent: bool,
    total_visits: u32,
    total_spent_paise: Paise,
    noshow_count: u32,
    first_visit_at: Option<Instant>,
    last_visit_at: Option<Instant>,
    created_at: Instant,
    guardian: Option<GuardianView>,
}

impl ExportedCustomer {
    /// With the names of the tags there are. None of a row that is in no list.
    pub fn of(
        row: &DirectoryRow,
        profile: &Profile,
        card: Option<&CustomerCard>,
        tags: &BTreeMap<TagId, String>,
        staff: &[Stored<StaffMember>],
    ) -> Option<Self> {
        let (person, _) = row.listed()?;
        let own = Some(person.email.clone()).filter(|email| !email.is_empty());
        Some(Self {
            id: row.id.clone(),
            name: person.name.clone(),
            phone: profile.phone.clone(),
            email: own.or_else(|| profile.email.as_ref().map(ToString::to_string)),
            date_of_birth: profile.date_of_birth,
            gender: profile.gender,
            marketing_consent: profile.marketing_consent,
            whatsapp_consent: profile.whatsapp_consent,
            preferred_language: profile.preferred_language,
            channels: profile.channels.clone(),
            alerts: card.and_then(|card| card.alerts.clone()),
            preferred_staff_id: profile.preferred_staff_id.clone(),
            gstin: profile.gstin.clone(),
            legal_name: profile.legal_name.clone(),
            gems_balance: row.gems.unwrap_or(Gems::ZERO),
            due_paise: profile.due,
            tags: row.tags.iter().filter_map(|tag| tags.get(tag).cloned()).collect(),
            preferred_staff_email: profile
                .preferred_staff_id
                .as_ref()
                .and_then(|id| staff.iter().find(|member| member.id == *id))
                .filter(|member| !member.is_erased())
                .map(|member| member.email.clone()),
            photos_consent: profile.photos_consent,
            health_notes_consent: profile.health_notes_consent,
            total_visits: profile.total_visits,
            total_spent_paise: profile.total_spent,
            noshow_count: profile.noshow_count,
            first_visit_at: profile.first_visit_at,
            last_visit_at: profile.last_visit_at,
            created_at: person.created_at,
            guardian: profile.guardian.as_ref().map(GuardianView::from),
        })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedMembership {
    external_id: String,
    membership_number: String,
    branch_id: BranchId,
    /// The code by which another salon knows its branch.
    branch_code: Option<String>,
    customer_id: UserId,
    customer_name: String,
    customer_phone: Option<Phone>,
    customer_email: Option<String>,
    tier_name: String,
    hours_minutes: Minutes,
    used_minutes: Minutes,
    price_paise: Paise,
    start_date: IstDate,
    validity_days: i64,
    status: MembershipStatus,
    payment_method: PaymentMethod,
    invoice_id: Option<InvoiceId>,
    notes: Option<String>,
    created_at: Instant,
}

impl ExportedMembership {
    pub fn of(membership: &Membership, profile: Option<&Profile>, branches: &[Stored<Branch>]) -> Self {
        let branch = branches.iter().find(|branch| branch.id == membership.branch_id);
        let own = Some(membership.customer_email.clone()).filter(|email| !email.is_empty());
        let left = || profile.and_then(|profile| profile.email.as_ref()).map(ToString::to_string);
        let imported = membership.imported.as_ref().map(|imported| imported.external_id.clone());
        Self {
            external_id: imported.unwrap_or_else(|| membership.id.to_string()),
            branch_code: branch.map(|branch| branch.code.clone()),
            customer_email: own.or_else(left),
            membership_number: membership.number.clone(),
            branch_id: membership.branch_id.clone(),
            customer_id: membership.customer_id.clone(),
            customer_name: membership.customer_name.clone(),
            customer_phone: profile.and_then(|profile| profile.phone.clone()),
            tier_name: membership.tier_name.clone(),
            hours_minutes: membership.total_hours,
            used_minutes: membership.used_hours,
            price_paise: membership.price_paid,
            start_date: membership.starts_at.ist_date(),
            validity_days: membership.validity_days(),
            status: membership.status,
            payment_method: membership.payment_method,
            invoice_id: membership.invoice_id.clone(),
            notes: membership.notes.clone(),
            created_at: membership.created_at,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedGems {
    id: GemTransactionId,
    customer_id: UserId,
    #[serde(rename = "type")]
    kind: GemTransactionType,
    gems: Gems,
    description: String,
    expires_at: Option<Instant>,
    invoice_id: Option<InvoiceId>,
    invoice_number: Option<DocumentNumber>,
    created_at: Instant,
}

impl From<GemTransaction> for ExportedGems {
    fn from(transaction: GemTransaction) -> Self {
        Self {
            id: transaction.id,
            customer_id: transaction.user_id,
            kind: transaction.kind,
            gems: transaction.gems,
            description: transaction.description,
            expires_at: transaction.expires_at,
            invoice_id: transaction.invoice_id,
            invoice_number: transaction.invoice_number,
            created_at: transaction.created_at,
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedProduct {
    id: ProductId,
    name: String,
    brand: Option<String>,
    barcode: Option<String>,
    hsn_code: String,
    gst_rate_bps: GstRate,
    price_paise: Paise,
    cost_paise: Option<Paise>,
    reorder_at: Option<u32>,
    is_active: bool,
}

impl From<&Product> for ExportedProduct {
    fn from(product: &Product) -> Self {
        Self {
            id: product.id.clone(),
            name: product.name.clone(),
            brand: product.brand.clone(),
            barcode: product.barcode.clone(),
            hsn_code: product.hsn_code.clone(),
            gst_rate_bps: product.gst,
            price_paise: product.price,
            cost_paise: product.cost,
            reorder_at: product.reorder_at,
            is_active: product.is_active,
        }
    }
}

/// A group of rooms or equipment that a service needs one of.
#[derive(Serialize)]
struct ExportedNeed {
    group: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedService {
    id: ServiceId,
    category_slug: String,
    category_name: String,
    service_type: Option<ServiceType>,
    name: String,
    slug: String,
    description: String,
    translations: Translations,
    duration_minutes: Minutes,
    buffer_minutes: Minutes,
    processing_minutes: Minutes,
    finish_minutes: Minutes,
    needs: Vec<ExportedNeed>,
    needs_approval: bool,
    price_paise: Paise,
    is_active: bool,
    image_url: Option<String>,
    display_order: i64,
    gems_redeemable: bool,
    gems_required: Option<Gems>,
    gems_catalogue_order: Option<i64>,
    sac_code: String,
    gst_rate_bps: GstRate,
}

impl ExportedService {
    pub fn of(service: &Service, catalogue: &Catalogue, today: IstDate) -> Self {
        let category = catalogue.category_of(service);
        Self {
            id: service.id.clone(),
            category_slug: category.map(|category| category.slug.clone()).unwrap_or_default(),
            category_name: category.map(|category| category.name.clone()).unwrap_or_default(),
            service_type: category.map(|category| category.service_type),
            name: service.name.clone(),
            slug: service.slug.clone(),
            description: service.description.clone(),
            translations: service.translations.clone(),
            duration_minutes: service.duration,
            buffer_minutes: service.buffer,
            processing_minutes: service.processing,
            finish_minutes: service.finish,
            needs: service.needs.iter().map(|group| ExportedNeed { group: group.clone() }).collect(),
            needs_approval: service.needs_approval,
            price_paise: service.price,
            is_active: service.is_active,
            image_url: Some(service.image_url.clone()).filter(|url| !url.is_empty()),
            display_order: service.display_order,
            gems_redeemable: service.gems_redeemable,
            gems_required: service.gems_required,
            gems_catalogue_order: service.gems_catalogue_order,
            sac_code: service.sac_code.clone(),
            gst_rate_bps: service.gst.on(today),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportedStaff {
    id: StaffId,
    email: String,
    name: String,
    display_name: String,
    image_url: Option<String>,
    branch_ids: Vec<BranchId>,
    /// The codes and slugs by which another salon knows its branches and services.
    branch_codes: Vec<String>,
    service_ids: Vec<ServiceId>,
    service_slugs: Vec<String>,
    joined_on: IstDate,
    is_active: bool,
}

impl ExportedStaff {
    pub fn of(member: &StaffMember, branches: &[Stored<Branch>], catalogue: &Catalogue) -> Self {
        let code = |id: &BranchId| branches.iter().find(|branch| branch.id == *id).map(|branch| branch.code.clone());
        let slug = |id: &ServiceId| catalogue.service(id).map(|service| service.slug.clone());
        Self {
            id: member.id.clone(),
            email: member.email.clone(),
            name: member.name.clone(),
            display_name: member.display_name.clone(),
            image_url: member.image_url.clone(),
            branch_codes: member.branch_ids.iter().filter_map(code).collect(),
            branch_ids: member.branch_ids.clone(),
            service_slugs: member.service_ids.iter().filter_map(slug).collect(),
            service_ids: member.service_ids.clone(),
            joined_on: member.joined_on,
            is_active: member.is_active,
        }
    }
}
