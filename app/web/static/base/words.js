/** Numbers, lists and times in words. Pure. */

/** 1 cell, 2 cells. @param {number} count @param {string} thing @param {string} [things] */
export const counted = (count, thing, things = `${thing}s`) => `${count} ${count === 1 ? thing : things}`;

/** a, b and c. @param {string[]} words */
export const listed = (words) => new Intl.ListFormat("en-GB").format(words);

/** With a capital at its beginning. @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Columns in ascending order, from 1, with neighbours as a range: columns 2–4 and 6. @param {number[]} cols */
export function columnWords(cols) {
  const runs = /** @type {number[][]} */ ([]);
  for (const col of cols) {
    const last = runs.at(-1);
    if (last?.[1] === col - 1) last[1] = col;
    else runs.push([col, col]);
  }
  const named = runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return `column${cols.length === 1 ? "" : "s"} ${listed(named)}`;
}

/** 12:34, or 1:02:03. @param {number} seconds */
export function timeWords(seconds) {
  const whole = Math.floor(seconds);
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
