//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Routes, role};
use parlour_money::products::{
    CreateProductRequest, ListProductsRequest, MoveStockRequest, PatchProductRequest, ProductAnswer, ProductList,
    ProductRequest, StockMovementAnswer, StockMovementList,
};
use parlour_settings::App;
use parlour_storage::paging::FeedPage;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{movements, products};

pub fn routes() -> Routes {
    let manager = |summary| role(Role::Manager, summary);
    let receptionist = |summary| role(Role::Receptionist, summary);
    Routes::new(App::Admin)
        .get(
            "/api/products",
            products::list,
            receptionist("Products, active or not")
                .id("products.list")
                .about(
                    "By name, which `q` is a part of (or of the brand, or the beginning of the barcode). With `branchId` \
                     each has `onHand`, what is there; `low` are those of which there is no more than `reorderAt`. Only \
                     managers see `costPaise`.",
                )
                .asks::<ListProductsRequest>()
                .answers::<ProductList>(),
        )
        .post(
            "/api/products",
            products::create,
            manager("Create a product")
                .id("products.create")
                .about(
                    "The price is with GST. HSN code and rate are the product's own, since one heading has goods of \
                     several rates. A name or barcode that another product has is refused.",
                )
                .idempotent()
                .takes::<CreateProductRequest>()
                .creates::<ProductAnswer>(),
        )
        .get(
            "/api/products/{id}",
            products::detail,
            receptionist("One product with its stock")
                .id("products.view")
                .about("One product, with what each branch has of it.")
                .asks::<ProductRequest>()
                .answers::<ProductAnswer>(),
        )
        .patch(
            "/api/products/{id}",
            products::patch,
            manager("Change a product")
                .id("products.change")
                .about("Changes the fields given; invoices keep the name, price and rate they were written with.")
                .takes::<PatchProductRequest>()
                .answers::<ProductAnswer>(),
        )
        .delete(
            "/api/products/{id}",
            products::delete,
            manager("Deactivate a product")
                .id("products.delete")
                .about("It is no longer sold; its stock stays as it is.")
                .answers::<Done>(),
        )
        .get(
            "/api/products/{id}/movements",
            movements::list,
            manager("What moved the stock of a product")
                .id("products.movements")
                .about("At every branch, newest first. Bills write those that are `sold` and `returned`.")
                .asks::<FeedPage>()
                .answers::<StockMovementList>(),
        )
        .post(
            "/api/products/{id}/movements",
            movements::create,
            manager("Move stock")
                .id("products.move")
                .about(
                    "`received`, `used` and `transferred` (to `toBranchId`) take a positive number of pieces, `adjusted` \
                     any other than 0. The answer's `quantity` is what it did to the stock of the branch. Stock may \
                     fall below 0 unless the branch has `strictStock`: then it is refused with `details.productIds`.",
                )
                .idempotent()
                .takes::<MoveStockRequest>()
                .creates::<StockMovementAnswer>(),
        )
}
