"""The page's files fit together: what is imported is there, what is there is used, its policy is kept."""

from __future__ import annotations

import re
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path

STATIC = Path(__file__).parents[3] / "app" / "web" / "static"
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
MODULES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.js"))}
STYLES = {path.name: path.read_text(encoding="utf-8") for path in sorted(STATIC.rglob("*.css"))}
NAMESPACE = "http://www.w3.org/2000/svg"

EXPORT = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
IMPORT = re.compile(r'^(import|export) (?:\{([^}]*)\}|\* as (\w+)) from "[./\w]*/(\w+\.js)";$', re.MULTILINE)
WORKER = re.compile(r'new URL\("(\w+\.js)", import\.meta\.url\)')


def names_in(braces: str) -> set[str]:
    """Return the names that an import takes, as the other module calls them."""
    return {name.split(" as ")[0].strip() for name in braces.split(",") if name.strip()}


def exports(name: str) -> set[str]:
    passed_on = [names_in(taken) for word, taken, _, _ in IMPORT.findall(MODULES[name]) if word == "export"]
    return set(EXPORT.findall(MODULES[name])).union(*passed_on)


def imported() -> dict[str, set[str]]:
    """Return the names that are taken from each module by the others."""
    taken: dict[str, set[str]] = defaultdict(set)
    for text in MODULES.values():
        for _, braces, whole, name in IMPORT.findall(text):
            used = re.findall(rf"(?<![./])\b{whole}\.(?!js\b)(\w+)", text) if whole else []
            taken[name] |= {*names_in(braces), *used}
    return taken


class Elements(HTMLParser):
    """All start tags of the page, as (tag, attributes)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def elements() -> list[tuple[str, dict[str, str | None]]]:
    parser = Elements()
    parser.feed(PAGE)
    return parser.found


def test_every_import_is_of_a_file_and_of_an_export_that_there_is():
    statements = {name: len(re.findall(r"^import\b", text, re.MULTILINE)) for name, text in MODULES.items()}
    understood = {
        name: sum(word == "import" for word, *_ in IMPORT.findall(text)) for name, text in MODULES.items()
    }
    assert understood == statements
    assert {name: sorted(taken - exports(name)) for name, taken in imported().items()} == {
        name: [] for name in imported()
    }


def test_everything_that_is_exported_is_imported_somewhere():
    taken = imported()
    init = {"init"}  # of the parts that app.js starts in a loop
    unused = {name: exports(name) - taken[name] - init for name in MODULES}
    assert {name: left for name, left in unused.items() if left} == {}


def test_every_module_with_init_is_started_by_another():
    started = {
        name
        for text in MODULES.values()
        for _, braces, whole, name in IMPORT.findall(text)
        if whole or "init" in names_in(braces)
    }
    assert {name for name in MODULES if "init" in exports(name)} == started & {
        name for name in MODULES if "init" in exports(name)
    }


def test_every_module_is_reached_from_the_page():
    reached: set[str] = set()
    ahead = [Path(str(has["src"])).name for tag, has in elements() if tag == "script"]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += [found[3] for found in IMPORT.findall(MODULES[name])] + WORKER.findall(MODULES[name])
    assert reached == set(MODULES)


def test_no_module_imports_one_that_imports_it_in_turn():
    needs = {name: {found[3] for found in IMPORT.findall(text)} for name, text in MODULES.items()}
    while free := {name for name, others in needs.items() if not others}:
        needs = {name: others - free for name, others in needs.items() if name not in free}
    assert needs == {}


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
    table = re.search(r"const has = \{(.*?)\n  \};", MODULES["panel.js"], re.DOTALL)
    assert table is not None
    assert needs == set(re.findall(r"^ {4}(\w+):", table[1], re.MULTILINE))


def test_every_file_that_the_page_names_is_there():
    named = {has.get("href") or has.get("src") for tag, has in elements() if tag in ("link", "img", "script")}
    assert {name for name in named if not (STATIC / str(name)).is_file()} == set()


def test_the_list_of_modules_tells_of_every_module():
    told = MODULES["app.js"].split("*/")[0]
    assert {name for name in MODULES if name != "app.js" and name not in told} == set()
