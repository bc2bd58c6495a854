"""Bodies are bounded in size, time and number; a file of several pages is sent once, and stored in bounds."""

import asyncio

import pytest
from PIL import Image as Pillow
from starlette.requests import Request

from app.web import routes as uploads
from app.web.openapi import ANSWERS
from app.web.routes import Bodies, Stored
from app.web.safety import Refused
from tests.app.web.conftest import in_a_loop, opened, saved

STALLED = object()
"""A part of a body that never comes."""


def sending(*parts: object) -> Request:
    """Return a request whose body comes in parts, or goes on for ever."""
    left = list(parts)

    async def receive() -> dict:
        part = left.pop(0)
        await asyncio.sleep(3600 if part is STALLED else 0)
        return {"type": "http.request", "body": part, "more_body": bool(left)}

    return Request({"type": "http", "headers": []}, receive)


async def received(bodies: Bodies, *parts: object) -> bytes | str:
    try:
        async with bodies.receive(sending(*parts)) as contents:
            return contents
    except Refused as refused:
        assert refused.code in ANSWERS
        return refused.what.code


@pytest.mark.parametrize(
    ("parts", "seconds", "received_"),
    [
        ((b"ab", b"", b"cde"), 60.0, b"abcde"),
        ((b"x" * 6, b"x" * 6, STALLED), 60.0, "large_body"),  # at once
        ((b"x", STALLED), 0.02, "slow_body"),  # as of a phone that sleeps in mid-upload
        ((STALLED,), 0.02, "slow_body"),
        ([b""] * 900, -1.0, "slow_body"),  # it trickles
    ],
    ids=["whole", "too large", "asleep", "asleep at once", "trickling"],
)
@in_a_loop
async def test_a_body_arrives_whole_or_is_refused(parts, seconds, received_, monkeypatch):
    monkeypatch.setattr(uploads, "BODY_SECONDS", seconds)
    bodies = Bodies(10)
    assert await received(bodies, *parts) == received_
    assert bodies._bytes == 0


@in_a_loop
async def test_a_body_that_is_declared_too_large_is_refused_unread():
    scope = {"type": "http", "headers": [(b"content-length", b"11")]}
    with pytest.raises(Refused) as refused:
        await Bodies(10).receive(Request(scope, sending(STALLED).receive)).__aenter__()
    assert (refused.value.code, refused.value.what.code) == (413, "large_body")


@in_a_loop
async def test_bodies_that_are_large_together_are_not_all_taken(monkeypatch):
    monkeypatch.setattr(uploads, "LARGEST_BODIES", 2)
    bodies = Bodies(10)
    async with bodies.receive(sending(b"x" * 9)), bodies.receive(sending(b"x" * 9)):
        assert await received(bodies, b"x" * 9, STALLED) == "large_bodies"
        assert await received(bodies, b"x") == b"x"
    assert await received(bodies, b"x" * 9) == b"x" * 9


def test_the_further_pages_need_not_be_sent(client, shot):
    assert client.post("/api/solve", shot).json()["kept"] is None  # of one page
    blank = Pillow.new("RGB", (60, 40), "white")
    document = saved(opened(shot), "TIFF", blank)
    first = client.post("/api/solve", document).json()
    assert (first["status"], first["pages"], first["page"]) == ("solved", 2, 1)
    for words, body in ((f"&kept={first['kept']}", b""), ("", document)):
        second = client.post(f"/api/solve?page=2{words}", body).json()
        assert (second["status"], second["pages"], second["page"]) == ("no_puzzle", 2, 2)
        assert (second["kept"] == first["kept"]) == bool(words)
        picture = client.post(f"/api/picture?task=plain&page=2{words}", body)
        assert opened(picture.content).size == blank.size
        third = client.post(f"/api/solve?page=3{words}", body).json()
        assert third["message"] == "page=3: the file has 2 pages; ask for another"


@in_a_loop
async def test_of_files_that_are_large_together_those_asked_for_last_stay():
    files = Stored(5)
    first, second, third = (files.store(b"x" * 3) for _ in range(3))
    assert files.find(first) == b"xxx"
    fourth = files.store(b"yy")
    assert [files.find(name) for name in (first, second, third, fourth)] == [b"xxx", None, b"xxx", b"yy"]
    fifth = files.store(b"z" * 7)
    assert [files.find(name) for name in (first, third, fourth, fifth)] == [None, None, b"yy", b"z" * 7]
    assert len({first, second, third, fourth, fifth}) == 5 and len(first) >= 32


@in_a_loop
async def test_a_file_is_forgotten_some_time_after_it_was_last_asked_for(monkeypatch):
    monkeypatch.setattr(uploads, "STORED_SECONDS", 0.01)
    files = Stored(5)
    name = files.store(b"x")
    monkeypatch.setattr(uploads, "STORED_SECONDS", 3600.0)
    assert files.find(name) == b"x"
    await asyncio.sleep(0.02)
    assert name in files._files
    monkeypatch.setattr(uploads, "STORED_SECONDS", 0.01)
    files.find(name)
    await asyncio.sleep(0.02)
    assert files._files == {}
