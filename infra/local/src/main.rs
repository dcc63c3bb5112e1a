//! `cargo run`: the local service.

use std::process::ExitCode;

use parlour_local::options::{Options, Refused};
use parlour_local::service::Service;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::read() {
        Ok(options) => options,
        Err(Refused::Asked(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(Refused::Wrong(line)) => return refused(&line),
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,dynoxide=error"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let service = match Service::start(&options).await {
        Ok(service) => service,
        Err(error) => return refused(&error.to_string()),
    };
    let ports = service.ports;
    println!("customer app  http://localhost:{}", ports.customer);
    println!("admin app     http://localhost:{}", ports.admin);
    println!("console       http://localhost:{}", ports.console);
    println!("ready");
    service.serve(told_to_stop()).await;
    ExitCode::SUCCESS
}

fn refused(line: &str) -> ExitCode {
    eprintln!("error: {line}");
    ExitCode::FAILURE
}

/// Ctrl-C, or SIGTERM where there is one.
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
