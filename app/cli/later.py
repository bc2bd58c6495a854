"""What not every command needs: a name loads its module when it is first used, as `later.show_page`."""

from importlib import import_module
from typing import Any

MODULES = {
    **dict.fromkeys(("config_path", "default_map"), "cli.config"),
    **dict.fromkeys(("check_desktop", "hand_over", "taken"), "cli.desktop"),
    **dict.fromkeys(("check_command", "end_of_fault"), "cli.trouble"),
    "read_list": "inputs.listfile",
    "show_page": "cli.page",
    "watch": "inputs.watch",
}


def __getattr__(name: str) -> Any:
    if name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"app.{MODULES[name]}"), name)
