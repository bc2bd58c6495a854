"""Who is let in, how much may be sent and how slowly, and what browsers may do with answers.

Every rule is a function from the head of a request to the answer that refuses it, or None. Each guards
against one thing: a page of another site that asks in the name of who reads it (`check_host`, against names
that are bound anew to this computer, and `check_origin`), others in the network (`check_token`), and requests
made to hold the server (`check_head`, `Body`).
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ..sentences import Message
from .replies import error_record
from .settings import Settings

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()",
    "cache-control": "no-store",
}
"""Said with every answer that does not say otherwise. A photograph is taken by the phone's own camera
program, for which a page needs no right."""
ON_LOOPBACK = {"cross-origin-opener-policy": "same-origin"}
"""Of no effect elsewhere without encryption, but for a complaint in the browser's console."""
READS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing and start no work."""
OWN_SITES = ("same-origin", "none")
"""What browsers tell of requests that this very page makes, and of those that a person types."""
COOKIE_SECONDS = 400 * 24 * 3600
"""A phone remembers the token for so long after it was given: browsers allow no more."""
MOST_HEADERS = 100
IDLE_SECONDS = 15.0
"""A body has to go on arriving."""
BODY_SECONDS = 60.0
"""For a whole body, beside what its size is granted."""
LEAST_RATE = 1_000_000
"""Bytes a second of the largest bodies: what a weak wireless network manages."""
HELD_BODIES = 4
"""Bodies of the largest size that are held at a time, all requests together; small ones are many more."""
BUSY_SECONDS = 5
LINGER_SECONDS = 5.0
"""Whoever is answered before all was sent may go on sending for so long: else browsers miss the answer."""
HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:,\[\]/@?#]+)(?::([0-9]{1,5}))?")
"""A name or an address, and a port."""
SCAN_AGAIN = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Scan the code again</title>'
    "<h1>Scan the code again</h1><p>Scan the QR code that <code>aquarium serve</code> shows in its "
    "terminal, or type the whole address above it. It changes every time the server starts, unless it is "
    "started with <code>--token</code>.</p></html>"
)


@dataclass(frozen=True)
class Head:
    """What is known of a request before its body."""

    scope: Scope
    settings: Settings

    @property
    def method(self) -> str:
        return str(self.scope["method"])

    @property
    def path(self) -> str:
        return str(self.scope["path"])

    def all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return [value.decode("latin-1") for key, value in self.scope["headers"] if key == name.encode()]

    def one(self, name: str) -> str | None:
        """Return the value of a header that is given once, None if it is not given or more than once."""
        given = self.all(name)
        return given[0] if len(given) == 1 else None

    @cached_property
    def words(self) -> list[tuple[str, str]]:
        """What stands behind the question mark."""
        query = self.scope["query_string"].decode("latin-1")
        return parse_qsl(query, keep_blank_values=True, errors="replace")


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said instead of what the application would say."""

    code: int
    what: Message | None
    status: str = "forbidden"
    headers: dict[str, str] = field(default_factory=dict)
    page: str = ""
    """What people see in the browser, where that is not the message."""


