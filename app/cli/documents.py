"""The words of options that name further files of an answer → their places, checked before the work."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import UsageError
from ..inputs.naming import exists
from ..inputs.parse import STREAM, parse_path


def document_targets(words: Mapping[str, str], pictures: Sequence[str]) -> tuple[tuple[str, Path], ...]:
    """Return where the documents of one picture are to be written, by their kind, which is also the option.

    UsageError if there are several pictures, or a document cannot be written there.
    """
    return tuple((kind, _target(f"--{kind}", word, pictures)) for kind, word in words.items())


def _target(option: str, word: str, pictures: Sequence[str]) -> Path:
    target = parse_path(word)
    if len(pictures) > 1 or exists(parse_path(pictures[0]), folder=True):
        raise UsageError(f"{option} writes one file", "give one picture")
    if option == "--gif" and target.suffix.lower() != ".gif":
        raise UsageError(f"--gif {word}: the name must end in .gif")
    if not exists(target.parent, folder=True):
        raise UsageError(f"{option} {word}: there is no folder {target.parent}", "make it first")
    source = parse_path(pictures[0])
    if pictures[0] != STREAM and exists(source) and exists(target) and target.samefile(source):
        seen = f"{option} {word} is the picture itself, which is never changed"
        raise UsageError(seen, "choose another")
    return target
