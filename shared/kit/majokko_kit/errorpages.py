"""The pages behind the `type` of a problem: `errors/<code>.md` as small HTML pages.

They use little of Markdown: headings, paragraphs, lists, fenced blocks and `code`.
"""

import html
import re
from collections.abc import Iterator
from functools import cache

from majokko_rules.catalog import text

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body{{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 sans-serif}}</style>
{body}
</html>
"""
_CODE = re.compile(r"`([^`]*)`")


@cache
def page(code: str) -> str:
    """Return the HTML page about one of our codes."""
    source = text("majokko_kit", f"errors/{code}.md")
    return _PAGE.format(title=code, body="\n".join(_blocks(source)))


def _blocks(source: str) -> Iterator[str]:
    for number, part in enumerate(re.split(r"^```.*$", source, flags=re.MULTILINE)):
        if number % 2:
            yield f"<pre>{html.escape(part.strip())}</pre>"
        else:
            yield from (_block(block) for block in part.split("\n\n") if block.strip())


def _block(block: str) -> str:
    block = block.strip()
    if heading := re.match("(#{1,3}) (.*)", block):
        level = len(heading[1])
        return f"<h{level}>{_line(heading[2])}</h{level}>"
    if block.startswith("- "):
        items = (f"<li>{_line(item)}</li>" for item in block[2:].split("\n- "))
        return f"<ul>{''.join(items)}</ul>"
    return f"<p>{_line(block)}</p>"


def _line(source: str) -> str:
    return _CODE.sub(r"<code>\1</code>", html.escape(source, quote=False))
