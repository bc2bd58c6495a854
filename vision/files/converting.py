"""Pillow's pictures of any colour mode, profile or orientation → upright RGB pixels and what a file keeps."""

import io
import math
from contextlib import suppress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageCms, ImageOps

from .errors import damaged
from .pixels import Image, Picture, TransparentImage, checked_pixels, usable_dpi

BAND_PIXELS = 1 << 22
"""Pixels of a large picture that are copied at a time."""
MAX_SAMPLED = 2_000_000
"""Pixels of a transparent picture by which its background is chosen: of many it would take a minute."""
ORIENTATION = 0x0112  # EXIF tag
WHITE, DARK = (255, 255, 255), (32, 32, 32)
"""Backgrounds for transparent pictures. Dark is not black: black lines stay visible on it."""
LIGHT_STROKES = 140
"""Mean brightness (0 to 255) above which thin drawing shows better on dark."""
SEEN_OPACITY = 64
"""Opacity (0 to 255) from which something counts as drawn."""
THINNEST_SHEET, SHEET_SHARE = 9, 60
"""Pixels, and part of the shorter side, below which something is a stroke: a cell or a page is wider."""
FEWEST_STROKES = 5000
"""One pixel of so many; fewer are the round corners of a window."""


def as_pixels(image: object) -> Image:
    """Return uint8 (H, W, 3) RGB of a Pillow image or a uint8 array: grey (H, W), RGB or RGBA (H, W, 4).

    Raises NotPixels if it is something else; the message gives type and shape.
    """
    if isinstance(image, Pillow.Image):
        return as_picture(image).pixels
    array = checked_pixels(image, channels=((), (1,), (3,), (4,)))
    return as_picture(Pillow.fromarray(array[..., 0] if array.shape[2:] == (1,) else array)).pixels


def as_picture(image: Pillow.Image) -> Picture:
    """Decode a Pillow picture and return it upright and in colour.

    Raises ImageUnreadable if it is cut off or damaged.
    """
    try:
        image.load()
        return _convert(image)
    except Exception as error:  # damage leads Pillow's decoders to errors of every kind
        raise damaged(error) from error


def _convert(image: Pillow.Image) -> Picture:
    upright = _turn_upright(image)
    colour, is_turned = _to_rgb_or_rgba(upright), upright is not image and not _is_turned_by_all(image)
    profile = _rgb_profile(image.info.get("icc_profile")) if image.mode != "CMYK" else None
    kept = (profile, _upright_dpi(image), image.format or "PNG")
    if colour.mode == "RGBA" and colour.getchannel("A").getextrema() != (255, 255):
        rgba = np.asarray(colour)
        flat = _flatten(colour, _choose_background(rgba))
        return Picture(flat, rgba, *kept, is_turned=is_turned)
    pixels = copy_pixels(colour if colour.mode == "RGB" else colour.convert("RGB"))
    return Picture(pixels, None, *kept, is_turned=is_turned)


def copy_pixels(colour: Pillow.Image, band_pixels: int = BAND_PIXELS) -> Image:
    """Return an RGB picture's pixels, copied band by band: at once, it would stand three times in memory."""
    high = max(1, band_pixels // colour.width)
    if high >= colour.height:
        return np.asarray(colour)
    pixels = np.empty((colour.height, colour.width, 3), np.uint8)
    for top in range(0, colour.height, high):
        bottom = min(top + high, colour.height)
        pixels[top:bottom] = np.asarray(colour.crop((0, top, colour.width, bottom)))
    return pixels


def _turn_upright(image: Pillow.Image) -> Pillow.Image:
    try:
        return ImageOps.exif_transpose(image) if image.getexif().get(ORIENTATION, 1) != 1 else image
    except Exception:  # damaged EXIF; the pixels are well, and most pictures are upright
        return image


def _is_turned_by_all(image: Pillow.Image) -> bool:
    """Tell whether a turn is the EXIF one of a photograph, which every program knows."""
    own = Pillow.Exif()
    own.load(image.info.get("exif", b""))
    return image.format in ("JPEG", "MPO") and ORIENTATION in own


def _upright_dpi(image: Pillow.Image) -> tuple[float, float] | None:
    try:
        across, down = map(float, image.info["dpi"])
        lying = image.getexif().get(ORIENTATION, 1) >= 5
    except Exception:  # missing, or not two numbers, or damaged EXIF: the picture does not say
        return None
    return usable_dpi(down, across) if lying else usable_dpi(across, down)


def _rgb_profile(profile: object) -> bytes | None:
    """Drop a profile that is not for RGB, which all pixels have become. Bytes 16 to 20 name its colours."""
    return profile if isinstance(profile, bytes) and profile[16:20] == b"RGB " else None


def _to_rgb_or_rgba(image: Pillow.Image) -> Pillow.Image:
    if image.mode.startswith(("I", "F")):
        return Pillow.fromarray(_to_8_bits(np.asarray(image)))
    if image.mode == "CMYK":
        return _cmyk_to_rgb(image)
    wanted = "RGBA" if image.has_transparency_data else "RGB"
    return image if image.mode == wanted else image.convert(wanted)


def _to_8_bits(levels: NDArray[Any]) -> NDArray[np.uint8]:
    """Return deep greys in 8 bits, from the range their type or values tell; Pillow's conversion clips."""
    ranges = (1, 255, 65535, 2**32 - 1)
    top = np.iinfo(levels.dtype).max if levels.dtype.kind == "u" else levels.max()
    full = next((full for full in ranges if top <= full), ranges[-1])
    return np.clip(levels * (255.999 / full), 0, 255).astype(np.uint8)  # of 16 bits exactly the upper 8


def _cmyk_to_rgb(image: Pillow.Image) -> Pillow.Image:
    """Return the RGB of CMYK, by the picture's own profile where that is possible."""
    with suppress(ImageCms.PyCMSError, OSError, KeyError, TypeError, ValueError):
        inks = ImageCms.ImageCmsProfile(io.BytesIO(image.info["icc_profile"]))
        screen = ImageCms.profileToProfile(image, inks, ImageCms.createProfile("sRGB"), outputMode="RGB")
        if screen is not None:
            return screen
    return image.convert("RGB")


def _choose_background(rgba: TransparentImage) -> tuple[int, int, int]:
    """Choose the background on which thin drawing shows: lines and numbers, not the sheets behind them."""
    step = max(1, round(math.sqrt(rgba.shape[0] * rgba.shape[1] / MAX_SAMPLED)))
    rgba = rgba[::step, ::step]
    seen = (rgba[..., 3] >= SEEN_OPACITY).astype(np.uint8)
    width = max(THINNEST_SHEET, min(seen.shape) // SHEET_SHARE)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    strokes = rgba[(seen > 0) & (cv2.morphologyEx(seen, cv2.MORPH_OPEN, disc) == 0)]
    if len(strokes) < seen.size / FEWEST_STROKES:
        return WHITE
    brightness = np.average(strokes[:, :3].mean(axis=1), weights=strokes[:, 3])
    return DARK if brightness > LIGHT_STROKES else WHITE


def _flatten(rgba: Pillow.Image, background: tuple[int, int, int]) -> Image:
    flat = Pillow.new("RGB", rgba.size, background)
    flat.paste(rgba, mask=rgba.getchannel("A"))
    return np.asarray(flat)
