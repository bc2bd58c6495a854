"""Lists of mutants, one module a room; `benchmarks.mutants` runs them and tells how to add one."""
