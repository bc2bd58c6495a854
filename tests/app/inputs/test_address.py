"""Addresses are told from paths, and those of puzzles from pages that nobody fetches."""

import pytest

from app.inputs.address import is_address, is_page


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *((word, True) for word in ("s3://b/k.png", "gs://b/k", "HTTPS://x/y.png", "az+x://a")),
        *((word, False) for word in ("a.png", "/a/b.png", "C:/a.png", "c://a.png", "file:///a.png", "-", "")),
    ],
)
def test_addresses_are_told_from_paths(word: str, expected: bool):
    assert is_address(word) == expected


def test_a_page_is_told_from_a_puzzle():
    puzzles = ("p?aquarium/1", "p?m+aquarium_edit/1", "p?slither/5/5")
    assert not any(map(is_page, ("h/p?a=1", *(f"https://h/{puzzle}" for puzzle in puzzles))))
    pages = ("https://h/p", "HTTP://h/p?sig=1", "https://h?x", "https://h?a=b/c", "s3://h/a.png")
    assert all(map(is_page, pages))
