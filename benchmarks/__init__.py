"""Measurements run by hand; each module prints a table, and its `--help` tells the options.

| `python -m benchmarks.…` | what it prints |
|---|---|
| `accuracy` | how many pictures of each kind are read exactly, answered rightly, answered wrongly |
| `refusals` | what becomes of pictures that must be refused |
| `strangers` | how pictures that other programs drew are read |
| `sweeps` | the same as pictures get worse step by step, from easy to hopeless |
| `margins` | how many answers are wrong, by how far their rivals are behind; how many repairs are right |
| `proofs` | how many margins are more than is true, by brute force on small boards |
| `calibration` | how far the reader's probabilities can be believed, and how its errors come together |
| `speed` | the time of each stage, and of whole commands |
| `solver` | the time of solving, compared with other programs (extra `peers`) |
| `batch` | what a batch adds to the work on its pictures |
| `load` | how `aquarium serve` does under load, and under attack |
| `fuzz` | how damaged files end |
| `attack` | what hostile use does: kills, odd names, damaged reports, servers, bombs |
| `mutation` | which tests notice slips of a programmer, of a random sample, and which are needed |

What they measure is in `fixtures.drawing.kinds` (pictures to be answered, and of puzzles that have several
solutions), `kinds_to_refuse`, `puzzles_to_solve`, `peers` (other solvers), `slips`, and `attacks` (a module
a room); how it is timed, in `stage_times` and `launching`. A new kind of picture is a function and a line in
`KINDS` of `fixtures.drawing.kinds.to_answer`, in `SEVERAL` there if its puzzles have several solutions, or
in `REFUSED` of `kinds_to_refuse`.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the command; it must be said before NumPy loads
