"""Mutants of the room `service`."""

from benchmarks.mutants import Mutant

MUTANTS: tuple[Mutant, ...] = ()
