"""Small files that ask for much."""

from collections.abc import Iterator

from fixtures.hostile.bombs import BOMBS

from .ground import Ended, Ground, first, outside, too_many_lines

SLOWEST = 30.0
"""Seconds in which a bomb must be refused, with starting the command, on a busy computer."""


def bombs(ground: Ground) -> Iterator[str]:
    """Give each bomb to the command, one page of it: it ends soon and in few words."""
    for bomb in ground.some(BOMBS):
        (ground.folder / bomb).write_bytes(BOMBS[bomb]())
        end = outside([f"{bomb}#page=1", "-o", "x.solved.png"], ground.folder)
        problem = first(end.problem(3, 4, 5), _cost(end), too_many_lines(end))
        yield f"{bomb}: {problem}" if problem else ""


def _cost(end: Ended) -> str:
    return f"it took {end.seconds:.0f} s" if end.seconds > SLOWEST else ""
