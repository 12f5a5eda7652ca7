"""The `majokko` command: serve, migrate, roll, odds, verify, replay, keys, rulesets."""

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from shutil import get_terminal_size
from unicodedata import east_asian_width

from majokko_kit.locale import chosen
from majokko_rules import catalog, charts, questions, render
from majokko_rules.chance import Entropy, Scripted
from majokko_rules.errors import RuleError
from majokko_rules.values import UNPRINTABLE

_INTERRUPTED = 130  # what shells expect of whom Ctrl-C has ended
_HASH = re.compile("[0-9a-f]{64}")

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status (0 good, 1 refused or invalid, 2 usage)."""
    asked = _parser().parse_args(arguments)
    command: Command = asked.command
    try:
        return command(asked)
    except RuleError as error:
        _show_refusal(error, asked)
        return 1
    except KeyboardInterrupt:  # before anything was served
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader (`head`, a pager) has seen enough; nothing may be printed any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _later(module: str, name: str) -> Command:
    """Import a command when it runs: a roll need not wait for a web framework to load."""

    def run(asked: argparse.Namespace) -> int:
        gc.disable()  # what is imported stays: nobody need look for garbage in it
        command: Command = getattr(import_module(f"majokko_gateway.{module}"), name)
        gc.enable()
        return command(asked)

    return run


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="majokko", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_serve(commands.add_parser("serve", help="serve the API on MAJOKKO_HOST:MAJOKKO_PORT"))
    _add_migrate(commands.add_parser("migrate", help="bring the tables of services up to date"))
    _add_roll(commands.add_parser("roll", help="roll a notation or a bot command"))
    _add_odds(commands.add_parser("odds", help="show exact odds as a bar chart"))
    _add_verify(commands.add_parser("verify", help="check a proof of dice, or a receipt"))
    _add_replay(commands.add_parser("replay", help="play a whole card game again"))
    _add_keys(commands.add_parser("keys", help="show or rotate the keys that sign receipts"))
    _add_rulesets(commands.add_parser("rulesets", help="list and check rulesets of characters"))
    return parser


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("services", nargs="*", metavar="service", help="default: all services")
    parser.set_defaults(command=_later("serving", "serve"))


def _add_migrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("services", nargs="*", metavar="service", help="default: all services")
    parser.add_argument("--to", default="head", metavar="step", help="up or down to this step")
    parser.add_argument(
        "--draft", metavar="name", help="write the next step instead, from the tables in the code"
    )
    parser.set_defaults(command=_later("migrating", "migrate"))


def _add_roll(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("notation", help='such as "4d6kh3+2" or ".ww20a9+5"')
    parser.add_argument("--faces", type=_faces, help="dice rolled by hand, such as 3,5,6")
    _add_lang(parser)
    parser.set_defaults(command=_roll)


def _add_odds(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("notation")
    parser.add_argument("--exact", action="store_true", help="print fractions instead of bars")
    _add_lang(parser)
    parser.set_defaults(command=_odds)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a proof, or an answer with a receipt; - is stdin")
    parser.add_argument("--draws", action="store_true", help="list every draw of a valid proof")
    receipts = parser.add_argument_group("receipts")
    receipts.add_argument(
        "--keys", type=Path, metavar="FILE", help="what GET /v1/fairness/keys answered"
    )
    saved = parser.add_argument_group("what you saved before the proof was there")
    saved.add_argument("--commitment", type=_hash, metavar="HEX")
    saved.add_argument("--closing", type=_hash, metavar="HEX")
    _add_many(saved, "--head", _head, "N=HEX", "the head after draw N")
    _add_many(saved, "--seed", _seed, "LABEL=SEED", "what you contributed")
    _add_many(saved, "--receipt", Path, "FILE", "an answer with a receipt; needs --keys")
    _add_lang(parser)
    parser.set_defaults(command=_later("verifying", "verify"))


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("verify",))
    parser.add_argument("file", help="a replay, or the code of one; - is stdin")
    parser.add_argument(
        "--proof", type=Path, metavar="FILE", help="the proof of the stream that dealt the cards"
    )
    _add_lang(parser)
    parser.set_defaults(command=_later("games", "replay"))


def _add_many(
    options: argparse._ArgumentGroup,
    name: str,
    read: Callable[[str], object],
    shape: str,
    help_: str,
) -> None:
    options.add_argument(
        name, type=read, metavar=shape, action="append", default=[], help=f"{help_}; repeatable"
    )


def _add_keys(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=("list", "rotate"), nargs="?", default="list")
    parser.set_defaults(command=_later("keyring", "keys"))


def _add_rulesets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", type=Path, nargs="?", help="files to check; default: MAJOKKO_RULESETS"
    )
    _add_lang(parser)
    parser.set_defaults(command=_later("rulebooks", "rulesets"))


def _add_lang(parser: argparse.ArgumentParser) -> None:
    spoken = chosen(os.environ.get("LANG", "").partition(".")[0]) or catalog.LOCALES[0]
    parser.add_argument("--lang", choices=catalog.LOCALES, default=spoken)


def _faces(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(face) for face in text.replace(",", " ").split())
    except ValueError:
        raise argparse.ArgumentTypeError("whole numbers, such as 3,5,6") from None


def _hash(text: str) -> str:
    known = text.strip(' "').lower()
    if not _HASH.fullmatch(known):
        raise argparse.ArgumentTypeError("64 hexadecimal digits")
    return known


def _head(text: str) -> tuple[int, str]:
    nonce, _, head = text.partition("=")
    try:
        return int(nonce), _hash(head)
    except ValueError:
        raise argparse.ArgumentTypeError("the number of a draw, =, and a hash") from None


def _seed(text: str) -> tuple[str, str]:
    label, equals, seed = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("a label, =, and what you contributed")
    return label, seed


def _roll(asked: argparse.Namespace) -> int:
    question = questions.of_notation(asked.notation)
    chance = Entropy() if asked.faces is None else Scripted(asked.faces)
    results = [question.roll(chance) for _ in range(question.times)]
    if isinstance(chance, Scripted):
        chance.finish()
    for result in results:
        print(render.text(result, asked.lang))
    return 0


def _odds(asked: argparse.Namespace) -> int:
    odds = questions.of_notation(asked.notation).odds()
    if not asked.exact:
        print(charts.terminal(odds, get_terminal_size().columns, asked.lang))
        return 0
    odds.check_exact()
    for value, probability in odds.distribution.items():
        print(value, probability)
    return 0


def _show_refusal(error: RuleError, asked: argparse.Namespace) -> None:
    """Print the sentence, and the notation with a mark under the place."""
    title, detail = render.refusal(error, getattr(asked, "lang", "en"))
    print(f"{title}: {detail}", file=sys.stderr)
    if error.position is not None:
        shown = UNPRINTABLE.sub("�", asked.notation)  # a terminal would obey some of them
        before = _blanks(shown[: error.position])
        print(f"  {shown}", file=sys.stderr)
        print(f"  {before}{'^' * max(1, error.length or 1)}", file=sys.stderr)


def _blanks(text: str) -> str:
    """Return blanks as wide as `text` in a terminal, where Chinese takes two columns."""
    return "".join(" " * (2 if east_asian_width(c) in "WF" else 1) for c in text)
