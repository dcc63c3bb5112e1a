## The frame
skip-to-content = सामग्री पर जाएँ
main-navigation = मुख्य
account = आपका खाता
tabs = पन्ने
menu = मेन्यू
close = बंद करें
language = भाषा
pages = इस सूची के पन्ने
newer = नए
older = पुराने
you-are-here = आप यहाँ हैं
home = होम
services = सेवाएँ
new-visit = नई विज़िट
bookings = बुकिंग
gems = जेम्स
membership = सदस्यता
notifications = सूचनाएँ
profile = प्रोफ़ाइल
sign-in = साइन इन
sign-out = साइन आउट
website = वेबसाइट
instagram = इंस्टाग्राम
to-start = मुखपृष्ठ पर जाएँ
needs-script = देखना ऐसे ही चलता है। कुछ भेजने के लिए ब्राउज़र में जावास्क्रिप्ट चालू करें, या हमें फ़ोन करें।

## Days, times, spans
today = आज
tomorrow = कल
yesterday = बीता कल
days-from-to = { $from } से { $to }
span-minutes = { $minutes } मिनट
span-hours = { $hours ->
    [one] { $hours } घंटा
   *[other] { $hours } घंटे
 }
span-hours-minutes = { $hours ->
    [one] { $hours } घंटा { $minutes } मिनट
   *[other] { $hours } घंटे { $minutes } मिनट
 }
morning = सुबह
afternoon = दोपहर
evening = शाम
every-day = हर दिन

## What the script says
said-offline = कनेक्शन नहीं है। आपका लिखा सुरक्षित है: ऑनलाइन होने पर फिर कोशिश करें।
said-broken = हमारी ओर से कुछ गड़बड़ हुई। आपका लिखा सुरक्षित है: फिर कोशिश करें।
said-fields = कृपया चिह्नित खाने देखें।
said-choose-one = कृपया कम से कम एक चुनें।
said-sent-before = आप यह पहले ही भेज चुके हैं।
said-see-it = देखें क्या हुआ
said-send-again = फिर भेजें
said-keep = जैसा है वैसा रहने दें
said-unsaved = अभी सहेजा नहीं गया है।
said-discard = बदलाव हटाएँ
said-busy = एक क्षण …
said-slot-gone = यह समय अब खाली नहीं है। कृपया दूसरा चुनें।
said-slow-down = एक साथ बहुत हो गया। थोड़ा रुककर फिर कोशिश करें।
said-required = कृपया इसे भरें।
said-choose = कृपया एक चुनें।
said-least = कृपया { $value } या उससे ज़्यादा लिखें।
said-most = कृपया { $value } या उससे कम लिखें।
said-earliest = कृपया { $value } या उसके बाद का समय चुनें।
said-latest = कृपया { $value } या उससे पहले का समय चुनें।
said-email = कृपया name@example.com जैसा पता लिखें।
said-url = कृपया https:// से शुरू होने वाला पता लिखें।
said-wrong = कृपया इसे जाँच लें।
said-refused = यह नहीं हो सका। कृपया फिर कोशिश करें, या हमें फ़ोन करें।
said-check-choices = आपके चुनाव में कुछ ठीक नहीं बैठता। कृपया एक बार देखकर फिर कोशिश करें।
said-gone = यह अब यहाँ नहीं है। कृपया पन्ना दोबारा खोलें।
said-changed-meanwhile = इस बीच कुछ बदल गया है। कृपया पन्ना दोबारा खोलकर देखें।
said-phone-changed-too-often = फ़ोन नंबर आज तीन बार बदला जा चुका है। कृपया कल फिर कोशिश करें।
said-not-cancellable = यह बुकिंग अब रद्द नहीं की जा सकती।
said-moved-too-often = इस बुकिंग का समय जितनी बार बदला जा सकता था, बदला जा चुका है। कृपया हमें फ़ोन करें।
said-too-late = इस बुकिंग को यहाँ बदलने का समय निकल चुका है। कृपया हमें फ़ोन करें।
said-too-late-to-move = इस बुकिंग का समय यहाँ बदलने में देर हो चुकी है। कृपया हमें फ़ोन करें।
said-not-possible-now = इस बुकिंग के साथ अब यह नहीं किया जा सकता।
said-too-many-open = आपके कई अनुरोध पहले से खुले हैं। कृपया उनमें से कुछ का जवाब आने तक रुकें।
said-no-waitlist = इस शाखा में प्रतीक्षा सूची नहीं है: कृपया जो समय चाहिए उसका अनुरोध करें।
said-free-now = आपके लिए एक समय अभी ख़ाली है: कृपया उसे बुक करें।
said-too-many-wishes = आप पाँच बार पहले से प्रतीक्षा सूची में हैं। कृपया पहले उनमें से एक हटाएँ।
said-no-live-offer = यह समय अब आपके लिए रुका नहीं है: शायद देर हो गई या किसी और को मिल गया।
said-offer-withdrawn = वह समय अब संभव नहीं है। आप प्रतीक्षा सूची में बने हैं: हम दूसरा समय खोज रहे हैं।
said-not-on-offer = इनमें से एक सेवा अब उपलब्ध नहीं है।
said-requested = आपका अनुरोध मिल गया। हम जल्द पुष्टि करेंगे।
said-moved = आपकी बुकिंग का समय बदल गया।
said-booking-changed = इस बीच आपकी बुकिंग बदल गई है। अब वह इस तरह है।
said-cancelled = आपकी बुकिंग रद्द हो गई।
said-saved = सहेज लिया।
said-unsubscribed = हो गया। अब हम आपको ऑफ़र नहीं भेजेंगे।
said-signed-out = बाक़ी उपकरण साइन आउट हो गए।
said-push-on = इस ब्राउज़र में सूचनाएँ चालू हैं।
said-push-off = इस ब्राउज़र में सूचनाएँ बंद हैं।
said-push-denied = आपका ब्राउज़र इस साइट की सूचनाओं की अनुमति नहीं देता। यह उसकी सेटिंग में बदल सकते हैं।
said-push-failed = यहाँ सूचनाएँ चालू नहीं हो सकीं। बाद में या दूसरे ब्राउज़र में कोशिश करें।

