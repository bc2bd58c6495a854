"""Where the page is served, how connections are set, and what is said where nothing can listen."""

import errno
import socket

import pytest

from app.errors import UsageError
from app.web.addresses import listen
from solver.message import Message


@pytest.mark.parametrize(("port", "following"), [(8765, 8766), (65534, 65535), (65535, 65534)])
def test_who_asks_for_a_port_that_is_taken_is_told_the_one_beside_it(port, following, monkeypatch):
    def taken(*_, **__):
        raise OSError(errno.EADDRINUSE, "in use")

    monkeypatch.setattr(socket, "create_server", taken)
    with pytest.raises(UsageError) as refused:
        listen("127.0.0.1", port)
    assert refused.value.what == Message("port_taken", port=port, next=following)
