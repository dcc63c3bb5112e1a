//! Rows as they are sent. Only that each is an object is asked of the request; whatever else is wrong with a row is told in
//! its result.

use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, ObjectBuilder, Schema, SchemaType, Type};

use parlour_values::input::{Body, Field, Fields, List, Problems, body};
use parlour_values::text_enum::text_enum;
use parlour_values::time::IstDate;

/// The most rows of a request.
pub const MOST_ROWS: usize = 200;
/// The largest body of an import.
pub const MOST_BYTES: usize = 1024 * 1024;

text_enum! {
    /// Kinds of records that can be imported.
    pub enum ImportKind {
        Customers => "customers",
        Services => "services",
        Products => "products",
        Memberships => "memberships",
        Staff => "staff",
    }
}

/// A row of anything: its fields without those that are `null`, which is the same as leaving them out.
#[derive(Clone, Debug)]
pub(super) struct ImportRow(Map<String, Value>);

impl ImportRow {
    pub fn of(object: &Map<String, Value>) -> Self {
        let given = object.iter().filter(|(_, value)| !value.is_null());
        Self(given.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }

    pub fn drop(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// A field of it, if it is there and is what it should be; no problem is told.
    pub fn field<T: Field>(&self, name: &str) -> Option<T> {
        self.0.get(name).and_then(|value| T::from_json(value, name, &mut Problems::default()))
    }

    /// The row as a request of the API has it, or what is wrong with it.
    pub fn read<T: Body>(&self, problems: &mut Problems) -> Option<T> {
        T::from_fields(Fields::of_object(&self.0, "", problems))
    }

    /// The same where nothing else is asked of the row.
    pub fn read_alone<T: Body>(&self, today: IstDate) -> Result<T, Problems> {
        let mut problems = Problems::on(Some(today));
        self.read(&mut problems).ok_or(problems)
    }
}

/// The rows of one kind.
#[derive(Clone, Debug)]
pub struct ImportRows {
    pub(super) kind: ImportKind,
    pub(super) rows: Vec<ImportRow>,
}

/// The schema of a row names its columns and says what each should be. Whatever is there instead is told in its result.
fn row_schema(kind: ImportKind) -> RefOr<Schema> {
    let mut row = ObjectBuilder::new().schema_type(Type::Object);
    for column in kind.columns() {
        let mut cell = Object::with_type(SchemaType::AnyValue);
        cell.description = Some(column.shape.told().to_owned());
        row = row.property(column.name, cell);
    }
    row.into()
}

macro_rules! rows_of {
    ($($kind:ident, $row:ident, $request:ident;)*) => {$(
        #[derive(Clone, Debug)]
        pub struct $row(ImportRow);

        impl Field for $row {
            type Read = Option<Self>;

            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                let object = value.as_object();
                if object.is_none() {
                    problems.add(path, "must be an object");
                }
                object.map(|object| Self(ImportRow::of(object)))
            }

            fn field_schema() -> RefOr<Schema> {
                row_schema(ImportKind::$kind)
            }
        }

        body! {
            pub struct $request {
                rows: List<$row, 1, MOST_ROWS>,
            }
        }

        impl From<$request> for ImportRows {
            fn from(request: $request) -> Self {
                Self { kind: ImportKind::$kind, rows: request.rows.into_iter().map(|row| row.0).collect() }
            }
        }
    )*};
}

rows_of! {
    Customers, CustomerRow, ImportCustomersRequest;
    Services, ServiceRow, ImportServicesRequest;
    Products, ProductRow, ImportProductsRequest;
    Memberships, MembershipRow, ImportMembershipsRequest;
    Staff, StaffRow, ImportStaffRequest;
}