class Cut(Exception):
    """The body of a request goes on too long; carries the answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.code)
        self.answer = answer


def check_head(head: Head) -> Answer | None:
    """Refuse what no browser sends: paths that are none, and heaps of headers."""
    if len(head.scope["headers"]) > MOST_HEADERS:
        return Answer(431, Message("many_headers", most=MOST_HEADERS), "usage")
    if not head.path.startswith("/") or any(sign < " " or sign == "\x7f" for sign in head.path):
        return Answer(400, Message("strange_path"), "usage")
    return None


def check_host(head: Head) -> Answer | None:
    """Refuse who took this server for another: a name of a foreign site may lead here."""
    settings, given = head.settings, HOST.fullmatch((head.one("host") or "").lower())
    own = f"http://{settings.host}:{settings.port}/"
    if given is None:
        return Answer(400, Message("no_host", own=own), "usage")
    name, port = given[1], int(given[2] or 80)
    if settings.token is None and (name not in settings.names or port != settings.port):
        return Answer(421, Message("other_host", host=given[0], own=own))
    if name not in settings.names and not _is_address(name):
        return Answer(421, Message("other_name", host=given[0]))
    return None


def check_token(head: Head) -> Answer | None:
    """Refuse who does not know the token; who came by the whole address gets it as a cookie."""
    token, cookie = head.settings.token, f"aquarium-{head.settings.port}"
    if token is None:
        return None
    asked = [value for name, value in head.words if name == "token"]
    bearers = [value[7:].strip() for value in head.all("authorization") if value[:7].lower() == "bearer "]
    kept = [
        value
        for pairs in head.all("cookie")
        for name, _, value in (pair.strip().partition("=") for pair in pairs.split(";"))
        if name == cookie
    ]
    if not any(_is_same(given, token) for given in (*asked, *bearers, *kept)):
        return Answer(401, Message("wrong_token"), headers={"www-authenticate": "Bearer"}, page=SCAN_AGAIN)
    if asked and head.path == "/" and head.method in READS:  # it is not to stay in the address
        keep = f"{cookie}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax"
        return Answer(303, None, headers={"location": "/", "set-cookie": keep})
    return None


def check_origin(head: Head) -> Answer | None:
    """Refuse what a page of another site asks for, whoever reads it."""
    if head.method in READS:
        return None
    own, site = f"http://{(head.one('host') or '').lower()}", head.one("sec-fetch-site")
    foreign = [origin for origin in head.all("origin") if origin.lower() != own]
    if foreign or (head.all("sec-fetch-site") and site not in OWN_SITES):
        return Answer(403, Message("other_site"))
    return None


def check_length(head: Head) -> Answer | None:
    """Refuse what says of itself that it is too large."""
    told = head.one("content-length") or "0"
    most = head.settings.max_upload
    return too_large(most) if len(told) > 18 or not told.isdecimal() or int(told) > most else None


RULES = (check_head, check_host, check_token, check_origin, check_length)
"""In their order: who is not let in is told nothing more."""


def too_large(most: int) -> Answer:
    return Answer(413, Message("large_body", most=most / 1e6), "too_large")


class Body:
    """The body of one request on its way to the application, within limits of bytes and seconds."""

    def __init__(self, head: Head, receive: Receive, held: Held) -> None:
        self._receive, self._held, self._most = receive, held, head.settings.max_upload
        self.is_awaited = bool(head.all("transfer-encoding")) or head.one("content-length") not in (None, "0")
        """Whether the client is to send all of it before the connection is closed."""
        self._bytes, self._begun = 0, asyncio.get_running_loop().time()
        self.cut: Answer | None = None
        """Why it was cut off."""
        self.is_whole = self.is_gone = False
        """Whether it has ended, and whether the client went away."""

    async def receive(self) -> Event:
        """Return the next part. Raises Cut if there is too much or it is too slow."""
        if self.is_whole:
            message = await self._receive()
        else:
            message = await self._part()
            self._take(len(message.get("body", b"")))
            self.is_whole = not message.get("more_body", False)
        self.is_gone = self.is_gone or message["type"] == "http.disconnect"
        return message

    @property
    def is_coming(self) -> bool:
        """Whether there is more that nobody has asked for yet."""
        return self.is_awaited and not self.is_whole and not self.is_gone

    async def skip(self) -> None:
        """Take what still comes, and forget it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while (await self._receive()).get("more_body", False):
                    pass

    def end(self) -> None:
        """Give back what is held."""
        self._held.bytes -= self._bytes
        self._bytes = 0

    async def _part(self) -> Event:
        now = asyncio.get_running_loop().time()
        end = self._begun + BODY_SECONDS + self._most / LEAST_RATE
        try:
            return await asyncio.wait_for(self._receive(), min(IDLE_SECONDS, end - now))
        except TimeoutError:
            raise self._cut(Answer(408, Message("slow_body"), "slow")) from None

    def _take(self, size: int) -> None:
        self._bytes += size
        self._held.bytes += size
        if self._bytes > self._most:
            raise self._cut(too_large(self._most))
        if self._held.bytes > self._held.most:
            raise self._cut(
                Answer(503, Message("large_bodies"), "unavailable", {"retry-after": str(BUSY_SECONDS)})
            )

    def _cut(self, answer: Answer) -> Cut:
        self.cut = answer
        return Cut(answer)


