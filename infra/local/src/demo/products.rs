//! Products that the demo salon sells, with the stock of its two open branches. Each carries the rate that the law has
//! for it: shampoo, hair oil and talcum powder 5 %, other cosmetics 18 %, kajal none.

use parlour_money::products::{Product, Stock, StockMovement, StockMovementKind};
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Bulk, UniqueValue};
use parlour_values::gst::GstRate;
use parlour_values::id::BranchId;
use parlour_values::money::Paise;
use parlour_values::time::Instant;

use super::books::SoldPieces;
use super::calendar::Calendar;
use super::guests::DAYS;
use super::people::People;
use super::places::DemoBranches;

/// One product: what is printed on it, what it costs, and how many pieces each branch has.
struct Goods {
    name: &'static str,
    brand: &'static str,
    barcode: &'static str,
    hsn: &'static str,
    gst: GstRate,
    price: i64,
    cost: i64,
    reorder_at: u32,
    pieces: [i64; 2],
}

const GOODS: [Goods; 8] = [
    goods(("Neem shampoo 300 ml", "Vana", "8900000000017"), ("33051090", GstRate::FIVE), (399, 240), 6, [24, 12]),
    goods(("Coconut hair oil 200 ml", "Vana", "8900000000024"), ("33059019", GstRate::FIVE), (249, 150), 6, [18, 9]),
    goods(
        ("Keratin conditioner 300 ml", "Vana", "8900000000031"),
        ("33059090", GstRate::EIGHTEEN),
        (549, 330),
        4,
        [11, 7],
    ),
    // Low at the first branch.
    goods(("Argan serum 50 ml", "Vana", "8900000000048"), ("33059090", GstRate::EIGHTEEN), (649, 410), 4, [3, 8]),
    goods(
        ("Hair colour, natural brown", "Rangoli", "8900000000055"),
        ("33059040", GstRate::EIGHTEEN),
        (499, 290),
        5,
        [15, 10],
    ),
    goods(
        ("Vitamin C face cream 50 g", "Kesar", "8900000000062"),
        ("33049910", GstRate::EIGHTEEN),
        (799, 480),
        3,
        [9, 6],
    ),
    goods(
        ("Sandal talcum powder 100 g", "Kesar", "8900000000079"),
        ("33049120", GstRate::FIVE),
        (149, 85),
        5,
        [20, 12],
    ),
    goods(("Kajal", "Kesar", "8900000000086"), ("33049990", GstRate::ZERO), (199, 110), 5, [16, 14]),
];

const fn goods(
    (name, brand, barcode): (&'static str, &'static str, &'static str),
    (hsn, gst): (&'static str, GstRate),
    (price, cost): (i64, i64),
    reorder_at: u32,
    pieces: [i64; 2],
) -> Goods {
    Goods { name, brand, barcode, hsn, gst, price, cost, reorder_at, pieces }
}

/// All products for sale.
pub fn all(calendar: &Calendar) -> Vec<Product> {
    let product = |goods: &Goods| Product {
        id: calendar.id(calendar.opened),
        name: goods.name.to_owned(),
        brand: Some(goods.brand.to_owned()),
        barcode: Some(goods.barcode.to_owned()),
        hsn_code: goods.hsn.to_owned(),
        gst: goods.gst,
        price: Paise(goods.price * 100),
        cost: Some(Paise(goods.cost * 100)),
        reorder_at: Some(goods.reorder_at),
        is_active: true,
        created_at: calendar.opened,
        updated_at: calendar.opened,
    };
    GOODS.iter().map(product).collect()
}

/// With what was delivered, and with every piece that has been sold since.
pub fn write(
    records: &mut Bulk,
    calendar: &Calendar,
    places: &DemoBranches,
    people: &People,
    all: &[Product],
    sold: &[SoldPieces],
) {
    for (at, (goods, product)) in GOODS.iter().zip(all).enumerate() {
        records.put(product);
        records.put(&UniqueValue::held_by(&product.id, Unique::ProductName, product.unique_name()));
        records.put(&UniqueValue::held_by(&product.id, Unique::ProductBarcode, goods.barcode));
        for (branch, pieces) in [&places.open, &places.staffed].into_iter().zip(goods.pieces) {
            let own = |sold: &&SoldPieces| sold.product == at && sold.invoice.branch_id == branch.id;
            let mut sold: Vec<&SoldPieces> = sold.iter().filter(own).collect();
            sold.sort_by_key(|sold| sold.invoice.issued_at);
            let delivered = pieces + sold.iter().map(|sold| i64::from(sold.quantity)).sum::<i64>();
            let received = calendar.days_ago(DAYS + 3, 11);
            let mut stock = StockAtBranch { records, calendar, product, branch: &branch.id, on_hand: 0 };
            stock.moved(StockMovementKind::Received, delivered, received, |movement| StockMovement {
                cost: product.cost,
                note: Some("First delivery".to_owned()),
                by: people.manager.id.to_string(),
                ..movement
            });
            for SoldPieces { quantity, invoice, .. } in sold {
                let quantity = i64::from(*quantity);
                stock.moved(StockMovementKind::Sold, -quantity, invoice.issued_at, |movement| StockMovement {
                    invoice_id: Some(invoice.id.clone()),
                    invoice_number: Some(invoice.number.clone()),
                    by: people.receptionist.id.to_string(),
                    ..movement
                });
            }
            let (branch_id, product_id) = (branch.id.clone(), product.id.clone());
            records.put(&Stock { branch_id, product_id, on_hand: pieces, updated_at: calendar.now });
        }
    }
}

/// A product at a branch, with how many pieces its movements have left there.
struct StockAtBranch<'a> {
    records: &'a mut Bulk,
    calendar: &'a Calendar,
    product: &'a Product,
    branch: &'a BranchId,
    on_hand: i64,
}

impl StockAtBranch<'_> {
    fn moved(
        &mut self,
        kind: StockMovementKind,
        quantity: i64,
        at: Instant,
        with: impl FnOnce(StockMovement) -> StockMovement,
    ) {
        self.on_hand += quantity;
        let movement = StockMovement {
            id: self.calendar.id(at),
            product_id: self.product.id.clone(),
            branch_id: self.branch.clone(),
            kind,
            quantity,
            on_hand: self.on_hand,
            cost: None,
            note: None,
            other_branch_id: None,
            invoice_id: None,
            invoice_number: None,
            by: String::new(),
            created_at: at,
        };
        self.records.put(&with(movement));
    }
}
