"""A push from the desk's approval to what the browser shows.

Chromium's own push service cannot be reached from here, so the console stands in for it: the page subscribes with the
console's address and keys of its own, the service encrypts for them, and what arrived is decrypted as a browser would
(RFC 8291) and handed to the real service worker by the browser's debugging protocol.
"""
from playwright.sync_api import expect

from harness import PHONE, call, signed_in
from customer import approve, choose

BROWSER = "walk"

# Stands before the page's script: what `subscribe` gives there comes from a browser vendor.
SUBSCRIBE = """
(() => {
  const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const unsubscribe = async () => { current = null; delete localStorage.subscribed; return true; };
  let current = localStorage.subscribed ? { endpoint: localStorage.subscribed, unsubscribe } : null;
  PushManager.prototype.subscribe = async (options) => {
    globalThis.askedWith = options;
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const point = await crypto.subtle.exportKey('raw', pair.publicKey);
    globalThis.browserKeys = { pair, auth, point };
    const endpoint = '__ENDPOINT__';
    const keys = { p256dh: text(point), auth: text(auth) };
    current = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
    localStorage.subscribed = endpoint;
    return current;
  };
  PushManager.prototype.getSubscription = async () => current;
})();
"""

DECRYPT = """
async (base64) => {
  const body = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const { pair, auth, point } = globalThis.browserKeys;
  const [salt, length] = [body.slice(0, 16), body[20]];
  const [sender, sealed] = [body.slice(21, 21 + length), body.slice(21 + length)];
  const theirs = await crypto.subtle.importKey('raw', sender, { name: 'ECDH', namedCurve: 'P-256' }, false, []);
  const secret = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, pair.privateKey, 256);
  const hkdf = async (salt, material, info, bits) => crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info }, await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits']), bits);
  const words = (text) => new TextEncoder().encode(text);
  const material = await hkdf(auth, secret, new Uint8Array([...words('WebPush: info\\0'), ...new Uint8Array(point), ...sender]), 256);
  const key = await crypto.subtle.importKey('raw', await hkdf(salt, material, words('Content-Encoding: aes128gcm\\0'), 128), 'AES-GCM', false, ['decrypt']);
  const nonce = await hkdf(salt, material, words('Content-Encoding: nonce\\0'), 96);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed));
  return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2)));
}
"""


def registration_of(shown, wire):
    """The browser's own name of the service worker's registration."""
    known = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    wire.send("ServiceWorker.enable")
    shown.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(100):
        ours = [one for one in known if one["scopeURL"].startswith(shown.evaluate("location.origin")) and not one["isDeleted"]]
        if ours:
            return ours[-1]["registrationId"]
        shown.wait_for_timeout(50)
    raise AssertionError("the service worker is not registered")


def push_is_shown(browser, service):
    with (
        signed_in(browser, service, "customer@parlour.test", service_workers="allow", permissions=["notifications"], **PHONE) as shown,
        signed_in(browser, service, "receptionist@parlour.test", app="admin") as desk,
    ):
        shown.add_init_script(SUBSCRIBE.replace("__ENDPOINT__", f"{service.console}/push/{BROWSER}"))
        shown.goto(f"{service.customer}/notifications")
        shown.get_by_role("button", name="Turn on notifications").click()
        expect(shown.get_by_role("button", name="Turn off notifications")).to_be_visible()
        _, key = call(shown, "GET", f"{service.customer}/api/push/key")
        assert shown.evaluate("globalThis.askedWith.applicationServerKey") == key["data"]["publicKey"]

        booked = request_a_visit(browser, service)
        approve(desk, service, booked)
        received = []
        for _ in range(200):
            received = shown.request.get(f"{service.console}/push/{BROWSER}").json()
            if received:
                break
            shown.wait_for_timeout(50)
        assert received, "no push arrived"
        message = shown.evaluate(DECRYPT, received[0]["bodyBase64"])

        wire = shown.context.new_cdp_session(shown)
        registration = registration_of(shown, wire)
        wire.send("ServiceWorker.deliverPushMessage",
                  {"origin": service.customer, "registrationId": registration, "data": message})
        told = shown_notification(shown)
        assert told["title"] and told["body"] and told["url"] == f"/bookings/{booked}", told

        # With no network at all, a page of the app stands in.
        shown.context.set_offline(True)
        shown.goto(f"{service.customer}/gems")
        expect(shown.get_by_role("heading", level=1)).to_be_visible()
        assert shown.evaluate("caches.keys()"), "nothing is kept for the time without a network"
        shown.context.set_offline(False)
        shown.goto(f"{service.customer}/notifications")


def shown_notification(shown):
    """The notification that the service worker shows, once it does."""
    for _ in range(200):
        told = shown.evaluate("navigator.serviceWorker.ready.then((one) => one.getNotifications())"
                              ".then(([one]) => one && { title: one.title, body: one.body, url: one.data.url })")
        if told:
            return told
        shown.wait_for_timeout(50)
    raise AssertionError("the service worker shows nothing")


def request_a_visit(browser, service):
    with signed_in(browser, service, "customer@parlour.test", **PHONE) as shown:
        shown.goto(f"{service.customer}/book")
        choose(shown, time="4:00 pm")
        shown.get_by_role("button", name="Request booking").click()
        shown.wait_for_url("**/bookings/*")
        return shown.url.rpartition("/")[2]


def pushes_end_with_the_visit(browser, service):
    """Whoever signs out is told nothing more here, and whoever comes next turns on their own."""
    options = PHONE | {"service_workers": "allow", "permissions": ["notifications"]}
    with signed_in(browser, service, "customer@parlour.test", **options) as shown:
        shown.add_init_script(SUBSCRIBE.replace("__ENDPOINT__", f"{service.console}/push/{BROWSER}"))
        shown.goto(f"{service.customer}/notifications")
        shown.get_by_role("button", name="Turn on notifications").click()
        expect(shown.get_by_role("button", name="Turn off notifications")).to_be_visible()
        shown.goto(f"{service.customer}/profile")
        with shown.expect_response("**/api/push/subscribe") as ended:
            shown.get_by_role("button", name="Sign out", exact=True).click()
        assert (ended.value.request.method, ended.value.status) == ("DELETE", 200), ended.value.status
        shown.wait_for_url(f"{service.customer}/")
        shown.goto(f"{service.console}/sign-in?email=customer2@parlour.test")
        shown.goto(f"{service.customer}/notifications")
        expect(shown.get_by_role("button", name="Turn on notifications")).to_be_visible()


WALKS = [push_is_shown, pushes_end_with_the_visit]
