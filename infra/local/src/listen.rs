//! Loopback listeners on one port: 127.0.0.1, and ::1 if the machine has it.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use futures::future::join_all;
use parlour_http::ClientIp;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::unread_body::read_rest;

pub struct Listener {
    pub port: u16,
    sockets: Vec<TcpListener>,
}

/// How often to try for a port that is free on both addresses.
const TRIES: usize = 20;

impl Listener {
    pub async fn bind(port: u16) -> io::Result<Self> {
        for _ in 0..TRIES {
            let first = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
            let taken = first.local_addr()?.port();
            match TcpListener::bind((Ipv6Addr::LOCALHOST, taken)).await {
                Ok(second) => return Ok(Self { port: taken, sockets: vec![first, second] }),
                // Another process has it on ::1, and `localhost` could lead browsers there.
                Err(error) if error.kind() == ErrorKind::AddrInUse && port == 0 => {}
                Err(error) if error.kind() == ErrorKind::AddrInUse => return Err(error),
                Err(_) => return Ok(Self { port: taken, sockets: vec![first] }),
            }
        }
        Err(io::Error::from(ErrorKind::AddrInUse))
    }

    /// Serves until `stop` is set and running requests are finished.
    pub async fn serve(self, router: Router, stop: watch::Receiver<bool>) {
        let router = router.layer(from_fn(set_client_ip)).layer(from_fn(read_rest));
        let serving = self.sockets.into_iter().map(|socket| {
            let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
            let mut stop = stop.clone();
            let stopped = async move {
                let _ = stop.wait_for(|stop| *stop).await;
            };
            async move {
                if let Err(error) = axum::serve(socket, service).with_graceful_shutdown(stopped).await {
                    tracing::error!(%error, "a listener stopped");
                }
            }
        });
        join_all(serving).await;
    }
}

/// The client is the peer, as there is no proxy in front of the local service.
async fn set_client_ip(mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let address = peer.ip().to_canonical().to_string();
        request.extensions_mut().insert(ClientIp(address));
    }
    next.run(request).await
}
