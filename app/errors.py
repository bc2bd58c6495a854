"""What keeps a command from going on: raised anywhere in `app`, put into words and a code by `app.cli`."""

from solver.errors import AquariumError

from . import sentences  # noqa: F401 — a process that unpickles this error has its sentence, too


class UsageError(AquariumError):
    """What was asked for is not possible as it was asked: exit code 2."""
