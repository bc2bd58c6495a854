"""How far lines, pairs of them and bounds of aquariums lead: at least as far as steps by these techniques."""

from __future__ import annotations

from functools import reduce
from operator import or_

from ..puzzle import Puzzle
from .contradictions import EVERY_LINE, follow
from .layout import Layout, layout_of
from .line_pairs import pairs_of
from .memory import Memory
from .state import State
from .two_lines import together


def settled_without_suppositions(puzzle: Puzzle) -> bool | None:
    """Return whether steps no harder than pairs of lines settle every cell; None if only the steps can tell.

    It takes a tenth of the time of finding the steps. What they settle is settled here: the same lines and
    pairs are counted, in any order, and the bounds of an aquarium from all of its lines and as far as they
    lead, where a step keeps to a few. So if cells are left open here, no steps settle them; if lines and
    pairs leave none, nor do the steps; if bounds were needed for that, the steps may still leave some.
    """
    layout, memory = layout_of(puzzle), Memory()
    state = State(layout, [None] * len(layout.cells))
    follow(state, {})
    while None in state.marks and _settled_by_pairs(state):
        pass
    if None not in state.marks:
        return True
    while None in state.marks and (_settled_by_bounds(state, memory) or _settled_by_pairs(state)):
        pass
    return False if None in state.marks else None


def _settled_by_pairs(state: State) -> bool:
    """Settle what pairs of lines settle; return whether they do any."""
    found = False
    for pair in pairs_of(state.layout).of_few_segments(state):
        if settles := together(state, pair):
            follow(state, settles)
            found = True
    return found


def _settled_by_bounds(state: State, memory: Memory) -> bool:
    """Settle what the lines of single aquariums settle; return whether they do any."""
    found, lines = False, _lines_of_aquariums(state.layout)
    memory.keep_for(state.copy())
    for segment, aquarium in enumerate(state.layout.aquariums):
        for wet in (True, False):
            trial = (segment, wet, EVERY_LINE, lines[aquarium])
            if state.marks[segment] is None and trial not in memory.trials:
                followed = follow(state.copy(), {segment: wet}, among=lines[aquarium])
                memory.trials[trial] = followed.lines, None
                if followed.is_broken:
                    follow(state, {segment: not wet})
                    found = True
    return found


def _lines_of_aquariums(layout: Layout) -> dict[int, int]:
    """Return the lines of every aquarium, as bits."""
    lines = dict.fromkeys(layout.aquariums, 0)
    for aquarium, parts in zip(layout.aquariums, layout.parts, strict=True):
        lines[aquarium] |= reduce(or_, [1 << line for line, _, _ in parts])
    return lines
