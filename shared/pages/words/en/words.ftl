## The frame
skip-to-content = Skip to content
main-navigation = Main
account = Your account
tabs = Pages
menu = Menu
close = Close
language = Language
pages = Pages of this list
newer = Newer
older = Older
you-are-here = You are here
home = Home
services = Services
new-visit = New visit
bookings = Bookings
gems = Gems
membership = Membership
notifications = Notifications
profile = Profile
sign-in = Sign in
sign-out = Sign out
website = Website
instagram = Instagram
to-start = To the start page
needs-script = Looking around works as it is. To send something, please switch on JavaScript in your browser, or call us.

## Days, times, spans
today = today
tomorrow = tomorrow
yesterday = yesterday
# $from (String)
# $to (String)
days-from-to = { $from } to { $to }
# $minutes (Number)
span-minutes = { $minutes } min
# $hours (Number)
span-hours = { $hours } h
# $hours (Number)
# $minutes (Number)
span-hours-minutes = { $hours } h { $minutes } min
morning = Morning
afternoon = Afternoon
evening = Evening
every-day = Every day

## What the script says
said-offline = No connection. Nothing you typed is lost: please try again when you are back online.
said-broken = Something went wrong on our side. Nothing you typed is lost: please try again.
said-fields = Please check the marked fields.
said-choose-one = Please choose at least one.
said-sent-before = You have sent this already.
said-see-it = See what came of it
said-send-again = Send it again
said-keep = Leave it as it is
said-unsaved = Not saved yet.
said-discard = Discard
said-busy = One moment …
said-slot-gone = That time is no longer free. Please choose another one.
said-slow-down = That was a lot at once. Please wait a moment and try again.
said-required = Please fill this in.
said-choose = Please choose one.
# $value (String)
said-least = { $value } or more, please.
# $value (String)
said-most = { $value } or less, please.
# $value (String)
said-earliest = { $value } or later, please.
# $value (String)
said-latest = { $value } or earlier, please.
said-email = An address like name@example.com, please.
said-url = An address that begins with https://, please.
said-wrong = Please check this.
said-refused = That did not work. Please try again, or call us.
said-check-choices = Something of what you chose does not fit. Please look over it and try again.
said-gone = This is not here any more. Please open the page again.
said-changed-meanwhile = Something has changed meanwhile. Please open the page again and look.
said-phone-changed-too-often = The phone number was changed three times today. Please try again tomorrow.
said-not-cancellable = This booking can no longer be cancelled.
said-moved-too-often = This booking was moved as often as it may be. Please call us.
said-too-late = It is too late to change this booking here. Please call us.
said-too-late-to-move = It is too late to move this booking here. Please call us.
said-not-possible-now = That is no longer possible with this booking.
said-too-many-open = You have as many open requests as you may have. Please wait until we have answered some.
said-no-waitlist = This branch keeps no waitlist: please ask for the time you would like.
said-free-now = A time that fits is free now: please book it.
said-too-many-wishes = You are on the waitlist five times already. Please remove one of them first.
said-no-live-offer = This offer has run out or gone to somebody else.
said-offer-withdrawn = That time is not possible any more. You are still on the waitlist: we are looking for another one.
said-not-on-offer = One of these services is no longer on offer.
said-requested = Your request is in. We will confirm it soon.
said-moved = Your booking has been moved.
said-booking-changed = Your booking has changed meanwhile. This is how it stands now.
said-cancelled = Your booking is cancelled.
said-saved = Saved.
said-unsubscribed = Done. We will send you no more offers.
said-signed-out = The other devices are signed out.
said-push-on = Notifications are on for this browser.
said-push-off = Notifications are off for this browser.
said-push-denied = Your browser does not allow notifications from this site. You can change that in its settings.
said-push-failed = Notifications could not be turned on here. Please try again later, or in another browser.

## Refusals
not-found-title = This page is not here
not-found-text = The address may be old or mistyped.
forbidden-title = This page is for others
forbidden-text = You may not see or do this.
slow-down-title = A little slower, please
broken-title = Something went wrong
broken-text = It was not your fault. Please try again in a moment.
request-id = If you write to us about it, please name

