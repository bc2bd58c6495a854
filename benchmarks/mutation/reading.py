"""Mutants of the room `reading`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
