"""Small files that ask for much, files damaged at random, and notes that were forged."""

import io
import json
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random

import numpy as np
from PIL import Image as Pillow
from PIL.PngImagePlugin import PngInfo

from app.embedded import write_note
from app.service import process
from fixtures.drawing.damaged_files import damaged
from fixtures.drawing.file_formats import pdf_of, png, png_chunk, whole_files
from pipeline import prove_image
from vision.files.pixels import Image
from vision.files.sealed_note import KEY, seal

from .ground import Ended, Ground, first, outside, picture, question, too_many_lines

SLOWEST = 30.0
"""Seconds in which a bomb must be refused, with starting the command, on a busy computer."""


def _nested_forms() -> bytes:
    """Return a PDF whose page draws a form thrice, which draws a form thrice, and so on."""
    deep, width = 14, 4
    parts = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    parts.append(_drawing(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R", 5, None, width))
    parts.append(_stream(b"", b"/F Do " * width))
    for level in range(deep):
        inner = 6 + level if level < deep - 1 else None
        parts.append(_drawing(b"<</Type/XObject/Subtype/Form/BBox[0 0 200 200]", inner, True, width))
    return pdf_of(parts)


def _drawing(head: bytes, inner: int | None, has_stream: bool | None, width: int) -> bytes:
    resources = b"/Resources<</XObject<</F %d 0 R>>>>" % inner if inner else b""
    if not has_stream:
        return head + resources + b">>"
    return _stream(head[2:] + resources, b"/F Do " * width if inner else b"0 0 9 9 re f")


def _stream(fields: bytes, contents: bytes) -> bytes:
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (fields, len(contents), contents)


def _many_pages() -> bytes:
    kids = b"3 0 R " * 100_000
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"
    return pdf_of([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%b]/Count 100000>>" % kids, page])


def _huge_page() -> bytes:
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 14400 14400]/UserUnit 75000>>"
    return pdf_of([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page])


def _overlapping_directories(count: int = 6000, tags: int = 5000) -> bytes:
    """Return a TIFF of directories that begin a few bytes apart, each with thousands of tags."""
    step = 10
    room = 8 + count * step + 2 + 12 * tags + 4
    contents = bytearray(struct.pack("<2sHI", b"II", 42, 8).ljust(room, b"\1"))
    for number in range(count):
        at = 8 + number * step
        contents[at : at + 2] = struct.pack("<H", tags)
    for number in range(count - 1):
        end = 8 + number * step + 2 + 12 * tags
        contents[end : end + 4] = struct.pack("<I", 8 + (number + 1) * step)
    return bytes(contents)


def _strange_tags(tags: int = 60_000) -> bytes:
    entries = b"".join(struct.pack("<HHII", 1000 + number % 60_000, 99, 1, 0) for number in range(tags))
    return struct.pack("<2sHIH", b"II", 42, 8, tags) + entries + bytes(4)


def _circle_of_directories() -> bytes:
    return struct.pack("<2sHIHHHIII", b"II", 42, 8, 1, 256, 3, 1, 9, 8)


def _large_header() -> bytes:
    return png(60_000, 60_000, 8, 2, b"")


def _unpacking() -> bytes:
    return png(100, 100, 8, 2, bytes(60_000_000))


def _large_blank() -> bytes:
    return png(5400, 5400, 8, 2, bytes((3 * 5400 + 1) * 5400))


def _large_notes() -> bytes:
    bomb = zlib.compress(bytes(80_000_000))
    return png(
        8, 8, 8, 2, bytes(8 * 25), png_chunk(b"zTXt", b"a\0\0" + bomb), png_chunk(b"iCCP", b"i\0\0" + bomb)
    )


def _many_frames() -> bytes:
    screen = b"GIF89a" + struct.pack("<HHBBB", 5000, 5000, 0x80, 0, 0) + bytes(6)
    return screen + (b"," + struct.pack("<HHHHB", 0, 0, 5000, 5000, 0) + b"\x02\x02\x4c\x01\0") * 5000 + b";"


def _large_photograph() -> bytes:
    """Return a HEIC whose header says that it is as large as can be; empty if none can be made."""
    if not find_spec("pillow_heif"):
        return b""
    whole = next((file for kind, file in _files().items() if kind.startswith("heic")), b"")
    at = whole.find(b"ispe")
    return whole if at < 0 else whole[: at + 8] + struct.pack(">II", 30_000, 30_000) + whole[at + 16 :]


BOMBS: dict[str, Callable[[], bytes]] = {
    "nested.pdf": _nested_forms,
    "pages.pdf": _many_pages,
    "huge.pdf": _huge_page,
    "overlapping.tiff": _overlapping_directories,
    "tags.tiff": _strange_tags,
    "circle.tiff": _circle_of_directories,
    "header.png": _large_header,
    "unpacking.png": _unpacking,
    "blank.png": _large_blank,
    "notes.png": _large_notes,
    "frames.gif": _many_frames,
    "photograph.heic": _large_photograph,
}


OF_PAGES = ("pages.pdf", "overlapping.tiff")
"""Those of which one page is asked for, since a thousand take their time: all are counted nevertheless."""


def _files() -> dict[str, bytes]:
    return whole_files(Pillow.open(io.BytesIO(picture())).convert("RGB"))


def bombs(ground: Ground) -> Iterator[str]:
    """Give each bomb to the command: it is refused soon and in few words."""
    for name, build in ground.some(BOMBS.items()):
        (ground.folder / name).write_bytes(build() or b"?")
        end = outside([f"{name}#page=1" if name in OF_PAGES else name, "-o", "x.solved.png"], ground.folder)
        problem = first(end.problem(3, 4, 5), _cost(end), too_many_lines(end))
        yield f"{name}: {problem}" if problem else ""


def _cost(end: Ended) -> str:
    return f"it took {end.seconds:.0f} s" if end.seconds > SLOWEST else ""


def mutants(ground: Ground) -> Iterator[str]:
    """Damage PDF, HEIC and TIFF files at random: none ends the process, is answered wrongly or takes long."""
    files = {
        kind: file for kind, file in _files().items() if kind.startswith(("pdf", "heic", "tiff", "avif"))
    }
    truth = question()[1]
    for _ in range(ground.tries):
        kind, other = (ground.chance.choice(list(files)) for _ in range(2))
        damage, contents = damaged(files[kind], files[other], ground.chance)
        start = time.monotonic()
        outcome = process(contents)
        wrong = "answered wrongly" if outcome.water not in (None, truth) else ""
        crashed = outcome.message or "crashed" if outcome.status == "crashed" else ""
        slow = "it took long" if time.monotonic() - start > SLOWEST else ""
        problem = first(wrong, crashed, slow)
        yield f"{kind}, {damage}: {problem}" if problem else ""


def notes(ground: Ground) -> Iterator[str]:
    """Give a picture the note of another puzzle, or one that no program writes: the picture is answered."""
    for number in range(ground.tries):
        chance = ground.chance
        seen = np.asarray(Pillow.open(io.BytesIO(picture(number % 5))).convert("RGB"))
        kind, note = _forged(number, seen, chance)
        info, file = PngInfo(), io.BytesIO()
        info.add_itxt(KEY, seal(note, seen))
        Pillow.fromarray(seen).save(file, "PNG", pnginfo=info)
        outcome = process(file.getvalue())
        truth = question(number % 5)[1]
        wrong = outcome.status == "crashed" or outcome.water not in (None, truth)
        yield f"{kind}: {outcome.status}, {outcome.message or 'the note was believed'}" if wrong else ""


def _forged(number: int, seen: Image, chance: Random) -> tuple[str, str]:
    """Return a kind of note, and the note, for pixels, uint8 (H, W, 3)."""
    size = (6, 10, 5)[number % 3]
    other = np.asarray(Pillow.open(io.BytesIO(picture(50 + number % 7, size))).convert("RGB"))
    true, foreign = write_note(prove_image(seen)), write_note(prove_image(other))
    fields = json.loads(true)
    kind = number % 6
    if kind < 2:
        return f"another puzzle of {size} x {size}", foreign
    if kind == 2:
        return "another puzzle, these corners", json.dumps(
            {**fields, "puzzle": json.loads(foreign)["puzzle"]}
        )
    field = chance.choice(list(fields))
    odd = chance.choice(("Infinity", "NaN", "9" * 400, "-1e308", "[]", "{}", "null", '"x"', "[" * 5000))
    if kind == 3:
        return f"{field} = {odd[:20]}", true.replace(json.dumps(fields[field]), odd)
    if kind == 4:
        digits = [at for at, sign in enumerate(true) if sign.isdigit()]
        at = chance.choice(digits)
        return "one digit", true[:at] + str(chance.randrange(10)) + true[at + 1 :]
    puzzle = fields["puzzle"]
    clues = next((value for value in puzzle.values() if isinstance(value, list)), [1, 2])
    clues[0], clues[-1] = clues[-1], clues[0]
    return "clues exchanged", json.dumps(fields)
