"""Mutants of the room `inputs`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
