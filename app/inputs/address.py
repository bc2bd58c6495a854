"""Addresses such as `s3://bucket/shot.png` as text: their parts, and how they are shown and kept.

What is in an address may be a password or the token of a signed link. So nothing that is printed or written
has its user, query or fragment: `shown_address`, `shown_word` and `without_secrets` are the way out.
"""

import hashlib
import re

ADDRESS = r"(?i:(?!(?:file|local):)[a-z][a-z0-9+.-]+://)"
"""Begins an address. A single letter is a drive of Windows, file:// and local:// lead to this computer."""
ANY_ADDRESS = r"(?i:(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*://)"
QUOTED_ADDRESS = rf"{ANY_ADDRESS}[^\s'\"<>]+"
LINK = r"(?i:::(?=[a-z][a-z0-9+.-]*(?:://|::)))"
"""Parts the links of a chained address: a file in an archive, and where the archive is."""
PARTS = r"(?is:(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<host>[^/?#]*)(?P<rest>.*))"
HOST = r"(?:\[[^\]]*\]|[^:]*)(?::\d*)?"
"""What may stand before the path, after the user; anything else may be a part of a password."""
WEB = {"http", "https", "jupyter", "jlab"}
"""Where `?` and `#` end a path; elsewhere they are signs of names. Also of `webdav+https` and the like."""
WITHOUT_USER = {"file", "local", "memory", "abfs", "abfss"}
"""Where no user stands before @: signs of names, and Azure's containers."""
PUZZLE = r"(?s:(?:\w+=\w+&)*(?P<puzzle>(?:m\+)?aquarium(?:_\w+)?/.*))"
"""The query of an address that is a puzzle."""
VARIETY = r"[\w+]+/"
"""Begins the query of an address of another kind of puzzle."""
HIDDEN = "…"
DIGEST_BYTES = 8
SHORTEST_SECRET = 4
"""Signs of a query's value that is looked for in messages; shorter ones may be any word."""


def is_address(word: str) -> bool:
    """Tell whether a word has the form of a place that is not a path on this computer."""
    return re.match(ADDRESS, word) is not None


def is_web(url: str) -> bool:
    """Tell whether `?` and `#` end the path of an address."""
    return url.partition("://")[0].lower().rpartition("+")[2] in WEB


def named_link(url: str) -> tuple[str, str, str]:
    """Return what of a chain stands before the link that has the name, that link, and what comes after it."""
    links = re.split(LINK, url)
    at = next((at for at, link in enumerate(links) if link.partition("://")[2]), 0)
    return (
        "".join(f"{link}::" for link in links[:at]),
        links[at],
        "".join(f"::{link}" for link in links[at + 1 :]),
    )


def path_of(url: str) -> str:
    """Return the path that an address, or one link of a chain, names, without host or query."""
    match = re.match(PARTS, url)
    if match is None:
        return ""
    rest = match["rest"]
    return re.split(r"[?#]", rest, maxsplit=1)[0] if is_web(url) else rest


def shown_address(url: str) -> str:
    """Return an address as it may be shown: without user, query and fragment."""
    return "::".join(_part(link)[0] for link in re.split(LINK, url))


def key_of(url: str) -> str:
    """Return what tells an address apart from all others, and no secret: a digest stands for what is hidden.

    The password is not in it: whatever it is, the picture is the same.
    """
    hidden = "\0".join(_part(link)[1] for link in re.split(LINK, url))
    if not hidden.strip("\0"):
        return shown_address(url)
    digest = hashlib.blake2b(hidden.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES)
    return f"{shown_address(url)}#{digest.hexdigest()}"


def shown_word(word: str) -> str:
    """Return a word of a command line as it may be shown; a puzzle in an address is kept whole."""
    match = re.search(ANY_ADDRESS, word)
    if match is None:
        return word
    before, url = word[: match.start()], word[match.start() :]
    puzzle = re.match(PUZZLE, url.partition("?")[2]) if is_web(url) else None
    return before + shown_address(url) + (f"?{puzzle['puzzle']}" if puzzle else "")


def is_page(text: str) -> bool:
    """Tell whether a text is an address on the web that holds no puzzle: one would have to fetch it."""
    query = text.partition("?")[2]
    return is_address(text) and is_web(text) and not (re.match(PUZZLE, query) or re.match(VARIETY, query))


def without_secrets(text: str, url: str = "") -> str:
    """Return a message of others with every address in it as it may be shown, and no secret of `url`."""
    text = re.sub(QUOTED_ADDRESS, lambda found: re.split(r"[?#]", shown_address(found[0]))[0], text)
    for secret in sorted(_secrets(url), key=len, reverse=True):
        text = text.replace(secret, HIDDEN)
    return text


def _part(link: str) -> tuple[str, str]:
    """Return how one link of a chain is shown, and what is hidden of it, save a password."""
    match = re.fullmatch(PARTS, link)
    if match is None:
        return link, ""
    scheme, authority, rest = match["scheme"], match["host"], match["rest"]
    user, _, host = authority.rpartition("@") if scheme.lower() not in WITHOUT_USER else ("", "", authority)
    if scheme.lower() not in WITHOUT_USER and not re.fullmatch(HOST, host):
        return f"{scheme}://{HIDDEN}", authority + rest
    path = re.split(r"[?#]", rest, maxsplit=1)[0] if is_web(link) else rest
    name = user.partition(":")[0]
    hidden = rest[len(path) :]
    return f"{scheme}://{host}{path}", f"{name}@{hidden}" if name or hidden else ""


def _secrets(url: str) -> set[str]:
    """Return the parts of an address that no message may repeat."""
    found = set[str]()
    for link in re.split(LINK, url):
        match = re.fullmatch(PARTS, link)
        if match is None or match["scheme"].lower() in WITHOUT_USER:
            continue
        user = match["host"].rpartition("@")[0]
        query = match["rest"][len(path_of(link)) :].lstrip("?#")
        values = [pair.partition("=")[2] for pair in re.split(r"[&#]", query)]
        found |= {user, user.partition(":")[2], query}
        found |= {value for value in values if len(value) >= SHORTEST_SECRET}
    return found - {""}
