// One draw of a proof: what the stream gives for it, and what the chain says of it.

const ALL_WORDS = 2 ** 32;

const drawKey = async (keys, draw) =>
  hmacKey(await hmac(keys.stream, lp("pf1/draw"), be64(draw.nonce), lp(draw.purpose)));

// The words of a draw: eight from each block, in order, across blocks.
class Words {
  constructor(key) {
    this.key = key;
    this.blocks = 0;
    this.left = [];
  }

  async next() {
    if (!this.left.length) {
      const view = new DataView((await hmac(this.key, be64(this.blocks++))).buffer);
      for (let at = view.byteLength; at;) this.left.push(view.getUint32((at -= NUMBER_BYTES)));
    }
    return this.left.pop();
  }

  async value(bound) {
    if (bound === 1) return 1;
    const limit = ALL_WORDS - (ALL_WORDS % bound);
    let word = await this.next();
    while (word >= limit) word = await this.next();
    return (word % bound) + 1;
  }
}

async function valuesOf(key, bounds) {
  const words = new Words(key);
  const found = [];
  for (const bound of bounds) found.push(await words.value(bound));
  return found;
}

async function shuffled(key, cards) {
  const order = [...cards];
  const bounds = Array.from(
    { length: Math.max(0, cards.length - 1) },
    (_, place) => cards.length - place,
  );
  for (const [step, value] of (await valuesOf(key, bounds)).entries()) {
    const last = bounds[step] - 1;
    [order[last], order[value - 1]] = [order[value - 1], order[last]];
  }
  return order;
}

async function root(leaves) {
  let row = leaves;
  while (row.length > 1) {
    const pairs = row.slice(0, row.length >> 1);
    const above = pairs.map((_, at) => sha256(Uint8Array.of(1), row[2 * at], row[2 * at + 1]));
    row = [...(await Promise.all(above)), ...row.slice(2 * pairs.length)];
  }
  return row[0];
}

async function deckRequest(deck, keys, key) {
  const { id, cards } = deck;
  const definition = await sha256(lp("pf1/deck-definition"), be32(cards.length), cards.map(lp));
  const leaves = (await shuffled(key, cards)).map(async (card, place) => {
    const salt = await hmac(keys.seed, lp("pf1/card-salt"), lp(id), be32(place));
    return sha256(Uint8Array.of(0), lp("pf1/card"), lp(id), be32(place), lp(card), lp(salt));
  });
  return `${hex(definition)}:${hex(await root(await Promise.all(leaves)))}`;
}

async function drawFaults(draw, at, keys) {
  const faults = [];
  const tell = (pointer, wrong, expected) =>
    faults.push(fault(`/draws/${at}${pointer}`, wrong, expected));
  const own = { ...draw, nonce: at };
  if (draw.nonce !== at) tell("/nonce", "gap", String(at));
  if (draw.salt === undefined && draw.request.startsWith("secret:")) tell("/request", "sealed");
  if (draw.salt !== undefined) {
    const salt = hex(await hmac(keys.seed, lp("pf1/roll-salt"), be64(at)));
    if (draw.salt !== salt) tell("/salt", "salt", salt);
  }
  const key = await drawKey(keys, own);
  await deckFaults(draw, keys, key, tell);
  valueFaults(draw, await valuesOf(key, draw.bounds), tell);
  return faults;
}

async function deckFaults(draw, keys, key, tell) {
  const { deck, purpose } = draw;
  if (!deck) {
    if (purpose === "deck") tell("/deck", "not_opened");
    return;
  }
  if (purpose !== "deck") tell("/purpose", "deck", "deck");
  if (draw.salt !== undefined) tell("/salt", "unknown");
  if (deck.cards.length === 0) {
    tell("/deck/cards", "malformed");
  } else {
    const request = await deckRequest(deck, keys, key);
    if (draw.request !== request) tell("/request", "deck", request);
  }
  if (draw.bounds.length) tell("/bounds", "deck", "[]");
}

function valueFaults(draw, right, tell) {
  if (draw.values.length !== right.length) tell("/values", "count", String(right.length));
  right.slice(0, draw.values.length).forEach((value, place) => {
    if (draw.values[place] !== value) tell(`/values/${place}`, "value", String(value));
  });
}

async function headAfter(head, at, draw) {
  let { request, values } = draw;
  if (draw.salt !== undefined) {
    const hidden = await sha256(lp("pf1/secret"), lp(unhex(draw.salt)), lp(request), list(values));
    [request, values] = [`secret:${hex(hidden)}`, []];
  }
  return hex(
    await sha256(
      lp("pf1/link"),
      lp(unhex(head)),
      be64(at),
      lp(draw.purpose),
      lp(request),
      list(values),
    ),
  );
}
