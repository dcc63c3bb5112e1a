//! How much a test does: little by default, as much as the environment asks for in the big proofs.

fn asked(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// How often a race is run.
pub fn rounds() -> usize {
    asked("PARLOUR_ROUNDS", 3)
}

/// How many records are generated.
pub fn bulk(default: usize) -> usize {
    asked("PARLOUR_BULK", default)
}
