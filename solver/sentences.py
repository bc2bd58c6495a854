"""How sentences are written, and those of what the solver reports, by the code of their message.

Rooms above have tables of the same kind for what they report; `solver.message` joins them.

What a sentence takes from the values of its message stands in braces. After a colon stands how it is written:

    {count:n cross/crosses} {count:n cell}      1 cross; 2 cells
    {lines:is/are}                              the first word after one, the other after several
    {lines:and} {lines:or} {lines:, }           1, 2 and 3; 1, 2 or 3; 1, 2, 3
    {cell:cell} {cells:cells} {at:place}        row 3 column 4; the row of a segment, with columns if need be
    {lines:lines} {aquarium:aquarium}           columns 5 and 6; the aquarium at row 3 column 5
    {segments:segments} {ways:sums}             the segments of 2 (columns 3–4) and 1 (column 8); 3 + 2
    {clauses:then}                              a would be, and b
    {read:clue}                                 7, or nothing
    {size:--size} {boards:#board}               --size 9x9, #board=2; in the API size=9x9, board=2; on the
                                                page board 2, and what a fix says: column 3 is 4
    {why:seen}                                  of a message only what was seen

All else is written as `str.format` does, and a message among the values as its own sentence.
"""

from typing import Literal, NamedTuple

Reader = Literal["command", "api", "page"]
"""Who reads a sentence: the command line has options, a request parameters, the page buttons."""


class Sentence(NamedTuple):
    """What was seen; after it, and a semicolon, what to do."""

    seen: str
    advice: str = ""
    advice_to_api: str | None = None
    """What to do in a request to the API, where an option of the command does not exist there."""
    seen_on_page: str | None = None
    advice_on_page: str | None = None
    """Where the page needs other words than the API."""

    def parts(self, reader: Reader) -> tuple[str, str]:
        """Return what was seen and what to do as a reader gets them; either may be empty."""
        seen = self.seen_on_page if reader == "page" else None
        advice = self.advice_on_page if reader == "page" else None
        if advice is None and reader != "command":
            advice = self.advice_to_api
        return self.seen if seen is None else seen, self.advice if advice is None else advice


MORE_TIME = ("raise --time-limit", "check that the clues and walls were read correctly")
MORE_REPAIR = ("raise --repair-limit", "correct the doubtful places")
"""What to do where time was up: the server has its own limits."""
COMPARE = "compare clues and walls with the picture, and correct what differs"
"""What to do on the page, which shows both."""
OTHER_BOARD = "a correction is of another board: this one has "