## Start
home-title = Salon and spa
home-description = Hair, skin, nails and spa: see services and prices, find a time and ask for a visit online.
salon-and-spa = Salon and spa
home-lead = Good hands, quiet rooms, time for yourself. Choose a service and a time that suits you; we do the rest.
book-a-visit = Book a visit
see-services = See services
offers-now = On offer now
# $percent (Number)
percent-off = { $percent }% off
# $amount (String)
amount-off = { $amount } off
# $amount (String)
together-for = Together for { $amount }
# $day (String)
until-day = Until { $day }
# $services (String)
offer-with-all = with { $services } as well
# $services (String)
offer-with-any = with { $services }
# $day (String)
offer-days = on a day until { $day }
offer-counted = is counted in
terms = Terms
what-we-do = What we do
# $count (Number)
# $price (String)
services-from = { $count ->
    [one] One service, { $price }
   *[other] { $count } services from { $price }
}
where-we-are = Where to find us
city-or-pin = City, area or PIN code
find-branches = Find branches
# $shown (Number)
# $all (Number)
branches-shown = { $shown } of { $all } branches
# $typed (String)
no-branch-there = No branch found for “{ $typed }”. These are some of ours:
book-here = Book here
team = Team
team-lead = The people who look after you, and what each of them does.
team-description = Who works here, what they do, and how to book a visit with each of them.
no-team = Nobody can be booked online yet.
# $name (String)
book-with = Book with { $name }

## Services
services-lead = Prices include GST. Times are for the service itself; there is always a moment to arrive.
services-description = All services with prices and times, by category.
no-services = There is nothing on offer right now.
categories = Categories
book = Book
# $count (Number)
or-for-gems = { $count ->
    [one] or for one gem
   *[other] or for { $count } gems
}
takes = Takes
price = Price
gst-included = GST included
# $name (String)
# $span (String)
# $price (String)
service-description = { $name }: { $span }, { $price }. Book a time online.

## Booking
book-lead = Three choices and you are done. Nothing is charged now.
book-description = Choose services, a branch, a day and a time, and ask for your visit.
salon = Salon
spa = Spa
one-side-only = A visit is either salon or spa. To change sides, clear what you have chosen first.
branch = Branch
# $names (String)
opening-soon = Opening soon: { $names }
day = Day
earlier-days = Earlier days
later-days = Later days
time = Time
choose-time = Choose a time
choose-branch-first = Choose a branch to see its times.
# $day (String)
nothing-free = Nothing is free { $day }. Please try another day.
# $day (String)
closed-on = We are closed { $day }. Please try another day.
# $day (String)
too-far-ahead = We do not take bookings for { $day } yet. Please try an earlier day.
beyond-the-team = Nobody at this branch does that. Please choose another branch or other services.
time-is-gone = That time cannot be had any more. Please pick another one.
# $time (String)
time-not-free = { $time } is no longer free. Please pick another time.
why-closed = closed
why-too-soon = too soon
why-too-far = too far ahead
why-past = past
why-nobody = nobody in
why-booked = booked
notes = Notes
notes-hint = Optional: anything we should know, such as allergies or a favourite stylist.
show-times = Show times
your-visit = Your visit
nothing-chosen = No service chosen yet
request-booking = Request booking
person = Person
anyone = Anyone
# $name (String)
wished-for = With { $name }
# $name (String)
cannot-do-that = { $name } does not do that at this branch.
# $before (String)
# $name (String)
then-person = { $before }, then { $name }
change = Change
day-closed = closed
day-full = full
said-booked = You are booked. See you soon.
sign-in-to-request = Sign in to request

