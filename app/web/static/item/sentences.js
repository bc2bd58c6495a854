/** Every sentence of the page that answers a code: what was seen, and then what to do. */

import { capital, counted, listed } from "../base/words.js";
import { isClue, valueWords } from "./wording.js";

/** Short words for what became of a puzzle, to follow a change. @type {Record<string, string>} */
const OUTCOMES = {
  no_solution: "No solution",
  ambiguous: "Several solutions",
  no_puzzle: "No puzzle was found",
  timeout: "Solving took too long",
};

const AGAIN = "save it again, and open that";
const OTHER_PICTURE = "open a screenshot or photo, such as a PNG or JPEG";
const SIMPLER = "save it as PNG, or crop it to the puzzle";
const SMALLER = "crop it to the puzzle, or scale it down";
const WHOLE = "open a picture of the whole board with all its clues";
const COMPARE = "compare clues and walls with the picture, and correct what differs";
const REPORT = "please report it with the picture";
/** What the server says only to a page that is not its own. */
const RELOAD = ["the page and the server do not fit together", "reload the page"];
const OF_ANOTHER_PAGE = [
  "unknown_marks", "number_of_marks", "not_a_fix", "not_a_clue_fix", "not_a_wall_fix", "not_yes_or_no",
  "not_neighbours", "not_pixels", "pixels_of_other_kind", "link_leads_out", "folder_missing",
  "write_forbidden", "not_written", "missing_parameter", "unknown_parameter", "repeated_parameter",
  "parameter_of_others", "bad_fix", "no_such_path", "other_method", "http_error", "strange_path",
  "no_host",
];

/** column 3, columns 3 and 5. @param {string} axis @param {number[]} lines */
const named = (axis, lines) => `${axis}${lines.length > 1 ? "s" : ""} ${listed(lines.map(String))}`;
/** @param {number[]} cell  from 1 */
const cellWords = ([row, col]) => `row ${row} column ${col}`;
/** @param {number[][]} cells */
const between = ([one, other]) => `between ${cellWords(one)} and ${cellWords(other)}`;
/** @param {{rows: number, columns: number}} of */
const sized = ({ rows, columns }) => `${rows}×${columns}`;
/** @param {?number} clue */
const clueWords = (clue) => (clue === null ? "no clue" : String(clue));
/** What was seen by several messages. @param {Message[]} messages @param {string} [mark] */
const all = (messages, mark = "; ") => messages.map(seen).join(mark);
/** @param {string[]} sides @param {string} verb */
const sideWords = (sides, verb = "") => `the ${listed(sides)} side${sides.length > 1 ? "s" : ""} of the board ${sides.length > 1 ? "are" : "is"}${verb}`;

/** What was seen, or what was seen and what to do; functions of the values of the message.
 * @type {Record<string, Row>} */
