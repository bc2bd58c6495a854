"""Pictures and texts are brought in every way, become a list, and are read a few at a time."""

import base64
import json

from PIL import Image

from tests.browser.conftest import ADDRESS, FIXTURES, SOLVED, brought

SHOT = FIXTURES / "site-6x6.png"
TRANSFER = """(files) => {
    const transfer = new DataTransfer();
    for (const { name, type, text, base64 } of files) {
        if (name) {
            const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
            transfer.items.add(new File([bytes], name, { type }));
        } else transfer.setData("text/plain", text);
    }
    return transfer;
}"""


def file(name: str, kind: str = "image/png") -> dict[str, str]:
    contents = base64.b64encode((FIXTURES / name).read_bytes()).decode()
    return {"name": name, "type": kind, "base64": contents}


def drag(page, event, *files):
    page.dispatch_event("body", event, {"dataTransfer": page.evaluate_handle(TRANSFER, list(files))})


def paste(page, *files):
    transfer = page.evaluate_handle(TRANSFER, list(files))
    page.evaluate(
        "(clipboardData) => document.body.dispatchEvent("
        "new ClipboardEvent('paste', { clipboardData, bubbles: true }))",
        transfer,
    )


def wait_for_states(page, *states):
    page.wait_for_function(
        "(states) => JSON.stringify([...document.querySelectorAll('.entry-state')]"
        ".map((state) => state.textContent.slice(2))) === states",
        arg=json.dumps(states, separators=(",", ":"), ensure_ascii=False),
    )


def names(page):
    return page.locator(".entry-name").all_text_contents()


def pdf_of(*pictures: str) -> dict[str, object]:
    blank = Image.new("RGB", (300, 300), "white")
    pages = [Image.open(FIXTURES / name).convert("RGB") if name else blank for name in pictures]
    return brought(pages[0], "scan.pdf", "PDF", save_all=True, append_images=pages[1:], resolution=100)


def test_pictures_are_dropped_anywhere_and_pasted(page):
    drag(page, "dragenter", file(SHOT.name))
    assert page.locator("#drop-here").is_visible()
    drag(page, "drop", file(SHOT.name))
    assert not page.locator("#drop-here").is_visible()
    wait_for_states(page, "solved")
    assert page.locator("#message").inner_text() == SOLVED
    drag(page, "drop", file("zoomed-10x10-played.png"))
    paste(page, {**file(SHOT.name), "name": "image.png"})
    paste(page, {"text": f"🟦⬜\n{ADDRESS}\nand\n{ADDRESS}\n"})  # as it was shared, emoji and all
    wait_for_states(page, *["solved"] * 5)
    assert names(page)[:3] == [SHOT.name, "zoomed-10x10-played.png", "pasted.png"]


