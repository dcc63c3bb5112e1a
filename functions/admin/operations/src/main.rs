//! Integrations, tokens, webhooks and logs, as a Lambda.

fn main() -> Result<(), parlour::lambda::Error> {
    parlour::lambda::serve_sending(parlour_admin_operations::routes())
}