export const SENTENCES = {
  ...Object.fromEntries(OF_ANOTHER_PAGE.map((code) => [code, RELOAD])),
  // Puzzles
  not_clues_and_aquariums: ({ said }) => `these are not clues and aquariums: ${said}`,
  not_rows_of_cells: ({ name, rows, columns }) => `the ${name} are not ${rows} rows of ${columns} cells`,
  rows_of_other_length: ({ name, rows, columns }) => `the ${name} are not ${rows} rows of ${columns} cells`,
  not_a_puzzle: ({ defects }) => [all(defects), "correct the clues or the walls"],
  not_a_board: ({ defects }) => [all(defects), "correct the clues or the walls"],
  unknown_rule: ({ rule, rules }) => `the rule is “${rule}”, not ${rules.join(" or ")}`,
  no_cells: "the board has no cells",
  row_of_other_length: ({ row, length, longest }) => `row ${row} has ${counted(length, "cell")}, the longest row ${longest}`,
  number_of_clues: ({ axis, clues, lines }) => `there are ${counted(clues, `${axis} clue`)} for ${counted(lines, axis)}`,
  clue_not_whole: ({ axis, line, clue }) => `the clue ${clue} of ${axis} ${line} is not a whole number`,
  clue_out_of_range: ({ axis, line, clue, longest }) => `the clue ${clue} of ${axis} ${line} is not between 0 and ${longest}`,
  sums_differ: ({ columns, rows }) => `the column clues add up to ${columns}, the row clues to ${rows}`,
  aquarium_in_pieces: ({ aquarium, cells, pieces }) =>
    `aquarium ${aquarium} is in ${pieces} separate pieces, at ${listed(cells.map(cellWords))}`,
  no_solution: "the puzzle has no solution",
  out_of_time: ({ doing }) => [`time ran out while ${seen(doing)}`, COMPARE],
  building_the_model: "preparing to solve",
  loading_cp_sat: "preparing to solve",
  looking_for_a_solution: "looking for a solution",
  looking_for_another: "looking for another solution",
  looking_for_a_step: "looking for the next step",
  looking_for_a_correction: "looking for a correction",
  looking_for_same_water: "looking for another puzzle with the same water",
  ruling_out_rivals: "ruling out other readings",

  // Puzzles as text
  unexpected_text: ({ wanted, found, form }) => [`expected ${wanted}, found ${found}`, form],
  unexpected_lines: ({ form }) => ["expected two lines of clues, a blank line and the rows of the board", form],
  same_label: ({ form }) => ["both lines of clues have the same label", form],
  not_json: ({ form }) => ["expected one JSON object", form],
  broken_json: ({ said, form }) => [`expected one JSON object: ${said}`, form],
  no_board_of_any_width: ({ clues, cells, form }) => [`${clues} clues and ${cells} cells do not make a board`, form],
  no_board_of_that_width: ({ clues, cells, columns }) =>
    [`${clues} clues and ${cells} cells do not make a board of ${columns} columns`, "correct the text or the number of columns"],
  width_needed: ({ clues, cells, widths }) =>
    [`${clues} clues and ${cells} cells are not a square board`, `say how many columns it has, ${widths.join(" or ")}`],
  size_needed: ({ clues, cells, widths }) =>
    [`${clues} clues and ${cells} cells are not a square board`, `say how many columns it has, ${widths.join(" or ")}`],
  other_width: ({ wanted, found }) => [`expected a board of ${wanted} columns, found ${found}`, "correct the text or the size"],
  other_height: ({ wanted, found }) => [`expected a board of ${wanted} rows, found ${found}`, "correct the text or the size"],
  number_of_borders: ({ wanted, found }) =>
    [`expected ${counted(wanted, "digit")} of borders, found ${found}`, "correct the borders or the size"],
  water_line_of_other_length: ({ length, first, form }) => [`this line of water has length ${length}, the first ${first}`, form],
  water_of_other_board: ({ rows, columns, board_rows, board_columns }) =>
    [`the water is ${rows}×${columns} cells, the board ${board_rows}×${board_columns}`, "write one sign for each cell"],
  wall_ends_inside: ({ cells }) => [`the wall ${between(cells)} ends inside an aquarium`, "remove it, or close the gap"],
  looks_like: ({ form, what }) => [`this looks like a puzzle as text (${form})`, [seen(what), advice(what)].filter(Boolean).join("; ")],
  rule_not_writable: ["this form cannot express the rule of connected water", "choose the address"],
  no_room_for_clues: ({ most }) => `a drawing has no room for clues above ${most}`,
  clue_not_writable: ({ clue, most }) => [`the clue ${clue} is not between 0 and ${most}`, "correct it"],
  sides_undecided: ({ sides, places }) =>
    [`${counted(sides, "wall")} ${sides === 1 ? "is" : "are"} still ? (${all(places, ", ")})`, "write x where there is a wall, . where there is none"],
  between: ({ cells }) => between(cells),
  mistake_in_text: ({ place, what }) => [`${place}: ${seen(what)}`, advice(what)],
  text_in_disguise: ({ form }) => [`this is not a picture but a puzzle as text (${form}) with a mistake`, "paste it as text to see the mistake"],

  // New puzzles
  no_such_size: ({ most, ...size }) => [`there are no boards of ${sized(size)} cells`, `choose 1 to ${most} rows and columns`],
  not_made: ({ grade, tries, ...size }) => [`no ${grade} ${sized(size)} puzzle was found in ${tries} tries`, "choose another grade, size or seed"],
  new_too_large: ({ most }) => [`boards have at most ${most} rows and columns`, "choose a smaller one"],
  new_puzzle: ({ grade, seed, what }) => `${grade}, seed ${seed}: ${seen(what)}`,

  // What is not proved
  correction_not_in_time: ["no correction was found in time", COMPARE],
  rivals_not_in_time: ["other readings could not be ruled out in time", `${COMPARE}; if nothing does, say that everything is right as shown`],
  no_correction: ["no likely correction leaves exactly one solution", COMPARE],
  many_misread: ({ clues }) => [`there is one solution only if ${clues} clues were misread`, COMPARE],
  rival: ({ differing }) => [`at least two readings are possible: ${all(differing, ", ")}`, COMPARE],
  clue_may_be: ({ axis, line, one, other }) => `the clue of ${axis} ${line} may be ${clueWords(one)} or ${clueWords(other)}`,
  wall_may_be: "a wall may or may not be there",
  size_may_be: ({ rows, columns }) => `the board may have ${rows}×${columns} cells`,
  misprint_as_likely: "a misprint is as likely as a misreading",
  only_as_read: ["under the rule of connected water a picture is answered only if every clue and wall is certain", COMPARE],
  only_water_certain: ["the water is certain. Some clues or walls are not: others would give the same water"],
  repairs_off: COMPARE,
  one_solution_as_read: "as it was read, the puzzle has one solution",
  as_said: ({ places }) => `as you said (${counted(places, "place")} ${places === 1 ? "was" : "were"} in doubt)`,
  compare_doubted: ({ places }) => [`${counted(places, "place")} ${places === 1 ? "was" : "were"} in doubt`, `compare ${places === 1 ? "it" : "them"} with the picture`],
  misfits: ({ fixes, left }) => misfitWords(fixes, seen(left)),
  misfits_because: ({ fixes, left, why }) => misfitWords(fixes, `${seen(left)} (${seen(why)})`),
  left_without_solution: "there is no solution",
  left_with_several: "there are several solutions",
  left_unsure: "no solution is certain",
  no_such_line: ({ axis, lines }) => [`a correction is of another board: this one has ${counted(lines, axis)}`, "remove it"],
  no_such_side: (size) => [`a correction is of another board: this one has ${sized(size)} cells`, "remove it"],
  fix_too_large: ({ axis, cells, fix }) => [`${valuesWords([fix])}, but a ${axis} of this board has ${cells} cells`, "correct the clue"],

  // What was read of a place
  clue_read: ({ axis, line, read }) =>
    (read === null ? `the clue of ${axis} ${line} could not be read` : `${axis} ${line} was read as ${read}`),
  clue_read_or: ({ axis, line, read, other }) => `${axis} ${line} was read as ${clueWords(read)}, perhaps ${clueWords(other)}`,
  clue_read_too_large: ({ axis, line, read }) => `${axis} ${line} was read as ${read}, too large for the ${axis}`,
  wall_read: ({ cells }) => `a wall was read ${between(cells)}`,
  no_wall_read: ({ cells }) => `no wall was read ${between(cells)}`,
  wall_read_or: ({ cells }) => `a wall was read ${between(cells)}, perhaps only a thin line`,
  no_wall_read_or: ({ cells }) => `no wall was read ${between(cells)}, perhaps only a faint one`,
  loose_wall: ({ cells }) => `a wall was read ${between(cells)}, but ends inside an aquarium`,
  drawn_over: ({ read }) => `${seen(read)}, and something is drawn over it`,
  clue_taken: ({ axis, line, taken, looks }) => `${axis} ${line} was taken as ${clueWords(taken)}, though it looks like ${clueWords(looks)}`,
  wall_taken: ({ cells }) => `a wall was taken ${between(cells)}, though it looks like none`,
  no_wall_taken: ({ cells }) => `no wall was taken ${between(cells)}, though it looks like one`,

  // What is amiss with a board
  clues_missing: ({ axis, lines }) =>
    [`the clue${lines.length > 1 ? "s" : ""} of ${named(axis, lines)} could not be read`, `type ${lines.length > 1 ? "them" : "it"}`],
  clue_too_large: ({ axis, line, clue, cells }) =>
    [`the clue of ${axis} ${line} is ${clue}, but the ${axis} has ${cells} cells`, "is the board cut off?"],
  clues_too_large: ({ axis, lines, cells }) =>
    [`the clues of ${named(axis, lines)} are larger than the ${cells} cells there`, "is the board cut off, or is it another kind of puzzle?"],
  loose_walls: ({ walls }) => `${counted(walls, "wall")} ${walls === 1 ? "ends" : "end"} inside an aquarium`,
  walls_part_two: ["a wall must part two aquariums", "remove such walls, or add what is missing"],
  uniform_lines: ["all lines inside the board look the same, so its walls cannot be seen", "open a picture that shows them"],
  several_solutions: ["the puzzle has several solutions"],
  several_solutions_as_read: ["as it was read, the puzzle has several solutions"],
  one_if_connected: [
    "under puzz.link’s rule, where water is level only where it is connected, it has exactly one",
    "if that is meant, open the puzzle as text: its address at puzz.link, without r",
  ],
  look_for_misprint: ["all is as you say", "look for a misprint"],
  nothing_in_doubt: ["no clue or wall is in doubt", "look for a misprint"],
  not_worked_out: "what is missing cannot be worked out",
  walls_unclear: "most walls are unclear",
  many_clues_missing: "too many clues are missing to work them out",
  clues_contested: ({ clues }) => [`${counted(clues, "clue")} may be of this board or of the one beside it`, "crop the picture to one board"],
  only_zeros: ["all its clues read as 0, so there would be no water", "look at them: signs may look like zeros"],
  board_not_read: ({ left, top, width, height }) =>
    [`something like a board at ${left}, ${top}, ${width}×${height} pixels, was not read`, "crop the picture to it if it is one"],
  boards_left_out: ({ read }) => [`only ${read} of the boards on the page were read`, "crop the picture for the others"],
  largest_board: ({ boards }) => [`this is the largest of ${boards} boards`, "choose another below"],
  no_answer_for: ({ boards }) => `${named("board", boards)} ${boards.length > 1 ? "have" : "has"} no answer`,

  // What picture would be better
  small_cells: ({ pixels }) => [`the cells are only ${pixels} pixels wide in this picture`, "a larger picture will be read better"],
  blurred: ["this picture is blurred", "a sharper one will be read better"],
  glare: ["light glares on this picture", "one taken from aside, without flash, will be read better"],
  lines_covered: ({ lines }) => [`something is drawn over ${lines} lines of the board`, "a picture without it will be read better"],
  lines_unclear: ({ lines }) =>
    [`of ${counted(lines, "line")} it is unclear whether they are walls`, "a larger and sharper picture will be read better: a screenshot, or a photograph from straight above"],
  edge_covered: ({ edge, axis }) => [`the ${edge} ${axis} is covered, with its clue and its walls`, "open a picture that shows it"],
  cut_off: ({ sides }) => [all(sides), WHOLE],
  sides_cut: ({ sides, seen: why }) => `${sideWords(sides, " cut off")}: ${seen(why)}`,
  perhaps_cut: ({ sides }) => [all(sides, " and "), "if not, look for a misprint"],
  side_perhaps_cut: ({ side, seen: why }) => `the ${side} side of the board is probably cut off (${seen(why)})`,
  is_it_cut_off: ({ sides }) => `perhaps ${sideWords(sides, " cut off")}`,
  lines_run_off: "its lines run off the picture",
  lines_go_on: "its lines go on there",
  further_clue: "a further clue stands there",
  no_frame: "it has no frame there",
  may_go_on: "it may continue there",
  no_clues_there: "there are no clues there",
  clues_at_edge: "its clues end at the edge of the picture",
  clues_near_edge: "its clues end near the edge of the picture",

  // No board of an Aquarium
  no_grid: ["no grid of cells was found in this picture", "open one of the whole board, with cells at least a few pixels wide"],
  no_grid_of_size: (size) => [`no grid of ${sized(size)} cells was found in this picture`, "correct the size, or detect it"],
  no_such_board: ({ boards }) => [`only ${counted(boards, "board")} ${boards === 1 ? "was" : "were"} found in the picture`, "choose another"],
  other_size: ({ seen_rows, seen_columns, ...size }) =>
    [`there is no ${sized(size)} board here; it looks like ${seen_rows}×${seen_columns}`, "correct the size"],
  no_clues: (size) => [`a grid of ${sized(size)} cells was found, but no clues beside it`, WHOLE],
  few_clues: ({ found, ...size }) => [`a grid of ${sized(size)} cells was found, but clues for only ${all(found, " and ")}`, WHOLE],
  some_of_lines: ({ clues, axis }) => `${clues} of its ${axis}s`,
  no_column_clues: ({ clues, ...size }) =>
    [`a grid of ${sized(size)} cells was found, with clues for ${clues} of its rows but none for its columns`, "is a side cut off?"],
  no_row_clues: ({ clues, ...size }) =>
    [`a grid of ${sized(size)} cells was found, with clues for ${clues} of its columns but none for its rows`, "is a side cut off?"],
  another_puzzle: ({ seen: why }) => [`this does not look like an Aquarium: ${all(why, " and ")}`, "only Aquarium puzzles can be solved"],
  perhaps_another_puzzle: ({ seen: why }) =>
    [`this may not be an Aquarium puzzle: ${all(why)}, though no clue or wall is in doubt`, "if it is one, look for a misprint"],
  numbers_in_cells: "its cells contain numbers",
  symbols_in_cells: "its cells contain symbols",
  numbers_differ_across: "the numbers above and below it differ",
  numbers_differ_along: "the numbers left and right of it differ",
  lines_alike: "all its lines look the same",
  connected_rule: ["it was made for the rule of connected water, which no picture shows", "open the puzzle as text"],
  own_answer: ["it is an answer of this program", "open the picture that it was made from"],

  // Files
  not_a_picture: ["this is not a picture", OTHER_PICTURE],
  neither_picture_nor_puzzle: ["this is neither a picture nor a puzzle as text", OTHER_PICTURE],
  web_page: ["this is a web page or SVG, not a picture", "take a screenshot of it"],
  archive: ["this is a ZIP archive, not a picture", "unpack the pictures first"],
  not_a_file: ["this is not a file", OTHER_PICTURE],
  folder: ["this is a folder, not a picture", "open the pictures in it"],
  empty_folder: ["there is no picture in this folder", OTHER_PICTURE],
  no_such_file: ["there is no such file", "open it again"],
  no_such_file_but: ["there is no such file", "open it again"],
  address_not_fetched: ["web addresses are not fetched", "save the picture, and open the file"],
  read_forbidden: ["the file may not be read", "check its permissions"],
  not_opened: ({ said }) => [`the file cannot be opened: ${said}`, "open it again"],
  broke_off: ({ said }) => [`the file cannot be read: ${said}`, "open it again"],
  empty_file: ["the file is empty", AGAIN],
  empty_body: ["the file is empty", AGAIN],
  large_file: ({ most }) => [`the file has more than ${most} MB`, SMALLER],
  large_body: ({ most }) => [`the file has more than ${most} MB`, SMALLER],
  damaged: ["the picture is cut off or damaged", AGAIN],
  damaged_as_told: ({ said }) => [`the picture is cut off or damaged (${said})`, AGAIN],
  damaged_pdf: ["the PDF is cut off or damaged", AGAIN],
  password_needed: ["this PDF needs a password", "save a copy without one, or save the page as PNG"],
  heic_extra: ["this server cannot read HEIC photos", "save it as JPEG or PNG"],
  many_pages: ({ most }) => [`only the first ${most} pages of a file are read`, "split the file"],
  no_such_page: ({ page }) => [`the file has no page ${page}`, "choose another"],
  page_not_in_document: ({ page, pages }) => [`there is no page ${page}: the file has ${pages}`, "choose another"],
  page_not_in_file: ({ page, pages }) => [`there is no page ${page}: the file has ${pages}`, "choose another"],
  many_pixels: ({ millions, most }) => [`the picture has ${millions} million pixels, more than the limit of ${most} million`, SMALLER],
  large_picture: ({ width, height, most }) => [`the picture has ${width}×${height} pixels, more than the limit of ${most} million`, SMALLER],
  long_picture: ({ width, height, most }) => [`the picture has ${width}×${height} pixels, more than ${most} along a side`, SMALLER],
  large_tiles: ({ width, height, most }) => [`the picture has tiles of ${width}×${height} pixels, more than the limit of ${most} million`, SMALLER],
  too_much_memory: ["the picture takes too much memory", SIMPLER],
  slow_to_decode: ({ seconds }) => [`the picture takes more than ${seconds} seconds to open`, SIMPLER],
  decoder_crashed: ["the picture takes too much memory, or is damaged", SIMPLER],
  no_decoder: ["the picture cannot be opened", SIMPLER],
  unknown_format: ({ ending, formats }) => [`${ending} is not a picture format`, `choose ${formats.join(", ")}`],
  no_ending: ({ formats }) => ["the name has no extension", `choose ${formats.join(", ")}`],
  format_too_small: ({ form, ...size }) => [`${size.width}×${size.height} pixels cannot be written as ${form}`, "save it as PNG"],
  large_board: ({ most, ...size }) => [`the board has ${sized(size)} cells, more than ${most} along a side`, "open a smaller one"],
  size_out_of_range: ({ least, most }) => [`a board has ${least} to ${most} rows and columns`, "write its size like 15x15"],

  // Answers
  one_solution: ({ aquariums, ...size }) => `${sized(size)}, ${counted(aquariums, "aquarium")}, one solution`,
  size: ({ aquariums, ...size }) => `${sized(size)}, ${counted(aquariums, "aquarium")}`,
  more_follow: ({ cells }) => [`${counted(cells, "more cell")} ${cells === 1 ? "follows" : "follow"}`, "ask again when these are in"],
  doubtful_written: ({ places }) => `${counted(places, "place")} in doubt ${places === 1 ? "is" : "are"} written as ?`,
  only_walls_doubtful: RELOAD,
  checked: ({ parts }) => all(parts, ", "),
  filled: ({ filled, wet }) => `${filled} of ${counted(wet, "water cell")} filled`,
  water_cells: ({ cells }) => counted(cells, "water cell"),
  crosses: ({ crosses }) => counted(crosses, "cross", "crosses"),
  mistakes: ({ mistakes }) => counted(mistakes, "mistake"),
  no_mistakes: "no mistakes",
  unclear: ({ cells }) => `${counted(cells, "cell")} unclear`,
  all_done: "all done",
  nothing_entered: "nothing entered yet",
  rules_broken: ({ rules }) => `${counted(rules, "rule")} broken`,
  no_rule_broken: "no rule broken so far",
  only_shared_checked: ["the puzzle has several solutions", "only what they all share is checked"],
  mistakes_first: ({ mistakes }) => `${counted(mistakes, "mistake")} to correct first`,
  entries_untold: ({ cells }) => `what is entered in ${counted(cells, "cell")} cannot be told`,
  left_aside: ({ cells }) => [`what is entered in ${counted(cells, "cell")} cannot be told and is left aside`, "to enter it by hand, play the puzzle"],
  ignore_entries: ["", "if these are not your entries, press “Ignore entries”"],
  done: "all the water is in",
  rule_broken: "your entries break a rule",
  ask_for_cells: ["", "press the button again for the cells"],
  ask_for_reason: ["", "press the button again for the reason"],
  next_technique: ({ technique }) => `next: ${seen(technique)}`,
  finish_the_line: "finish the line",
  level_the_water: "level the water",
  count_the_row: "count the row",
  count_the_column: "count the column",
  add_up_the_row: "add up the row",
  limit_the_aquarium: "limit the aquarium",
  compare_two_lines: "compare two lines",
  try_and_fail: "try it and see it fail",
  try_every_way: "try every way",
  steps: ({ steps }) => counted(steps, "step"),
  graded_steps: ({ grade, steps }) => `${grade}, ${counted(steps, "step")}`,
  mistakes_ignored: ({ mistakes }) => `${counted(mistakes, "mistake")} ignored`,
  nothing_more: ({ why }) => `then nothing more can be deduced: ${all(why)}`,
  not_settled: "the rest is not settled",
  animation_cut: ({ steps }) => `the animation stops after ${counted(steps, "step")}`,
  only_solution: "the only solution",
  all_solutions: ({ solutions }) => `all ${solutions} solutions`,
  some_solutions: ({ shown, found }) => `${shown} of at least ${found} solutions`,
  shared_drawn: "the picture shows what they all share and hatches the rest",
  not_in_format: ({ what }) => [seen(what), advice(what)],
  not_in_form: ({ what }) => [seen(what), advice(what)],
  draw_alone: ["there is no solution to draw", "save the puzzle alone"],
  pitch_too_large: ["the picture would be too large", "save it as SVG or PDF"],

  // The program and the server
  fault: ({ said }) => [`the program failed (${said})`, REPORT],
  server_fault: ["the program failed", REPORT],
  request_crashed: ["the program crashed on it", "try again, and report it with the picture if that fails too"],
  request_given_up: ["reading took too long, so it was given up", SMALLER],
  bad_parameter: ({ name, text, expected, example }) => [`${name} “${text}”: expected ${expected}`, `write it like ${example}`],
  other_host: ({ own }) => ["the page was opened at an address that is not this server’s", `open ${own}`],
  other_name: ["the page was opened at a name that is not this server’s", "open the address that the server printed"],
  file_gone: ["the server no longer has this file", "open it again"],
  wrong_token: ["this page has no access, or no longer", "scan the code again, or open the address that the server printed"],
  other_site: ["a page of another site asked for this", "open this page itself"],
  slow_body: ["the picture took too long to arrive", "try again in a better network"],
  many_waiting: ["the server is busy", "try again in some seconds"],
  large_bodies: ["the server is busy with large pictures", "try again in some seconds"],
  shutting_down: ["the server is shutting down", "start it again"],
};

