//! Products: what is sold beside services, and how much of it each branch has.

mod error;
mod move_stock;
mod movement;
mod product;
mod request;
mod stock;
mod store;
mod view;

pub use error::{OutOfStock, ProductError, ShortProduct};
pub use movement::{OnInvoice, StockMovement, StockMovementKind};
pub use product::Product;
pub use request::{
    Barcode, CreateProductRequest, HsnCode, ListProductsRequest, MoveKind, MoveStockRequest, PatchProductRequest,
    ProductRate, ProductRequest,
};
pub use stock::{BranchStock, Stock};
pub use store::{LowProduct, Products};
pub use view::{
    ProductAnswer, ProductList, ProductView, StockMovementAnswer, StockMovementList, StockMovementView, StockView,
};
