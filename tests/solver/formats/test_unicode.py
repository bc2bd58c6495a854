"""A puzzle drawn in box characters: every wall, thin line, clue and wet cell is where it belongs."""

from hypothesis import given

from solver import Puzzle
from solver.formats.unicode import FILL, draw_unicode
from solver.puzzle import Water
from tests.strategies import boards, repeatable


@repeatable
@given(boards())
def test_a_drawing_shows_every_wall_every_thin_line_and_all_water(board: tuple[Puzzle, Water]) -> None:
    puzzle, water = board
    lines = draw_unicode(puzzle, water).split("\n")
    left = lines[1].index("┏")
    for row, ids in enumerate(puzzle.regions):
        cells = lines[2 + 2 * row][left:]
        assert cells[::4] == "".join(_side(*pair, "│┃") for pair in zip((0, *ids), (*ids, 0), strict=True))
        assert [cells[at : at + 3] == FILL * 3 for at in range(1, len(cells), 4)] == list(water[row])
        above = puzzle.regions[row - 1] if row else [0] * puzzle.width
        assert lines[1 + 2 * row][left + 2 :: 4] == "".join(map(_side, above, ids, ["─━"] * puzzle.width))


@repeatable
@given(boards())
def test_a_drawing_has_clues_where_they_are_printed(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    lines = draw_unicode(puzzle).split("\n")
    left = lines[1].index("┏")
    shown = [lines[2 + 2 * row][:left].strip() for row in range(puzzle.height)]
    above = lines[0].ljust(left + 4 * puzzle.width + 1)
    assert shown == ["" if clue is None else str(clue) for clue in puzzle.row_clues]
    assert [above[left + at : left + at + 4].strip() for at in range(0, 4 * puzzle.width, 4)] == [
        "" if clue is None else str(clue) for clue in puzzle.col_clues
    ]


def test_a_drawing_looks_like_this() -> None:
    puzzle = Puzzle([2, 1, 3, None], [None, 4, 10], ["abbb", "aacb", "ddcc"])
    water = [[sign == "~" for sign in row] for row in ("...~", "~~..", "..~~")]
    assert draw_unicode(puzzle, water).split("\n") == [
        "     2   1   3",
        "   ┏━━━┳━━━┯━━━┯━━━┓",
        "   ┃   ┃   │   │▒▒▒┃",
        "   ┠───╄━━━╈━━━╅───┨",
        " 4 ┃▒▒▒│▒▒▒┃   ┃   ┃",
        "   ┣━━━┿━━━╉───╄━━━┫",
        "10 ┃   │   ┃▒▒▒│▒▒▒┃",
        "   ┗━━━┷━━━┻━━━┷━━━┛",
    ]


def test_a_drawing_without_water_fills_no_cell() -> None:
    assert FILL not in draw_unicode(Puzzle([2, 1], [1, 2], ["ab", "aa"]))


def _side(one: int, other: int, signs: str) -> str:
    return signs[one != other]
