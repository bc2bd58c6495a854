"""Mutants of the room `picture`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