def test_the_paste_button_takes_what_is_on_the_clipboard_or_says_why_not(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", ADDRESS)
    page.click("#paste")
    wait_for_states(page, "solved")
    page.evaluate("() => navigator.clipboard.writeText('')")
    page.click("#paste")
    page.wait_for_selector("#notice:has-text('The clipboard has no picture and no text')")
    page.evaluate(
        "navigator.clipboard.read = async () => { throw new DOMException('', 'NotAllowedError'); }; 0"
    )
    page.click("#paste")
    page.wait_for_selector("#notice:has-text('Press Ctrl+V, or allow')")
    page.click("#notice-close")
    assert not page.locator("#notice").is_visible()


def test_a_pasted_text_with_a_mistake_is_shown_at_its_place_and_mended(page):
    paste(page, {"text": ADDRESS[:-1]})
    page.wait_for_selector("#text-error:has-text('expected 12 clues, found 11')")
    assert page.locator("#text-error").inner_text().startswith("Line 1, column 60")
    assert page.evaluate("() => document.activeElement.id") == "text-field"
    assert page.locator("#text-field").get_attribute("aria-invalid") == "true"
    page.locator("#text-field").press_sequentially("z")
    assert not page.locator("#text-error").is_visible()
    page.keyboard.press("Escape")
    page.click("#text")
    assert "z" in page.locator("#text-field").input_value()  # what was mended in part is there again
    page.keyboard.press("Escape")
    paste(page, {"text": ADDRESS})
    wait_for_states(page, "solved")
    page.click("#text")
    page.locator("#text-field").evaluate(
        "(field) => field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }))"
    )
    assert page.locator("#text-dialog").is_visible()  # what is pasted into the field stays there
    assert not page.locator("#notice").is_visible()
    page.fill("#text-field", ADDRESS)
    page.keyboard.press("Control+Enter")
    wait_for_states(page, "solved", "solved")
    assert not page.locator("#text-dialog").is_visible()
    page.click("#text")
    assert page.locator("#text-field").input_value() == ""
    assert page.locator("#text-field").get_attribute("placeholder").endswith(ADDRESS[8:])


def test_a_text_that_does_not_tell_its_size_is_asked_for_it(page):
    page.click("#text")
    page.fill("#text-field", "1_1_1_0_3;1,1,1,1,1,1")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("#text-size-part:visible")
    page.fill("#text-size", "2 x 3")
    page.keyboard.press("Enter")
    wait_for_states(page, "solved")


def test_several_become_a_list_that_tells_what_became_of_each(page, bring):
    broken = {"name": "broken.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\nno more"}
    files = [brought(Image.open(FIXTURES / name), name) for name in (SHOT.name, "refused-covered.png")]
    bring(page, broken, *files)
    wait_for_states(page, "no puzzle", "solved", "refused")
    page.wait_for_function("() => document.querySelectorAll('.thumb canvas').length === 2")
    assert page.locator("#tally").inner_text() == "1 no puzzle, 1 solved, 1 refused"


def test_the_list_is_used_by_keyboard_alone(page, bring):
    bring(page, SHOT.name, "tight-8x5.png", "dark-reader-10x10.png")
    wait_for_states(page, "solved", "solved", "solved")
    page.focus(".entry[aria-current]")
    page.keyboard.press("ArrowDown")
    assert page.locator(".entry[aria-current] .entry-name").inner_text() == "tight-8x5.png"
    page.keyboard.press("Delete")
    assert names(page) == [SHOT.name, "dark-reader-10x10.png"]
    focused = "() => document.activeElement.querySelector('.entry-name')?.textContent"
    assert page.evaluate(focused) == "dark-reader-10x10.png"
    page.keyboard.press("Home")
    assert page.evaluate(focused) == SHOT.name
    assert page.locator("#entries [tabindex='0']").count() == 2  # the entry that is shown, and its way out
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert names(page) == ["dark-reader-10x10.png"]


def test_what_was_removed_can_be_had_back_as_it_was(page, bring):
    bring(page, SHOT.name, "tight-8x5.png")
    for remove in ("#entries li:first-child .remove", "#clear"):
        page.click(remove)
        page.click("#notice-act")
        assert names(page) == [SHOT.name, "tight-8x5.png"]
        assert page.evaluate("document.activeElement.title") == SHOT.name
        page.wait_for_selector("#stage image")
        assert "one solution" in page.inner_text("#message")


def test_the_pages_of_a_file_are_read_one_by_one(page, bring):
    bring(page, pdf_of(SHOT.name, "", "tight-8x5.png"))
    wait_for_states(page, "solved", "refused", "solved")
    assert names(page) == [f"scan.pdf, page\N{NO-BREAK SPACE}{number}" for number in (1, 2, 3)]
    page.wait_for_function("() => document.querySelectorAll('.thumb canvas').length === 3")
    page.click(".entry >> nth=1")
    page.wait_for_selector("#stage image")
    page.click("#crop")  # it has no board, but may show one that was not found
    page.wait_for_selector("#crop-stage image")
    page.keyboard.press("Escape")
    page.click(".entry >> nth=2")
    assert page.title() == "scan.pdf, page\N{NO-BREAK SPACE}3 - Aquarium"
    assert page.locator("#message").inner_text().startswith("8×5")


def test_reading_is_cancelled_and_taken_up_again(page):
    page.route("**/api/solve*", lambda route: None)  # as if it took for ever
    page.set_input_files("#files", [SHOT, FIXTURES / "tight-8x5.png", FIXTURES / "upside-down-8x5.jpg"])
    page.wait_for_selector("#batch:visible")
    assert page.locator("#batch-words").inner_text() == "0 of 3 done"
    wait_for_states(page, "reading", "reading", "waiting")  # two at a time
    page.click("#busy-cancel")
    wait_for_states(page, "not read", "reading", "reading")
    page.click("#cancel-all")
    wait_for_states(page, "not read", "not read", "not read")
    page.unroute("**/api/solve*")
    page.click("text=Read it after all")
    wait_for_states(page, "solved", "not read", "not read")
    page.click("#read-rest")
    wait_for_states(page, "solved", "solved", "solved")


def test_the_pictures_of_a_dropped_folder_are_taken_in_order_and_what_is_left_out_is_named(page, tmp_path):
    for name in ("10.png", "2.PNG", "inner/3.png", ".hidden.png", "notes.doc"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(SHOT.read_bytes())
    devtools = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(tmp_path)], "dragOperationsMask": 1}
    for event in ("dragEnter", "drop"):
        devtools.send("Input.dispatchDragEvent", {"type": event, "x": 600, "y": 400, "data": data})
    wait_for_states(page, "solved", "solved", "solved")
    assert names(page) == ["2.PNG", "10.png", "3.png"]
    assert page.locator("#notice-words").inner_text() == "Skipped, not pictures or puzzles: notes.doc."


def test_a_phone_takes_a_photograph_and_has_the_list_as_a_strip(phone, bring):
    assert phone.locator("#camera").is_visible()
    assert phone.locator("#photo").get_attribute("capture") == "environment"
    bring(phone, SHOT.name, "tight-8x5.png", "photo-10x10.jpg")
    wait_for_states(phone, "solved", "solved", "solved")
    tops = phone.evaluate(
        "() => [...document.querySelectorAll('.entry')].map((one) => one.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_colours_are_chosen_and_remembered(page):
    page.click("#theme")
    page.click("#theme")
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("#theme").get_attribute("aria-label") == "Colours: dark"
    page.click("#theme")
    assert page.locator("html").get_attribute("data-theme") == "auto"


def test_the_small_picture_of_a_text_follows_its_corrections_and_stays(page, bring):
    bring(page, "tight-8x5.png")
    paste(page, {"text": ADDRESS})
    clues = "li:has([aria-current]) .thumb .clues text"
    page.wait_for_selector(clues, state="attached")
    page.click("#correct-toggle")
    page.locator("#stage .targets [data-place='top:3']").press("5")
    page.keyboard.press("Enter")
    page.wait_for_function("(clues) => document.querySelectorAll(clues)[2].textContent === '5'", arg=clues)
    paste(page, {"text": ADDRESS})
    page.wait_for_function("() => document.querySelectorAll('.thumb .clues text').length === 24")
    assert page.locator(".thumb .clues text").all_text_contents()[:12] == list("335331454002")
