"""What not every command needs: a name loads its module when it is first used, as `later.show_page`."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from ..inputs.listfile import read_list
    from ..inputs.watch import watch
    from .config import config_path, default_map
    from .desktop import check_desktop, hand_over, taken
    from .page import show_page
    from .trouble import check_command, end_of_fault

__all__ = [
    "check_command",
    "check_desktop",
    "config_path",
    "default_map",
    "end_of_fault",
    "hand_over",
    "read_list",
    "show_page",
    "taken",
    "watch",
]

if not TYPE_CHECKING:  # who checks types would take every name for one of these
    __getattr__ = load_on_use(
        "app",
        {
            **dict.fromkeys(("config_path", "default_map"), "cli.config"),
            **dict.fromkeys(("check_desktop", "hand_over", "taken"), "cli.desktop"),
            **dict.fromkeys(("check_command", "end_of_fault"), "cli.trouble"),
            "read_list": "inputs.listfile",
            "show_page": "cli.page",
            "watch": "inputs.watch",
        },
    )
