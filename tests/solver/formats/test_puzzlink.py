"""Addresses of puzz.link: published ones are kept to the letter, what cannot be read is named."""

import pytest
from hypothesis import given

from solver import Puzzle, solve, violations
from solver.errors import NotWritable
from solver.formats.puzzlink import ADDRESS_FORM, HOST, format_puzzlink, parse_puzzlink
from solver.message import Message
from solver.puzzle import RULES, Water
from tests.conftest import raised
from tests.solver.formats.refusals import Said, refusal, refused
from tests.strategies import boards, repeatable

PUBLISHED = [
    (
        "aquarium/4/4/bu8i90/i3213g",
        Puzzle([None, None, None, 3], [2, 1, 3, None], ["aabb", "cabd", "cacd", "cccd"], rule="connected"),
    ),
    (
        "aquarium/5/4/9lqgfk4/3h12h13",
        Puzzle(
            [3, None, None, 1, 2], [None, None, 1, 3], ["aabbb", "acdde", "ccfde", "ccdde"], rule="connected"
        ),
    ),
    (
        "aquarium/r/5/4/17qgela/l24g",
        Puzzle([None] * 5, [None, 2, 4, None], ["aaaaa", "abbba", "cbdbe", "ccdde"]),
    ),
]
"""Examples of the programs that use the form."""


@pytest.mark.parametrize(("address", "puzzle"), PUBLISHED)
def test_published_addresses_are_read_and_written_to_the_letter(address: str, puzzle: Puzzle) -> None:
    assert parse_puzzlink(address) == puzzle
    assert format_puzzlink(puzzle, host="") == address
    assert format_puzzlink(puzzle) == HOST + address


@pytest.mark.parametrize(
    ("address", "forced"),
    [
        ("aquarium/4/4/bu8i90/i3213g", "0011/0010/1011/1111"),
        ("aquarium/5/4/9lqgfk4/3h12h13", "11111/10000/00100/11001"),
        ("aquarium/r/5/4/17qgela/l24g", "?????/10001/?1?1?/?????"),
    ],
)
def test_published_addresses_have_the_solutions_published_with_them(address: str, forced: str) -> None:
    solution = solve(parse_puzzlink(address))
    signs = {True: "1", False: "0", None: "?"}
    assert "/".join("".join(signs[wet] for wet in row) for row in solution.forced) == forced
    assert solution.unique == ("?" not in forced)


@repeatable
@given(boards(rules=RULES))
def test_an_address_is_read_back_equal_under_either_rule(board: tuple[Puzzle, Water]) -> None:
    puzzle, _ = board
    assert parse_puzzlink(format_puzzlink(puzzle)) == puzzle


SITES = ("https://puzz.link/p?", "  http://pzv.jp/p.html?", "https://pzprxs.vercel.app/p?")


@pytest.mark.parametrize("before", ["", *SITES, "puzz.link/p?m+", "https://puzz.link/p?type=editor&"])
def test_any_site_may_stand_before(before: str) -> None:
    address, puzzle = PUBLISHED[2]
    assert parse_puzzlink(before + address) == puzzle


@pytest.mark.parametrize("opened", ["_edit", "_play", "_test"])
def test_how_the_site_shall_open_it_does_no_harm(opened: str) -> None:
    address, puzzle = PUBLISHED[0]
    assert parse_puzzlink(address.replace("aquarium", f"aquarium{opened}")) == puzzle


def test_an_empty_flag_is_none() -> None:
    address, puzzle = PUBLISHED[0]
    assert parse_puzzlink(address.replace("aquarium/", "aquarium//")) == puzzle


def test_clues_have_one_two_or_three_hexadecimal_digits() -> None:
    clues = [0, 9, 15, 16, 255, 256, 4095]
    address = format_puzzlink(Puzzle(clues, [None], ["a" * 7]), host="")
    assert address == "aquarium/r/7/1/00/09f-10-ff+100+fffg"
    assert parse_puzzlink(address).col_clues == tuple(clues)


def test_a_clue_that_is_asked_is_missing() -> None:
    assert parse_puzzlink("aquarium/r/2/1/0/.1g").col_clues == (None, 1)


