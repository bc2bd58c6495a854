"""A file of several pages is sent once, kept within bounds, and only who was told its name gets it."""

import asyncio
import io

import pytest
from PIL import Image as Pillow

from app.web import kept
from app.web.kept import Kept


def two_pages(shot: bytes) -> bytes:
    """Return a file of a puzzle and a page that is blank."""
    file = io.BytesIO()
    blank = Pillow.new("RGB", (60, 40), "white")
    Pillow.open(io.BytesIO(shot)).convert("RGB").save(file, "TIFF", save_all=True, append_images=[blank])
    return file.getvalue()


def test_the_further_pages_need_not_be_sent(client, shot):
    first = client.post("/api/solve", two_pages(shot)).json()
    assert (first["status"], first["pages"]) == ("solved", 2)
    second = client.post(f"/api/solve?page=2&kept={first['kept']}").json()
    assert (second["status"], second["page"], second["kept"]) == ("no_puzzle", 2, first["kept"])
    picture = client.post(f"/api/picture?task=plain&page=2&kept={first['kept']}")
    assert Pillow.open(io.BytesIO(picture.content)).size == (60, 40)


def test_a_picture_of_one_page_is_not_kept(client, shot):
    assert client.post("/api/solve", shot).json()["kept"] is None


@pytest.mark.parametrize("endpoint", ["solve", "picture"])
def test_who_knows_no_name_is_told_to_send_the_file(client, endpoint):
    reply = client.post(f"/api/{endpoint}?kept=guessed")
    assert (reply.status_code, reply.json()["status"], reply.json()["code"]) == (410, "gone", "file_gone")


def test_the_largest_are_not_kept_and_what_was_asked_for_last_stays(monkeypatch):
    monkeypatch.setattr(kept, "MOST_FILES", 3)

    async def play() -> None:
        files = Kept(10)
        assert files.keep(b"x" * 11) is None
        first, second, third = (files.keep(b"x" * 3) for _ in range(3))
        assert files.get(first) == b"xxx"
        fourth = files.keep(b"y")
        assert [files.get(name) for name in (first, second, third, fourth)] == [b"xxx", None, b"xxx", b"y"]
        fifth = files.keep(b"z" * 7)
        assert [files.get(name) for name in (first, third, fourth, fifth)] == [None, None, b"y", b"z" * 7]
        assert len({first, second, third, fourth, fifth}) == 5 and len(first) >= 32

    asyncio.run(play())


def test_a_file_is_forgotten_some_time_after_it_was_last_asked_for(monkeypatch):
    async def play() -> None:
        files = Kept(10)
        monkeypatch.setattr(kept, "KEPT_SECONDS", 0.01)
        name = files.keep(b"x")
        monkeypatch.setattr(kept, "KEPT_SECONDS", 3600.0)
        assert files.get(name) == b"x"
        await asyncio.sleep(0.05)
        assert name in files._files
        monkeypatch.setattr(kept, "KEPT_SECONDS", 0.01)
        files.get(name)
        await asyncio.sleep(0.05)
        assert files._files == {}

    asyncio.run(play())
