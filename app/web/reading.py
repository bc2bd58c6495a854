"""What was read → what helps a person to correct it, beyond the doubts that every record has."""

from __future__ import annotations

from solver.belief.evidence import Evidence
from solver.places import ClueAt, Place
from vision.reading.doubts import find_loose
from vision.reading.reading import Reading
from vision.reading.refuse import maybe_cut

from ..outcome import Outcome, place_fields
from ..tasks.certainty import is_consistent, is_cut
from .replies import Correcting


def reading_fields(outcome: Outcome) -> Correcting | None:
    """Return what a page needs to offer ways on from what was read; None where no board was."""
    reading = outcome.result.reading if outcome.result else None
    if outcome.result is None or reading is None:
        return None
    doubtful = outcome.status == "unsure" or (outcome.status == "solved" and not outcome.puzzle_certain)
    refused = outcome.status != "solved" and not outcome.is_text
    loose = [] if outcome.is_text or outcome.status == "solved" else find_loose(reading)
    return {
        "misfits": list(map(str, outcome.misfits)),
        "loose": [{**place_fields(doubt), "otherwise": doubt.otherwise} for doubt in loose],
        "looks_like": {
            str(repair.place): _looks_like(reading.evidence, repair.place)
            for repair in outcome.result.repairs
        },
        "can_be_as_read": doubtful and not outcome.is_text and is_consistent(reading),
        "is_cut": refused and is_cut(reading),
        "size_may_help": refused and _size_may_help(reading),
    }


def _size_may_help(reading: Reading) -> bool:
    return bool(is_cut(reading) or reading.too_large or maybe_cut(reading))


def _looks_like(evidence: Evidence, place: Place) -> str:
    """Return what a place looks most like, as fixes write it."""
    if isinstance(place, ClueAt):
        clue = dict(evidence.clues())[place].likeliest
        return "none" if clue is None else str(clue)
    return "yes" if dict(evidence.sides())[place] > 0 else "no"
