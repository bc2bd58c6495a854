"""Whatever is done to the bytes of a picture file, it ends with a status and a word."""

import pytest

from app.batch.job import solve_job
from app.inputs.plan import Job
from app.inputs.words import Input
from app.request import Limits, Request
from fixtures.drawing.files import KINDS
from fixtures.hostile.fuzz import corpus, made, question
from vision.files.guarded import find_pages

INPUTS = 20
"""Damaged files that are read and solved; `benchmarks.fuzz` tries 20,000."""
STATUSES = {"solved", "unreadable", "no_puzzle", "unsure", "ambiguous", "no_solution", "timeout"}
REQUEST = Request(limits=Limits(2, 0.2))
WATER = question()[1]


def ended(contents, folder, number=0):
    place = folder / "shot.png"
    place.write_bytes(contents)
    pages = find_pages(place)
    page = pages[number % len(pages)]
    return solve_job(Job(Input(place, page), folder / "shot.solved.png"), REQUEST)


def check(outcome):
    assert outcome.final_status in STATUSES, outcome.traceback or outcome.message
    assert outcome.status == "solved" or outcome.message
    assert "\n" not in (outcome.message or "")


@pytest.mark.parametrize("file", [*KINDS, "heic", "heic several"])
def test_whole_files_of_every_kind_are_solved(file, tmp_path):
    if file not in corpus():
        pytest.skip("what writes such files is not installed")
    outcome = ended(corpus()[file], tmp_path)
    if file in ("other ico", "pdf many pages"):  # too small to read, and empty
        check(outcome)
        return
    assert outcome.status == "solved" or file.endswith(("notes", "webp lossy")), outcome.message  # these lie
    assert outcome.water in (WATER, None)


@pytest.mark.parametrize("number", range(INPUTS))
def test_damage_ends_with_a_status(number, tmp_path):
    file, kind, contents = made(1, number)
    outcome = ended(contents, tmp_path, number)
    check(outcome)
    assert outcome.water in (WATER, None), f"{file} {kind} was answered otherwise"


def test_a_torn_board_is_not_answered_as_a_smaller_one(tmp_path):
    file, damage, contents = made(0, 14702)
    assert (file, damage) == ("bmp palette", "moved")
    outcome = ended(contents, tmp_path)
    assert outcome.status in ("unsure", "no_puzzle")
    assert outcome.water is None
