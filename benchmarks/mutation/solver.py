"""Mutants of the room `solver`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