## Bookings
coming-up = Coming up
past = Past
no-bookings = No bookings yet.
nothing-coming = Nothing coming up.
nothing-past = Nothing here yet.
status-pending = Waiting for confirmation
status-confirmed = Confirmed
status-in-progress = In progress
status-completed = Completed
status-cancelled = Cancelled
status-no-show = Missed
status-rejected = Not possible
pending-explained = We have your request and will confirm it soon. You will be told here and by mail.
when = When
with-whom = With
total = Total
billed = Billed
tip = Tip
paid-in-cash = Paid in cash
paid-by-upi = Paid by UPI
paid-by-card = Paid by card
given-back = Given back
invoice-not-yet = The invoice is being made. Please try again in a minute.
still-to-pay = Still to pay
on-the-map = Map
so-far = So far
step-requested = Requested
next-confirmation = Next: we confirm your time.
# $count (Number)
moved-times = { $count ->
    [one] Moved once
   *[other] Moved { $count } times
}
move-booking = Move booking
move-it = Move
date = Date
# $when (String)
now-it-is = Now: { $when }
cancel-booking = Cancel booking
cancel-explained = Your time will be given to somebody else. This cannot be undone.
reason = Reason
often-said = Often said
reason-plans = My plans have changed.
reason-ill = I am not well.
reason-other-time = Another time suits me better.
other = Other
reason-hint = Optional. It helps us do better.
yes-cancel = Yes, cancel it
add-to-calendar = Add to calendar
invoice = Invoice
book-again = Book again

## Onboarding and profile
# $name (String)
greeting = Welcome, { $name }
onboarding-title = Welcome
onboarding-lead = A few things we need to know once, so that we can reach you and look after you well.
onboarding-done = All done
go-on = Go on
phone = Phone
phone-hint = An Indian mobile number, such as 98765 43210.
phone-wrong = Please type an Indian mobile number of ten digits.
phone-taken = This number belongs to another profile. Please use another one.
date-of-birth = Date of birth
date-of-birth-hint = We like birthdays.
guardian = Parent or guardian
guardian-hint = Needed under 18: a parent, or whoever else is responsible, who knows of it.
guardian-name = Who it is
guardian-phone = Their mobile number
date-of-birth-wrong = Please choose your date of birth; you must be at least 13 years old.
gender = Gender
gender-female = Female
gender-male = Male
gender-other = Other
gender-undisclosed = Rather not say
may-we = May we …
consent-reminders = Remind me of my visits
consent-reminders-hint = A day and an hour before.
consent-alerts = Tell me about my membership
consent-marketing = Send me offers
consent-marketing-hint = Now and then. You can change your mind at any time.
consent-whatsapp = Write to me on WhatsApp
# $day (String)
consent-since = Since { $day }.
consent-whatsapp-hint = About your visits, from us alone.
consent-photos = Show pictures of my visit
consent-photos-hint = For instance a new cut on our page. Nobody is shown without this.
consent-health = Write down what concerns my health
consent-health-hint = Such as an allergy, so that whoever serves you knows.
consents-title = What you agreed to
consents-each = Each with its date, the newest first
# $day (String)
# $way (String)
consent-agreed = Agreed on { $day }, { $way }.
# $day (String)
# $way (String)
consent-withdrawn = Withdrawn on { $day }, { $way }.
purpose-terms = Our terms
purpose-marketing = Offers
purpose-whatsapp = Messages on WhatsApp
purpose-photos = Pictures of your visits
purpose-health = Notes about your health
way-profile = by you, signed in
way-desk = by telling us at the desk
way-unsubscribe = by the link of a mail
way-message = by your answer to a message
finish-agrees = By finishing you agree that we keep what we need to serve you.
privacy-more = What we know of you, and why
language-hint = Messages, documents and these pages come in it.
channels = Messages come by
channels-hint = Each comes once, the first way that works. WhatsApp only where you allow it below.
channels-any = No preference
channel-whatsapp = WhatsApp
channel-sms = SMS
channel-email = email
# $first (String)
# $second (String)
# $third (String)
channels-three = { $first }, then { $second }, then { $third }
# $first (String)
# $second (String)
channels-two = { $first }, then { $second }
# $only (String)
channels-one = Only { $only }
finish = Finish
about-you = About you
name = Name
email = Email
save = Save
not-onboarded = We know little of you yet.
finish-profile = Complete your profile
devices = Signed-in devices
this-device = this device
# $when (String)
since = Since { $when }
sign-out-elsewhere = Sign out everywhere else
# $browser (String)
# $system (String)
browser-on = { $browser } on { $system }
unknown-device = A browser
your-data = Your data
your-data-download = Download my data
your-data-about = Everything we keep about you, with your bills, as one file. Three times a day.

