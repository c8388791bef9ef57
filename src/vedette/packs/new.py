"""Writes a small pack to begin with: `vedette pack new DIR`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from vedette.hexes import Grid, GridSpec

from . import find
from .description import read_meta
from .errors import PackError
from .find import META, Folder

PATTERN = "kernstown"
"""The pack whose charts a new one begins with: its terrain is that of the small board, its dice those of the tables."""
GRID = GridSpec((1, 6), (1, 8), (1, 8), "odd", (0.0, -110.9), (128.0, 0.0), (0.0, 0.0), (1, 1))

PACK = """title = "{title}"
rulebook = "{rulebook}"
profile = "{profile}"

# The first word of every row's source is the weakest thing that it rests on:
# rule, example, history, owner, published or reconstructed.

[credits]
design = "Who made the game that this pack is for."

[overlay]
adds = ["hexsides.csv", "roads.csv"]

[overlay.keys]
{keys}
[sides.union]
name = "Union"
short = "USA"
colour = "#2b5892"
worn = "#8eaed6"
shape = "rounded"

[sides.confederate]
name = "Confederate"
short = "CSA"
colour = "#a6a7a6"
worn = "#dbdad5"
shape = "square"

[brigades.union]
First = "#f2c230"

[brigades.confederate]
Second = "#b5432f"
"""

SCENARIO = """id = "first"
title = "First"
cite = ""
profile = "{profile}"
game = "first"
turns = {{ first = 1, last = 3 }}
clock = ["1:00", "1:20", "1:40"]
wild = ["Fog of War", "Fortunes of War"]
{chits}
[edges]
union = ["north"]
confederate = ["south"]

[[activation]]
chit = "First"
side = "union"
brigades = ["First"]

[[activation]]
chit = "Second"
side = "confederate"
brigades = ["Second"]

[[setup]]
unit = "1 OH"
hex = "0203"

[[setup]]
unit = "1 VA"
hex = "0503"

[victory]
do = "hexes_held"
side = "union"
hexes = ["0504"]
initial = "confederate"
cite = ""
levels = [
    {{ hexes = 0, level = "Confederate Victory", winner = "confederate" }},
    {{ hexes = 1, level = "Union Victory", winner = "union" }},
]
"""

CHITS = """
[chits.{side}]
key = 1
random = 1
"""

COUNTERS = """id,name,side,division,brigade,arm,fresh_sp,weapon,fresh_cr,worn_sp,worn_cr,fragile,sharpshooter,source
1 OH,1 OH,union,,First,infantry,6,R,4,3,3,no,no,reconstructed: write how
1 VA,1 VA,confederate,,Second,infantry,6,R,4,3,3,no,no,reconstructed: write how
"""

RATINGS = """game,side,chit,kind,rating,raised,casualty_rating,source
first,union,First,brigade,4,,3,reconstructed: write how
first,confederate,Second,brigade,4,,3,reconstructed: write how
"""

CASUALTIES = """game,side,roll,general,source
first,union,11-66,No effect,reconstructed: write how
first,confederate,11-66,No effect,reconstructed: write how
"""

CLAIMS = [
    {
        "cite": "write the case",
        "says": "What the rulebook states of the map, in your own words.",
        "holds": [{"do": "chain", "hexes": ["0503", "0504"]}, {"do": "levels", "lowest": 1, "highest": 3}],
    }
]


def new(folder: str | Path) -> list[Path]:
    """Write a pack of a few hexes that can be loaded, with the charts of an installed one; the files written."""
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PackError(f"{folder}: something is there already; name a folder that does not exist or is empty")
    installed = list(find.folders())
    pattern = next((f for f in installed if f.name == PATTERN), installed[0] if installed else None)
    if pattern is None:
        raise PackError("no pack is installed from which charts could be taken; install vedette anew")
    texts = _texts(folder.name, pattern)
    written = []
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
        written.append(file)
    return written


def _texts(title: str, pattern: Folder) -> dict[str, str]:
    meta = read_meta(pattern)
    keys = "".join(f'"{path}" = {json.dumps(key)}\n' for path, key in meta.overlay.keys.items())
    charts = [p for p in pattern.listed("charts", ".csv") if "game" not in pattern.read(p).decode().split("\n")[0]]
    copied = [*charts, *(["chits.csv"] if pattern.has("chits.csv") else [])]
    chits = "".join(CHITS.format(side=side) for side in ("union", "confederate")) if "chits.csv" in copied else ""
    return {
        META: PACK.format(title=json.dumps(title)[1:-1], rulebook=meta.rulebook, profile=meta.profile, keys=keys),
        "grid.json": msgspec.json.format(msgspec.json.encode(GRID)).decode() + "\n",
        "board.csv": _board(),
        "hexsides.csv": "a,b,feature,source\n0403,0303,slope,reconstructed: write how\n",
        "roads.csv": "road,kind,hexes,source\nThe road,road,0102-0202-0302-0402-0502-0602,reconstructed: write how\n",
        "counters.csv": COUNTERS,
        "claims/map.json": json.dumps(CLAIMS, indent=1) + "\n",
        "scenarios/first.toml": SCENARIO.format(profile=meta.profile, chits=chits),
        **{path: pattern.read(path).decode() for path in copied},
        "charts/command_ratings.csv": RATINGS,
        "charts/general_casualty.csv": CASUALTIES,
    }


def _board() -> str:
    lines = ["hex,terrain,level,features,source"]
    for name in Grid(GRID).names:
        level = 2 if name[:2] >= "04" else 1
        wood = "light-woods" if name in ("0205", "0206", "0306") else "clear"
        lines.append(f"{name},{wood},{level},,reconstructed: write how")
    return "\n".join(lines) + "\n"
