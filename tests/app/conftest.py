"""What the tests of app share: an empty folder to work in, and a pipeline that need not read anything."""

import pytest

import pipeline
from app import service
from tests.app.stand_ins import READING, solved
from tests.app.tasks.conftest import proved_once


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def read_once(monkeypatch):
    """Let pictures that are the same be read and proved once."""
    monkeypatch.setattr(pipeline, "prove_image", proved_once)


@pytest.fixture
def stand_in(monkeypatch):
    """Let every picture be solved at once, and let tests put in another result of the pipeline."""
    prove_reading = pipeline.prove_reading

    def put_in(prove_image):
        def of_seen(page, **asked):
            return prove_image(None, **asked) if page is READING else prove_reading(page, **asked)

        monkeypatch.setattr(pipeline, "prove_image", prove_image)
        monkeypatch.setattr(pipeline, "prove_reading", of_seen)

    put_in(solved)
    monkeypatch.setattr(service, "read", lambda *_: READING)
    return put_in
