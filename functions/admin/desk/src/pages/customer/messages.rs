//! The messages sent to a customer, and how far each has got.

use maud::{Markup, html};
use parlour_pages::parts::{Tone, badge, icon};
use parlour_pages::{Asked, format};
use parlour_platform::notifications::{NotificationChannel, NotificationStatus, NotificationView};

pub fn messages(asked: &Asked, sent: &[NotificationView]) -> Markup {
    html! {
        section.card aria-labelledby="messages" {
            h2 id="messages" { (icon("list")) "Messages" }
            @if sent.is_empty() { p.quiet { "Nothing has been sent yet." } }
            ul.notes {
                @for message in sent {
                    li {
                        p { (message.title) " " (progress(message)) }
                        p.fine {
                            (channel(message.channel)) ", " (format::moment(&asked.words, message.created_at, asked.today))
                            @if let Some(reason) = &message.failed_reason { " · " (reason) }
                        }
                    }
                }
            }
        }
    }
}

fn channel(channel: NotificationChannel) -> &'static str {
    match channel {
        NotificationChannel::Push => "App",
        NotificationChannel::Email => "Mail",
        NotificationChannel::Whatsapp => "WhatsApp",
        NotificationChannel::Sms => "SMS",
    }
}

/// The furthest that is known.
fn progress(message: &NotificationView) -> Markup {
    if message.read_at.is_some() {
        return badge(Tone::Good, "Read");
    }
    match message.status {
        _ if message.delivered_at.is_some() => badge(Tone::Good, "Delivered"),
        NotificationStatus::Sent => badge(Tone::Calm, "Sent"),
        NotificationStatus::Failed => badge(Tone::Bad, "Failed"),
        NotificationStatus::Pending => badge(Tone::Waiting, "In the app"),
    }
}
