// Asks every few seconds whether anything has happened at the open table, and shows it: at once
// where nothing is begun, by a line that offers it where a tile is chosen or words are written.
(() => {
  "use strict";
  const line = document.querySelector("[data-news]");
  if (!line) return;
  const SOONEST = 2500;
  const LATEST = 30000;
  const held = "held" in line.dataset;
  const fields = [...document.querySelectorAll("main input:not([type=hidden]), main select")];
  const begun = () => held || fields.some((field) =>
    field === document.activeElement ||
    (field.tagName === "INPUT" && field.value !== field.defaultValue));
  let wait = SOONEST;

  const look = async () => {
    if (!document.hidden) {
      try {
        const answer = await fetch(line.dataset.news, { cache: "no-cache" });
        if (!answer.ok) return;
        if ((await answer.text()) !== line.dataset.head) {
          if (!begun()) location.reload();
          line.hidden = false;
          return;
        }
      } catch {
        // No network for now: asked again later.
      }
      wait = Math.min(wait * 1.05, LATEST);
    }
    setTimeout(look, wait);
  };

  document.addEventListener("visibilitychange", () => { wait = SOONEST; });
  setTimeout(look, wait);
})();