## Refusals
not-found-title = यह पन्ना यहाँ नहीं है
not-found-text = पता पुराना या ग़लत हो सकता है।
forbidden-title = यह पन्ना दूसरों के लिए है
forbidden-text = इसे देखने या करने की आपको अनुमति नहीं है।
slow-down-title = ज़रा धीरे
broken-title = कुछ गड़बड़ हुई
broken-text = ग़लती आपकी नहीं थी। थोड़ी देर में फिर कोशिश करें।
request-id = हमें लिखते समय यह बताएँ

## Start
home-title = सैलून और स्पा
home-description = बाल, त्वचा, नाख़ून और स्पा: सेवाएँ और दाम देखें, समय चुनें और ऑनलाइन विज़िट माँगें।
salon-and-spa = सैलून और स्पा
home-lead = सधे हाथ, शांत कमरे, अपने लिए समय। सेवा और समय चुनिए; बाक़ी हम पर छोड़िए।
book-a-visit = विज़िट बुक करें
see-services = सेवाएँ देखें
offers-now = अभी के ऑफ़र
percent-off = { $percent }% छूट
amount-off = { $amount } की छूट
together-for = साथ में { $amount }
until-day = { $day } तक
offer-with-all = { $services } भी लेने पर
offer-with-any = { $services } लेने पर
offer-days = { $day } तक के किसी दिन
offer-counted = इसमें शामिल है
terms = शर्तें
what-we-do = हम क्या करते हैं
services-from = { $count ->
    [one] एक सेवा, { $price }
   *[other] { $count } सेवाएँ, { $price } से
}
where-we-are = हम कहाँ हैं
city-or-pin = शहर, इलाका या पिन कोड
find-branches = शाखाएँ खोजें
branches-shown = { $all } में से { $shown } शाखाएँ
no-branch-there = “{ $typed }” के लिए कोई शाखा नहीं मिली। हमारी कुछ शाखाएँ:
book-here = यहाँ बुक करें
team = हमारी टीम
team-lead = जो आपकी देखभाल करते हैं, और कौन क्या करता है।
team-description = यहाँ कौन काम करता है, क्या करता है, और हर एक के साथ विज़िट कैसे बुक करें।
no-team = अभी किसी को ऑनलाइन बुक नहीं किया जा सकता।
book-with = { $name } के साथ बुक करें

