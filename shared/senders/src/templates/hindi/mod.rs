//! Messages to customers who read Hindi.

mod bookings;
mod customers;
mod erasure;
mod invoices;
mod memberships;

fn greeting(first_name: &str) -> String {
    let name = first_name.trim();
    if name.is_empty() { "नमस्ते,".to_owned() } else { format!("नमस्ते {name},") }
}

/// Below letters that somebody agreed to.
const NEWS: &str = "यह आपको इसलिए मिला है क्योंकि आपने हमारी ख़बरों के लिए हाँ कहा था। इसे आप अपनी प्रोफ़ाइल में बदल सकते हैं।";
