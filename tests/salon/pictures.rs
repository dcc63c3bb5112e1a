//! Pictures: what is taken, what is kept of it, where it is shown.

use image::{DynamicImage, ImageFormat, Rgb};
use parlour_settings::App;
use parlour_tests::picture::{BLUE, RED, claiming, flag, held, logo};
use parlour_tests::{Client, Reply, TestSalon};
use parlour_values::role::Role;
use serde_json::json;

use crate::dry_run::everything;

const UPLOAD: &str = "/api/pictures";

async fn uploaded(who: &Client<'_>, file: &[u8]) -> String {
    who.upload(UPLOAD, file).await.created()["url"].as_str().unwrap().to_owned()
}

fn browser(client: Client<'_>) -> Client<'_> {
    client.with_header("accept", "text/html")
}

/// The picture as a browser gets it, which must be fine to keep for good.
fn shown(reply: &Reply, kind: &str) -> DynamicImage {
    assert_eq!(reply.status, 200, "{}", reply.json());
    assert_eq!(reply.header("content-type"), Some(kind));
    assert_eq!(reply.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!((reply.header("set-cookie"), reply.header("content-encoding")), (None, None));
    image::load_from_memory(&reply.bytes).unwrap()
}

async fn sides(salon: &TestSalon, url: &str) -> Vec<(u32, u32)> {
    let mut sides = Vec::new();
    for size in ["?w=320", "?w=640", "?w=1280", ""] {
        let image = shown(&salon.visitor().get(&format!("{url}{size}")).await, "image/jpeg");
        sides.push((image.width(), image.height()));
    }
    sides
}

fn is_like(found: Rgb<u8>, wanted: Rgb<u8>) -> bool {
    found.0.iter().zip(wanted.0).all(|(found, wanted)| found.abs_diff(wanted) < 40)
}

#[tokio::test]
async fn a_picture_of_each_kind_is_kept_in_three_sizes_and_served_by_both_apps() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let file = flag(1400, 700, format);
        let url = uploaded(&manager, &file).await;
        let name = url.strip_prefix("/pictures/").and_then(|name| name.strip_suffix(".jpg")).unwrap();
        assert!(name.len() == 64 && name.bytes().all(|digit| digit.is_ascii_hexdigit()), "{url}");
        assert_eq!(sides(&salon, &url).await, [(320, 160), (640, 320), (1280, 640), (1280, 640)], "{format:?}");
        assert_eq!(uploaded(&manager, &file).await, url, "the same picture has the same address");
        for app in [App::Customer, App::Admin] {
            let client = salon.anyone(app).with_header("accept-encoding", "gzip");
            shown(&client.get(&format!("{url}?w=640")).await, "image/jpeg");
        }
    }
}

#[tokio::test]
async fn it_is_turned_never_enlarged_and_tells_nothing_of_its_file() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let url = uploaded(&manager, &held(80, 40)).await;
    assert_eq!(sides(&salon, &url).await, [(40, 80); 4]);
    let reply = salon.visitor().get(&url).await;
    let turned = shown(&reply, "image/jpeg").to_rgb8();
    assert!(is_like(*turned.get_pixel(35, 40), RED) && is_like(*turned.get_pixel(4, 40), BLUE));
    let contains = |text: &[u8]| reply.bytes.windows(text.len()).any(|part| part == text);
    assert!(!contains(b"Exif") && !contains(b"77.5946E"));

    let url = uploaded(&manager, &logo()).await;
    assert!(url.ends_with(".png"), "{url}");
    let image = shown(&salon.visitor().get(&url).await, "image/png").to_rgba8();
    assert_eq!((image.get_pixel(2, 2).0[3], image.get_pixel(60, 2).0[3]), (0, 255));
}

#[tokio::test]
async fn what_is_no_picture_is_refused_with_the_reason() {
    let salon = TestSalon::open().await;
    let manager = salon.manager().await;
    let whole = flag(300, 200, ImageFormat::Jpeg);
    let png = flag(300, 200, ImageFormat::Png);
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".as_slice();
    for (file, reason) in [
        (b"".as_slice(), "This file is no JPEG, PNG or WebP picture."),
        (b"GIF89a\x01\0\x01\0\0\0\0;", "This file is no JPEG, PNG or WebP picture."),
        (svg, "This file is no JPEG, PNG or WebP picture."),
        (b"<!doctype html><p>Hello", "This file is no JPEG, PNG or WebP picture."),
        (b"{}", "This file is no JPEG, PNG or WebP picture."),
        (&whole[..whole.len() / 2], "This picture is broken. Please save it again, or choose another one."),
        (&png[..png.len() / 2], "This picture is broken. Please save it again, or choose another one."),
        (&claiming(19_000), "This picture has too many pixels. Please make it smaller."),
    ] {
        for path in [UPLOAD, "/api/pictures?dryRun=true"] {
            let error = manager.upload(path, file).await.invalid(&["picture"]);
            assert_eq!(error["message"], reason);
        }
    }
    let huge = vec![0xFF; 3_000_001];
    let error = manager.upload(UPLOAD, &huge).await.refused(400, "VALIDATION_ERROR");
    assert_eq!(error["message"], "The file is larger than 3 MB.");
    manager.upload(UPLOAD, &huge[1..]).await.invalid(&["picture"]);
}

