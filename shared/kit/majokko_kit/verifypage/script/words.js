// What the page says, in the language of whoever reads it.

const { words: WORDS_OF, ranges: RANGES } = JSON.parse(
  document.getElementById("words").textContent,
);

let language = firstLanguage();

// Cuts a language tag from its end until it is one that we speak.
function spoken(tag) {
  for (
    let left = tag.toLowerCase();
    left;
    left = left.slice(0, Math.max(0, left.lastIndexOf("-")))
  ) {
    if (RANGES[left]) return RANGES[left];
  }
  return null;
}

function firstLanguage() {
  const asked = new URLSearchParams(location.search).get("lang") ?? "";
  return [asked, ...navigator.languages].map(spoken).find(Boolean) ?? "en";
}

const say = (key, values = {}) =>
  WORDS_OF[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

function sayAll() {
  document.documentElement.lang = language;
  document.title = say("title");
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = say(element.dataset.say);
  }
}