## Calendar
calendar-title = Subscribe in your calendar
calendar-about = Your appointments appear in the calendar of your phone or computer, and stay up to date there. Calendars look every few hours.
calendar-is-shared = There is an address already. A new one replaces it.
calendar-share = Make an address
calendar-anew = Make a new address
calendar-once = Keep it to yourself: whoever has it sees your appointments. It is not shown again.
calendar-lost = It was made, but did not arrive here. Please make another.
calendar-open = Open in calendar
copy-address = Copy address
calendar-end = Stop sharing
calendar-end-sure = Stop sharing? Calendars with this address show nothing new from then on.
said-calendar-ended = The address leads nowhere any more.
erase-title = Erase my data
erase-about = We erase your profile, your messages, the notes about you and your sign-in, and take your name off your visits. Bills stay for eight years, as tax law asks. Gems and hours that are left are lost. You have two days to change your mind. Bookings ahead must be cancelled and bills paid first.
erase-ask = Erase my data
erase-sure = Erase everything we know of you? In two days it is done, and cannot be undone.
# $when (String)
erase-when = Your data will be erased on { $when }. Until then you can keep it.
erase-keep = Keep my data
said-erasing = Your data will be erased in two days. We have written to you.
said-kept = Your data stays.
said-bookings-ahead = You have bookings ahead. Please cancel them first.
said-due = Something is still to be paid. Please settle it first.
said-works-here = You work here: please ask the owner.
said-copied = Copied.

## Gems
balance = Your balance
# $count (Number)
gems-count = { $count ->
    [one] gem
   *[other] gems
}
# $earned (Number)
# $used (Number)
earned-and-used = { $earned } earned so far, { $used } used
expiring = What expires when
# $count (Number)
# $day (String)
gems-expire = { $count ->
    [one] One gem until { $day }
   *[other] { $count } gems until { $day }
}
# $count (Number)
gems-expire-later = { $count ->
    [one] One gem later
   *[other] { $count } gems later
}
what-gems-buy = What they buy
nothing-for-gems = Nothing can be had for gems right now.
# $count (Number)
gems-price = { $count ->
    [one] 1 gem
   *[other] { $count } gems
}
enough-gems = You have enough for this.
# $count (Number)
gems-missing = { $count ->
    [one] One more gem to go.
   *[other] { $count } more gems to go.
}
gems-at-desk = Book as usual and say at the desk that you would like to use your gems.
history = History
no-gems-yet = No gems yet. Every ₹100 you spend earns one.
gems-earned = Earned
gems-redeemed = Used
gems-expired = Expired
gems-adjusted = Corrected
# $number (String)
gems-of-invoice = Invoice { $number }

## Membership
sessions = Sessions
no-sessions = No sessions yet.
no-membership = You have no membership yet. Members pay once and come whenever they like.
earlier-memberships = Earlier memberships
hours-remaining = Hours remaining
# $left (String)
# $all (String)
hours-left = { $left } left of { $all }
# $day (String)
valid-until = Valid until { $day }
no-tiers = There are no memberships on offer right now.
# $hours (String)
# $days (Number)
tier-terms = { $hours } of spa, to be used within { $days } days
tiers-at-desk = Ask for it at the desk on your next visit, or call us.
membership-active = Active
membership-expired = Ended
membership-cancelled = Cancelled

## Waitlist
waitlist = Waitlist
waitlist-lead = We write to you the moment a time comes free, and hold it for you for a quarter of an hour.
no-wishes = You are waiting for nothing. Where a day is full, ask us to tell you when a time comes free.
# $place (Number)
place-in-line = Number { $place } in line
wish-waiting = Waiting
wish-offered = A time for you
wish-paused = Paused
wish-paused-explained = Three offers ran out, so we stopped asking. Remove this and add it again to be asked.
wish-accepted = Booked
wish-ended = Ended
# $time (String)
held-until = Held for you until { $time }
accept = Accept
decline = Decline
remove = Remove
said-accepted = Booked. We look forward to seeing you.
# $when (String)
decline-sure = Decline { $when }? The time goes to whoever is next in line.
# $what (String)
remove-sure = Stop waiting for { $what }? Your place in line is lost.
said-declined = Thank you. The time goes to whoever is next.
said-removed = Removed from the waitlist.
full-that-day = Full that day?
tell-me = Tell me when a time comes free
tell-me-explained = Between which times would you come? We write to you at once and hold the time for a quarter of an hour.
from-time = From
to-time = To
span-of-times-wrong = Please choose times within the opening hours, the first before the second.
add-me = Add me
said-on-waitlist = You are on the waitlist.