SENTENCES: dict[str, Sentence] = {
    # Puzzles
    "not_clues_and_aquariums": Sentence(
        "these are not clues and aquariums: {said}",
        "give two sequences of clues and the aquariums as rows of numbers or letters",
    ),
    "not_rows_of_cells": Sentence(
        "the {name} are not rows of True, False and None",
        "give {rows} rows of {columns}, each cell True, False or None",
    ),
    "rows_of_other_length": Sentence(
        "the {name} have rows of {lengths:, } cells",
        "give {rows} rows of {columns}, each cell True, False or None",
    ),
    "not_a_puzzle": Sentence("{defects:; }", "correct the clues or the walls"),
    "not_a_board": Sentence("{defects:; }", "correct the clues or the aquariums"),
    "unknown_rule": Sentence("the rule is {rule!r}, not {rules:or}"),
    "no_cells": Sentence("the grid has no cells"),
    "row_of_other_length": Sentence("row {row} has length {length}, the longest row {longest}"),
    "number_of_clues": Sentence("{clues} {axis} clues for {lines} {axis}s"),
    "clue_not_whole": Sentence("clue {clue} of {axis} {line} is not a whole number"),
    "clue_out_of_range": Sentence(
        "clue {clue} of {axis} {line} is not between 0 and {longest}, the {axis}'s length"
    ),
    "sums_differ": Sentence("the column clues add up to {columns}, the row clues to {rows}"),
    "aquarium_in_pieces": Sentence("aquarium {aquarium} is in {pieces} separate pieces, at {cells:cells}"),
    "no_solution": Sentence("the puzzle has no solution"),
    "out_of_time": Sentence("out of time while {doing} (limit {limit:g} s)", *MORE_TIME),
    "building_the_model": Sentence("building the model", seen_on_page="preparing to solve"),
    "loading_cp_sat": Sentence("loading CP-SAT", seen_on_page="preparing to solve"),
    "looking_for_a_solution": Sentence("looking for a solution"),
    "looking_for_another": Sentence("looking for another solution"),
    "looking_for_a_step": Sentence("looking for the next step"),
    "looking_for_a_correction": Sentence("looking for a correction"),
    # Rules that water breaks: rules.py
    "water_of_other_size": Sentence(
        "the water has rows of {lengths:, } cells, the puzzle has {rows} rows of {columns}"
    ),
    "line_miscounted": Sentence("{axis} {line} has {wet:n water cell}, but its clue is {clue}"),
    "line_without_room": Sentence(
        "{axis} {line} has room for at most {most:n water cell}, but its clue is {clue}"
    ),
    "row_half_wet": Sentence(
        "the aquarium at {at:cell} has water in {wet} of its {cells} cells in row {row}"
    ),
    "row_wet_and_dry": Sentence(
        "the aquarium at {at:cell} has water in {wet} and air in {dry} of its {cells} cells in row {row}"
    ),
    "dry_below": Sentence(
        "the aquarium at {at:cell} has water in row {row} but not in all of row {below} below it"
    ),
    "dry_beside": Sentence(
        "the aquarium at {at:cell} has water in {wet:cell} but not in {dry:cell} next to it"
    ),
    "dry_in_body": Sentence(
        "the aquarium at {at:cell} has water up to row {row} but not in {dry:cell}, in one body of water"
    ),
    "dry_where_it_flows": Sentence(
        "the aquarium at {at:cell} has water in {wet:cell} but not in {dry:cell}, where it flows"
    ),
    # Puzzles as text: formats
    "unexpected_text": Sentence("expected {wanted}, found {found}", "{form}"),
    "same_label": Sentence("both lines of clues have the same label", "{form}"),
    "not_json": Sentence("expected one JSON object", "{form}"),
    "broken_json": Sentence("expected one JSON object: {said}", "{form}"),
    "no_board_of_any_width": Sentence("{clues} clues and {cells} cells do not make a board", "{form}"),
    "no_board_of_that_width": Sentence(
        "{clues} clues and {cells} cells do not make a board of {columns} columns",
        "correct the text or the number of columns",
    ),
    "width_needed": Sentence(
        "{clues} clues and {cells} cells are not a square board",
        "say how many columns it has, {widths:or}",
    ),
    "other_width": Sentence(
        "expected a board of {wanted} columns, found {found}", "correct the text or the number of columns"
    ),
    "number_of_borders": Sentence(
        "expected {wanted:n digit} of borders, found {found}", "correct the borders or the board's size"
    ),
    "wall_ends_inside": Sentence(
        "the wall between {cells:cells} ends inside an aquarium", "remove it, or close the gap"
    ),
    "sides_undecided": Sentence(
        "{sides:n wall} {sides:is/are} still ? ({places:, })",
        "write x where there is a wall, . where there is none",
    ),
    "between": Sentence("between {cells:cells}"),
    "rule_not_writable": Sentence(
        "this form cannot express the rule of connected water",
        "JSON can: add --json",
        "JSON can: ask for format=json",
        advice_on_page="choose the address",
    ),
    "no_room_for_clues": Sentence("a drawing has no room for clues above {most}", "write it as text or JSON"),
    "clue_not_writable": Sentence("clue {clue} is not between 0 and {most}", "correct the clue"),
    # New puzzles: generate
    "no_such_size": Sentence(
        "there are no boards of {rows}×{columns} cells", "ask for 1 to {most} rows and columns"
    ),
    "not_made": Sentence(
        "no {grade} puzzle of {rows}×{columns} cells was found in {tries} tries",
        "try another grade, size or seed",
    ),
    # Why a step follows: logic
    "lines_full": Sentence(
        "{lines:lines} {lines:is/are} full, so {lines:its/their} other cells are air"
        "{above:, and so are those above them in the same aquarium/}"
    ),
    "lines_dry": Sentence(
        "{lines:lines} {lines:needs/need} no water, so {lines:it is/they are} all air"
        "{above:, and so is what is above in the same aquarium/}"
    ),
    "water_not_level": Sentence(
        "{aquarium:aquarium} is wet in {wet:cell} and dry in {dry:cell}, so its water is not level"
    ),
    "levels_out": Sentence("{aquarium:aquarium} {parts:; it }"),
    "level_water": Sentence("as water is level, {cells:n cell} beside or below {cells:is/are} water too"),
    "level_air": Sentence("as water is level, {cells:n cell} beside or above {cells:is/are} air too"),
    "water_runs": Sentence("has water in {cells:cells}: water runs down and sideways"),
    "air_rises": Sentence("has air in {cells:cells}: air rises and spreads sideways"),
    "all_water_there": Sentence("{axis} {line} has all its water ({clue}), so the rest is air"),
    "all_air": Sentence("{axis} {line} needs no water, so it is all air"),
    "all_water": Sentence(
        "{axis} {line} needs {clue} and has only {room:n cell} for it: {room:it is/all are} water"
    ),
    "rest_is_water": Sentence(
        "{axis} {line} still needs {need} and has only {room:n cell} open: {room:it is/all are} water"
    ),
    "too_much_water": Sentence(
        "{axis} {line} has {wet:n cell} of water, but its clue is {clue}: too much water"
    ),
    "too_much_air": Sentence(
        "{axis} {line} has room for at most {most:n cell} of water, but its clue is {clue}: too much air"
    ),
    "one_open_segment": Sentence(
        "{axis} {line} {still:still /}needs {need} and its one open segment has {cells:n cell}"
    ),
    "open_segments": Sentence(
        "{axis} {line} {still:still /}needs {need} and its open segments have {sizes:and} cells"
    ),
    "segment": Sentence("a segment is all cells of an aquarium in one row that must be wet or dry together"),
    "row_counted": Sentence("{needs}: {parts:; }"),
    "too_big": Sentence("{segments:segments} {segments:is/are} too big, so {segments:it is/they are} air"),
    "not_without_it": Sentence("without {segments:segments} there is room for {room} only, so it is water"),
    "not_without_them": Sentence(
        "without any of {segments:segments} there is room for {room} at most, so they are water"
    ),
    "no_sum": Sentence("{needs}: no choice of them adds up to {need}"),
    "sums_listed": Sentence("{needs}: {need} can only be {ways:sums}, so {parts:and}"),
    "in_all_sums": Sentence("{needs}: in all choices that add up to {need}, {parts:and}"),
    "segments_are": Sentence("{segments:segments} {segments:is/are} {wet:water/air}"),
    "column_counted": Sentence("{parts:; }"),
    "column_needs": Sentence("column {line} {still:still /}needs {need}: {parts:; }"),
    "column_needs_all": Sentence(
        "column {line} {still:still /}needs all its open cells ({need}): {parts:; }"
    ),
    "column_can_stay_dry": Sentence(
        "column {line} {still:still /}needs {need} of its {room} open cells, "
        "so only {dry} can stay dry: {parts:; }"
    ),
    "top_is_air": Sentence(
        "{aquariums:aquariums} {aquariums:has/have} {cells:n open cell}{aquariums:/ each} there, "
        "so {aquariums:its/their} top {number:one is/{number} are} air"
    ),
    "lowest_is_water": Sentence(
        "{aquariums:aquariums} {aquariums:has/have} {cells:n open cell}{aquariums:/ each} there, "
        "so {aquariums:its/their} lowest {number:one is/{number} are} water"
    ),
    "bounded": Sentence("{aquarium:aquarium} {parts:; it }"),
    "bounded_to_one_level": Sentence("{aquarium:aquarium} {parts:; it }; so its level is known"),
    "stays_below": Sentence("stays below {at:place}: with water there, {why}"),
    "reaches_up_to": Sentence("reaches at least up to {at:place}: with air there, {why}"),
    "would_follow": Sentence("{clauses:then}"),
    "would_have_all_water": Sentence("{axis} {line} would have all its water"),
    "would_need_all_cells": Sentence("{axis} {line} would need all its open cells"),
    "would_have": Sentence("{axis} {line} would have {parts:and}"),
    "aquariums_are": Sentence("{aquariums:aquariums} {wet:wet/dry}"),
    "would_have_too_many": Sentence("{axis} {line} would have {wet}, but its clue is {clue}"),
    "would_have_at_most": Sentence("{axis} {line} would have at most {most}, but its clue is {clue}"),
    "would_not_add_up": Sentence("{axis} {line} could not add up to its clue {clue}"),
    "would_not_both": Sentence("{lines:lines} could not both reach their clues"),
    "pair_would_break": Sentence("{lines:lines} together: with {supposed:or}, {why}; so {settled:and}"),
    "pair_every_way": Sentence(
        "{lines:lines} together need {needs:and} more: every way to reach both has {settled:and}"
    ),
    "pair_no_way": Sentence(
        "{lines:lines} together need {needs:and} more: no way of filling them gives both"
    ),
    "aquariums_are_there": Sentence("{aquariums:aquariums} {wet:wet/dry} in {at:place}"),
    "aquariums_must_be": Sentence("{aquariums:aquariums} {aquariums:is/are} {wet:wet/dry} in {at:place}"),
    "it_is_there": Sentence("it is {wet:wet/dry} there"),
    "they_are_there": Sentence("they are {wet:wet/dry} there"),
    "aquariums_may_be_there": Sentence("{aquariums:aquariums or} {wet:wet/dry} in {at:place}"),
    "suppose": Sentence("suppose {aquarium:aquarium} were {wet:wet/dry} in {at:place}"),
    "supposition_fails": Sentence(
        "{aquarium:aquarium} is {wet:wet/dry} in {at:place}: if it were {wet:dry/wet}, in the end {end}"
    ),
    "no_way_left": Sentence("no way to fill the rest matches all clues"),
    "in_every_way": Sentence(
        "{aquarium:aquarium} is {wet:wet/dry} in {at:place}: "
        "so it is in every way to fill the rest that matches the clues"
    ),
    # Names of techniques: logic
    "finish_the_line": Sentence("finish the line"),
    "level_the_water": Sentence("level the water"),
    "count_the_row": Sentence("count the row"),
    "count_the_column": Sentence("count the column"),
    "add_up_the_row": Sentence("add up the row"),
    "limit_the_aquarium": Sentence("limit the aquarium"),
    "compare_two_lines": Sentence("compare two lines"),
    "try_and_fail": Sentence("try it and see it fail"),
    "try_every_way": Sentence("try every way"),
    # What is not proved of what was seen: belief
    "correction_not_in_time": Sentence("no correction was found in time", *MORE_REPAIR),
    "rivals_not_in_time": Sentence("other readings could not be ruled out", *MORE_REPAIR),
    "no_correction": Sentence("no likely correction leaves exactly one solution", advice_on_page=COMPARE),
    "many_misread": Sentence(
        "there is one solution only if {clues} clues were misread", advice_on_page=COMPARE
    ),
    "rival": Sentence("at least two readings are possible: {differing:, }", advice_on_page=COMPARE),
    "clue_may_be": Sentence("{axis} clue {line} may be {one:clue} or {other:clue}"),
    "wall_may_be": Sentence("a wall may or may not be there"),
    "size_may_be": Sentence("the board may have {rows}×{columns} cells"),
    "only_as_read": Sentence(
        "under the rule of connected water a picture is answered only if every clue and wall is certain",
        advice_on_page=COMPARE,
    ),
    "misprint_as_likely": Sentence("a misprint is as likely as a misreading"),
    # Overrides, what a person fixed: belief
    "not_a_fix": Sentence("{text!r} is not a fix", "write it like top:7=8, left:2=1 or wall:3,4-3,5=yes"),
    "not_a_clue_fix": Sentence(
        "{text!r}: expected the number of a row or column and its clue", "write it like top:7=8"
    ),
    "not_a_wall_fix": Sentence(
        "{text!r}: expected two cells as row,column-row,column", "write it like wall:3,4-3,5=yes"
    ),
    "not_yes_or_no": Sentence("{text!r}: a wall is yes or no", "write it like wall:3,4-3,5=yes"),
    "not_neighbours": Sentence(
        "{text!r}: the two cells are not neighbours", "name two cells with a common side"
    ),
    "no_such_line": Sentence(
        "{place}: the board has {lines} {axis}s",
        "check the number",
        seen_on_page=OTHER_BOARD + "{lines} {axis}s",
        advice_on_page="remove it",
    ),
    "fix_too_large": Sentence(
        "{fix}: a {axis} of this board has {cells} cells",
        "check the clue",
        seen_on_page="{fix:--fix}, but a {axis} of this board has {cells} cells",
    ),
    "no_such_side": Sentence(
        "{place}: the board has {rows} rows and {columns} columns",
        "check the cells",
        seen_on_page=OTHER_BOARD + "{rows}×{columns} cells",
        advice_on_page="remove it",
    ),
}
