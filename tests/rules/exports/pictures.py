"""A card as it is seen: where each text begins and ends, measured apart from our own measure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width, normalize
from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Text:
    said: str
    size: float
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Drawn:
    root: ET.Element
    width: float
    height: float
    texts: Sequence[Text]


def drawn(svg: str) -> Drawn:
    root = ET.fromstring(svg)  # noqa: S314 - our own
    box = [float(each) for each in root.attrib["viewBox"].split()]
    return Drawn(root, box[2], box[3], list(_texts(root, 0, 0)))


def measured(said: str, size: float) -> float:
    """Measure as common fonts would, by the East Asian width and by what a sign stands for."""
    return size * sum(_em(c) for c in normalize("NFKC", said))


def _em(c: str) -> float:
    if category(c) in ("Mn", "Me"):
        return 0
    if category(c) == "So":
        return 1.25
    return 1 if east_asian_width(c) in ("W", "F", "A") or c in "MW@" else 0.6


def _texts(element: ET.Element, x: float, y: float) -> Iterator[Text]:
    if moved := element.attrib.get("transform"):
        across, down = moved.removeprefix("translate(").removesuffix(")").split()
        x, y = x + float(across), y + float(down)
    if element.tag == f"{SVG}text":
        yield _text(element, x, y)
    for child in element:
        yield from _texts(child, x, y)


def _text(element: ET.Element, x: float, y: float) -> Text:
    said, size = element.text or "", float(element.attrib["font-size"])
    wide = measured(said, size)
    start = x + float(element.attrib["x"])
    anchor = element.attrib.get("text-anchor", "start")
    left = start - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    base = y + float(element.attrib["y"])
    return Text(said, size, left, left + wide, base - size, base + size / 4)
