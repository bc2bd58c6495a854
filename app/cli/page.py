"""A command → its page of help, from what the command declares.

To load a library that draws such pages, and to draw one with it, takes four times as long as all else that
`aquarium --help` does.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import click

from .console import can_show, echo_page, terminal_columns

FEWEST_COLUMNS, MOST_COLUMNS = 40, 80
"""Of a page, on a narrow terminal and on a wide one."""
NAMES_COLUMNS = 24
"""For the names of an option; longer ones have a line of their own."""
FRAMES = "╭─╮│╰╯", "+-+|++"
"""Signs of a frame and, for terminals that cannot show them, of a plain one: those of the upper line, the
side, and the lower corners."""
EXIT_CODES = """\
Exit codes; for several pictures, the most serious one:
    0  success                         4  no puzzle read with certainty
    1  a bug in the program            5  no solution, several, or out of time
    2  wrong usage, or cannot write    6  mistakes found
    3  not a readable picture        130  interrupted
"""


class Option(click.Option):
    """An option that has its place on the page of help, under the title of a panel."""

    def __init__(self, panel: str, *names: str, **settings: Any) -> None:
        """Take where it is listed, its names, and the settings of an option of click."""
        super().__init__(names, **settings)
        self.panel = panel


def show_page(context: click.Context) -> None:
    """Print a command's page of help; OutputLost if standard output takes no more."""
    columns = max(FEWEST_COLUMNS, min(terminal_columns(), MOST_COLUMNS))
    signs = FRAMES[not can_show(FRAMES[0])]
    echo_page("\n".join(page_lines(context, columns, signs)))


def page_lines(context: click.Context, columns: int, signs: str = FRAMES[0]) -> Iterator[str]:
    """Yield the lines of a command's page, coloured, and no wider than so many columns but for examples."""
    usage = " ".join(context.command.collect_usage_pieces(context))
    yield f"{click.style('Usage:', fg='yellow')} {click.style(context.command_path, bold=True)} {usage}"
    yield ""
    yield from _text_lines(context.command.help or "", columns)
    panels = defaultdict(list)
    for option in context.command.params:
        if isinstance(option, Option) and not option.hidden:
            panels[option.panel].append(option)
    names = [_plain_name(option) for options in panels.values() for option in options]
    indent = 2 + max((len(name) for name in names if len(name) <= NAMES_COLUMNS), default=0)
    for title, options in panels.items():
        lines = [line for option in options for line in _option_lines(option, indent, columns - 4)]
        yield from _framed(title, lines, columns, signs)
    yield f"\n{EXIT_CODES}"


def _text_lines(text: str, columns: int) -> Iterator[str]:
    """Yield a text in lines: sentences are filled, what is indented stays as it is."""
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        words = [word for line in lines if not line.startswith(" ") for word in line.split()]
        yield from _filled(words, columns)
        yield from (_coloured(line) for line in lines if line.startswith(" "))
        yield ""


def _coloured(line: str) -> str:
    """Colour in an indented line what can be typed, before what it does."""
    typed, gap, purpose = line.strip().partition("  ")
    colour = "cyan" if typed.startswith("aquarium ") else None
    return f"  {click.style(typed, fg=colour)}{gap}{purpose}"


def _filled(words: Sequence[str], columns: int) -> Iterator[str]:
    """Yield words in lines, as many in each as there is room for; what is longer than a line is broken."""
    line = ""
    for word in (long[at : at + columns] for long in words for at in range(0, len(long), columns)):
        if line and len(line) + 1 + len(word) > columns:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _plain_name(option: Option) -> str:
    """Return the names of an option and what they take, the short name first, as `-o, --output PATH`."""
    long = [name for name in option.opts if name.startswith("--")]
    short = [name for name in option.opts if name not in long]
    return f"{', '.join(short):2}{', ' if short else '  '}{', '.join(long)} {_value(option)}".rstrip()


def _value(option: Option) -> str:
    """Return what stands for the value of an option, if it takes one."""
    return option.metavar or ("" if option.is_flag else option.opts[0].strip("-").upper())


def _remark(option: Option) -> str:
    """Return what an option takes, as far as few words say it, and its default."""
    parts = []
    if isinstance(option.type, click.Choice):
        parts.append(", ".join(map(str, option.type.choices)))
    if isinstance(option.type, click.IntRange) and None not in (option.type.min, option.type.max):
        parts.append(f"{option.type.min} to {option.type.max}")
    if option.show_default:
        shown = option.show_default if isinstance(option.show_default, str) else option.default
        parts.append(f"default: {shown}")
    return f"[{'; '.join(parts)}]" if parts else ""


def _option_lines(option: Option, indent: int, columns: int) -> Iterator[tuple[str, str]]:
    """Yield the lines on an option, plain and coloured: what it does stands behind its names."""
    name, value, remark = _plain_name(option), _value(option), _remark(option)
    coloured = click.style(name.removesuffix(value), fg="cyan", bold=True) + click.style(value, fg="yellow")
    if len(name) > indent - 2:
        yield name, coloured
        name = coloured = ""
    is_remark = False
    for line in _filled(f"{option.help} {remark}".split(), columns - indent):
        gap = " " * (indent - len(name))
        said, bracket, rest = (
            ("", "", line) if is_remark else line.partition("[") if remark else (line, "", "")
        )
        is_remark = is_remark or bool(bracket)
        yield f"{name}{gap}{line}", f"{coloured}{gap}{said}{click.style(bracket + rest, dim=True)}"
        name = coloured = ""


def _framed(title: str, lines: Sequence[tuple[str, str]], columns: int, signs: str) -> Iterator[str]:
    """Yield plain and coloured lines in a frame with a title, so many columns wide."""
    left, rule, right, side, low_left, low_right = (click.style(sign, dim=True) for sign in signs)
    upper, lower = (
        click.style(signs[1] * count, dim=True) for count in (columns - 5 - len(title), columns - 2)
    )
    yield f"{left}{rule} {title} {upper}{right}"
    for plain, coloured in lines:
        yield f"{side} {coloured}{'':{columns - 4 - len(plain)}} {side}"
    yield f"{low_left}{lower}{low_right}"
