"""What is raised of pictures that cannot be read or written, with nothing heavy to import."""

from PIL import UnidentifiedImageError

from solver.errors import AquariumError


class ImageUnreadable(AquariumError):
    """A file that cannot be read as a picture."""


class NotAPicture(ImageUnreadable):
    """A file that does not even begin like a picture."""


class ImageUnwritable(AquariumError):
    """A picture that cannot be written where, or as what, it should be."""


def reason(error: Exception) -> str:
    """Say in one line what the system or Pillow said."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())


def damaged(error: Exception) -> ImageUnreadable:
    """Return what is raised of a picture that began well, with what the system or Pillow said."""
    unknown = isinstance(error, UnidentifiedImageError | KeyError)  # these only name Python objects
    said = "" if unknown else f" ({reason(error)})"
    return ImageUnreadable(f"the picture is cut off or damaged{said}", "save or send it again")
