"""Every sentence of the command line, JSON and Python's errors, by the code of its message.

What a sentence takes from the values of its message stands in braces. After a colon stands how it is written:

    {count:n cross/crosses} {count:n cell}      1 cross; 2 cells
    {lines:is/are}                              the first word after one, the other after several
    {lines:and} {lines:or} {lines:, }           1, 2 and 3; 1, 2 or 3; 1, 2, 3
    {cell:cell} {cells:cells} {at:place}        row 3 column 4; the row of a segment, with columns if need be
    {lines:lines} {aquarium:aquarium}           columns 5 and 6; aquarium 7 (at row 3 column 5)
    {segments:segments} {ways:sums}             the segments of 2 (columns 3–4) and 1 (column 8); 3 + 2
    {clauses:then}                              a would be, and b
    {read:clue}                                 7, or nothing
    {size:--size} {boards:#board}               --size 9x9, #board=2; in the API size=9x9, board=2
    {why:seen}                                  of a message only what was seen

All else is written as `str.format` does, and a message among the values as its own sentence.
"""

from typing import NamedTuple


class Sentence(NamedTuple):
    """What was seen; after it, and a semicolon, what to do."""

    seen: str
    advice: str = ""
    advice_to_api: str | None = None
    """What to do in a request to the API, where an option of the command does not exist there."""


SIMPLER = "save it as PNG, or crop it to the puzzle"
SMALLER = "crop it to the puzzle, or scale it down"
AGAIN = "save or send it again"
ANOTHER_PLACE = "choose another place"
TO_REPORT = "this is a bug: please report it with the picture"
MORE_TIME = ("raise --time-limit", "check that the clues and walls were read correctly")
MORE_REPAIR = ("raise --repair-limit", "correct the doubtful places")
"""What to do where time was up: the server has its own limits."""

