"""The page's table of sentences and the codes of the program agree."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from typing import Any

import pytest

from solver.logic.step import Technique
from tests.test_sentences import ROOT, uses

ELSEWHERE = (
    *("app/batch/", "app/cli/", "app/inputs/", "app/store/"),  # the command line, and files by their names
    "app/web/addresses.py",  # where a server listens: before there is a page
    *("solver/logic/", "solver/rules.py"),  # reasons: they come in words, `because` and `what`
)
"""Whoever tells a code only there tells it to nobody who looks at the page: it needs no sentence there."""
TABLE = ROOT / "app" / "web" / "static" / "item" / "sentences.js"
SAY = """
import { SENTENCES } from "%s";
const told = JSON.parse(process.argv[1]);
const sample = { lines: [1, 2], cells: [[1, 2], [1, 3]], sides: ["top"], fixes: ["top:1=2"], fix: "top:1=2" };
const said = Object.entries(SENTENCES).map(([code, row]) => {
  const missing = [];
  const values = Object.fromEntries((told[code] ?? []).map((name) => [name, sample[name] ?? "x"]));
  const get = (_, name) => (name in values ? values[name] : void missing.push(name));
  let words = row;
  if (typeof row === "function") {
    try {
      words = row(new Proxy(values, { get }));
    } catch {
      words = [];  // a sample that is not what the sentence needs: its names were asked for before
    }
  }
  return [code, { missing, words: [words].flat() }];
});
console.log(JSON.stringify(Object.fromEntries(said)));
"""


def values_of(code: str) -> set[str]:
    """Return the names of the values that a code has wherever it is told."""
    return set.intersection(*uses()[code].values())


@cache
def table() -> dict[str, dict[str, Any]]:
    """Return by code what the page says of samples, and which values it asked for in vain."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("the page's table is read by node")
    values = {code: sorted(values_of(code)) for code in uses()}
    command = [node, "--input-type=module", "--eval", SAY % TABLE.as_uri(), json.dumps(values)]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def test_every_code_that_the_page_can_be_sent_has_a_sentence_there() -> None:
    sent = {code for code, places in uses().items() if not all(at.startswith(ELSEWHERE) for at in places)}
    techniques = {technique.name_for_players.code for technique in Technique}
    assert (sent | techniques) - set(table()) == set()


def test_the_page_has_no_sentence_without_a_code() -> None:
    assert set(table()) - set(uses()) == set()


def test_a_sentence_of_the_page_names_only_values_that_its_message_has() -> None:
    assert {code: row["missing"] for code, row in table().items() if row["missing"]} == {}
    assert [code for code, row in table().items() if "undefined" in " ".join(map(str, row["words"]))] == []


def test_the_page_says_nothing_in_words_of_the_api_or_of_the_command() -> None:
    words = {code: " ".join(map(str, row["words"])) for code, row in table().items()}
    spoken = ("Bearer", "body", "board=", "size=", "--", "/api/", "`", "pip ")
    assert {code: said for code, said in words.items() if any(word in said for word in spoken)} == {}
