// Signed receipts, as docs/receipts.md tells: what the server swore to counts as saved.

const SEAL = "majokko/receipt/1\0";
const LARGEST = 2 ** 53 - 1;

const SEALED = record({
  index: whole(0, LARGEST),
  size: whole(1, LARGEST),
  path: listOf(HASH),
  signature: matching(/^[0-9a-f]{128}$/),
});

const KEY = record({
  id: isText,
  algorithm: matching(/^Ed25519$/),
  public_key: HASH,
  not_before: isText,
  not_after: isText,
});

class NoSignatures extends Error {}

const HELD_BY = ["receipt", "receipts", "stream", "secret_stream", "dealt", "deal", "items"];

// Finds every receipt in what somebody saved: a receipt, the answer it came with, a list of them.
function receiptsIn(value) {
  if (Array.isArray(value)) return value.flatMap(receiptsIn);
  if (!isObject(value)) return [];
  if (isObject(value.proof)) return [value];
  return HELD_BY.flatMap((name) => receiptsIn(value[name]));
}

// Reads what GET /v1/fairness/keys answered, or a lone key, which has no period.
function keysIn(text) {
  if (HASH(text)) return [{ public_key: text }];
  const listed = read(text)?.keys;
  const fits = Array.isArray(listed) && listed.length && !misfits(listed, listOf(KEY)).length;
  return fits ? listed : null;
}

// Sorted members, no blanks, nothing escaped that need not be.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return typeof value === "bigint" ? String(value) : JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

async function receiptFaults(receipt, keys) {
  const { proof, ...statement } = receipt;
  if (statement.v !== 1 || !isText(statement.key) || !isText(statement.time)) return ["malformed"];
  if (misfits(proof, SEALED).length || proof.index >= proof.size) return ["malformed"];
  if (hasFraction(statement)) return ["malformed"];
  const key = keys.find(({ id }) => id === undefined || id === statement.key);
  if (!key) return ["key_unknown"];
  const { not_before: begins, not_after: ends } = key;
  const inForce = begins === undefined || (begins <= statement.time && statement.time < ends);
  const faults = inForce ? [] : ["key_not_in_force"];
  const leaf = await sha256(Uint8Array.of(0), utf8.encode(canonical(statement)));
  const top = await climbed(leaf, proof);
  if (!top) return [...faults, "path_length"];
  const signed = joined(utf8.encode(SEAL), be64(proof.size), top);
  const genuine = await isSigned(signed, proof.signature, key.public_key);
  return genuine ? faults : [...faults, "signature"];
}

const hasFraction = (value) =>
  value instanceof Fraction ||
  (Array.isArray(value)
    ? value.some(hasFraction)
    : isObject(value) && Object.values(value).some(hasFraction));

// Numbers of more than 32 bits rule out shifts.
async function climbed(leaf, { index, size, path }) {
  let [place, last, node] = [index, size - 1, leaf];
  const rest = path.map(unhex);
  for (; last; place = Math.floor(place / 2), last = Math.floor(last / 2)) {
    const right = place % 2 === 1;
    if (!right && place === last) continue; // an odd one at the end moves up as it is
    if (!rest.length) return null;
    const pair = right ? [rest.shift(), node] : [node, rest.shift()];
    node = await sha256(Uint8Array.of(1), pair);
  }
  return rest.length ? null : node;
}

async function isSigned(message, signature, publicKey) {
  let key;
  try {
    key = await crypto.subtle.importKey("raw", unhex(publicKey), "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error.name === "NotSupportedError") throw new NoSignatures();
    return false; // no point of the curve
  }
  return crypto.subtle.verify("Ed25519", key, unhex(signature), message);
}

// Adds what a receipt swears to to what was saved; false if it is about another stream. Those of
// streams name theirs by `id`, those of rolls by `stream`.
function swornIn(receipt, proof, saved) {
  const stream = receipt.commitment === undefined ? receipt.stream : receipt.id;
  const here = { tenant: receipt.tenant, stream, index: receipt.index };
  if (Object.entries(here).some(([name, value]) => value !== proof[name])) return false;
  if (HASH(receipt.commitment)) saved.hashes.push(["commitment", receipt.commitment]);
  if (HASH(receipt.head)) saved.heads.push([receipt.nonce, receipt.head]);
  return true;
}
