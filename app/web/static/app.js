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

import { byId, on } from "./base/dom.js";
import * as keys from "./base/keys.js";
import * as notice from "./base/notice.js";
import * as theme from "./base/theme.js";
import * as panel from "./item/panel.js";
import * as pictures from "./scene/pictures.js";
import * as bring from "./bring/bring.js";

for (const part of [theme, keys, notice, panel, pictures, bring]) part.init();

if (!CSS.supports("color", "light-dark(red, red)") || !("popover" in HTMLElement.prototype)) {
  notice.notice("This browser is too old for the page, and parts of it will not work. Update the browser.");
}
on("click", { about: () => byId("about-dialog").showModal() });

// What is of use only with a puzzle comes last, so that the page can be used early on a slow line.
const rest = [
  import("./scene/viewer.js"), import("./correct/correct.js"), import("./help/help.js"), import("./take/take.js"),
  import("./play/play.js"),
];
for (const part of await Promise.all(rest)) part.init();
