"""How far a run is: a bar on a terminal, a plain line now and then elsewhere."""

import io

import pytest

from app.cli import progress
from app.cli.progress import Progress


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


class Terminal(io.StringIO):
    """What takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()], ids=["a file", "a dumb terminal"])
def test_elsewhere_than_on_a_terminal_a_line_comes_now_and_then(stream, clock, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    with Progress(100, stream) as told:
        for picture in range(100):
            clock.now += 1
            told.done("solved" if picture % 10 else "no_puzzle")
    lines = stream.getvalue().splitlines()
    assert lines[0] == "30 of 100 pictures, 1.0 per second, 0:01:10 left: 27 solved, 3 no puzzle"
    assert lines[-1] == "100 of 100 pictures, 1.0 per second: 90 solved, 10 no puzzle"
    assert len(lines) == 4
    assert "\x1b" not in stream.getvalue()


def test_a_short_run_says_nothing_where_there_is_no_terminal(clock):
    stream = io.StringIO()
    with Progress(5, stream) as told:
        for _ in range(5):
            clock.now += 1
            told.done("solved")
    assert stream.getvalue() == ""


def test_pictures_are_counted_when_that_is_first_told(clock):
    counted = iter([4010])
    with Progress(lambda: next(counted), io.StringIO()) as told:
        for _ in range(10):
            told.skip("solved")
        clock.now += 2
        for _ in range(2000):
            told.done("solved")
        for _ in range(2):
            assert told.line() == "2,000 of 4,000 pictures, 1000.0 per second, 0:00:02 left: 2,000 solved"
    with Progress(lambda: pytest.fail("it was counted"), io.StringIO()) as told:
        told.done("solved")
    with Progress(None, io.StringIO()) as told:
        told.done("solved")
        assert told.line() == "1 pictures, 0.0 per second: 1 solved"


@pytest.mark.parametrize("total", [None, 3])
def test_on_a_terminal_a_bar_tells_counts_and_goes_away(total, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    stream = Terminal()
    with Progress(total, stream) as told:
        for ending in ("solved", "solved", "unsure"):
            told.done(ending)
    assert "2 solved" in stream.getvalue()
    assert "1 unsure" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K") or stream.getvalue().rstrip().endswith("\x1b[?25h")


def test_what_is_written_aside_stands_above_the_bar(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    stream = Terminal()
    with Progress(3, stream) as told:
        told.done("solved")
        with told.aside():
            stream.write("a.png: unsure\n")
        told.done("unsure")
    before, after = stream.getvalue().split("a.png: unsure\n")
    assert before.endswith("\x1b[2K")  # the line is empty
    assert "1 unsure" in after
