"""Text from outside is shown escaped, the same way everywhere, and can be had back where it must."""

import os
import shutil
import subprocess
import sys

import pytest

from app.escaping import shell_line, visible

HOSTILE = {
    "\x1b]0;title\x07": r"\x1b]0;title\x07",
    "\x1b[2J": r"\x1b[2J",
    "two\nlines\r\tback": r"two\nlines\r\tback",
    "\x00\x7f": r"\x00\x7f",
    "\x85\x9b2J": r"\u0085\u009b2J",
    os.fsdecode(b"\x9b2J\xff"): r"\x9b2J\xff" if sys.platform not in ("win32", "darwin") else "",
    "\u202egnp.exe\u202c": r"\u202egnp.exe\u202c",
    "\u2066a\u2069\u200e\u200f\u061c": r"\u2066a\u2069\u200e\u200f\u061c",
    "a\u2028b\u2029c": r"a\u2028b\u2029c",
    "a\u200bb\u200c\u200d\ufeff\u00ad\u2060": r"a\u200bb\u200c\u200d\ufeff\u00ad\u2060",
    "\ud800": r"\ud800",
    "\U000e0041": r"\U000e0041",
}


@pytest.mark.parametrize(("text", "shown"), HOSTILE.items())
def test_what_a_terminal_obeys_or_what_does_not_show_is_escaped(text, shown):
    assert visible(text) == (shown or visible(text))
    assert visible(text).isprintable()
    assert visible(visible(text)) == visible(text)


def test_what_shows_is_left_as_it_is():
    shown = "a\u202fb\u00a0c\u3000 ü ё 金魚 🐠❤\ufe0f 🟦 e\u0301 <b>[red]&amp; \\n"
    assert visible(shown) == shown


@pytest.mark.skipif(not shutil.which("bash"), reason="it is for shells")
def test_a_command_that_is_shown_can_be_typed():
    words = [text.replace("\x00", "") for text in HOSTILE if text != "\ud800"]
    words += ["-o", "my shots", "it's.png"]
    words += ["\x1b'\\ \n", os.fsdecode(b"\xffb\\")]
    assert shell_line(words).isprintable()
    script = f"printf '%s\\0' {shell_line(words)}"
    typed = subprocess.run(["bash", "-c", script], capture_output=True, env={"LC_ALL": "C.UTF-8"}, check=True)
    assert typed.stdout == b"".join(os.fsencode(word) + b"\0" for word in words)
