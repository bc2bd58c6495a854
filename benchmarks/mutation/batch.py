"""Mutants of the room `batch`, and of the store that it writes down in."""

from benchmarks.mutants import Mutant

DISPATCH, POOL, RUN = "app/batch/dispatch.py", "app/batch/pool.py", "app/batch/run.py"
DATABASE, CONNECTION, JSONL = "app/store/database.py", "app/store/connection.py", "app/store/jsonl.py"
REPORTS, GALLERY, FILES = "app/store/reports.py", "app/store/gallery.py", "app/store/files.py"
ROWS, STANDING, STAMPS = "app/store/rows.py", "app/store/standing.py", "app/store/stamps.py"
RECORD, ATOMIC, WITHIN = "app/store/record.py", "vision/files/atomic.py", "vision/files/within.py"
BATCH, STORE = "tests/app/batch", "tests/app/store"
FILES_TEST, DAMAGE_TEST = f"{STORE}/test_files.py", f"{STORE}/test_damage.py"
STANDING_TEST = f"{STORE}/test_standing.py"
REPORTED, REPORTED_TEST = "app/store/reported.py", f"{STORE}/test_reported.py"
DURING_TEST = f"{STORE}/test_during_a_run.py"
ATOMIC_TEST = "tests/vision/files/test_atomic.py"
RENAMED = "os.replace(new, old, src_dir_fd=folder, dst_dir_fd=folder)\n"

DECODER, PLAIN, PAGES = "vision/files/decoder.py", "vision/files/plain.py", "vision/files/pages.py"
OF_GUARDED = "tests/vision/files/test_guarded.py"

GATHER, GATHERING = "app/batch/gather.py", "tests/app/cli/test_gathering.py"

