//! The files beside the pages: assets under their content's name, the manifest, the service worker, robots, the map.

use parlour_pages::accent::Accent;
use parlour_pages::assets;
use parlour_tests::TestSalon;

use super::table::{as_browser, text};

#[tokio::test]
async fn assets_are_kept_for_good_under_their_contents_name() {
    let salon = TestSalon::open().await;
    let files = [
        (assets::STYLE.href(), "text/css; charset=utf-8"),
        (assets::SCRIPT.href(), "text/javascript; charset=utf-8"),
        (assets::SPECULATION.href(), "application/speculationrules+json"),
        (assets::accent(Accent::rgb(0xB5, 0x53, 0x2C)).href(), "text/css; charset=utf-8"),
        (assets::icon(Accent::STANDARD).href(), "image/svg+xml"),
    ];
    for (file, kind) in files {
        let reply = salon.visitor().get(&file).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some(kind)), "{file}");
        assert_eq!(reply.header("cache-control"), Some("public, max-age=31536000, immutable"), "{file}");
        salon.wire.reset();
        let packed = salon.visitor().with_header("accept-encoding", "gzip").get(&file).await;
        assert_eq!(packed.status.as_u16(), 200);
        assert!(packed.bytes.len() <= reply.bytes.len());
        assert_eq!(salon.wire.cost().round_trips, 0, "{file} asks nothing of the table");
    }
    for unknown in ["app-AAAAAAAAAAAA.css", "accent-b5532c-AAAAAAAAAAAA.css", "icon-zzzzzz-A.svg", "..%2Fapp.css"] {
        salon.visitor().get(&format!("/assets/{unknown}")).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn the_app_can_be_installed() {
    let salon = TestSalon::open().await;
    let reply = salon.visitor().get("/manifest.webmanifest").await;
    assert_eq!(reply.header("content-type"), Some("application/manifest+json"));
    let manifest = reply.json();
    assert_eq!((manifest["start_url"].as_str(), manifest["display"].as_str()), (Some("/"), Some("standalone")));
    assert!(manifest["name"].as_str().is_some_and(|name| !name.is_empty()));
    let icon = manifest["icons"][0]["src"].as_str().unwrap().to_owned();
    assert_eq!(salon.visitor().get(&icon).await.status.as_u16(), 200);
}

#[tokio::test]
async fn the_service_worker_keeps_the_offline_page_and_its_looks_and_nothing_personal() {
    let salon = TestSalon::open().await;
    let reply = salon.visitor().get("/sw.js").await;
    assert_eq!(reply.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("public, max-age=0, must-revalidate"));
    let script = text(&reply);
    let files = script.split("FILES = ").nth(1).unwrap().split(';').next().unwrap();
    let files: Vec<String> = serde_json::from_str(files).unwrap();
    assert_eq!(files[0], "/offline");
    for file in &files {
        let reply = as_browser(salon.visitor()).get(file).await;
        assert_eq!(reply.status.as_u16(), 200, "{file}");
        assert!(file == "/offline" || file.starts_with("/assets/"), "{file}");
    }
    assert!(!script.contains("__"), "a name was not filled in");
}

#[tokio::test]
async fn search_engines_find_the_public_pages_and_are_kept_from_the_rest() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let robots = text(&salon.visitor().get("/robots.txt").await);
    assert!(robots.contains("Disallow: /bookings\n") && robots.contains("Sitemap: http://localhost:3000/sitemap.xml"));
    let map = salon.visitor().get("/sitemap.xml").await;
    assert_eq!(map.header("content-type"), Some("application/xml; charset=utf-8"));
    let map = text(&map);
    for page in ["/", "/services", "/services/cut", "/book"] {
        assert!(map.contains(&format!("<loc>http://localhost:3000{page}</loc>")), "{page}");
    }
    assert!(!map.contains("/bookings"));
}
