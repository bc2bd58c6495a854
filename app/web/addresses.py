"""Where a server listens, and at which addresses and names it is reached; nobody is asked for that."""

import errno
import ipaddress
import secrets
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress

from ..sentences import Message, UsageError
from . import LOOPBACK, LOOPBACK_NAMES, SECRET_BYTES

try:
    import fcntl
except ImportError:  # Windows has none
    fcntl = None  # type: ignore[assignment,unused-ignore]  # as above

BACKLOG = 256
"""Connections that may wait to be accepted."""
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that are nobody's (RFC 5737, RFC 3849): the way to them begins at this computer's own. Nothing is
sent there, as connecting a UDP socket sends nothing."""
ADDRESS_OF_INTERFACE = 0x8915
"""SIOCGIFADDR of Linux."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Return sockets that listen at all addresses a host name stands for; 0 is any port that is free.

    UsageError says why one cannot.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise UsageError(Message("no_such_address", host=host)) from None
    sockets: list[socket.socket] = []
    for family, *_, place in sorted(found, key=lambda one: one[0] != socket.AF_INET):
        number = sockets[0].getsockname()[1] if sockets else port
        try:
            sockets.append(_listening(family, (place[0], number, *place[2:])))
        except OSError as error:
            if sockets:  # localhost has two addresses, of which one may be switched off
                continue
            raise UsageError(_why_not(error, host, port)) from None
    return sockets


def _listening(family: int, place: tuple[object, ...]) -> socket.socket:
    both = family == socket.AF_INET6 and place[0] == "::" and socket.has_dualstack_ipv6()
    made = socket.create_server(place, family=family, backlog=BACKLOG, dualstack_ipv6=both)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # a device that left the network is noticed
    # Only of sockets that say that they are TCP's, asyncio sends every part at once: else answers wait 40 ms
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP, fileno=made.detach())


def _why_not(error: OSError, host: str, port: int) -> Message:
    """Tell why nothing can listen at a place."""
    match error.errno:
        case errno.EADDRINUSE:
            return Message("port_taken", port=port, next=port + 1 if port < 65535 else port - 1)
        case errno.EACCES:
            return Message("port_forbidden", port=port)
        case errno.EADDRNOTAVAIL:
            return Message("no_such_address", host=host)
    return Message("port_unusable", host=host, port=port)


def is_loopback(sockets: Iterable[socket.socket]) -> bool:
    """Tell whether only this computer itself can reach what listens."""
    return all(ipaddress.ip_address(one.getsockname()[0]).is_loopback for one in sockets)


def new_token() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def reached_at(sockets: Iterable[socket.socket], token: str | None) -> list[str]:
    """Return the addresses to type into a browser, those for other computers first."""
    query = f"?token={token}" if token else ""
    return [
        f"http://{_bracketed(address)}:{one.getsockname()[1]}/{query}"
        for one in sockets
        for address in _addresses(one)
    ]


def names_of(sockets: Iterable[socket.socket]) -> frozenset[str]:
    """Return what the server may be called besides its addresses, in lower case."""
    if is_loopback(sockets):
        return LOOPBACK_NAMES
    own = socket.gethostname().lower().rstrip(".")
    return LOOPBACK_NAMES | {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}


def _addresses(listening: socket.socket) -> list[str]:
    """Return the addresses of one socket: all that this computer has if it listens everywhere."""
    address = ipaddress.ip_address(listening.getsockname()[0])
    if not address.is_unspecified:
        return [str(address)]
    families = [socket.AF_INET] if address.version == 4 else [*ELSEWHERE]
    outward = [own for family in families for own in _outward(family)]
    return [*dict.fromkeys([*outward, *_of_interfaces(), LOOPBACK])]


def _outward(family: socket.AddressFamily) -> Iterator[str]:
    """Yield the own address at which the way into the network begins, if there is one."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE[family], 9))
        yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Yield the IPv4 addresses of all network interfaces, where the system tells them so."""
    if fcntl is None or sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has none
                asked = struct.pack("256s", name.encode()[:15])
                found = fcntl.ioctl(probe.fileno(), ADDRESS_OF_INTERFACE, asked)
                address = ipaddress.ip_address(found[20:24])
                if not address.is_loopback:
                    yield str(address)


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