## Services
services-lead = दाम में जीएसटी शामिल है। समय केवल सेवा का है; आराम से पहुँचने का समय हमेशा है।
services-description = सभी सेवाएँ, दाम और समय के साथ।
no-services = अभी कोई सेवा उपलब्ध नहीं है।
categories = श्रेणियाँ
book = बुक करें
or-for-gems = { $count ->
    [one] या एक जेम में
   *[other] या { $count } जेम्स में
}
takes = समय
price = दाम
gst-included = जीएसटी सहित
service-description = { $name }: { $span }, { $price }। ऑनलाइन समय बुक करें।

## Booking
book-lead = बस तीन चुनाव। अभी कोई भुगतान नहीं।
book-description = सेवाएँ, शाखा, दिन और समय चुनें और विज़िट माँगें।
salon = सैलून
spa = स्पा
one-side-only = एक विज़िट या तो सैलून की होती है या स्पा की। बदलने के लिए पहले चुनाव हटाएँ।
branch = शाखा
opening-soon = जल्द खुल रही है: { $names }
day = दिन
earlier-days = पहले के दिन
later-days = बाद के दिन
time = समय
choose-time = समय चुनें
choose-branch-first = समय देखने के लिए शाखा चुनें।
nothing-free = { $day } कोई समय खाली नहीं है। दूसरा दिन देखें।
closed-on = { $day } हम बंद हैं। दूसरा दिन देखें।
too-far-ahead = { $day } के लिए अभी बुकिंग नहीं ली जाती। पहले का कोई दिन देखें।
beyond-the-team = इस शाखा में यह कोई नहीं करता। कृपया दूसरी शाखा या दूसरी सेवाएँ चुनें।
time-is-gone = यह समय अब नहीं मिल सकता। दूसरा समय चुनें।
time-not-free = { $time } का समय अब खाली नहीं है। दूसरा समय चुनें।
why-closed = बंद
why-too-soon = समय कम है
why-too-far = बहुत आगे
why-past = बीत गया
why-nobody = कोई नहीं
why-booked = बुक है
notes = टिप्पणी
notes-hint = वैकल्पिक: जो हमें जानना चाहिए, जैसे एलर्जी या पसंदीदा स्टाइलिस्ट।
show-times = समय दिखाएँ
your-visit = आपकी विज़िट
nothing-chosen = अभी कोई सेवा नहीं चुनी
request-booking = बुकिंग का अनुरोध करें
person = व्यक्ति
anyone = कोई भी
wished-for = { $name } के साथ
cannot-do-that = { $name } इस शाखा में यह सेवा नहीं करते।
then-person = { $before }, फिर { $name }
change = बदलें
day-closed = बंद
day-full = पूरा भरा
said-booked = आपकी बुकिंग पक्की है। जल्द मिलते हैं।
sign-in-to-request = अनुरोध के लिए साइन इन करें

