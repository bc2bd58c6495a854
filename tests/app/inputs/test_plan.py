"""Words become jobs one by one; no answer leaves the output folder or takes another's place."""

import os
from pathlib import Path

import pytest
from PIL import Image as Pillow

from app.batch.job import solve_job
from app.inputs.plan import plan_jobs
from app.request import Request
from tests.app.stand_ins import paint, write
from vision.files.mark import QUESTION

pytestmark = pytest.mark.usefixtures("stand_in")
REQUEST = Request()
POSIX = pytest.mark.skipif(os.name == "nt", reason="links are a matter of POSIX")


def targets(*words, **settings):
    return [str(job.target) for job in plan_jobs(words, **settings)]


def test_the_tree_is_mirrored_and_namesakes_of_several_folders_are_numbered():
    paint("x/a.png", "x/a.jpg", "x/sub/a.png", "y/a.png", "y/sub/a.png", "z/b.png")
    stems = "a", "a.png", "sub/a", "a-2", "sub/a.png", "b"
    assert targets("x", "y", "z", output="out") == [f"out/{stem}.solved.png" for stem in stems]


def test_a_question_that_is_called_like_an_answer_is_not_written_over():
    paint("a.png")
    write("a.hint.png", kind=QUESTION)
    assert targets("a.png", "a.hint.png", suffix=".hint.png") == ["a.png.hint.png", "a.hint.hint.png"]
    paint("b.png", "in/b.png")
    assert targets("b.png", "in", suffix=".png", output="in") == ["in/b-2.png", "in/b-3.png"]


@POSIX
def test_a_link_to_a_picture_has_an_answer_of_its_own_in_whatever_way_it_is_met():
    paint("in/a.png")
    Path("in/b.png").symlink_to("a.png")
    Path("to").symlink_to("in")
    answers = ["out/a.solved.png", "out/b.solved.png"]
    assert targets("in/a.png", "in/b.png", "in", "to/b.png", output="out") == answers
    paint("in/c.png")
    Path("in/b.solved.png").symlink_to("c.png")
    assert targets("in/b.png", "in/c.png") == ["in/b.png.solved.png", "in/c.solved.png"]


def test_pictures_that_arrive_are_placed_as_those_of_a_folder():
    paint("in/a.png", "in/a.jpg", "in/sub/b.png")
    came = (Path("in") / name for name in ("a.jpg", "a.png", "sub/b.png"))
    assert list(plan_jobs(["in"], "out").arrivals(came)) == list(plan_jobs(["in"], "out"))


@POSIX
def test_no_link_leads_an_answer_out_of_the_output_folder():
    paint("in/sub/a.png", "in/deep/er/b.png", "in/c.png")
    Path("elsewhere").mkdir()
    Path("out/deep").mkdir(parents=True)
    Path("out/sub").symlink_to("../elsewhere")
    Path("out/deep/er").symlink_to("../../elsewhere/new")
    Path("out/c.solved.png").symlink_to("../elsewhere/c.png")
    ended = {job.name: solve_job(job, REQUEST) for job in plan_jobs(["in"], "out")}
    assert list(Path("elsewhere").iterdir()) == []
    for name in ("in/sub/a.png", "in/deep/er/b.png"):
        assert ended[name].final_status == "unsaved"
        assert "a link in the folder leads out of it; remove the link" in ended[name].message
    assert ended["in/c.png"].final_status == "solved"
    assert not Path("out/c.solved.png").is_symlink()


def test_every_page_of_a_file_becomes_a_job():
    page = Pillow.new("L", (9, 9))
    Path("in").mkdir()
    page.save("in/a.tif", "TIFF", save_all=True, append_images=[page, page])
    page.save("in/b.tif")
    made = [(job.name, job.picture.page, str(job.target)) for job in plan_jobs(["in"], "out")]
    pages = [(f"in/a.tif#page={page}", page, f"out/a-page-{page}.solved.png") for page in (1, 2, 3)]
    assert made == [*pages, ("in/b.tif", None, "out/b.solved.png")]
    (job,) = plan_jobs(["in/a.tif#page=2"])
    assert (job.picture.page, job.target.name) == (2, "a-page-2.solved.png")


def test_the_same_words_mean_a_folder_again_when_there_are_answers_among_them():
    paint("a.png")
    for job in plan_jobs(["a.png"]):
        solve_job(job, REQUEST)
    assert targets("a.png", "a.solved.png", output="out") == ["out/a.solved.png"]
    assert targets("a.solved.png") == ["a.solved.solved.png"]  # alone, it may be meant