@pytest.mark.parametrize(("blanks", "signs"), [(19, "y"), (20, "z"), (21, "zg"), (40, "zz"), (41, "zzg")])
def test_at_most_twenty_blank_clues_share_a_letter(blanks: int, signs: str) -> None:
    puzzle = Puzzle([None] * blanks, [1], ["a" * blanks])
    address = format_puzzlink(puzzle)
    assert address.endswith(f"/{signs}1")
    assert parse_puzzlink(address) == puzzle


def test_a_single_cell_has_no_borders() -> None:
    assert format_puzzlink(Puzzle([1], [None], ["a"]), host="") == "aquarium/r/1/1//1g"
    assert parse_puzzlink("aquarium/r/1/1//1g") == Puzzle([1], [None], ["a"])


def test_the_flag_chooses_the_rule_and_so_the_solution() -> None:
    legs = parse_puzzlink("aquarium/3/2/68/1j")
    assert legs == Puzzle([1, None, None], [None, None], ["aaa", "aba"], rule="connected")
    water = solve(Puzzle([1, 0, 0], [0, 1], legs.regions, rule="connected")).water
    assert water == ((False, False, False), (True, False, False))
    assert violations(parse_puzzlink("aquarium/r/3/2/68/1j"), water) == [
        "aquarium 1 has water in 1 of its 2 cells in row 2"
    ]


@pytest.mark.parametrize("clue", [-1, 4096])
def test_a_clue_that_the_form_cannot_say_is_not_written(clue: int) -> None:
    said = raised(NotWritable, format_puzzlink, Puzzle([clue], [None], ["a"])).what
    assert said == Message("clue_not_writable", clue=clue, most=4095)


CLUE = "a clue: 0 to f, -hh, +hhh, a dot or g to z"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", (1, 1, "aquarium/", "nothing")),
        ("\n https://puzz.link/p?lits/2/1/0/h", (2, 22, "aquarium/", '"lits"')),
        ("aquarium/2/1/0/\nh", (2, 1, "the address to end on its first line", '"h"')),
        ("aquarium/", (1, 10, "/ and the board's width", "nothing")),
        ("aquarium/r", (1, 11, "/ and the board's width", "nothing")),
        ("aquarium/r/2", (1, 13, "/ and the board's height", "nothing")),
        ("aquarium/2/1", (1, 13, "/ and the borders", "nothing")),
        ("aquarium/2/1/0", (1, 15, "/ and the clues", "nothing")),
        ("aquarium/2/1/0/i/", (1, 18, "the address to end after the clues", "nothing")),
        ("aquarium/q/2/1/0/i", (1, 10, "r or the board's width", '"q"')),
        ("aquarium/r/x/1/0/i", (1, 12, "the board's width", '"x"')),
        ("aquarium/2/-1/0/i", (1, 12, "the board's height", '"-1"')),
        ("aquarium/r/0/1/0/i", (1, 12, "the board's width, at least 1", '"0"')),
        ("aquarium/2/0/0/i", (1, 12, "the board's height, at least 1", '"0"')),
        ("aquarium/2/1/w/i", (1, 14, "a digit 0 to 9 or a to v", '"w"')),
        ("aquarium/2/1/0/1A", (1, 17, CLUE, '"A"')),
        ("aquarium/2/1/0/-1", (1, 16, CLUE, '"-"')),
        ("aquarium/2/1/0/+11", (1, 16, CLUE, '"+"')),
        ("aquarium/2/1/0/1j", (1, 17, "the address to end after 3 clues", '"j"')),
        ("aquarium/2/1/0/123-10", (1, 19, "the address to end after 3 clues", '"-10"')),
        ("aquarium/2/1/0/12", (1, 18, "3 clues", "2")),
        ("aquarium/2/1//i", (1, 14, Message("number_of_borders", wanted=1, found=0))),
        ("aquarium/2/1/000/i", (1, 15, Message("number_of_borders", wanted=1, found=3))),
        (
            "aquarium/999999999/999999999/0/i",
            (1, 31, Message("number_of_borders", wanted=399999998800000002, found=1)),
        ),
        ("aquarium/2/2/g0/j", (1, 14, Message("wall_ends_inside", cells=((1, 1), (1, 2))))),
        ("aquarium/r/2/2/0g/j", (1, 17, Message("wall_ends_inside", cells=((1, 1), (2, 1))))),
    ],
)
def test_a_bad_address_is_refused_with_its_place(text: str, said: Said) -> None:
    assert refusal(parse_puzzlink, text) == refused(ADDRESS_FORM, *said)
