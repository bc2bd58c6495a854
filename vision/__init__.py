"""Pixels to a reading, and water to pixels."""

import os

from solver.message import add_sentences

# As BLAS is loaded with NumPy, its threads wait for work at full load, some 25 ms each, unless this lets them
# sleep sooner.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "16")

from .files.sentences import SENTENCES as SENTENCES_OF_FILES
from .reading.sentences import SENTENCES as SENTENCES_OF_READING

add_sentences(SENTENCES_OF_FILES)
add_sentences(SENTENCES_OF_READING)
