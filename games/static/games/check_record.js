// Checks a match record by itself (RECORD.md): the chain of digests, the seed's commitment, every
// deal, and a head. Whether the moves follow the rules is not asked here.
(() => {
  "use strict";
  const HEADER = '{"format":"chickenfoot-record","version":1}';
  const FIELDS = "at,cause,data,digest,seq,type";
  const WORD = 1n << 64n;

  class Fault extends Error {
    constructor(code, number = 0) {
      super(code);
      this.code = code;
      this.number = number;
    }
  }

  const bytesOf = (text) => new TextEncoder().encode(text);
  const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const sha256 = async (bytes) => hexOf(await crypto.subtle.digest("SHA-256", bytes));
  const keyOf = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hmac = async (key, bytes) => new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));

  // Keys of records are ASCII, so that sorting by code units is sorting by code points.
  const canonical = (value) => {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const named = (name) => `${JSON.stringify(name)}:${canonical(value[name])}`;
    return `{${Object.keys(value).sort().map(named).join(",")}}`;
  };

  const parsed = (line, seq) => {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      throw new Fault("line", seq);
    }
    if (canonical(event) !== line || Object.keys(event ?? {}).join() !== FIELDS) throw new Fault("line", seq);
    return event;
  };

  const readEvents = async (bytes, tell) => {
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new Fault("text");
    }
    const [header, ...lines] = text.replace(/\n$/, "").split("\n");
    if (header !== HEADER) throw new Fault("header");
    const events = [];
    let before = "";
    for (const line of lines) {
      const seq = events.length + 1;
      const { digest, ...body } = parsed(line, seq);
      before = await sha256(bytesOf(`${before}\n${canonical(body)}`));
      if (body.seq !== seq || digest !== before) throw new Fault("digest", seq);
      events.push({ ...body, digest });
      tell(seq / lines.length / 2);
    }
    return events;
  };

  async function* numbersOf(seed, number, words) {
    const key = await keyOf(await hmac(await keyOf(seed), bytesOf(canonical({ round: number, words }))));
    for (let counter = 0n; ; counter += 1n) {
      const at = new DataView(new ArrayBuffer(8));
      at.setBigUint64(0, counter);
      const block = new DataView((await hmac(key, at.buffer)).buffer);
      for (const offset of [0, 8, 16, 24]) yield block.getBigUint64(offset);
    }
  }

  const shuffled = async (tiles, numbers) => {
    for (let last = tiles.length - 1; last > 0; last -= 1) {
      const size = BigInt(last + 1);
      let number;
      do number = (await numbers.next()).value; while (number >= WORD - (WORD % size));
      const other = Number(number % size);
      [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
    }
    return tiles;
  };

  const dealOf = async ({ rules, seats, words }, seed, round, search) => {
    const whole = [];
    for (let low = 0; low <= rules.highest; low += 1) {
      for (let high = low; high <= rules.highest; high += 1) whole.push(`${low}-${high}`);
    }
    const numbers = numbersOf(seed, round, words);
    const pips = rules.highest - round + 1;
    const starter = `${pips}-${pips}`;
    let tiles = await shuffled([...whole], numbers);
    let first = search;
    if (rules.opening === "set_aside") {
      first = (search + tiles.indexOf(starter)) % seats;
      tiles = await shuffled(whole.filter((tile) => tile !== starter), numbers);
    }
    const size = rules.hand_size;
    const hands = Array.from({ length: seats }, (_, seat) => tiles.slice(seat * size, (seat + 1) * size));
    return { first, hands, round, starter, yard: tiles.slice(seats * size) };
  };

  const checkDeals = async (events, start, seed, tell) => {
    let lead = -1;
    let deals = 0;
    for (const { data, type } of events) {
      if (type === "round_dealt") {
        const begins = start.rules.pace === "side_by_side" ? data.round - 1 : lead + 1;
        const dealt = await dealOf(start, seed, data.round, begins % start.seats);
        if (canonical(dealt) !== canonical(data)) throw new Fault("deal", data.round);
        lead = data.first;
        deals += 1;
        tell(0.5 + deals / start.rules.rounds / 2);
      } else if (type === "tile_played" && data.on === null) lead = data.seat;
    }
    return deals;
  };

  // The seq whose head this is (RECORD.md, Heads), or nothing.
  const seqOfHead = async (events, seed, head) => {
    const key = await keyOf(await hmac(await keyOf(seed), bytesOf("heads")));
    for (const { digest, seq } of events) {
      if (hexOf(await hmac(key, bytesOf(digest))) === head) return seq;
    }
    return 0;
  };

  // What a record proves; throws a Fault with the event or the round that it is about.
  const checkRecord = async (bytes, tell = () => {}) => {
    const events = await readEvents(bytes, tell);
    const start = events[0]?.type === "match_started" ? events[0].data : null;
    if (!start) throw new Fault("line", 1);
    const opened = events[events.length - 1].data.seed;
    if (opened === undefined) throw new Fault("unfinished");
    const seed = fromHex(String(opened));
    if (!/^[0-9a-f]{64}$/.test(opened) || (await sha256(seed)) !== start.seed_commitment) throw new Fault("seed");
    const deals = await checkDeals(events, start, seed, tell);
    return {
      events: events.length,
      deals,
      commitment: start.seed_commitment,
      words: start.words,
      seqOfHead: (head) => seqOfHead(events, seed, head),
    };
  };

  window.chickenfoot = { checkRecord, sha256, bytesOf };
})();
