"""Any picture file people have → upright RGB pixels, and what of it has to come back with the answer."""

import io
import math
import re
import warnings
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageCms, ImageOps, UnidentifiedImageError

from solver.errors import AquariumError

from .errors import ImageUnreadable
from .heif import is_heif, open_heif
from .limits import LARGEST, check_size, too_large
from .pdf import draw_page, is_pdf
from .safe_open import NotAFile, open_file
from .sealed_note import opened

__all__ = [
    "LARGEST",
    "READ_FORMATS",
    "Image",
    "ImageUnreadable",
    "NotAPicture",
    "NotPixels",
    "Picture",
    "as_pixels",
    "load_picture",
    "reason",
    "rewindable",
]

Image = NDArray[np.uint8]
"""Pixels: uint8 (H, W, 3) RGB, row 0 at the top."""

BAND = 1 << 22
"""Pixels of a large picture that are copied at a time."""
MOST_LOOKED_AT = 2_000_000
"""Pixels of a transparent picture by which its ground is chosen: of many it would take a minute."""
LARGEST_STREAM = 1 << 29
"""Bytes read from a pipe, which tells no size beforehand, until it is refused."""

READ_FORMATS = (
    *("PNG", "JPEG", "GIF", "BMP", "PPM", "WEBP", "TIFF", "DIB"),
    *("ICO", "ICNS", "JPEG2000", "PCX", "PSD", "QOI", "AVIF"),
)
"""Pillow's names of what is read, commonest first. EPS is left out: Pillow runs Ghostscript on it."""
ORIENTATION = 0x0112  # EXIF tag

BEGINNINGS = re.compile(
    rb"\x89PNG|\xff\xd8|GIF8|BM....\0\0\0\0|II\*\0|MM\0\*|RIFF....WEBP|\0\0\0.ftypavi", re.DOTALL
)
"""First bytes of the commonest formats: a file that starts so was a picture, even if it cannot be read."""
STRANGERS = (
    (
        re.compile(rb"\s*<(\?xml|svg|!doctype|html)", re.IGNORECASE),
        "a web page or SVG",
        "take a screenshot of it",
    ),
    (re.compile(rb"PK\x03\x04"), "a ZIP archive", "unpack the pictures first"),
)
"""First bytes of what people hand over for a picture, what it is, and what to do."""

WHITE, DARK = (255, 255, 255), (32, 32, 32)
"""Grounds for transparent pictures. Dark is not black: black lines stay visible on it."""


class NotAPicture(ImageUnreadable):
    """A file that does not even begin like a picture."""


class NotPixels(AquariumError, TypeError):
    """A value handed over in Python that is no picture."""


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture, upright, with what has to come back when it is saved. All else is forgotten."""

    pixels: Image
    """uint8 (H, W, 3) RGB; transparent places show the ground on which the drawing is visible."""
    rgba: NDArray[np.uint8] | None = None
    """uint8 (H, W, 4): the picture's own colours and transparency; None if nothing in it is transparent."""
    icc_profile: bytes | None = None
    """The colour profile of the pixels; None if there was none for RGB."""
    dpi: tuple[float, float] | None = None
    """Dots per inch across and down."""
    format: str = "PNG"
    """Pillow's name of the file's format."""
    note: str | None = None
    """What the file says of its puzzle, if it was written here and its pixels are unchanged."""
    former_note: str | None = None
    """What it says if its pixels have changed since: of another picture, strictly speaking."""

    @property
    def alpha(self) -> NDArray[np.uint8] | None:
        """uint8 (H, W): 0 transparent to 255 opaque; None if all is opaque."""
        return None if self.rgba is None else self.rgba[..., 3]


