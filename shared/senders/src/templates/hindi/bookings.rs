//! About bookings, one or several, and about time that has come free.

use super::super::Said;
use super::super::bookings::{BookingFacts, BookingNotice, BookingStanding};
use super::super::repeats::{RepeatFacts, RepeatNotice};
use super::super::waitlist::WaitlistFacts;
use super::{NEWS, greeting};
use parlour_values::language::Language::Hindi;
use parlour_values::wording;

const CHANGE_OF_MIND: &str = "योजना बदल गई? ऐप में समय बदल सकते हैं या बुकिंग रद्द कर सकते हैं; जितना जल्दी बताएँ, उतना अच्छा।";
const ANOTHER_DAY: &str = "किसी और दिन आपसे मिलकर हमें ख़ुशी होगी: जब चाहें, फिर बुक करें।";

/// The words on what has become of it since, where it will not take place.
const fn undone(facts: &BookingFacts) -> Option<&'static str> {
    match facts.standing {
        BookingStanding::Waiting | BookingStanding::Confirmed => None,
        BookingStanding::Cancelled => Some("इस बीच यह रद्द हो चुकी है।"),
        BookingStanding::Rejected => Some("माफ़ कीजिए, हम इसे नहीं ले सके।"),
    }
}

fn next(facts: &BookingFacts, waiting: &'static str, confirmed: &'static str) -> &'static str {
    undone(facts).unwrap_or(if facts.standing == BookingStanding::Waiting { waiting } else { confirmed })
}

fn because(facts: &BookingFacts) -> String {
    facts.reason().map(|reason| format!(" कारण: {reason}")).unwrap_or_default()
}

impl BookingNotice {
    pub(in super::super) fn in_hindi(self, facts: &BookingFacts) -> Said {
        let (when, services, branch) = (facts.when(Hindi), facts.services(Hindi), &facts.branch_name);
        let (hello, time) = (greeting(&facts.customer_first_name), wording::time(Hindi, facts.start));
        let (title, body, subject, before, after): (&str, String, String, String, Option<&str>) = match self {
            Self::Received => {
                let next = next(facts, "हम जल्द ही इसकी पुष्टि करेंगे।", "यह पक्की है।");
                (
                    "आपका अनुरोध मिल गया",
                    format!("{services}, {when}, {branch}। {next}"),
                    format!("आपका अनुरोध मिल गया: {when}"),
                    format!("{hello} हमें चुनने के लिए धन्यवाद। आपका अनुरोध मिल गया है। {next}"),
                    None,
                )
            }
            Self::Confirmed if facts.standing != BookingStanding::Confirmed => {
                let next = undone(facts).unwrap_or("इसके बाद समय बदला है, और नए समय की पुष्टि हम जल्द करेंगे।");
                (
                    "आपकी बुकिंग पक्की हुई थी",
                    format!("{services}, {when}, {branch}। {next}"),
                    "आपकी बुकिंग पक्की हुई थी".to_owned(),
                    format!("{hello} हमने आपकी बुकिंग पक्की की थी। {next}"),
                    None,
                )
            }
            Self::Confirmed => (
                "आपकी बुकिंग पक्की है",
                format!("{services}, {when}, {branch}। तब मिलते हैं!"),
                format!("बुकिंग पक्की: {when}"),
                format!("{hello} आपकी बुकिंग पक्की है। हमें आपका इंतज़ार रहेगा।"),
                Some(CHANGE_OF_MIND),
            ),
            Self::Rescheduled => {
                let next = next(facts, "नए समय की पुष्टि हम जल्द करेंगे।", "नया समय पक्का है।");
                let now = if undone(facts).is_none() { "अब " } else { "" };
                (
                    "आपकी बुकिंग का समय बदल गया",
                    format!("{services}, {now}{when}, {branch}। {next}"),
                    format!("आपकी बुकिंग का नया समय: {when}"),
                    format!("{hello} आपकी बुकिंग का समय बदल गया है। {next}"),
                    None,
                )
            }
            Self::Cancelled { by_the_salon } => {
                let words = if by_the_salon {
                    "हमें खेद है: हमें आपकी बुकिंग रद्द करनी पड़ी।"
                } else {
                    "आपके कहने पर आपकी बुकिंग रद्द कर दी गई है।"
                };
                (
                    "आपकी बुकिंग रद्द हो गई",
                    format!("{services}, {when}, {branch}: रद्द।{}", because(facts)),
                    format!("बुकिंग रद्द: {when}"),
                    format!("{hello} {words}{}", because(facts)),
                    Some(ANOTHER_DAY),
                )
            }
            Self::Rejected => (
                "हम आपकी बुकिंग नहीं ले सके",
                format!("{services}, {when}, {branch}: यह नहीं हो सका।{}", because(facts)),
                format!("हम यह बुकिंग नहीं ले सके: {when}"),
                format!("{hello} हमें खेद है: हम यह बुकिंग नहीं ले सके।{}", because(facts)),
                Some("शायद कोई और समय ख़ाली हो। आपसे मिलकर हमें ख़ुशी होगी।"),
            ),
            Self::Completed => (
                "आने के लिए धन्यवाद",
                format!("{branch} में आपसे मिलकर अच्छा लगा। आपका बिल आ रहा है।"),
                "आने के लिए धन्यवाद".to_owned(),
                format!("{hello} आपसे मिलकर अच्छा लगा। आपका बिल ईमेल से आ रहा है।"),
                None,
            ),
            Self::Reminder24h => (
                "आपकी बुकिंग की याद",
                format!("{services}, {when}, {branch}। तब मिलते हैं!"),
                format!("मिलते हैं: {when}"),
                format!("{hello} हम आपकी बुकिंग याद दिलाना चाहते हैं।"),
                Some(CHANGE_OF_MIND),
            ),
            Self::Reminder1h => (
                "जल्द मिलते हैं",
                format!("{services}, {time}, {branch}।"),
                format!("{time} मिलते हैं"),
                format!("{hello} हम आपके लिए तैयारी कर रहे हैं। जल्द मिलते हैं!"),
                None,
            ),
            Self::ReviewRequest => (
                "आपकी विज़िट कैसी रही?",
                format!("{branch} में {services} कैसा रहा? हमारे संदेश का जवाब दें या हमें फ़ोन करें: हमें बहुत मदद मिलेगी।"),
                "आपकी विज़िट कैसी रही?".to_owned(),
                format!(
                    "{hello} {services} के लिए {branch} आने का धन्यवाद। कैसा रहा? बस इस ईमेल का जवाब दें: एक पंक्ति काफ़ी है, \
                     और हमें बहुत मदद मिलेगी।"
                ),
                None,
            ),
        };
        let is_review = self == Self::ReviewRequest;
        Said {
            title: title.to_owned(),
            body,
            subject,
            before,
            after: after.map(str::to_owned),
            button: Some(if is_review {
                "यह विज़िट देखें"
            } else {
                "यह बुकिंग खोलें"
            }),
            footnote: is_review.then_some(NEWS),
        }
    }
}

