"""Who is answered, and what browsers may do with answers.

Every rule takes a request's first lines and raises the refusal. Each guards against one thing: a page of
another site that asks in the name of its reader (`check_host`, against foreign names that lead here, and
`check_origin`), others in the network (`check_token`), and what is no path (`check_path`). The threat model
is in docs/reliability.md.
"""

from __future__ import annotations

import hmac
import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from ..sentences import Message
from ..status import ENDINGS, OfRecord
from . import Settings
from .work import error_record

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
"""Of every answer that has no other."""
READS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing and start no work."""
OWN_SITES = ("same-origin", "none")
"""`Sec-Fetch-Site` of requests that this very page makes, and of those that a person types."""
COOKIE_SECONDS = 400 * 24 * 3600
"""A phone remembers the token for so long after it was given: browsers allow no more."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:,\[\]/@?#]+)(?::([0-9]{1,5}))?")
"""A name or an address, and a port."""
LOCKED = (Path(__file__).parent / "locked.html").read_text("utf-8")
"""The page for who comes without the token."""
LOCKED_STYLE = LOCKED.partition("<style>")[2].partition("</style>")[0]
LOCKED_POLICY = POLICY.replace(
    "style-src 'self'", f"style-src 'sha256-{b64encode(sha256(LOCKED_STYLE.encode()).digest()).decode()}'"
)


class Refused(Exception):
    """A request that is answered without work."""

    def __init__(self, what: Message, status: OfRecord = "usage", code: int = 0, **headers: str) -> None:
        """Refuse for a reason; `code` is the HTTP status where several share one, headers have _ for -."""
        super().__init__(what.code)
        self.what, self.code = what, code or ENDINGS[status].http_code
        self.record = error_record(what, status)
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def check_path(request: Request, _: Settings) -> None:
    """Refuse what is no path."""
    path = request.scope["path"]
    if not path.startswith("/") or any(sign < " " or sign == "\x7f" for sign in path):
        raise Refused(Message("strange_path"))


def check_host(request: Request, settings: Settings) -> None:
    """Refuse a client that took this server for another: a name of a foreign site may lead here."""
    given = HOST.fullmatch((_only(request, "host") or "").lower())
    own = f"http://{settings.host}:{settings.port}/"
    if given is None:
        raise Refused(Message("no_host", own=own))
    name, port = given[1], int(given[2] or 80)
    if settings.token is None and (name not in settings.names or port != settings.port):
        raise Refused(Message("other_host", host=given[0], own=own), "forbidden", 421)
    if name not in settings.names and not _is_address(name):
        raise Refused(Message("other_name", host=given[0]), "forbidden", 421)


def check_token(request: Request, settings: Settings) -> None:
    """Refuse a client without the token, in the address, as a bearer's or as the cookie."""
    authorizations = request.headers.getlist("authorization")
    given = [
        *request.query_params.getlist("token"),
        *(value[7:].strip() for value in authorizations if value[:7].lower() == "bearer "),
        request.cookies.get(_cookie(settings), ""),
    ]
    if settings.token and not any(_is_same(one, settings.token) for one in given):
        raise Refused(Message("wrong_token"), "forbidden", 401, www_authenticate="Bearer")


def check_origin(request: Request, _: Settings) -> None:
    """Refuse what a page of another site asks for, whoever reads it."""
    if request.method in READS:
        return
    own, site = f"http://{(_only(request, 'host') or '').lower()}", _only(request, "sec-fetch-site")
    foreign = [origin for origin in request.headers.getlist("origin") if origin.lower() != own]
    if foreign or ("sec-fetch-site" in request.headers and site not in OWN_SITES):
        raise Refused(Message("other_site"), "forbidden")


RULES = (check_path, check_host, check_token, check_origin)
"""In their order: a client that is refused learns nothing more."""


class Safety:
    """The application with all rules around it."""

    def __init__(self, app: ASGIApp, settings: Settings, report: Callable[[Exception], None]) -> None:
        """Guard an application; `report` takes the faults that come out of it."""
        self._app, self._settings, self._report = app, settings, report

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        cached = "no-store" if scope.get("path", "").startswith("/api/") else "no-cache"

        async def send_with_headers(message: Event) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in {**HEADERS, "cache-control": cached}.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            app = self._answering(Request(scope)) if scope["type"] == "http" else self._app
            await app(scope, receive, send_with_headers)
        except Exception as error:  # Starlette raises again what it has answered
            self._report(error)

    def _answering(self, request: Request) -> ASGIApp:
        """Return what answers a request: the application, a refusal, or the page without the token."""
        settings = self._settings
        try:
            for check in RULES:
                check(request, settings)
        except Refused as refused:
            return refusal(request, refused)
        if settings.token is None or request.scope["path"] != "/" or request.method not in READS:
            return self._app
        if "token" not in request.query_params:
            return self._app
        moved = RedirectResponse("/", 303)  # the token is not to stay in the address
        moved.set_cookie(_cookie(settings), settings.token, COOKIE_SECONDS, httponly=True, samesite="lax")
        moved.headers["cache-control"] = "no-store"
        return moved


def refusal(request: Request, refused: Refused) -> Response:
    """Return the answer: a record to programs, a page or a line to people."""
    if request.scope["path"].startswith("/api/"):
        return json_response(refused.code, refused.record, refused.headers)
    if refused.what.code == "wrong_token":
        headers = {**refused.headers, "content-security-policy": LOCKED_POLICY}
        return HTMLResponse(LOCKED, refused.code, headers)
    return PlainTextResponse(str(refused.what), refused.code, refused.headers)


def json_response(code: int, record: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    return Response(json.dumps(record), code, headers, "application/json")


def _only(request: Request, name: str) -> str | None:
    """Return the value of a header that is given once, None if it is not given or more than once."""
    given = request.headers.getlist(name)
    return given[0] if len(given) == 1 else None


def _cookie(settings: Settings) -> str:
    return f"aquarium-{settings.port}"


def _is_same(given: str, token: str) -> bool:
    """Compare in a time that does not depend on where they differ."""
    return hmac.compare_digest(given.encode(), token.encode())


def _is_address(name: str) -> bool:
    """Tell whether a host is named by its number, which no foreign site can bind to this computer."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