def load_picture(source: Path | BinaryIO, page: int = 1) -> Picture:
    """Read a picture file of any common kind; `page` is that of a TIFF, PDF or HEIC file of several.

    The EXIF turn is applied; palette, grey, 16-bit and CMYK colours become RGB; of an animation the first
    frame is taken. The size is checked on the header, before anything is decoded.

    Raises
    ------
    ImageUnreadable
        If nothing readable is there; the message says what was seen, the advice what to do.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of metadata that is of no use here
            with _opened(source) as stream:
                return _decoded(stream, page)
    except ImageUnreadable as error:
        error.place = str(source) if isinstance(source, Path) else ""
        raise


def as_pixels(image: object) -> Image:
    """Return uint8 (H, W, 3) RGB of a Pillow image or a uint8 array: grey (H, W), RGB or RGBA (H, W, 4).

    Raises
    ------
    NotPixels
        If it is something else; the message gives type and shape.
    """
    if isinstance(image, Pillow.Image):
        return _as_picture(image).pixels
    if not isinstance(image, np.ndarray):
        raise NotPixels(
            f"a {type(image).__name__} is not a picture",
            "give an array of uint8 or a Pillow image; vision.files.load.load_picture reads files",
        )
    if (
        image.dtype != np.uint8
        or image.size == 0
        or image.shape[2:] not in ((), (1,), (3,), (4,))
        or image.ndim < 2
    ):
        raise NotPixels(
            f"an array of {image.dtype} with shape {image.shape} is not a picture",
            "give uint8 with shape (height, width, 3) RGB, (height, width, 4) RGBA or (height, width) grey",
        )
    if image.shape[2:] == (3,):
        return np.ascontiguousarray(image)
    return _as_picture(Pillow.fromarray(image[..., 0] if image.shape[2:] == (1,) else image)).pixels


def reason(error: Exception) -> str:
    """Say in one line what the system or Pillow said."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join(text.split())


def _opened(source: Path | BinaryIO) -> AbstractContextManager[BinaryIO]:
    if not isinstance(source, Path):
        return nullcontext(source)
    try:
        return open_file(source)
    except NotAFile as error:
        raise ImageUnreadable(f"this is {error}, not a picture", "save the picture as a file") from None
    except IsADirectoryError:
        raise ImageUnreadable("this is a folder, not a picture", "name a picture in it") from None
    except FileNotFoundError:
        raise ImageUnreadable("there is no such file", "check the name") from None
    except PermissionError:
        raise ImageUnreadable("there is no permission to read it", "check the file's permissions") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise ImageUnreadable(f"it cannot be opened: {reason(error)}", "check the name") from None


def _decoded(stream: BinaryIO, page: int) -> Picture:
    try:
        stream = rewindable(stream)
        start = stream.read(64)
        stream.seek(0)
    except OSError as error:
        raise ImageUnreadable(
            f"it cannot be read: {reason(error)}", "check the disk or the connection"
        ) from None
    if not start:
        raise ImageUnreadable("the file is empty", "save or send the picture again")
    with _recognised(stream, start, page) as image:
        return _as_picture(image)


def rewindable(stream: BinaryIO) -> BinaryIO:
    """Keep what comes from a pipe, since decoding goes to and fro.

    Raises
    ------
    ImageUnreadable
        More comes than any picture has.
    """
    if stream.seekable():
        return stream
    contents = stream.read(LARGEST_STREAM + 1)
    if len(contents) > LARGEST_STREAM:
        raise ImageUnreadable(
            f"more than {LARGEST_STREAM >> 20} megabytes came through the pipe", "give a smaller picture"
        )
    return io.BytesIO(contents)