@dataclass(slots=True)
class Held:
    """The bytes of all bodies that are in memory."""

    most: int
    bytes: int = 0


class Safety:
    """The application with all rules around it."""

    def __init__(self, app: App, settings: Settings, said: Callable[[BaseException], None]) -> None:
        """Guard an application; `said` takes the faults that come out of it."""
        self._app, self._settings, self._said = app, settings, said
        self._held = Held(HELD_BODIES * settings.max_upload)
        self._headers = HEADERS if settings.token else {**HEADERS, **ON_LOOPBACK}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._guarded(scope, receive, send)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = Head(scope, self._settings)
        body = Body(head, receive, self._held)
        answering = Answering(send, self._headers, body)
        refusal = next((answer for rule in RULES if (answer := rule(head))), None)
        if refusal is not None:
            await answering.refuse(head, refusal)
            return
        try:
            await self._app(_without_token(head), body.receive, answering.unless_cut)
        except asyncio.CancelledError:  # the server ends
            body.cut, body.is_awaited = Answer(503, Message("shutting_down"), "unavailable"), False
        except Exception as error:  # Starlette raises again what it has answered
            if not isinstance(error, Cut) and body.cut is None and not body.is_gone:
                self._said(error)
        finally:
            body.end()
        if not answering.begun and not body.is_gone:
            failed = Answer(500, Message("server_fault"), "crashed")
            await answering.refuse(head, body.cut or failed)


class Answering:
    """The answer to one request on its way out; it ends when all that was asked has come, or too late."""

    def __init__(self, send: Send, headers: dict[str, str], body: Body) -> None:
        self._send, self._headers, self._body = send, headers, body
        self.begun = False

    async def send(self, message: Event) -> None:
        """Send a part of the answer, with what is said in every head."""
        if message["type"] == "http.response.start":
            self.begun = True
            given = {name.lower() for name, _ in message.get("headers", ())}
            said = self._headers | ({"connection": "close"} if self._body.is_coming else {})
            more = [(name.encode(), value.encode()) for name, value in said.items()]
            added = [pair for pair in more if pair[0] not in given]
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        elif self._body.is_coming and not message.get("more_body", False):
            await self._send({**message, "more_body": True})
            await self._body.skip()
            message = {"type": "http.response.body"}
        await self._send(message)

    async def unless_cut(self, message: Event) -> None:
        """Send a part if the body was not cut off before: what is said after that is of no use."""
        if self._body.cut is None or self.begun:
            await self.send(message)

    async def refuse(self, head: Head, answer: Answer) -> None:
        """Say why something else is said than was asked for: to programs as a record."""
        kind, contents = "text/plain", str(answer.what or "")
        if head.path.startswith("/api/"):
            kind = "application/json"
            contents = json.dumps(error_record(answer.what, answer.status))
        elif answer.page:
            kind, contents = "text/html", answer.page
        headers = {
            "content-type": f"{kind}; charset=utf-8",
            "content-length": str(len(contents.encode())),
            **answer.headers,
        }
        pairs = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        await self.send({"type": "http.response.start", "status": answer.code, "headers": pairs})
        await self.send({"type": "http.response.body", "body": contents.encode()})


def _without_token(head: Head) -> Scope:
    """Return the request as the application is to see it: secrets are none of its business."""
    if head.settings.token is None or all(name != "token" for name, _ in head.words):
        return head.scope
    words = [(name, value) for name, value in head.words if name != "token"]
    return {**head.scope, "query_string": urlencode(words).encode()}


def _is_same(given: str, token: str) -> bool:
    """Compare in a time that tells nothing of where they differ."""
    return hmac.compare_digest(given.encode(), token.encode())


def _is_address(name: str) -> bool:
    """Tell whether a host is named by its number, which no foreign site can bind to this computer."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
