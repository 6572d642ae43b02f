// Answers the question for the time zone with the browser's own, so that nobody has to look for it.
// The field is hidden by a class before the page is painted, so that nothing moves later.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { classList } = document.documentElement;
  if (zone) classList.add("knows-zone");

  document.addEventListener("DOMContentLoaded", () => {
    const field = document.querySelector("select[name=time_zone]");
    if (field && zone && [...field.options].some((option) => option.value === zone)) field.value = zone;
    else classList.remove("knows-zone");
  });
})();