/** What was seen and what to do. @param {Message} message @returns {string[]} */
function partsOf({ code, values }) {
  const row = SENTENCES[code ?? ""] ?? "";
  return [typeof row === "function" ? row(values ?? {}) : row].flat();
}

/** What a message has seen, to stand within another sentence. @param {Message} message */
export const seen = (message) => partsOf(message)[0];

/** What a message advises, if anything. @param {Message} message */
const advice = (message) => partsOf(message)[1] ?? "";

/** A message as sentences. @param {Message} message */
export const sentence = (message) => partsOf(message).filter(Boolean).map(finished).join(" ");

/** All that a record says; in the words of the server where a code is not known here.
 * @param {Partial<Answer>} record */
export function toldBy(record) {
  const messages = messagesOf(record);
  return messages.length && messages.every(isKnown) ? messages.map(sentence).join(" ") : finished(record.message ?? "");
}

/** @param {Partial<Answer>} record @returns {Message[]} */
const messagesOf = ({ code, values, also }) => (code ? [{ code, values: values ?? {} }, ...(also ?? [])] : []);

/** Whether a record says something. @param {Partial<Answer>} record @param {string} code */
export const says = (record, code) => messagesOf(record).some((message) => message.code === code);

/** Whether there are words for a message, and for those in it. @param {Message} message @returns {boolean} */
const isKnown = ({ code, values }) =>
  (code ?? "") in SENTENCES && Object.values(values ?? {}).flat().every((value) => !value?.code || isKnown(value));

