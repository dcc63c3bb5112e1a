//! A service outside the salon, on a port of its own: it answers as a test says, and remembers what it was asked.

use std::sync::{Arc, Mutex};

use axum::Router;
use http::StatusCode;
use parlour_local::listen::Listener;
use tokio::sync::watch;

pub struct Outside {
    pub url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Outside {
    /// Answers each body with a status and a text, until the test is over.
    pub async fn answering(answer: impl Fn(&str) -> (u16, &'static str) + Clone + Send + Sync + 'static) -> Self {
        let listener = Listener::bind(0).await.unwrap();
        let url = format!("http://127.0.0.1:{}", listener.port);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = asked.clone();
        let router = Router::new().fallback(move |body: String| async move {
            let (status, text) = answer(&body);
            log.lock().unwrap().push(body);
            (StatusCode::from_u16(status).unwrap(), text)
        });
        tokio::spawn(async move {
            let (_stop, stopped) = watch::channel(false);
            listener.serve(router, stopped).await;
        });
        Self { url, asked }
    }

    /// The bodies so far, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}
