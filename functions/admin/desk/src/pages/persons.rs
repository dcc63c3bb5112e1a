//! Choosing who does something: whoever can and is free stands first, the others say why they do not.

use maud::{Markup, html};
use parlour_values::id::StaffId;

/// How somebody stands to what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CandidateState {
    Free,
    /// Nothing is asked yet.
    Unasked,
    Busy,
    Unable,
}

impl CandidateState {
    pub fn of(is_free: bool, is_able: bool) -> Self {
        match (is_free, is_able) {
            (true, _) => Self::Free,
            (false, true) => Self::Busy,
            (false, false) => Self::Unable,
        }
    }

    const fn note(self) -> &'static str {
        match self {
            Self::Free | Self::Unasked => "",
            Self::Busy => " (not free then)",
            Self::Unable => " (does not do this)",
        }
    }
}

pub struct Candidate<'a> {
    pub id: &'a StaffId,
    pub name: &'a str,
    pub standing: CandidateState,
    pub is_chosen: bool,
    /// The branches they work at, where the form asks for the branch too.
    pub places: Option<String>,
    pub is_elsewhere: bool,
}

impl Candidate<'_> {
    fn option(&self) -> Markup {
        html! {
            option value=(self.id) data-places=[self.places.as_deref()] hidden[self.is_elsewhere] disabled[self.is_elsewhere]
                selected[self.is_chosen && !self.is_elsewhere] { (self.name) (self.standing.note()) }
        }
    }
}

/// A person of the form, or nobody, which has this text.
pub fn select(within: &str, none: &str, is_required: bool, people: Vec<Candidate<'_>>) -> Markup {
    field(within, ("staffId", "Person"), none, is_required, people)
}

/// The person for one of several services, which stands at this place of `services`.
pub fn select_for(within: &str, at: usize, service: &str, people: Vec<Candidate<'_>>) -> Markup {
    field(within, (&format!("services.{at}.staffId"), service), "Choose somebody", true, people)
}

fn field(
    within: &str,
    (name, label): (&str, &str),
    none: &str,
    is_required: bool,
    people: Vec<Candidate<'_>>,
) -> Markup {
    let (id, error) = (format!("{within}-{name}"), format!("{within}-{name}-error"));
    html! {
        div.field {
            label for=(id) { (label) }
            select id=(id) name=(name) required[is_required] aria-describedby=(error) { (options(none, people)) }
            p.error id=(error) hidden {}
        }
    }
}

fn options(none: &str, mut people: Vec<Candidate<'_>>) -> Markup {
    people.sort_by_key(|person| person.standing);
    let split = people.partition_point(|person| person.standing == CandidateState::Free);
    let (free, others) = people.split_at_checked(split).unwrap_or((&people, &[]));
    let is_asked = people.iter().any(|person| person.standing != CandidateState::Unasked);
    html! {
        option value="" { (none) }
        @if is_asked {
            @if !free.is_empty() { optgroup label="Can and free" { @for person in free { (person.option()) } } }
            @if !others.is_empty() { optgroup label="Others" { @for person in others { (person.option()) } } }
        } @else {
            @for person in &people { (person.option()) }
        }
    }
}