## Bookings
coming-up = आने वाली
past = बीती हुई
no-bookings = अभी कोई बुकिंग नहीं।
nothing-coming = आगे कुछ नहीं है।
nothing-past = अभी यहाँ कुछ नहीं है।
status-pending = पुष्टि की प्रतीक्षा
status-confirmed = पुष्टि हो गई
status-in-progress = चल रही है
status-completed = पूरी हुई
status-cancelled = रद्द
status-no-show = छूट गई
status-rejected = संभव नहीं
pending-explained = आपका अनुरोध मिल गया है, हम जल्द पुष्टि करेंगे। यहाँ और मेल से बताएँगे।
when = कब
with-whom = किसके साथ
total = कुल
billed = बिल की राशि
tip = टिप
paid-in-cash = नकद भुगतान
paid-by-upi = यूपीआई से भुगतान
paid-by-card = कार्ड से भुगतान
given-back = लौटाई गई राशि
invoice-not-yet = बिल बन रहा है। एक मिनट बाद फिर कोशिश करें।
still-to-pay = बाकी राशि
on-the-map = नक्शा
so-far = अब तक
step-requested = अनुरोध किया
next-confirmation = आगे: हम समय की पुष्टि करेंगे।
moved-times = { $count ->
    [one] एक बार समय बदला
   *[other] { $count } बार समय बदला
}
move-booking = समय बदलें
move-it = बदलें
date = तारीख़
now-it-is = अभी: { $when }
cancel-booking = बुकिंग रद्द करें
cancel-explained = आपका समय किसी और को मिल जाएगा। इसे लौटाया नहीं जा सकता।
reason = कारण
often-said = अक्सर कहा जाता है
reason-plans = मेरी योजना बदल गई है।
reason-ill = मेरी तबीयत ठीक नहीं है।
reason-other-time = मुझे कोई और समय ठीक रहेगा।
other = अन्य
reason-hint = वैकल्पिक। इससे हमें मदद मिलती है।
yes-cancel = हाँ, रद्द करें
add-to-calendar = कैलेंडर में जोड़ें
invoice = बिल
book-again = फिर बुक करें

## Onboarding and profile
greeting = स्वागत है, { $name }
onboarding-title = स्वागत है
onboarding-lead = कुछ बातें एक ही बार पूछेंगे, ताकि आपसे संपर्क कर सकें और आपका ध्यान रख सकें।
onboarding-done = सब हो गया
go-on = आगे बढ़ें
phone = फ़ोन
phone-hint = भारतीय मोबाइल नंबर, जैसे 98765 43210।
phone-wrong = कृपया दस अंकों का भारतीय मोबाइल नंबर लिखें।
phone-taken = यह नंबर किसी और प्रोफ़ाइल का है। कृपया दूसरा नंबर लिखें।
date-of-birth = जन्म तिथि
date-of-birth-hint = हमें जन्मदिन पसंद हैं।
guardian = माता-पिता या अभिभावक
guardian-hint = 18 साल से कम उम्र में ज़रूरी: माता या पिता, या कोई और ज़िम्मेदार, जिन्हें इसकी जानकारी हो।
guardian-name = वे कौन हैं
guardian-phone = उनका मोबाइल नंबर
date-of-birth-wrong = कृपया अपनी जन्म तिथि चुनें; आपकी उम्र कम से कम 13 साल होनी चाहिए।
gender = लिंग
gender-female = महिला
gender-male = पुरुष
gender-other = अन्य
gender-undisclosed = नहीं बताना
may-we = क्या हम …
consent-reminders = मुझे विज़िट याद दिलाएँ
consent-reminders-hint = एक दिन और एक घंटा पहले।
consent-alerts = सदस्यता के बारे में बताएँ
consent-marketing = मुझे ऑफ़र भेजें
consent-marketing-hint = कभी-कभार। आप कभी भी मना कर सकते हैं।
consent-whatsapp = मुझे WhatsApp पर लिखें
consent-since = { $day } से।
consent-whatsapp-hint = आपकी बुकिंग के बारे में, सिर्फ़ हमारी ओर से।
consent-photos = मेरी विज़िट की तस्वीरें दिखाएँ
consent-photos-hint = जैसे हमारे पेज पर नया हेयरकट। इसके बिना किसी की तस्वीर नहीं दिखाते।
consent-health = मेरी सेहत से जुड़ी बातें लिख लें
consent-health-hint = जैसे कोई एलर्जी, ताकि सेवा देने वाले को पता हो।
consents-title = आपने क्या-क्या अनुमति दी
consents-each = हर एक की तारीख़, सबसे नई पहले
consent-agreed = { $day } को अनुमति दी, { $way }।
consent-withdrawn = { $day } को वापस ली, { $way }।
purpose-terms = हमारी शर्तें
purpose-marketing = ऑफ़र
purpose-whatsapp = WhatsApp पर संदेश
purpose-photos = आपकी विज़िट की तस्वीरें
purpose-health = आपकी सेहत के बारे में नोट
way-profile = साइन इन करके ख़ुद
way-desk = रिसेप्शन पर बताकर
way-unsubscribe = मेल के लिंक से
way-message = संदेश का जवाब देकर
finish-agrees = पूरा करने पर आप सहमत होते हैं कि सेवा के लिए ज़रूरी जानकारी हम रखें।
privacy-more = हम आपके बारे में क्या रखते हैं, और क्यों
language-hint = संदेश, बिल और ये पन्ने इसी भाषा में आते हैं।
channels = संदेश कैसे आएँ
channels-hint = हर संदेश एक ही बार आता है, पहले जिस तरह हो सके। WhatsApp पर तभी, जब आप नीचे अनुमति दें।
channels-any = कोई पसंद नहीं
channel-whatsapp = WhatsApp
channel-sms = SMS
channel-email = ईमेल
channels-three = पहले { $first }, फिर { $second }, फिर { $third }
channels-two = पहले { $first }, फिर { $second }
channels-one = सिर्फ़ { $only }
finish = पूरा करें
about-you = आपके बारे में
name = नाम
email = ईमेल
save = सहेजें
not-onboarded = हम अभी आपको कम जानते हैं।
finish-profile = प्रोफ़ाइल पूरी करें
devices = साइन इन किए उपकरण
this-device = यह उपकरण
since = { $when } से
sign-out-elsewhere = बाक़ी सब जगह साइन आउट करें
browser-on = { $system } पर { $browser }
unknown-device = एक ब्राउज़र
your-data = आपका डेटा
your-data-download = मेरा डेटा डाउनलोड करें
your-data-about = हम आपके बारे में जो कुछ रखते हैं, आपके बिलों के साथ, एक फ़ाइल में। दिन में तीन बार।

