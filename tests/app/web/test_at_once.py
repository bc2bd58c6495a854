"""Answers are sent at once: no part of them waits until the client has confirmed the one before."""

import asyncio
import socket

from app.web.addresses import listen


def test_connections_do_not_gather_small_parts():
    async def play() -> int:
        (listening,) = listen("127.0.0.1", 0)
        accepted = asyncio.get_running_loop().create_future()

        def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            taken = writer.get_extra_info("socket")
            accepted.set_result(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(answer, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            writer.close()
            return await accepted

    assert asyncio.run(play()) != 0
