"""What the tests of the API share: a client of the application itself, whose work is done at once."""

import asyncio
import io
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from PIL import Image as Pillow

from app.web import Settings
from app.web.openapi import RECORD, openapi
from fixtures.drawing.board.style import STYLES
from fixtures.drawing.render import draw_puzzle, put_together
from solver import Puzzle
from tests.app.stand_ins import InProcess
from tests.shell import screenshot

DOCUMENT = openapi()
SCHEMA = import_module("jsonschema") if find_spec("jsonschema") else None


class Client:
    """Asks an application, without a network between."""

    def __init__(self, app: object, runner: asyncio.Runner) -> None:
        httpx = import_module("httpx")
        self._runner = runner
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8765")

    def get(self, path: str, **options: object) -> Any:
        return self._runner.run(self._client.get(path, **options))

    def post(self, path: str, body: object = b"", **options: object) -> Any:
        """Ask; what is answered is as the document of the API tells."""
        reply = self._runner.run(self._client.post(path, content=body, **options))
        described = DOCUMENT["paths"].get(path.partition("?")[0], {}).get("post")
        if described:
            assert str(reply.status_code) in described["responses"]
            if SCHEMA and reply.headers["content-type"] == "application/json":
                SCHEMA.Draft202012Validator(RECORD).validate(reply.json())
        return reply


@contextmanager
def apart() -> Iterator[None]:
    """Let loops run, although Playwright keeps one of its own in this thread from its first test on."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


@pytest.fixture(autouse=True)
def own_loop() -> Iterator[None]:
    """Let every test of the API run loops."""
    with apart():
        yield


@pytest.fixture(scope="session")
def make_client() -> Iterator[Callable[..., Client]]:
    """Give the function that makes a client of an application with settings, and a pool to do the work."""
    pytest.importorskip("httpx")
    routes, safety = import_module("app.web.routes"), import_module("app.web.safety")
    runner = asyncio.Runner()

    def make(pool: Executor | None = None, **chosen: Any) -> Client:
        settings = Settings(**chosen)
        app = routes.make_app(settings, pool or InProcess())
        return Client(safety.Safety(app, settings, lambda _: None), runner)

    yield make
    with apart():
        runner.close()


@pytest.fixture(scope="session")
def shot(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return screenshot(str(tmp_path_factory.mktemp("shots") / "shot.png")).read_bytes()


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    return wraps(test)(lambda *words, **named: asyncio.run(test(*words, **named)))


def opened(contents: bytes) -> Pillow.Image:
    return Pillow.open(io.BytesIO(contents)).convert("RGB")


def saved(picture: Pillow.Image, form: str = "PNG", *further: Pillow.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **({"save_all": True, "append_images": further} if further else {}))
    return file.getvalue()


def page_of_boards(*puzzles: Puzzle) -> bytes:
    pictures = [draw_puzzle(puzzle, STYLES["site"]).pixels for puzzle in puzzles]
    return saved(Pillow.fromarray(put_together(pictures)))


@pytest.fixture(scope="session")
def client(make_client: Callable[..., Client]) -> Client:
    return make_client()
