"""Mutants of the room `cli`: what is shown, and streams that take no more."""

from benchmarks.mutants import Mutant

ESCAPING, CONSOLE = "app/escaping.py", "app/cli/console.py"
OF_NAMES, OF_ESCAPING = "tests/app/cli/test_hostile_names.py", "tests/app/test_escaping.py"
RUNNING, OF_STREAMS = "app/cli/running.py", "tests/app/cli/test_streams.py"
TERMINAL, OF_TERMINALS = "app/cli/terminal.py", "tests/app/cli/test_terminal.py"
CLIPBOARD, OF_CLIPBOARDS = "app/cli/clipboard.py", "tests/app/cli/test_clipboard.py"
SCREEN, OF_SCREENS = "app/cli/screen.py", "tests/app/cli/test_screen.py"
CONFIG, OF_CONFIG = "app/cli/config.py", "tests/app/cli/test_config.py"

OF_COMMANDS = "tests/app/cli/test_commands.py"

MUTANTS: tuple[Mutant, ...] = (
    # Text from outside neither forges a line nor moves a cursor
    Mutant(CONSOLE, '"\\n".join(map(visible, text.split("\\n")))', "text", "tests/app/cli/test_console.py"),
    Mutant(CONSOLE, "{head}{visible(text)}", "{head}{text}", OF_NAMES),
    Mutant(CONSOLE, "click.style(visible(name)", "click.style(name", OF_NAMES),
    Mutant(ESCAPING, "if code in BYTES", "if not code", OF_ESCAPING),
    Mutant(ESCAPING, '"Zs"', '"Cf"', OF_ESCAPING),
    Mutant(ESCAPING, 'word.replace("\\\\", r"\\\\")', "word", OF_ESCAPING),
    Mutant("app/cli/printer.py", "{visible(shorten(path))}", "{shorten(path)}", OF_NAMES),
    # Words that cannot be said end no work; no file gets the number of a stream that is closed
    Mutant(CONSOLE, "file=standard_error(), nl", "err=True, nl", OF_STREAMS),
    Mutant(CONSOLE, "for number in range(3):", "for number in ():", OF_STREAMS),
    Mutant(CONSOLE, "os.O_RDWR), True)", "os.O_RDWR), False)", OF_STREAMS),
    Mutant(
        RUNNING,
        "except (OutputLost, BrokenPipeError) as error:",
        "except BrokenPipeError as error:",
        OF_STREAMS,
    ),
    Mutant(RUNNING, "if streaming and sys.stdout is None:", "if False:", OF_STREAMS),
    Mutant("app/store/gallery.py", '"name": visible(record["path"])', '"name": record["path"]', OF_NAMES),
    # Many pictures of players: looked at each time, and mistakes are answers
    Mutant(
        "app/cli/options.py",
        "BatchOptions(**chosen)",
        "BatchOptions(**chosen, keep_reports=True)",
        OF_COMMANDS,
    ),
    Mutant("app/cli/running.py", ' and outcome.final_status != "mistaken"', "", OF_COMMANDS),
    # A terminal that is asked is left as it was; what is copied, grabbed or set is what was meant
    Mutant(TERMINAL, "termios.tcsetattr(number, termios.TCSAFLUSH, before)", "pass", OF_TERMINALS),
    Mutant(TERMINAL, "if _is_in_background(number):", "if False:", OF_TERMINALS),
    Mutant(TERMINAL, "int(colours.max()) + 1", "colours.max() + 1", OF_TERMINALS),
    Mutant(CLIPBOARD, "stderr=said", "stderr=subprocess.PIPE", OF_CLIPBOARDS),
    Mutant(CLIPBOARD, "if run.returncode:", "if False:", OF_CLIPBOARDS),
    Mutant(RUNNING, '"--copy": printing.copy', '"--copy": False', OF_CLIPBOARDS),
    Mutant(SCREEN, "if not (place.is_file() and place.stat().st_size):", "if False:", OF_SCREENS),
    Mutant(SCREEN, "while clipboard_number() == before:", "while False:", OF_SCREENS),
    Mutant("app/cli/desktop.py", "if is_new else {}", "if False else {}", OF_SCREENS),
    Mutant(CONFIG, "if key not in SETTINGS or not any(options_of(group, key)):", "if False:", OF_CONFIG),
    Mutant(CONFIG, "if isinstance(value, bool) or not", "if not", OF_CONFIG),
    Mutant(CONFIG, "option.process_value(click.Context(command), text)", "pass", OF_CONFIG),
    Mutant(RUNNING, 'None if not printing.draws and _is_configured("output") else ', "", OF_CONFIG),
)
