// Shows as many seats as are chosen, an address only where somebody is invited by e-mail, and how
// many days the table takes. Without this script all of that is asked for with buttons.
(() => {
  "use strict";
  const form = document.querySelector(".new-table");
  const seats = form.elements.seats;
  const rows = [...form.querySelectorAll("[data-seat]")];
  const about = form.querySelector("[data-estimates]");
  const measured = JSON.parse(about.dataset.estimates);
  const plural = new Intl.PluralRules(document.documentElement.lang);

  const showSeats = () => {
    for (const row of rows) {
      row.hidden = Number(row.dataset.seat) >= Number(seats.value);
      const byMail = row.querySelector("select").value === "address";
      const address = row.querySelector("[data-address]");
      address.hidden = !byMail;
      address.querySelector("input").disabled = !byMail;
    }
  };

  const showNumber = () => {
    const asked = form.elements.match_length.value === "number";
    form.querySelector("[data-number]").hidden = !asked;
    form.elements.rounds.disabled = !asked;
  };

  const rounded = (days) => (days < measured.finest ? Math.max(1, Math.floor(days)) : 5 * Math.round(days / 5));

  const estimate = (pace) => {
    const count = Number(seats.value);
    const bots = rows.slice(0, count).filter((row) => row.querySelector("select").value.startsWith("bot:"));
    const people = count - bots.length;
    if (people < 2) return about.dataset.none;
    const table = measured.rounds[form.elements.preset.value];
    const highest = Number(form.elements.highest.value) || (count > 7 && form.elements.preset.value === "four-arms" ? 12 : 9);
    const tiles = ((highest + 1) * (highest + 2)) / 2;
    const one = ((table[Math.min(count - 2, table.length - 1)] * people) / count) * (tiles / 55);
    const lengths = { short: 3, half: Math.floor((highest + 1) / 2), full: highest + 1, number: Math.min(Number(form.elements.rounds.value) || highest + 1, highest + 1) };
    const rounds = lengths[form.elements.match_length.value];
    const days = pace === "in_turn" ? one * rounds : one + measured.slowest[form.elements.preset.value] * Math.log10(rounds);
    const whole = rounded(days);
    return (measured.days[plural.select(whole)] ?? measured.days.other).replace("%(days)s", whole);
  };

  const show = () => {
    showSeats();
    showNumber();
    for (const line of form.querySelectorAll("[data-pace]")) line.textContent = estimate(line.dataset.pace);
  };

  for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;
  form.addEventListener("input", show);
  // A page that comes back from the browser's memory shows what was chosen, too.
  window.addEventListener("pageshow", show);
  show();
})();
