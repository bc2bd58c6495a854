"""Pictures come whole from servers of every kind, or are refused in bounded time; no secret is kept."""

import base64
import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image as Pillow

from app.cli.main import main
from app.inputs import fetch as fetching
from app.inputs.fetch import fetch
from solver.message import Message
from tests.app.stand_ins import is_answer, paint
from tests.conftest import raised
from vision.files.errors import ImageUnreadable

PICTURE = bytes(range(256)) * 20
PIECE = 100
SECRETS = ("U5ER", "S3CRET", "TOKEN")


class Server(BaseHTTPRequestHandler):
    """Sends what is asked for in the way that the path says."""

    protocol_version = "HTTP/1.1"
    contents: ClassVar[bytes] = PICTURE
    asked: ClassVar[list[str]] = []
    authorized: ClassVar[list[str | None]] = []

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.authorized.append(self.headers["Authorization"])
        way = re.split(r"[.%-]", self.path.strip("/"), maxsplit=1)[0]
        if way.isdecimal():
            self.send_error(int(way))
            return
        try:
            getattr(self, way)()
        except OSError:  # whoever asked has gone
            self.close_connection = True

    def head(self, **fields: object) -> None:
        self.send_response(200)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def pieces(self) -> Iterator[bytes]:
        for start in range(0, len(self.contents), PIECE):
            yield self.contents[start : start + PIECE]

    def whole(self) -> None:
        self.head(Content_Length=len(self.contents))
        self.wfile.write(self.contents)

    def chunked(self) -> None:
        self.head(Transfer_Encoding="chunked")
        for piece in (*self.pieces(), b""):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))

    def unmeasured(self) -> None:
        self.head(Connection="close")
        for piece in self.pieces():
            self.wfile.write(piece)
            self.wfile.flush()
        self.close_connection = True

    def cut(self) -> None:
        self.head(Content_Length=len(self.contents) + 1, Connection="close")
        self.wfile.write(self.contents)
        self.close_connection = True

    def torn(self) -> None:
        self.head(Transfer_Encoding="chunked", Connection="close")
        self.wfile.write(b"64\r\nbroken off")
        self.close_connection = True

    def nonsense(self) -> None:
        self.wfile.write(b"S3CRET\r\n\r\n")
        self.close_connection = True

    def boasting(self) -> None:
        self.head(Content_Length=1 << 40, Connection="close")
        self.close_connection = True

    def endless(self) -> None:
        self.head(Connection="close")
        for _ in range(10_000):
            self.wfile.write(bytes(1000))
        self.close_connection = True

    def trickle(self) -> None:
        self.head(Content_Length=100)
        for _ in range(100):
            self.wfile.write(b"a")
            time.sleep(0.05)

    def redirected(self, to: str) -> None:
        self.send_response(302)
        self.send_header("Location", to)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def loop(self) -> None:
        self.redirected(self.path)

    def elsewhere(self) -> None:
        self.redirected("file:///etc/passwd?TOKEN2")

    def away(self) -> None:
        self.redirected("/whole.png")

    def silent(self) -> None:
        time.sleep(1)
        self.close_connection = True


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve on this computer, and give the address with a password."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as served:
        served.daemon_threads = True
        threading.Thread(target=served.serve_forever, args=[0.01], daemon=True).start()
        yield f"http://U5ER:S3CRET@127.0.0.1:{served.server_port}"
        served.shutdown()


@pytest.mark.parametrize("way", ["whole", "chunked", "unmeasured"])
def test_a_picture_comes_whole_however_it_is_sent(address: str, way: str):
    Server.asked.clear()
    assert fetch(f"{address}/{way}.png?sig=TOKEN") == PICTURE
    assert Server.asked == [f"/{way}.png?sig=TOKEN"]  # once


@pytest.mark.parametrize("way", ["boasting", "endless", "chunked"])
def test_a_picture_too_large_is_refused_early(address: str, way: str, monkeypatch):
    monkeypatch.setattr(fetching, "LARGEST_FILE", len(PICTURE) - 1)
    assert raised(ImageUnreadable, fetch, f"{address}/{way}.png").what.code == "large_download"


@pytest.mark.parametrize("way", ["trickle", "silent"])
def test_a_picture_that_trickles_in_is_given_up(address: str, way: str, monkeypatch):
    monkeypatch.setattr(fetching, "FETCH_SECONDS", 0.2)
    begun = time.monotonic()
    assert raised(ImageUnreadable, fetch, f"{address}/{way}.png").what.code == "slow_download"
    assert time.monotonic() - begun < 0.9


