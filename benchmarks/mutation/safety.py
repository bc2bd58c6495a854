"""Mutants of the room `web`: who is let in, what is taken, and what is cut off."""

from benchmarks.mutants import Mutant

SAFETY, SERVER, ADDRESSES = "app/web/safety.py", "app/web/server.py", "app/web/addresses.py"
OF_SAFETY, OF_SERVER = "tests/app/web/test_safety.py", "tests/app/web/test_server.py"
OF_SERVE = "tests/app/cli/test_serve.py"

MUTANTS: tuple[Mutant, ...] = (
    # Only this computer's own names are answered to
    Mutant(SAFETY, "(name not in settings.names or port != settings.port)", "False", OF_SAFETY),
    Mutant(SAFETY, " or port != settings.port)", ")", OF_SAFETY),
    Mutant(SAFETY, "name not in settings.names and not _is_address(name):", "False:", OF_SAFETY),
    Mutant(
        SAFETY,
        "return given[0] if len(given) == 1 else None",
        "return given[0] if given else None",
        OF_SAFETY,
    ),
    # No page of another site asks for anything
    Mutant(SAFETY, "if origin.lower() != own]", "if False]", OF_SAFETY),
    Mutant(SAFETY, "if origin.lower() != own]", 'if origin.lower() not in (own, "null")]', OF_SAFETY),
    Mutant(
        SAFETY,
        'OWN_SITES = ("same-origin", "none")',
        'OWN_SITES = ("same-origin", "same-site", "none")',
        OF_SAFETY,
    ),
    Mutant(SAFETY, "check_token, check_origin, check_length)", "check_token, check_length)", OF_SAFETY),
    # Off loopback nothing is answered without the token
    Mutant(SAFETY, "if not any(_is_same(", "if any(_is_same(", OF_SAFETY),
    Mutant(
        SAFETY,
        "return hmac.compare_digest(given.encode(), token.encode())",
        "return given == token",
        OF_SAFETY,
    ),
    Mutant(
        SAFETY,
        "return hmac.compare_digest(given.encode(), token.encode())",
        "return token.startswith(given)",
        OF_SAFETY,
    ),
    Mutant(SAFETY, "; HttpOnly; SameSite=Lax", "", OF_SAFETY),
    Mutant(SAFETY, "if name == cookie\n", "if True\n", OF_SAFETY),
    Mutant(
        SAFETY,
        'words = [(name, value) for name, value in head.words if name != "token"]',
        "words = head.words",
        OF_SAFETY,
    ),
    Mutant(
        "app/cli/serve.py",
        "None if addresses.is_loopback(sockets) else addresses.new_token()",
        "None",
        OF_SERVE,
    ),
    Mutant(ADDRESSES, "secrets.token_urlsafe(TOKEN_BYTES)", '"0" * 32', OF_SERVE),
    # Bodies and heads have limits
    Mutant(SAFETY, "or int(told) > most else None", "else None", OF_SAFETY),
    Mutant(SAFETY, "if self._bytes > self._most:", "if False:", OF_SAFETY),
    Mutant(SAFETY, "if self._held.bytes > self._held.most:", "if False:", OF_SAFETY),
    Mutant(SAFETY, "min(IDLE_SECONDS, end - now)", "IDLE_SECONDS", OF_SAFETY),
    Mutant(SAFETY, "min(IDLE_SECONDS, end - now)", "end - now", OF_SAFETY),
    Mutant(SAFETY, "            body.end()\n", "            pass\n", OF_SAFETY),
    Mutant(
        SERVER,
        "            self.transport.write(SLOW_HEAD)\n        self.transport.close()",
        "            pass",
        OF_SERVER,
    ),
    Mutant(SERVER, "if len(self.connections) > MOST_CONNECTIONS:", "if False:", OF_SERVER),
    Mutant(
        SERVER, "self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)", "pass", OF_SERVER
    ),
    Mutant(SERVER, "if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):", "if True:", OF_SERVER),
    # Browsers run nothing that is not the page's own
    Mutant(SAFETY, "script-src 'self'", "script-src 'self' 'unsafe-inline'", OF_SAFETY),
    Mutant(SAFETY, "frame-ancestors 'none'", "frame-ancestors *", OF_SAFETY),
    # A fault does not tell what was sent
    Mutant(SERVER, "({type(error).__name__}{place})", "({error}{place})", OF_SERVER),
)
