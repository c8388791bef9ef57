"""The rows `[[special]]` that a scenario may have: the name of a rule and its parameters, checked as they are read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from vedette.engine.rulebook import ContentError

Row = Mapping[str, Any]
Side = Literal["union", "confederate"]
Some = Meta(min_length=1)
FACES = 6
Roll = Annotated[int, Meta(ge=1, le=FACES)]
"""What a die may show."""
Count = Annotated[int, Meta(ge=0, le=99)]


class Plain(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A rule without parameters, and what all rows have."""

    do: str
    cite: str = ""
    cites: list[str] = []
    """Further cases, such as one for each face of a die."""
    source: str = ""
    """Where numbers come from that the book does not give."""
    option: str = ""
    """The row is there only with this option."""
    unless: str = ""
    """The row is there only without this option."""


class Named(Plain):
    """A rule for one chit."""

    chit: str


class Allowance(Plain):
    """A battery that moves further, by option."""

    unit: str
    points: Count


class Silent(Plain):
    """Guns of a side that do not see a division in the Artillery Phase of one turn."""

    turn: Count
    side: Side
    division: str


class Automatic(Named):
    """The brigades of a chit act before the first draw of a turn."""

    turn: Count
    cr: Count = 0


class Barred(Named):
    """A chit that is not played against a side in some turns."""

    against: Side
    turns: list[Count]


class BarredOn(Named):
    """A chit that is not played on a brigade of its own side."""

    side: Side
    brigade: str


class FromTurn(Named):
    """A chit that has no effect before a turn."""

    turn: Count


class WildFromTurn(Plain):
    """A Wild chit that is not in the cup before a turn: a house rule."""

    wild: str
    turn: Count


class Until(Plain):
    """Until when the units marked frozen may not move."""

    turn: Count


class ForSide(Plain):
    """A rule for one side."""

    side: Side


class Trigger(Named):
    """What raises the rating of a chit: an attack on its brigade, or an enemy so near a hex."""

    side: Side
    brigade: str
    hex: str
    within: Count


class Resupply(ForSide):
    """Where guns get rid of Low Ammo."""

    hex: str


class Learns(Named):
    """A chit given up for a roll at the end of the turn, which must be no higher than `needs`."""

    side: Side
    needs: Count
    title: str


class Surprise(Learns):
    """What the roll earns: brigades that act at once."""

    brigades: list[str]
    order: str
    allowance: Count
    cr_bonus: Count
    barred: list[str]


class Group(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Units that are shelled with one die: a brigade, or an arm."""

    brigade: str = ""
    arm: Literal["", "infantry", "cavalry", "artillery"] = ""


class Bombardment(ForSide):
    """A side rolls for each group of the enemy before the first turn, and wears out so many units by the die."""

    groups: Annotated[list[Group], Some]
    flips: Annotated[list[Count], Meta(min_length=FACES, max_length=FACES)]


class FirstChit(ForSide):
    """In one turn a side names the first chit, which needs no roll."""

    turn: Count


class FrozenUntilRelease(Named):
    """Brigades that do not act and guns that do not move before a chit comes in, or an enemy into some hexes."""

    side: Side
    brigades: list[str]
    units: list[str]
    hexes: Annotated[list[str], Some]
    returns: str
    """The Division chit that goes back into the cup."""


class ChitTrack(Named):
    """A chit that comes along a track: a roll each turn, better by the Event chits that were laid out."""

    side: Side
    title: str
    common: str
    """What the Event chits of the side are called when they are laid out."""
    boxes: Annotated[list[str], Meta(min_length=2)]
    dice: Literal[1, 2]


class Entry(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A hex where a brigade may come, so many turns later."""

    hex: str
    delay: Count = 0


class Called(Named):
    """Brigades of a division that come one a turn once its chit has come."""

    side: Side
    brigades: Annotated[list[str], Some]
    entries: Annotated[list[Entry], Some]


class Summoned(ForSide):
    """A brigade that comes on a roll once another side's division has come."""

    brigade: str
    after: str
    needs: Roll
    """The lowest roll that brings it."""
    entries: Annotated[list[Entry], Some]


class ReadingTurned(Plain):
    """A reading of the book that a club turns (readings.py)."""

    name: str
    value: str


KINDS: dict[str, type[Plain]] = {
    "always_active": Named,
    "ammunition_plenty": ForSide,
    "arrival_at_nearest_hex": Plain,
    "artillery_allowance": Allowance,
    "artillery_silent": Silent,
    "automatic_activations": Automatic,
    "bombardment": Bombardment,
    "brigade_summoned": Summoned,
    "brigades_called": Called,
    "chit_barred": Barred,
    "chit_barred_on": BarredOn,
    "chit_from_turn": FromTurn,
    "wild_from_turn": WildFromTurn,
    "chit_track": ChitTrack,
    "commander_learns": Learns,
    "first_chit": FirstChit,
    "freed_by": Named,
    "frozen_until": Until,
    "frozen_until_release": FrozenUntilRelease,
    "rating_after_trigger": Trigger,
    "rating_from_start": Named,
    "reading_turned": ReadingTurned,
    "resupply": Resupply,
    "surprise_attack": Surprise,
}
"""Every rule that only some scenarios have, by the name that its row gives in `do`."""


def check_rows(where: str, rows: Sequence[Row], known: Mapping[str, Collection[str]]) -> None:
    """Each row names a rule there is and has its parameters; `known` holds the chits, brigades, units and hexes.

    Raises:
        ContentError: the scenario, the number of the row, what is wrong with it and the mend.
    """
    for n, row in enumerate(rows, 1):
        do = row.get("do", "")
        place = f"{where}, special {n} ({do or 'without do'})"
        if not isinstance(do, str) or do not in KINDS:
            raise ContentError(f"{place}: there is no such rule; write do = one of {', '.join(KINDS)}")
        try:
            msgspec.convert(dict(row), KINDS[do])
        except msgspec.ValidationError as error:
            needed = ", ".join(KINDS[do].__struct_fields__)
            text = str(error).replace("`", "'").replace("Object missing required field", "it lacks")
            text = text.replace("Object contains unknown field", "it cannot have")
            raise ContentError(f"{place}: {text}; its keys are {needed}") from None
        if any(not g.get("brigade") and not g.get("arm") for g in row.get("groups", ())):
            raise ContentError(f"{place}: a group is of nobody: give each a brigade or an arm")
        for key, names in known.items():
            for name in _named(row, key):
                if name not in names:
                    raise ContentError(f"{place}: {key} {name!r} is not in this battle: write one of its names")


NAMING: dict[str, tuple[str, ...]] = {
    "brigade": ("brigade", "brigades"),
    "unit": ("unit", "units"),
    "hex": ("hex", "hexes"),
    "commander": ("after", "returns"),
}
"""The keys of a row that name things of a kind, one or a list; a kind that is not here has a key of its name."""
OF_COMMANDERS = ("brigades_called", "chit_track", "frozen_until_release")
"""Rules whose chit is that of a commander."""


def _named(row: Row, key: str) -> list[str]:
    """The names of a kind that a row gives, those in its groups and entries among them."""
    parts = [row, *row.get("groups", ()), *row.get("entries", ())]
    given = [part[name] for part in parts for name in NAMING.get(key, (key,)) if part.get(name)]
    if key == "commander" and row.get("do") in OF_COMMANDERS:
        given.append(row["chit"])
    return [name for one in given for name in ([one] if isinstance(one, str) else one)]
