"""Papers and puzzles that are no Aquarium are drawn alike from equal seeds, and never answered."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.canvas import Look, blank_canvas
from fixtures.grid import Grid, counts, draw_as_the_site, draw_grid, plain
from fixtures.others import OTHERS, draw_other
from fixtures.papers import PAPERS
from fixtures.puzzles import unique_puzzle
from pipeline import solve_image

SMALL_PAPERS = sorted(set(PAPERS) - {"large noise", "large text"})
AS_ON_SITES = sorted(
    kind for kind, make in OTHERS.items() if make(np.random.default_rng(1)).draws_like_the_site()
)
INK = (0, 0, 0)


def random(*seeds: object) -> np.random.Generator:
    return np.random.default_rng([*"/".join(map(str, seeds)).encode()])


def an_aquarium() -> Grid:
    """Return a grid that is an Aquarium puzzle after all."""
    puzzle, water = unique_puzzle(random("true"), 6, 6)
    return Grid(regions=puzzle.regions, beside=counts(np.array(water)))


@pytest.mark.parametrize("kind", sorted(OTHERS))
def test_equal_seeds_draw_equal_puzzles(kind: str):
    one, same, other = (draw_other(kind, random(kind, seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert one.dtype == np.uint8


@pytest.mark.parametrize("kind", SMALL_PAPERS)
def test_equal_seeds_draw_equal_papers(kind: str):
    one, same, other = (PAPERS[kind](random(kind, seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("kind", SMALL_PAPERS)
def test_papers_hold_no_puzzle(kind: str):
    result = solve_image(PAPERS[kind](random(kind, 3)))
    assert result.status == "no_puzzle"
    assert "grid" in result.message


@pytest.mark.parametrize("kind", sorted(OTHERS))
def test_other_puzzles_are_not_answered(kind: str):
    result = solve_image(draw_other(kind, random(kind, 4)))
    assert result.status != "solved"
    assert result.message


@pytest.mark.parametrize("kind", AS_ON_SITES)
def test_other_puzzles_drawn_as_the_site_draws_are_not_answered(kind: str):
    rng = random(kind, "site")
    grid = OTHERS[kind](rng)
    assert not grid.is_answerable()
    result = solve_image(draw_as_the_site(grid, rng))
    assert result.status in {"unsure", "no_solution", "ambiguous", "no_puzzle"}


def test_several_kinds_look_like_the_site():
    assert {"tents", "thermometers", "battleships", "counted rooms", "numbered rooms"} <= set(AS_ON_SITES)


def test_a_grid_that_is_an_aquarium_by_chance_is_known_as_one():
    grid = an_aquarium()
    assert grid.is_answerable()
    assert not replace(grid, beside={"left": grid.beside["left"]}).is_answerable()
    turned = {"right": grid.beside["left"], "bottom": grid.beside["top"]}
    assert replace(grid, beside=turned).is_answerable()


def test_the_drawing_is_good_enough_to_be_read():
    """What is refused is refused for its content: an Aquarium puzzle in the same ink is solved."""
    result = solve_image(draw_grid(an_aquarium(), Look()))
    assert result.status == "solved"


def test_numbers_stand_outermost_first():
    look = Look(pitch=40)
    pixels = draw_grid(Grid(regions=plain(4, 4), beside={"left": (("1", "88"), *[("1",)] * 3)}), look)
    left, room = round((0.8 + 2 * 0.8) * 40), look.paper
    ink = (pixels[: round(1.8 * 40), : left - 5] != room).any(axis=2)
    far, near = ink[:, : left - 40].sum(), ink[:, left - 40 :].sum()
    assert 0 < far < near


def test_strokes_are_placed_in_cells():
    canvas = blank_canvas(Look(pitch=20), 4, 5, (1, 1, 1, 1))
    assert canvas.pixels.shape == (120, 140, 3)
    canvas.box(0, 0, 1, 1, INK)
    assert (canvas.pixels[20:40, 20:40] == 0).all()
    assert (canvas.pixels == 0).all(axis=2).sum() == 400
    canvas.disc(3.5, 2.5, 0.25)
    assert (canvas.pixels[70, 90] == 0).all()
    canvas.stroke([(0, 4), (5, 4)], width=0.1)
    assert (canvas.pixels[100, 25:115] < 60).all()