## Notifications
mark-all-read = Mark all as read
no-notifications = Nothing to tell you yet.
# $count (Number)
unread = { $count ->
    [one] One unread
   *[other] { $count } unread
}
new-mark = new
push-title = On this device
push-text = Be told at once when we confirm your time, even when this page is closed.
turn-on = Turn on notifications
turn-off = Turn off notifications

## Landing page
welcome = Welcome
welcome-heading = Treat yourself to an hour
welcome-lead = Leave your number: we call you back, answer your questions and find a time that suits you.
service = Service
not-sure-yet = Not sure yet
request-call = Request a call
call-promise = We call within opening hours, once, and about nothing else.
thanks = Thank you
thanks-text = We have your number and will call you soon. Or choose a time yourself, right now.

## Sign-in and offline
sign-in-with-google = Sign in with Google
sign-in-lead = See your bookings, gems and membership, and book in a few taps.
sign-in-booking = One more step: then you are right back at your visit, with everything as you chose it.
sign-in-failed = You could not be signed in. Please try again.
sign-in-fine = We learn your name and email address, nothing else.
unsubscribe = Unsubscribe
unsubscribe-text = We will send you no more birthday wishes, offers and questions about your visits. Messages about your bookings still come.
unsubscribe-fine = You can change your mind at any time:
offline-title = No connection
offline-text = You seem to be offline. Your bookings are safe with us.
try-again = Try again

## The link of a message
# $name (String)
link-hello = Hello { $name }, this is your visit.
# $name (String)
link-offer = { $name }, a time has come free for you.
link-keep = Whoever has this link can change this visit: please keep it to yourself.
link-gone-title = This link no longer works
link-gone-text = It may be mistyped, replaced by a newer one, or its visit may be over. Please look for our latest message, or call us.
accept-explained = Shall we book this time for you?
yes-accept = Yes, book it
decline-explained = The time goes to whoever is next in line.
yes-decline = Yes, let it go
call-us = Call

## What is held of people
privacy = Privacy
privacy-description = What we know of you, why and for how long, and whom to ask about it.
# $salon (String)
privacy-lead = { $salon } keeps what it needs to serve you, and no more. This page says it in plain words.
privacy-held = What we keep
privacy-held-you = Your name, your phone, your email, your birthday and gender, as you gave them.
privacy-held-visits = Your visits, your bills, your gems and your memberships.
privacy-held-asked = Only where you agreed: pictures, and what concerns your health, such as an allergy.
privacy-held-minors = Of customers under 18, who answers for them: name and phone. We send them no offers, whatever they agreed to.
privacy-why = Why
privacy-why-visits = To hold your time, to tell you about your visit, to write the bill, to know what you like.
privacy-why-asked = Offers, WhatsApp, pictures and notes about your health each need your agreement, which you give and take back on your profile.
privacy-long = For how long
privacy-long-profile = For as long as you are our customer. When you have your data erased, we take out what the law does not make us keep.
privacy-long-bills = Bills are kept for eight years, as tax law asks.
privacy-long-messages = Messages, and what you answer to them, are kept for 12 months. If you only asked about us, we forget it after 24 months.
privacy-long-looks = Who of us looked at your page, or took a list of customers along, is noted by the day and kept for one year.
privacy-who = Who sees it
privacy-who-we = Whoever serves you, the desk and the managers of the salon. We sell it to nobody.
privacy-who-carriers = Those who carry messages and keep our computers running, for that purpose alone.
privacy-yours = What you can do
privacy-yours-see = See and correct what you told us on your profile.
privacy-yours-download = Download everything that we keep about you, as one file: on your profile, or below when you are signed in.
privacy-yours-stop = Take back any agreement there at any time. Every message with offers also has a link that ends them.
privacy-yours-erase = Have your data erased, there too or by asking us. Two days later your profile, messages, notes and sign-in are gone, and your visits are those of a former customer. Only the bills keep your name, for as long as tax law asks.
privacy-ask = Whom to ask
privacy-ask-how = Write to us about anything that we keep of you. If our answer does not help, you can turn to the Data Protection Board of India.
privacy-ask-desk = Ask at the desk of any branch.