## Calendar
calendar-title = अपने कैलेंडर में जोड़ें
calendar-about = आपके अपॉइंटमेंट फ़ोन या कंप्यूटर के कैलेंडर में दिखेंगे और वहाँ अपने आप बदलते रहेंगे। कैलेंडर कुछ घंटों में एक बार देखते हैं।
calendar-is-shared = एक पता पहले से है। नया पता उसकी जगह ले लेगा।
calendar-share = पता बनाएँ
calendar-anew = नया पता बनाएँ
calendar-once = इसे अपने पास ही रखें: जिसके पास यह पता है, वह आपके अपॉइंटमेंट देख सकता है। यह दोबारा नहीं दिखेगा।
calendar-lost = पता बन गया, पर यहाँ तक नहीं पहुँचा। कृपया दूसरा बनाएँ।
calendar-open = कैलेंडर में खोलें
copy-address = पता कॉपी करें
calendar-end = साझा करना बंद करें
calendar-end-sure = साझा करना बंद करें? इस पते वाले कैलेंडर में आगे कुछ नया नहीं दिखेगा।
said-calendar-ended = यह पता अब कहीं नहीं ले जाता।
erase-title = मेरा डेटा मिटाएँ
erase-about = हम आपकी प्रोफ़ाइल, आपके संदेश, आपके बारे में नोट और आपका साइन-इन मिटा देते हैं, और आपकी विज़िट से आपका नाम निकाल देते हैं। बिल आठ साल रहते हैं, जैसा कर क़ानून कहता है। बचे जेम और घंटे ख़त्म हो जाते हैं। मन बदलने के लिए दो दिन हैं। पहले आगे की बुकिंग रद्द करनी और बिल चुकाने होंगे।
erase-ask = मेरा डेटा मिटाएँ
erase-sure = आपके बारे में सब कुछ मिटा दें? दो दिन में यह हो जाएगा और वापस नहीं लिया जा सकेगा।
erase-when = आपका डेटा { $when } को मिटा दिया जाएगा। तब तक आप इसे रख सकते हैं।
erase-keep = मेरा डेटा रखें
said-erasing = आपका डेटा दो दिन में मिटा दिया जाएगा। हमने आपको लिखा है।
said-kept = आपका डेटा रहेगा।
said-bookings-ahead = आपकी आगे की बुकिंग हैं। पहले उन्हें रद्द करें।
said-due = अभी कुछ चुकाना बाक़ी है। पहले उसे चुकाएँ।
said-works-here = आप यहाँ काम करते हैं: कृपया मालिक से पूछें।
said-copied = कॉपी हो गया।

