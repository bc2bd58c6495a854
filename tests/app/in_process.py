"""An executor for tests that need no workers."""

from concurrent.futures import Executor, Future


class InProcess(Executor):
    """An executor that works in the calling thread, before `submit` returns."""

    window = 1

    def submit(self, fn, /, *args, **kwargs):
        """Call `fn` now; only what ends the program, as Ctrl-C does, is raised from here."""
        future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def cancel(self, future):
        """Do nothing: what is submitted is done."""
