"""Each kind of terminal is asked what it can show, and is shown that, no larger than it is."""

import base64
import io
import os
import re
import select
import struct
import sys
import threading
import time
from pathlib import Path

import click
import numpy as np
import pytest
from PIL import Image as Pillow

from app.cli import terminal
from app.cli.main import main
from app.cli.terminal import CELL_ANSWER, CUBE, WAIT_SECONDS, Terminal, ask, draw
from tests.app.stand_ins import paint
from tests.shell import usage_error

fcntl = pytest.importorskip("fcntl", reason="this system has no pseudo-terminals")
import pty  # noqa: E402 — the same systems have it
import termios  # noqa: E402 — the same systems have it

NAME, KITTY, CELL, ATTRIBUTES = b"\x1b[>q", b"\x1b_Gi=31,", b"\x1b[16t", b"\x1b[c"
END = b"\x00the end"
KINDS = {
    "kitty": {KITTY: b"\x1b_Gi=31;OK\x1b\\", CELL: b"\x1b[6;20;10t", ATTRIBUTES: b"\x1b[?62;c"},
    "iterm2": {NAME: b"\x1bP>|iTerm2 3.5.0\x1b\\", CELL: b"\x1b[6;20;10t", ATTRIBUTES: b"\x1b[?62;4c"},
    "sixel": {NAME: b"\x1bP>|XTerm(390)\x1b\\", CELL: b"\x1b[6;20;10t", ATTRIBUTES: b"\x1b[?63;1;2;4;6c"},
    "blocks": {KITTY: b"\x1b_Gi=31;EINVAL:no\x1b\\", ATTRIBUTES: b"\x1b[?64;1;14c"},
}
"""What terminals answer to each question."""


class PseudoTerminal:
    """A terminal of 80 columns and 24 lines that gives some answers, and keeps what it is shown."""

    def __init__(self, answers: dict[bytes, bytes], pixels: tuple[int, int] = (0, 0)) -> None:
        self._answers, self.shown = dict(answers), b""
        self._master, self.number = pty.openpty()
        fcntl.ioctl(self.number, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, *pixels))
        self.settings = termios.tcgetattr(self.number)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                self.shown += os.read(self._master, 65536)
            except OSError:  # the other end is closed
                return
            for question in [question for question in self._answers if question in self.shown]:
                os.write(self._master, self._answers.pop(question))

    def all_shown(self) -> bytes:
        """Wait for what is on its way, and return all that was shown."""
        os.write(self.number, END)
        end = time.monotonic() + 5
        while END not in self.shown and time.monotonic() < end:
            time.sleep(0.001)
        return self.shown.partition(END)[0].replace(b"\r\n", b"\n")

    def is_as_before(self) -> bool:
        """Tell whether its settings are those it began with, and nothing is left to be read."""
        unread = select.select([self.number], [], [], 0)[0]
        return termios.tcgetattr(self.number) == self.settings and not unread

    def close(self) -> None:
        """End it, when all that was written is shown."""
        os.close(self.number)
        self._thread.join(timeout=5)
        os.close(self._master)