## Gems
balance = आपकी शेष राशि
gems-count = { $count ->
    [one] जेम
   *[other] जेम्स
}
earned-and-used = अब तक { $earned } कमाए, { $used } ख़र्च किए
expiring = कब क्या समाप्त होगा
gems-expire = { $count ->
    [one] एक जेम { $day } तक
   *[other] { $count } जेम्स { $day } तक
}
gems-expire-later = { $count } जेम बाद में
what-gems-buy = इनसे क्या मिलता है
nothing-for-gems = अभी जेम्स से कुछ नहीं मिलता।
gems-price = { $count ->
    [one] 1 जेम
   *[other] { $count } जेम्स
}
enough-gems = इसके लिए आपके पास पर्याप्त हैं।
gems-missing = { $count ->
    [one] एक जेम और चाहिए।
   *[other] { $count } जेम्स और चाहिए।
}
gems-at-desk = हमेशा की तरह बुक करें और काउंटर पर बताएँ कि जेम्स से चुकाना है।
history = इतिहास
no-gems-yet = अभी कोई जेम नहीं। हर ₹100 पर एक जेम मिलता है।
gems-earned = कमाए
gems-redeemed = ख़र्च किए
gems-expired = समाप्त
gems-adjusted = सुधार
gems-of-invoice = बिल { $number }

## Membership
sessions = सत्र
no-sessions = अभी कोई सत्र नहीं।
no-membership = आपकी अभी कोई सदस्यता नहीं है। सदस्य एक बार भुगतान करते हैं और जब चाहें आते हैं।
earlier-memberships = पिछली सदस्यताएँ
hours-remaining = बचे घंटे
hours-left = { $all } में से { $left } बाक़ी
valid-until = { $day } तक मान्य
no-tiers = अभी कोई सदस्यता उपलब्ध नहीं है।
tier-terms = { $hours } स्पा, { $days } दिनों के भीतर
tiers-at-desk = अगली बार काउंटर पर पूछें, या हमें फ़ोन करें।
membership-active = सक्रिय
membership-expired = समाप्त
membership-cancelled = रद्द

## Waitlist
waitlist = प्रतीक्षा सूची
waitlist-lead = समय खाली होते ही हम आपको लिखेंगे और उसे पंद्रह मिनट आपके लिए रोककर रखेंगे।
no-wishes = आप किसी समय की प्रतीक्षा में नहीं हैं। कोई दिन भरा हो तो हमसे कहें: समय खाली होते ही हम बताएँगे।
place-in-line = कतार में नंबर { $place }
wish-waiting = प्रतीक्षा में
wish-offered = आपके लिए समय
wish-paused = रुका हुआ
wish-paused-explained = तीन बार समय बिना उत्तर के निकल गया, इसलिए हमने पूछना रोक दिया। फिर पूछे जाने के लिए इसे हटाकर दोबारा जोड़ें।
wish-accepted = बुक हो गया
wish-ended = समाप्त
held-until = { $time } तक आपके लिए रोका हुआ
accept = स्वीकार करें
decline = मना करें
remove = हटाएँ
said-accepted = बुक हो गया। आपका इंतज़ार रहेगा।
decline-sure = { $when } का समय छोड़ दें? यह समय कतार में अगले व्यक्ति को मिलेगा।
remove-sure = { $what } का इंतज़ार छोड़ दें? कतार में आपकी जगह चली जाएगी।
said-declined = धन्यवाद। यह समय अगले व्यक्ति को मिलेगा।
said-removed = प्रतीक्षा सूची से हटा दिया।
full-that-day = उस दिन सब भरा है?
tell-me = समय खाली होने पर मुझे बताएँ
tell-me-explained = आप किन समयों के बीच आ सकते हैं? हम तुरंत लिखेंगे और समय पंद्रह मिनट रोककर रखेंगे।
from-time = से
to-time = तक
span-of-times-wrong = कृपया खुलने के समय के भीतर के समय चुनें, पहला दूसरे से पहले का।
add-me = मुझे जोड़ें
said-on-waitlist = आप प्रतीक्षा सूची में हैं।

