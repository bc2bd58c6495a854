"""Connections send at once, without waiting until the client has confirmed, and notice that it has left."""

import asyncio
import socket

from app.web.addresses import listen

OPTIONS = ((socket.IPPROTO_TCP, socket.TCP_NODELAY), (socket.SOL_SOCKET, socket.SO_KEEPALIVE))


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