def test_a_fetch_that_is_given_up_keeps_no_program_from_ending(address: str, monkeypatch):
    left: list[threading.Thread] = []

    class Noted(threading.Thread):
        """A thread that is known even after it has ended, as it may have on a busy machine."""

        def start(self) -> None:
            """Note it, and start it."""
            left.append(self)
            super().start()

    monkeypatch.setattr(fetching, "Thread", Noted)
    monkeypatch.setattr(fetching, "FETCH_SECONDS", 0.1)
    assert raised(ImageUnreadable, fetch, f"{address}/silent.png").what.code == "slow_download"
    assert left
    assert all(thread.daemon for thread in left)


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("404", Message("no_file_at_address")),
        ("410", Message("no_file_at_address")),
        ("403", Message("fetching_forbidden")),
        ("500", Message("server_refuses", said="500 Internal Server Error")),
        ("503", Message("server_refuses", said="503 Service Unavailable")),
        ("599", Message("server_refuses", said="599")),
        ("loop", Message("endless_redirects")),
        ("elsewhere", Message("endless_redirects")),
        ("cut", Message("fetched_in_part")),
        ("torn", Message("not_fetched", said="IncompleteRead")),
        ("nonsense", Message("not_fetched", said="BadStatusLine")),
    ],
)
def test_what_a_server_answers_is_told_for_what_it_is(address: str, way: str, message: Message):
    error = raised(ImageUnreadable, fetch, f"{address}/{way}.png?sig=TOKEN")
    assert error.what == message
    assert not any(secret in str(error) for secret in SECRETS)


@pytest.mark.parametrize(
    ("url", "asked", "authorization"),
    [
        ("http://U5ER:S3%43RET@{here}/whole é.png?a=b c&d#e", "/whole%20%C3%A9.png?a=b%20c&d", "U5ER:S3CRET"),
        ("http://{here}/whole.png", "/whole.png", None),
        ("http://U5ER@{here}/away.png", "/whole.png", None),
    ],
)
def test_a_server_is_asked_as_a_browser_asks_and_told_the_password_that_is_meant_for_it(
    address: str, url: str, asked: str, authorization: str | None
):
    assert fetch(url.format(here=address.rpartition("@")[2])) == PICTURE
    assert Server.asked[-1] == asked
    said = authorization and f"Basic {base64.b64encode(authorization.encode()).decode()}"
    assert Server.authorized[-1] == said


@pytest.mark.usefixtures("stand_in")
def test_a_picture_of_the_web_is_answered_here_or_where_it_is_asked_to(address: str, monkeypatch):
    paint("in.png")
    monkeypatch.setattr(Server, "contents", Path("in.png").read_bytes())
    assert main([f"{address}/whole.png", "-q"]) == 0
    assert main([f"{address}/whole.png", "-o", "out.png", "--debug", "stages", "-q"]) == 0
    assert is_answer("whole.png.solved.png")
    assert is_answer("out.png")


@pytest.mark.usefixtures("stand_in")
def test_a_file_of_several_pages_is_not_taken_from_the_web(address: str, monkeypatch, capsys):
    page = Pillow.new("L", (9, 7))
    page.save("a.tif", save_all=True, append_images=[page])
    monkeypatch.setattr(Server, "contents", Path("a.tif").read_bytes())
    assert main([f"{address}/whole.tif"]) == 3
    assert "the file has 2 pages; download it first" in capsys.readouterr().err


@pytest.mark.usefixtures("stand_in")
def test_no_secret_of_an_address_is_shown_or_kept_and_resuming_still_works(address: str, monkeypatch, capsys):
    paint("in.png")
    monkeypatch.setattr(Server, "contents", Path("in.png").read_bytes())
    pictures = [f"{address}/{way}.png?sig=TOKEN" for way in ("whole", "chunked", "404")]
    words = [*pictures, f"{address}/whole.png?sig=TOKEN2", f"{address}/page?sig=TOKEN", "-o", "out"]
    assert main([*words, "--json", "-v", "-j", "1"]) == 3
    told = capsys.readouterr()
    kept = [path for path in Path("out").rglob("*") if path.is_file()]
    assert len(kept) == 9  # three answers, five reports, the database
    for text in (told.out.encode(), told.err.encode(), *(path.read_bytes() for path in kept)):
        assert not any(secret.encode() in text for secret in SECRETS)
    shown = f"{address.replace('U5ER:S3CRET@', '')}/whole.png"
    assert [json.loads(line)["path"] for line in told.out.splitlines()][::3] == [shown, shown]
    assert f'"source":"{shown}"' in Path("out/index.html").read_text("utf-8")

    assert main([*words, "--json", "-v", "-j", "1"]) == 3
    again = capsys.readouterr()
    assert "3 already done, skipped" in again.err
    assert len(again.out.splitlines()) == 2
