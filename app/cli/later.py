"""What not every command needs: a name loads its module when it is first used, as `later.show_page`."""

from typing import TYPE_CHECKING

from solver.lazy import load_on_use

if TYPE_CHECKING:
    from .config import config_path, default_map
    from .page import show_page
    from .trouble import check_command, end_of_fault

__all__ = ["check_command", "config_path", "default_map", "end_of_fault", "show_page"]

__getattr__ = load_on_use(
    "app.cli",
    {
        "check_command": "trouble",
        "config_path": "config",
        "default_map": "config",
        "end_of_fault": "trouble",
        "show_page": "page",
    },
)
