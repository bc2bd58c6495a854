"""The end of a process of which everything is done: at once, without taking apart what it has loaded."""

import atexit
import os
import sys
from typing import NoReturn


def leave(code: int) -> NoReturn:
    """Do what is to be done at exit, hand on what was printed, and end this process with an exit code.

    To take apart what OpenCV and NumPy have loaded, as Python does, takes as long as to read a picture.
    Raises what keeps something from being handed on.
    """
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.flush()
    os._exit(code)
