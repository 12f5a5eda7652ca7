"""The drawing side keeps its promises, and no copy of it with a mistake does."""

import importlib
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from majokko_rules.errors import InvalidValue
from majokko_rules.fairness import drawing
from tests.rules.fairness import agreement, laws, samples

Promise = Callable[[ModuleType], None]
PROMISES: dict[str, Promise] = {each.__name__: each for each in agreement.AGREEMENT + laws.LAWS}
Changes = Iterable[tuple[str, str]]
Mutant = Callable[[str, Changes], ModuleType]

MUTANTS = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text("utf-8"))
BREAKS = [(mistake, promise) for mistake, row in MUTANTS.items() for promise in row["broken"]]


@pytest.fixture
def mutant(tmp_path: Path) -> Iterator[Mutant]:
    """Makes copies of the drawing side in which some text stands for other text."""
    name = f"mutant_of_{tmp_path.name}"
    folder = tmp_path / name
    shutil.copytree(drawing.__path__[0], folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.glob("*.py"):
        path.write_text(path.read_text("utf-8").replace(drawing.__name__, name), "utf-8")

    def make(module: str, changes: Changes) -> ModuleType:
        path = folder / f"{module}.py"
        text = path.read_text("utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old} is not in {module}.py once"
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
        return importlib.import_module(name)

    sys.path.insert(0, str(tmp_path))
    yield make
    sys.path.remove(str(tmp_path))
    for loaded in [each for each in sys.modules if each.split(".")[0] == name]:
        del sys.modules[loaded]


@pytest.mark.parametrize("promise", PROMISES.values(), ids=PROMISES)
def test_the_drawing_side_keeps_its_promise(promise: Promise) -> None:
    promise(drawing)


@pytest.mark.parametrize("promise", PROMISES.values(), ids=PROMISES)
def test_a_copy_without_a_mistake_keeps_it_too(mutant: Mutant, promise: Promise) -> None:
    promise(mutant("words", []))


@pytest.mark.parametrize(("mistake", "promise"), BREAKS)
def test_a_mistake_breaks_a_promise(mutant: Mutant, mistake: str, promise: str) -> None:
    copy = mutant(MUTANTS[mistake]["module"], MUTANTS[mistake]["change"])

    with pytest.raises(AssertionError) as broken:
        PROMISES[promise](copy)

    # not by an assert of the copy itself
    assert Path(broken.traceback[-1].path).parent == Path(__file__).parent


# --- what goes in ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["", "a" * 65, "é", "a b", "a\n", "a/b", "ａ"])
def test_a_seed_is_one_of_few_ascii_characters(seed: str) -> None:
    drawing.Contribution("ann", "a" * 64)

    with pytest.raises(InvalidValue) as refused:
        drawing.Contribution("ann", seed)

    assert (refused.value.rule, refused.value.pointer) == ("malformed", "/seed")


@pytest.mark.parametrize(
    ("tenant", "stream", "index", "pointer"),
    [
        ("", "s", 0, "/tenant"),
        ("t.t", "s", 0, "/tenant"),
        ("t", "s" * 65, 0, "/stream"),
        ("t", "s\n", 0, "/stream"),
        ("t", "s", -1, "/index"),
        ("t", "s", 2**32, "/index"),
    ],
)
def test_a_stream_is_named_plainly(tenant: str, stream: str, index: int, pointer: str) -> None:
    drawing.StreamName("t", "s" * 64, 2**32 - 1)

    with pytest.raises(InvalidValue) as refused:
        drawing.StreamName(tenant, stream, index)

    assert (refused.value.rule, refused.value.pointer) == ("malformed", pointer)


def test_nobody_contributes_twice() -> None:
    stream = samples.dice_stream(drawing)
    stream.contribute(drawing.Contribution("another", "tea"))

    with pytest.raises(InvalidValue) as refused:
        stream.contribute(drawing.Contribution("client", "tea"))

    assert refused.value.rule == "said_otherwise"


def test_a_day_has_a_key_of_its_own() -> None:
    keys = {drawing.epoch_key(bytes(32), day) for day in ("2026-11-30", "2026-12-01")}

    assert len(keys) == 2
    assert drawing.epoch_key(bytes([1] * 32), "2026-11-30") not in keys
