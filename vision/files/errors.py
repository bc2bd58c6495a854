"""What is raised of pictures that cannot be read or written, with nothing heavy to import."""

from solver.errors import AquariumError
from solver.message import Message


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


OPENCV_NO_MEMORY = -4


def too_much_memory() -> ImageUnreadable:
    """Return what is raised of a picture for which the memory granted does not suffice."""
    return ImageUnreadable(Message("too_much_memory"))


def lacks_memory(error: BaseException) -> bool:
    """Tell whether an error is that of Python, NumPy, Pillow or OpenCV for want of memory."""
    return isinstance(error, MemoryError) or (
        type(error).__module__ == "cv2" and getattr(error, "code", 0) == OPENCV_NO_MEMORY
    )


def damaged(error: Exception) -> ImageUnreadable:
    """Return what is raised of a picture that began well, with what the system or Pillow said."""
    if lacks_memory(error):
        return too_much_memory()
    # These only name Python objects; the one of Pillow is not worth loading that.
    unknown = isinstance(error, KeyError) or type(error).__name__ == "UnidentifiedImageError"
    return ImageUnreadable(Message("damaged") if unknown else Message("damaged_as_told", said=reason(error)))
