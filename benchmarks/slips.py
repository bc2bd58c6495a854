"""Slips of a programmer: changes of one place, made by [cosmic-ray](https://cosmic-ray.readthedocs.io)."""

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

SWAPS = re.compile(
    "Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_FloorDiv|Pow_Mul"
    "|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr|LShift_RShift|RShift_LShift"
    "|Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt"
)
"""Operators of Python, each with one it is taken for. Any test would notice other pairs: they flatter it."""
PRECAUTIONS = {"strict", "frozen", "slots"}
"""Arguments of `zip` and `dataclass` without which right code does the same."""


class Slip(NamedTuple):
    """One change of one file, whose path is relative to the project."""

    path: Path
    before: str
    after: str

    def __str__(self) -> str:
        """Return the change as a diff."""
        lines = self.before.splitlines(), self.after.splitlines()
        return "\n".join(unified_diff(*lines, str(self.path), str(self.path), n=2, lineterm=""))

    @property
    def line(self) -> int:
        """The first line that it changes, counted from 1."""
        pairs = enumerate(zip(self.before.splitlines(), self.after.splitlines(), strict=False), 1)
        return next(number for number, (before, after) in pairs if before != after)

    def reach(self) -> tuple[set[int], bool]:
        """Return the lines of its innermost statement, and whether that runs once for all tests."""
        line, lines, once = self.line, {self.line}, True
        for node in ast.walk(ast.parse(self.before)):  # the outer before the inner
            if not isinstance(node, ast.stmt) or not node.lineno <= line <= (node.end_lineno or 0):
                continue
            body = getattr(node, "body", None)
            end = body[0].lineno if body else (node.end_lineno or 0) + 1
            lines = {line, *(range(node.lineno, end) if line < end else ())}
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and line >= end:
                once = any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
        return lines, once

    @classmethod
    def of_diff(cls, root: Path, path: Path, diff: str) -> "Slip | None":
        """Make a slip again that was printed; None if what it changed is not there any more, or twice."""
        lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "@@"))]
        old, new = ("\n".join(line[1:] for line in lines if line[:1] in kept) for kept in (" -", " +"))
        before = (root / path).read_text(encoding="utf-8") if (root / path).is_file() else ""
        return cls(path, before, before.replace(old, new)) if before.count(old) == 1 else None


def drawn(root: Path, rooms: Sequence[str], seed: int) -> Iterator[Slip]:
    """Yield the slips of rooms in random order, one for each place."""
    files = [file for room in rooms for file in sorted((root / room).rglob("*.py")) or [root / room]]
    code = {file.relative_to(root): file.read_text(encoding="utf-8") for file in files}
    rng = random.Random(seed)
    places = [(path, changes) for path, text in code.items() for changes in _changes(text)]
    for path, changes in rng.sample(places, len(places)):
        operator, occurrence = rng.choice(changes)
        try:
            after = mutate_code(code[path], get_operator(operator)(), occurrence)
        except AttributeError:  # of cosmic-ray, which replaces only exceptions that have a plain name
            continue
        if _meaning(after) not in {None, _meaning(code[path])}:
            yield Slip(path, code[path], after)


def _changes(code: str) -> list[list[tuple[str, int]]]:
    """Return for each place its operators of cosmic-ray, each with the number of its uses before."""
    nodes, places = list(ast_nodes(get_ast(code))), defaultdict(list)
    for name in sorted(operator_names()):
        is_pair = re.search("(?:Binary|Comparison)Operator_(.+)", name)
        if "Variable" in name or (is_pair and not SWAPS.fullmatch(is_pair[1])):
            continue
        found = (place for node in nodes for place in get_operator(name)().mutation_positions(node))
        for occurrence, place in enumerate(found):
            places[place].append((name, occurrence))
    return [places[place] for place in sorted(places)]


def _meaning(code: str) -> str | None:
    """Return what the code does, without annotations and precautions; None if it cannot be compiled."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for name in {"annotation", "returns"}.intersection(node._fields):
            setattr(node, name, None)
        if isinstance(node, ast.Call):
            node.keywords = [keyword for keyword in node.keywords if keyword.arg not in PRECAUTIONS]
    return ast.dump(tree)
