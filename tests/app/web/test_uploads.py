"""Bodies are bounded in size, time and number; a file of several pages is sent once, and stored in bounds."""

import asyncio
import io

import pytest
from PIL import Image as Pillow
from starlette.requests import Request

from app.web import routes as uploads
from app.web.openapi import ANSWERS
from app.web.routes import Bodies, Stored
from app.web.safety import Refused

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
    """Return the body of a request, or the code of the refusal."""
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
def test_a_body_arrives_whole_or_is_refused(parts, seconds, received_, monkeypatch):
    monkeypatch.setattr(uploads, "BODY_SECONDS", seconds)

    async def play() -> None:
        bodies = Bodies(10)
        assert await received(bodies, *parts) == received_
        assert bodies._bytes == 0

    asyncio.run(play())


def test_a_body_that_is_declared_too_large_is_refused_unread():
    async def play() -> None:
        declared = Request(
            {"type": "http", "headers": [(b"content-length", b"11")]}, sending(STALLED).receive
        )
        with pytest.raises(Refused) as refused:
            await Bodies(10).receive(declared).__aenter__()
        assert (refused.value.code, refused.value.what.code) == (413, "large_body")

    asyncio.run(play())


def test_bodies_that_are_large_together_are_not_all_taken(monkeypatch):
    monkeypatch.setattr(uploads, "LARGEST_BODIES", 2)

    async def play() -> None:
        bodies = Bodies(10)
        async with bodies.receive(sending(b"x" * 9)), bodies.receive(sending(b"x" * 9)):
            assert await received(bodies, b"x" * 9, STALLED) == "large_bodies"
            assert await received(bodies, b"x") == b"x"
        assert await received(bodies, b"x" * 9) == b"x" * 9

    asyncio.run(play())


def two_pages(shot: bytes) -> bytes:
    """Return a file of a puzzle and a page that is blank."""
    file = io.BytesIO()
    blank = Pillow.new("RGB", (60, 40), "white")
    Pillow.open(io.BytesIO(shot)).convert("RGB").save(file, "TIFF", save_all=True, append_images=[blank])
    return file.getvalue()


def test_the_further_pages_need_not_be_sent(client, shot):
    assert client.post("/api/solve", shot).json()["kept"] is None  # of one page
    first = client.post("/api/solve", two_pages(shot)).json()
    assert (first["status"], first["pages"]) == ("solved", 2)
    second = client.post(f"/api/solve?page=2&kept={first['kept']}").json()
    assert (second["status"], second["page"], second["kept"]) == ("no_puzzle", 2, first["kept"])
    picture = client.post(f"/api/picture?task=plain&page=2&kept={first['kept']}")
    assert Pillow.open(io.BytesIO(picture.content)).size == (60, 40)


def test_of_files_that_are_large_together_those_asked_for_last_stay():
    async def play() -> None:
        files = Stored(5)
        first, second, third = (files.store(b"x" * 3) for _ in range(3))
        assert files.find(first) == b"xxx"
        fourth = files.store(b"yy")
        assert [files.find(name) for name in (first, second, third, fourth)] == [b"xxx", None, b"xxx", b"yy"]
        fifth = files.store(b"z" * 7)
        assert [files.find(name) for name in (first, third, fourth, fifth)] == [None, None, b"yy", b"z" * 7]
        assert len({first, second, third, fourth, fifth}) == 5 and len(first) >= 32

    asyncio.run(play())


def test_a_file_is_forgotten_some_time_after_it_was_last_asked_for(monkeypatch):
    async def play() -> None:
        files = Stored(5)
        monkeypatch.setattr(uploads, "STORED_SECONDS", 0.01)
        name = files.store(b"x")
        monkeypatch.setattr(uploads, "STORED_SECONDS", 3600.0)
        assert files.find(name) == b"x"
        await asyncio.sleep(0.05)
        assert name in files._files
        monkeypatch.setattr(uploads, "STORED_SECONDS", 0.01)
        files.find(name)
        await asyncio.sleep(0.05)
        assert files._files == {}

    asyncio.run(play())
