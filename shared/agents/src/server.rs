//! A toolbox as a server of the protocol.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, ContentBlock, ErrorData, Implementation, JsonObject, ListPromptsRequestMethod, ListPromptsResult,
    ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::tool::{ToolDescription, Toolbox, said};
use parlour_http::{Code, Refusal};

/// How long a list of tools may be kept, in milliseconds: they change with our versions.
const KEPT: u64 = 300_000;

pub(crate) struct Server<T> {
    tools: Arc<T>,
    name: String,
    /// The refusal of the whole request, not of the call of a tool alone.
    refused: Arc<Mutex<Option<Refusal>>>,
}

impl<T> Clone for Server<T> {
    fn clone(&self) -> Self {
        Self { tools: self.tools.clone(), name: self.name.clone(), refused: self.refused.clone() }
    }
}

impl<T: Toolbox> Server<T> {
    pub fn new(tools: T, name: String) -> Self {
        Self { tools: Arc::new(tools), name, refused: Arc::default() }
    }

    /// Refuses arguments that the tool does not take.
    fn unknown(&self, name: &str, arguments: &JsonObject) -> Option<Refusal> {
        let description = self.tools.descriptions().into_iter().find(|description| description.name == name)?;
        let surplus = arguments.keys().find(|argument| !description.has(argument))?;
        Some(Refusal::invalid_field(surplus, "is not an argument of this tool"))
    }

    pub fn refused(&self) -> Option<Refusal> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn described(description: ToolDescription) -> Tool {
    let hints = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    Tool::new(description.name, description.about, Arc::new(description.input))
        .with_title(description.title)
        .with_raw_output_schema(Arc::new(description.output))
        .with_annotations(hints)
}

impl<T: Toolbox> ServerHandler for Server<T> {
    fn get_info(&self) -> ServerConfig {
        let version = env!("CARGO_PKG_VERSION");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("parlour", version).with_title(self.name.clone()))
            .with_instructions(T::INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.descriptions().into_iter().map(described).collect();
        // Which tools there are depends on who asks.
        Ok(ListToolsResult::with_all_items(tools).with_ttl_ms(KEPT).with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if !T::NAMES.contains(&&*request.name) {
            return Err(ErrorData::invalid_params(format!("Unknown tool: {}", request.name), None));
        }
        let arguments = request.arguments.unwrap_or_default();
        let answer = match self.unknown(&request.name, &arguments) {
            Some(refusal) => Err(refusal),
            None => self.tools.call(&request.name, arguments).await,
        };
        let result = match answer {
            Ok(given) => CallToolResult::structured(given),
            Err(refusal) => {
                let result = CallToolResult::error(vec![ContentBlock::text(said(&refusal))]);
                if refusal.code == Code::RateLimited {
                    *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
                }
                result
            }
        };
        Ok(result.into())
    }

    // An undeclared capability is not there: the SDK would answer with empty lists.

    async fn list_prompts(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn complete(
        &self,
        _request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }
}
