// What somebody wrote down at the time, as typed into the page.

const HEAD_LINE = /^(\d{1,15})[\s:=,]+([0-9a-f]{64})$/;
const SEED_LINE = /^([A-Za-z0-9_-]{1,64})[\s:=,]+([A-Za-z0-9._~-]{1,64})$/;

class Unreadable extends Error {
  constructor(field) {
    super(field);
    this.field = field;
  }
}

const typed = (field) => document.getElementById(field).value.trim();

function savedHash(field) {
  const text = typed(field)
    .replace(/^(W\/)?"(.*)"$/, "$2")
    .toLowerCase();
  if (text && !HASH(text)) throw new Unreadable(field);
  return text ? [[field, text]] : [];
}

function savedLines(field, pattern) {
  const lines = typed(field)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.map((line) => {
    const found = pattern.exec(line);
    if (!found) throw new Unreadable(field);
    return found.slice(1);
  });
}

function savedReceipts() {
  const text = typed("receipts");
  if (!text) return [];
  const found = readField("receipts", (written) => receiptsIn(read(written)));
  if (!found.length) throw new Unreadable("receipts");
  return found;
}

function savedKeys() {
  if (!typed("keys")) return [];
  const found = readField("keys", keysIn);
  if (!found) throw new Unreadable("keys");
  return found;
}

function readField(field, reading) {
  try {
    return reading(typed(field));
  } catch (error) {
    if (error instanceof NotJson) throw new Unreadable(field);
    throw error;
  }
}

function allSaved() {
  const saved = {
    hashes: [...savedHash("commitment"), ...savedHash("closing")],
    heads: savedLines("heads", HEAD_LINE).map(([nonce, head]) => [Number(nonce), head]),
    seeds: savedLines("seeds", SEED_LINE),
  };
  return { saved, receipts: savedReceipts(), keys: savedKeys() };
}
