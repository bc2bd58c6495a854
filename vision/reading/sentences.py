"""Sentences of what is reported of a reading, by code, written as `solver.sentences` says.

Those of `pipeline.py` stand here, too: it has no table.
"""

from solver.sentences import Sentence

SENTENCES: dict[str, Sentence] = {
    # What was read, and may be otherwise: doubts.py
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
    # What is wrong with a board as a whole: refuse.py
    "clues_missing": Sentence(
        "{axis}{lines:/s} {lines:, } without a readable clue ({found} of {clues} {axis} clues found)",
        seen_on_page="the {lines:clue/clues} of {axis}{lines:/s} {lines:and} could not be read",
        advice_on_page="type {lines:it/them}",
    ),
    "clue_too_large": Sentence(
        "the clue of {axis} {line} reads {clue}, but the {axis} has only {cells} cells",
        "check the clue, and that the whole board is in the picture",
    ),
    "clues_too_large": Sentence(
        "the clues of {axis}s {lines:and} are larger than the {cells} cells of a {axis}",
        "check that the whole board is in the picture, and that it is an Aquarium",
    ),
    "loose_walls": Sentence("{walls:n wall} {walls:ends/end} inside an aquarium"),
    "sums_differ_as_read": Sentence("as read, the column clues add up to {columns}, the row clues to {rows}"),
    "no_solution_as_read": Sentence("the puzzle as read has no solution"),
    "walls_part_two": Sentence(
        "",
        "a wall must part two aquariums",
        advice_on_page="a wall must part two aquariums: remove such walls, or add what is missing",
    ),
    "uniform_lines": Sentence(
        "all lines inside the board look the same: its walls are not visible, or it is another puzzle",
        advice_on_page="open a picture that shows them",
    ),
    "several_solutions": Sentence("the puzzle has several solutions"),
    "several_solutions_as_read": Sentence("the puzzle as read has several solutions"),
    "one_if_connected": Sentence(
        "under puzz.link's rule, where water is level only where it is connected, it has exactly one",
        "if that is meant, add --rule connected",
        "if that is meant, add rule=connected",
        advice_on_page="if that is meant, open the puzzle as text: its address at puzz.link, without r",
    ),
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
    "only_zeros": Sentence(
        "all its clues read as 0, so there would be no water", "look at them: signs may look like zeros"
    ),
    "estimated": Sentence(
        "not every other reading was ruled out in time, so that this one is right is an estimate",
        "compare clues and walls with the picture",
    ),
    "boards_left_out": Sentence(
        "only {read} of the boards on the page were read", "crop the picture for the others"
    ),
    "board_not_read": Sentence(
        "something like a board at {left}, {top}, {width}×{height} pixels, was not read",
        "crop the picture to it if it is one",
    ),
    # What picture would be better
    "small_cells": Sentence("the cells are only {pixels} pixels wide", "use a larger picture"),
    "low_contrast": Sentence(
        "the picture has too little contrast", "use one with darker lines, or more light"
    ),
    "blurred": Sentence("the picture is blurred", "use a sharper one"),
    "grainy": Sentence("the picture is too grainy", "take it in better light"),
    "compressed": Sentence(
        "the picture was saved with strong compression", "use the original, or save it as a PNG"
    ),
    "glare": Sentence("a light is reflected in the picture", "take it from another side, without flash"),
    "lines_covered": Sentence("something covers {lines:n line} of the board", "use a picture without it"),
    "lines_unclear": Sentence(
        "{lines:n line} of the board may or may not be {lines:a wall/walls}",
        "use a larger or sharper picture, or correct the doubtful walls",
    ),
    "cut_off": Sentence("{sides:; }", "use a picture of the whole board with all its clues"),
    "sides_cut": Sentence("the {sides:and} {sides:side/sides} of the board {sides:is/are} cut off: {seen}"),
    "perhaps_cut": Sentence("{sides:and}", "if not, look for a misprint"),
    "side_perhaps_cut": Sentence("the {side} side of the board is probably cut off ({seen})"),
    "lines_run_off": Sentence("its lines run off the picture"),
    "lines_go_on": Sentence("its lines go on there"),
    "no_frame": Sentence("it has no frame there"),
    "may_go_on": Sentence("it may continue there"),
    "clues_at_edge": Sentence("its clues end at the edge of the picture"),
    "clues_near_edge": Sentence(
        "the clues end near the edge of the picture",
        "if a digit is missing, use a picture of the whole board",
    ),
    # No board of an Aquarium
    "no_grid": Sentence(
        "no board was found in this picture of {width}×{height} pixels",
        "use a picture of the whole board, with cells at least 13 pixels wide",
    ),
    "no_grid_of_size": Sentence(
        "no grid of {rows}×{columns} cells found in this picture of {width}×{height} pixels",
        "show the whole board, with cells at least a few pixels wide",
        advice_on_page="correct the size, or detect it",
    ),
    "no_grid_in_frames": Sentence(
        "none of the {frames} frames that were looked at shows a grid of cells",
        "show the whole board, with cells at least a few pixels wide",
    ),
    "frame_read": Sentence("frame {frame} of {frames} was read, the first found with a grid of cells"),
    "no_such_board": Sentence(
        "{boards:n board} {boards:was/were} found in the picture, no board {number}",
        "name one up to {boards:#board}",
        advice_on_page="choose another",
    ),
    "no_clues": Sentence(
        "this may not be an Aquarium puzzle: it has {rows}×{columns} cells, but no clues",
        "if it is one, use a picture that shows them",
    ),
    "few_clues": Sentence(
        "this may not be an Aquarium puzzle: it has {rows}×{columns} cells, but clues for only {found:and}",
        "if it is one, use a picture that shows them",
    ),
    "some_of_lines": Sentence("{clues} of its {axis}s"),
    "no_column_clues": Sentence(
        "no column clues were found, only {clues} of {rows} row clues",
        "use a picture that shows them",
    ),
    "no_row_clues": Sentence(
        "no row clues were found, only {clues} of {columns} column clues",
        "use a picture that shows them",
    ),
    "puzzle_named": Sentence("this looks like a {name}", "only Aquarium puzzles can be solved"),
    "another_puzzle": Sentence(
        "this does not look like an Aquarium puzzle", "only Aquarium puzzles can be solved"
    ),
    "perhaps_another_puzzle": Sentence(
        "this may not be an Aquarium puzzle: {seen:; }, though no clue or wall is in doubt",
        "if it is one, look for a misprint",
    ),
    "numbers_differ_across": Sentence("the numbers above and below the grid differ"),
    "numbers_differ_along": Sentence("the numbers left and right of the grid differ"),
}
