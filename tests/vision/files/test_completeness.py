"""A file that is still being written is told from one that is there to its end."""

import pytest

from tests.vision.files.pictures import drawing, file_of
from vision.files.completeness import has_end


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "PDF", "WEBP", "BMP", "PPM"])
def test_a_cut_off_file_has_no_end_if_its_format_tells_it(form, tmp_path):
    whole = file_of(drawing(200, 300), form).getvalue()
    assert not has_end(tmp_path / "nothing")
    for kept, complete in ((len(whole), True), (len(whole) // 2, form == "PPM"), (0, False)):
        (tmp_path / "a").write_bytes(whole[:kept])
        assert has_end(tmp_path / "a") == complete


@pytest.mark.parametrize("start", [b"II*\0\xe8\3\0\0", b"MM\0*\0\0\3\xe8"])
def test_a_tiff_is_awaited_as_far_as_its_directory(start, tmp_path):
    for size, complete in ((900, False), (1100, True)):
        (tmp_path / "a").write_bytes(start.ljust(size, b"\0"))
        assert has_end(tmp_path / "a") == complete
