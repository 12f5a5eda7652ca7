// Bytes as docs/fairness.md writes them, and the two hash functions, which the browser lends.
// A part of something is bytes, or a list of parts.

const NUMBER_BYTES = 4;
const LONG_BYTES = 8;

const utf8 = new TextEncoder();

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function joined(...parts) {
  const all = parts.flat(Infinity);
  const whole = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function be32(number) {
  const bytes = new Uint8Array(NUMBER_BYTES);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

function be64(number) {
  const bytes = new Uint8Array(LONG_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

function lp(part) {
  const bytes = typeof part === "string" ? utf8.encode(part) : part;
  return [be32(bytes.length), bytes];
}

const list = (numbers) => [be32(numbers.length), numbers.map(be32)];

const sha256 = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));

const HMAC = { name: "HMAC", hash: "SHA-256" };

const hmacKey = (bytes) => crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);

const hmac = async (key, ...parts) =>
  new Uint8Array(await crypto.subtle.sign(HMAC.name, key, joined(parts)));
