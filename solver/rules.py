"""The rules in plain words: a puzzle and full water in, every broken rule out."""

from collections.abc import Iterator, Sequence

from .puzzle import Cell, Clue, Puzzle, pieces_of


def violations(puzzle: Puzzle, water: Sequence[Sequence[bool]]) -> list[str]:
    """Return every rule that the water breaks, in words; empty if it solves the puzzle.

    Parameters
    ----------
    puzzle : Puzzle
        A well-formed puzzle.
    water : sequence of sequences of bool
        water[row][col]: whether the cell is wet; as many rows and columns as the puzzle.

    Returns
    -------
    list of str
        Sentences that name rows, columns and aquariums, all counted from 1.
    """
    shape = [len(cells) for cells in water]
    if shape != [len(ids) for ids in puzzle.regions]:
        return [f"the water has rows of {shape} cells, the puzzle has {puzzle.height} rows of {puzzle.width}"]
    columns = [[cells[col] for cells in water] for col in range(puzzle.width)]
    return [
        *_miscounts("row", water, puzzle.row_clues),
        *_miscounts("column", columns, puzzle.col_clues),
        *(
            broken
            for number, cells in puzzle.aquariums().items()
            for broken in (_unlevel if puzzle.level else _unlevel_bodies)(number, cells, water)
        ),
    ]


def _miscounts(name: str, lines: Sequence[Sequence[bool]], clues: Sequence[Clue]) -> Iterator[str]:
    for number, (cells, clue) in enumerate(zip(lines, clues, strict=True), start=1):
        wet = sum(map(bool, cells))
        if clue is not None and wet != clue:
            yield f"{name} {number} holds {wet} wet cell{'' if wet == 1 else 's'}, its clue says {clue}"


def _unlevel(number: int, cells: tuple[Cell, ...], water: Sequence[Sequence[bool]]) -> Iterator[str]:
    """Name each row where the aquarium is partly wet, and each dry row below a wet one."""
    above: int | None = None
    for row in sorted({row for row, _ in cells}):
        wet = [bool(water[row][col]) for at, col in cells if at == row]
        if any(wet) and not all(wet):
            yield f"aquarium {number} is wet in {sum(wet)} of its {len(wet)} cells in row {row + 1}"
        if above is not None and not all(wet):
            yield f"aquarium {number} is wet in row {above + 1} but not in all of row {row + 1} below it"
        above = row if any(wet) else None


def _unlevel_bodies(number: int, cells: tuple[Cell, ...], water: Sequence[Sequence[bool]]) -> Iterator[str]:
    """Name each dry cell that water would flow into, and each that lies lower than the water around it."""
    wet = {(row, col) for row, col in cells if water[row][col]}
    dry = set(cells) - wet
    for row, col in sorted(wet):
        for near in sorted({(row, col - 1), (row, col + 1), (row + 1, col)} & dry):
            yield f"aquarium {number} is wet in {_name(row, col)} but not in {_name(*near)} next to it"
    for body in pieces_of(wet):
        surface = min(row for row, _ in body)
        for row, col in sorted(body):
            if row > surface and (row - 1, col) in dry:
                yield (
                    f"aquarium {number} is wet up to row {surface + 1} but not in {_name(row - 1, col)}, "
                    "in one body of water"
                )


def _name(row: int, col: int) -> str:
    return f"row {row + 1} column {col + 1}"
