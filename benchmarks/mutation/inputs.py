"""Mutants of the room `inputs`."""

from benchmarks.mutants import Mutant

NAMING, PLAN, WALK = "app/inputs/naming.py", "app/inputs/plan.py", "app/inputs/walk.py"
WATCH, REMOTE, FIND = "app/inputs/watch.py", "app/inputs/remote.py", "app/inputs/find.py"
ADDRESS = "app/inputs/address.py"
PARSE, LIST = "app/inputs/parse.py", "app/inputs/listfile.py"
TESTS = "tests/app/inputs"
OF_ANSWERS = "tests/app/cli/test_answers.py"

GATHERING = "tests/app/cli/test_gathering.py"

MUTANTS: tuple[Mutant, ...] = (
    # Names of answers: of a.png and a.jpg, of a.jpg.png, of pages, and too long ones
    Mutant(
        NAMING,
        "for suffix in earlier):\n        return False",
        "for suffix in earlier):\n        return True",
        f"{TESTS}/test_naming.py",
    ),
    Mutant(
        NAMING,
        "exists(neighbour) and not _has_stem(neighbour)",
        "not exists(neighbour)",
        f"{TESTS}/test_naming.py",
    ),
    Mutant(NAMING, "pages is None or not any(", "pages is None or any(", f"{TESTS}/test_naming.py"),
    Mutant(NAMING, "return kept + digest", "return kept", f"{TESTS}/test_naming.py"),
    Mutant(NAMING, '- len("-1000")', '+ len("-1000")', f"{TESTS}/test_naming.py"),
    Mutant(NAMING, "exists(path) and not is_ours(files.mark_of(path))", "False", f"{TESTS}/test_naming.py"),
    Mutant(NAMING, "key not in self._taken and", "", f"{TESTS}/test_naming.py"),
    # Data comes alone, and a folder is not called like a picture
    Mutant(PLAN, "return Output(nowhere=not draws)", "return Output()", "tests/app/cli/test_data.py"),
    Mutant(
        PLAN,
        "if is_folder and (is_picture(word) or",
        "if is_folder and (False or",
        "tests/app/cli/test_options.py",
    ),
    # Nothing of a person's is laid over by one document of all answers
    Mutant(PLAN, "if exists(document) and not files.is_own(document):", "if False:", GATHERING),
    Mutant(
        PLAN,
        "word.path if isinstance(word, File) else None)\n    if exists",
        "None)\n    if exists",
        GATHERING,
    ),
    # Answers are no questions, and nothing is laid over what was named
    Mutant(WALK, "elif is_answer(path):", "elif False:", f"{TESTS}/test_walk.py"),
    Mutant(NAMING, "return files.is_own(path)", "return is_answer_name(path.name)", OF_ANSWERS),
    Mutant(PLAN, "isinstance(word, File) and is_answer(word.path):", "False:", OF_ANSWERS),
    Mutant(PLAN, "or questions != given", "", OF_ANSWERS),
    Mutant(NAMING, "mark == files.MARK or suffix == DRAWN_SUFFIX", "True", OF_ANSWERS),
    Mutant(PLAN, "if source is None and belongs_to_neighbour(path, self.suffix):", "if False:", OF_ANSWERS),
    Mutant(
        "app/cli/running.py", "if not (options.force or _is_meant(plan, request)):", "if False:", OF_ANSWERS
    ),
    Mutant(
        "app/cli/console.py", "return sys.stdin.readline()", "return 'y' + sys.stdin.readline()", OF_ANSWERS
    ),
    Mutant(REMOTE, "os.path.samefile(first, second)", "first == second", f"{TESTS}/test_plan.py"),
    Mutant(REMOTE, "while (below", "while False and (below", f"{TESTS}/test_remote.py"),
    Mutant(PLAN, "targets.keeps(previous, place, self.suffix)", "True", f"{TESTS}/test_earlier_runs.py"),
    Mutant(NAMING, " or is_others(path)", "", f"{TESTS}/test_earlier_runs.py"),
    Mutant(
        "app/batch/job.py",
        "drawing.StageFolder(self._job.stages_folder, pixels, self._job.debug_folder)",
        "drawing.StageFolder(self._job.stages_folder, pixels)",
        f"{TESTS}/test_plan.py",
    ),
    # Folders
    Mutant(WALK, " and entry.is_file(follow_symlinks=False)", "", "tests/app/store/test_standing.py"),
    Mutant(
        WALK, "PICTURE_SUFFIXES - set(PAGED_SUFFIXES)", "PICTURE_SUFFIXES", "tests/app/store/test_standing.py"
    ),
    Mutant(PLAN, " and len(words) == 1:", ":", "tests/app/store/test_standing.py"),
    Mutant(WALK, "entry.is_dir(follow_symlinks=False)", "entry.is_dir()", f"{TESTS}/test_walk.py"),
    Mutant(
        WALK,
        '        if entry.is_file():\n            return ""',
        '        return ""',
        f"{TESTS}/test_walk.py",
    ),
    Mutant(WALK, "again = hash(real) in linked or ", "again = ", f"{TESTS}/test_walk.py"),
    Mutant(WALK, "sorted(islice(entries, SORTED)", "sorted(entries", f"{TESTS}/test_walk.py"),
    Mutant(
        FIND,
        "elif (key := picture.key) not in seen:",
        "else:\n                    key = picture.key",
        f"{TESTS}/test_plan.py",
    ),
    # Words
    Mutant(
        PARSE,
        "    if name != word and exists(file := parse_path(name)):",
        "    if name != word and (file := parse_path(name)):",
        f"{TESTS}/test_parse.py",
    ),
    Mutant(
        PARSE,
        "    if exists(path):\n        return Folder",
        "    if exists(path) and not is_puzzle_text(word):\n        return Folder",
        f"{TESTS}/test_parse.py",
    ),
    Mutant(PARSE, "or exists(parse_path(word))", "", f"{TESTS}/test_parse.py"),
    Mutant(LIST, " == visible(name)", "", f"{TESTS}/test_listfile.py"),
    Mutant(LIST, " or os.path.lexists(line)", "", f"{TESTS}/test_listfile.py"),
    Mutant(LIST, "*names, rest = (rest + piece)", "*names, rest = piece", f"{TESTS}/test_listfile.py"),
    # Pictures that arrive, and pictures elsewhere
    Mutant(
        WATCH,
        "(has_end(path) or now",
        "(now",
        f"{TESTS}/test_watch.py::test_pictures_that_are_there_and_that_arrive_are_handed_on_once",
    ),
    Mutant(
        WATCH,
        "has_end(path) or now - since >= self.patience",
        "has_end(path)",
        f"{TESTS}/test_watch.py::test_a_file_without_an_end_is_taken_at_last",
    ),
    Mutant(
        WATCH,
        "(has_end(path) or now - since >= self.patience)",
        "True",
        f"{TESTS}/test_watch.py::test_a_slow_copy_is_waited_for",
    ),
    Mutant(
        *(WATCH, "if not is_answer(path):", "if path:"),
        f"{TESTS}/test_watch.py::test_own_answers_start_no_loop",
    ),
    Mutant(
        *(WATCH, "except (OSError, RuntimeError):", "except OSError:"),
        f"{TESTS}/test_watch.py::test_a_name_that_is_no_text_is_handed_on_and_ends_no_watch",
    ),
    Mutant(REMOTE, "if length > LARGEST_FILE:", "if False:", f"{TESTS}/test_remote.py"),
    Mutant(REMOTE, "_check_length(contents.tell())", "pass", f"{TESTS}/test_web.py"),
    Mutant(REMOTE, "_check_length(_told_length(stream))", "pass", f"{TESTS}/test_web.py"),
    Mutant(REMOTE, "fetching.join(seconds)", "fetching.join()", f"{TESTS}/test_web.py"),
    Mutant(REMOTE, '{"block_size": 0, "size": 1} if', "{} if", f"{TESTS}/test_web.py"),
    Mutant(REMOTE, "if isinstance(status, int) and", "if False and", f"{TESTS}/test_web.py"),
    Mutant(
        *(PLAN, "targets.reserve(word)", "pass"),
        f"{TESTS}/test_remote.py::test_no_answer_is_laid_over_what_others_have_put_at_an_address",
    ),
    Mutant(PLAN, " or any(isinstance(word, RemotePath) for word in words)", "", f"{TESTS}/test_remote.py"),
    Mutant("app/batch/run.py", "return target.exists()", "return False", f"{TESTS}/test_remote.py"),
    Mutant("app/sources.py", "if is_page(text):", "if False:", f"{TESTS}/test_web.py"),
    Mutant(
        REMOTE,
        "return {(self / name).place for",
        "return {name for",
        f"{TESTS}/test_remote.py",
    ),
    Mutant(ADDRESS, "if is_web(url) else rest", "if True else rest", f"{TESTS}/test_remote.py"),
    Mutant(ADDRESS, "text = text.replace(secret, HIDDEN)", "pass", f"{TESTS}/test_address.py"),
    Mutant("app/store/paths.py", "path.key if", "path.url if", f"{TESTS}/test_web.py"),
    Mutant(
        "app/cli/running.py",
        "[shown_word(word) for word in",
        "[word for word in",
        f"{TESTS}/test_web.py",
    ),
    Mutant(FIND, " and picture.mark() == files.MARK", "", f"{TESTS}/test_remote.py"),
)
