"""How far a run is: a bar on a terminal, a plain line now and then elsewhere."""

import io
import sys

import pytest

from app.cli.progress import Progress


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    """What takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["a file", "a dumb terminal"])
def test_elsewhere_than_on_a_terminal_a_line_comes_now_and_then(stream, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(100, clock := Clock()) as told:
        for picture in range(100):
            clock.now += 1
            told.done("solved" if picture % 10 else "no_puzzle")
    lines = stream.getvalue().splitlines()
    assert lines[0] == "30 of 100 pictures, 1.0 per second, 0:01:10 left: 27 solved, 3 no puzzle"
    assert lines[-1] == "100 of 100 pictures, 1.0 per second: 90 solved, 10 no puzzle"
    assert len(lines) == 4
    assert "\x1b" not in stream.getvalue()


def test_pictures_are_counted_when_that_is_first_told():
    counted = iter([4010])
    with Progress(lambda: next(counted), clock := Clock()) as told:
        for _ in range(10):
            told.skip("solved")
        clock.now += 2
        for _ in range(2000):
            told.done("solved")
        for _ in range(2):
            assert told.line() == "2,000 of 4,000 pictures, 1000.0 per second, 0:00:02 left: 2,000 solved"
    with Progress(lambda: pytest.fail("it was counted")) as told:
        told.done("solved")
    with Progress(None, Clock()) as told:
        told.done("solved")
        assert told.line() == "1 pictures, 0.0 per second: 1 solved"


@pytest.mark.parametrize("total", [None, 3])
def test_on_a_terminal_a_bar_tells_counts_stays_below_what_is_written_aside_and_goes_away(total, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    with Progress(total) as told:
        told.done("solved")
        told.done("solved")
        with told.aside():
            stream.write("a.png: unsure\n")
        told.done("unsure")
    before, after = stream.getvalue().split("a.png: unsure\n")
    assert "2 solved" in before
    assert before.endswith("\x1b[2K")  # the line is empty
    assert "1 unsure" in after
    assert after.endswith("\x1b[2K") or after.rstrip().endswith("\x1b[?25h")
