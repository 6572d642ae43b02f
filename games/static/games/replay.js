// Arrow keys, Home and End lead through a replay as its links do; the list of moves follows.
(() => {
  "use strict";
  const current = document.querySelector("[aria-current=step]");
  const list = current?.closest("ol");
  if (list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = document.querySelector(`a[data-key="${event.key}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
