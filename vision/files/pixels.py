"""Pictures of any colour mode, profile or orientation → upright RGB pixels, and what a saved answer keeps."""

import io
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageCms, ImageOps, UnidentifiedImageError

from solver.errors import AquariumError

from .errors import ImageUnreadable, reason
from .sealed_note import opened

Image = NDArray[np.uint8]
"""Pixels: uint8 (H, W, 3) RGB, row 0 at the top."""
TransparentImage = NDArray[np.uint8]
"""The same with opacity: uint8 (H, W, 4) RGBA."""

BAND = 1 << 22
"""Pixels of a large picture that are copied at a time."""
MOST_LOOKED_AT = 2_000_000
"""Pixels of a transparent picture by which its ground is chosen: of many it would take a minute."""
ORIENTATION = 0x0112  # EXIF tag
WHITE, DARK = (255, 255, 255), (32, 32, 32)
"""Grounds for transparent pictures. Dark is not black: black lines stay visible on it."""


class NotPixels(AquariumError, TypeError):
    """A value handed over in Python that is no picture."""


@dataclass(frozen=True, eq=False)
class Picture:
    """One picture, upright, with what has to come back when it is saved. All else is forgotten."""

    pixels: Image
    """uint8 (H, W, 3) RGB; transparent places show the ground on which the drawing is visible."""
    rgba: TransparentImage | None = None
    """The picture's own colours and transparency; None if nothing in it is transparent."""
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


def as_pixels(image: object) -> Image:
    """Return uint8 (H, W, 3) RGB of a Pillow image or a uint8 array: grey (H, W), RGB or RGBA (H, W, 4).

    Raises
    ------
    NotPixels
        If it is something else; the message gives type and shape.
    """
    if isinstance(image, Pillow.Image):
        return as_picture(image).pixels
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
    return as_picture(Pillow.fromarray(image[..., 0] if image.shape[2:] == (1,) else image)).pixels


def as_picture(image: Pillow.Image) -> Picture:
    try:
        image.load()
        return _converted(image)
    except Exception as error:  # damage leads Pillow's decoders to errors of every kind
        raise damaged(error) from error


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


def _ground(rgba: TransparentImage) -> tuple[int, int, int]:
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


def damaged(error: Exception) -> ImageUnreadable:
    unknown = isinstance(error, UnidentifiedImageError | KeyError)  # these only name Python objects
    said = "" if unknown else f" ({reason(error)})"
    return ImageUnreadable(f"the picture is cut off or damaged{said}", "save or send it again")
