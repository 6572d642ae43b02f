// Copies the address of a step, or hands it to what the device sends things with.
(() => {
  "use strict";
  const field = () => document.getElementById("share-address");
  const say = (text) => { document.getElementById("share-done").textContent = text; };

  // Where the page was not loaded by https, browsers only copy what is selected.
  const copy = async (done) => {
    try {
      await navigator.clipboard.writeText(field().value);
    } catch {
      field().select();
      if (!document.execCommand("copy")) return;
    }
    say(done);
  };

  // Whoever closes the device's own list has not asked for anything more.
  const send = () => navigator.share({ title: document.title, url: field().value }).catch(() => {});

  const offer = () => {
    if (!navigator.share) return;
    for (const button of document.querySelectorAll("[data-send]")) button.hidden = false;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-send]");
    if (!button) return;
    if ("copy" in button.dataset) copy(button.dataset.copy);
    else send();
  });
  document.addEventListener("replay:shown", offer);
  offer();
})();
