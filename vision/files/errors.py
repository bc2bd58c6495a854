"""What is raised of a file that is no picture; it stands alone, since all that open files raise it."""

from solver.errors import AquariumError


class ImageUnreadable(AquariumError):
    """A file that cannot be read as a picture."""
