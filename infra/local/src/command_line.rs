//! The command line of `cargo run`: the service's options, or a command of the operator.

use clap::Parser;

use crate::operator::Command;
use crate::options::Options;

/// Parlour on this machine: both apps, the console, a database, demo data.
#[derive(Clone, Debug, Parser)]
#[command(name = "parlour", version, args_conflicts_with_subcommands = true)]
pub struct CommandLine {
    /// Without one, the service starts.
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub options: Options,
}

impl CommandLine {
    /// The arguments, or the one line that says what is wrong with them.
    pub fn read() -> Result<Self, NoCommandLine> {
        Self::try_parse().map_err(|error| {
            if error.use_stderr() {
                NoCommandLine::Wrong(one_line(&error.to_string()))
            } else {
                NoCommandLine::Asked(error)
            }
        })
    }
}

/// Why there is no command line: it was invalid, or help or the version was requested.
pub enum NoCommandLine {
    Wrong(String),
    Asked(clap::Error),
}

/// The problem, without the advice behind it: what is missing or possible stands on lines of its own.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let line = lines.join(" ");
    line.strip_prefix("error: ").map(str::to_owned).unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_options_are_consistent() {
        use clap::CommandFactory as _;
        CommandLine::command().debug_assert();
    }
}
