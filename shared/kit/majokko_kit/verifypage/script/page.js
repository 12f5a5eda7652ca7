// Joins everything: fields, files, the check, the language.

let result = null;
let file = null;
let turn = 0;

const byId = (id) => document.getElementById(id);

function tell(told) {
  result = told;
  show(result);
}

// Lets the browser paint and listen between two pieces of work.
const breathe = () => new Promise((resume) => setTimeout(resume));

async function check() {
  const mine = ++turn;
  const isStale = () => mine !== turn;
  const working = async (done, count) => {
    if (isStale()) return;
    tell({ verdict: "working", done, count });
    await breathe();
  };
  try {
    const told = await checked(working);
    if (!isStale()) tell(told);
  } catch (error) {
    if (!isStale()) tell(unreadable(error));
    if (![NotJson, Unreadable].some((kind) => error instanceof kind)) throw error;
  }
}

async function checked(working) {
  const { saved, receipts, keys } = allSaved();
  const proof = read(file ? decoded(await file.arrayBuffer()) : byId("proof").value);
  if (!isObject(proof)) throw new NotJson("malformed", 0);
  const count = Array.isArray(proof.draws) ? proof.draws.length : 0;
  await working(0, count);
  const sworn = await receiptsChecked(receipts, keys, proof, saved);
  const faults = [...(await verify(proof, saved, (done) => working(done, count))), ...sworn.faults];
  const verdict = faults.length ? "invalid" : "valid";
  const isFormed = !misfits(proof, PROOF).length;
  const lay = faults.length ? new Map() : await decksOf(proof);
  return { verdict, proof, faults, saved, lay, notes: isFormed, unsigned: sworn.unsigned };
}

async function receiptsChecked(receipts, keys, proof, saved) {
  const faults = [];
  for (const [at, receipt] of receipts.entries()) {
    const tellWrong = (wrong) => faults.push(fault(`receipt ${at + 1}`, `receipts.${wrong}`));
    if (!keys.length) tellWrong("no_keys");
    else if (!(await isGenuine(receipt, keys, tellWrong))) return { faults, unsigned: true };
    if (!swornIn(receipt, proof, saved)) tellWrong("foreign");
  }
  return { faults, unsigned: false };
}

// Tells what is wrong with a receipt; false if this browser cannot know.
async function isGenuine(receipt, keys, tellWrong) {
  try {
    (await receiptFaults(receipt, keys)).forEach(tellWrong);
    return true;
  } catch (error) {
    if (error instanceof NoSignatures) return false;
    throw error;
  }
}

function unreadable(error) {
  const why = () => {
    if (error instanceof Unreadable)
      return say("saved.unreadable", { field: say(`saved.${error.field}`) });
    if (!(error instanceof NotJson)) return String(error);
    const told = say(`json.${error.rule}`, {
      limit: error.rule === "too_deep" ? MOST_DEPTH : MOST_DIGITS,
    });
    const place =
      error.position === null ? "" : say("verdict.character", { position: error.position });
    return `${told} ${place}`;
  };
  return { verdict: "unreadable", why };
}

function choose(chosen) {
  file = chosen;
  if (file) byId("proof").value = "";
  byId("chosen").textContent = file ? say("chosen", { name: file.name }) : "";
}

function listen() {
  byId("asked").addEventListener("submit", (event) => {
    event.preventDefault();
    check();
  });
  byId("proof").addEventListener("input", () => choose(null));
  byId("file").addEventListener("change", ({ target }) => {
    if (target.files.length) choose(target.files[0]);
    target.value = "";
    if (file) check();
  });
  byId("language").addEventListener("change", ({ target }) => {
    language = target.value;
    choose(file);
    show(result);
  });
  listenToDrops();
}

function listenToDrops() {
  const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? mark(false));
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(false);
    if (event.dataTransfer.files.length) choose(event.dataTransfer.files[0]);
    if (file) check();
  });
}

byId("language").value = language;
byId("no-crypto").hidden = Boolean(globalThis.crypto?.subtle);
byId("check").disabled = !globalThis.crypto?.subtle;
byId("keep").hidden = location.protocol === "file:";
listen();
show(null);
