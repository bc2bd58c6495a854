"""An address on the web → the picture's file: whole, and within limits of bytes and seconds.

Nothing that a server or a library says is repeated but numbers and the system's own words: it may quote what
is secret in an address.
"""

import base64
import io
import re
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from threading import Event, Thread
from urllib import request as web
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote

from vision.files.errors import ImageUnreadable

from ..sentences import Message
from ..status import one_line
from ..version import VERSION
from .address import PARTS

LARGEST_FILE = 1 << 28
"""Bytes of one picture: the largest that is drawn, as its pixels. So much is held to refuse a larger one
whose length is not told."""
PIECE = 1 << 20
"""Bytes read at a time."""
FETCH_SECONDS = 60.0
"""Seconds that fetching one picture may take, however slowly it trickles in."""
RESERVED = "%/:?@!$&'()*+,;=~[]"
"""Signs of paths and queries that are sent as they are."""
NOT_FOUND, NOT_ALLOWED = (404, 410), (401, 403)
"""Statuses of HTTP that mean that there is no such file, and that nobody may read it without rights."""


def fetch(url: str) -> bytes:
    """Return what is at an address of http or https; redirects lead to no others.

    ImageUnreadable if it cannot be had, is too large, or takes too long.
    """
    return _within_limit(lambda given_up: _fetched(url, given_up))


def _fetched(url: str, given_up: Event) -> bytes:
    try:
        with closing(_opener().open(_request(url), timeout=FETCH_SECONDS)) as response:
            return _read_whole(response, given_up)
    except HTTPError as error:
        error.close()
        raise _refused(error.code) from None
    except (OSError, HTTPException, ValueError) as error:  # ValueError: no address at all
        cause = error.reason if isinstance(error, URLError) else error
        if isinstance(cause, TimeoutError):
            raise _too_slow() from None
        said = (isinstance(cause, OSError) and cause.strerror) or type(cause).__name__
        raise ImageUnreadable(Message("not_fetched", said=one_line(said))) from None


def _opener() -> web.OpenerDirector:
    """Return what opens addresses of the web alone: no files, and nothing else that a server names."""
    opener = web.OpenerDirector()
    for handler in (
        *(web.ProxyHandler, web.HTTPHandler, web.HTTPSHandler, web.HTTPRedirectHandler),
        *(web.HTTPDefaultErrorHandler, web.HTTPErrorProcessor, web.UnknownHandler),
    ):
        opener.add_handler(handler())
    return opener


def _request(url: str) -> web.Request:
    """Return what is sent to a server; to another one that it redirects to, neither user nor password."""
    match = re.fullmatch(PARTS, url.partition("#")[0])
    if match is None:
        raise ValueError
    user, _, host = match["authority"].rpartition("@")
    below = quote(match["path"] + match["hidden"], safe=RESERVED, errors="surrogateescape")
    asked = web.Request(
        f"{match['scheme']}://{host.encode('idna').decode('ascii')}{below}",
        headers={"User-Agent": f"aquarium/{VERSION}"},
    )
    if user:
        name, _, password = map(unquote, user.partition(":"))
        said = base64.b64encode(f"{name}:{password}".encode()).decode("ascii")
        asked.add_unredirected_header("Authorization", f"Basic {said}")
    return asked


def _read_whole(response: HTTPResponse, given_up: Event) -> bytes:
    """Return all that a server sends, however small its pieces are, if it is not too much."""
    told = response.length or 0  # 0 if it does not say
    _check_length(told)
    contents = io.BytesIO()
    while not given_up.is_set() and (piece := response.read1(PIECE)):
        contents.write(piece)
        _check_length(contents.tell())
    if contents.tell() < told:
        raise ImageUnreadable(Message("fetched_in_part"))
    return contents.getvalue()


def _check_length(length: int) -> None:
    if length > LARGEST_FILE:
        raise ImageUnreadable(Message("large_download", most=LARGEST_FILE >> 20))


def _refused(status: int) -> ImageUnreadable:
    """Return what is said of a server's answer that is no file."""
    if status in NOT_FOUND:
        return ImageUnreadable(Message("no_file_at_address"))
    if status in NOT_ALLOWED:
        return ImageUnreadable(Message("fetching_forbidden"))
    if status < HTTPStatus.BAD_REQUEST:
        return ImageUnreadable(Message("endless_redirects"))
    known = {one.value: one.phrase for one in HTTPStatus}
    said = f"{status} {known.get(status, '')}".rstrip()
    return ImageUnreadable(Message("server_refuses", said=said))


def _within_limit(work: Callable[[Event], bytes]) -> bytes:
    """Return what `work` does, in a thread that nobody waits for longer than `FETCH_SECONDS`.

    It is told when it is given up, and ends at its next piece.
    """
    got, failed, given_up = list[bytes](), list[BaseException](), Event()

    def run() -> None:
        try:
            got.append(work(given_up))
        except BaseException as error:
            failed.append(error)

    fetching = Thread(target=run, daemon=True, name="fetch")
    fetching.start()
    try:
        fetching.join(FETCH_SECONDS)
    finally:
        given_up.set()
    if failed:
        raise failed.pop()
    if not got:
        raise _too_slow()
    return got[0]


def _too_slow() -> ImageUnreadable:
    return ImageUnreadable(Message("slow_download", seconds=FETCH_SECONDS))
