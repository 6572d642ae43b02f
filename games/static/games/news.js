// Asks every few seconds whether anything has happened at the open table, and shows it: at once
// where nothing is begun, by a line that offers it where a tile is chosen, words are written, or
// something was reached by keyboard.
// A page with parts that are named `data-live` takes over those alone, so that a screen reader
// hears what is new, and what is being written elsewhere on it stays.
(() => {
  "use strict";
  const line = document.querySelector("[data-news]");
  if (!line) return;
  const OFTEN = 2000;
  const SELDOM = 15000;
  const AWAKE = 15 * 60 * 1000; // So long after the last sign of life it is asked often.
  const FIELDS = "input:not([type=hidden]), select, textarea";

  const held = () => "held" in line.dataset;
  const isBegun = (field) =>
    field === document.activeElement ||
    (field.tagName !== "SELECT" && field.value !== field.defaultValue);
  const begun = (part) => [...part.querySelectorAll(FIELDS)].some(isBegun);
  const isReached = () =>
    document.activeElement?.matches("main :is(a, button, summary):focus-visible");
  const textOf = (part) => part.textContent.replace(/\s+/g, " ").trim();
  const liveParts = () => [...document.querySelectorAll("[data-live]")];

  // Whoever stands on a link by keyboard stands on the same one afterwards.
  const replace = (part, fresh) => {
    const held = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.replaceChildren(...fresh.childNodes);
    if (held) part.querySelector(`[href="${CSS.escape(held)}"]`)?.focus();
  };

  // What is below stays under the finger that is about to touch it: what is above gives way.
  const tell = () => {
    const place = () => line.nextElementSibling.getBoundingClientRect().top;
    const before = place();
    line.hidden = false;
    scrollBy(0, place() - before);
  };

  const takeOver = (page) => {
    let isComplete = true;
    for (const part of liveParts()) {
      const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
      if (fresh && textOf(fresh) === textOf(part)) continue;
      if (fresh && !begun(part) && !fresh.querySelector("[data-words]")) replace(part, fresh);
      else isComplete = false;
    }
    line.dataset.head = page.querySelector("[data-news]").dataset.head;
    if (isComplete) line.hidden = true;
    else tell();
  };

  const show = async () => {
    if (liveParts().length) {
      const answer = await fetch(line.querySelector("a").href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (answer.ok && page.querySelector("[data-live]")) return takeOver(page);
      location.assign(answer.url);
    } else if (!held() && !isReached() && !begun(document.querySelector("main"))) {
      location.reload();
    }
    tell();
  };

  let awakeUntil = Date.now() + AWAKE;
  let timer;
  let isLooking = false;

  const look = async () => {
    if (isLooking || document.hidden) return;
    isLooking = true;
    clearTimeout(timer);
    let isOver = false;
    try {
      const answer = await fetch(line.dataset.news, { cache: "no-cache" });
      isOver = answer.status >= 400 && answer.status < 500;
      if (isOver) tell(); // It is told no more; where the line leads, it is said why.
      if (answer.ok && (await answer.text()) !== line.dataset.head) {
        await show();
        isOver = !liveParts().length;
      }
    } catch {
      // No network for now: asked again later.
    }
    isLooking = isOver;
    if (!isOver) timer = setTimeout(look, Date.now() < awakeUntil ? OFTEN : SELDOM);
  };

  const wake = () => {
    const slept = Date.now() >= awakeUntil;
    awakeUntil = Date.now() + AWAKE;
    if (slept) look();
  };

  for (const sign of ["pointerdown", "keydown", "scroll"])
    document.addEventListener(sign, wake, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => {
    wake();
    look();
  });
  timer = setTimeout(look, OFTEN);
})();
