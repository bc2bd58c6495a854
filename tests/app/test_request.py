"""Sizes are written alike wherever they can be given."""

import pytest

from app.request import parse_size
from app.web.ask import parse_ask, parse_new


@pytest.mark.parametrize(
    ("text", "size"),
    [("6", (6, 6)), ("10x15", (10, 15)), ("10X15", (10, 15)), ("10×15", (10, 15)), (" 10 x 15 ", (10, 15))],
)
def test_one_number_is_a_square_and_any_sign_of_times_is_one(text, size):
    assert parse_size(text) == size
    assert parse_ask("solve", [("size", text)]).request.size == size
    assert parse_new([("size", text)]).size == size


@pytest.mark.parametrize("text", ["", "0", "0x5", "5x0", "x", "5x", "-5", "5x5x5", "1000", "²", "9" * 5000])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError):
        parse_size(text)
