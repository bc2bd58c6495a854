"""The text forms of puzzles, by the words that options have for them."""

from solver.formats import Form

FORMS = {
    "text": Form.GRID,
    "task": Form.TASK,
    "walls": Form.WALL_MATRIX,
    "numbers": Form.NUMBER_MATRIX,
    "puzzlink": Form.PUZZLINK,
    "json": Form.JSON,
    "unicode": Form.DRAWING,
}
