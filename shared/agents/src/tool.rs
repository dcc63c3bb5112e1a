//! A tool: what it says of itself, what it is asked and what it gives.

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::schema;
use parlour_http::{Code, Refusal};
use parlour_values::input::{Body, Field, Fields, Problems};
use parlour_values::time::IstDate;

/// The answer of a tool: an object as its output schema says, or why it gives none.
pub type ToolAnswer = Result<Value, Refusal>;

/// A tool's description of itself.
#[derive(Clone, Debug)]
pub struct ToolDescription {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub(crate) input: Map<String, Value>,
    pub(crate) output: Map<String, Value>,
}

/// A tool with its input; still to be said what it gives.
pub struct Gives {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    input: Map<String, Value>,
}

impl ToolDescription {
    pub fn takes<T: Field>(name: &'static str, title: &'static str, about: &'static str) -> Gives {
        Gives { name, title, about, input: schema::input::<T>() }
    }

    pub fn takes_nothing(name: &'static str, title: &'static str, about: &'static str) -> Gives {
        Gives { name, title, about, input: schema::no_input() }
    }

    /// Whether the tool has an argument of this name.
    pub(crate) fn has(&self, argument: &str) -> bool {
        self.input.get("properties").is_some_and(|properties| properties.get(argument).is_some())
    }
}

impl Gives {
    pub fn gives<O: ToSchema>(self) -> ToolDescription {
        let Self { name, title, about, input } = self;
        ToolDescription { name, title, about, input, output: schema::output::<O>() }
    }
}

/// The arguments of a call, and the day on which it is made.
pub struct ToolCall {
    pub arguments: Map<String, Value>,
    pub today: IstDate,
}

impl ToolCall {
    /// The arguments, validated like the body of a request: all problems are reported at once.
    pub fn read<T: Body>(&self) -> Result<T, Refusal> {
        let mut problems = Problems::on(Some(self.today));
        match T::from_fields(Fields::of_object(&self.arguments, "", &mut problems)) {
            Some(read) if problems.is_empty() => Ok(read),
            _ => Err(problems.into()),
        }
    }
}

/// The answer of a tool, as it goes over the wire.
pub fn given(view: &impl Serialize) -> ToolAnswer {
    serde_json::to_value(view).map_err(|error| Refusal::internal(format!("a tool's answer: {error}")))
}

/// The tools of one caller.
pub trait Toolbox: Send + Sync + 'static {
    /// Instructions for whoever uses them.
    const INSTRUCTIONS: &'static str;

    /// All that there are, whoever calls.
    const NAMES: &'static [&'static str];

    /// Those that this caller may call, always in the same order.
    fn descriptions(&self) -> Vec<ToolDescription>;

    /// Calls one of them. A refusal is said to the caller as what came of it; [`Code::RateLimited`] ends the whole request.
    fn call(&self, name: &str, arguments: Map<String, Value>) -> impl Future<Output = ToolAnswer> + Send;
}

/// The text of a refusal for whoever reads it, with the fields that it names.
pub(crate) fn said(refusal: &Refusal) -> String {
    match (&refusal.details, refusal.code) {
        (Some(details), Code::ValidationError) => format!("Please check these arguments: {details}"),
        (Some(details), _) => format!("{} {details}", refusal.message),
        (None, _) => refusal.message.clone(),
    }
}
