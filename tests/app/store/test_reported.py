"""Reports that keep what the last run left of them are to the byte what they would be if made anew."""

import random
import sys
from datetime import UTC, datetime

import pytest

from app.store import gallery
from app.store.database import Database
from app.store.files import FAILED, PAGE, TABLE
from app.store.reports import Run, write_reports
from app.store.shown import ShownTable
from tests.app.store.conftest import SMALL

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there files have no stamps")
RUN = Run("aquarium in -o out", {}, datetime(2026, 1, 2, tzinfo=UTC), 7.25, 3, 4)
NAMES = [f"{folder}/{number:02}.png" for folder in "ab" for number in range(20)]


@pytest.fixture
def made(monkeypatch):
    """Return the list of the paths from which on rows of the table and items of the page are made."""
    found: dict[str, list[bytes]] = {"rows": [], "items": []}
    for name, paths in found.items():
        make = getattr(ShownTable, name)

        def spied(self, first=b"", *, make=make, paths=paths):
            paths.append(first)
            return make(self, first)

        monkeypatch.setattr(ShownTable, name, spied)
    return found


@pytest.fixture
def reported(database, note):
    """Return a database whose reports are written."""
    for name in NAMES:
        note(name)
    write_reports(database, RUN)
    return database


def files(database: Database) -> list[bytes]:
    return [(database.folder / name).read_bytes() for name in (TABLE, PAGE, FAILED)]


def assert_as_made_anew(database: Database) -> None:
    """Write the reports, which may keep what they can, and compare them with those that keep nothing."""
    write_reports(database, RUN)
    kept = files(database)
    database._database.execute("DELETE FROM reported")
    write_reports(database, RUN)
    assert kept == files(database)


@pytest.mark.parametrize("most", [gallery.MOST_EMBEDDED, 20 * 2 * len(SMALL)])
def test_whatever_is_done_reports_are_as_if_made_anew(reported, note, monkeypatch, most):
    monkeypatch.setattr(gallery, "MOST_EMBEDDED", most)
    chance = random.Random(1)
    for round_ in range(30):
        for _ in range(chance.randrange(3)):
            name = chance.choice([*NAMES, f"a/{chance.random()}.png", f"{chance.random()}.png", "c.png"])
            note(name, chance.choice(["solved", "solved", "unsure"]), message=f"round {round_}")
        write_reports(reported, RUN)
        if round_ % 5 == 4:
            assert_as_made_anew(reported)


def test_a_picture_that_needs_a_look_takes_the_room_of_thumbnails_before_it(reported, note, monkeypatch):
    monkeypatch.setattr(gallery, "MOST_EMBEDDED", 20 * 2 * len(SMALL))
    write_reports(reported, RUN)
    note("c.png", "unsure")
    assert_as_made_anew(reported)


def test_only_lines_from_the_first_picture_on_that_is_new_are_made(reported, note, made):
    note("b/07a.png")
    note("b/15.png", "unsure")
    made["rows"].clear()
    made["items"].clear()
    assert_as_made_anew(reported)
    assert made == {"rows": [b"b/07a.png", b""], "items": [b"b/07a.png", b""]}


def test_a_table_that_stands_is_left_alone(reported, made):
    before = (reported.folder / TABLE).stat()
    made["rows"].clear()
    write_reports(reported, RUN)
    assert (reported.folder / TABLE).stat() == before
    assert made["rows"] == []


@pytest.mark.parametrize("name", [TABLE, PAGE])
@pytest.mark.parametrize("change", ["changed", "deleted", "link"])
def test_a_report_that_others_have_changed_is_made_anew(reported, name, change, tmp_path):
    right, file = files(reported), reported.folder / name
    if change == "changed":
        file.write_bytes(file.read_bytes().replace(b"solved", b"SOLVED"))
    elif change == "deleted":
        file.unlink()
    else:
        file.rename(tmp_path / "elsewhere")
        file.symlink_to(tmp_path / "elsewhere")
    write_reports(reported, RUN)
    assert files(reported) == right
    assert not file.is_symlink()


def test_a_report_that_cannot_be_written_keeps_only_what_is_right_in_it(reported, note, monkeypatch):
    """The table is written by a run that fails at the page; the next one has another picture."""

    def fail(*_: object) -> None:
        raise OSError(28, "no space left on device")

    note("b/03.png", "unsure")
    with monkeypatch.context() as full:
        full.setattr("app.store.reports.write_page", fail)
        with pytest.raises(Exception, match="no space"):
            write_reports(reported, RUN)
    note("b/10.png", "unsure")
    assert_as_made_anew(reported)


def test_a_picture_that_loses_its_answer_is_taken_out(reported, note):
    """The answer of a later picture takes the place of that of an earlier one."""
    taken = "SELECT target FROM pictures WHERE path = ?"
    reported._database.execute(f"UPDATE pictures SET target = ({taken}) WHERE number = 4", [b"b/11.png"])
    note("b/11.png")
    assert len(reported) == len(NAMES) - 1
    assert_as_made_anew(reported)


def test_reports_of_another_version_are_made_anew(reported, made):
    ShownTable(reported._database, "2").forget_other_versions()
    reported.shown = ShownTable(reported._database, "2")
    made["rows"].clear()
    write_reports(reported, RUN)
    assert made["rows"] == [b""]


def test_where_a_picture_has_no_lines_none_are_counted(reported, note):
    """A damaged database may lack what is shown of a picture: what follows it stands a line higher."""
    reported._database.execute("DELETE FROM shown WHERE number = 3")
    reported._database.execute("DELETE FROM reported")
    write_reports(reported, RUN)
    note("b/19.png", "unsure")
    assert_as_made_anew(reported)


@pytest.mark.parametrize("wrong", ["5", "NULL", "'text'"])
def test_damage_to_what_is_noted_costs_only_time(reported, note, wrong):
    reported._database.execute(f"UPDATE reported SET path = {wrong}")
    note("b/19.png", "unsure")
    assert_as_made_anew(reported)


def test_large_reports_are_copied_in_blocks(reported, note, monkeypatch):
    monkeypatch.setattr("app.store.reported.BLOCK", 100)
    note("b/11.png", "unsure")
    assert_as_made_anew(reported)
