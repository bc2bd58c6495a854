"""What a command prints and shows of its answers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Printing:
    """What goes to standard output, standard error and the desktop."""

    as_json: bool = False
    """Whether standard output gets a line of JSON for each picture."""
    as_text: bool = False
    """Whether standard output gets puzzle and water of each solved picture, a blank line between two."""
    share: bool = False
    """Whether standard output gets the water of each solved picture as emoji, and the puzzle's address."""
    quiet: bool = False
    """Whether nothing is said of what went well."""
    verbose: bool = False
    """Whether all doubts, times and the place of a fault are told."""
    copy: bool = False
    """Whether the answer is put on the clipboard."""
    view: bool = False
    """Whether the answer is shown in the terminal."""
    opens: bool = False
    """Whether the answer, or the page of many, is opened by the system's program."""
    separator: str | None = None
    """What stands between the answers of two pictures; None where their lines name the picture instead."""
    command: tuple[str, ...] = ()
    """The word of the command and its own options, unless it is the one that may be left out."""

    @property
    def is_data(self) -> bool:
        """Whether data is wanted, and a picture only where `-o` asks for one."""
        return self.as_json or self.as_text or self.share

    @property
    def draws(self) -> bool:
        """Whether a picture is wanted also where `-o` does not ask for one: what is shown must be a file."""
        copies_picture = self.copy and not (self.as_text or self.share)
        return not self.is_data or self.opens or self.view or copies_picture
