// Shows a verdict and the draws. Everything that comes from a proof becomes text, never markup.

const MOST_FAULTS = 200;
const MOST_DICE = 60;
const MOST_CARDS = 200;
const PAGE_OF_DRAWS = 100;

// A receipt's fault has no place in the proof.
const RECEIPT = "receipts.";

function made(name, { className, ...data }, ...content) {
  const element = document.createElement(name);
  if (className) element.className = className;
  Object.assign(element.dataset, data);
  element.append(...content.filter((part) => part !== null));
  return element;
}

function show(result) {
  sayAll();
  const place = document.getElementById("result");
  place.replaceChildren(...(result ? verdict(result) : []));
  place.dataset.verdict = result?.verdict ?? "";
  const proof = result?.verdict === "valid" || result?.verdict === "invalid" ? result.proof : null;
  const first = result?.faults?.map(drawOf).find((draw) => draw !== null) ?? 0;
  showDraws(proof && isShowable(proof) ? result : null, first);
}

// What has another form was told so; there may be nothing to list.
const isShowable = (proof) =>
  proof.draws?.length > 0 && !misfits(proof.draws, PROOF.members.draws).length;

function* verdict(result) {
  const told = say(`verdict.${result.verdict}`, result);
  yield made("p", { className: `verdict ${result.verdict}` }, told);
  if (result.why) yield made("p", {}, result.why());
  if (result.faults?.length) yield faultList(result.faults);
  if (result.notes) yield made("ul", {}, ...notes(result).map((note) => made("li", {}, note)));
}

function faultList(faults) {
  const items = faults.slice(0, MOST_FAULTS).map(faultItem);
  const left = faults.length - items.length;
  if (left) items.push(made("li", {}, say("verdict.more", { count: left })));
  return made("div", {}, made("h2", {}, say("verdict.faults")), made("ul", {}, ...items));
}

function faultItem({ pointer, wrong, expected }) {
  const [draw, ofReceipt] = [drawOf({ pointer }), wrong.startsWith(RECEIPT)];
  const lead = draw === null ? null : made("strong", {}, `${say("verdict.draw", { draw })}: `);
  const right =
    expected && say(wrong === "not_saved" ? "verdict.saved" : "verdict.right", { expected });
  const where = made("span", { className: "where" }, made("code", {}, pointer || "/"));
  const told = say(ofReceipt ? wrong : `faults.${wrong}`);
  return made("li", { wrong, pointer, expected }, lead, [told, right].filter(Boolean).join(" "), " ", where);
}

function drawOf({ pointer }) {
  const found = /^\/draws\/(\d+)/.exec(pointer);
  return found && Number(found[1]);
}

function notes({ proof, saved, verdict: told, unsigned }) {
  const { draws, client_seeds: seeds } = proof;
  const secret = draws.filter(({ salt }) => salt !== undefined).length;
  const labels = seeds.map(({ label }) => label).filter((label) => label !== "server");
  const of = saved.hashes.map(([name]) => name);
  const also =
    of.filter((name) => name !== "commitment").length + saved.heads.length + saved.seeds.length;
  return [
    say("notes.stream", { ...proof, draws: draws.length, secret }),
    ...(told === "valid" ? agreement(of.includes("commitment"), also) : []),
    labels.length ? say("notes.contributors", { labels: labels.join(", ") }) : say("notes.server"),
    say("notes.bounds"),
    ...(unsigned ? [say("no_ed25519")] : []),
  ];
}

const agreement = (committed, also) => [
  say(committed ? "notes.commitment_saved" : "notes.commitment_unsaved"),
  ...(also ? [say("notes.also_saved", { count: also })] : []),
];

function showDraws(checked, at) {
  const place = document.getElementById("draws");
  place.replaceChildren();
  if (!checked) return;
  const { proof, faults, lay } = checked;
  const first = at - (at % PAGE_OF_DRAWS);
  const some = proof.draws.slice(first, first + PAGE_OF_DRAWS);
  const wrong = new Set(faults.map(drawOf));
  const rows = some.map((draw, row) => drawRow(draw, lay, wrong.has(first + row)));
  const heads = ["number", "request", "dice"].map((name) => made("th", {}, say(`table.${name}`)));
  place.append(made("h2", {}, say("table.title")));
  if (some.length < proof.draws.length) place.append(turning(checked, first, some.length));
  place.append(
    made("table", {}, made("thead", {}, made("tr", {}, ...heads)), made("tbody", {}, ...rows)),
  );
}

function turning(checked, first, shown) {
  const count = checked.proof.draws.length;
  const range = say("table.range", { first, last: first + shown - 1, count });
  const turn = (name, to) => {
    const button = made("button", { turn: name }, say(`table.${name}`));
    button.type = "button";
    button.disabled = to < 0 || to >= count;
    button.addEventListener("click", () => showDraws(checked, to));
    return button;
  };
  return made(
    "p",
    { className: "row" },
    turn("before", first - PAGE_OF_DRAWS),
    made("span", {}, range),
    turn("after", first + PAGE_OF_DRAWS),
  );
}

function drawRow(draw, lay, isWrong) {
  const request = [made("code", {}, draw.request)];
  if (draw.purpose !== "roll") request.push(" ", made("span", { className: "tag" }, draw.purpose));
  if (draw.salt !== undefined)
    request.push(" ", made("span", { className: "tag" }, say("table.hidden")));
  const cells = [[String(draw.nonce)], request, draw.deck ? cards(draw.deck, lay) : dice(draw)];
  const row = made(
    "tr",
    { nonce: String(draw.nonce) },
    ...cells.map((cell) => made("td", {}, ...cell)),
  );
  if (isWrong) row.className = "wrong";
  return row;
}

// How a deck lay is known only of a true proof; the top card stands first.
function cards({ id, cards: { length: count } }, lay) {
  const told = [say("table.deck", { id, count })];
  const order = lay.get(id)?.slice(0, MOST_CARDS);
  if (order) told.push(made("div", {}, made("code", {}, order.join(" "))));
  if (order && count > MOST_CARDS) told.push(say("table.more", { count: count - MOST_CARDS }));
  return told;
}

// Neighbours of one kind stand together: d6: 4 4 1.
function dice({ bounds, values }) {
  const told = [];
  const shown = Math.min(bounds.length, MOST_DICE);
  for (let from = 0, to; from < shown; from = to) {
    for (to = from + 1; to < shown && bounds[to] === bounds[from];) to += 1;
    told.push(made("strong", {}, `d${bounds[from]}`), ` ${values.slice(from, to).join(" ")}  `);
  }
  if (bounds.length > shown) told.push(say("table.more", { count: bounds.length - shown }));
  return told;
}