#[tokio::test]
async fn managers_upload_and_it_is_noted() {
    let salon = TestSalon::open().await;
    let file = flag(20, 20, ImageFormat::Png);
    salon.anyone(App::Admin).upload(UPLOAD, &file).await.refused(401, "UNAUTHENTICATED");
    for role in [Role::Staff, Role::Receptionist] {
        salon.person("Reena", role).await.upload(UPLOAD, &file).await.refused(403, "FORBIDDEN");
    }
    let url = uploaded(&salon.manager().await, &file).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let entries = developer.get("/api/logs/audit").await.ok();
    let entry =
        entries["entries"].as_array().unwrap().iter().find(|entry| entry["action"] == "picture.upload").unwrap();
    assert_eq!(entry["entityType"], "picture", "{entry}");
    assert!(url.contains(entry["entityId"].as_str().unwrap()), "{entry}");
}

#[tokio::test]
async fn a_dry_run_answers_the_address_and_keeps_nothing() {
    let salon = TestSalon::open().await;
    let (manager, file) = (salon.manager().await, flag(30, 30, ImageFormat::Png));
    let before = everything(&salon).await;
    let dry = manager.upload("/api/pictures?dryRun=true", &file).await;
    assert_eq!(dry.header("dry-run"), Some("true"));
    let url = dry.created()["url"].as_str().unwrap().to_owned();
    assert_eq!(everything(&salon).await, before);
    salon.visitor().get(&url).await.refused(404, "NOT_FOUND");
    assert_eq!(uploaded(&manager, &file).await, url);
    assert_eq!(salon.visitor().get(&url).await.status, 200);
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let salon = TestSalon::open().await;
    let url = uploaded(&salon.manager().await, &flag(20, 20, ImageFormat::Png)).await;
    let nowhere = format!("/pictures/{}.jpg", "0a".repeat(32));
    let other_kind = url.replace(".jpg", ".png");
    let odd = format!("{url}?w=200");
    for path in [nowhere.as_str(), &other_kind, &odd, &format!("{url}?w="), "/pictures/x", "/pictures/..%2Finvoices"] {
        for app in [App::Customer, App::Admin] {
            salon.anyone(app).get(path).await.refused(404, "NOT_FOUND");
            let page = browser(salon.anyone(app)).get(path).await;
            let is_page = page.header("content-type").is_some_and(|kind| kind.starts_with("text/html"));
            assert!(page.status == 404 && is_page, "{app} {path}: {}", page.status);
        }
    }
}

#[tokio::test]
async fn pages_show_it_in_the_size_that_they_need() {
    let salon = TestSalon::open().await;
    let (owner, shop) = (salon.owner().await, salon.shop().await);
    let url = uploaded(&owner, &flag(900, 900, ImageFormat::Jpeg)).await;
    let set = owner.patch("/api/branding", json!({ "logoUrl": url })).await.ok();
    assert_eq!(set["branding"]["logoUrl"], url.as_str());
    owner.patch(&format!("/api/services/{}", shop.cut.id), json!({ "imageUrl": url })).await.ok();
    let path = format!("/api/staff/{}", shop.ravi.id);
    let staff = owner.patch(&path, json!({ "imageUrl": url })).await.ok()["staff"].clone();
    assert_eq!(staff["imageUrl"], url.as_str());

    let page = |path: &'static str| {
        let visitor = browser(salon.visitor());
        async move { String::from_utf8(visitor.get(path).await.bytes).unwrap() }
    };
    let services = page("/services").await;
    assert!(services.contains(&format!("src=\"{url}?w=640\"")), "{services}");
    assert!(services.contains(&format!("{url}?w=320 320w, {url}?w=640 640w, {url}?w=1280 1280w")), "{services}");
    assert!(services.contains(&format!("<img src=\"{url}?w=320\" alt=\"\" width=\"36\"")), "the logo: {services}");
    assert!(services.contains(&format!("/{}?w=1280\"", url.trim_start_matches('/'))), "to share: {services}");
    assert!(page("/team").await.contains("class=\"initials\" src="), "a portrait");
    let desk = browser(owner.clone());
    for form in ["/branding".to_owned(), format!("/services/{}", shop.cut.id), format!("/staff/{}", shop.ravi.id)] {
        let text = String::from_utf8(desk.get(&form).await.bytes).unwrap();
        assert!(text.contains("Choose a picture") && text.contains(&format!("src=\"{url}?w=320\"")), "{form}: {text}");
    }

    // Without one, letters and drawings stand in again.
    assert_eq!(owner.patch(&path, json!({ "imageUrl": null })).await.ok()["staff"]["imageUrl"], json!(null));
    assert!(!page("/team").await.contains("class=\"initials\" src="));
    owner.patch(&path, json!({ "imageUrl": "javascript:alert(1)" })).await.invalid(&["imageUrl"]);
}

#[tokio::test]
async fn somebody_can_be_added_with_a_picture() {
    let salon = TestSalon::open().await;
    let (manager, shop) = (salon.manager().await, salon.shop().await);
    let url = uploaded(&manager, &flag(60, 60, ImageFormat::Jpeg)).await;
    let asked = json!({
        "email": "dev@example.test", "name": "Dev", "branchIds": [shop.open.id], "serviceIds": [shop.cut.id],
        "imageUrl": url,
    });
    let staff = manager.post("/api/staff", asked).await.created()["staff"].clone();
    assert_eq!(staff["imageUrl"], url.as_str());
    let listed = manager.get("/api/staff").await.ok();
    let found = listed["staff"].as_array().unwrap().iter().find(|member| member["id"] == staff["id"]).unwrap();
    assert_eq!(found["imageUrl"], url.as_str());
}
