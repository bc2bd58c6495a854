"""What refutes a supposition: deductions, one after another, of which the last breaks."""

from __future__ import annotations

from dataclasses import dataclass

from .layout import Settled
from .two_lines import Pair


@dataclass(frozen=True, slots=True)
class Deduction:
    """What one line settles, or two together; nothing if they break."""

    by: int | Pair
    settles: Settled


@dataclass(frozen=True, slots=True)
class Refutation:
    """A supposition and what leads from it to a contradiction; the last lines break."""

    segment: int
    wet: bool
    chain: tuple[Deduction, ...]
