"""The page's files fit together, and its policy is kept. The modules are checked by `.ci/page`."""

import re
from html.parser import HTMLParser

from tests.conftest import ROOT

STATIC = ROOT / "app" / "web" / "static"
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
FILES = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
MODULES = {name: path.read_text(encoding="utf-8") for name, path in FILES.items() if name.endswith(".js")}
STYLES = {name: path.read_text(encoding="utf-8") for name, path in FILES.items() if name.endswith(".css")}
NAMESPACE = "http://www.w3.org/2000/svg"


def elements() -> list[tuple[str, dict[str, str | None]]]:
    """Return all start tags of the page, as (tag, attributes)."""
    found, parser = [], HTMLParser()
    parser.handle_starttag = lambda tag, attributes: found.append((tag, dict(attributes)))
    parser.feed(PAGE)
    return found


def test_the_page_has_nothing_that_its_policy_forbids():
    for tag, has in elements():
        assert not any(name.startswith("on") or name == "style" for name in has), (tag, has)
        assert tag != "style"
        assert tag != "script" or has.get("src"), has
    assert re.findall(r"<script[^>]*>\s*[^<\s]", PAGE) == []
    for name, text in MODULES.items():
        forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\("
        assert re.findall(forbidden, text) == [], name


def test_nothing_is_asked_of_another_host():
    for name, text in {**MODULES, **STYLES, "index.html": PAGE}.items():
        addresses = set(re.findall(r"(?:https?|wss?)://[\w.-]+[^\s\"'`)]*", text))
        assert addresses <= {NAMESPACE}, name


def test_every_element_that_is_asked_for_is_on_the_page_once():
    ids = [has["id"] for _, has in elements() if "id" in has]
    assert len(ids) == len(set(ids))
    asked = {name: set(re.findall(r'byId\("([\w-]+)"\)', text)) for name, text in MODULES.items()}
    assert {name: sorted(of - set(ids)) for name, of in asked.items() if of - set(ids)} == {}


def test_every_need_of_a_part_of_the_page_is_known():
    needs = {need for _, has in elements() for need in (has.get("data-needs") or "").split()}
    table = re.search(r"const has = \{(.*?)\n  \};", MODULES["item/panel.js"], re.DOTALL)
    assert table is not None
    assert needs == set(re.findall(r"^ {4}(\w+):", table[1], re.MULTILINE))
