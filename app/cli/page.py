"""The page of help of a command: what click writes, with the options under the titles of panels."""

from collections import defaultdict
from typing import Any

import click

EXIT_CODES = """\
\b
Exit codes; for several pictures, the most serious one:
    0  success                         4  no puzzle read with certainty
    1  a bug in the program            5  no solution, several, or out of time
    2  wrong usage, or cannot write    6  mistakes found
    3  not a readable picture        130  interrupted
"""
NAMES_COLUMNS = 24
"""For the names of an option; longer ones have a line of their own."""


class Option(click.Option):
    """An option that has its place on the page of help, under the title of a panel."""

    def __init__(self, panel: str, *names: str, **settings: Any) -> None:
        """Take where it is listed, its names, and the settings of an option of click."""
        super().__init__(names, **settings)
        self.panel = panel


class Command(click.Command):
    """A command with its options in panels; indented lines of its help stay as they are."""

    def __init__(self, *, help: str, **settings: Any) -> None:
        """Take a text of help, and the settings of a command of click."""
        unwrapped = help.replace("\n\n  ", "\n\n\b\n  ")  # so click is told to leave a paragraph as it is
        super().__init__(help=unwrapped, epilog=EXIT_CODES, add_help_option=False, **settings)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of each panel together."""
        panels = defaultdict(list)
        for option in self.params:
            record = option.get_help_record(ctx)
            if isinstance(option, Option) and record is not None:
                panels[option.panel].append(record)
        for title, records in panels.items():
            with formatter.section(title):
                formatter.write_dl(records, col_max=NAMES_COLUMNS)
