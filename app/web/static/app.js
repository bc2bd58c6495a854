/**
 * Starts the page. Its rooms, each of which imports those before it:
 *
 *   base/     elements, words, the server, what this browser keeps
 *   item/     a picture or text, and what is known of it; the panel's message
 *   scene/    what is drawn of an item, and how it is zoomed and moved
 *   bring/    pictures and texts as they come, and their list
 *   correct/  what a person says of a reading
 *   help/     check, hint, explain
 *   play/     games
 *   take/     files, the clipboard, paper
 *
 * State is in item/store.js alone; a module shows what it subscribes to, and changes it by `updateItem`.
 */

import { byId } from "./base/dom.js";
import * as notice from "./base/notice.js";
import * as theme from "./base/theme.js";
import * as panel from "./item/panel.js";
import * as pictures from "./scene/pictures.js";
import * as viewer from "./scene/viewer.js";
import * as bring from "./bring/bring.js";
import * as correct from "./correct/correct.js";
import * as help from "./help/help.js";
import * as play from "./play/play.js";
import * as take from "./take/take.js";
import * as all from "./take/all.js";

for (const part of [theme, notice, panel, pictures, viewer, bring, correct, help, take, all, play]) part.init();

const about = byId("about-dialog");
byId("about").addEventListener("click", () => about.showModal());
about.addEventListener("click", (event) => event.target === about && about.close()); // beside it
