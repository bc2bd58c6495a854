"""Sentences of what `app` reports, by code, written as `solver.sentences` says.

A module of `app` that makes a message imports `Message` from here, which joins these sentences to the others.
Importing `app` cannot do that, as importing `vision` does: a page of help loads nothing of the solver.
"""

from solver.errors import AquariumError
from solver.message import Message, add_sentences
from solver.sentences import Sentence

__all__ = ["SENTENCES", "TO_REPORT", "Message", "UsageError"]


class UsageError(AquariumError):
    """What was asked for is not possible as it was asked: exit code 2. Raised anywhere in `app`."""


TO_REPORT = "this is a bug: please report it with the picture"
RELOAD = ("the page and the server do not fit together", "reload the page")
"""On the page, what only a page of another version asks for."""

SENTENCES: dict[str, Sentence] = {
    # Pictures and texts to work on
    "other_size": Sentence(
        "no {rows}×{columns} board here; it looks like {seen_rows}×{seen_columns}",
        "count its rows and columns again",
    ),
    "mistake_in_text": Sentence("{place}: {what}"),
    "neither_picture_nor_puzzle": Sentence(
        "this is neither a picture nor a puzzle",
        "give a screenshot or photo, or a puzzle as text, as `aquarium read` prints it",
        advice_on_page="give a screenshot or photo, a puzz.link address, a task string, "
        "or any text that this program writes",
    ),
    "text_in_disguise": Sentence(
        "this is not a picture but a puzzle as text ({form}) with a mistake",
        "to see the mistake, rename the file to puzzle.txt",
        advice_on_page="to see the mistake, paste it as text",
    ),
    "no_such_file_but": Sentence("there is no such file", "did you mean {like}?"),
    "empty_folder": Sentence(
        "there is no picture to solve in this folder", "put screenshots there, or name another"
    ),
    "size_needed": Sentence(
        "{clues} clues and {cells} cells are not a square board",
        "say how many columns it has, {widths:or}: --size ROWSxCOLUMNS",
        "say how many columns it has, {widths:or}: size=ROWSxCOLUMNS",
        advice_on_page="say how many columns it has, {widths:or}",
    ),
    "other_height": Sentence(
        "expected a board of {wanted} rows, found {found}",
        "correct the text or --size",
        "correct the text or size",
    ),
    "size_out_of_range": Sentence(
        "{size:--size}: expected rows x columns, {least} to {most} each",
        "write it like 15x15",
        seen_on_page="a board in a picture has {least} to {most} rows and columns",
        advice_on_page="correct the size",
    ),
    "large_board": Sentence(
        "the board has {rows}×{columns} cells, more than {most} along a side", "give a smaller one"
    ),
    "connected_rule": Sentence(
        "it was made for the rule of connected water, which no picture shows",
        "add --rule connected, or give the puzzle as text",
        "add rule=connected, or give the puzzle as text",
        advice_on_page="open the puzzle as text",
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
        advice_on_page="choose another below",
    ),
    "no_answer_for": Sentence("no answer for {boards:#board}"),
    "misfits": Sentence(
        "with {fixes:--fix} {left}",
        "without {fixes:it/them} there is exactly one",
        seen_on_page="{fixes:--fix}: with {fixes:this correction/these corrections} {left}",
    ),
    "misfits_because": Sentence(
        "with {fixes:--fix} {left} ({why:seen})",
        "without {fixes:it/them} there is exactly one",
        seen_on_page="{fixes:--fix}: with {fixes:this correction/these corrections} {left} ({why:seen})",
    ),
    "two_values": Sentence("{place} is given two values", "leave one out", None, *RELOAD),
    "left_without_solution": Sentence("there is no solution"),
    "left_with_several": Sentence("there are several solutions"),
    "left_unsure": Sentence("no solution is certain"),
    "address_not_fetched": Sentence(
        "nothing is fetched from addresses",
        "save the picture or page, or: curl -L ADDRESS | aquarium -",
        advice_on_page="save the picture, then drop or choose the file",
    ),
    # Answers: tasks
    "only_water_certain": Sentence(
        "the water is certain, but some walls or clues are not: others would give the same water"
    ),
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
    "entries_untold": Sentence("what is entered in {cells:n cell} cannot be told"),
    "colours_unclear": Sentence("it is unclear whether the colour of {cells:n cell} is water"),
    "left_aside": Sentence(
        "what is entered in {cells:n cell} cannot be told and is left aside",
        advice_on_page="to enter it by hand, play the puzzle",
    ),
    "ignore_entries": Sentence(
        "",
        "if these are not your entries, add --ignore-entries",
        "if these are not your entries, add ignore_entries=1",
        advice_on_page="if these are not your entries, press “Ignore entries”",
    ),
    "done": Sentence("complete and right"),
    "rule_broken": Sentence("your entries break a rule"),
    # The page has a button for more of a hint, and shows its technique as the title of the reason
    "ask_for_cells": Sentence("", "for the cells, add {level:--level}", advice_on_page=""),
    "ask_for_reason": Sentence("", "for the reason, add {level:--level}", advice_on_page=""),
    "more_follow": Sentence("{cells:n more cell} {cells:follows/follow}", "ask again when these are in"),
    "next_technique": Sentence("next: {technique}", seen_on_page=""),
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
    "not_in_format": Sentence("{form:--format}: {what}", seen_on_page="{what}"),
    "not_in_form": Sentence("--{form}: {what}", seen_on_page="{what}"),
    "draw_alone": Sentence(
        "",
        "leave out --solution to draw the puzzle alone",
        "leave out solution=1 to draw the puzzle alone",
        advice_on_page="save the empty puzzle instead",
    ),
    "pitch_too_large": Sentence(
        "{pitch:--pitch}: the picture would be too large",
        "choose fewer pixels per cell",
        seen_on_page="the picture would be too large",
        advice_on_page="save it as SVG or PDF",
    ),
    "new_puzzle": Sentence("{grade}, seed {seed}: {what}"),
    "new_too_large": Sentence("boards have at most {most} rows and columns", "ask for a smaller one"),
    "seed_not_in_time": Sentence("the puzzle of seed {seed} was not solved in time", "choose another --seed"),
    # What went wrong with the work on a picture: batch
    "fault": Sentence("the program failed ({said})", TO_REPORT),
    "crashed_twice": Sentence("the program crashed on it twice ({said})", TO_REPORT),
    "worker_stopped": Sentence("{said}, so its worker was stopped", TO_REPORT),
    "cannot_continue": Sentence("cannot continue: {said}", "try -j 1"),
    "not_saved": Sentence("{place}: {what}"),
    "reading_not_saved": Sentence("the drawing of what was read could not be saved: {place}: {what}"),
    "stages_not_written": Sentence("the stages cannot be written to {folder}: {why}"),
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
    # Names of pictures and of outputs: inputs
    "empty_name": Sentence("one of the names is empty", "name a picture"),
    "empty_place": Sentence("the name after {option} is empty", "name a file or folder"),
    "no_picture": Sentence("no picture given", "name one, as in: {example}"),
    "answer_given": Sentence("{answer} is an answer of this program", "to solve it anyway, add --force"),
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
    # Records and reports: store
    "report_not_written": Sentence("it cannot be written: {said}", "make room or choose another folder"),
    "foreign_files": Sentence(
        "{names:and} there {names:was/were} not made by this program",
        "move it away or choose another folder",
    ),
    "folder_in_use": Sentence("another run is writing to this folder", "wait for it or choose another"),
    "database_is_link": Sentence("it is a link", "move it away or choose another folder"),
    "database_damaged": Sentence(
        "it is damaged ({said}); it is now {kept}",
        "run the same command again to solve all anew",
    ),
    # The page and its API: web
    "bad_parameter": Sentence(
        "{name}={text}: expected {expected}",
        "write it like {name}={example}",
        seen_on_page="{name} “{text}”: expected {expected}",
        advice_on_page="write it like {example}",
    ),
    "missing_parameter": Sentence(
        "{name} is missing: expected {expected}", "write it like {name}={example}", None, *RELOAD
    ),
    "unknown_parameter": Sentence("there is no parameter {name!r}", "known are {known:, }", None, *RELOAD),
    "repeated_parameter": Sentence("{name} is given more than once", "give it once", None, *RELOAD),
    "parameter_of_others": Sentence(
        "{name} is for task={tasks:or}, not for task={task}", "leave it out", None, *RELOAD
    ),
    "bad_fix": Sentence("fix: {what}", "", None, *RELOAD),
    "page_not_in_file": Sentence(
        "page={page}: the file has {pages:n page}",
        "ask for another",
        seen_on_page="there is no page {page}: the file has {pages}",
    ),
    "empty_body": Sentence(
        "the body is empty",
        "send the picture or text as the body",
        seen_on_page="the file is empty",
        advice_on_page="save it again, and open that",
    ),
    "many_waiting": Sentence("{waiting} requests are waiting already", "try again in some seconds"),
    "request_given_up": Sentence(
        "{said}, so it was given up",
        "send a smaller or simpler picture",
        seen_on_page="it took too long, so it was given up",
    ),
    "request_crashed": Sentence(
        "the program crashed on it ({said})", "send it again, and report it if that fails too"
    ),
    "server_fault": Sentence("the program failed", TO_REPORT),
    "shutting_down": Sentence("the server is shutting down", "start it again"),
    "file_gone": Sentence("the server has not kept this file any longer", "send it again"),
    "no_such_path": Sentence("there is no {path}", "see /api/openapi.json", None, *RELOAD),
    "other_method": Sentence("{path} is not for {method}", "see /api/openapi.json", None, *RELOAD),
    "http_error": Sentence("{said}"),
    "strange_path": Sentence("the path has signs that no path has", "see /api/openapi.json", None, *RELOAD),
    "no_host": Sentence("the request names no host", "ask {own}"),
    "other_host": Sentence("this is not {host}", "ask {own}", advice_on_page="open {own}"),
    "other_name": Sentence("this computer is not called {host}", "ask it by its address"),
    "wrong_token": Sentence(
        "the token is missing or wrong",
        "scan the code again, or send Authorization: Bearer TOKEN",
        seen_on_page="this page has no access any more",
        advice_on_page="open the address that the server prints, or scan its code again",
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
}

add_sentences(SENTENCES)
