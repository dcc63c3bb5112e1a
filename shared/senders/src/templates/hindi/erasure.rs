//! To somebody who asked to be erased.

use super::super::Said;
use super::super::erasure::ErasureFacts;
use super::greeting;

impl ErasureFacts {
    pub(in super::super) fn in_hindi(&self) -> Said {
        let hello = greeting(&self.customer_first_name);
        let title = "आपका डेटा हटा दिया जाएगा".to_owned();
        Said {
            subject: title.clone(),
            title,
            body: "आपने हमसे अपना डेटा हटाने को कहा है। तब तक आप अपनी प्रोफ़ाइल में इसे रोक सकते हैं।".to_owned(),
            before: format!(
                "{hello} आपने हमसे वह सब हटाने को कहा है जो हम आपके बारे में रखते हैं: आपकी प्रोफ़ाइल, आपके संदेश और आपकी विज़िट पर आपका नाम। बिल उतने समय तक रहेंगे जितना टैक्स क़ानून कहता है।"
            ),
            after: Some(
                "तब तक आप मन बदल सकते हैं: अपनी प्रोफ़ाइल में मेरा डेटा रखें दबाएँ। अगर यह आपने नहीं कहा था, तो अभी ऐसा करें और हमें बताएँ।"
                    .to_owned(),
            ),
            button: Some("मेरी प्रोफ़ाइल खोलें"),
            footnote: None,
        }
    }
}
