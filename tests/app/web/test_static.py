"""The page's files fit together, keep its policy, and say whole sentences. `.ci/page` checks the modules."""

import re
from functools import cache
from html.parser import HTMLParser

from app.sentences import Message
from app.web.work import error_record, page_words, with_sentences
from solver.logic.step import Technique
from tests.test_sentences import ROOT, SENTENCES, SOURCES, sample_of

STATIC = ROOT / "app" / "web" / "static"
PAGE = (STATIC / "index.html").read_text(encoding="utf-8")
FILES = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
MODULES = {name: path.read_text(encoding="utf-8") for name, path in FILES.items() if name.endswith(".js")}
STYLES = {name: path.read_text(encoding="utf-8") for name, path in FILES.items() if name.endswith(".css")}
NAMESPACE = "http://www.w3.org/2000/svg"


def elements() -> list[tuple[str, dict[str, str | None]]]:
    found, parser = [], HTMLParser()
    parser.handle_starttag = lambda tag, attributes: found.append((tag, dict(attributes)))
    parser.feed(PAGE)
    return found


def test_the_page_has_nothing_that_its_policy_forbids_and_asks_nothing_of_another_host():
    for tag, has in elements():
        assert not any(name.startswith("on") or name == "style" for name in has), (tag, has)
        assert tag != "style"
        assert tag != "script" or has.get("src"), has
    assert re.findall(r"<script[^>]*>\s*[^<\s]", PAGE) == []
    for name, text in MODULES.items():
        forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\("
        assert re.findall(forbidden, text) == [], name
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


# What it says of messages, without words of the command line or of the API

ELSEWHERE = (
    *("app/batch/", "app/cli/", "app/inputs/", "app/store/"),  # the command line, and files by their names
    "app/web/addresses.py",  # where a server listens: before there is a page
)
"""Whoever tells a code only there tells it to nobody who looks at the page."""
UNASKED = {"animation_cut", "only_walls_doubtful", "seed_not_in_time"}
"""Codes of what the page never asks for."""
MADE = re.compile(r'\bMessage\(\s*"(\w+)"')
SPOKEN = ("Bearer", "the body", "board=", "size=", "rule=", "--", "/api/", "`", "pip ", "{", "}")


@cache
def shown() -> dict[str, str]:
    places = (path for path in SOURCES if not str(path.relative_to(ROOT)).startswith(ELSEWHERE))
    codes = {code for path in places for code in MADE.findall(path.read_text(encoding="utf-8"))}
    return {code: page_words(sample_of(code)) for code in codes - UNASKED}


def test_it_says_nothing_in_words_of_the_api_or_command_nor_where_it_has_a_button_or_a_title() -> None:
    assert {code: said for code, said in shown().items() if any(word in said for word in SPOKEN)} == {}
    silent = {code for code, said in shown().items() if not said}
    assert silent == {"ask_for_cells", "ask_for_reason", "next_technique"}


def test_only_what_the_page_can_be_sent_has_words_of_its_own() -> None:
    own = {code for code, row in SENTENCES.items() if (row.seen_on_page, row.advice_on_page) != (None, None)}
    assert own - set(shown()) <= {"address_not_fetched"}  # of a text, too


def test_what_was_seen_and_what_to_do_are_sentences() -> None:
    missing = Message("clues_missing", axis="row", lines=(2, 5), found=3, clues=5)
    assert page_words(missing) == "The clues of rows 2 and 5 could not be read. Type them."
    large = Message("clue_too_large", axis="row", line=1, clue=9, cells=5)
    assert page_words(large).startswith("The clue of row 1 reads 9, but the row has only 5 cells. Check")


def test_corrections_that_break_a_puzzle_are_named() -> None:
    left, why = Message("left_without_solution"), Message("sums_differ", columns=3, rows=4)
    fixes = ("top:1=1", "left:2=none", "wall:1,1-1,2=no", "wall:1,1-2,1=yes")
    assert page_words(Message("misfits_because", fixes=fixes, left=left, why=why)) == (
        "Column 1 is 1, row 2 has no clue, no wall between row 1 column 1 and row 1 column 2 and "
        "a wall between row 1 column 1 and row 2 column 1: with these corrections there is no solution "
        "(the column clues add up to 3, the row clues to 4). Without them there is exactly one."
    )


def test_all_in_a_record_that_has_a_code_has_its_sentence_and_steps_have_their_title() -> None:
    told, sums = Message("no_solution").to_dict(), Message("sums_differ", columns=3, rows=4).to_dict()
    step = {"technique_code": Technique.ROW.name_for_players.code, "because": "Row 1 …", **sums}
    record = with_sentences({**told, "also": [sums], "doubts": [{"place": "top:1", **sums}], "steps": [step]})
    sentence = "The column clues add up to 3, the row clues to 4."
    assert record["sentence"] == "The puzzle has no solution."
    assert [one["sentence"] for one in (*record["also"], *record["doubts"])] == [sentence, sentence]
    assert (record["steps"][0]["title"], "sentence" in record["steps"][0]) == ("Count the row.", False)
    assert (
        error_record(Message("empty_body"))["sentence"] == "The file is empty. Save it again, and open that."
    )
