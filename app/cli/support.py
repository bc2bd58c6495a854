"""`aquarium doctor` and `aquarium completion`: what helps a person to use the program."""

from __future__ import annotations

import rich_click as click

from ..outcome import exit_code
from .completion import PLACES, SHELLS, completion
from .options import HELP_PAGE

WELL = "all is well"
ILL = "not all is well: see the lines that begin with FAIL"
ABOUT = "\n".join(
    (
        "Prints the lines that let a shell complete the words of aquarium.",
        "",
        "\b",
        *(f"  [cyan]{line}[/]" for line in PLACES.values()),
    )
)


@click.command(context_settings={"rich_help_config": HELP_PAGE})
@click.help_option("-h", "--help", panel="Messages", help="Print this page.")
def doctor() -> int:
    """Look at what the program needs, and try it out."""
    from .doctor import examine  # noqa: PLC0415 — loads e-mail and ZIP modules

    well = True
    for check in examine():
        click.echo(check)
        well = well and check.fine
    click.echo(WELL if well else ILL)
    return 0 if well else exit_code("crashed")


@click.command("completion", help=ABOUT, context_settings={"rich_help_config": HELP_PAGE})
@click.argument("shell", type=click.Choice(SHELLS), metavar=f"{{{'|'.join(SHELLS)}}}")
@click.help_option("-h", "--help", panel="Messages", help="Print this page.")
@click.pass_context
def completing(context: click.Context, shell: str) -> int:
    """Print a shell's script."""
    click.echo(completion(context.find_root().command, shell))
    return 0
