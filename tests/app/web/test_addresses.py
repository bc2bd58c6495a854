"""Where the page is served, how connections are set, and what is said where nothing can listen."""

import asyncio
import errno
import socket

import pytest

from app.errors import UsageError
from app.web.addresses import listen
from solver.message import Message

OPTIONS = ((socket.IPPROTO_TCP, socket.TCP_NODELAY), (socket.SOL_SOCKET, socket.SO_KEEPALIVE))


@pytest.mark.parametrize(("port", "following"), [(8765, 8766), (65534, 65535), (65535, 65534)])
def test_who_asks_for_a_port_that_is_taken_is_told_the_one_beside_it(port, following, monkeypatch):
    def taken(*_, **__):
        raise OSError(errno.EADDRINUSE, "in use")

    monkeypatch.setattr(socket, "create_server", taken)
    with pytest.raises(UsageError) as refused:
        listen("127.0.0.1", port)
    assert refused.value.what == Message("port_taken", port=port, next=following)


def test_connections_do_not_gather_small_parts_and_are_kept_alive():
    async def play() -> list[int]:
        (listening,) = listen("127.0.0.1", 0)
        accepted = asyncio.get_running_loop().create_future()

        def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken = writer.get_extra_info("socket")
            accepted.set_result([taken.getsockopt(*option) for option in OPTIONS])
            writer.close()

        async with await asyncio.start_server(answer, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await accepted

    assert all(asyncio.run(play()))
