"""Boards that bear witness for suppositions: they hold there with all that follows, and nothing breaks."""

from __future__ import annotations

from collections.abc import Iterable

from .contradictions import ALL_LINES, Followed, follow, follow_pairs
from .layout import Marks
from .memory import Witness
from .position import Position


def has_witness(position: Position, segment: int, wet: bool, among: int, *, by_pairs: bool) -> bool:
    """Return whether a board that was found before shows that some lines do not refute a supposition.

    `among`: these lines, as bits; `by_pairs`: whether pairs of them are to be counted, too.
    """
    witness = position.memory.witnesses.get((segment, wet))
    if not witness or among & ~witness.among or not _is_kept_up(position, witness):
        return False
    if by_pairs and witness.unpaired:
        position.spend_on_supposition()
        start = Followed([], [], False, False, witness.unpaired)
        _note(position, witness, follow_pairs(position, witness.state, start, witness.touched))
        witness.unpaired = 0
    return witness.stands


def add_witness(position: Position, witness: Witness, settled: Iterable[int]) -> None:
    """Let a board bear witness for what is settled there, unless another one does that for all lines."""
    witnesses, marks = position.memory.witnesses, witness.state.marks
    for segment in settled:
        supposition = segment, bool(marks[segment])
        other = witnesses.get(supposition)
        if not other or not other.stands or other.among != ALL_LINES:
            witnesses[supposition] = witness


def add_solutions(position: Position, forced: Marks) -> None:
    """Let what all solutions have in common bear witness."""
    state = position.state.copy()
    settled = state.settle({segment: wet for segment, wet in enumerate(forced) if wet is not None})
    add_witness(position, Witness(state, ALL_LINES, len(position.memory.settled), 0, 0), settled)


def _is_kept_up(position: Position, witness: Witness) -> bool:
    """Settle on a witness what was settled on the board; return whether nothing breaks there."""
    memory, marks = position.memory, witness.state.marks
    fresh, witness.seen = memory.settled[witness.seen :], len(memory.settled)
    settles = {segment: wet for segment, wet in fresh if marks[segment] is not wet}
    if settles and witness.stands:
        position.spend_on_supposition()
        witness.stands = all(marks[segment] is None for segment in settles)
        if witness.stands:
            followed = follow(witness.state, settles, among=witness.among)
            witness.unpaired |= followed.lines
            _note(position, witness, followed)
    return witness.stands


def _note(position: Position, witness: Witness, followed: Followed) -> None:
    """Note what more follows on a witness."""
    witness.stands = not followed.is_broken
    witness.touched |= followed.lines
    if witness.stands:
        add_witness(position, witness, followed.settled)
