"""What is in an address may be secret: what is shown and kept of it is not."""

import pytest

from app.inputs.address import Address, is_address, is_page, shown_word

SECRETS = ("user", "S3CRET", "TOKEN")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *((word, True) for word in ("s3://b/k.png", "gs://b/k", "HTTPS://x/y.png", "az+x://a")),
        *((word, False) for word in ("a.png", "/a/b.png", "C:/a.png", "c://a.png", "file:///a.png", "-", "")),
    ],
)
def test_addresses_are_told_from_paths(word: str, expected: bool):
    assert is_address(word) == expected


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://user:S3CRET@h:80/a@2x.png?sig=TOKEN#TOKEN", "http://h:80/a@2x.png"),
        ("HTTPS://S3CRET@h/a.png#TOKEN", "HTTPS://h/a.png"),
        ("http://user:S3CRET@[::1]:80/a.png?TOKEN", "http://[::1]:80/a.png"),
        ("http://user:S3C/RET@h/a.png", "http://…"),
        ("http://h?TOKEN", "http://h"),
        ("s3://user:S3CRET@bucket/a.png", "s3://bucket/a.png"),
        ("http://h/line\nbreak?TOKEN", "http://h/line\nbreak"),
    ],
)
def test_an_address_is_shown_without_user_query_and_fragment(url: str, shown: str):
    address = Address(url)
    assert str(address) == shown_word(url) == shown
    assert not any(secret in address.key or secret in repr(address) for secret in SECRETS)


def test_addresses_are_told_apart_by_what_is_hidden():
    urls = ("h/a.png", "h/a.png?1", "h/a.png?2", "me@h/a.png", "you@h/a.png")
    assert len({Address(f"http://{url}").key for url in urls}) == len(urls)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("--output=ftp://user:S3CRET@h/out", "--output=ftp://h/out"),
        (" http://user:S3CRET@h/page with blanks?sig=TOKEN", " http://h/page with blanks"),
        ("https://puzz.link/p?aquarium/2/2/11", "https://puzz.link/p?aquarium/2/2/11"),
        ("https://user@h/p?TOKEN#aquarium/1/", "https://h/p"),
        ("https://h/p?sig=TOKEN&aquarium/2/2/11", "https://h/p?aquarium/2/2/11"),
        ("C:/shot?.png", "C:/shot?.png"),
        ("shot.png", "shot.png"),
    ],
)
def test_a_word_of_the_command_line_is_shown_without_secrets(word: str, shown: str):
    assert shown_word(word) == shown


def test_a_page_is_told_from_a_puzzle():
    puzzles = ("p?aquarium/1", "p?m+aquarium_edit/1", "p?slither/5/5")
    assert not any(map(is_page, ("h/p?a=1", *(f"https://h/{puzzle}" for puzzle in puzzles))))
    assert all(map(is_page, ("https://h/p", "HTTP://h/p?sig=TOKEN", "https://h?TOKEN", "https://h?a=b/c")))
