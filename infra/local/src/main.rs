//! `cargo run`: the local service, or a command of the operator.

use std::io::Write as _;
use std::pin::pin;
use std::process::ExitCode;

use parlour_local::command_line::{CommandLine, NoCommandLine};
use parlour_local::operator::Command;
use parlour_local::options::Options;
use parlour_local::service::{DatabaseOnly, LocalService};
use tracing_subscriber::EnvFilter;

/// In a debug build the largest jobs need more than the 2 MiB that a thread has by default. A function on AWS runs on its main
/// thread, which has as much.
const STACK: usize = 8 * 1024 * 1024;

fn main() -> ExitCode {
    match tokio::runtime::Builder::new_multi_thread().enable_all().thread_stack_size(STACK).build() {
        Ok(runtime) => runtime.block_on(run()),
        Err(error) => refused(&error.to_string()),
    }
}

async fn run() -> ExitCode {
    let CommandLine { command, options } = match CommandLine::read() {
        Ok(line) => line,
        Err(NoCommandLine::Asked(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(NoCommandLine::Wrong(line)) => return refused(&line),
    };
    if let Some(command) = command {
        return operate(&command).await;
    }
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,dynoxide=error"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    // Handle signals from the start: after `ready` the process may be stopped at any moment.
    let mut stop = pin!(stop_signal());
    if options.database_only {
        return database_alone(&options, stop).await;
    }
    let service = tokio::select! {
        started = LocalService::start(&options) => match started {
            Ok(service) => service,
            Err(error) => return refused(&error.to_string()),
        },
        () = &mut stop => return ExitCode::SUCCESS,
    };
    let ports = service.ports;
    println!("customer app  http://localhost:{}", ports.customer);
    println!("admin app     http://localhost:{}", ports.admin);
    println!("console       http://localhost:{}", ports.console);
    println!("ready");
    service.serve(stop).await;
    ExitCode::SUCCESS
}

/// Nothing of it is logged: records are personal, and only the operator asked to see one.
async fn operate(command: &Command) -> ExitCode {
    match command.run().await {
        Ok(text) => {
            // The reader may stop before its end.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => refused(&error.to_string()),
    }
}

async fn database_alone(options: &Options, stop: impl Future<Output = ()>) -> ExitCode {
    let mut stop = pin!(stop);
    let database = tokio::select! {
        started = DatabaseOnly::start(options) => match started {
            Ok(database) => database,
            Err(error) => return refused(&error.to_string()),
        },
        () = &mut stop => return ExitCode::SUCCESS,
    };
    println!("database      {}", database.endpoint());
    println!("ready");
    stop.await;
    ExitCode::SUCCESS
}

fn refused(line: &str) -> ExitCode {
    eprintln!("error: {line}");
    ExitCode::FAILURE
}

/// Ctrl-C, or SIGTERM on Unix.
fn stop_signal() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
    #[cfg(unix)]
    let interrupted = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    async move {
        #[cfg(unix)]
        if let (Ok(mut terminated), Ok(mut interrupted)) = (terminated, interrupted) {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
        let _ = tokio::signal::ctrl_c().await;
    }
}
