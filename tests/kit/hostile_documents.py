"""GraphQL documents that cost their sender little and a careless server a lot."""

from collections.abc import Mapping


def _fragments(count: int, spreads: int) -> str:
    """Each fragment spreads the next several times: written out, spreads to the power of count."""
    spread = [f"...F{number + 1} " * spreads for number in range(count)]
    chain = [f"fragment F{n} on Cup{{{s}}}" for n, s in enumerate(spread)]
    return "{cup{...F0}}" + " ".join(chain) + f" fragment F{count} on Cup{{tea}}"


def _nested(levels: int, inner: str = "tea") -> str:
    return "{cup{" + "friend{" * levels + inner + "}" * levels + "}}"


def _variables(count: int) -> str:
    return "query(" + "".join(f"$v{n}:Int" for n in range(count)) + "){cup{tea}}"


HOSTILE: Mapping[str, tuple[str, int]] = {
    # document → status
    "fragments, doubled 19 times": (_fragments(19, 2), 422),
    "fragments, doubled 60 times": (_fragments(60, 2), 422),
    "fragments, tenfold 10 times": (_fragments(10, 10), 422),
    "a fragment within itself": ("{cup{...F}} fragment F on Cup{...F}", 422),
    "fragments in a circle": (
        "{cup{...A}} fragment A on Cup{...B} fragment B on Cup{...C} fragment C on Cup{...A}",
        422,
    ),
    "a circle that nothing uses": ("{cup{tea}} fragment A on Cup{friend{...A}}", 422),
    "a circle through fields": ("{cup{...A}} fragment A on Cup{friend{...A}}", 422),
    "300 fragments": (
        "{cup{tea}}" + "".join(f"fragment F{n} on Cup{{tea}}" for n in range(300)),
        400,
    ),
    "30 fragments": (
        "{cup{tea}}" + "".join(f" fragment F{n} on Cup{{tea}}" for n in range(30)),
        422,
    ),
    "11 deep": (_nested(11), 422),
    "a number of 5,000 digits": ("{menu(first:" + "9" * 5_000 + "){tea}}", 422),
    "a fraction of 50,000 digits": ("{menu(first:0." + "9" * 50_000 + "){tea}}", 422),
    "150 deep": (_nested(150), 422),
    "8,000 deep": (_nested(8_000), 400),
    "8,000 deep and never closed": ("{cup{" + "friend{" * 8_000, 400),
    "deep by inline fragments": ("{cup{" + "...{" * 150 + "tea" + "}" * 150 + "}}", 422),
    "a list in lists, 20,000 deep": ("{cup(tea:" + "[" * 20_000 + ")}", 400),
    "an object in objects, 300 deep": ("{cup(tea:" + "{a:" * 300 + "}" * 300 + "){tea}}", 400),
    "101 aliases": ("{" + " ".join(f"a{n}:spilled" for n in range(101)) + "}", 422),
    "aliases behind a fragment": (
        "query{" + "...F " * 6 + "} fragment F on Query{"
        + " ".join(f"a{n}:spilled" for n in range(20)) + "}",
        422,
    ),
    "4,000 aliases": ("{" + " ".join(f"a{n}:spilled" for n in range(4_000)) + "}", 400),
    "one field 400 times": ("{cup{" + "tea " * 400 + "}}", 422),
    "one field 10,000 times": ("{cup{" + "tea " * 10_000 + "}}", 400),
    "fields that have to be merged, in two levels": (
        "{cup{" + ("friend{" + "tea " * 19 + "}") * 19 + "}}",
        422,
    ),
    "merging by fragments": (
        "{cup{" + "...F " * 20 + "}} fragment F on Cup{" + "tea " * 20 + "}",
        422,
    ),
    "a page without end": ("{menu(first:99999999){tea}}", 422),
    "a page of 5,000 digits": ("{menu(first:" + "9" * 5000 + "){tea}}", 422),
    "pages of pages": (
        "{" + "".join(f" m{n}:menu(first:100){{tea sugar}}" for n in range(80)) + "}",
        422,
    ),
    "1,000 directives": ("{cup{tea" + " @skip(if:false)" * 1000 + "}}", 400),
    "130 directives": ("{cup{tea" + " @skip(if:false)" * 130 + "}}", 422),
    "directives nobody knows": ("{cup{tea" + " @a" * 400 + "}}", 422),
    "10 operations": (" ".join(f"query Q{n}{{cup{{tea}}}}" for n in range(10)), 422),
    "200 variables": (_variables(200), 422),
    "a name of 60,000 letters": ("{" + "a" * 60_000 + "}", 422),
    "a type of 60,000 letters": ("{cup{... on " + "A" * 60_000 + "{tea}}}", 422),
    "20,000 comments": ("{cup{tea}}" + "#\n" * 20_000, 400),
    "an open string of 60,000 letters": ('{cup(tea:"' + "x" * 60_000, 400),
    "an open block string": ('{cup(tea:"""' + '\\"""' * 5_000, 400),
    "commas only": ("," * 60_000, 400),
    "a circle in the schema": (
        "{__schema{types{" + "fields{type{" * 8 + "name" + "}}" * 8 + "}}}",
        422,
    ),
    "the schema again and again": (
        "{" + " ".join(f"s{n}:__schema{{...F}}" for n in range(99))
        + "} fragment F on __Schema{types{fields{args{type{fields{args{name}}}}}}}",
        422,
    ),
}  # fmt: skip
