//! How a branch accepts bookings.

use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum SlotPolicy {
        /// Requests may overlap, and reception resolves them. Taken time is recorded, never refused.
        Open => "open",
        /// A slot needs somebody who is at work and free; no minute is booked twice.
        Staffed => "staffed",
    }
}

text_enum! {
    /// How a customer's booking becomes a promise.
    #[derive(Default)]
    pub enum Confirmation {
        /// The desk answers each request.
        #[default]
        Request => "request",
        /// Person and rooms are taken at once; only under `staffed`.
        Instant => "instant",
    }
}