## Notifications
mark-all-read = सब पढ़ा हुआ मानें
no-notifications = अभी बताने को कुछ नहीं।
unread = { $count ->
    [one] एक अपठित
   *[other] { $count } अपठित
}
new-mark = नया
push-title = इस उपकरण पर
push-text = समय की पुष्टि होते ही जानें, यह पन्ना बंद हो तब भी।
turn-on = सूचनाएँ चालू करें
turn-off = सूचनाएँ बंद करें

## Landing page
welcome = स्वागत है
welcome-heading = एक घंटा अपने नाम
welcome-lead = अपना नंबर छोड़ें: हम फ़ोन करेंगे, सवालों के जवाब देंगे और आपके लिए समय ढूँढेंगे।
service = सेवा
not-sure-yet = अभी तय नहीं
request-call = फ़ोन का अनुरोध करें
call-promise = हम खुलने के समय में एक ही बार फ़ोन करेंगे, और किसी बात के लिए नहीं।
thanks = धन्यवाद
thanks-text = आपका नंबर मिल गया, हम जल्द फ़ोन करेंगे। या अभी ख़ुद समय चुन लें।

## Sign-in and offline
sign-in-with-google = Google से साइन इन करें
sign-in-lead = अपनी बुकिंग, जेम्स और सदस्यता देखें, और झट से बुक करें।
sign-in-booking = बस एक क़दम: फिर आप वहीं लौटेंगे, सब चुनाव वैसे ही रहेंगे।
sign-in-failed = साइन इन नहीं हो सका। फिर कोशिश करें।
sign-in-fine = हम केवल आपका नाम और ईमेल पता जानते हैं।
unsubscribe = ईमेल बंद करें
unsubscribe-text = हम आपको जन्मदिन की शुभकामनाएँ, ऑफ़र और विज़िट के बारे में सवाल अब नहीं भेजेंगे। आपकी बुकिंग के संदेश आते रहेंगे।
unsubscribe-fine = आप कभी भी अपना मन बदल सकते हैं:
offline-title = कनेक्शन नहीं है
offline-text = लगता है आप ऑफ़लाइन हैं। आपकी बुकिंग हमारे पास सुरक्षित है।
try-again = फिर कोशिश करें

## The link of a message
link-hello = नमस्ते { $name }, यह आपकी विज़िट है।
link-offer = { $name }, आपके लिए एक समय ख़ाली हुआ है।
link-keep = जिसके पास यह लिंक है, वह इस विज़िट को बदल सकता है: कृपया इसे अपने पास ही रखें।
link-gone-title = यह लिंक अब काम नहीं करता
link-gone-text = हो सकता है कि पता ग़लत लिखा हो, उसकी जगह नया लिंक आ गया हो, या विज़िट हो चुकी हो। कृपया हमारा सबसे नया संदेश देखें, या हमें फ़ोन करें।
accept-explained = क्या हम यह समय आपके लिए बुक कर दें?
yes-accept = हाँ, बुक करें
decline-explained = यह समय कतार में अगले व्यक्ति को मिलेगा।
yes-decline = हाँ, जाने दें
call-us = फ़ोन करें

