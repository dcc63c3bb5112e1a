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

/// At which calls somebody is killed: every one in more than three rounds, every so many otherwise.
pub fn kill_every(calls: usize) -> usize {
    if rounds() > 3 { 1 } else { calls }
}
