"""`aquarium serve` as it is typed: what it prints, where it listens, how it ends."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from app.cli.main import main
from app.cli.serve import PLAIN, WHITE_ON_BLACK, qr_code
from app.web import addresses
from tests.app.stand_ins import PATIENCE
from tests.conftest import ROOT
from tests.shell import Stream, usage_error

WORD = "fishes_in-16-signs"


@pytest.fixture
def run_nothing(monkeypatch):
    """Stand in for the server; give the settings and addresses that it would serve."""
    served = []

    def run(settings, sockets, _):
        served.append((settings, [one.getsockname() for one in sockets]))

    monkeypatch.setattr("app.cli.serve._run", run)
    return served


def test_the_address_is_printed_and_opened_and_nobody_else_can_reach_it(run_nothing, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert main(["serve", "--port", "0", "--open"]) == 0
    ((settings, listening),) = run_nothing
    assert opened == [f"http://127.0.0.1:{settings.port}/"]
    assert capsys.readouterr().out == f"{opened[0]}\n"
    assert listening == [("127.0.0.1", settings.port)]
    assert settings.token is None


def test_in_the_network_every_address_carries_a_new_token(run_nothing, capsys):
    for words in ([], [], ["--token", WORD]):
        assert main(["serve", "--port", "0", "--host", "0.0.0.0", *words]) == 0
    (first, _), (second, _), (third, _) = run_nothing
    assert first.token != second.token
    assert third.token == WORD
    assert len(first.token) >= 32
    printed = capsys.readouterr()
    assert f"http://127.0.0.1:{first.port}/?token={first.token}\n" in printed.out
    assert all("?token=" in line for line in printed.out.splitlines())
    assert "scan the code" in printed.err


def test_sizes_are_read_with_their_units(run_nothing):
    sizes = {"500 kB": 500_000, "1.5m": 1_500_000, "1000": 1000, "1GB": 1_000_000_000}
    for size in sizes:
        assert main(["serve", "--port", "0", "--max-upload", size]) == 0
    assert [settings.max_upload for settings, _ in run_nothing] == [*sizes.values()]


def test_a_phone_can_scan_the_code_which_is_left_out_where_it_does_not_fit(monkeypatch):
    monkeypatch.setattr(sys, "stdout", terminal := Stream(terminal=True))
    monkeypatch.setattr(terminal, "fileno", lambda: 1)
    sizes = map(os.terminal_size, [(100, 60), (30, 60), (100, 10), (0, 0)])
    monkeypatch.setattr("os.get_terminal_size", Mock(side_effect=sizes))
    # Not a drawn token: OpenCV's detector fails on one code in some hundreds, which differs from run to run.
    token = "0123456789_abcdef-ABCDEFGHIJKLMN"
    assert len(token) == len(addresses.new_token())
    address = f"http://192.168.178.20:8765/?token={token}"
    lines = qr_code(address).decode().replace(WHITE_ON_BLACK, "").replace(PLAIN, "").splitlines()
    white = "▀█", "▄█"  # in the upper half of a character, and in the lower
    rows = [[255 * (sign in half) for sign in line] for line in lines for half in white]
    shown = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    shown = cv2.copyMakeBorder(shown, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    assert cv2.QRCodeDetector().detectAndDecode(shown)[0] == address
    assert [qr_code(address) for _ in range(3)] == [b""] * 3


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize(("how", "is_up"), [("SIGINT", True), ("SIGTERM", False)])
def test_it_ends_at_once_whatever_it_is_at(how, is_up):
    command = [sys.executable, "-m", "app.cli.main", "serve", "--port", "0", "-j", "1"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as serving:
        address = serving.stdout.readline().strip()
        if is_up:
            with urllib.request.urlopen(f"{address}api/health", timeout=PATIENCE) as answer:
                assert answer.status == 200
        os.killpg(serving.pid, getattr(signal, how))
        for _ in range(3):
            time.sleep(0.02)
            if serving.poll() is None and how == "SIGINT":  # one who is in a hurry
                os.killpg(serving.pid, signal.SIGINT)
        _, err = serving.communicate(timeout=PATIENCE)
    assert serving.returncode == 0
    assert set(err.splitlines()) <= {"open it in a browser; press Ctrl-C to stop"}


@pytest.mark.parametrize("word", ["", WORD[:15], "x" * 129, "sixteen signs and spaces", "é" * 16])
def test_a_word_that_is_short_or_odd_lets_nobody_in_and_is_not_repeated(word, run_nothing, capsys):
    said = usage_error(capsys, "serve", "--port", "0", "--token", word)
    assert said.startswith("--token is not as expected: 16 to 128 letters")
    assert not word or word not in said
    assert run_nothing == []
