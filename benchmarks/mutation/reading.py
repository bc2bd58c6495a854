"""Mutants of the room `reading`: vision/reading, vision/board.py and pipeline.py."""

from benchmarks.mutants import Mutant

_PIPELINE = "tests/test_pipeline.py"
_PROOF = "tests/test_proof.py"
_CHOOSE = "tests/vision/reading/test_choose.py"
_CALIBRATION = "tests/vision/reading/test_calibration.py"
_CLUES = "tests/vision/reading/test_clues.py"
_MARKS = "tests/vision/reading/test_marks.py"
_WALLS = "tests/vision/reading/test_walls.py"
_SIDES = "tests/vision/reading/test_sides.py"
_ROUND_TRIP = "tests/vision/reading/test_round_trip.py"
_NEIGHBOURS, _SEVERAL = "vision/reading/neighbours.py", "tests/test_several_boards.py"
_CUT = "tests/vision/reading/test_cut.py"
_GROW = "tests/vision/reading/test_grow.py"
_SEED = "tests/vision/reading/test_seed.py"
_BARE = "tests/vision/reading/test_bare_sides.py"
_QUADS = "tests/vision/reading/test_quads.py"
_COVERED = "tests/vision/reading/test_covered_clues.py"
_WORDS = "tests/vision/reading/test_words.py"

