/** To come. */

/** Begins to listen. */
export function init() {}