SENTENCES: dict[str, Sentence] = {
    # Puzzles: solver
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
    "building_the_model": Sentence("building the model"),
    "loading_cp_sat": Sentence("loading CP-SAT"),
    "looking_for_a_solution": Sentence("looking for a solution"),
    "looking_for_another": Sentence("looking for another solution"),
    "looking_for_a_step": Sentence("looking for the next step"),
    "looking_for_a_correction": Sentence("looking for a correction"),
    "looking_for_same_water": Sentence("looking for another puzzle with the same water"),
    "ruling_out_rivals": Sentence("ruling out other readings"),
    # Rules that water breaks: solver/rules.py
    "water_of_other_size": Sentence(
        "the water has rows of {lengths:, } cells, the puzzle has {rows} rows of {columns}"
    ),
    "line_miscounted": Sentence("{axis} {line} has {wet:n water cell}, but its clue is {clue}"),
    "line_without_room": Sentence(
        "{axis} {line} has room for at most {most:n water cell}, but its clue is {clue}"
    ),
    "row_half_wet": Sentence("aquarium {aquarium} has water in {wet} of its {cells} cells in row {row}"),
    "row_wet_and_dry": Sentence(
        "aquarium {aquarium} has water in {wet} and air in {dry} of its {cells} cells in row {row}"
    ),
    "dry_below": Sentence(
        "aquarium {aquarium} has water in row {row} but not in all of row {below} below it"
    ),
    "dry_beside": Sentence("aquarium {aquarium} has water in {wet:cell} but not in {dry:cell} next to it"),
    "dry_in_body": Sentence(
        "aquarium {aquarium} has water up to row {row} but not in {dry:cell}, in one body of water"
    ),
    "dry_where_it_flows": Sentence(
        "aquarium {aquarium} has water in {wet:cell} but not in {dry:cell}, where it flows"
    ),
    # Puzzles as text: solver/formats
    "unexpected_text": Sentence("expected {wanted}, found {found}", "{form}"),
    "unexpected_lines": Sentence(
        "expected two lines of clues, a blank line and the rows of the board", "{form}"
    ),
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
    "water_line_of_other_length": Sentence(
        "this line of water has length {length}, the first {first}", "{form}"
    ),
    "water_of_other_board": Sentence(
        "the water is {rows}×{columns} cells, the board {board_rows}×{board_columns}",
        "write one sign for each cell",
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
        "this form cannot express the rule of connected water", "use a puzz.link address"
    ),
    "no_room_for_clues": Sentence("a drawing has no room for clues above {most}", "write it as text or JSON"),
    "clue_not_writable": Sentence("clue {clue} is not between 0 and {most}", "correct the clue"),
    # New puzzles: solver/generate
    "no_such_size": Sentence(
        "there are no boards of {rows}×{columns} cells", "ask for 1 to {most} rows and columns"
    ),
    "not_made": Sentence(
        "no {grade} puzzle of {rows}×{columns} cells was found in {tries} tries",
        "try another grade, size or seed",
    ),
    # Why a step follows: solver/logic
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
        "{axis} {line} {still:still /}needs {need} and its one open segment is {cells:n cell}"
    ),
    "open_segments": Sentence(
        "{axis} {line} {still:still /}needs {need} and its open segments are {sizes:and} cells"
    ),
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
    "pair_would_break": Sentence(
        "{lines:lines} together: with {supposed:or}, {why}; {segments:so it is not/so none of them is}"
    ),
    "pair_every_way": Sentence(
        "{lines:lines} together need {needs:and} more: every way to reach both has {settled:and}"
    ),
    "pair_no_way": Sentence(
        "{lines:lines} together need {needs:and} more: no way of filling them gives both"
    ),
    "aquariums_are_there": Sentence("{aquariums:aquariums} {wet:wet/dry} in {at:place}"),
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
    # What is not proved of what was seen: solver/belief
    "correction_not_in_time": Sentence("no correction was found in time", *MORE_REPAIR),
    "rivals_not_in_time": Sentence("other readings could not be ruled out", *MORE_REPAIR),
    "no_correction": Sentence("no likely correction leaves exactly one solution"),
    "many_misread": Sentence("there is one solution only if {clues} clues were misread"),
    "rival": Sentence("at least two readings are possible: {differing:, }"),
    "clue_may_be": Sentence("{axis} clue {line} may be {one:clue} or {other:clue}"),
    "wall_may_be": Sentence("a wall may or may not be there"),
    "misprint_as_likely": Sentence("a misprint is as likely as a misreading"),
    # What was read, and may be otherwise: vision/reading/doubts.py
    "clue_read": Sentence("{axis} clue {line} read as {read:clue}"),
    "clue_read_or": Sentence("{axis} clue {line} read as {read:clue}, or {other:clue}"),
    "clue_read_too_large": Sentence("{axis} clue {line} read as {read}, too large for the {axis}"),
    "wall_read": Sentence("wall between {cells:cells}"),
    "wall_read_or": Sentence("wall between {cells:cells}, or only a thin line"),
    "no_wall_read": Sentence("no wall between {cells:cells}"),
    "no_wall_read_or": Sentence("no wall between {cells:cells}, or only a faint one"),
    "loose_wall": Sentence("wall between {cells:cells} ends inside an aquarium"),
    "drawn_over": Sentence("{read}; something is drawn over it"),
    "clue_taken": Sentence("{axis} clue {line} taken as {taken:clue}, though it looks like {looks:clue}"),
    "wall_taken": Sentence("a wall taken between {cells:cells}, though it looks like none"),
    "no_wall_taken": Sentence("no wall taken between {cells:cells}, though it looks like one"),
    # What is wrong with a board as a whole: vision/reading/codes.py
    "clues_missing": Sentence(
        "{axis}{lines:/s} {lines:, } without a readable clue ({found} of {clues} {axis} clues found)"
    ),
    "clue_too_large": Sentence(
        "the clue of {axis} {line} is {clue}, but the {axis} has {cells} cells: is the board cut off?"
    ),
    "clues_too_large": Sentence(
        "{axis}s {lines:, } have clues larger than their {cells} cells: "
        "is the board cut off, or is it another kind of puzzle?"
    ),
    "loose_walls": Sentence("{walls:n wall} {walls:ends/end} inside an aquarium"),
    "walls_part_two": Sentence("", "a wall must part two aquariums"),
    "uniform_lines": Sentence("all lines inside the board look the same, so its walls cannot be seen"),
    "several_solutions": Sentence("the puzzle has several solutions"),
    "several_solutions_as_read": Sentence("the puzzle as read has several solutions"),
    "one_solution_as_read": Sentence("the puzzle as read has one solution"),
    "look_for_misprint": Sentence("", "look for a misprint"),
    "as_said": Sentence("as you said; {places:n place} {places:was/were} in doubt"),
    "compare_doubted": Sentence(
        "{places:n place} {places:was/were} in doubt", "compare {places:it/them} with the picture"
    ),
    "nothing_in_doubt": Sentence("no clue or wall is in doubt, so look for a misprint"),
    "not_worked_out": Sentence("what is missing cannot be worked out"),
    "walls_unclear": Sentence("most walls are unclear"),
    "many_clues_missing": Sentence("too many clues are missing to work them out"),
    "repairs_off": Sentence("repairs are turned off"),
    "clues_contested": Sentence(
        "{clues:n clue} may be of this board or of the one beside it", "crop the picture to one"
    ),
    "boards_left_out": Sentence(
        "only {read} of the boards on the page were read", "crop the picture for the others"
    ),
    # What picture would be better
    "small_cells": Sentence("its cells are only {pixels} pixels wide", "give a larger picture of it"),
    "blurred": Sentence("the picture is blurred", "give a sharper one"),
    "glare": Sentence("light glares on it", "take the picture from aside, without flash"),
    "lines_covered": Sentence("something is drawn over {lines} of its lines", "give a picture without it"),
    "lines_unclear": Sentence(
        "of {lines} of its lines it is unclear whether they are walls",
        "give a larger and sharper picture: a screenshot, or a photograph from straight above",
    ),
    "edge_covered": Sentence(
        "the {edge} {axis} is covered, with its clue and its walls", "give a picture that shows it"
    ),
    "cut_off": Sentence("{sides:; }", "give a picture of the whole board with all its clues"),
    "sides_cut": Sentence("the {sides:and} {sides:side/sides} of the board {sides:is/are} cut off: {seen}"),
    "perhaps_cut": Sentence("{sides:and}", "if not, look for a misprint"),
    "side_perhaps_cut": Sentence("the {side} side of the board is probably cut off ({seen})"),
    "is_it_cut_off": Sentence("{sides:is/are} the {sides:and} {sides:side/sides} of the board cut off?"),
    "lines_run_off": Sentence("its lines run off the picture"),
    "lines_go_on": Sentence("its lines go on there"),
    "further_clue": Sentence("a further clue stands there"),
    "larger_board_runs_off": Sentence("a larger board runs off the picture"),
    "no_frame": Sentence("it has no frame there"),
    "thinner_frame": Sentence("its frame is thinner there"),
    "may_go_on": Sentence("it may continue there"),
    "ends_at_frame": Sentence("the picture ends at its frame"),
    "no_clues_there": Sentence("there are no clues there"),
    "clues_apart": Sentence("its clues stand a cell away from it"),
    "clues_at_edge": Sentence("its clues end at the edge of the picture"),
    "clues_near_edge": Sentence("its clues end near the edge of the picture"),
    # No board of an Aquarium
    "no_grid": Sentence(
        "no grid of cells found in this picture of {width}×{height} pixels",
        "show the whole board, with cells at least a few pixels wide",
    ),
    "no_grid_of_size": Sentence(
        "no grid of {rows}×{columns} cells found in this picture of {width}×{height} pixels",
        "show the whole board, with cells at least a few pixels wide",
    ),
    "other_size": Sentence(
        "no {rows}×{columns} board here; it looks like {seen_rows}×{seen_columns}",
        "count its rows and columns again",
    ),
    "no_such_board": Sentence(
        "{boards:n board} {boards:was/were} found in the picture, no board {number}",
        "name one up to {boards:#board}",
    ),
    "no_clues": Sentence(
        "this may not be an Aquarium puzzle: it has {rows}×{columns} cells, but no clues",
        "if it is one, give a picture of the board with its clues",
    ),
    "few_clues": Sentence(
        "this may not be an Aquarium puzzle: it has {rows}×{columns} cells, but clues for only {found:and}",
        "if it is one, give a picture of the board with its clues",
    ),
    "some_of_lines": Sentence("{clues} of its {axis}s"),
    "no_column_clues": Sentence(
        "found a grid of {rows}×{columns} cells, with clues for {clues} of its rows but none for its columns",
        "is a side cut off?",
    ),
    "no_row_clues": Sentence(
        "found a grid of {rows}×{columns} cells, with clues for {clues} of its columns but none for its rows",
        "is a side cut off?",
    ),
    "another_puzzle": Sentence(
        "this does not look like an Aquarium: {seen:and}", "only Aquarium puzzles can be solved"
    ),
    "signs_on_walls": Sentence(
        "this does not look like an Aquarium: its cells contain symbols",
        "if it is one, hide the symbols or give the puzzle as text",
    ),
    "perhaps_another_puzzle": Sentence(
        "this may not be an Aquarium puzzle: {seen:; }, though no clue or wall is in doubt",
        "if it is one, look for a misprint",
    ),
    "numbers_in_cells": Sentence("its cells contain numbers"),
    "symbols_in_cells": Sentence("its cells contain symbols"),
    "numbers_differ_across": Sentence("the numbers above and below it differ"),
    "numbers_differ_along": Sentence("the numbers left and right of it differ"),
    "lines_alike": Sentence("all its lines look the same"),
    # Files that are no pictures, or are not read: vision/files
    "not_a_picture": Sentence("this is not a picture", "give a screenshot or photo, such as a PNG or JPEG"),
    "web_page": Sentence("this is a web page or SVG, not a picture", "take a screenshot of it"),
    "archive": Sentence("this is a ZIP archive, not a picture", "unpack the pictures first"),
    "not_a_file": Sentence("this is {kind}, not a picture", "save the picture as a file"),
    "folder": Sentence("this is a folder, not a picture", "name a picture in it"),
    "no_such_file": Sentence("there is no such file", "check the name"),
    "read_forbidden": Sentence("no permission to read it", "check the file's permissions"),
    "not_opened": Sentence("it cannot be opened: {said}", "check the name"),
    "broke_off": Sentence("it cannot be read: {said}", "check the disk or the connection"),
    "empty_file": Sentence("the file is empty", "save or send the picture again"),
    "large_file": Sentence("it has more than {most} MB", "use a smaller picture"),
    "damaged": Sentence("the picture is cut off or damaged", AGAIN),
    "damaged_as_told": Sentence("the picture is cut off or damaged ({said})", AGAIN),
    "damaged_pdf": Sentence("the PDF is cut off or damaged", AGAIN),
    "password_needed": Sentence(
        "this PDF needs a password", "save a copy without one, or save the page as PNG"
    ),
    "heic_extra": Sentence(
        "HEIC photos need the extra: pip install 'aquarium-reader[heic]'", "otherwise save it as JPEG or PNG"
    ),
    "many_pages": Sentence("only the first {most:,} pages of a file are read", "split the file"),
    "no_such_page": Sentence("the file has no page {page}", "check the page number"),
    "page_not_in_document": Sentence(
        "there is no page {page}: the document has {pages}", "check the page number"
    ),
    "many_pixels": Sentence(
        "the picture has {millions:,} million pixels, more than the limit of {most} million", SMALLER
    ),
    "large_picture": Sentence(
        "the picture has {width:,}×{height:,} pixels, more than the limit of {most} million", SMALLER
    ),
    "long_picture": Sentence(
        "the picture has {width:,}×{height:,} pixels, more than {most:,} along a side", SMALLER
    ),
    "large_tiles": Sentence(
        "the picture has tiles of {width:,}×{height:,} pixels, more than the limit of {most} million",
        SMALLER,
    ),
    "too_much_memory": Sentence("decoding it takes too much memory", SIMPLER),
    "slow_to_decode": Sentence("it takes more than {seconds:g} seconds to decode", SIMPLER),
    "decoder_crashed": Sentence(
        "the decoder crashed: the file takes too much memory, or is damaged", SIMPLER
    ),
    "no_decoder": Sentence("cannot start a process to decode it: {said}", SIMPLER),
    "not_pixels": Sentence(
        "an object of type {type} is not a picture",
        "give the path of a file, an array of uint8 or a Pillow image",
    ),
    "pixels_of_other_kind": Sentence(
        "an array of {type} with shape {shape} is not a picture",
        "give uint8 with shape (height, width, 3) RGB, (height, width, 4) RGBA or (height, width) grey",
    ),
    # Files that are not written
    "unknown_format": Sentence("{ending} is not a picture format", "choose one of {formats: }"),
    "no_ending": Sentence("the name has no extension", "choose one of {formats: }"),
    "link_leads_out": Sentence(
        "a link in the folder leads out of it", "remove the link, or choose another folder"
    ),
    "folder_missing": Sentence("the folder does not exist", "create it first"),
    "write_forbidden": Sentence("no permission to write here", ANOTHER_PLACE),
    "not_written": Sentence("it cannot be written: {said}", ANOTHER_PLACE),
    "format_too_small": Sentence(
        "{width}×{height} pixels cannot be written as {form} ({said})", "save it as .png"
    ),
    # Pictures and texts to work on: app
    "mistake_in_text": Sentence("{place}: {what}"),
    "neither_picture_nor_puzzle": Sentence(
        "this is neither a picture nor a puzzle",
        "give a screenshot or photo, or a puzzle as text, as `aquarium read` prints it",
    ),
    "text_in_disguise": Sentence(
        "this is not a picture but a puzzle as text ({form}) with a mistake",
        "to see the mistake, rename the file to puzzle.txt",
    ),
    "no_such_file_but": Sentence("there is no such file", "did you mean {like}?"),
    "empty_folder": Sentence(
        "there is no picture to solve in this folder", "put screenshots there, or name another"
    ),
    "size_needed": Sentence(
        "{clues} clues and {cells} cells are not a square board",
        "say how many columns it has, {widths:or}: --size ROWSxCOLUMNS",
        "say how many columns it has, {widths:or}: size=ROWSxCOLUMNS",
    ),
    "other_height": Sentence(
        "expected a board of {wanted} rows, found {found}",
        "correct the text or --size",
        "correct the text or size",
    ),
    "size_out_of_range": Sentence(
        "{size:--size}: expected rows x columns, {least} to {most} each", "write it like 15x15"
    ),
    "large_board": Sentence(
        "the board has {rows}×{columns} cells, more than {most} along a side", "give a smaller one"
    ),
    "connected_rule": Sentence(
        "it was made for the rule of connected water, which no picture shows",
        "give the puzzle as text; JSON can hold your entries",
    ),
    "own_answer": Sentence("it is an answer of this program: use the picture that it was made from"),
    "unknown_marks": Sentence(
        "marks: expected w for water, x for a cross, . for nothing, ? for what is unclear"
    ),
    "number_of_marks": Sentence(
        "marks: expected {cells} signs for {rows}×{columns} cells, found {found}",
        "give one for each cell, row by row",
    ),
    "largest_board": Sentence(
        "this is the largest of {boards} boards",
        "for another, add #board=2 to the name",
        "for another, ask for board=2",
    ),
    "no_answer_for": Sentence("no answer for {boards:#board}"),
    "misfits": Sentence("with {fixes:--fix} {left}", "without {fixes:it/them} there is exactly one"),
    "misfits_because": Sentence(
        "with {fixes:--fix} {left} ({why:seen})", "without {fixes:it/them} there is exactly one"
    ),
    "left_without_solution": Sentence("there is no solution"),
    "left_with_several": Sentence("there are several solutions"),
    "left_unsure": Sentence("no solution is certain"),
    "only_water_certain": Sentence(
        "the water is certain, but some walls or clues are not: others would give the same water"
    ),
    # Answers: app/tasks
    "one_solution": Sentence("{rows}×{columns}, {aquariums:n aquarium}, one solution"),
    "size": Sentence("{rows}×{columns}, {aquariums:n aquarium}"),
    "checked": Sentence("{parts:, }"),
    "filled": Sentence("{filled} of {wet:n water cell} filled"),
    "water_cells": Sentence("{cells:n water cell}"),
    "crosses": Sentence("{crosses:n cross/crosses}"),
    "mistakes": Sentence("{mistakes:n mistake}"),
    "no_mistakes": Sentence("no mistakes"),
    "unclear": Sentence("{cells:n cell} unclear"),
    "all_done": Sentence("complete and right"),
    "nothing_entered": Sentence("nothing entered yet"),
    "rules_broken": Sentence("{rules:n rule} broken"),
    "no_rule_broken": Sentence("no rule broken so far"),
    "only_shared_checked": Sentence(
        "the puzzle has several solutions", "only what they all share is checked"
    ),
    "mistakes_first": Sentence("{mistakes:n mistake} to correct first"),
    "unclear_as_empty": Sentence("{cells:n cell} unclear, taken as empty"),
    "done": Sentence("complete and right"),
    "rule_broken": Sentence("your entries break a rule"),
    "ask_for_cells": Sentence("", "for the cells, add {level:--level}"),
    "ask_for_reason": Sentence("", "for the reason, add {level:--level}"),
    "more_follow": Sentence("{cells:n more cell} {cells:follows/follow}", "ask again when these are in"),
    "next_technique": Sentence("next: {technique}"),
    "finish_the_line": Sentence("finish the line"),
    "level_the_water": Sentence("level the water"),
    "count_the_row": Sentence("count the row"),
    "count_the_column": Sentence("count the column"),
    "add_up_the_row": Sentence("add up the row"),
    "limit_the_aquarium": Sentence("limit the aquarium"),
    "compare_two_lines": Sentence("compare two lines"),
    "try_and_fail": Sentence("try it and see it fail"),
    "try_every_way": Sentence("try every way"),
    "steps": Sentence("{steps:n step}"),
    "graded_steps": Sentence("{grade}, {steps:n step}"),
    "mistakes_ignored": Sentence("{mistakes:n mistake} ignored"),
    "nothing_more": Sentence("then nothing more can be deduced: {why:; }"),
    "not_settled": Sentence("the rest is not settled"),
    "animation_cut": Sentence(
        "the animation stops after {steps:n step} to stay within {limit:g} s", "raise --time-limit"
    ),
    "doubtful_written": Sentence(
        "{places:n place} in doubt {places:is/are} written as ?",
        "replace each by what the picture shows (a number, x for a wall, . for none) and solve the text",
    ),
    "only_walls_doubtful": Sentence("what is in doubt is written as a matrix of walls", "leave out --format"),
    "only_solution": Sentence("the only solution"),
    "all_solutions": Sentence("all {solutions} solutions"),
    "some_solutions": Sentence("{shown} of at least {found} solutions"),
    "shared_drawn": Sentence("the picture shows what they all share and hatches the rest"),
    "not_in_format": Sentence("{form:--format}: {what}"),
    "not_in_form": Sentence("--{form}: {what}"),
    "draw_alone": Sentence(
        "",
        "leave out --solution to draw the puzzle alone",
        "leave out solution=1 to draw the puzzle alone",
    ),
    "pitch_too_large": Sentence(
        "{pitch:--pitch}: the picture would be too large", "choose fewer pixels per cell"
    ),
    "bad_look": Sentence("{said}", "write a colour like teal or #008080, an opacity from 1 to 100"),
    "new_puzzle": Sentence("{grade}, seed {seed}: {what}"),
    "new_too_large": Sentence("boards have at most {most} rows and columns", "ask for a smaller one"),
    "seed_not_in_time": Sentence("the puzzle of seed {seed} was not solved in time", "choose another --seed"),
    # What went wrong with the work on a picture: app, app/batch
    "fault": Sentence("the program failed ({said})", TO_REPORT),
    "crashed_twice": Sentence("the program crashed on it twice ({said})", TO_REPORT),
    "worker_stopped": Sentence("{said}, so its worker was stopped", TO_REPORT),
    "cannot_continue": Sentence("cannot continue: {said}", "try -j 1"),
    "not_saved": Sentence("{place}: {what}"),
    "reading_not_saved": Sentence("the drawing of what was read could not be saved: {place}: {what}"),
    "stages_not_written": Sentence("the stages cannot be written to {folder}: {why}"),
    "pages_elsewhere": Sentence("the file has {pages} pages", "download it first"),
    "pages_in_stream": Sentence("it has several pages", "save it as a file and name that"),
    "no_cluster": Sentence(
        "no cluster answers at {address} ({said})",
        "start one with dask scheduler and dask worker, or correct the address",
    ),
    "cluster_extra": Sentence("--cluster needs the extra: pip install '{package}[cluster]'"),
    "no_cluster_workers": Sentence("the cluster has no workers", "start one with dask worker ADDRESS"),
    "workers_cannot_load": Sentence(
        "the cluster's workers cannot load the program ({said})", "install {package} for them"
    ),
    "workers_of_other_version": Sentence(
        "the cluster's workers have version {versions:, } of the program, not {own}",
        "install the same version",
    ),
    # Names of pictures and of outputs: app/inputs
    "empty_name": Sentence("one of the names is empty", "name a picture"),
    "no_picture": Sentence("no picture given", "name one, as in: {example}"),
    "answer_given": Sentence("{answer} is an answer of this program", "to solve it anyway, add --force"),
    "address_not_fetched": Sentence("this web address is not fetched", "save the picture and name the file"),
    "other_address": Sentence(
        "{word}: pictures are fetched from http:// and https:// alone", "copy them to this computer first"
    ),
    "not_fetched": Sentence("it cannot be fetched ({said})", "check the address and the connection"),
    "fetched_in_part": Sentence("it broke off before its end", "try again"),
    "large_download": Sentence("it is larger than {most} MB", "use a smaller picture"),
    "no_file_at_address": Sentence("there is no such file", "check the address"),
    "fetching_forbidden": Sentence("access denied: it cannot be fetched", "check your permissions"),
    "endless_redirects": Sentence("the server's redirects lead to no file", "check the address"),
    "server_refuses": Sentence("the server answers {said}", "try again later"),
    "slow_download": Sentence(
        "the download took more than {seconds:.0f} seconds", "try again, or download it yourself"
    ),
    "list_from_terminal": Sentence("--from-file - reads names from standard input", "add < names.txt"),
    "list_unreadable": Sentence("--from-file {name} cannot be read: {said}", "check the name"),
    "picture_from_terminal": Sentence("- reads a picture from standard input", "add < shot.png"),
    "no_folder_to_watch": Sentence("there is no folder {folder}", "create it first"),
    "output_for_one": Sentence(
        "{said} names one picture, and there may be several", "name a folder or a PDF, as in: -o answers/"
    ),
    "folder_like_picture": Sentence("{said} is a folder with the name of a picture", "choose another name"),
    "output_is_file": Sentence("{said} is a file", "several pictures need a folder"),
    "output_is_folder": Sentence("{said} is a folder", "name a file"),
    "output_is_input": Sentence("{said} is the input itself, which is never changed", "choose another"),
    "output_elsewhere": Sentence("{said}: nothing is written to addresses", "name a place on this computer"),
    "output_ending": Sentence("{said}: {what}"),
    "output_without_ending": Sentence("{said}: {what}", "for a folder, end it in {end}"),
    "same_outputs": Sentence("two outputs have the same name", "choose another for one of them"),
    "folder_not_made": Sentence("{said}: the folder cannot be created ({why})", "choose another"),
    "document_for_one": Sentence(
        "{option} writes one file, and there may be several pictures",
        "run the command for each: aquarium {task} shot.png {option} shot.{kind}",
    ),
    "document_ending": Sentence("{option} {name}: the name must end in {endings:or}"),
    "large_document": Sentence("-o {name}: one PDF takes up to {most:,} answers", "name a folder"),
    "several_to_stream": Sentence(
        "-o - writes one picture to standard output", "for several, name a folder or a PDF"
    ),
    "picture_to_terminal": Sentence("-o - would fill the terminal with a picture", "add > answer.png"),
    # Records and reports: app/store
    "report_not_written": Sentence("it cannot be written: {said}", "make room or choose another folder"),
    "foreign_files": Sentence(
        "{names:and} there {names:was/were} not made by this program",
        "move it away or choose another folder",
    ),
    "folder_in_use": Sentence("another run is writing to this folder", "wait for it or choose another"),
    "database_is_link": Sentence("it is a link", "move it away or choose another folder"),
    "database_damaged": Sentence("it is damaged: {said}", "run it again to rebuild it from {report}"),
    # The page and its API: app/web
    "bad_parameter": Sentence("{name}={text}: expected {expected}", "write it like {name}={example}"),
    "missing_parameter": Sentence("{name} is missing: expected {expected}", "write it like {name}={example}"),
    "unknown_parameter": Sentence("there is no parameter {name!r}", "known are {known:, }"),
    "repeated_parameter": Sentence("{name} is given more than once", "give it once"),
    "parameter_of_others": Sentence("{name} is for task={tasks:or}, not for task={task}", "leave it out"),
    "bad_fix": Sentence("fix: {what}"),
    "page_not_in_file": Sentence("page={page}: the file has {pages:n page}", "ask for another"),
    "empty_body": Sentence("the body is empty", "send the picture or text as the body"),
    "many_waiting": Sentence("{waiting} requests are waiting already", "try again in some seconds"),
    "request_given_up": Sentence("{said}, so it was given up", "send a smaller or simpler picture"),
    "request_crashed": Sentence(
        "the program crashed on it ({said})", "send it again, and report it if that fails too"
    ),
    "server_fault": Sentence("the program failed", TO_REPORT),
    "shutting_down": Sentence("the server is shutting down", "start it again"),
    "file_gone": Sentence("the server has not kept this file any longer", "send it again"),
    "no_such_path": Sentence("there is no {path}", "see /api/openapi.json"),
    "other_method": Sentence("{path} is not for {method}", "see /api/openapi.json"),
    "http_error": Sentence("{said}"),
    "many_headers": Sentence("there are more than {most} headers", "leave some out"),
    "strange_path": Sentence("the path has signs that no path has", "see /api/openapi.json"),
    "no_host": Sentence("the request names no host", "ask {own}"),
    "other_host": Sentence("this is not {host}", "ask {own}"),
    "other_name": Sentence("this computer is not called {host}", "ask it by its address"),
    "wrong_token": Sentence(
        "the token is missing or wrong", "scan the code again, or send Authorization: Bearer TOKEN"
    ),
    "other_site": Sentence("a page of another site asked for this", "open this page itself"),
    "large_body": Sentence("it has more than {most:g} MB", "send a smaller picture"),
    "slow_body": Sentence("the picture took too long to arrive", "try again in a better network"),
    "large_bodies": Sentence("too many large pictures arrive at a time", "try again in some seconds"),
    "port_taken": Sentence("port {port} is taken", "try --port {next}, or --port 0 for any that is free"),
    "port_forbidden": Sentence(
        "port {port} is not for every user", "choose one from 1024 up, as in --port 8765"
    ),
    "port_unusable": Sentence("nothing can listen at {host}, port {port}", "choose another --port"),
    "no_such_address": Sentence(
        "this computer has no address {host}", "leave out --host, or give 0.0.0.0 for all that it has"
    ),
    # Overrides, what a person fixed: solver/belief
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
    "no_such_line": Sentence("{place}: the board has {lines} {axis}s", "check the number"),
    "fix_too_large": Sentence("{fix}: a {axis} of this board has {cells} cells", "check the clue"),
    "no_such_side": Sentence("{place}: the board has {rows} rows and {columns} columns", "check the cells"),
}