MUTANTS: tuple[Mutant, ...] = (
    # pipeline: what is answered, and what is not
    Mutant(
        "pipeline.py",
        "    check_rivals(evidence, reading.puzzle, solution.water, deadline)",
        "    pass",
        _PIPELINE,
        _PROOF,
    ),
    Mutant(
        "pipeline.py",
        """        raise NotProved(f"the puzzle as read has one solution; {error}") from None""",
        "        error.args",
        _PROOF,
    ),
    Mutant("pipeline.py", "not lookalikes\n", "True\n", _PROOF),
    Mutant("vision/reading/words.py", "CERTAIN = 0.98", "CERTAIN = 0.05", _PIPELINE, _PROOF),
    Mutant("vision/reading/words.py", "CERTAIN = 0.98", "CERTAIN = 1.0001", _PIPELINE, _PROOF),
    Mutant(
        "vision/reading/words.py", "if is_familiar(reading) else unfamiliar(reading)", "", _PIPELINE, _PROOF
    ),
    Mutant(
        "pipeline.py",
        "[*complaints(reading), *reading.problems]",
        "reading.problems",
        _PIPELINE,
        _PROOF,
    ),
    Mutant("vision/reading/words.py", "return not complaints(reading) and ", "return ", _PIPELINE, _PROOF),
    Mutant("pipeline.py", "MOST_UNREAD = 1", "MOST_UNREAD = 9", _PIPELINE, _PROOF),
    Mutant(
        "pipeline.py", "reading.too_large or is_uniform(reading)", "is_uniform(reading)", _PIPELINE, _PROOF
    ),
    Mutant("pipeline.py", "reading.too_large or is_uniform(reading)", "reading.too_large", _PIPELINE, _PROOF),
    Mutant("pipeline.py", "if missing and set(doubtful_places(evidence)) - set(missing)", "if False", _PROOF),
    Mutant(
        "pipeline.py",
        "evidence = to_repair(reading.evidence, is_unread=bool(missing))",
        "evidence = reading.evidence",
        _PIPELINE,
        _PROOF,
    ),
    Mutant("pipeline.py", "    check_changes(changed, proved.puzzle)\n", "", _PIPELINE, _PROOF),
    Mutant("pipeline.py", "if solution.unique:", "if solution:", _PIPELINE, _PROOF),
    # what is believed of a clue
    Mutant("vision/reading/calibration.py", "TRUST = 0.999", "TRUST = 1.0", _CALIBRATION),
    Mutant(
        "vision/reading/calibration.py",
        "weighed[is_bare, NO_NUMBER] *= EMPTY_ODDS",
        "pass",
        f"{_CALIBRATION}",
        _CLUES,
    ),
    Mutant("vision/reading/calibration.py", "ABSENT = 0.75", "ABSENT = 0.4", _CALIBRATION),
    Mutant(
        "vision/reading/calibration.py",
        "len(absent) >= OMITTED * lines and gaps >= FEWEST_GAPS",
        "len(absent) >= OMITTED * lines",
        _CALIBRATION,
    ),
    Mutant(
        "vision/reading/calibration.py",
        "len(absent) >= OMITTED * lines and gaps >= FEWEST_GAPS",
        "gaps >= FEWEST_GAPS",
        _CALIBRATION,
    ),
    Mutant("vision/reading/calibration.py", "inf if is_unread else LIKELIER", "LIKELIER", _PIPELINE, _PROOF),
    Mutant("vision/reading/read.py", "HALF = 0.5", "HALF = 1.5", _ROUND_TRIP),
    # walls
    Mutant("vision/reading/walls.py", "FRAME_IS_THICKER = 1.25", "FRAME_IS_THICKER = 50.0", _WALLS),
    Mutant("vision/reading/walls.py", "RARE, OUTLIER = 0.05, 1.3", "RARE, OUTLIER = 0.05, 99.0", _WALLS),
    Mutant("vision/reading/walls.py", "    if odds is not None:\n", "    if False:\n", _WALLS),
    # lines whose walls look like their thin parts say nothing, all others what they show
    Mutant("vision/reading/thickness.py", "one + alike + np.log(self._blind_share())", "one - 1e9", _WALLS),
    Mutant("vision/reading/thickness.py", " * exp(-GAP * apart)", "", _WALLS, _PIPELINE),
    Mutant("vision/reading/thickness.py", " & (lines.ink < HIDDEN * low[:, None])", "", _WALLS),
    Mutant("vision/reading/thickness.py", "sum() - self.states[3]", "sum()", _WALLS),
    Mutant(
        "vision/reading/thickness.py",
        "UNIFORM, ALL_WALLS = 0.2, 0.57",
        "UNIFORM, ALL_WALLS = 0.2, 0.9",
        _WALLS,
    ),
    Mutant("vision/reading/thickness.py", "LIKE_ONE = 0.15", "LIKE_ONE = 0.0001", _WALLS),
    Mutant(
        "vision/reading/walls.py",
        "        right = (self.right > 0) & (regions",
        "        right = (self.right > 99) & (regions",
        _WALLS,
    ),
    Mutant("vision/reading/reading.py", "loose=walls.loose_count", "loose=self.loose", _PIPELINE, _PROOF),
    Mutant("vision/reading/sides.py", "    off -= share[:, None] * way\n", "", _SIDES),
    Mutant("vision/reading/bare_sides.py", "(1 if is_told else PALE)", "1", _BARE),
    Mutant(
        "vision/reading/foreign.py",
        "ASTRAY * flat.enlarged / flat.pitch",
        "0.0",
        "tests/vision/reading/test_bare_sides.py",
    ),
    Mutant(
        "vision/reading/foreign.py",
        "around = GRAIN *",
        "around = 0 *",
        "tests/vision/reading/test_bare_sides.py",
    ),
    Mutant(
        "vision/reading/foreign.py",
        "filled = rare & ~_inked_around(upright, level)",
        "filled = rare & False",
        "tests/vision/reading/test_bare_sides.py",
    ),
    Mutant("vision/reading/sides.py", "SHOWN = 0.1", "SHOWN = -99.0", _SIDES),
    Mutant("vision/reading/read.py", "for one in measure_one_way(flat) if", "for one in () if", _SIDES),
    # the player's marks
    Mutant("vision/reading/marks.py", "TOLD = 0.98", "TOLD = 0.2", _MARKS),
    Mutant("vision/reading/marks.py", "TOLD = 0.98", "TOLD = 1.1", _MARKS),
    Mutant(
        "vision/reading/sign_shapes.py",
        "SYMMETRIC, SYMMETRIC_ALONE = 0.92",
        "SYMMETRIC, SYMMETRIC_ALONE = -2.0",
        _MARKS,
    ),
    Mutant(
        "vision/reading/sign_shapes.py",
        "SYMMETRIC_ALONE = 0.92, 0.94",
        "SYMMETRIC_ALONE = 0.92, -2.0",
        _MARKS,
    ),
    Mutant("vision/reading/sign_shapes.py", "SEEN = 6.0", "SEEN = 900.0", _MARKS),
    Mutant("vision/reading/sign_shapes.py", "TYPED = 0.6", "TYPED = 1.1", _MARKS),
    Mutant(
        "vision/reading/cells.py",
        "np.minimum(*upright), np.minimum",
        "np.maximum(*upright), np.maximum",
        _MARKS,
    ),
    Mutant("vision/reading/cells.py", "LACKING = 2", "LACKING = 9", _MARKS),
    Mutant("vision/reading/cells.py", "EVERYWHERE = 0.3", "EVERYWHERE = 9.0", _MARKS),
    Mutant("vision/reading/signs.py", "FOREIGN = 2e-3", "FOREIGN = 0.0", _MARKS),
    Mutant("vision/reading/signs.py", " & ~members  # some", "  # some", _MARKS),
    Mutant("vision/reading/grounds.py", "cells.in_corners if signs.typed else cells", "cells", _MARKS),
    Mutant("vision/reading/grounds.py", "NEARER = 0.7", "NEARER = 1.01", _MARKS),
    Mutant("vision/reading/grounds.py", "MOST_PATTERNED = 0.97", "MOST_PATTERNED = 0.8", _MARKS),
    Mutant("vision/reading/grounds.py", "UNEVEN = 1.5", "UNEVEN = 0.0", _MARKS),
    Mutant("vision/reading/grounds.py", "np.minimum(between, of_three)", "between", _MARKS),
    Mutant("vision/reading/grounds.py", "TINGED = 16.0", "TINGED = 999.0", _MARKS),
    Mutant("vision/reading/grounds.py", "TINTED = 40.0", "TINTED = 999.0", _MARKS),
    Mutant("vision/reading/grounds.py", "LEAST, CLEAR = 8.0, 12.0", "LEAST, CLEAR = 60.0, 60.0", _MARKS),
    # clues
    Mutant("vision/reading/clues.py", "RIVAL = 0.8", "RIVAL = 9.0", _CLUES),
    Mutant("vision/reading/margin_numbers.py", "ASIDE = 0.5", "ASIDE = 9.0", _CLUES),
    # which board is meant
    Mutant(
        "vision/reading/choose.py",
        "FAMILIAR, FEWEST_FAMILIAR = 0.4, 0.2",
        "FAMILIAR, FEWEST_FAMILIAR = 0.4, 0.0",
        _CHOOSE,
    ),
    Mutant("vision/reading/choose.py", "and not any(board.overlaps(other) for other in whole)", "", _CHOOSE),
    Mutant(
        "vision/reading/choose.py",
        "return quarters if legible[quarters] >= legible[0] + MORE_LEGIBLE else 0",
        "return 0",
        _CHOOSE,
        _ROUND_TRIP,
    ),
    Mutant(
        "vision/reading/choose.py",
        "MOST_LARGER, MOST_LYING = 4, 2",
        "MOST_LARGER, MOST_LYING = 1, 0",
        _CHOOSE,
    ),
    Mutant("vision/reading/choose.py", "key=lambda board: -board.contrast)", "key=lambda board: 0)", _CHOOSE),
    Mutant(
        "vision/reading/choose.py",
        'reading.contents == "numbers" or signs or is_uniform(reading)',
        "False",
        _CHOOSE,
    ),
    Mutant(
        "vision/reading/choose.py",
        "return is_familiar(reading) or (is_clear and (cut or min(reading.inked) >= FAMILIAR))",
        "return is_familiar(reading)",
        _CHOOSE,
    ),
    Mutant(
        "vision/reading/choose.py",
        "return None if largest is None or is_prominent(largest, height, width) else",
        "return None if largest is None or True else",
        _CHOOSE,
    ),
    Mutant(
        "vision/reading/choose.py",
        "in_order([(_size(one), one) for one in group])",
        "in_order([(1.0, one) for one in group])",
        _CHOOSE,
    ),
    Mutant("vision/reading/choose.py", "found - lines - reading.loose", "found - lines", _CHOOSE),
    Mutant(
        "vision/reading/read.py",
        "    tried += [reading for reading in further if reading]\n",
        "",
        "tests/vision/reading/test_detect.py",
        _PIPELINE,
        _PROOF,
    ),
    Mutant(
        "vision/reading/background.py",
        "cv2.bitwise_not(cv2.max(darker, lighter))",
        "cv2.bitwise_not(darker)",
        "tests/vision/reading/test_background.py",
    ),
    Mutant(
        "vision/reading/background.py", "DARK = 110", "DARK = 30", "tests/vision/reading/test_background.py"
    ),
    Mutant("vision/reading/thickness.py", "max(STEPPED * (most - usual), ALIKE * most)", "0", _WALLS),
    Mutant("vision/reading/thickness.py", "ALIKE * median(high), NOTHING", "NOTHING", _WALLS),
    Mutant(
        "vision/reading/comb.py",
        "across, down = walls",
        "pass",
        "tests/vision/reading/test_comb.py",
    ),
    Mutant(
        "vision/reading/comb.py",
        "ASPECT_SLACK = 0.35",
        "ASPECT_SLACK = 3.5",
        "tests/vision/reading/test_comb.py",
    ),
    Mutant(
        "vision/reading/words.py",
        "absent = [place for place in unread(reading) if place not in explained]",
        "absent = list(unread(reading))",
        _WORDS,
    ),
    # boards that are cut off
    Mutant("vision/reading/words.py", "if not is_meant and (cut := cut_sides(reading)):", "if False:", _CUT),
    Mutant("vision/reading/cut.py", "if share >= (BESIDE_CLUES", "if -share >= (BESIDE_CLUES", _CUT),
    Mutant("vision/reading/beyond.py", "    if beside_clues:", "    if False:", _CUT),
    Mutant("vision/reading/cut.py", "BESIDE_CLUES = 0.98", "BESIDE_CLUES = 0.0", _CUT),
    Mutant("vision/reading/read.py", "_grown(painted, alone, trace)", "alone", _GROW),
    Mutant(_NEIGHBOURS, "    if not (near or numbers):", "    if True:", _SEVERAL),
    Mutant(_NEIGHBOURS, "return theirs <= NEARER * ours", "return True", _SEVERAL),
    Mutant(_NEIGHBOURS, "replace(reading, contested=contested) if contested else", "", _SEVERAL),
    Mutant(_NEIGHBOURS, "size >= AS_LARGE * left[0][0]", "size >= left[0][0]", _SEVERAL),
    Mutant("vision/reading/words.py", "    if reading.contested:", "    if False:", _SEVERAL),
    Mutant("vision/reading/read.py", "left_out=left_out or len(others) > most", "left_out=False", _SEVERAL),
    Mutant("pipeline.py", "[limit / max(1, len(others)) for limit in limits]", "limits", _SEVERAL),
    Mutant("vision/reading/seed.py", "if lines.max() < RUN_ON or contrast.max() < SURE:", "if False:", _SEED),
    Mutant(
        "vision/reading/seed.py",
        "for run in self.every if find_seed(self._image, run))",
        "for run in self.every)",
        _SEED,
    ),
    Mutant("vision/reading/choose.py", 'if ends.isdisjoint({"left", "right"}) else inf', "", _CHOOSE),
    Mutant("vision/reading/grow.py", "NEXT_LINE) <= 1 - RUN_ON", "NEXT_LINE) < 0", _GROW),
    Mutant("vision/reading/grow.py", " or not runs_on(image, board, edge, room)", "", _GROW),
    Mutant("vision/reading/grow.py", "if room < NEXT_LINE + FRAME_REACH or", "if", _GROW),
    Mutant("vision/reading/grow.py", "more if more.is_upright else tilt(image, more)", "more", _GROW),
    Mutant(
        "vision/reading/beyond.py", "_least(inside)).mean() < RUN_ON", "_least(inside)).mean() < 0", _GROW
    ),
    Mutant("vision/reading/cut.py", "if high - low > MIXED * (wall - thin):", "if False:", _CUT),
    Mutant("vision/reading/beyond.py", "UNBROKEN = 0.2", "UNBROKEN = 1.0", _CUT),
    Mutant("vision/reading/beyond.py", "2 * round(ASIDE * board.pitch) + 1", "0", _GROW),
    Mutant("vision/reading/cut.py", "and pixels < HALF_A_LINE", "and pixels < 0", _CUT),
    Mutant("vision/reading/cut.py", "and pixels < HALF_A_LINE", "", _CUT),
    Mutant("vision/reading/choose.py", "_may_be_meant(reading), fits, looks", "fits, looks", _CHOOSE),
    Mutant("vision/reading/cut.py", "if share < FEWEST_READ and room", "if room", _CUT),
    # what only other puzzles have
    Mutant("vision/reading/words.py", "not_an_aquarium(reading) or", "", _PIPELINE),
    Mutant("vision/reading/contents.py", "UNLIKE = 0.2", "UNLIKE = 0.0", _PIPELINE),
    Mutant("vision/reading/contents.py", "FEWEST, LEAST = 4, 0.04", "FEWEST, LEAST = 1, 0.0", _PIPELINE),
    Mutant("vision/reading/contents.py", "if len(margins) < 2:", "if True:", _PIPELINE),
    Mutant("vision/reading/choose.py", "if abs(odds) >= DECIDED", "", _CHOOSE),
    Mutant("vision/reading/cut.py", "*(Cut(run.edge, LARGER_BOARD) for run in larger)", "", _CUT),
    Mutant("vision/reading/cut.py", "HALVED = (0.5, 1, 2)", "HALVED = (1,)", _CUT),
    Mutant("vision/reading/cut.py", "if longest.gaps < FEWEST:", "if False:", _CUT),
    Mutant("vision/reading/run_out.py", "AT_THE_EDGE = 0.5", "AT_THE_EDGE = 0.0", _CUT),
    Mutant("vision/reading/run_out.py", "UNEVEN = 0.1", "UNEVEN = 0.6", _CUT),
    Mutant("vision/reading/read.py", "if not tried and size is None:", "if False:", _CUT),
    Mutant(
        "vision/reading/cut.py",
        "for run in (runs if lattices else _of_one_board(runs))",
        "for run in ()",
        _CUT,
    ),
    # what is drawn over the board
    Mutant("vision/reading/quads.py", "CROSSES = 0.45", "CROSSES = 9.0", _QUADS),
    Mutant(
        "vision/reading/quads.py",
        "yield quad + np.array([left + x, top + y])",
        "yield quad + np.array([x, y])",
        _QUADS,
    ),
    Mutant(
        "vision/reading/background.py",
        "> least\n",
        ">= 1.1 * least\n",
        "tests/vision/reading/test_background.py",
    ),
    Mutant("vision/reading/bare_sides.py", "usual > (thin + thick) / 2", "usual > 2 * thick", _BARE),
    Mutant("vision/reading/bare_sides.py", "bipartite & at_ends", "bipartite", _BARE),
    Mutant("vision/reading/bare_sides.py", "grown(inked | hidden |", "grown(hidden |", _BARE),
    Mutant("vision/reading/bare_sides.py", "grown(inked | hidden |", "grown(inked |", _BARE),
    Mutant("vision/reading/bare_sides.py", "hidden | strange, max", "hidden, max", _BARE),
    Mutant("vision/reading/bare_sides.py", "OPPOSITE = 0.98, 1.25", "OPPOSITE = 0.98, 9.0", _BARE),
    Mutant("vision/reading/bare_sides.py", "FADED = 0.5", "FADED = 0.0", _BARE),
    Mutant("vision/reading/thickness.py", "uncounted.any() else", "False else", _WALLS),
    Mutant("vision/reading/covered.py", "walls.right * _told(right)", "walls.right", _BARE),
    Mutant("vision/reading/covered.py", "COVERED = 0.8", "COVERED = -1.0", _BARE),
    Mutant("vision/reading/foreign.py", "PLAIN = 0.9", "PLAIN = 0.0", _BARE),
    Mutant("vision/reading/bare_sides.py", "sides.look.contrast, patterned)", "sides.look.contrast)", _BARE),
    Mutant("vision/reading/foreign.py", "BENT = 0.15, 0.4", "BENT = 0.15, 0.0", _ROUND_TRIP),
    Mutant("vision/reading/foreign.py", "BENT = 0.15, 0.4", "BENT = 0.15, 9.0", _BARE),
    Mutant("vision/reading/covered_clues.py", "LEFT_OVER = 0.2", "LEFT_OVER = 0.0", _COVERED),
    Mutant("vision/reading/covered_clues.py", "(1 - doubt) * seen + (1", "seen + (1", _COVERED),
    Mutant("vision/reading/covered_clues.py", "STICKS_OUT = 0.1", "STICKS_OUT = 9.0", _COVERED),
    Mutant("vision/reading/covered_clues.py", "(share > PALE) & ~_near", "(share > 9) & ~_near", _COVERED),
    Mutant("vision/reading/clues.py", "or is_other(probable[line], clean, longest)", "", _COVERED),
    Mutant("vision/reading/clues.py", "MOSTLY_PLAIN = 0.5", "MOSTLY_PLAIN = 0.0", _ROUND_TRIP),
    Mutant(
        "vision/reading/read.py",
        "*_covered_clues(clues), *covered_sides(bare)",
        "*covered_sides(bare)",
        _COVERED,
    ),
    Mutant(
        "vision/reading/words.py",
        "return (*covered, *_doubts(reading, (found for found in order",
        "return (*_doubts(reading, (found for found in order",
        _WORDS,
    ),
    Mutant(
        "vision/reading/choose.py",
        "if omits_clues(reading.evidence) and not reading.covered:",
        "if omits_clues(reading.evidence):",
        "tests/vision/reading/test_choose.py",
    ),
    Mutant(
        "vision/reading/covered.py",
        "(water > LIKE_WATER) & (count >= SEVERAL)",
        "(water > LIKE_WATER) & (count > 4)",
        "tests/vision/reading/test_covered.py",
    ),
    Mutant(
        "vision/reading/covered.py",
        "& dry[1:-1, :-2]",
        "",
        "tests/vision/reading/test_covered.py",
    ),
    Mutant("vision/reading/clues.py", "DIGITS = 0.8", "DIGITS = 0.5", "tests/vision/reading/test_clues.py"),
    Mutant("vision/reading/words.py", "return _hidden_edge(reading)", "return None", _WORDS),
)