def _recognised(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    try:
        image = _page(stream, start, page)
        check_size(image)
        return image
    except ImageUnreadable:
        raise
    except Pillow.DecompressionBombError as error:
        pixels = max(map(int, re.findall(r"\d+", str(error))), default=LARGEST + 1)
        raise too_large(f"the picture has {pixels / 1e6:,.0f} million pixels") from None
    except Exception as error:  # damage leads Pillow's parsers to errors of every kind
        for beginning, what, advice in STRANGERS:
            if beginning.match(start):
                raise ImageUnreadable(f"this is {what}, not a picture", advice) from error
        if BEGINNINGS.match(start) or is_heif(start):
            raise _broken(error) from error
        raise NotAPicture(
            "this is not a picture", "give a screenshot or photograph as PNG, JPEG or the like"
        ) from error


def _page(stream: BinaryIO, start: bytes, page: int) -> Pillow.Image:
    """Return a page, not decoded yet; drawn pages are checked for their size as they are drawn."""
    if is_pdf(start):
        return draw_page(stream, page)
    image = open_heif(stream) if is_heif(start) else Pillow.open(stream, formats=READ_FORMATS)
    if page > 1:
        try:
            image.seek(page - 1)
        except EOFError:
            raise ImageUnreadable(f"the file has no page {page}", "check its number") from None
    return image


def _broken(error: Exception) -> ImageUnreadable:
    unknown = isinstance(error, UnidentifiedImageError | KeyError)  # these only name Python objects
    said = "" if unknown else f" ({reason(error)})"
    return ImageUnreadable(f"the picture is cut off or damaged{said}", "save or send it again")


def _as_picture(image: Pillow.Image) -> Picture:
    try:
        image.load()
        return _converted(image)
    except Exception as error:  # damage leads Pillow's decoders to errors of every kind
        raise _broken(error) from error


def _converted(image: Pillow.Image) -> Picture:
    colour = _in_colour(_upright(image))
    profile = _rgb_profile(image.info.get("icc_profile")) if image.mode != "CMYK" else None
    kept = (profile, _upright_dpi(image), image.format or "PNG")
    if colour.mode == "RGBA" and colour.getchannel("A").getextrema() != (255, 255):
        rgba = np.asarray(colour)
        return Picture(_on_ground(colour, _ground(rgba)), rgba, *kept, *opened(image.info, rgba))
    pixels = _pixels(colour if colour.mode == "RGB" else colour.convert("RGB"))
    return Picture(pixels, None, *kept, *opened(image.info, pixels))


def _pixels(colour: Pillow.Image) -> Image:
    """Return an RGB picture's pixels, copied band by band: at once, it would stand three times in memory."""
    high = max(1, BAND // colour.width)
    if high >= colour.height:
        return np.asarray(colour)
    pixels = np.empty((colour.height, colour.width, 3), np.uint8)
    for top in range(0, colour.height, high):
        bottom = min(top + high, colour.height)
        pixels[top:bottom] = np.asarray(colour.crop((0, top, colour.width, bottom)))
    return pixels


def _upright(image: Pillow.Image) -> Pillow.Image:
    try:
        return ImageOps.exif_transpose(image) if image.getexif().get(ORIENTATION, 1) != 1 else image
    except Exception:  # damaged EXIF; the pixels are well, and most pictures are upright
        return image


def _upright_dpi(image: Pillow.Image) -> tuple[float, float] | None:
    try:
        across, down = map(float, image.info["dpi"])
        lying = image.getexif().get(ORIENTATION, 1) >= 5
    except Exception:  # missing, or not two numbers, or damaged EXIF: the picture does not say
        return None
    if not all(math.isfinite(dots) and 1 <= dots <= 100_000 for dots in (across, down)):
        return None  # some cameras write 0; PNG cannot hold more
    return (down, across) if lying else (across, down)


def _rgb_profile(profile: object) -> bytes | None:
    """Drop a profile that is not for RGB, which all pixels have become. Bytes 16 to 20 name its colours."""
    return profile if isinstance(profile, bytes) and profile[16:20] == b"RGB " else None


def _in_colour(image: Pillow.Image) -> Pillow.Image:
    if image.mode.startswith(("I", "F")):
        return Pillow.fromarray(_shifted(np.asarray(image)))
    if image.mode == "CMYK":
        return _on_screen(image)
    wanted = "RGBA" if image.has_transparency_data else "RGB"
    return image if image.mode == wanted else image.convert(wanted)


def _shifted(levels: NDArray[Any]) -> NDArray[np.uint8]:
    """Return deep greys in 8 bits, from the range their type or values tell; Pillow's conversion clips."""
    ranges = (1, 255, 65535, 2**32 - 1)
    top = np.iinfo(levels.dtype).max if levels.dtype.kind == "u" else levels.max()
    full = next((full for full in ranges if top <= full), ranges[-1])
    return np.clip(levels * (255.999 / full), 0, 255).astype(np.uint8)  # of 16 bits exactly the upper 8


def _on_screen(image: Pillow.Image) -> Pillow.Image:
    """Return the RGB of CMYK, by the picture's own profile where that is possible."""
    with suppress(ImageCms.PyCMSError, OSError, KeyError, TypeError, ValueError):
        inks = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        screen = ImageCms.profileToProfile(image, inks, ImageCms.createProfile("sRGB"), outputMode="RGB")
        if screen is not None:
            return screen
    return image.convert("RGB")


def _ground(rgba: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Choose the ground on which thin drawing shows: lines and numbers, not the sheets behind them."""
    step = max(1, round(math.sqrt(rgba.shape[0] * rgba.shape[1] / MOST_LOOKED_AT)))
    rgba = rgba[::step, ::step]
    seen = (rgba[..., 3] >= 64).astype(np.uint8)
    width = max(9, min(seen.shape) // 60)  # a stroke is thinner than this, a cell or a page is not
    sheets = cv2.morphologyEx(
        seen, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    )
    strokes = rgba[(seen > 0) & (sheets == 0)]
    if len(strokes) < seen.size / 5000:  # the round corners of a window leave this little
        return WHITE
    light = np.average(strokes[:, :3].mean(axis=1), weights=strokes[:, 3])
    return DARK if light > 140 else WHITE


def _on_ground(colour: Pillow.Image, ground: tuple[int, int, int]) -> Image:
    sheet = Pillow.new("RGB", colour.size, ground)
    sheet.paste(colour, mask=colour.getchannel("A"))
    return np.asarray(sheet)
