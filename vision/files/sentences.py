"""Sentences of what is reported of files, by code, written as `solver.sentences` says."""

from solver.sentences import Sentence

SIMPLER = "save it as PNG, or crop it to the puzzle"
SMALLER = "crop it to the puzzle, or scale it down"
AGAIN = "save or send it again"
ANOTHER_PLACE = "choose another place"

SENTENCES: dict[str, Sentence] = {
    # Files that are no pictures, or are not read
    "not_a_picture": Sentence("this is not a picture", "give a screenshot or photo, such as a PNG or JPEG"),
    "web_page": Sentence("this is a web page or SVG, not a picture", "take a screenshot of it"),
    "archive": Sentence("this is a ZIP archive, not a picture", "unpack the pictures first"),
    "office_document": Sentence(
        "this is {kind}, not a picture", "save the page as PDF, or take a screenshot of it"
    ),
    "not_a_file": Sentence("this is {kind}, not a picture", "save the picture as a file"),
    "folder": Sentence("this is a folder, not a picture", "name a picture in it"),
    "no_such_file": Sentence("there is no such file", "check the name"),
    "read_forbidden": Sentence("no permission to read it", "check the file's permissions"),
    "not_opened": Sentence("it cannot be opened: {said}", "check the name"),
    "broke_off": Sentence("it cannot be read: {said}", "check the disk or the connection"),
    "empty_file": Sentence("the file is empty", "save or send the picture again"),
    "large_file": Sentence("it has more than {most} MB", "use a smaller picture"),
    "damaged": Sentence("the picture is cut off or damaged", AGAIN),
    "damaged_as_told": Sentence("the picture is cut off or damaged ({said})", AGAIN),
    "damaged_pdf": Sentence("the PDF is cut off or damaged", AGAIN),
    "password_needed": Sentence(
        "this PDF needs a password", "save a copy without one, or save the page as PNG"
    ),
    "heic_extra": Sentence(
        "HEIC photos need the extra: pip install 'aquarium-reader[heic]'",
        "otherwise save it as JPEG or PNG",
        seen_on_page="this server cannot read HEIC photos",
        advice_on_page="save it as JPEG or PNG",
    ),
    "many_pages": Sentence("only the first {most:,} pages of a file are read", "split the file"),
    "no_such_page": Sentence("the file has no page {page}", "check the page number"),
    "page_not_in_document": Sentence(
        "there is no page {page}: the document has {pages}", "check the page number"
    ),
    "many_pixels": Sentence(
        "the picture has {millions:,} million pixels, more than the limit of {most} million", SMALLER
    ),
    "large_picture": Sentence(
        "the picture has {width:,}×{height:,} pixels, more than the limit of {most} million", SMALLER
    ),
    "long_picture": Sentence(
        "the picture has {width:,}×{height:,} pixels, more than {most:,} along a side", SMALLER
    ),
    "large_tiles": Sentence(
        "the picture has tiles of {width:,}×{height:,} pixels, more than the limit of {most} million",
        SMALLER,
    ),
    "too_much_memory": Sentence("decoding it takes too much memory", SIMPLER),
    "slow_to_decode": Sentence("it takes more than {seconds:g} seconds to decode", SIMPLER),
    "decoder_crashed": Sentence(
        "the decoder crashed: the file takes too much memory, or is damaged", SIMPLER
    ),
    "no_decoder": Sentence("cannot start a process to decode it: {said}", SIMPLER),
    "not_pixels": Sentence(
        "an object of type {type} is not a picture",
        "give the path of a file, an array of uint8 or a Pillow image",
    ),
    "pixels_of_other_kind": Sentence(
        "an array of {type} with shape {shape} is not a picture",
        "give uint8 with shape (height, width, 3) RGB, (height, width, 4) RGBA or (height, width) grey",
    ),
    # Files that are not written
    "unknown_format": Sentence("{ending} is not a picture format", "choose one of {formats: }"),
    "no_ending": Sentence("the name has no extension", "choose one of {formats: }"),
    "link_leads_out": Sentence(
        "a link in the folder leads out of it", "remove the link, or choose another folder"
    ),
    "folder_missing": Sentence("the folder does not exist", "create it first"),
    "write_forbidden": Sentence("no permission to write here", ANOTHER_PLACE),
    "not_written": Sentence("it cannot be written: {said}", ANOTHER_PLACE),
    "format_too_small": Sentence(
        "{width}×{height} pixels cannot be written as {form} ({said})", "save it as .png"
    ),
}
