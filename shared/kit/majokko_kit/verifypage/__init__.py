"""The page /verify: checks a proof in the reader's own browser, with nothing of ours but itself.

One HTML file without links to anything else, so that it can be kept and used without us. It shares
no line with the verifier of the rules: docs/fairness.md is what the two agree on.
"""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from string import Template

import orjson

from majokko_rules.catalog import LOCALES, table, text, words

PACKAGE = "majokko_kit.verifypage"

SCRIPTS = (
    "bytes",
    "reading",
    "forms",
    "draws",
    "proof",
    "receipts",
    "words",
    "saved",
    "showing",
    "page",
)
"""Later ones use earlier ones; together they are one script."""

_COMMAND = "command."
_OF_JSON = "errors.bad_json."


@dataclass(frozen=True, slots=True)
class Page:
    """`policy` lets the browser run what is in the page, and ask nobody for anything."""

    html: str
    policy: str


@cache
def page() -> Page:
    style = text(PACKAGE, "page.css")
    parts = "\n".join(text(PACKAGE, f"script/{name}.js") for name in SCRIPTS)
    script = f'"use strict";\n(() => {{\n{parts}}})();\n'
    policy = _policy(script, style)
    html = Template(text(PACKAGE, "page.html")).substitute(
        policy=policy,
        style=style,
        script=script,
        words=_embedded(),
        languages="".join(map(_option, LOCALES)),
        without_script="<br>".join(_words(locale)["no_script"] for locale in LOCALES),
    )
    # Only a header can keep others from framing the page.
    return Page(html, f"{policy}; frame-ancestors 'none'")


def _option(locale: str) -> str:
    return f'<option value="{locale}" lang="{locale}">{_words(locale)["name"]}'


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


def _embedded() -> str:
    ranges = table("majokko_kit", "locales")["ranges"]
    told = orjson.dumps({"words": {each: _words(each) for each in LOCALES}, "ranges": ranges})
    return told.decode().replace("<", "\\u003c")


def _words(locale: str) -> Mapping[str, str]:
    """Return the words of the page, and what the kit says of JSON that it cannot read."""
    json = {
        f"json.{key.removeprefix(_OF_JSON)}": said
        for key, said in words("majokko_kit", locale).items()
        if key.startswith(_OF_JSON)
    }
    own = {key: said for key, said in words(PACKAGE, locale).items() if _COMMAND not in key}
    return {**own, **json}
