"""The creation of the issue: these twelve faces, all eight coins, every choice."""

from collections.abc import Mapping, Sequence

Moves = Sequence[tuple[str, Mapping[str, object]]]

COINS: Moves = (
    ("age.bronze", {"age": 14}),
    ("specialisation.column", {"specialisation": "fire"}),
    ("weapon.other", {"weapon": "mystic"}),
    ("power.shift.+2", {}),
    ("perk.move.soul_jar", {"new": "snapshots"}),
    ("perk.add", {}),
    ("stats.bronze.1", {"stat": "VIT"}),
    ("stats.silver.1+1", {"stat": "STR+AGI"}),
)
CHOICES: Moves = (
    ("body.underdeveloped.stat.1", {"stat": "LCK"}),
    ("specialisation.fire.stat.1", {"stat": "MAG"}),
    ("specialisation.fire.stat.2", {"stat": "VIT"}),
    ("weapon.mystic.mastery", {"mastery": "enchanted"}),
    ("outfit.uniform.boost", {"boost": "reinforced"}),
    ("power.barrage.stat.1", {"stat": "AGI"}),
    ("perk.7.row", {"perk": "gifted"}),
    ("perk.8.row", {"perk": "sturdy"}),
    ("perk.gifted.stat.1", {"stat": "MAG"}),
    ("perk.ally.stat.2", {"stat": "STR"}),
    ("ally.kind", {"kind": "magical_girl"}),
    ("familiar.first", {"class": "attack"}),
    ("familiar.attack.way", {"way": "ranged"}),
    ("name", {"text": "Mitsuki"}),
)
ALLY: Moves = (
    ("ally.body.average.stat.1", {"stat": "VIT"}),
    ("ally.stats.silver.2", {"stat": "STR"}),
    ("ally.age.bronze", {"age": 15}),
    ("ally.stats.bronze.1", {"stat": "LCK"}),
)
ALLY_FACES = (10, 8, 16, 16, 4, 15, 2, 2, 2)
"""Of `ally.roll`, which comes before the moves in ALLY."""
