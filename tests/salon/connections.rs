//! Connections: a refusal leaves one usable, however much of the body had arrived; a dead one is given up.

use std::collections::BTreeMap;

use parlour_aws::AwsAccount;
use parlour_local::listen::Listener;
use parlour_storage::table::{self, Table, keys};
use parlour_tests::TestSalon;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// One connection that is never opened again.
struct Connection(BufReader<TcpStream>);

impl Connection {
    /// Sends the head, then the body, as a client does that has no reason to wait.
    async fn post(&mut self, path: &str, cookie: &str, body: &[u8]) -> u16 {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        self.0.write_all(head.as_bytes()).await.unwrap();
        self.0.flush().await.unwrap();
        self.0.write_all(body).await.unwrap();
        self.0.flush().await.unwrap();
        self.read().await
    }

    /// Reads one message to its end: the status of a response, 0 of a request.
    async fn read(&mut self) -> u16 {
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            let read = self.0.read_line(&mut line).await.unwrap();
            assert!(read > 0, "the connection was closed");
            let line = line.trim_end().to_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap();
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.parse().unwrap();
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await.unwrap();
        status
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn six_hundred_refused_posts_use_one_connection() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let cookie = asha.cookie.clone().unwrap();
    let listener = Listener::bind(0).await.unwrap();
    let (port, (stop, stopped)) = (listener.port, watch::channel(false));
    let serving = tokio::spawn(listener.serve(salon.customer_app.clone(), stopped));

    let mut connection = Connection(BufReader::new(TcpStream::connect(("127.0.0.1", port)).await.unwrap()));
    let mut answers: BTreeMap<u16, usize> = BTreeMap::new();
    for number in 0..600_usize {
        // The last size is more than is accepted.
        let size = [0, 2, 9_000, 70_000, 200_000, 256 * 1024, 300_000][number % 7];
        let body = vec![b' '; size];
        let (path, cookie) = match number % 4 {
            0 => ("/api/push/subscribe", ""),
            1 => ("/api/nowhere", ""),
            2 => ("/api/push/subscribe", cookie.as_str()),
            _ => ("/api/leads", ""),
        };
        let status = connection.post(path, cookie, &body).await;
        *answers.entry(status).or_default() += 1;
    }
    // Of the 150 leads, five were read and invalid; the others were too many.
    assert_eq!(answers, BTreeMap::from([(400, 155), (401, 150), (404, 150), (429, 145)]));
    drop(connection);
    stop.send(true).unwrap();
    serving.await.unwrap();
}

/// As after a freeze: the first socket takes the request and never answers.
#[tokio::test]
async fn a_table_that_never_answers_is_asked_again_on_another_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let table = Table::new(table::client(&AwsAccount::local(&endpoint)).unwrap(), "salon");
    let answering = tokio::spawn(async move {
        let (silent, _) = listener.accept().await.unwrap();
        let (answering, _) = listener.accept().await.unwrap();
        let mut connection = Connection(BufReader::new(answering));
        connection.read().await;
        connection.0.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
        connection.0.flush().await.unwrap();
        drop(silent);
    });
    assert!(table.touch(&keys::heartbeat()).await.is_ok());
    answering.await.unwrap();
}
