/** The help: what one can do, and with which keys. */

import { byId } from "./dom.js";

/** Begins to listen. */
export function init() {
  const dialog = byId("about-dialog");
  byId("about").addEventListener("click", () => dialog.showModal());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it
}
