//! A chain's branches: a few of them at a time, and a place to type where one is.

use parlour_setup::branches::{Branch, SlotPolicy};
use parlour_tests::TestSalon;

use super::table::{all, as_browser, parsed, text};

/// More than are shown at once: thirty in Bengaluru, and two in Pune.
async fn chain(salon: &TestSalon) -> Vec<Branch> {
    let mut branches = Vec::new();
    for number in 0..32_u32 {
        let branch = salon.branch(&format!("B{number}"), SlotPolicy::Open).await;
        let address = match number {
            30 => "4 MG Road, Pune 411045".to_owned(),
            31 => "9 FC Road, Pune 411 001".to_owned(),
            _ => format!("{number} Ring Road, Bengaluru {}", 560_001 + number),
        };
        let branch = Branch { address, is_primary: number == 20, ..branch };
        salon.put(&branch).await;
        branches.push(branch);
    }
    branches
}

async fn shown(salon: &TestSalon, address: &str, selector: &str) -> Vec<String> {
    let page = parsed(&as_browser(salon.visitor()).get(address).await);
    all(&page, selector).into_iter().map(|element| element.text().collect::<String>().trim().to_owned()).collect()
}

const AT_HOME: &str = "li.place h3";
const AT_BOOKING: &str = "input[name=branch] + label";

#[tokio::test]
async fn of_many_branches_a_page_shows_the_first_and_a_place_to_type() {
    let salon = TestSalon::open().await;
    chain(&salon).await;
    for (address, names) in [("/", AT_HOME), ("/book", AT_BOOKING)] {
        let names = shown(&salon, address, names).await;
        assert_eq!(names.len(), 12, "{address}");
        assert_eq!(names.first().map(String::as_str), Some("Parlour B20"), "{address}: the primary one first");
        let page = as_browser(salon.visitor()).get(address).await;
        assert!(text(&page).contains("12 of 32 branches"), "{address}");
        assert_eq!(all(&parsed(&page), "input[name=near][type=search]").len(), 1, "{address}");
    }
}

#[tokio::test]
async fn branches_are_found_by_pin_code_the_nearest_first_and_by_words() {
    let salon = TestSalon::open().await;
    chain(&salon).await;
    for (page, names) in [("/", AT_HOME), ("/book", AT_BOOKING)] {
        let near = async |typed: &str| shown(&salon, &format!("{page}?near={typed}"), names).await;
        assert_eq!(near("411001").await[..2], ["Parlour B31", "Parlour B30"], "{page}");
        assert_eq!(near("560%20013").await[..3], ["Parlour B12", "Parlour B11", "Parlour B13"], "{page}");
        assert_eq!(near("pune").await, ["Parlour B30", "Parlour B31"], "{page}");
        assert_eq!(near("ROAD+fc").await, ["Parlour B31"], "{page}");
        assert_eq!(near("atlantis").await.len(), 12, "{page}: none is there, so the first ones are shown");
    }
    let none = as_browser(salon.visitor()).get("/?near=%3Cb%3Eatlantis").await;
    assert!(text(&none).contains("No branch found for “&lt;b&gt;atlantis”"));
}

#[tokio::test]
async fn what_was_chosen_stays_chosen_while_a_branch_is_looked_for() {
    let salon = TestSalon::open().await;
    let branches = chain(&salon).await;
    let shop = salon.shop().await;
    let (chosen, service) = (&branches[5], &shop.cut.id);
    let address = format!("/book?services={service}&branch={}&near=pune&date=2026-11-20", chosen.id);
    let page = parsed(&as_browser(salon.visitor()).get(&address).await);
    let value = |selector: &str| {
        let found = all(&page, selector);
        found.first().and_then(|element| element.value().attr("value")).unwrap_or_default().to_owned()
    };
    assert_eq!(value("input[name=branch][checked]"), chosen.id.as_str());
    assert_eq!(all(&page, "input[name=branch][type=radio]").len(), 3, "Pune's two, and the chosen one");
    assert_eq!(value("#find-branch input[name=services]"), service.as_str());
    assert_eq!(value("#find-branch input[name=branch]"), chosen.id.as_str());
    assert_eq!(value("#find-branch input[name=date]"), "2026-11-20");
    assert_eq!(value("input[name=near][form=find-branch]"), "pune");
}

#[tokio::test]
async fn where_all_branches_are_shown_there_is_nothing_to_look_for() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    for address in ["/", "/book", "/?near=pune", "/book?near=pune"] {
        let page = parsed(&as_browser(salon.visitor()).get(address).await);
        assert!(all(&page, "input[name=near], #find-branch").is_empty(), "{address}");
        assert_eq!(all(&page, "li.place, input[name=branch]").len(), 2, "{address}");
    }
}
