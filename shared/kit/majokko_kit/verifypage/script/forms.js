// The form of a proof: these members, no others, each in the one way in which it is written.

const MOST = 2 ** 32 - 1;
const MOST_LONG = 2n ** 64n - 1n;

const matching = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const isText = (value) => typeof value === "string";
const isWhole = (value) => typeof value === "number" || typeof value === "bigint";
const whole = (least, most) => (value) => isWhole(value) && value >= least && value <= most;

const listOf = (item) => ({ item });
const record = (members, optional = []) => ({
  members,
  required: Object.keys(members)
    .filter((name) => !optional.includes(name))
    .sort(),
});

const HASH = matching(/^[0-9a-f]{64}$/);
const ID = matching(/^[A-Za-z0-9_-]{1,64}$/);
const NUMBERS = listOf(whole(1, MOST));

const DRAW = record(
  {
    nonce: whole(0, MOST_LONG),
    purpose: isText,
    request: isText,
    bounds: NUMBERS,
    values: NUMBERS,
    salt: HASH,
    deck: record({ id: isText, cards: listOf(isText) }),
    head: HASH,
  },
  ["salt", "deck"],
);

const PROOF = record({
  scheme: matching(/^pf1$/),
  tenant: ID,
  stream: ID,
  index: whole(0, MOST),
  commitment: HASH,
  server_seed: HASH,
  client_seeds: listOf(record({ label: ID, seed: matching(/^[A-Za-z0-9._~-]{1,64}$/) })),
  beacon: matching(/^([0-9a-f]{64})?$/),
  genesis: HASH,
  draws: listOf(DRAW),
  closing: HASH,
});

const fault = (pointer, wrong, expected = "") => ({ pointer, wrong, expected });

const isObject = (value) =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Fraction);

// Gives a fault for everything in a value that is not of the form.
function misfits(value, form, pointer = "", faults = []) {
  if (typeof form === "function") {
    if (!form(value)) faults.push(fault(pointer, "malformed"));
  } else if (form.item && Array.isArray(value)) {
    value.forEach((item, place) => misfits(item, form.item, `${pointer}/${place}`, faults));
  } else if (form.members && isObject(value)) {
    memberMisfits(value, form, pointer, faults);
  } else {
    faults.push(fault(pointer, "malformed"));
  }
  return faults;
}

function memberMisfits(value, { members, required }, pointer, faults) {
  for (const name of required) {
    if (!(name in value)) faults.push(fault(`${pointer}/${name}`, "missing"));
  }
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(members, name)) misfits(item, members[name], `${pointer}/${name}`, faults);
    else faults.push(fault(`${pointer}/${escaped(name)}`, "unknown"));
  }
}

const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");