@pytest.fixture
def pseudo_terminal(monkeypatch):
    """Give the function that makes a terminal of some kind."""
    for name in ("TERM_PROGRAM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    made = []

    def make(kind, **settings):
        made.append(PseudoTerminal(KINDS.get(kind, {}), **settings))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_terminal_is_asked_and_left_as_it_was(kind, pseudo_terminal):
    one = pseudo_terminal(kind)
    cell = (10, 20) if CELL in KINDS[kind] else (8, 16)
    assert ask(one.number) == Terminal(kind, 80, 24, cell, true_colour=False)
    assert one.is_as_before()


def test_a_terminal_that_does_not_answer_is_not_waited_for_long(pseudo_terminal, monkeypatch):
    assert WAIT_SECONDS <= 1
    monkeypatch.setattr(terminal, "WAIT_SECONDS", 0.05)
    one = pseudo_terminal("mute", pixels=(720, 432))
    assert ask(one.number) == Terminal("blocks", 80, 24, (9, 18), true_colour=False)
    assert one.is_as_before()


def test_a_terminal_is_left_as_it_was_by_an_interruption(pseudo_terminal, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    one = pseudo_terminal("kitty")
    monkeypatch.setattr("app.cli.terminal.select.select", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(one.number)
    monkeypatch.undo()
    assert termios.tcgetattr(one.number) == one.settings


def test_a_program_in_the_background_asks_nothing(pseudo_terminal, monkeypatch):
    monkeypatch.setattr("app.cli.terminal.os.tcgetpgrp", lambda number: -1)
    one = pseudo_terminal("kitty")
    assert ask(one.number).graphics == "blocks"
    assert one.all_shown() == b""


def test_iterm2_is_known_by_its_environment_too(pseudo_terminal, monkeypatch):
    monkeypatch.setenv("TERM_PROGRAM", "iTerm.app")
    assert ask(pseudo_terminal("blocks").number).graphics == "iterm2"


@pytest.mark.parametrize(("word", "true_colour"), [("truecolor", True), ("24bit", True), ("", False)])
def test_all_colours_are_used_where_the_terminal_has_them(word, true_colour, pseudo_terminal, monkeypatch):
    monkeypatch.setenv("COLORTERM", word)
    assert ask(pseudo_terminal("blocks").number).true_colour is true_colour


def picture(height, width):
    """Draw water over a board, roughly: few colours, lines and letters."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[height // 2 :, : width // 2] = (90, 160, 230)
    pixels[:: max(1, height // 6)] = pixels[:, :: max(1, width // 6)] = 30
    return pixels


def of_kitty(shown):
    parts = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", shown)
    keys = [dict(pair.split(b"=") for pair in head.split(b",")) for head, _ in parts]
    assert all(len(part) <= 4096 for _, part in parts)
    assert [head[b"m"] for head in keys] == [b"1"] * (len(parts) - 1) + [b"0"]
    assert (keys[0][b"a"], keys[0][b"f"], keys[0][b"q"]) == (b"T", b"100", b"2")
    return png(b"".join(part for _, part in parts))


def of_iterm2(shown):
    head, contents = re.fullmatch(rb"\x1b\]1337;File=([^:]*):([^\x07]*)\x07\n", shown).groups()
    assert b"inline=1" in head
    return png(contents)


def png(text):
    return np.asarray(Pillow.open(io.BytesIO(base64.b64decode(text))).convert("RGB"))


def of_sixel(shown):
    """Draw sixels as a terminal does."""
    body = re.fullmatch(rb"\x1bP[\d;]*q(.*)\x1b\\\n", shown, re.DOTALL)[1].decode()
    width, height = map(int, re.match(r'"1;1;(\d+);(\d+)', body).groups())
    pixels, palette, left, top, colour = np.zeros((height + 5, width, 3)), {}, 0, 0, 0
    for word in re.findall(r"#\d+(?:;2;\d+;\d+;\d+)?|!\d+[?-~]|[?-~$-]", body[body.index("#") :]):
        if word[0] == "#":
            colour, *mix = map(int, word[1:].split(";"))
            if mix:
                palette[colour] = np.array(mix[1:]) * 2.55
        elif word in "$-":
            left, top = 0, top + 6 * (word == "-")
        else:
            count = int(word[1:-1]) if word[0] == "!" else 1
            rows = [top + bit for bit in range(6) if (ord(word[-1]) - 63) >> bit & 1]
            pixels[rows, left : left + count] = palette[colour]
            left += count
    return pixels[:height]


def of_blocks(shown):
    """Draw half blocks as a terminal does: two pixels for each."""
    rows = []
    for line in shown.decode().splitlines():
        signs = re.findall(r"\x1b\[38;(2;\d+;\d+;\d+|5;\d+);48;(2;\d+;\d+;\d+|5;\d+)m▀", line)
        rows += [[colour(sign[half]) for sign in signs] for half in (0, 1)]
    return np.array(rows)


def colour(code):
    kind, *numbers = map(int, code.split(";"))
    if kind == 2:
        return numbers
    (number,) = numbers
    if number >= 232:
        return [8 + 10 * (number - 232)] * 3
    return [CUBE[(number - 16) // step % 6] for step in (36, 6, 1)]


SHOWN = {"kitty": of_kitty, "iterm2": of_iterm2, "sixel": of_sixel, "blocks": of_blocks}


@pytest.mark.parametrize("kind", SHOWN)
def test_a_picture_that_fits_is_shown_as_it_is(kind):
    pixels = picture(40, 60)
    shown = SHOWN[kind](draw(pixels, Terminal(kind, 80, 24)))
    assert shown.shape == pixels.shape
    assert np.abs(shown - pixels.astype(float)).max() <= 3  # sixels have colours in percent


@pytest.mark.parametrize("kind", SHOWN)
@pytest.mark.parametrize("size", [(1000, 301), (333, 2000), (3000, 3000)])
def test_a_large_picture_is_made_to_fit_the_terminal(kind, size):
    shown = SHOWN[kind](draw(picture(*size), Terminal(kind, 80, 24, (10, 20))))
    across, down = (80, 44) if kind == "blocks" else (800, 440)
    assert shown.shape[0] <= down and shown.shape[1] <= across
    assert shown.shape[0] >= down - 1 or shown.shape[1] >= across - 1
    assert shown.shape[1] / shown.shape[0] == pytest.approx(size[1] / size[0], rel=0.08)


def test_a_photograph_has_as_many_colours_as_sixels_can():
    pixels = np.random.default_rng(0).integers(0, 256, (60, 60, 3), np.uint8)
    assert np.abs(of_sixel(draw(pixels, Terminal("sixel", 80, 24))) - pixels.astype(float)).mean() < 20


def test_256_colours_come_near():
    pixels = picture(40, 60)
    shown = of_blocks(draw(pixels, Terminal("blocks", 80, 24, true_colour=False)))
    assert np.abs(shown - pixels.astype(float)).max() < 48
    grey = np.full((2, 2, 3), 130, np.uint8)
    assert np.abs(of_blocks(draw(grey, Terminal("blocks", 80, 24, true_colour=False))) - 130.0).max() <= 5


def seen_in(one, monkeypatch, *words):
    """Run a command in a terminal, and return the picture that it shows."""
    with monkeypatch.context() as patched, os.fdopen(os.dup(one.number), "w", encoding="utf-8") as stream:
        patched.setattr(sys, "stdout", stream)
        assert main([*words, "--view"]) == 0
    assert one.is_as_before()
    return one.all_shown().partition(terminal.CLEAR_LINE)[2]


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_shown(kind, pseudo_terminal, monkeypatch, capsys):
    paint("shot.png")
    shown = SHOWN[kind](seen_in(pseudo_terminal(kind), monkeypatch, "shot.png"))
    assert "→ shot.solved.png" in capsys.readouterr().err
    with Pillow.open("shot.solved.png") as answer:
        expected = np.asarray(answer.convert("RGB"), float)
    assert shown.shape == expected.shape
    assert np.abs(shown - expected).mean() < 12


@pytest.mark.usefixtures("stand_in")
@pytest.mark.parametrize(("kind", "size"), [("kitty", (300, 400)), ("blocks", (44, 44))])
def test_half_blocks_show_the_board_without_the_page(kind, size, pseudo_terminal, monkeypatch):
    """The board is at the upper left; one scale for both sides shows that its part is square."""
    Pillow.new("RGB", (400, 300), "white").save("shot.png")
    shown = SHOWN[kind](seen_in(pseudo_terminal(kind), monkeypatch, "shot.png"))
    assert shown.shape[:2] == pytest.approx(size, abs=2)
    wet = shown[..., 2] > shown[..., 0] + 20
    assert wet.mean() > (0.1 if kind == "blocks" else 0.001)


@pytest.mark.usefixtures("stand_in")
def test_what_is_no_terminal_shows_nothing(capsys):
    paint("shot.png", "other.png")
    said = usage_error(capsys, "shot.png", "--view")
    assert said.startswith("--view needs a terminal, and standard output is not one; leave it out")
    assert not Path("shot.solved.png").exists()


def test_what_cannot_be_read_back_is_told(tmp_path):
    (tmp_path / "answer.svg").write_text("<svg/>")
    with pytest.raises(click.UsageError, match=r"answer\.svg cannot be shown: .*; use --open"):
        terminal.view(tmp_path / "answer.svg")


def test_the_cell_of_a_terminal_that_tells_none_is_a_usual_one(pseudo_terminal):
    assert CELL_ANSWER.search(b"\x1b[6;0;0t")
    assert terminal._cell(pseudo_terminal("mute").number, b"\x1b[6;0;0t") == terminal.USUAL_CELL