MUTANTS: tuple[Mutant, ...] = (
    # What may take all memory, or for ever, is decoded within limits
    Mutant(DECODER, "    limit_memory(memory)\n", "", OF_GUARDED),
    Mutant(DECODER, "        self._process.kill()\n\n    def end", "        pass\n\n    def end", OF_GUARDED),
    Mutant(PLAIN, "return 0 < size[0] * size[1] <= MOST_PIXELS", "return True", OF_GUARDED),
    Mutant(PAGES, "page > MAX_PAGES or entries > MAX_ENTRIES", "page > MAX_PAGES", OF_GUARDED),
    Mutant(PAGES, "return (*found, MAX_PAGES + 1)", "return tuple(found)", OF_GUARDED),
    Mutant(PAGES, " and place not in followed:", ":", "tests/vision/files/test_pages.py"),
    Mutant(
        POOL,
        "            resource_tracker.ensure_running()\n",
        "            pass\n",
        f"{BATCH}/test_pool.py::test_no_worker_hears_ctrl_c_as_it_starts",
    ),
    Mutant(POOL, "if memory_limit is not None:", "if False:", f"{BATCH}/test_pool.py"),
    # A worker that dies or hangs costs its own call, which is tried once more, alone
    Mutant(DISPATCH, "deaths + 1 < MOST_DEATHS", "False", f"{BATCH}/test_dispatch.py"),
    Mutant(DISPATCH, "            elif not in_flight:\n", "            else:\n", f"{BATCH}/test_dispatch.py"),
    Mutant(DISPATCH, "            if not to_retry:\n", "            if True:\n", f"{BATCH}/test_dispatch.py"),
    Mutant(DISPATCH, "window - len(in_flight)", "None", f"{BATCH}/test_dispatch.py"),
    Mutant(POOL, "worker.receive(self._time_limit, ", "worker.receive(None, ", f"{BATCH}/test_pool.py"),
    Mutant(POOL, "worker is None or worker.ended:", "worker is None:", f"{BATCH}/test_pool.py"),
    Mutant(POOL, "signal.signal(signal.SIGTERM, _exit)", "pass", f"{BATCH}/test_pool.py"),
    Mutant(
        POOL,
        "threading.Thread(target=_exit_with_parent, daemon=True).start()",
        "pass",
        f"{BATCH}/test_pool.py::test_no_worker_outlives_its_parent",
    ),
    Mutant(POOL, "                self.process.kill()\n", "", f"{BATCH}/test_pool.py"),
    Mutant(RUN, "pictures <= (1 if options.workers else FEW)", "False", f"{BATCH}/test_run.py"),
    # An answer stands if bytes, version, settings and place are the same, and it is there
    Mutant(
        "app/store/paths.py", "digest.sha256 == sha256", "digest.bytes == size", f"{STORE}/test_database.py"
    ),
    Mutant(DATABASE, "if settings != self.", "if False and settings != self.", f"{STORE}/test_database.py"),
    Mutant(DATABASE, "if version != self.", "if False and version != self.", f"{STORE}/test_database.py"),
    Mutant(DATABASE, " or not is_nonempty_file(job.target)", "", f"{STORE}/test_database.py"),
    Mutant(ROWS, "has_answer AND :has_answer", "0", f"{STORE}/test_database.py"),
    Mutant(STANDING, "stamp_of(lstat(entry.path)) != picture", "False", STANDING_TEST),
    Mutant(STANDING, "stamp_of(lstat(top + from_bytes(target))) == answer", "True", STANDING_TEST),
    Mutant(STANDING, """ or b"/" in target[count:]""", "", STANDING_TEST),
    Mutant(STANDING, "target[:count] != lead or ", "", STANDING_TEST),
    Mutant(STANDING, " AND fingerprint = ?", " AND ? != 0", STANDING_TEST),
    Mutant(STAMPS, ", seen.st_ctime_ns)", ", 0)", STANDING_TEST),
    Mutant(STAMPS, " and time.time_ns() - seen.st_ctime_ns > TICK", "", STANDING_TEST),
    Mutant(STAMPS, "seen.st_ctime_ns % COARSE != 0 and ", "", STANDING_TEST),
    Mutant(CONNECTION, "    if is_as_left(path):\n        return\n", "", STANDING_TEST),
    Mutant(CONNECTION, ".read_bytes() == stamp_of(path.lstat())", ".exists()", STANDING_TEST),
    Mutant(CONNECTION, "DELETE FROM shown;\n", "", STANDING_TEST),
    Mutant(CONNECTION, "DELETE FROM standing WHERE typeof(key) != 'blob' OR", "--", STANDING_TEST),
    Mutant(ROWS, 'execute("DELETE FROM standing WHERE key = ?", [key])', "commit()", STANDING_TEST),
    Mutant(ROWS, 'execute("DELETE FROM shown WHERE number = ?", [number])', "commit()", STANDING_TEST),
    Mutant("app/store/shown.py", "first[0] != self._version", "False", STANDING_TEST),
    # What reports keep of those before is what would be made
    Mutant(ROWS, '        database.execute(CHANGED, {"path": path})\n', "", REPORTED_TEST),
    Mutant(ROWS, "    database.execute(CHANGED, row)\n", "", REPORTED_TEST),
    Mutant(ROWS, " WHERE path > :path", "", REPORTED_TEST),
    Mutant(REPORTED, " AND stamp = ?", " AND ? != 0", REPORTED_TEST),
    Mutant(REPORTED, " AND room IS ?", " AND ? IS NOT 0.5", REPORTED_TEST),
    Mutant(REPORTED, " and self._one(ALL_SHOWN)", "", REPORTED_TEST),
    Mutant("app/store/shown.py", "; DELETE FROM reported", "", REPORTED_TEST),
    Mutant(GALLERY, "(every[False] - further[False])", "0", REPORTED_TEST),
    # The report is the truth: what it has more is read on, another one anew
    Mutant(DATABASE, "self._report.tail(size) != tail", "False", f"{STORE}/test_database.py"),
    Mutant(DATABASE, "self._report.read(size)", "()", f"{STORE}/test_database.py"),
    Mutant(
        JSONL,
        "self._file.truncate(self.end)\n        except OSError",
        "pass\n        except OSError",
        f"{STORE}/test_jsonl.py",
    ),
    Mutant(
        JSONL,
        "                self._file.truncate(self.end)\n            if isinstance",
        "                pass\n            if isinstance",
        f"{STORE}/test_jsonl.py",
    ),
    Mutant(JSONL, 'getattr(os, "O_NOFOLLOW", 0)', "0", f"{STORE}/test_database.py"),
    # One run at a time, and no file of others is overwritten
    Mutant(CONNECTION, '"locking_mode = EXCLUSIVE", ', "", DURING_TEST),
    Mutant(FILES, "_is_ours(folder / name)]", "True]", f"{STORE}/test_database.py"),
    Mutant(FILES, "[REPORT] if report_size else []", "[]", f"{STORE}/test_database.py"),
    Mutant(
        ATOMIC,
        f"            {RENAMED}        finally:\n",
        f"        finally:\n            {RENAMED}",
        FILES_TEST,
    ),
    Mutant(ATOMIC, "if os.fstat(descriptor).st_nlink:", "if True:", ATOMIC_TEST),
    Mutant(
        ATOMIC, "BlockingIOError:\n        return False", "BlockingIOError:\n        return True", ATOMIC_TEST
    ),
    Mutant(ATOMIC, "        _sweep_once(str(path.parent))\n", "", ATOMIC_TEST),
    Mutant(WITHIN, "os.open(name, FLAGS, ", "os.open(name, FLAGS & ~os.O_NOFOLLOW, ", ATOMIC_TEST),
    Mutant(WITHIN, "if not Path(real).is_relative_to(top):", "if False:", ATOMIC_TEST),
    # What cannot be understood blocks no folder
    Mutant(RECORD, "abs(value) <= LARGEST", "value == value", DAMAGE_TEST),
    Mutant(
        RECORD, "kind(record[name]) for name, kind in FURTHER", "True for name, _ in FURTHER", DAMAGE_TEST
    ),
    Mutant(RECORD, "return len(record.keys() & NEEDED.keys()) >= FEWEST_OWN", "return False", DAMAGE_TEST),
    Mutant(RECORD, "if not _is_webp(before) or", "if", DAMAGE_TEST),
    Mutant(CONNECTION, 'if seen != "ok":', "if False:", DAMAGE_TEST),
    Mutant(CONNECTION, "if _tables(database) != _tables_of(SCHEMA):", "if False:", DAMAGE_TEST),
    Mutant(DATABASE, "entry = self._entry_in_report(key)", "pass", DAMAGE_TEST),
    Mutant(DATABASE, 'aside.append(line.rstrip(b"\\n") + b"\\n")', "pass", DAMAGE_TEST),
    # What others do during a run costs no line, and lets no other run in
    Mutant(DATABASE, "opened.enter_context(lock_folder(folder))", "pass", DURING_TEST),
    Mutant(DATABASE, "        self.restore_report()\n        info = ", "        info = ", DURING_TEST),
    Mutant(DATABASE, "                path.replace(kept)\n", "                pass\n", DURING_TEST),
    Mutant(
        DATABASE, "if warning := copy_again(self._database, self._path):", "if warning := None:", DURING_TEST
    ),
    Mutant(JSONL, " and here.st_size == self.end", "", DURING_TEST),
    Mutant("app/cli/running.py", "    with ending_interrupts(), ", "    with ", f"{BATCH}/test_commands.py"),
    # One document of all answers: every page, and nothing before all are done
    Mutant(GATHER, "self._is_exhausted and outcomes == len(self._taken)", "True", GATHERING),
    Mutant(
        GATHER, "picture = load_guarded(job.source, job.page)", "raise ImageUnreadable(job.name)", GATHERING
    ),
    # What a name holds is only text
    Mutant(REPORTS, """FORMULA.sub("'", visible(value))""", "visible(value)", f"{STORE}/test_reports.py"),
    Mutant(REPORTS, "(?:^|(?<=[;,|]))", "^", f"{STORE}/test_reports.py"),
    Mutant(REPORTS, "＝＋－＠]", "]", f"{STORE}/test_reports.py"),
    Mutant(GALLERY, '.replace("<", "\\\\u003c")', "", f"{STORE}/test_gallery.py"),
    Mutant(GALLERY, "script=_digest(script)", "script=\"'unsafe-inline'\"", f"{STORE}/test_gallery.py"),
    Mutant(
        GALLERY, 'f"file://{name}" if place.startswith("/") else name', "place", f"{STORE}/test_gallery.py"
    ),
)
