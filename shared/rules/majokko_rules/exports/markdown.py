"""A sheet to read and to print, with what each value came from."""

import re
from collections.abc import Iterator, Mapping, Sequence

from majokko_rules.creation import Value
from majokko_rules.exports.figures import statuses
from majokko_rules.exports.lettering import readable
from majokko_rules.exports.naming import Speaker, sections
from majokko_rules.exports.portrait import Portrait

_MEANT = re.compile(
    r"[\\`*_\[\]<>|~&$@]"  # emphasis, code, links, HTML, cells, mathematics
    r"|:(?=//)|(?<=www)\."  # addresses, which some readers turn into links by themselves
)
"""What Markdown or HTML in it may read as more than itself."""


_START = re.compile(r"[#+-]|\d+(?=[.)])")
"""What makes a heading or a list at the start of a line."""

_UNLINKED = re.compile(r"[<>\s]")
"""What an address between angle brackets may not hold."""


def written(portrait: Portrait, locale: str) -> str:
    speaker = Speaker(portrait, locale)
    parts = (_head(speaker), _in_play(speaker), _sheet(speaker), _own(speaker))
    return "\n".join(line for part in parts for line in part)


def _head(speaker: Speaker) -> Iterator[str]:
    portrait = speaker.portrait
    yield f"# {_text(portrait.name)}"
    yield ""
    yield f"{_text(speaker.title)} ({_text(portrait.ruleset.name)})"
    if portrait.url:
        yield ""
        yield f"<{_UNLINKED.sub('', portrait.url)}>"
    yield ""


def _in_play(speaker: Speaker) -> Iterator[str]:
    says, shown = speaker.says, list(statuses(speaker))
    if not shown:
        return
    yield from _title(says["headings.status"])
    yield from _table(
        [says["headings.name"], says["headings.rest"], says["headings.most"]],
        [[each.label, str(each.now), _number(each.most)] for each in shown],
    )


def _sheet(speaker: Speaker) -> Iterator[str]:
    values = speaker.portrait.sheet.values
    beside = set(_beside(speaker, values))
    for section, names in sorted(sections(values), key=lambda each: each[0] != ""):
        if section in beside:
            continue
        says = speaker.says
        title = speaker.vocabulary.section(section) if section else says["headings.about"]
        yield from _title(title)
        yield from _section(speaker, section, names)


def _beside(speaker: Speaker, values: Mapping[str, Value]) -> Iterator[str]:
    """Yield the sections that other sections show in columns of their own."""
    for section, _ in sections(values):
        for other in speaker.plan.columns.get(section.rpartition(".")[2], ()):
            yield _sibling(section, other)


def _section(speaker: Speaker, section: str, names: Sequence[str]) -> Iterator[str]:
    says = speaker.says
    columns = [
        _sibling(section, other)
        for other in speaker.plan.columns.get(section.rpartition(".")[2], ())
    ]
    titles = [speaker.vocabulary.section(each) for each in columns]
    head = [says["headings.name"], says["headings.value"], *titles, says["headings.because"]]
    yield from _table(head, [_row(speaker, name, columns) for name in names])


def _row(speaker: Speaker, name: str, columns: Sequence[str]) -> Sequence[str]:
    values = speaker.portrait.sheet.values
    own = name.rpartition(".")[2]
    beside = [f"{column}.{own}" for column in columns]
    others = [speaker.value(each, values[each].value) if each in values else "" for each in beside]
    value = values[name]
    told = speaker.value(name, value.value)
    return [_named(speaker, name), told, *others, speaker.because(name, value)]


def _named(speaker: Speaker, name: str) -> str:
    """Return the name of a value, with that of the value that it stands below."""
    above = name.rpartition(".")[0]
    if above in speaker.portrait.sheet.values:
        below = speaker.vocabulary.section(name.rpartition(".")[2])
        return speaker.says["said.section"].join((speaker.name(above), below))
    return speaker.name(name)


def _own(speaker: Speaker) -> Iterator[str]:
    """Yield what players have written beside the sheet."""
    portrait, says = speaker.portrait, speaker.says
    told = {each.mark for each in speaker.plan.status}
    marks = {name: value for name, value in portrait.marks.items() if name not in told}
    if marks:
        yield from _title(says["headings.marks"])
        head = [says["headings.name"], says["headings.value"]]
        yield from _table(head, [[name, str(value)] for name, value in marks.items()])
    if portrait.notes:
        yield from _title(says["headings.notes"])
    for name, text in portrait.notes.items():
        yield f"### {_text(name)}"
        yield ""
        yield from (f"> {_text(line)}" for line in text.splitlines())
        yield ""


def _title(title: str) -> Sequence[str]:
    return (f"## {_text(title)}", "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield _line(head)
    yield f"|{' --- |' * len(head)}"
    yield from map(_line, rows)
    yield ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_inline, cells))} |"


def _text(text: str) -> str:
    """Write a line so that it means nothing but itself."""
    inline = _inline(text)
    found = _START.match(inline)
    if found is None:
        return inline
    sign, rest = found[0], inline[found.end() :]
    return f"{sign}\\{rest}" if sign.isdecimal() else f"\\{sign}{rest}"


def _inline(text: str) -> str:
    return _MEANT.sub(r"\\\g<0>", readable(text))


def _sibling(section: str, other: str) -> str:
    above = section.rpartition(".")[0]
    return f"{above}.{other}" if above else other


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