## What is held of people
privacy = निजता
privacy-description = हम आपके बारे में क्या, क्यों और कब तक रखते हैं, और किससे पूछें।
privacy-lead = { $salon } उतना ही रखता है जितना आपकी सेवा के लिए ज़रूरी है। यह पेज उसे सीधे शब्दों में बताता है।
privacy-held = हम क्या रखते हैं
privacy-held-you = आपका नाम, फ़ोन, ईमेल, जन्मदिन और लिंग, जैसा आपने बताया।
privacy-held-visits = आपकी विज़िट, बिल, जेम और मेंबरशिप।
privacy-held-asked = सिर्फ़ आपकी सहमति से: तस्वीरें, और सेहत से जुड़ी बातें, जैसे कोई एलर्जी।
privacy-held-minors = 18 से कम उम्र के ग्राहकों के अभिभावक का नाम और फ़ोन। उन्हें हम कोई ऑफ़र नहीं भेजते, चाहे उन्होंने सहमति दी हो।
privacy-why = क्यों
privacy-why-visits = आपका समय रखने, विज़िट के बारे में बताने, बिल बनाने और आपकी पसंद याद रखने के लिए।
privacy-why-asked = ऑफ़र, व्हाट्सऐप, तस्वीरें और सेहत की बातें, हर एक के लिए आपकी सहमति चाहिए, जो आप अपनी प्रोफ़ाइल में देते और वापस लेते हैं।
privacy-long = कब तक
privacy-long-profile = जब तक आप हमारे ग्राहक हैं। आप अपना डेटा मिटवाएँ, तो क़ानून जिसे रखना ज़रूरी नहीं मानता, वह हम हटा देते हैं।
privacy-long-bills = बिल आठ साल रखे जाते हैं, जैसा कर क़ानून कहता है।
privacy-long-messages = संदेश और उन पर आपके जवाब 12 महीने रखे जाते हैं। अगर आपने सिर्फ़ पूछताछ की थी, तो उसे हम 24 महीने बाद मिटा देते हैं।
privacy-long-looks = हममें से किसने आपका पेज देखा या ग्राहकों की सूची निकाली, यह दिन के हिसाब से लिखा जाता है और एक साल रखा जाता है।
privacy-who = कौन देखता है
privacy-who-we = सेवा देने वाले, रिसेप्शन और सैलून के मैनेजर। हम इसे किसी को नहीं बेचते।
privacy-who-carriers = संदेश पहुँचाने वाले और हमारे कंप्यूटर चलाने वाले, सिर्फ़ इसी काम के लिए।
privacy-yours = आप क्या कर सकते हैं
privacy-yours-see = अपनी प्रोफ़ाइल में देखें और सुधारें कि आपने क्या बताया।
privacy-yours-download = हम आपके बारे में जो कुछ रखते हैं, उसे एक फ़ाइल में डाउनलोड करें: अपनी प्रोफ़ाइल में, या साइन इन होने पर नीचे।
privacy-yours-stop = कोई भी सहमति वहाँ कभी भी वापस लें। ऑफ़र वाले हर संदेश में उन्हें बंद करने का लिंक भी है।
privacy-yours-erase = अपना डेटा मिटवाएँ, वहीं या हमसे कहकर। दो दिन बाद आपकी प्रोफ़ाइल, संदेश, नोट और साइन-इन नहीं रहते, और आपकी विज़िट एक पूर्व ग्राहक की रह जाती हैं। सिर्फ़ बिल पर आपका नाम रहता है, जब तक कर क़ानून कहता है।
privacy-ask = किससे पूछें
privacy-ask-how = हम आपके बारे में जो रखते हैं, उस पर हमें लिखें। जवाब से बात न बने, तो आप भारतीय डेटा संरक्षण बोर्ड के पास जा सकते हैं।
privacy-ask-desk = किसी भी शाखा के रिसेप्शन पर पूछें।
