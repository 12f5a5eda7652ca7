// Reads JSON so strictly that no two readers can understand it differently: JSON.parse takes a
// member that stands there twice, and tells 1 from 1.0 no more.

const MOST_DEPTH = 32;
const MOST_DIGITS = 100;

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y;
const BLANKS = [" ", "\n", "\r", "\t"];
const WORDS = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class NotJson extends Error {
  constructor(rule, position = null) {
    super(rule);
    this.rule = rule;
    this.position = position;
  }
}

// A number that is not whole: JSON allows it, and a proof has none.
class Fraction {}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  document() {
    this.blanks();
    if (this.at === this.text.length) throw new NotJson("empty");
    const value = this.value(0);
    this.blanks();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  value(depth) {
    const next = this.text[this.at];
    if (next === "{" || next === "[") {
      if (depth === MOST_DEPTH) throw new NotJson("too_deep");
      return next === "{" ? this.object(depth + 1) : this.array(depth + 1);
    }
    if (next === '"') return this.string();
    for (const [word, value] of WORDS) if (this.takes(word)) return value;
    return this.number();
  }

  object(depth) {
    const members = Object.create(null);
    this.items("{", "}", () => {
      const name = this.string();
      if (name in members) throw new NotJson("duplicate_name");
      this.blanks();
      if (!this.takes(":")) this.fail();
      this.blanks();
      members[name] = this.value(depth);
    });
    return members;
  }

  array(depth) {
    const found = [];
    this.items("[", "]", () => found.push(this.value(depth)));
    return found;
  }

  items(opening, closing, item) {
    this.takes(opening);
    this.blanks();
    if (this.takes(closing)) return;
    do {
      this.blanks();
      item();
      this.blanks();
    } while (this.takes(","));
    if (!this.takes(closing)) this.fail();
  }

  string() {
    const [written] = this.matched(STRING);
    const text = written.includes("\\") ? JSON.parse(written) : written.slice(1, -1);
    if (text.includes("\0")) throw new NotJson("nul");
    if (/\p{Surrogate}/u.test(text)) throw new NotJson("lone_surrogate");
    return text;
  }

  number() {
    const [text, more] = this.matched(NUMBER);
    if (text.length > MOST_DIGITS) throw new NotJson("number_too_long");
    if (more) return new Fraction();
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : BigInt(text);
  }

  blanks() {
    while (BLANKS.includes(this.text[this.at])) this.at += 1;
  }

  takes(token) {
    const there = this.text.startsWith(token, this.at);
    if (there) this.at += token.length;
    return there;
  }

  matched(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) this.fail();
    this.at = pattern.lastIndex;
    return found;
  }

  fail() {
    throw new NotJson("malformed", Array.from(this.text.slice(0, this.at)).length);
  }
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotJson("not_utf8");
  }
}

const read = (text) => new Reader(text).document();