impl RepeatNotice {
    pub(in super::super) fn in_hindi(self, facts: &RepeatFacts) -> Said {
        let (first, count) = (&facts.first, facts.all().count());
        let (hello, from) = (greeting(&first.customer_first_name), wording::day(Hindi, first.date));
        let (title, subject, words, after) = match self {
            Self::Made => (
                "आपके अपॉइंटमेंट पक्के हैं",
                format!("पक्के: {from} से {count} अपॉइंटमेंट"),
                "आपके अपॉइंटमेंट पक्के हैं। हमें आपका इंतज़ार रहेगा, और हर बार पहले से याद दिलाएँगे।",
                CHANGE_OF_MIND,
            ),
            Self::Moved => (
                "आपके अपॉइंटमेंट का समय बदल गया",
                format!("नया समय: {from} से {count} अपॉइंटमेंट"),
                "आपके अपॉइंटमेंट का समय बदल गया है।",
                "कोई समय ठीक नहीं? ऐप में उसे बदल सकते हैं या रद्द कर सकते हैं।",
            ),
            Self::Cancelled => (
                "आपके अपॉइंटमेंट रद्द हो गए",
                format!("रद्द: {from} से {count} अपॉइंटमेंट"),
                "आपके अपॉइंटमेंट रद्द हो गए हैं।",
                ANOTHER_DAY,
            ),
        };
        let (services, branch, when) = (first.services(Hindi), &first.branch_name, first.when(Hindi));
        Said {
            title: title.to_owned(),
            body: format!("{services}, {branch}: {count} अपॉइंटमेंट, पहला {when}।"),
            subject,
            before: format!("{hello} {words}"),
            after: Some(after.to_owned()),
            button: Some("पहला अपॉइंटमेंट खोलें"),
            footnote: None,
        }
    }
}

impl WaitlistFacts {
    pub(in super::super) fn in_hindi(&self) -> Said {
        let services = wording::list(Hindi, &self.service_names);
        let when = wording::day_and_time(Hindi, self.date, self.start);
        let (hello, until) = (greeting(&self.customer_first_name), wording::time(Hindi, self.held_until));
        Said {
            title: "एक समय ख़ाली हुआ है".to_owned(),
            body: format!("{services}, {when}, {}। {until} तक आपके लिए रोका हुआ है।", self.branch_name),
            subject: format!("एक समय ख़ाली हुआ है: {when}"),
            before: format!(
                "{hello} जिस समय की आप प्रतीक्षा में थे, वह ख़ाली हुआ है। {until} तक स्वीकार करें तो यह आपका है; उसके बाद कतार में \
                 अगले व्यक्ति को मिलेगा।"
            ),
            after: None,
            button: Some("स्वीकार करें या मना करें"),
            footnote: None,
        }
    }
}
