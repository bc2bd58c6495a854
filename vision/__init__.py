"""Pixels to a reading, and water to pixels."""

from solver.message import add_sentences

from .files.sentences import SENTENCES as SENTENCES_OF_FILES
from .reading.sentences import SENTENCES as SENTENCES_OF_READING

add_sentences(SENTENCES_OF_FILES)
add_sentences(SENTENCES_OF_READING)
