//! The size of tests: small by default, larger if set in the environment (`infra/checks/proofs`).

fn asked(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}

/// The seed of all random choices: fixed by default.
pub fn seed() -> u64 {
    u64::try_from(asked("PARLOUR_SEED", 1)).unwrap_or(1)
}

/// How many rounds a race test runs.
pub fn rounds() -> usize {
    asked("PARLOUR_ROUNDS", 3)
}

/// How many cases a test draws.
pub fn cases(default: usize) -> usize {
    asked("PARLOUR_CASES", default)
}

/// How many records are generated.
pub fn bulk(default: usize) -> usize {
    asked("PARLOUR_BULK", default)
}

/// At which calls somebody is killed: at every one where more than three rounds are asked for, otherwise at every so many
/// from the first on, which may be another one for each way to be killed.
pub fn killed_at(first: usize, every: usize) -> impl Iterator<Item = usize> {
    let every = if rounds() > 3 { 1 } else { every };
    (first % every..).step_by(every)
}
