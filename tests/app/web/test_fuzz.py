"""Whatever is sent, the answer is a record or a picture with a status that says so, and never a fault."""

from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.web.ask import PARAMETERS
from app.web.openapi import ANSWERS, RECORD
from solver.formats import Form, format_puzzle
from tests.shell import PAIRS, PUZZLE, TASK
from tests.solver.formats.others import foreign

TEXTS = [TASK, PAIRS, *(format_puzzle(PUZZLE, form) for form in Form), *foreign(PUZZLE)]
JUNK = st.one_of(st.text(max_size=12), st.sampled_from(["-1", "0", "99", "1e9", "\0", "../..", "none", "😀"]))
SMALL = st.integers(-1, 9)
FIXES = st.one_of(
    st.builds("{}:{}={}".format, st.sampled_from(["top", "left", "right"]), SMALL, SMALL),
    st.builds("wall:{0},{1}-{0},{2}={3}".format, SMALL, SMALL, SMALL, st.sampled_from(["yes", "no"])),
)


@st.composite
def words(draw: st.DrawFn, endpoint: str) -> str:
    """Return words of an address, most of them ones that there are."""
    items = []
    for parameter in draw(st.lists(st.sampled_from(PARAMETERS[endpoint]), max_size=3)):
        fitting = st.sampled_from([parameter.example, *parameter.kind.schema.get("enum", ())])
        values = FIXES if parameter.name == "fix" else fitting
        items.append((parameter.name, draw(st.one_of(values, values, values, JUNK))))
    items += draw(st.lists(st.tuples(JUNK, JUNK), max_size=1)) if draw(st.integers(0, 9)) == 0 else []
    return urlencode(items)


@st.composite
def bodies(draw: st.DrawFn, shot: bytes) -> bytes:
    """Return a picture or text, perhaps with something else in its place, or cut off."""
    body = bytearray(draw(st.sampled_from([shot, *(text.encode() for text in TEXTS)])))
    for _ in range(draw(st.integers(0, 3))):
        body[draw(st.integers(0, len(body) - 1))] = draw(st.integers(0, 255))
    return bytes(body[: draw(st.integers(0, len(body)))] if draw(st.booleans()) else body)


@pytest.mark.parametrize("endpoint", ["solve", "picture"])
def test_nothing_that_is_sent_is_a_fault(client, shot, endpoint):
    @settings(max_examples=40)
    @given(words(endpoint), bodies(shot))
    def play(query: str, body: bytes) -> None:
        reply = client.post(f"/api/{endpoint}?{query}", body)
        assert reply.status_code in {200, *ANSWERS} - {500}, reply.text
        if reply.headers["content-type"] == "application/json":
            record = reply.json()
            assert set(RECORD["required"]) <= set(record)
            assert reply.status_code == 200 or record["message"]
        else:
            assert (reply.status_code, endpoint) == (200, "picture")

    play()
