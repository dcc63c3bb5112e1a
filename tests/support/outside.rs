//! An external service on its own port: responds as the test says and records the requests.

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
    /// Responds to each body with a status and a text.
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

    /// The request bodies so far, oldest first.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}
