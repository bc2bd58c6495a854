"""The rules around the application: who is let in, what is taken, and what browsers are told."""

import asyncio
import json
from dataclasses import dataclass
from functools import partial

import pytest

from app.web import Settings, safety
from app.web.openapi import ANSWERS
from app.web.safety import Safety

LOOPBACK = Settings(port=8765, max_upload=1000)
TOKEN = "t0k3n-of-this-start"
NETWORK = Settings(
    host="0.0.0.0", port=8765, max_upload=1000, token=TOKEN, names=frozenset({"localhost", "pc", "pc.local"})
)
HOST, OF_THE_PHONE = "127.0.0.1:8765", "192.168.1.20:8765"
KNOWN = {"authorization": f"Bearer {TOKEN}"}


@dataclass
class Reply:
    """What came back, and what the application saw of the request."""

    code: int
    headers: dict[str, str]
    body: bytes
    seen: dict | None

    @property
    def record(self):
        return json.loads(self.body)


def ask(path="/api/solve", method="POST", *, settings=LOOPBACK, host=HOST, query="", **headers):
    """Ask a guarded application; names of headers have _ for -, and a list is given several times."""
    sent, saw = [], {}
    given = {"host": [] if host is None else host, **headers}
    pairs = [
        (name.replace("_", "-").encode(), value.encode())
        for name, values in given.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": pairs}

    async def receive():
        return {"type": "http.request", "body": b"abc"}

    async def send(message):
        sent.append(message)

    async def echoing(scope, receive, send):
        saw.update(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": (await receive())["body"]})

    asyncio.run(Safety(echoing, settings, pytest.fail)(scope, receive, send))
    assert sent[0]["status"] in {200, 303, *ANSWERS}
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    contents = b"".join(message.get("body", b"") for message in sent[1:])
    return Reply(sent[0]["status"], told, contents, saw or None)


ask_as_a_phone = partial(ask, settings=NETWORK, host=OF_THE_PHONE)


@pytest.mark.parametrize(
    ("hosts", "code"),
    [
        ([HOST, "localhost:8765", "LOCALHOST:8765", "[::1]:8765"], 200),
        (["evil.example:8765", "127.0.0.1.evil.example:8765", "localhost.evil:8765", "pc:8765"], 421),
        (["127.0.0.1", "127.0.0.1:80", "192.168.1.20:8765", "[::2]:8765", "0.0.0.0:8765"], 421),
        ([None, "", "a b", "http://127.0.0.1:8765", f"{HOST},evil", f"{HOST}@evil", [HOST, HOST]], 400),
    ],
    ids=["own names", "names bound anew to this computer", "other addresses", "no hosts, or two"],
)
def test_only_who_asks_this_computer_by_its_own_names_is_answered(hosts, code):
    for host in hosts:
        reply = ask(host=host)
        assert reply.code == code, host
        assert (reply.body == b"abc") == (reply.seen is not None) == (code == 200), host
        assert code != 421 or "http://127.0.0.1:8765/" in reply.record["message"]


@pytest.mark.parametrize(
    ("hosts", "code"),
    [
        ([OF_THE_PHONE, "[fd00::2]:8765", "pc:8765", "pc.local:8765", "pc:9000"], 200),
        (["evil.example:8765", "pc.evil.example:8765", "1.2.3.4.evil:8765"], 421),
    ],
)
def test_in_the_network_addresses_and_own_names_alone_are_answered(hosts, code):
    for host in hosts:
        reply = ask_as_a_phone(host=host, **KNOWN)
        assert (reply.code, reply.seen is not None) == (code, code == 200), host


FOREIGN = [
    *({"origin": origin} for origin in ("https://evil.example", "null", f"https://{HOST}")),
    *({"origin": f"http://localhost:{port}"} for port in (3000, 8765)),
    {"origin": [f"http://{HOST}", "http://evil.example"]},
    *({"sec_fetch_site": site} for site in ("cross-site", "same-site", ["same-origin", "cross-site"])),
    {"origin": f"http://{HOST}", "sec_fetch_site": "cross-site"},
]
OF_THE_PAGE = [
    *({}, {"origin": f"http://{HOST}"}, {"sec_fetch_site": "none"}),
    {"origin": f"HTTP://{HOST}", "sec_fetch_site": "same-origin"},
]


def test_what_a_page_of_another_site_sends_is_refused():
    for headers in FOREIGN:
        reply = ask(**headers)
        assert (reply.code, reply.seen, reply.record["status"]) == (403, None, "forbidden"), headers


def test_what_this_page_and_programs_send_is_taken():
    for headers in OF_THE_PAGE:
        reply = ask(**headers)
        assert (reply.code, reply.headers["cache-control"]) == (200, "no-store"), headers
    page = ask("/style.css", "GET", sec_fetch_site="cross-site")  # a link on another site may open the page
    assert (page.code, page.headers["cache-control"]) == (200, "no-cache")


WITH_THE_TOKEN = [
    *(KNOWN, {"authorization": f"bearer  {TOKEN} "}, {"query": f"task=hint&token={TOKEN}"}),
    *({"cookie": f"aquarium-8765={TOKEN}"}, {"cookie": f"a=b; aquarium-8765={TOKEN}; c=d"}),
]
WITHOUT = [
    *({"authorization": word} for word in (TOKEN, f"Basic {TOKEN}", f"Bearer {TOKEN}x")),
    *({"authorization": f"Bearer {word}"} for word in ("wrong", TOKEN[:-1], "é")),
    *({"cookie": f"aquarium-8766={TOKEN}"}, {"cookie": "aquarium-8765="}),
    *({"query": "token="}, {"query": f"Token={TOKEN}"}),
    *({"path": path, "method": "GET"} for path in ("/", "/style.css", "/api/health")),
    *({}, {"path": "/api/new", "method": "OPTIONS"}),
]


def test_a_client_with_the_token_is_answered():
    for given in WITH_THE_TOKEN:
        assert ask_as_a_phone(**given).code == 200, given


def test_without_the_token_nothing_is_answered():
    for given in WITHOUT:
        reply = ask_as_a_phone(**given)
        assert (reply.code, reply.seen) == (401, None), given
        assert b"the token" in reply.body.lower()
        assert TOKEN not in str(reply.headers)


def test_the_token_becomes_a_cookie_and_leaves_the_address():
    reply = ask_as_a_phone("/", "GET", query=f"token={TOKEN}")
    assert (reply.code, reply.headers["location"], reply.seen) == (303, "/", None)
    cookie, _, settings = reply.headers["set-cookie"].partition("; ")
    assert settings == "HttpOnly; Max-Age=34560000; Path=/; SameSite=lax"
    assert ask_as_a_phone("/", "GET", cookie=cookie).code == 200


def test_the_token_is_compared_in_constant_time(monkeypatch):
    compared = []
    monkeypatch.setattr(safety.hmac, "compare_digest", lambda *two: compared.append(two))
    assert ask_as_a_phone(**KNOWN).code == 401
    assert (TOKEN.encode(), TOKEN.encode()) in compared


def test_people_get_a_page_about_the_token_and_programs_a_record():
    page, record = (ask_as_a_phone(path, "GET") for path in ("/", "/api/health"))
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "style-src 'sha256-" in policy  # its own style alone
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert record.headers["content-type"].startswith("application/json")
    assert record.headers["www-authenticate"] == "Bearer"
    assert record.record["status"] == "forbidden"


@pytest.mark.parametrize("asked", [{}, {"host": "evil"}, {"origin": "null"}])
def test_browsers_are_told_what_they_may_do_with_every_answer(asked):
    reply = ask(**asked)
    policy = dict(rule.partition(" ")[::2] for rule in reply.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in str(policy)
    assert "http" not in str(policy)
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["cross-origin-resource-policy"] == "same-origin"
    assert not {"server", "access-control-allow-origin"} & set(reply.headers)


def test_paths_that_are_none_are_refused():
    for path in ("evil", "http://evil/", "/a\0b", "/a\nb", "", "*"):
        assert (ask(path, "GET").code, ask(path, "GET").seen) == (400, None), path
