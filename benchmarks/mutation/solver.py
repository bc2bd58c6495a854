"""Mutants of the room `solver`: what comes in, solving, belief, steps of people, text forms, new puzzles."""

from benchmarks.mutants import Mutant

PUZZLE, RULES, SOLVE, SEARCH, PROPAGATION, MODEL = (
    f"tests/solver/test_{name}.py" for name in ("puzzle", "rules", "solve", "search", "propagation", "model")
)
REPAIR, POSTERIOR, PARTITIONS, EVIDENCE, UNDECIDED, LIKELY, UNLIKELY = (
    f"tests/solver/belief/test_{name}.py"
    for name in ("repair", "posterior", "partitions", "evidence", "undecided", "likely_boards", "unlikely")
)
OF_TIME = "tests/solver/logic/test_time.py"
BACKBONE, EXPLANATION, COUNTING = (
    f"tests/solver/logic/test_{name}.py" for name in ("backbone", "explanation", "counting")
)

MUTANTS = (
    # What comes in
    Mutant("solver/puzzle.py", "int(index(value))", "value", PUZZLE),
    Mutant("solver/puzzle.py", "if across != down:", "if across > down:", PUZZLE),
    Mutant("solver/puzzle.py", "not 0 <= clue <= length", "not 0 <= clue <= length + 1", PUZZLE),
    Mutant("solver/puzzle.py", "count -= pieces.join(piece, above[at])", "count -= 1", PUZZLE, SOLVE),
    Mutant("solver/puzzle.py", "MEANING[cell] for cell", "cell for cell", SOLVE),
    Mutant("solver/rules.py", "wet <= clue <= most", "wet <= clue", RULES),
    Mutant("solver/rules.py", "if above and dry:", "if above and dry and not wet:", RULES),
    Mutant("solver/rules.py", "near in dry and near[0] >= start[0]", "near in dry", RULES),
    # Classes that are made without compiling
    # Water whatever the walls are
    Mutant("solver/belief/undecided.py", "MOST_WRONG = 0.01", "MOST_WRONG = 9.0", UNDECIDED),
    Mutant("solver/belief/undecided.py", "UNSEEN = 0.05", "UNSEEN = -1.0", UNDECIDED),
    Mutant("solver/belief/undecided.py", "if odds > UNSEEN}", "if odds > 99}", UNDECIDED),
    Mutant("solver/belief/usual_shapes.py", "SINGLE = -0.2, -1.1", "SINGLE = -0.2, 1.1", UNDECIDED),
    Mutant("solver/belief/undecided.py", "MISREAD = 0.003", "MISREAD = 0.5", UNDECIDED),
    Mutant("solver/belief/undecided.py", "MOST_UNDECIDED = 0.6", "MOST_UNDECIDED = 1.0", UNDECIDED),
    Mutant("solver/belief/undecided.py", "all(is_wall(blocks, side) for side in walls)", "True", UNDECIDED),
    Mutant("solver/belief/undecided.py", "* axis[-by] / 2", "* 0", UNDECIDED),
    Mutant("solver/belief/undecided.py", "if mistaken > MOST_WRONG", "if mistaken > 99", UNDECIDED),
    Mutant(
        "solver/belief/undecided.py", "mistaken += open_p[border]", "mistaken = open_p[border]", UNDECIDED
    ),
    Mutant("solver/belief/undecided.py", " or not stays_level(heights, (one, other))", "", UNDECIDED),
    Mutant("solver/belief/undecided.py", "if None in clues else _compensated(evidence)", "* 0", UNDECIDED),
    Mutant("solver/belief/waters.py", "SURE = 0.99\n", "SURE = 0.6\n", UNDECIDED),
    Mutant("solver/belief/waters.py", "SHARPNESS = 2.0", "SHARPNESS = 4.0", UNDECIDED),
    Mutant("solver/belief/waters.py", "weight * prod(excluded)", "weight", UNDECIDED),
    Mutant("solver/belief/waters.py", "weight * min(excluded)", "weight", UNDECIDED),
    Mutant("solver/belief/waters.py", "(some_wet | above) & ~all_wet", "some_wet & ~all_wet", UNDECIDED),
    Mutant("solver/belief/waters.py", "    if len(waters) > MOST_WATERS:\n", "    if False:\n", UNDECIDED),
    # Propagation, search, model
    Mutant("solver/propagation.py", "if left < longest[col]:", "if left < longest[col] - 1:", PROPAGATION),
    Mutant("solver/propagation.py", "if cells > dry:", "if cells > dry + 1:", PROPAGATION),
    Mutant("solver/propagation.py", "return not any(wet is False", "return not any(wet is None", SOLVE),
    Mutant("solver/sums.py", "elif not made << size & after:", "elif not made & after:", PROPAGATION),
    Mutant("solver/segments.py", "for other in lower[1:]:", "for other in lower[2:]:", PROPAGATION),
    Mutant("solver/search.py", "            if doubt is None:", "            if doubt or not doubt:", SOLVE),
    Mutant("solver/solving.py", "            model.block(model.answer(levels.water()))\n", "", SEARCH),
    Mutant("solver/solving.py", "len(backbone) == len(answers[0])", "len(backbone) > 0", SEARCH),
    Mutant("solver/model.py", '("UNKNOWN", "FEASIBLE")', '("UNKNOWN", "MODEL_INVALID")', MODEL),
    Mutant("solver/model.py", 'if status == "INFEASIBLE":', 'if status != "OPTIMAL":', MODEL),
    Mutant("solver/search.py", "        self.deadline.spend(SECONDS_PER_LINE * work)\n", "", SOLVE),
    Mutant(
        "solver/model.py", "max_deterministic_time = DETERMINISTIC *", "max_deterministic_time = 99 *", SOLVE
    ),
    Mutant("solver/model.py", "(not deadline.has_model) * LOADING", "0.0", SOLVE),
    Mutant("solver/deadline.py", " or time.monotonic() >= self.end", "", SOLVE),
    Mutant("solver/model.py", "all(len(kinds) == 1 for kinds in seen.values())", "seen", MODEL),
    # Belief
    Mutant("solver/belief/partitions.py", "+ sides.costs[conflict[at]] + branch.rest", "", PARTITIONS),
    Mutant("solver/belief/partitions.py", "if odds < -depth))", "if odds < -depth / 2))", PARTITIONS),
    Mutant(
        "solver/belief/candidates.py", "clues_as_seen >= -heap[0][0]", "clues_as_seen <= -heap[0][0]", REPAIR
    ),
    Mutant("solver/belief/candidates.py", "if log_p >= most - spare", "if log_p >= most - spare / 3", REPAIR),
    Mutant(
        "solver/belief/candidates.py", "any(water != besides for water in waters)", "bool(waters)", REPAIR
    ),
    Mutant("solver/belief/repair.py", "MOST_DOUBTFUL = 0.2", "MOST_DOUBTFUL = 0.6", REPAIR),
    Mutant("solver/belief/repair.py", "misprint = exp(UNKNOWN +", "misprint = exp(-99 +", REPAIR, POSTERIOR),
    Mutant("solver/belief/repair.py", "- here + plan.depth", "- here + 1", REPAIR, POSTERIOR),
    Mutant(
        "solver/belief/repair.py",
        "if find_only_water(other.puzzle, time_limit=deadline) is not None:",
        "if other:",
        REPAIR,
        POSTERIOR,
    ),
    Mutant("solver/belief/beside.py", "Beside(plan.unseen, plan.unseen)", "Beside(0.0, 0.0)", UNLIKELY),
    Mutant("solver/belief/beside.py", "beside.mass += more", "more", POSTERIOR),
    Mutant(
        "solver/belief/beside.py", "skipped = max(0.0, whole -", "skipped = max(0.0, 0 * whole -", POSTERIOR
    ),
    Mutant("solver/belief/unseen.py", " + share * masses.uneven * self.same_clues(weigh)", "", POSTERIOR),
    Mutant("solver/belief/repair.py", "if sureness >= SURE:", "if sureness:", POSTERIOR),
    Mutant("solver/belief/repair.py", "others = sums.rivals + ", "others = ", REPAIR, POSTERIOR, LIKELY),
    Mutant("solver/belief/unlikely.py", "+ every * faint", "", POSTERIOR),
    Mutant("solver/belief/unlikely.py", "cut * (sums.uneven + ", "0 * (sums.uneven + ", UNLIKELY),
    Mutant("solver/belief/unlikely.py", "closing = _closing(boards)", "closing = dict()", UNLIKELY),
    Mutant("solver/belief/unlikely.py", "return one + several / 2", "return 0.0", UNLIKELY),
    Mutant("solver/belief/likely_boards.py", "not level & self._same_clues", "True", LIKELY),
    Mutant("solver/belief/likely_boards.py", "apart[one] |= apart[other]", "pass", LIKELY),
    Mutant("solver/belief/likely_boards.py", "if weight >= likely:", "if weight >= 0.5:", LIKELY),
    Mutant(
        "solver/belief/likely_boards.py",
        "weight if weight >= CLEAR else 0.0",
        "weight * (weight >= 1)",
        LIKELY,
    ),
    Mutant(
        "solver/belief/likely_boards.py",
        "level = boards.level & self._levels",
        "level = self._levels",
        LIKELY,
    ),
    Mutant(
        "solver/belief/cuts.py", "return 1 / find_cuts(", "return 1 + 0 * find_cuts(", "tests/test_proof.py"
    ),
    Mutant("solver/belief/cuts.py", "if at not in alone:", "if at in alone:", POSTERIOR),
    Mutant("solver/belief/lookalikes.py", "(told := boards.sums.told) - 1 > most", "False", LIKELY),
    Mutant(
        "solver/belief/lookalikes.py",
        "if find_only_water(other, time_limit=deadline) is not None:",
        "if other:",
        POSTERIOR,
    ),
    Mutant("solver/belief/repair.py", "MOST_CHANGED = 0.1", "MOST_CHANGED = 0.2", REPAIR),
    Mutant(
        "solver/belief/evidence.py",
        "inf if override.value else -inf",
        "9 if override.value else -9",
        EVIDENCE,
    ),
    # Steps of people
    Mutant(
        "solver/logic/backbone.py",
        "time_limit=deadline, assumptions=known",
        "time_limit=deadline",
        BACKBONE,
    ),
    Mutant(
        "solver/logic/counting.py", "if size > count.need:", "if size >= count.need:", EXPLANATION, COUNTING
    ),
    Mutant(
        "solver/logic/contradictions.py",
        "return Followed([*trace, Deduction(line, {})], every, True, is_cut, seen)",
        "return Followed(trace, every, False, is_cut, seen)",
        EXPLANATION,
    ),
    Mutant("solver/logic/memory.py", "if not found[0] & changed", "", EXPLANATION),
    Mutant("solver/logic/techniques.py", "is_level = not settles", "is_level = True", EXPLANATION),
    Mutant("solver/logic/refutations.py", "elif not followed.is_cut:", "else:", EXPLANATION),
    Mutant(
        "solver/logic/witnesses.py",
        "all(marks[segment] is None for segment in settles)",
        "True",
        EXPLANATION,
    ),
    Mutant("solver/logic/witnesses.py", "among & ~witness.among", "False", EXPLANATION),
    Mutant("solver/logic/witnesses.py", "not followed.is_broken", "True", EXPLANATION),
    Mutant("solver/logic/witnesses.py", "witness.unpaired |= followed.lines", "pass", EXPLANATION),
    Mutant("solver/logic/reach.py", "_settled_by_bounds(state, memory) or ", "", EXPLANATION),
    Mutant(
        "solver/logic/two_lines.py",
        "(bits & -bits).bit_length() - 1,",
        "(bits & -bits).bit_length(),",
        COUNTING,
    ),
    Mutant(
        "solver/logic/explanation.py",
        "len(step.cells) > len(best.cells)",
        "len(step.cells) < len(best.cells)",
        EXPLANATION,
    ),
    Mutant(
        "solver/logic/position.py",
        "        self.deadline.check(LOOKING)\n",
        "",
        OF_TIME,
    ),
    Mutant(
        "solver/logic/line_pair_steps.py",
        "        position.spend(SECONDS_PER_PAIR)\n",
        "",
        OF_TIME,
    ),
    Mutant("solver/logic/backbone.py", "        deadline.spend(work)\n", "", OF_TIME),
    # Text forms, new puzzles
    Mutant(
        "solver/formats/forms.py",
        "columns not in (None, record.puzzle.width)",
        "columns == -1",
        "tests/solver/formats/test_forms.py",
    ),
    Mutant(
        "solver/formats/borders.py",
        "if not is_wall(numbers, side):",
        "if False:",
        "tests/solver/formats/test_matrices.py",
    ),
    Mutant(
        "solver/generate/new_puzzle.py",
        "explanation.grade is grade",
        "True",
        "tests/solver/generate/test_new_puzzle.py",
    ),
    # Texts: labels of clue lines, and what is no puzzle
    Mutant(
        "solver/formats/text.py",
        "return (other, one) if is_swapped else (one, other)",
        "return one, other",
        "tests/solver/formats/test_text.py",
    ),
    Mutant(
        "solver/formats/forms.py",
        "if form.value.is_clear(looks)] or meant",
        "if False] or meant",
        "tests/solver/formats/test_forms.py",
    ),
    Mutant(
        "app/sources.py",
        "if not formats.is_clearly_puzzle(text):\n",
        "if False:\n",
        "tests/app/test_sources.py",
    ),
)
