//! The local background worker over a test's salon: relay, queue, schedules and a clock that runs everything due.

use std::sync::Arc;

use parlour_invoicing::Invoicing;
use parlour_local::journal::TableJournal;
use parlour_local::listen::Listener;
use parlour_local::store::Store;
use parlour_local::worker::Worker;
use parlour_senders::documents::{Documents, LocalDocuments};
use parlour_settings::Secret;
use tokio::sync::watch;

use crate::TestSalon;

impl TestSalon {
    pub async fn worker(&self) -> Arc<Worker> {
        let store = Store::open(self.salon.table.client().clone(), self.salon.table.name()).await.unwrap();
        let journal = TableJournal::new(store.clone());
        Worker::open(self.salon.clone(), store, journal, self.written.clone()).await.unwrap()
    }

    /// A salon with the invoicing service on its own port, and the service's document store.
    pub async fn with_invoicing(settings: &[(&str, &str)]) -> (Self, Arc<dyn Documents>) {
        let listener = Listener::bind(0).await.unwrap();
        let url = format!("http://127.0.0.1:{}", listener.port);
        let (secret, mut all) = ("a secret of two services", settings.to_vec());
        all.extend([("INVOICING_URL", url.as_str()), ("INVOICING_SECRET", secret)]);
        let salon = Self::with_settings(&all).await;
        let documents: Arc<dyn Documents> = Arc::new(LocalDocuments::in_memory("http://documents.example.test"));
        let (secret, clock) = (Secret::given(secret), salon.salon.clock.clone());
        let router = parlour_invoicing::router(Invoicing { secret, documents: documents.clone(), clock });
        tokio::spawn(async move {
            // Stored here, so that it runs as long as the test.
            let (_stop, stopped) = watch::channel(false);
            listener.serve(router, stopped).await;
        });
        (salon, documents)
    }
}
