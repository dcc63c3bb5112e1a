//! Tokens that we did not make. `PARLOUR_CASES` says how many are tried.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour_booking::links::{LinkError, Links};
use parlour_storage::act::{Act, Actor};
use parlour_storage::failure::Failure;
use parlour_storage::salon::Salon;
use parlour_tests::TestSalon;
use parlour_tests::counts::cases;
use serde_json::json;

use super::{api, offers, token, visit};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A small generator of our own, so that a million are drawn in no time.
struct Draw(u64);

impl Draw {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap() % below
    }
}

/// The token with one to three letters changed, cut off, made longer, or with another's signature.
fn forged(draw: &mut Draw, genuine: &[String]) -> String {
    let mut letters = genuine[draw.next(genuine.len())].clone().into_bytes();
    match draw.next(8) {
        0..5 => {
            for _ in 0..=draw.next(3) {
                let at = draw.next(letters.len());
                letters[at] = LETTERS[draw.next(64)];
            }
        }
        5 => letters.truncate(draw.next(letters.len())),
        6 => letters.extend((0..=draw.next(200)).map(|_| b'A')),
        _ => {
            let other = &genuine[draw.next(genuine.len())];
            let [own, other] = [&letters[..], other.as_bytes()].map(|token| URL_SAFE_NO_PAD.decode(token).unwrap());
            letters = URL_SAFE_NO_PAD.encode([&own[..17], &other[17..]].concat()).into_bytes();
        }
    }
    String::from_utf8(letters).unwrap()
}

/// Tries so many of them on a salon of its own.
async fn try_forged(salon: Salon, genuine: Vec<String>, mut draw: Draw, many: usize) {
    let act = Act { actor: Actor::Visitor, ..Act::of_job("tests", "tests", salon.clock.now()) };
    let links = Links::of(&salon);
    let mut tried = 0;
    while tried < many {
        let token = forged(&mut draw, &genuine);
        if genuine.contains(&token) {
            continue;
        }
        let opened = links.open(&act, &token).await;
        assert!(matches!(opened, Err(Failure::Refused(LinkError::Unknown))), "{token}");
        tried += 1;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_forged_token_opens_anything() {
    let (salon, shop) = TestSalon::with_shop().await;
    let mut genuine = vec![offers::offered(&salon, &shop).await.1];
    for _ in 0..3 {
        let (_, booking) = visit(&salon, &shop).await;
        genuine.push(token(&salon, &booking.id).await);
    }
    let act = Act { actor: Actor::Visitor, ..Act::of_job("tests", "tests", salon.salon.clock.now()) };
    for token in &genuine {
        assert!(Links::of(&salon.salon).open(&act, token).await.is_ok());
    }
    let side_by_side = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0x94d0_49bb_1331_11eb, 0xbf58_476d_1ce4_e5b9];
    let many = cases(300).div_ceil(side_by_side.len());
    let tries =
        side_by_side.map(|seed| tokio::spawn(try_forged(salon.salon.for_request(), genuine.clone(), Draw(seed), many)));
    for tried in tries {
        tried.await.unwrap();
    }
}

#[tokio::test]
async fn whatever_is_no_token_is_not_found_in_the_same_words() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (_, booking) = visit(&salon, &shop).await;
    let genuine = token(&salon, &booking.id).await;
    let long = "A".repeat(6_000);
    let wrong =
        ["a", "%FF", "%00", "..%2F..", &long, &genuine[..43], &genuine.to_uppercase(), booking.id.as_str(), "%20"];
    for token in wrong {
        for step in ["", "/cancel", "/accept", "/decline", "/calendar.ics", "/invoice/pdf"] {
            let path = api(token, step);
            let reply = match step {
                "/cancel" | "/accept" | "/decline" => salon.visitor().post(&path, json!({})).await,
                _ => salon.visitor().get(&path).await,
            };
            let error = reply.refused(404, "NOT_FOUND");
            assert_eq!(error["message"], "This link was not found.", "{path}");
        }
    }
}