/** With a capital and a mark at its end. @param {string} part */
export const finished = (part) => (!part || /[.?!]$/.test(part) ? capital(part) : `${capital(part)}.`);

/** A correction without which there would be an answer. @param {string[]} fixes @param {string} left */
function misfitWords(fixes, left) {
  const [these, them] = fixes.length > 1 ? ["these corrections", "them"] : ["this correction", "it"];
  return `${valuesWords(fixes)}: with ${these} ${left}, without ${them} there is exactly one`;
}

/** "Column 3 is 4 and row 1 is 2". @param {string[]} fixes  as the API has them */
function valuesWords(fixes) {
  const words = fixes.map((fix) => valueWords(fix.split("=")[0], fix.split("=")[1]));
  return listed(words.map((one, at) => (at ? one.charAt(0).toLowerCase() + one.slice(1) : one)));
}

/** One line on what became of an item: what was seen, and what to do if something is amiss. Where all that was read is
 * certain, a clue that was typed is suspected before a misprint.
 * @param {Answer} record @param {Record<string, string>} [fixes]  what a person has said */
export function messageOf(record, fixes = {}) {
  const typed = Object.entries(fixes).filter(([place]) => isClue(place)).map(([place, value]) => `${place}=${value}`);
  const isSuspect = typed.length > 0 && says(record, "nothing_in_doubt");
  const words = isSuspect ? `${OUTCOMES[record.status] ?? OUTCOMES.no_solution} with what you typed. Compare it with the picture: ${valuesWords(typed)}.` : toldBy(record);
  if (record.status === "solved" && record.puzzle_certain !== false) {
    if (record.seed !== undefined) return words; // a new puzzle's message has it all
    return words ? `${solvedWords(record)}. ${words}` : solvedWords(record);
  }
  const differing = record.status === "ambiguous" ? differingCells(record) : 0;
  return differing ? `${words} They differ in ${counted(differing, "cell")}, marked on the board.` : words;
}

/** Shorter, to follow the words on a change: "One solution." @param {Answer} record */
export function outcomeWords(record) {
  if (record.status === "solved") return record.puzzle_certain === false ? messageOf(record) : "One solution.";
  return OUTCOMES[record.status] ? `${OUTCOMES[record.status]}.` : messageOf(record);
}

/** @param {Answer} record */
function solvedWords(record) {
  const aquariums = new Set(record.regions?.flat()).size;
  const wrong = record.mistakes?.length ?? 0;
  const mistakes = wrong ? `, ${wrong === 1 ? "1 of your cells is" : `${wrong} of your cells are`} wrong` : "";
  return `${record.rows}×${record.cols}, ${counted(aquariums, "aquarium")}, one solution${mistakes}`;
}

/** @param {Answer} record */
function differingCells(record) {
  return (record.shared ?? []).flat().filter((cell) => cell === null).length;
}
