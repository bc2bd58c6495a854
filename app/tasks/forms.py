"""The text forms of puzzles: words that options have for them, and their names in `solver.formats.Form`."""

FORMS = {
    "text": "GRID",
    "task": "TASK",
    "walls": "WALL_MATRIX",
    "numbers": "NUMBER_MATRIX",
    "puzzlink": "PUZZLINK",
    "json": "JSON",
    "unicode": "DRAWING",
}
