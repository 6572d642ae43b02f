// Leads to the first field of a form that was refused; what is wrong is said beside it.
addEventListener("DOMContentLoaded", () => {
  document.querySelector("main [aria-invalid=true]")?.focus();
});

// Tells the server the browser's time zone, so that people without an account see their own time.
(() => {
  "use strict";
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `time_zone=${zone}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  }
})();
