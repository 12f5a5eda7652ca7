// A whole proof: its form, its inputs, every draw, the chain, and what somebody saved of it.

const AT_ONCE = 100;

// Gives every fault of a proof; none means that it is true. Where the form or the inputs are wrong,
// only that is told: everything else would be wrong because of it.
async function verify(proof, saved, progress = async () => {}) {
  const unfit = misfits(proof, PROOF);
  if (unfit.length) return unfit;
  const kept = savedFaults(proof, saved);
  const inputs = await inputFaults(proof);
  if (inputs.length) return [...kept, ...inputs];
  const drawn = await allDrawFaults(proof, await streamKeys(proof), progress);
  return [...kept, ...drawn, ...deckIdFaults(proof), ...(await chainFaults(proof, progress))];
}

function savedFaults(proof, saved) {
  const faults = saved.hashes
    .filter(([name, hash]) => hash !== proof[name])
    .map(([name, hash]) => fault(`/${name}`, "not_saved", hash));
  const given = new Set(proof.client_seeds.map(({ label, seed }) => `${label} ${seed}`));
  for (const own of saved.seeds) {
    if (!given.has(own.join(" "))) faults.push(fault("/client_seeds", "not_saved", own.join(" ")));
  }
  for (const [nonce, head] of saved.heads) {
    const draw = proof.draws[nonce];
    if (draw?.head !== head) {
      faults.push(fault(draw ? `/draws/${nonce}/head` : "/draws", "not_saved", head));
    }
  }
  return faults;
}

async function inputFaults(proof) {
  const faults = repeats(proof.client_seeds.map(({ label }) => label)).map((at) =>
    fault(`/client_seeds/${at}/label`, "repeated"),
  );
  const commitment = hex(
    await sha256(lp("pf1/commit"), nameOf(proof), lp(unhex(proof.server_seed))),
  );
  if (commitment !== proof.commitment) {
    return [...faults, fault("/commitment", "commitment", commitment)];
  }
  const parts = [unhex(commitment), await clientsOf(proof), unhex(proof.beacon)];
  const genesis = hex(await sha256(lp("pf1/genesis"), parts.map(lp)));
  return genesis === proof.genesis ? faults : [...faults, fault("/genesis", "genesis", genesis)];
}

async function streamKeys(proof) {
  const seed = await hmacKey(unhex(proof.server_seed));
  const mixed = [lp(await clientsOf(proof)), lp(unhex(proof.beacon))];
  const stream = await hmac(seed, lp("pf1/stream"), nameOf(proof), mixed);
  return { seed, stream: await hmacKey(stream) };
}

// Gives how each hidden deck of a true proof lay, top first, by its id.
async function decksOf({ draws, ...proof }) {
  const keys = await streamKeys(proof);
  const lay = new Map();
  for (const draw of draws) {
    if (!draw.deck) continue;
    lay.set(draw.deck.id, await shuffled(await drawKey(keys, draw), draw.deck.cards));
  }
  return lay;
}

async function allDrawFaults({ draws }, keys, progress) {
  const faults = [];
  for (let first = 0; first < draws.length; first += AT_ONCE) {
    const some = draws.slice(first, first + AT_ONCE);
    const found = await Promise.all(
      some.map((draw, place) => drawFaults(draw, first + place, keys)),
    );
    for (const each of found) for (const one of each) faults.push(one);
    await progress(first + some.length);
  }
  return faults;
}

// A wrong head is told once: the next link may follow from what it should have been.
async function chainFaults(proof, progress) {
  const faults = [];
  let [right, told] = [proof.genesis, proof.genesis];
  for (const [at, draw] of proof.draws.entries()) {
    const next = await headAfter(right, at, draw);
    const alike = draw.head === next || draw.head === (await headAfter(told, at, draw));
    if (!alike) faults.push(fault(`/draws/${at}/head`, "head", next));
    [right, told] = [next, draw.head];
    if (at % AT_ONCE === AT_ONCE - 1) await progress(proof.draws.length);
  }
  const closing = await closingOf(proof, right);
  if (proof.closing !== closing && proof.closing !== (await closingOf(proof, told))) {
    faults.push(fault("/closing", "closing", closing));
  }
  return faults;
}

const deckIdFaults = ({ draws }) =>
  repeats(draws.map(({ deck }) => deck?.id)).map((at) => fault(`/draws/${at}/deck/id`, "repeated"));

function repeats(names) {
  const first = new Map();
  names.forEach((name, at) => first.has(name) || first.set(name, at));
  return [...names.keys()].filter((at) => names[at] !== undefined && first.get(names[at]) < at);
}

const nameOf = ({ tenant, stream, index }) => [lp(tenant), lp(stream), be32(index)];

const clientsOf = ({ client_seeds: seeds }) =>
  sha256(
    lp("pf1/client"),
    be32(seeds.length),
    seeds.map(({ label, seed }) => [lp(label), lp(seed)]),
  );

const closingOf = async ({ draws }, head) =>
  hex(
    await sha256(
      lp("pf1/close"),
      lp(unhex(head)),
      be32(draws.length),
      draws.map(({ bounds }) => list(bounds)),
    ),
  );
