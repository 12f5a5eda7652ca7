"""Brings the peers: each in an environment of its own under `bench/.envs`, made on demand."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from bench.race import Engine

HERE = Path(__file__).parent
ENVS = HERE.parent / ".envs"


class PeerAway(Exception):
    """A program the peer needs is missing; the message says which."""


def majokko() -> Engine:
    return Engine.start("majokko", [sys.executable, "-m", "bench.peers.majokko_engine"])


def d20() -> Engine:
    """Start d20 1.1.2, which pins a parser that nothing else here can live with."""
    python = ENVS / "d20" / "bin" / "python"
    if not (ENVS / "d20" / ".installed").exists():
        venv.create(ENVS / "d20", with_pip=True, clear=True)
        _run(python, "-m", "pip", "install", "-q", "--require-hashes", "-r", HERE / "d20.txt")
        (ENVS / "d20" / ".installed").touch()
    return Engine.start("d20", [str(python), str(HERE / "d20_engine.py")])


def magion() -> Engine:
    return Engine.start("majokko", [sys.executable, "-m", "bench.peers.magion_engine"])


def open_spiel() -> Engine:
    """Start OpenSpiel 2.0.2; its Hanabi needs none of the packages that its learners need."""
    python = ENVS / "open_spiel" / "bin" / "python"
    if not (ENVS / "open_spiel" / ".installed").exists():
        venv.create(ENVS / "open_spiel", with_pip=True, clear=True)
        pins = ("--no-deps", "--require-hashes", "-r", HERE / "open_spiel.txt")
        _run(python, "-m", "pip", "install", "-q", *pins)
        (ENVS / "open_spiel" / ".installed").touch()
    return Engine.start("open_spiel", [str(python), str(HERE / "open_spiel_engine.py")])


def rpg_dice_roller() -> Engine:
    """Start rpg-dice-roller 5.5.1, with the packages its lock file names."""
    node, npm = _program("node"), _program("npm")
    folder = ENVS / "node"
    if not (folder / "node_modules" / ".package-lock.json").exists():
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder / name)
        _run(npm, "ci", "--no-audit", "--no-fund", "--prefix", folder)
    shutil.copy(HERE / "rpg_dice_roller.mjs", folder / "rpg_dice_roller.mjs")
    return Engine.start("rpg-dice-roller", [node, str(folder / "rpg_dice_roller.mjs")])


def _program(name: str) -> str:
    if path := shutil.which(name):
        return path
    raise PeerAway(f"{name} is not on PATH")


def _run(*command: str | os.PathLike[str]) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)
