/**
 * Starts the page. What each module is for, and what others may call of it:
 *
 * What all use
 *   dom.js       byId, h, s, announce           elements, made and found; words for screen readers
 *   store.js     items, current, subscribe, addItem, updateItem, selectItem, removeItem, restoreItems
 *   api.js       askRecord, askFile, Refused    the server
 *   words.js     counted, listed, capital, …    numbers, lists and times in words
 *   storage.js   stored, store, …               what this browser keeps
 * From an item to what is known of it
 *   reading.js   readItem, puzzleText, parametersOf   an item → its record
 *   wording.js   messageOf, placeWords, …       places, values and messages in the words of the page
 *   panel.js     -                              which parts of the page are shown, and the message
 *   answer.js    tellAnswer                     the water in words
 *   about.js     -                              the help of the page itself
 *   theme.js     -                              light, dark, or as the system has it
 * What is drawn
 *   pictures.js  pageOf, isForeign, lightOf     the file itself or the page as the server draws it, when it is shown;
 *                                               shrinking.js makes smaller copies, by the worker shrinker.js
 *   geometry.js  Grid, PITCH, sidesOf           cells ↔ points of a scene
 *   layers.js    what is drawn, layer by layer (steps.js, doubts.js, targets.js, of shapes.js); on a picture and on the
 *                clean board alike
 *   scene.js     sceneOf                        an item → the drawing that is shown of it, as looks.js says (tone.js)
 *   viewer.js    showScene, reveal, showBox     zoom, pan, pinch (gestures.js, frame.js); the switch of views
 * What is brought
 *   bring.js     bring                          what is dropped (drop.js, folders.js), pasted (paste.js), chosen,
 *                                               photographed, typed (texts.js)
 *   queue.js     readAll, nameOf, stateOf, …    the reading of many, a few at a time; the pages of a file
 *   list.js      -                              the list of pictures and pages, with thumbnails.js
 *   notice.js    notice                         a line for what happened to no picture that is shown
 * What is corrected
 *   correct.js   -                              on the scene (pointing.js, popover.js), in the panel (doubtful.js, ways.js,
 *                                               sizing.js, crop.js, boards.js; lists.js)
 *   changes.js   setFix, toggleWall, undo, …    what a person says of a reading, solved at once
 * What is helped with and played
 *   help.js      checkMarks, forgetHelp         check, hint, explain; helpwords.js and reasons.js have their words,
 *                                               explanation.js the slider
 *   play.js      -                              the clean board played (board.js, fish.js, strokes.js, keys.js)
 *   game.js      newGame, moved, undone, …      its rules, without the page; clock.js has its time
 *   start.js     startGame                      games begun from what was read, and from what was kept (kept.js)
 *   new.js       -                              new puzzles
 * What is taken along
 *   take.js      -                              download, copy (clipboard.js), share, print; files.js knows what there is
 *
 * State is in the store alone; a module shows what it subscribes to, and changes it by updateItem.
 */

import * as about from "./base/about.js";
import * as bring from "./bring/bring.js";
import * as correct from "./correct/correct.js";
import * as help from "./help/help.js";
import * as panel from "./item/panel.js";
import * as pictures from "./scene/pictures.js";
import * as play from "./play/play.js";
import * as take from "./take/take.js";
import * as theme from "./base/theme.js";
import * as viewer from "./scene/viewer.js";

for (const part of [theme, about, panel, pictures, viewer, bring, correct, help, play, take]) part.init();
