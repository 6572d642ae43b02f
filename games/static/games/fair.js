// Checks the open match in this browser and tells how it goes; the server is asked for nothing but
// the record. What was noted here when words were given is held against it, too.
(() => {
  "use strict";
  const card = document.querySelector("[data-fair]");
  if (!card) return;
  const button = card.querySelector("button");
  const progress = card.querySelector("progress");
  const told = card.querySelector("[role=status]");
  const noted = card.querySelector("input");
  const said = card.dataset;

  const say = (sentence, values = {}, kind = "success") => {
    const line = document.createElement("p");
    line.className = `notice ${kind}`;
    line.textContent = sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    told.append(line);
  };

  // Of a sentence in each form that the page's language has, the one that goes with this number.
  const inForm = (forms, number) => {
    const written = JSON.parse(forms);
    return written[new Intl.PluralRules(document.documentElement.lang).select(number)] ?? written.other;
  };

  const ownDigits = (commitment) => {
    try {
      return localStorage.getItem(`chickenfoot.words.${commitment}`);
    } catch {
      return null; // A browser that keeps nothing.
    }
  };

  const compareNoted = async (found) => {
    const written = noted.value.trim().toLowerCase();
    if (!written) return;
    const seat = found.words.indexOf(written) + 1;
    const seq = await found.seqOfHead(written);
    if (written === found.commitment) say(said.notedFingerprint);
    else if (seat) say(said.notedWords, { seat });
    else if (seq) say(said.notedHead, { seq });
    else say(said.notedNothing, {}, "error");
  };

  const compareWords = (found) => {
    const digits = ownDigits(found.commitment);
    if (!digits) return;
    const seat = found.words.indexOf(digits) + 1;
    if (seat) say(said.ownWords, { seat, digits });
    else say(said.ownWordsMissing, { digits }, "error");
  };

  const check = async () => {
    const answer = await fetch(said.fair, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.status);
    const found = await chickenfoot.checkRecord(await answer.arrayBuffer(), (part) => { progress.value = part; });
    say(inForm(said.chain, found.events), found);
    say(said.seed, found);
    say(inForm(said.deals, found.deals), found);
    compareWords(found);
    await compareNoted(found);
  };

  button.addEventListener("click", async () => {
    told.replaceChildren();
    button.disabled = true;
    progress.hidden = false;
    try {
      await check();
    } catch (fault) {
      say(said[`fault${fault.code}`] ?? said.unreachable, fault, "error");
    }
    progress.hidden = true;
    button.disabled = false;
  });

  // Browsers have WebCrypto at addresses with https, and on the machine itself.
  if (!window.crypto?.subtle) {
    card.querySelector("[data-with-script]").hidden = true;
    say(said.without, {}, "warning");
  }
})();
