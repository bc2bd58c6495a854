"""How water is drawn is chosen by options, which are part of what finished answers go by."""

from dataclasses import fields

import numpy as np

from app.cli.main import main
from app.cli.parameters import ONLY_NEW, STYLE
from app.web.ask import OF_BOTH
from tests.shell import (
    DRY,
    EMPTY,
    WATER,
    WET,
    changed,
    marked,
    pixels,
    screenshot,
    told,
)
from vision.drawing.overlay import Drawing
from vision.drawing.style import Style
from vision.drawing.water import Water
from vision.reading.read import read


def test_water_has_the_colour_and_the_opacity_that_are_asked_for(capsys):
    path = screenshot("a.png", EMPTY)
    assert told(capsys, "a.png", "--water", "teal", "--opacity", "60")[0] == 0
    reading = read(pixels(path))
    style = Style((0, 128, 128), 60)
    expected = Drawing(
        pixels(path), (Water(reading.board, WATER, reading.puzzle.regions, style=style),)
    ).pixels
    assert np.array_equal(pixels("a.solved.png"), expected)


def test_every_field_of_a_style_is_an_option_of_the_command_line_and_a_parameter_of_the_api():
    names = {field.name for field in fields(Style)}
    assert {option.name for option in (*STYLE, ONLY_NEW)} == names
    assert names <= {parameter.name for parameter in OF_BOTH}


def test_with_only_new_nothing_is_drawn_where_the_player_has_put_something(capsys):
    screenshot("a.png", marked((*WET, 2), (*DRY, 1)))
    assert told(capsys, "a.png", "--only-new")[0] == 0
    assert not changed("a.png", "a.solved.png", *WET)
    assert not changed("a.png", "a.solved.png", *DRY)
    wet = [(row + 1, col + 1) for row, col in np.argwhere(WATER).tolist()]
    assert all(changed("a.png", "a.solved.png", *cell) for cell in wet if cell != WET)
    assert told(capsys, "a.png", "-o", "all.png")[0] == 0
    assert changed("a.png", "all.png", *WET) and changed("a.png", "all.png", *DRY)


def test_drawn_and_new_puzzles_and_films_take_them_too():
    screenshot("a.png", EMPTY)
    assert main(["draw", "a.png", "--solution", "--water", "teal", "-o", "b.png"]) == 0
    assert main(["new", "4", "--seed", "1", "--solution", "--water", "teal", "-o", "c.png"]) == 0
    for name in ("b.png", "c.png"):
        assert (pixels(name) == [0, 128, 128]).all(axis=2).mean() > 0.05
