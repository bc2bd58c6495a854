"""Pages of vectors → a PDF document."""

import io
import zlib
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pikepdf
from numpy.typing import NDArray
from pikepdf import Dictionary, Name, Object, Pdf
from PIL import Image as Pillow

from ..drawing.palette import Colour
from ..files.save import PHOTO_SETTINGS
from .page import Area, Group, Item, Lines, Page, Place, Raster, Words

POINTS_PER_INCH = 72
LONGEST_SIDE = 14_400
"""Points of a page's side that viewers allow."""
UP = 2
"""Number of the filter of PNG that stores how a row of pixels differs from the one above."""
VERSION = "1.4"
"""Of the format, the first with transparency."""
ENCODING = "cp1252"
"""What the built-in fonts are asked for: Latin letters, dashes and quotation marks."""
WIDTHS = {**dict.fromkeys("0123456789", 0.556), " ": 0.278, "-": 0.333, "–": 0.556, ".": 0.278, "×": 0.584}
USUAL_WIDTH = 0.6
"""Of signs of Helvetica Bold, in font sizes: words on the right or in the middle are placed by them."""


def encode_pdf(pages: Sequence[Page], mark: str, title: str) -> bytes:
    """Return the contents of a PDF document, always the same for the same pages."""
    with Pdf.new() as document:
        font = document.make_indirect(_font())  # some programs find no font that is written inline
        for page in pages:
            _add_page(document, page, font)
        return _saved(document, mark, title)


def join_pdfs(contents: Iterable[bytes], mark: str, title: str) -> bytes:
    """Return one document of the pages of all documents, in their order."""
    with Pdf.new() as document:
        for part in contents:
            document.pages.extend(Pdf.open(io.BytesIO(part)).pages)
        return _saved(document, mark, title)


def _saved(document: Pdf, mark: str, title: str) -> bytes:
    document.docinfo["/Creator"] = mark
    document.docinfo["/Title"] = title
    file = io.BytesIO()
    plain = pikepdf.ObjectStreamMode.disable  # so that the mark is found without a library
    document.save(file, min_version=VERSION, deterministic_id=True, object_stream_mode=plain)
    return file.getvalue()


def _add_page(document: Pdf, page: Page, font: Object) -> None:
    """Add a page; all its places are written in pixels from the top, and turned over as a whole."""
    scale = min(POINTS_PER_INCH / page.dots_per_inch, LONGEST_SIDE / max(page.width, page.height))
    wide, high = page.width * scale, page.height * scale
    resources = _Resources(document, font)
    flip = f"{_number(scale)} 0 0 {_number(-scale)} 0 {_number(high)} cm"
    content = "\n".join([flip, *(line for item in page.items for line in _operators(item, resources))])
    document.add_blank_page(page_size=(wide, high))
    added = document.pages[-1]
    added.Resources = resources.dictionary
    added.Contents = document.make_stream(content.encode(ENCODING, "replace"))


def _font() -> Dictionary:
    name = Name("/Helvetica-Bold")
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=name, Encoding=Name.WinAnsiEncoding)


class _Resources:
    """What the operators of a page refer to by name."""

    def __init__(self, document: Pdf, font: Object) -> None:
        self._document = document
        self.dictionary = Dictionary(
            Font=Dictionary(F=font), XObject=Dictionary(), ExtGState=Dictionary(a255=_opacity(255))
        )

    def opacity(self, opacity: int) -> str:
        """Return the name of a graphics state with an opacity of 0 to 255."""
        name = f"/a{opacity}"
        self.dictionary.ExtGState[name] = _opacity(opacity)
        return name

    def image(self, raster: Raster) -> str:
        """Return the name of an image."""
        name = f"/I{len(self.dictionary.XObject)}"
        colours = raster.pixels[..., :3]
        image = self._photo(colours) if raster.is_photo else self._stored(colours)
        if raster.pixels.shape[2] == 4:
            image.SMask = self._stored(raster.pixels[..., 3:])
        self.dictionary.XObject[name] = image
        return name

    def _photo(self, pixels: NDArray[np.uint8]) -> pikepdf.Stream:
        file = io.BytesIO()
        Pillow.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", **PHOTO_SETTINGS)
        return self._image(file.getvalue(), pixels, Filter=Name.DCTDecode)

    def _stored(self, pixels: NDArray[np.uint8]) -> pikepdf.Stream:
        """Return an image that is stored as PNG stores it, to the last level."""
        high, wide, channels = pixels.shape
        rows = pixels.reshape(high, wide * channels)
        filtered = np.full((high, 1 + rows.shape[1]), UP, np.uint8)
        filtered[:, 1:] = rows
        filtered[1:, 1:] -= rows[:-1]
        parameters = Dictionary(Predictor=15, Colors=channels, Columns=wide)
        contents = zlib.compress(filtered.tobytes())
        return self._image(contents, pixels, Filter=Name.FlateDecode, DecodeParms=parameters)

    def _image(self, contents: bytes, pixels: NDArray[np.uint8], **stored: object) -> pikepdf.Stream:
        high, wide, channels = pixels.shape
        return pikepdf.Stream(
            self._document,
            contents,
            Type=Name.XObject,
            Subtype=Name.Image,
            Width=wide,
            Height=high,
            BitsPerComponent=8,
            ColorSpace=Name.DeviceGray if channels == 1 else Name.DeviceRGB,
            **stored,
        )


def _opacity(opacity: int) -> Dictionary:
    share = round(opacity / 255, 3)
    return Dictionary(Type=Name.ExtGState, ca=share, CA=share)


def _operators(item: Item, resources: _Resources) -> Iterator[str]:
    """Yield what paints an item."""
    match item:
        case Area(rings, paint):
            yield f"{resources.opacity(paint.opacity)} gs {_colour(paint.colour)} rg"
            yield from (f"{_path(ring)} h" for ring in rings)
            yield "f*"
        case Lines(lines, width, paint):
            yield f"{resources.opacity(paint.opacity)} gs {_colour(paint.colour)} RG"
            yield f"1 J 1 j {_number(width)} w"
            yield from map(_path, lines)
            yield "S"
        case Words(text, (x, y), size, colour, anchor):
            x -= {"start": 0, "middle": 0.5, "end": 1}[anchor] * text_width(text) * size
            yield f"/a255 gs {_colour(colour)} rg BT /F {_number(size)} Tf"
            yield f"1 0 0 -1 {_number(x)} {_number(y)} Tm ({_escaped(text)}) Tj ET"
        case Group((x, y), scale, items):
            yield f"q {scale:.6f} 0 0 {scale:.6f} {_number(x)} {_number(y)} cm"
            yield from (line for part in items for line in _operators(part, resources))
            yield "Q"
        case Raster(pixels):
            high, wide = pixels.shape[:2]
            yield f"q {wide} 0 0 {-high} 0 {high} cm"
            yield f"/a255 gs {resources.image(item)} Do Q"


def text_width(text: str) -> float:
    """Return how wide a text is, in font sizes."""
    return sum(WIDTHS.get(sign, USUAL_WIDTH) for sign in text)


def _path(places: tuple[Place, ...]) -> str:
    first, *others = (f"{_number(x)} {_number(y)}" for x, y in places)
    return " ".join([first, "m", *(f"{place} l" for place in others)])


def _colour(colour: Colour) -> str:
    return " ".join(_number(level / 255) for level in colour)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
