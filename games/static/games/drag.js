// Drags a tile of the hand to an end that it fits, which leads where touching the two leads:
// to the move laid and not yet confirmed. Dropped elsewhere it goes back to its place.
(() => {
  "use strict";
  const hand = document.querySelector(".hand");
  const board = document.querySelector(".board");
  if (!hand || !board) return;
  const news = document.querySelector("[data-news]");
  const FAR = 8; // A finger that moves less than this, in pixels, touches.
  const CLOSE = 40;
  let drag = null;
  let wasDragged = false;

  const endsOf = (link) => link.dataset.ends.split(" ");
  const marksOf = (link) => {
    const ends = endsOf(link);
    const marks = [...board.querySelectorAll(".cf-mark")];
    const fitting = marks.filter((mark) => ends.includes(mark.dataset.on));
    return fitting.length === ends.length ? fitting : [];
  };

  const centre = (part) => {
    const box = part.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  const nearest = () => {
    const [x, y] = centre(drag.link);
    let least = CLOSE;
    let found = null;
    for (const mark of drag.marks) {
      const [markX, markY] = centre(mark);
      const distance = Math.hypot(markX - x, markY - y);
      if (distance < least) [least, found] = [distance, mark];
    }
    return found;
  };

  const light = (found) => {
    for (const mark of drag.marks) mark.classList.toggle("near", mark === found);
  };

  const start = () => {
    drag.isMoving = wasDragged = true;
    drag.link.setPointerCapture(drag.pointer);
    drag.link.classList.add("dragged");
    board.classList.add("takes");
    for (const mark of drag.marks) mark.classList.add("fits");
    board.scrollIntoView({ block: "nearest" });
    drag.isHeld = news && "held" in news.dataset;
    if (news) news.dataset.held = "";
  };

  const putBack = () => {
    if (!drag) return;
    if (drag.isMoving) {
      light(null);
      for (const mark of drag.marks) mark.classList.remove("fits");
      board.classList.remove("takes");
      drag.link.classList.remove("dragged");
      drag.link.style.translate = "";
      if (news && !drag.isHeld) delete news.dataset.held;
    }
    drag = null;
  };

  hand.addEventListener("pointerdown", (event) => {
    const link = event.target.closest("a[data-ends]");
    wasDragged = false;
    if (drag || !link || event.button !== 0 || !event.isPrimary) return putBack();
    const marks = marksOf(link);
    if (!marks.length) return;
    // Under a finger nothing can be seen: there the tile goes ahead of it.
    const ahead = event.pointerType === "touch" ? link.offsetHeight * 0.75 : 0;
    drag = { link, marks, ahead, pointer: event.pointerId, x: event.pageX, y: event.pageY };
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const [x, y] = [event.pageX - drag.x, event.pageY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < FAR) return;
    if (!drag.isMoving) start();
    drag.link.style.translate = `${x}px ${y - drag.ahead}px`;
    light(nearest());
  });

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    const found = drag.isMoving && nearest();
    if (!found) return putBack();
    const address = new URL(drag.link.href);
    address.searchParams.set("on", found.dataset.on);
    location.assign(address);
  });

  document.addEventListener("pointercancel", putBack);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") putBack(); });
  window.addEventListener("pageshow", putBack); // The page is shown again as it was left.
  // A browser would drag the link away, or follow it when a dragged tile is let go.
  hand.addEventListener("dragstart", (event) => event.preventDefault());
  hand.addEventListener("click", (event) => {
    if (wasDragged && event.detail > 0) event.preventDefault();
  });
})();
