// Plays a replay: goes forward again and again, in the time that is chosen, until it is stopped by
// its button, the space bar, anything else that leads through the steps, or the end of the match.
(() => {
  "use strict";
  const button = document.getElementById("replay-play");
  if (!button) return;
  const KEYS = new Set(["ArrowLeft", "ArrowRight", "Home", "End"]);
  const label = button.querySelector("span");
  const line = document.getElementById("replay-line");
  const speeds = [...document.querySelectorAll("input[name=speed]")];
  const words = { play: label.textContent, pause: button.dataset.pause };
  let playing = false;
  let timer = 0;

  const time = () => Number(speeds.find((speed) => speed.checked).value);
  const link = (name) => document.querySelector(`#step-${name}[href]`);

  const shows = (is) => {
    playing = is;
    clearTimeout(timer);
    button.classList.toggle("is-playing", is);
    label.textContent = is ? words.pause : words.play;
    hear();
  };

  // Steps that come faster than they can be read out are not read out.
  const hear = () => { line.ariaLive = playing && time() < 3000 ? "off" : "polite"; };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => link("forward")?.click(), time());
  };

  const start = () => {
    const next = link("forward") ?? link("first");
    if (!next) return;
    shows(true);
    next.click();
  };

  const stop = () => { if (playing) shows(false); };

  button.addEventListener("click", () => (playing ? stop() : start()));
  for (const speed of speeds) speed.addEventListener("change", () => { if (playing) { hear(); wait(); } });

  document.addEventListener("replay:shown", () => {
    hear();
    if (!playing) return;
    if (link("forward")) wait();
    else stop();
  });
  document.addEventListener("replay:stopped", stop);
  document.addEventListener("visibilitychange", () => { if (document.hidden) stop(); });
  document.addEventListener("click", (event) => { if (event.isTrusted && event.target.closest("a")) stop(); });
  document.getElementById("replay-slider").addEventListener("input", stop);

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (KEYS.has(event.key) && !event.target.closest("input, select, textarea, .scroll")) stop();
    if (event.key !== " " || event.target.closest("input, select, textarea, button, summary, .scroll")) return;
    event.preventDefault();
    if (!event.repeat) button.click();
  });

  // Who asks for little motion begins slowly.
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) speeds[0].checked = true;
})();
