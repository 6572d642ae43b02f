// Leads through a replay by its links, its slider and the arrow keys without loading the page
// anew: of a step it asks for what is marked `data-part`, each of which replaces its like.
(() => {
  "use strict";
  const slider = document.getElementById("replay-slider");
  if (!slider) return;
  const MOST_KEPT = 60;
  const TYPED_IN = "input, select, textarea, [contenteditable], .scroll";
  const answers = new Map();
  const reader = new DOMParser();
  const line = document.getElementById("replay-line");
  let shown = location.pathname + location.search;
  let wanted = null;
  let heading = "";

  // What is no step is asked for again by the browser itself, which shows what came instead.
  const ask = (href) => {
    const reel = slider.dataset.reel;
    const key = `${reel} ${href}`;
    if (!answers.has(key)) {
      const answer = fetch(href, { headers: { "Replay-Reel": reel } }).then(async (got) => {
        const text = await got.text();
        return got.ok && text.includes(slider.id) ? { href: got.url, text } : null;
      });
      answer.catch(() => answers.delete(key));
      answers.set(key, answer);
      if (answers.size > MOST_KEPT) answers.delete(answers.keys().next().value);
    }
    return answers.get(key);
  };

  const replace = (mine, theirs) => {
    for (const name of mine.getAttributeNames()) {
      if (!theirs.hasAttribute(name)) mine.removeAttribute(name);
    }
    for (const name of theirs.getAttributeNames()) mine.setAttribute(name, theirs.getAttribute(name));
    mine.replaceChildren(...theirs.childNodes);
  };

  const follow = (list, current) => {
    if (!current) return;
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
  };

  const markMove = () => {
    const list = document.querySelector(".every-move ol");
    const current = list.children[Number(slider.getAttribute("value")) - list.start]?.firstChild;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    follow(list, current);
    const rounds = document.querySelector(".rounds ul");
    if (rounds) follow(rounds, rounds.querySelector("[aria-current]"));
  };

  const take = (text) => {
    const page = reader.parseFromString(text, "text/html");
    const focused = document.activeElement?.id;
    for (const theirs of page.querySelectorAll("[data-part]")) {
      const mine = document.getElementById(theirs.id);
      if (mine) replace(mine, theirs);
    }
    document.title = page.title;
    if (!wanted) slider.value = slider.getAttribute("value");
    markMove();
    if (focused && document.activeElement?.id !== focused) {
      document.getElementById(focused)?.focus({ preventScroll: true });
    }
  };

  const reelOf = (href) => href.split("?")[0].replace(/\d+\/$/, "");
  const stepOf = (href) => Number(/(\d+)\/(?:\?|$)/.exec(href)[1]);
  const at = (step) => slider.dataset.first.replace(/0\/(?=\?|$)/, `${step}/`);

  // Steps of one reel are one place in the browser's history, each reel is another.
  const remember = (href) => {
    const way = reelOf(href) === reelOf(shown) ? "replaceState" : "pushState";
    history[way](null, "", href);
  };

  const show = async (href, byHistory) => {
    let answer;
    try {
      answer = await ask(href);
    } catch {
      line.textContent = line.dataset.trouble;
      slider.value = slider.getAttribute("value");
      document.dispatchEvent(new Event("replay:stopped"));
      return;
    }
    if (!answer) return location.assign(href);
    const place = new URL(answer.href);
    const here = place.pathname + place.search;
    take(answer.text);
    line.closest("main").classList.add("stepped");
    if (!byHistory) remember(here);
    shown = here;
    document.dispatchEvent(new Event("replay:shown"));
    const next = document.getElementById("step-forward").getAttribute("href");
    if (next) ask(next).catch(() => {});
  };

  // While a step is on its way only the last wish counts, so a slider is followed, not chased.
  const go = async (href, byHistory = false) => {
    const busy = heading;
    wanted = { href, byHistory };
    heading = href;
    if (busy) return;
    while (wanted) {
      const next = wanted;
      wanted = null;
      await show(next.href, next.byHistory);
    }
    heading = "";
  };

  // Who taps on before a step is there means the one after it.
  const meant = (link) => {
    const href = link.getAttribute("href");
    const way = { "step-back": -1, "step-forward": 1 }[link.id];
    if (!heading || !way || reelOf(heading) !== reelOf(slider.dataset.first)) return href;
    return at(Math.min(Math.max(stepOf(heading) + way, 0), Number(slider.max)));
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const elsewhere = event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!link?.matches(".at-replay :is(.steps, .every-move, .rounds, .reel, .turn-hands) a") || elsewhere) return;
    event.preventDefault();
    go(meant(link));
  });

  slider.addEventListener("input", () => {
    slider.setAttribute("aria-valuetext", slider.dataset.text.replace("{step}", slider.value));
    go(at(slider.value));
  });

  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) go(location.pathname + location.search, true);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(TYPED_IN)) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    event.preventDefault();
    if (link.hasAttribute("href")) link.click();
  });

  slider.value = slider.getAttribute("value");
  markMove();
})();
