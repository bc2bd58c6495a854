"""What the contrast of a grid's lines with the gaps between them, at most 1, tells: all thresholds on it."""

HOPELESS = 0.05
"""Below it on both axes a quad holds no grid of thin lines: only a sure one of walls alone is looked for."""
LEAST = 0.1
"""Up to it there is no grid."""
SURE = 0.6
"""From here on it is surely a grid: no other view of its lines is made, it is read even beside a whole board,
and it may be the board that is meant although its clues are illegible."""
CLEAR = 0.8
"""Beyond it no other grey version of the picture is asked."""
BEYOND_DOUBT = 0.9
"""From here on it is a clear board even if walls end loose in it: they may be drawn so."""
