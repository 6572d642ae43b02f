// Offers words for the shuffle that were made here, in the browser, and that no server knew before;
// shows the digits that enter the record, and notes them here for the check of the match.
(() => {
  "use strict";
  const CONSONANTS = "bdfghklmnprstvzj";
  const VOWELS = "aeio";
  const WORDS = 7;
  const SYLLABLES = 3;
  const DIGITS = 40;

  const random = (size) => Array.from(crypto.getRandomValues(new Uint8Array(size)));
  const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // Six bits a syllable, 126 in all.
  const syllable = (byte) => CONSONANTS[byte & 15] + VOWELS[(byte >> 4) & 3];
  const randomWord = () => random(SYLLABLES).map(syllable).join("");
  const randomWords = () => Array.from({ length: WORDS }, randomWord).join(" ");

  const digitsOf = async (nonce, words) => {
    const bytes = new TextEncoder().encode(nonce + words);
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    return hex(Array.from(new Uint8Array(digest))).slice(0, DIGITS);
  };

  const note = (digits) => {
    const commitment = document.querySelector("[data-commitment]").textContent;
    try {
      localStorage.setItem(`chickenfoot.words.${commitment}`, digits);
    } catch {
      // A browser that keeps nothing: the digits can be written down.
    }
  };

  const follow = (field) => {
    const form = field.form;
    const nonce = form.querySelector("[data-nonce]");
    const line = form.querySelector("[data-digits]");
    let digits = "";

    const show = async () => {
      if (!crypto.subtle) return; // Not at this address: the server's digits stand there later.
      const words = field.value.trim();
      digits = words ? await digitsOf(nonce.value, words) : "";
      line.hidden = !digits;
      line.querySelector("code").textContent = digits;
    };
    const fill = () => {
      // Nobody has written them, so they hold up nothing that happens at the table.
      field.value = field.defaultValue = randomWords();
      nonce.value = hex(random(16));
      show();
    };

    field.addEventListener("input", show);
    form.addEventListener("submit", () => note(digits));
    const other = form.querySelector("[data-other-words]");
    if (other) {
      other.hidden = false;
      other.addEventListener("click", () => {
        fill();
        field.focus();
      });
    }
    if (field.value) show();
    else fill();
  };

  document.querySelectorAll("[data-words]").forEach(follow);
})();
