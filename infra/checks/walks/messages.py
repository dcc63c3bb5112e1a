"""What is said to phones and what comes back, and pictures: both are kept at the desk and seen by customers."""
import struct
import zlib

from playwright.sync_api import expect

from harness import DESKTOP, PHONE, call, page, signed_in


def a_message_is_written_and_answered(browser, service):
    """An owner changes a text while its preview follows; a customer writes back, and the desk reads it."""
    with signed_in(browser, service, "owner@parlour.test", app="admin", **DESKTOP) as shown:
        shown.goto(f"{service.admin}/messages")
        shown.get_by_role("link", name="Edit Booking confirmed, English").click()
        shown.get_by_label("Text").fill("Hello {name}, we look forward to {date} at {time}. Thank you.")
        preview = shown.get_by_role("region", name="Preview")
        expect(preview).to_contain_text("Hello Asha, we look forward to")
        expect(preview).to_contain_text("Hello {{1}}, we look forward to {{2}} at {{3}}. Thank you.")
        expect(preview.get_by_role("status")).to_contain_text("1 segment")
        shown.get_by_role("button", name="Save").click()
        shown.wait_for_url("**/messages")
        expect(shown.get_by_role("region", name="Booking confirmed")).to_contain_text("we look forward to")

        sent = {"from": "+919800000001", "text": "Running ten minutes late <b>sorry</b>"}
        status, _ = call(shown, "POST", f"{service.console}/api/whatsapp/inbound", sent)
        assert status == 200, status
        shown.goto(f"{service.admin}/messages")
        replies = shown.get_by_role("region", name="Replies")
        expect(replies).to_contain_text(sent["text"])
        replies.get_by_role("link", name="Demo Customer").click()
        shown.wait_for_url("**/customers/*")
        expect(shown.get_by_role("main")).to_contain_text(sent["text"])


def png(width, height):
    """A picture of stripes, as a camera would give one, only smaller."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((x * 255 // width, y * 255 // height, 120)[c] for x in range(width) for c in range(3))
                    for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def a_picture_is_chosen(browser, service):
    """A manager chooses a picture for a service, and customers see it, from the app's own host."""
    with signed_in(browser, service, "manager@parlour.test", app="admin", **DESKTOP) as shown:
        _, answer = call(shown, "GET", f"{service.admin}/api/services")
        chosen = next(one for one in answer["data"]["services"] if one["name"] == "Haircut and Styling")
        shown.goto(f"{service.admin}/services/{chosen['id']}")
        file = shown.get_by_label("Choose a picture")
        file.set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no picture"})
        expect(shown.locator(".picture-field .error")).to_contain_text("picture")
        file.set_input_files({"name": "cut.png", "mimeType": "image/png", "buffer": png(400, 300)})
        preview = shown.locator(".picture-preview")
        expect(preview).to_be_visible()
        assert preview.get_attribute("src").startswith("/pictures/"), preview.get_attribute("src")
        expect(shown.locator(".picture-field .error")).to_be_hidden()
        shown.get_by_role("button", name="Save").first.click()
        expect(shown.locator("#live")).to_contain_text("Saved")
    with page(browser, service, **PHONE) as shown:
        shown.goto(f"{service.customer}/services")
        drawn = shown.locator("img[src^='/pictures/']").first
        drawn.scroll_into_view_if_needed()
        expect(drawn).to_be_visible()
        shown.wait_for_function("one => one.complete && one.naturalWidth > 0", arg=drawn.element_handle())


WALKS = [a_message_is_written_and_answered, a_picture_is_chosen]
