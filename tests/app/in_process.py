"""An executor for tests that need no workers."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class InProcess(Executor):
    """An executor that works in the calling thread, before `submit` returns."""

    window = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call `fn` now; only what ends the program, as Ctrl-C does, is raised from here."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def cancel(self, future: Future[Any]) -> None:
        """Do nothing: what is submitted is done."""
