"""`aquarium version`: what people type who do not know `--version` yet."""

from .options import command, help_option, print_version


@command("Prints the version.")
@help_option
def version() -> int:
    print_version()
    return 0
