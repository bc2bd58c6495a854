"""The version of reading, by which answers of earlier programs are known to be out of date."""

READING = 6
"""Raised whenever a picture may be read otherwise than before: by new weights, rules or bounds."""
