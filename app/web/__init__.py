"""A page on one's own computer, and its API over HTTP; here what is set when a server starts."""

from typing import NamedTuple

MEGABYTE = 1_000_000
PORT = 8765
LOOPBACK = "127.0.0.1"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
SECRET_BYTES = 24
"""Of tokens and of names of stored files: 192 bits cannot be guessed."""
WAITING_PER_WORKER = 8
"""Requests at a time per worker: the last waits for some seconds, and their memory is bounded."""


class Settings(NamedTuple):
    """How a server is run."""

    host: str = LOOPBACK
    """Name or address that it listens at."""
    port: int = PORT
    """The port that it does listen at: never 0."""
    workers: int = 1
    """Pictures worked on at a time, each in its own process."""
    max_upload: int = 64 * MEGABYTE
    """Bytes of the largest picture or text taken."""
    token: str | None = None
    """What a client has to send; None on loopback, where nobody else can connect."""
    names: frozenset[str] = LOOPBACK_NAMES
    """Host names that clients may use, in lower case, without the port; in a network any address, too."""

    @property
    def most_waiting(self) -> int:
        """Requests at a time, at work and waiting: those beyond are refused."""
        return WAITING_PER_WORKER * self.workers
