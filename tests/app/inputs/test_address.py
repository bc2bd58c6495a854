"""What is in an address may be secret: what is shown and kept of it is not."""

import pytest

from app.inputs.address import is_page, key_of, shown_address, shown_word, without_secrets
from app.inputs.remote import RemotePath

SECRETS = ("user", "S3CRET", "TOKEN")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://user:S3CRET@h:80/a@2x.png?sig=TOKEN#TOKEN", "http://h:80/a@2x.png"),
        ("HTTPS://S3CRET@h/a.png#TOKEN", "HTTPS://h/a.png"),
        ("http://user:S3CRET@[::1]:80/a.png?TOKEN", "http://[::1]:80/a.png"),
        ("http://user:S3C/RET@h/a.png", "http://…"),
        ("http://h?TOKEN", "http://h"),
        ("webdav+https://user@h/a.png?TOKEN", "webdav+https://h/a.png"),
        ("ftp://user:S3CRET@h/a?b#c.png", "ftp://h/a?b#c.png"),
        ("s3://user:S3CRET@bucket/shot #1?.png", "s3://bucket/shot #1?.png"),
        ("zip://a.png::http://user:S3CRET@h/a.zip?TOKEN", "zip://a.png::http://h/a.zip"),
        ("simplecache::http://user:S3CRET@h/a.png?TOKEN", "simplecache::http://h/a.png"),
        ("memory://a@b/c:d?e#f.png", "memory://a@b/c:d?e#f.png"),
        ("abfs://box@account.example/a.png", "abfs://box@account.example/a.png"),
        ("http://h/line\nbreak?TOKEN", "http://h/line\nbreak"),
    ],
)
def test_an_address_is_shown_without_user_query_and_fragment(url: str, shown: str):
    assert shown_address(url) == str(RemotePath(url)) == shown
    assert not any(secret in key_of(url) or secret in repr(RemotePath(url)) for secret in SECRETS)


def test_addresses_are_told_apart_by_what_is_hidden_save_the_password():
    urls = (
        "http://h/a.png",
        "http://h/a.png?1",
        "http://h/a.png?2",
        "http://me@h/a.png",
        "http://you@h/a.png",
    )
    assert len({key_of(url) for url in urls}) == len(urls)
    assert key_of("http://me:one@h/a.png") == key_of("http://me:two@h/a.png")
    assert key_of("s3://bucket/a?b#c.png") == "s3://bucket/a?b#c.png"


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
    puzzles = (
        "https://h/p?aquarium/1",
        "https://h/p?m+aquarium_edit/1",
        "https://h/p?slither/5/5",
        "h/p?a=1",
    )
    assert not any(map(is_page, puzzles))
    assert all(map(is_page, ("https://h/p", "HTTP://h/p?sig=TOKEN", "https://h?TOKEN", "https://h?a=b/c")))


def test_messages_of_others_are_repeated_without_secrets():
    url = "http://user:S3CRET@h/a.png?sig=TOKEN&v=1"
    said = f"403, url='{url}' (S3CRET, sig=TOKEN, http://other:S3CRET@h?TOKEN) on 1"
    assert without_secrets(said, url) == "403, url='http://h/a.png' (…, sig=…, http://h on 1"
