"""What click says of wrong usage → the same in the words of this program: what was seen, then what to do."""

import re

import click

from ..status import one_line

SEE_HELP = "; see --help"
MISTYPED = r"^No such option '?(.+?)'?\. ?\(?Did you mean (?:one of: )?(.+?)\?\)?$"
RULES = (
    (
        r"^Missing (?:argument|option|parameter) (?:'\S+?' / )*'?(.+?)'?\. Choose from: (.+)$",
        r"\1 is missing; choose from \2",
    ),
    (r"^Missing (?:argument|option|parameter) (?:'\S+?' / )*'?(.+?)'?\.?$", rf"\1 is missing{SEE_HELP}"),
    (r"^No such option '?(.+?)'?\.?$", rf"there is no option \1{SEE_HELP}"),
    (r"^Invalid value for (?:'\S+?' / )*'([^']+?)': ", r"\1: "),
    (r" is not a valid integer(?: range)?\.?$", " is not a whole number"),
    (r" is not a valid float(?: range)?\.?$", " is not a number"),
    (r" is not in the range (\S+)<=x<=(\S+?)\.?$", r" is not a number from \1 to \2"),
    (r" is not in the range x>=(\S+?)\.?$", r" is less than \1"),
    (r" is not in the range x>(\S+?)\.?$", r" is not more than \1"),
    (r" is not one of (.+?)\.?$", r" is unknown; choose from \1"),
    (r" is not a number of seconds\.$", " is not a number of seconds"),
    (r"^Option '(.+?)' requires an argument\.?$", rf"\1 needs a value{SEE_HELP}"),
    (r"^Got unexpected extra arguments? \((.+)\)\.?$", rf"\1: one word too many{SEE_HELP}"),
)
"""Patterns of click's messages, in one line, and what is said instead."""


def usage_words(error: click.ClickException) -> str:
    """Say in one line what was wrong, and what to do."""
    return plain_words(error.format_message())


def plain_words(said: str) -> str:
    """Return a message of click in plain words, any other as it is."""
    if said.startswith("Missing "):  # names may hold line ends, which are shown escaped
        said = one_line(said)
    if mistyped := re.match(MISTYPED, said):
        like = " or ".join(re.findall(r"--?[\w-]+", mistyped[2]))
        return f"there is no option {mistyped[1]}; did you mean {like}?"
    for pattern, words in RULES:
        said = re.sub(pattern, words, said)
    return said
