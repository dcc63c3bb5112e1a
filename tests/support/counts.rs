//! How much a test does: little by default, as much as the environment asks for in the big proofs.

fn asked(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// What every choice of a test is drawn from: the same choices in each run, others when asked for.
pub fn seed() -> u64 {
    u64::try_from(asked("PARLOUR_SEED", 1)).unwrap_or(1)
}

/// How often a race is run.
pub fn rounds() -> usize {
    asked("PARLOUR_ROUNDS", 3)
}

/// How many records are generated.
pub fn bulk(default: usize) -> usize {
    asked("PARLOUR_BULK", default)
}
