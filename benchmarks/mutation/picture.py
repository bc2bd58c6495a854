"""Mutants of the room `picture`: files read and written, and what is drawn."""

from benchmarks.mutants import Mutant

LIMITS, LOAD, PIXELS, SAVE = (
    f"tests/vision/files/test_{name}.py" for name in ("limits", "load", "pixels", "save")
)
NOTE, PNG = "tests/vision/files/test_sealed_note.py", "tests/vision/files/test_png.py"
PLAIN, PLAIN_PNG = "vision/files/plain_png.py", "tests/vision/files/test_plain_png.py"
WATER, STEPS = "tests/vision/drawing/test_water.py", "tests/vision/drawing/test_steps.py"
PAPER, UNWATERED = "tests/vision/drawing/test_paper.py", "tests/vision/drawing/test_unwatered.py"

ENCODE, LAYERS = (f"tests/vision/vectors/test_{name}.py" for name in ("encode", "layers"))

MUTANTS: tuple[Mutant, ...] = (
    # Limits: what a small file may ask for
    Mutant("vision/files/decoding.py", "        check_size(image)\n", "", LIMITS),
    Mutant(
        "vision/files/limits.py",
        "pixels > (most := max_pixels(image))",
        "(most := max_pixels(image)) < 0",
        LIMITS,
    ),
    Mutant("vision/files/limits.py", "_count_scans(image) > MAX_SCANNED", "0 > MAX_SCANNED", LIMITS),
    Mutant("vision/files/limits.py", "        _check_tiles(image)", "        pass", LIMITS),
    Mutant("vision/files/limits.py", '("WEBP", "JPEG2000", "AVIF")', '("JPEG2000", "AVIF")', LIMITS),
    Mutant("vision/files/limits.py", ' and "transparency" not in image.info', "", LIMITS),
    Mutant("vision/files/converting.py", "if high >= colour.height:", "if True:", LIMITS),
    Mutant(
        "vision/files/pdf.py",
        "min(DOTS_PER_INCH, POINTS_PER_INCH * min(by_area, by_side))",
        "DOTS_PER_INCH",
        "tests/vision/files/test_pages.py",
    ),
    Mutant("vision/files/load.py", "if len(contents) > MAX_STREAM_BYTES:", "if False:", LOAD),
    # Files that are opened, and their ends
    Mutant(
        "vision/files/safe_open.py",
        "if not given_open or stat.S_ISDIR(mode):",
        "if stat.S_ISDIR(mode):",
        "tests/vision/files/test_safe_open.py",
    ),
    Mutant(
        "vision/files/completeness.py",
        "return mark in tail",
        "return True",
        "tests/vision/files/test_completeness.py",
    ),
    # Pixels, profiles and turns
    Mutant("vision/files/converting.py", ".get(ORIENTATION, 1) != 1", ".get(ORIENTATION, 1) == 9", PIXELS),
    Mutant("vision/files/converting.py", "upright is not image and not", "False and not", PIXELS),
    Mutant("vision/files/converting.py", ' and profile[16:20] == b"RGB "', "", SAVE),
    Mutant(
        "vision/files/converting.py",
        "return DARK if brightness > LIGHT_STROKES else WHITE",
        "return WHITE",
        PIXELS,
    ),
    # The note, the marks and the transparency that come back; nothing private, nothing half written
    Mutant("vision/files/sealed_note.py", "if digest == _digest(pixels, kind) else", "if digest else", NOTE),
    Mutant("vision/files/save.py", "0 < len(note) <= MAX_LENGTH", "note", NOTE),
    Mutant(
        "vision/files/encoding.py", ', "comment": mark}\n        case "WEBP"', '}\n        case "WEBP"', SAVE
    ),
    Mutant("vision/files/save.py", "    rgba[drawn, 3] = 255\n", "", SAVE),
    Mutant(PLAIN, " or (channels == 4 and pixels[..., 3].min() < 255)", "", PLAIN_PNG),
    Mutant(PLAIN, "zlib.crc32(view[at + 4 : end]) != int.from_bytes(check)", "False", PLAIN_PNG),
    Mutant(PLAIN, "depth == 8 and ", "", PLAIN_PNG),
    Mutant(PLAIN, " <= MOST_PIXELS and", " and", PLAIN_PNG),
    Mutant("vision/files/png.py", "rows[first - 1 :", "rows[first :", PNG),
    Mutant("vision/files/png.py", "// SAMPLED) | 1 ", "// SAMPLED)", PNG),
    Mutant("vision/files/png.py", "zlib.crc32(contents, zlib.crc32(kind))", "zlib.crc32(contents)", PNG),
    Mutant("vision/files/save.py", "files.encode_any(written,", "files.encode_any(pixels,", SAVE),
    Mutant(
        "vision/files/atomic.py",
        "                os.unlink(new, dir_fd=folder)",
        "                pass",
        SAVE,
    ),
    Mutant("vision/files/atomic.py", 'path.with_name(f".aquarium-{os.urandom(6).hex()}.part")', "path", SAVE),
    # What is drawn, and where
    Mutant("vision/drawing/water.py", " & (own[1:] == own[:-1])", "", WATER),
    Mutant("vision/drawing/water.py", "(put != WATER)", "(put == put)", WATER),
    Mutant("vision/drawing/water.py", ">= paper.room", ">= 0", WATER),
    Mutant("vision/drawing/mistakes.py", "(put == CROSS) & wet", "(put == CROSS) & ~wet", WATER),
    Mutant("vision/drawing/paper.py", "cv2.min(closed, window.seen(paper.beside), closed)", "off", PAPER),
    Mutant("vision/reading/agreement.py", "[dry and drawn for", "[False for", UNWATERED),
    Mutant("vision/reading/agreement.py", "[dry and drawn for", "[dry for", UNWATERED),
    Mutant("vision/drawing/paper.py", "0.2, 0.03", "0.2, 1.03", PAPER),
    Mutant("vision/drawing/water.py", "if wet is None]", "if not wet]", WATER),
    Mutant("vision/drawing/steps.py", 'if level != "nudge":', "if True:", STEPS),
    Mutant("vision/drawing/steps.py", 'if level == "reason":', 'if level != "nudge":', STEPS),
    Mutant(
        "vision/drawing/palette.py",
        "return DARK if is_dark(image[rows, cols]) else LIGHT",
        "return LIGHT",
        STEPS,
    ),
    Mutant(
        "vision/drawing/review.py",
        "if doubt.confidence < DOUBTFUL:",
        "if True:",
        "tests/vision/drawing/test_review.py",
    ),
    Mutant(
        "vision/drawing/review_marks.py",
        "_shared(box, other) + _is_crossed(other, label.stem)",
        "0.0",
        "tests/vision/drawing/test_review.py",
    ),
    Mutant(
        "vision/drawing/animation.py",
        "LAST_TIMES if number == last else 1",
        "1",
        "tests/vision/drawing/test_animation.py",
    ),
    # Vectors: the marks that tell answers, and the same places as in pixels
    Mutant("vision/files/save.py", "if head.startswith(VECTOR_STARTS):", "if False:", ENCODE),
    Mutant("vision/vectors/layers.py", "if paint.opacity and (rings", "if (rings", LAYERS),
    Mutant("vision/vectors/layers.py", "_rings(painted >= 0, us, vs, board))", "())", LAYERS),
    Mutant("vision/vectors/water.py", "np.maximum(needed, least)", "least", ENCODE),
    Mutant("vision/vectors/svg.py", ">{escape(text)}</text>", ">{text}</text>", ENCODE),
)
