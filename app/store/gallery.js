"use strict";
(() => {
  const STEP = 60; // rows made at a time
  const BOXES = 3; // places told in the table; all are told closer by
  const summary = JSON.parse(document.getElementById("summary").textContent);
  const RESULTS = summary.results; // words and tones, in the order of sorting: what needs a look comes first
  const ORDER = Object.keys(RESULTS);
  const MIME = "data:image/webp;base64,";
  const at = (id) => document.getElementById(id);
  const counted = (number, one) => `${number.toLocaleString("en")} ${one}${number === 1 ? "" : "s"}`;
  const words = (result) => RESULTS[result]?.[0] ?? result;
  const tone = (result) => RESULTS[result]?.[1] ?? "bad";

  const make = (tag, traits = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(traits)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  };
  const draw = (tag, traits, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(traits)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const visible = (text) => text.replace(/[\0-\x1f\x7f]/g, (sign) => String.fromCharCode(sign === "\x7f" ? 0x2421 : 0x2400 + sign.charCodeAt(0)));

  const DAMAGED = { // a line that a failing disk has changed
    name: "a damaged row", result: "crashed", message: "to solve it again, add --force", board: null, seconds: null,
    source: null, answer: null, drawing: null, pixels: null, repairs: [], doubts: [], further: [], crop: null,
  };
  const parsed = (line) => {
    try {
      return JSON.parse(line);
    } catch {
      return { ...DAMAGED };
    }
  };
  const lines = at("pictures").textContent.split("\n");
  const pictures = [];
  for (let line = 1; line + 1 < lines.length; line += 2) {
    const picture = parsed(lines[line]);
    picture.thumbs = line + 1; // the line of its thumbnails, taken apart when they are seen
    picture.told = [...picture.repairs.map((told) => ({ ...told, kind: "mend" })), ...picture.doubts.map((told) => ({ ...told, kind: "odd" }))];
    picture.sure = picture.told.length ? Math.min(...picture.told.map((told) => told.confidence)) : null;
    picture.cells = picture.board ? picture.board[0] * picture.board[1] : null;
    picture.text = [picture.name, words(picture.result), picture.message ?? "", ...picture.further.flat(), ...picture.told.map((told) => told.what)].join("\n").toLowerCase();
    pictures.push(picture);
  }
  const thumbsOf = (picture) => lines[picture.thumbs].split(" ").map((code) => (code ? MIME + code : null));
  const percent = (share) => (share >= 1 ? "100 %" : `${Math.min(99, Math.round(100 * share))} %`); // no doubt is rounded away
  const PROVED = 0.99; // a proof ends where this is known

  // What is shown, as it stands in the address: #result=unsure&find=phone&order=time&down=1
  const START = { result: "", find: "", order: "name", down: "" };
  const state = {};
  const read = () => {
    Object.assign(state, START, Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
    if (!Object.hasOwn(KEYS, state.order)) state.order = START.order;
    if (state.down !== "1") state.down = START.down;
  };
  const write = () => history.replaceState(null, "", `#${new URLSearchParams(state)}`);

  const collator = new Intl.Collator("en", { numeric: true });
  const KEYS = {
    name: (picture) => picture.rank,
    result: (picture) => ORDER.indexOf(picture.repairs.length && picture.result === "solved" ? "repaired" : picture.result),
    board: (picture) => picture.cells,
    sure: (picture) => picture.sure,
    time: (picture) => picture.seconds,
  };
  [...pictures].sort((one, other) => collator.compare(one.name, other.name)).forEach((picture, rank) => { picture.rank = rank; });
  const isOf = (picture, result) => !result || (result === "repaired" ? picture.repairs.length > 0 : picture.result === result);
  const chosen = () => {
    const wanted = state.find.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const key = KEYS[state.order];
    const sign = state.down ? -1 : 1;
    return pictures
      .filter((picture) => isOf(picture, state.result) && wanted.every((word) => picture.text.includes(word)))
      .sort((one, other) => {
        const [first, second] = [key(one), key(other)];
        if (first === null || second === null) return (first === null) - (second === null) || one.rank - other.rank;
        return sign * (first - second) || one.rank - other.rank;
      });
  };

  // A part of a picture, with boxes: `image` covers `has` of it, `view` of it is seen, both left, top, right, bottom.
  const boxes = (told, view) => draw("svg", { viewBox: `${view[0]} ${view[1]} ${view[2] - view[0]} ${view[3] - view[1]}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...told.flatMap(({ box, kind }, number) => {
      const place = { x: box[0], y: box[1], width: Math.max(1, box[2] - box[0]), height: Math.max(1, box[3] - box[1]) };
      return [draw("rect", { ...place, class: "halo" }), draw("rect", { ...place, class: `box-${kind}`, "data-told": number })];
    }));
  const sketch = (image, has, view, told, tall) => {
    const [width, height] = [view[2] - view[0], view[3] - view[1]];
    image.style.left = `${(100 * (has[0] - view[0])) / width}%`;
    image.style.top = `${(100 * (has[1] - view[1])) / height}%`;
    image.style.width = `${(100 * (has[2] - has[0])) / width}%`;
    image.style.height = `${(100 * (has[3] - has[1])) / height}%`;
    const shown = make("div", { class: "view" }, image, told.length ? boxes(told, view) : null);
    shown.style.aspectRatio = `${width} / ${height}`;
    shown.style.setProperty("--ratio", (width / height).toFixed(4));
    if (tall) shown.style.width = `min(100%, ${((tall * width) / height).toFixed(2)}vh)`;
    return shown;
  };
  const whole = (picture) => [0, 0, picture.pixels[1], picture.pixels[0]];
  const empty = (why) => make("div", { class: "view empty" }, why);
  const plain = (source) => { // a drawing of another size than its picture
    const image = make("img", { src: source, alt: "", loading: "lazy", decoding: "async" });
    image.addEventListener("error", () => image.parentElement.replaceWith(empty("no preview")));
    return make("div", { class: "view plain" }, image);
  };
  const small = (picture, code, href, told) => {
    if (!picture.pixels || !(code || href)) return null;
    if (href && href === picture.drawing) return plain(code ?? href);
    const crop = picture.crop ?? whole(picture);
    const image = make("img", { src: code ?? href, alt: "", loading: "lazy", decoding: "async" });
    image.addEventListener("error", () => image.closest(".view")?.replaceWith(empty("no preview")));
    return sketch(image, code ? crop : whole(picture), crop, told);
  };

  const badge = (result) => make("span", { class: `badge ${tone(result)}` }, words(result));
  const badges = (picture) => [badge(picture.result), picture.repairs.length && picture.result === "solved" ? badge("repaired") : null];
  const links = (picture) => [
    picture.source && make("a", { href: picture.source }, "picture"),
    picture.answer && make("a", { href: picture.answer }, "answer"),
    picture.drawing && make("a", { href: picture.drawing }, "as read"),
  ].filter(Boolean);
  const named = (picture) => {
    const cut = picture.name.lastIndexOf("/") + 1;
    return [visible(picture.name.slice(cut)) || visible(picture.name), visible(picture.name.slice(0, cut))];
  };
  const atLeast = (told) => (told.kind === "mend" && told.confidence >= PROVED && told.confidence < 1 ? "at least " : "");
  const line = (told) => `${told.what} (${atLeast(told)}${percent(told.confidence)})`;
  const cell = (kind, ...children) => make("td", { class: kind }, ...children);

  const row = (picture, number) => {
    const [before, after] = thumbsOf(picture);
    const [name, folder] = named(picture);
    const views = [small(picture, before, picture.source, picture.told), small(picture, after, picture.answer ?? picture.drawing, [])].filter(Boolean);
    const look = make("button", { type: "button", class: "look", "aria-label": `Look closer at ${name}`, onclick: () => open(number) },
      ...(views.length ? views : [empty("no preview")]));
    const told = picture.told.slice(0, BOXES).map((each) => make("li", { class: each.kind }, each.kind === "mend" ? "repaired: " : "", line(each)));
    if (picture.told.length > BOXES) told.push(make("li", {}, `and ${picture.told.length - BOXES} more`));
    return make("tr", {},
      cell("looks", look),
      cell("name", make("bdi", {}, name), folder ? make("span", { class: "folder" }, make("bdi", {}, folder)) : null, make("span", { class: "links" }, ...links(picture))),
      cell("result", ...badges(picture), picture.message ? make("p", {}, picture.message) : null, told.length ? make("ul", {}, ...told) : null),
      cell("number", picture.board ? `${picture.board[0]} × ${picture.board[1]}` : "–"),
      cell("number", picture.sure === null ? "–" : percent(picture.sure)),
      cell("number", picture.seconds === null ? "–" : `${picture.seconds.toFixed(2)} s`));
  };

  let shown = [];
  const more = () => {
    const made = at("rows").childElementCount;
    at("rows").append(...shown.slice(made, made + STEP).map((picture, index) => row(picture, made + index)));
    at("more").hidden = at("rows").childElementCount >= shown.length;
  };
  const show = () => {
    shown = chosen();
    at("rows").replaceChildren();
    more();
    at("none").hidden = shown.length > 0;
    at("count").textContent = shown.length === pictures.length ? counted(shown.length, "picture") : `${shown.length.toLocaleString("en")} of ${counted(pictures.length, "picture")}`;
    for (const button of at("statuses").children) button.setAttribute("aria-pressed", String(button.value === state.result));
    for (const button of document.querySelectorAll("th button")) {
      const head = button.parentElement;
      if (button.dataset.order === state.order) head.setAttribute("aria-sort", state.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    if (at("find").value !== state.find) at("find").value = state.find;
  };
  const change = (traits) => { Object.assign(state, traits); write(); show(); };

  let seen = 0;
  let entire = false;
  const large = (picture, caption, code, href, told) => {
    const place = make("div", {});
    if (href && href === picture.drawing) {
      return make("figure", {}, make("figcaption", {}, caption, make("a", { href }, "open")), plain(href));
    }
    const crop = picture.crop ?? whole(picture);
    const view = entire ? whole(picture) : crop;
    const fallback = () => place.replaceChildren(code ? sketch(make("img", { src: code, alt: caption }), crop, view, told, 65) : empty("it cannot be shown here"));
    if (href) {
      const image = make("img", { src: href, alt: caption });
      image.addEventListener("error", fallback);
      place.append(sketch(image, whole(picture), view, told, 65));
    } else fallback();
    return make("figure", {}, make("figcaption", {}, caption, href ? make("a", { href }, "open") : null), place);
  };
  const light = (number, on) => at("closer-body").querySelectorAll(`[data-told="${number}"]`).forEach((box) => box.classList.toggle("lit", on));
  const item = (told, number) => make("li", {
    class: told.kind, tabindex: "0", onmouseenter: () => light(number, true), onmouseleave: () => light(number, false),
    onfocus: () => light(number, true), onblur: () => light(number, false),
  }, `${told.kind === "mend" ? "repaired: " : ""}${line(told)}`);
  const fill = () => {
    const picture = shown[seen];
    const [before, after] = thumbsOf(picture);
    const answer = picture.answer ?? picture.drawing;
    const crops = picture.pixels && picture.crop && picture.crop.join() !== whole(picture).join();
    at("closer-name").replaceChildren(make("bdi", {}, visible(picture.name)));
    at("earlier").disabled = seen === 0;
    at("later").disabled = seen + 1 >= shown.length;
    at("closer-body").replaceChildren(
      make("div", {}, ...badges(picture).filter(Boolean), " ", picture.message ?? ""),
      ...picture.further.map(([label, text]) => make("p", {}, `${label}: ${text}`)),
      picture.pixels ? make("div", { class: "pair" },
        before || picture.source ? large(picture, "Before", before, picture.source, picture.told) : "",
        after || answer ? large(picture, picture.answer ? "After" : "As read", after, answer, []) : "") : make("p", {}, ...links(picture)),
      crops ? make("button", { type: "button", class: "whole", "aria-pressed": String(entire), onclick: () => { entire = !entire; fill(); at("closer-body").querySelector(".whole").focus(); } }, "Whole picture") : "",
      picture.told.length ? make("ol", { class: "told" }, ...picture.told.map(item)) : "");
  };
  const open = (number) => { seen = number; fill(); at("closer").showModal(); };
  const go = (step) => { if (shown[seen + step]) { seen += step; fill(); } };

  const tell = () => {
    const solved = pictures.filter((picture) => picture.result === "solved").length;
    document.title = `Aquarium: ${solved} of ${pictures.length} solved`;
    at("headline").textContent = pictures.length ? `${solved.toLocaleString("en")} of ${counted(pictures.length, "picture")} solved` : "No pictures yet";
    const counts = ORDER.map((result) => [result, pictures.filter((picture) => isOf(picture, result)).length]);
    counts.reverse();
    at("bar").append(...counts.filter(([result, count]) => count && result !== "repaired").map(([result, count]) => {
      const part = make("i", { class: tone(result) });
      part.style.flex = `${count} 0 0`;
      return part;
    }));
    const choice = (value, label, count) => make("button", { type: "button", value, class: value && tone(value), "aria-pressed": "false", onclick: () => change({ result: state.result === value ? "" : value }) }, label, make("b", {}, count.toLocaleString("en")));
    at("statuses").append(choice("", "all", pictures.length), ...counts.filter(([, count]) => count).map(([result, count]) => choice(result, words(result), count)));
    at("run").textContent = summary.run;
  };

  for (const button of document.querySelectorAll("th button")) {
    button.addEventListener("click", () => change({ order: button.dataset.order, down: state.order === button.dataset.order && !state.down ? "1" : "" }));
  }
  let pause;
  at("find").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(() => change({ find: at("find").value }), 120); });
  at("all").addEventListener("click", () => change({ result: "", find: "" }));
  at("more").firstElementChild.addEventListener("click", more);
  at("earlier").addEventListener("click", () => go(-1));
  at("later").addEventListener("click", () => go(1));
  at("close").addEventListener("click", () => at("closer").close());
  at("closer").addEventListener("click", (event) => { if (event.target === at("closer")) at("closer").close(); });
  at("closer").addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") go(-1);
    else if (event.key === "ArrowRight") go(1);
  });
  addEventListener("hashchange", () => { read(); show(); });
  new IntersectionObserver((met) => { if (met.some((each) => each.isIntersecting)) more(); }, { rootMargin: "600px" }).observe(at("more"));
  tell();
  read();
  show();
})();
