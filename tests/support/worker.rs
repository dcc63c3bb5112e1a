//! The local background worker over a test's salon: relay, queue, schedules and a clock that runs everything due.

use std::sync::Arc;

use parlour_invoicing::Invoicing;
use parlour_local::journal::TableJournal;
use parlour_local::listen::Listener;
use parlour_local::store::Store;
use parlour_local::worker::Worker;
use parlour_senders::documents::{DocumentStore, LocalDocuments};
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
    pub async fn with_invoicing(settings: &[(&str, &str)]) -> (Self, Arc<dyn DocumentStore>) {
        let printer = Printer::bind().await;
        let salon = Self::with_settings(&[settings, &printer.settings()].concat()).await;
        let documents = printer.serve(&salon);
        (salon, documents)
    }
}

/// The invoicing service on a port of its own. A salon is given its settings before it can answer: it has the salon's clock.
pub struct Printer {
    listener: Listener,
    url: String,
}

impl Printer {
    const SECRET: &str = "a secret of two services";

    pub async fn bind() -> Self {
        let listener = Listener::bind(0).await.unwrap();
        let url = format!("http://127.0.0.1:{}", listener.port);
        Self { listener, url }
    }

    pub fn settings(&self) -> [(&str, &str); 2] {
        [("INVOICING_URL", self.url.as_str()), ("INVOICING_SECRET", Self::SECRET)]
    }

    /// It prints for this salon from now on; where it keeps the documents.
    pub fn serve(self, salon: &TestSalon) -> Arc<dyn DocumentStore> {
        let documents: Arc<dyn DocumentStore> = Arc::new(LocalDocuments::in_memory("http://documents.example.test"));
        let (secret, clock) = (Secret::given(Self::SECRET), salon.salon.clock.clone());
        let router = parlour_invoicing::router(Invoicing { secret, documents: documents.clone(), clock });
        tokio::spawn(async move {
            // Stored here, so that it runs as long as the test.
            let (_stop, stopped) = watch::channel(false);
            self.listener.serve(router, stopped).await;
        });
        documents
    }
}
