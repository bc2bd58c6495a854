"""Mutants of the room `batch`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
