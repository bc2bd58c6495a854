"""What is raised of a file that is no picture; it loads no NumPy, since all that open files raise it."""

from solver.errors import AquariumError


class ImageUnreadable(AquariumError):
    """A file that cannot be read as a picture."""


class NotAPicture(ImageUnreadable):
    """A file that does not even begin like a picture."""


def reason(error: Exception) -> str:
    """Say in one line what the system or Pillow said."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())
