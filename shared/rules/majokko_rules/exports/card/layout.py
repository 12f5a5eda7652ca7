"""What stands on a card, from top to bottom."""

from collections.abc import Iterator, Sequence

from majokko_rules.exports.card import blocks
from majokko_rules.exports.card.drawing import (
    CORNER,
    Area,
    Block,
    Page,
    Style,
    at,
    band,
    box,
    picture,
    text,
)
from majokko_rules.exports.figures import statuses
from majokko_rules.exports.naming import Speaker
from majokko_rules.exports.plan import chosen
from majokko_rules.exports.portrait import Portrait

_WIDE = 720.0
_LEFT = (_WIDE - blocks.WIDTH) / 2
_BAND = 92.0
_ROW_GAP, _PART_GAP = 8.0, 18.0

_NAME = Style(30, "light", least=16, bold=True)
_TITLE = Style(14, "light", least=9)
_SMALL = Style(11, "soft", least=7)
_SMALL_END = Style(11, "soft", least=7, anchor="end")

_MOST_TILES, _MOST_BEST, _MOST_LISTS, _MOST_MARKS = 20, 14, 16, 12
_LIST_LINES, _TEXT_LINES = 3, 4

Part = Sequence[Block]


def written(portrait: Portrait, locale: str) -> str:
    """Draw a card; its text, however long, stays within it."""
    speaker = Speaker(portrait, locale)
    drawn, y = _band(speaker), _BAND + _PART_GAP
    for part in filter(None, _parts(speaker)):
        for block in part:
            drawn += at(_LEFT, y, block.drawn)
            y += block.height + _ROW_GAP
        y += _PART_GAP - _ROW_GAP
    drawn += _foot(speaker, y + 6)
    return picture(Page(_WIDE, y + 30, portrait.name, _about(speaker), locale), drawn)


def _parts(speaker: Speaker) -> Iterator[Part]:
    yield list(blocks.facts(_told(speaker, speaker.plan.card.facts)))
    yield list(blocks.tiles(_tiles(speaker)))
    yield list(blocks.gauges(list(statuses(speaker))))
    yield list(blocks.chips(_best(speaker)))
    lists = _told(speaker, speaker.plan.card.lists)[:_MOST_LISTS]
    yield [blocks.entry(each, _LIST_LINES) for each in lists]
    texts = _told(speaker, speaker.plan.card.texts)
    yield [blocks.entry(each, _TEXT_LINES) for each in texts]
    yield list(_marks(speaker))


def _told(speaker: Speaker, patterns: Sequence[str]) -> Sequence[tuple[str, str]]:
    """Return names and values, without what nobody has filled in."""
    values = speaker.portrait.sheet.values
    return [
        (speaker.fact(path), speaker.value(path, values[path].value))
        for path in chosen(values, patterns)
        if values[path].value not in (None, "", (), [], {})
    ]


def _tiles(speaker: Speaker) -> Sequence[tuple[str, str, str]]:
    values = speaker.portrait.sheet.values
    return [
        (speaker.label(path), speaker.value(path, values[path].value), _below(speaker, path))
        for path in list(chosen(values, speaker.plan.card.tiles))[:_MOST_TILES]
    ]


def _below(speaker: Speaker, path: str) -> str:
    """Return what is told below a tile: the same number of another section."""
    section = speaker.plan.card.below
    other = f"{section}.{path.rpartition('.')[2]}"
    if section is None or other not in speaker.portrait.sheet.values:
        return ""
    value = speaker.value(other, speaker.portrait.sheet[other].value)
    return speaker.says["said.fact"].format(name=speaker.section(other), value=value)


def _best(speaker: Speaker) -> Sequence[str]:
    """Return the greatest of many numbers."""
    values = speaker.portrait.sheet.values
    found = [
        (values[path].value, path)
        for path in chosen(values, speaker.plan.card.best)
        if type(values[path].value) is int and values[path].value > 0
    ]
    found.sort(key=lambda each: -each[0])
    return [f"{speaker.label(path)} {value}" for value, path in found[:_MOST_BEST]]


def _marks(speaker: Speaker) -> Iterator[Block]:
    """Yield what players keep beside what the system knows."""
    told = {each.mark for each in speaker.plan.status}
    marks = [(name, mark) for name, mark in speaker.portrait.marks.items() if name not in told]
    if marks:
        yield blocks.heading(speaker.says["headings.marks"])
        yield from blocks.chips([f"{name} {value}" for name, value in marks[:_MOST_MARKS]])


def _band(speaker: Speaker) -> str:
    """The name over the whole width, smaller where it is long, and the rulebook below."""
    drawn = band(_WIDE, _BAND, CORNER)
    drawn += text(_LEFT, 40, blocks.WIDTH, speaker.portrait.name, _NAME)
    return drawn + text(_LEFT, 70, blocks.WIDTH, speaker.title, _TITLE)


def _foot(speaker: Speaker, y: float) -> str:
    half = blocks.WIDTH / 2 - 8
    drawn = box(Area(_LEFT, y - 10, blocks.WIDTH, 1), "track")
    drawn += text(_LEFT, y + 6, half, speaker.portrait.ruleset.name, _SMALL)
    right = _LEFT + blocks.WIDTH
    return drawn + text(right, y + 6, half, speaker.portrait.url or "", _SMALL_END)


def _about(speaker: Speaker) -> str:
    """Tell in words what the tiles and bars show."""
    fact = speaker.says["said.fact"]
    numbers = [f"{name} {value}" for name, value, _ in _tiles(speaker)]
    rest = [
        f"{each.label} {each.now}" + ("" if each.most is None else f"/{each.most}")
        for each in statuses(speaker)
    ]
    told = speaker.says["said.list"].join((*numbers, *rest))
    return fact.format(name=speaker.title, value=told)
