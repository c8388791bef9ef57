"""Positions of the referee: a state set up by hand (docs/positions.md, design 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.battle import Battle
from vedette.engine.field import paired
from vedette.engine.keys import PLAIN
from vedette.engine.rulebook import PositionError
from vedette.engine.run import advance, start
from vedette.rules.blind_swords import charts
from vedette.rules.blind_swords.chapters import common_events, held_back, setup, windows
from vedette.rules.blind_swords.chapters.command import cup_of
from vedette.rules.blind_swords.chapters.common_events import TRACK
from vedette.rules.blind_swords.chapters.costs import may_stand
from vedette.rules.blind_swords.chapters.held_back import thaw
from vedette.rules.blind_swords.chapters.tracks import TRACK as TRACKED
from vedette.rules.blind_swords.chapters.tracks import set_track
from vedette.rules.blind_swords.chapters.victory import takes_hexes
from vedette.rules.blind_swords.chapters.windows import is_commander
from vedette.rules.blind_swords.positions.begin import BEGINS
from vedette.rules.blind_swords.positions.keys import check_keys
from vedette.rules.blind_swords.positions.score import set_exit, set_points
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Activation, Counter, Setting, half_of, setting_for
from vedette.rules.blind_swords.state import AVAILABLE, BOXES, ELIMINATED, EXITED, WAITING, Drawn, Held, State, Unit
from vedette.rules.common.positions import (
    apart,
    begun,
    check_marks,
    check_new,
    hex_at,
    in_counter_order,
    on_own_ground,
    set_turn,
    side_of,
    with_own,
)
from vedette.rules.common.setting import ChartError

MARKS = {"shaken", "disrupted", "skirmish", "low-ammo", "frozen", "chaos", "good-ground", "resupplied", "broken-before",
         "deceived", "acted", "mounted", "dismounted", "charging"}  # fmt: skip
OFF = {
    "1": BOXES[1], "2": BOXES[2], "3": BOXES[3], "available": AVAILABLE, "eliminated": ELIMINATED, "exited": EXITED,
}  # fmt: skip
"""Places off the map."""
PRINTED = {"sm": "s", "rf": "r"}
"""Weapons as the counters of Stonewall's Sword print them -> their names in the charts (SS 4.1)."""

LISTED = ("chaos", "deceived", "acted", "charging")
"""Marks that the state keeps in a list of units, by the name of the list."""


def position(battle: Battle, spec: Mapping[str, Any]) -> State:
    """A position as a state that waits for its first decision.

    Raises:
        PositionError: naming the key or unit, what is wrong with it and the mend.
    """
    check_keys(spec)
    setting = _setting(battle, spec)
    g = setup.blank(setting, spec.get("set", {}))
    g.events = []
    plain = not set(spec) - PLAIN
    if not spec.get("empty"):
        setup.set_up(g, setting.scenario.get("setup", ()))
    if plain:
        return setup.begin(battle, spec.get("set", {}))
    set_turn(g, spec)
    _tracks(g, spec)
    thaw(g)
    _units(g, spec)
    _control(g, spec)
    set_points(g, spec)
    _chits(g, spec)
    _kept(g, spec)
    frames = begun(spec, BEGINS)(g, spec)
    for frame in frames[:-1]:
        g.stack.append(frame)
    last, step = frames[-1]
    if step:
        g.stack.append((last, step))
        advance(g)
    else:
        start(g, last)
    return g


def _setting(battle: Battle, spec: Mapping[str, Any]) -> Setting:
    setting = setting_for(battle, spec.get("set", {}))
    setting = on_own_ground(battle, setting, spec)
    setting = with_own(setting, spec, _counter)
    return _with_chits(setting, spec)


def _counter(known: Counter | None, row: Mapping[str, Any], order: int, setting: Setting) -> Counter:
    """A counter of the pack, its values changed; or a new one from side, arm, brigade and values."""
    id = row["id"]
    values = row.get("values", {})
    if meant := setting.called(id):
        raise PositionError(f"unit {id!r} could be {' or '.join(meant)}: write which")
    if known is None:
        check_new(row, ("side", "arm", "brigade", "values"))
        known = Counter(
            id=id, name=row.get("name", id), order=order, side=side_of(row["side"], f"unit {id!r}: side"),
            division=row.get("division", ""), brigade=row["brigade"] or "", arm=row["arm"],
            sp=(0, 0), weapon="R", cr=(0, 0), fragile=bool(row.get("fragile", False)),
            sharpshooter=bool(row.get("sharpshooter", False)),
            half=half_of(row["arm"], row["brigade"] or "", row.get("name", id)),
        )  # fmt: skip
        values = _both_faces(id, values)
    changes = _values(known, values, ("fresh", "worn"))
    foot = _values(known.foot or known, values, ("dismounted", "dismounted-worn"))
    if foot and known.arm != "cavalry":
        raise PositionError(f"unit {id!r}: dismounted values are for cavalry: take them out")
    if foot:
        on_foot = {"arm": "infantry", "foot": None, **foot}
        changes["foot"] = _checked(msgspec.structs.replace(known.foot or known, **on_foot), setting)
    for key in ("brigade", "division"):
        if key in row:
            changes[key] = row[key] or ""
    for key in ("sharpshooter", "fragile"):
        if key in row:
            changes[key] = bool(row[key])
    return _checked(msgspec.structs.replace(known, **changes) if changes else known, setting)


def _both_faces(id: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a new unit: a face that is not given is like the other one."""
    if not {"fresh", "worn"} & set(values):
        raise PositionError(f"unit {id!r}: key 'values' needs fresh or worn too: dismounted ones stand beside them")
    found = dict(values)
    for first, second in (("fresh", "worn"), ("dismounted", "dismounted-worn")):
        given = [values[face] for face in (first, second) if face in values]
        if given:
            found[first], found[second] = given[0], given[-1]
    return found


def _values(known: Counter, values: Mapping[str, Any], faces: tuple[str, str]) -> dict[str, Any]:
    """What the given values change about a counter."""
    changes: dict[str, Any] = {}
    for i, face in enumerate(faces):
        if face in values:
            sp, weapon, cr = values[face]
            try:
                points = charts.strength(str(sp), f"unit {known.id!r}")
            except ChartError as error:
                raise PositionError(str(error)) from None
            changes["sp"] = paired(changes.get("sp", known.sp), i, points)
            changes["cr"] = paired(changes.get("cr", known.cr), i, int(cr))
            changes["weapon"] = weapon
    return changes


def _checked(counter: Counter, setting: Setting) -> Counter:
    """The counter, with arm and weapon as the charts name them."""
    arm = "artillery" if counter.arm == "artillery" else "infantry"
    if counter.arm not in ("infantry", "cavalry", "artillery"):
        raise PositionError(f"unit {counter.id!r}: arm {counter.arm!r} is none of infantry, cavalry, artillery")
    weapons = {w.lower(): w for a, w in setting.ranges if a == arm}
    word = counter.weapon.lower()
    weapon = weapons.get(word) or weapons.get(PRINTED.get(word, ""))
    if weapon is None:
        known = ", ".join(weapons.values())
        raise PositionError(f"unit {counter.id!r}: weapon {counter.weapon!r} is none of {known}")
    return msgspec.structs.replace(counter, weapon=weapon)


def _with_chits(setting: Setting, spec: Mapping[str, Any]) -> Setting:
    """The setting with activation chits that the cup names and the scenario lacks, from the pack's ratings."""
    extra = {
        c: setting.ratings[c] for c in spec.get("cup", ()) if c in setting.ratings and c not in setting.activations
    }
    if not extra:
        return setting
    return setting.changed(activations={**setting.activations, **extra})


def _tracks(g: State, spec: Mapping[str, Any]) -> None:
    """In which box of its track a chit lies, counting from 1; for the last box, since which turn."""
    for chit, where in spec.get("tracks", {}).items():
        box, since = where if isinstance(where, list | tuple) else (where, 0)
        row = g.setting.rule(TRACKED, chit=chit)
        if row is None:
            there = ", ".join(t.chit for t in g.tracks) or "none is in play"
            raise PositionError(f"tracks: {chit!r} has no track in this game; {there}")
        if not 1 <= box <= len(row["boxes"]):
            raise PositionError(f"tracks.{chit}: there is no box {box}; write 1 to {len(row['boxes'])}")
        if since and (box < len(row["boxes"]) or not g.setting.first_turn <= since <= g.turn):
            raise PositionError(f"tracks.{chit}: turn {since}: write a turn up to {g.turn}, of a chit in the last box")
        set_track(g, chit, box, since)


def _units(g: State, spec: Mapping[str, Any]) -> None:
    if spec.get("empty"):
        g.units, g.waiting = {}, ()
    if "waiting" in spec and not spec["waiting"]:
        g.waiting = ()
    for row in spec.get("unit", ()):
        id = row["id"]
        g.units[id] = _unit(g, id, row, g.units.get(id))
        g.waiting = tuple(w for w in g.waiting if w[1] != id or (g.units[id].at == WAITING and "arrives" not in row))
        if "arrives" in row:
            due = row["arrives"]
            at = hex_at(g, due["hex"], f"unit {id!r}: arrives")
            g.waiting = (*g.waiting, (due["turn"], id, at, due.get("late", False)))
    called = g.setting.called_units
    for id, unit in list(g.units.items()):
        if unit.at == WAITING and id not in called and not any(w[1] == id for w in g.waiting):
            del g.units[id]
    for row in spec.get("unit", ()):
        set_exit(g, row)
    in_counter_order(g)
    apart(g)


def _unit(g: State, id: str, row: Mapping[str, Any], old: Unit | None) -> Unit:
    unit = old or Unit(WAITING)
    marks = row.get("marks", [])
    check_marks(row, sorted(MARKS))
    at = unit.at
    if "hex" in row:
        at = hex_at(g, row["hex"], f"unit {id!r}")
        if not may_stand(g.setting, "infantry", at) and not _own_ground(g, at):
            raise PositionError(f"unit {id!r}: the ground of {row['hex']} is closed to all: give it another hex")
    elif "box" in row:
        if str(row["box"]).lower() not in OFF:
            raise PositionError(f"unit {id!r}: box {row['box']!r} is none of {', '.join(OFF)}")
        at = OFF[str(row["box"]).lower()]
    elif "arrives" in row:
        at = WAITING
    elif old is None:
        raise PositionError(f"unit {id!r} has neither hex nor box")
    if "face" in row and row["face"] not in ("fresh", "worn"):
        raise PositionError(f"unit {id!r}: face {row['face']!r} is neither fresh nor worn")
    for mark in LISTED:
        if mark in marks:
            setattr(g, mark, tuple(sorted({*getattr(g, mark), id})))
    if "good-ground" in marks:
        g.good_ground = tuple(sorted({*g.good_ground, at}))
    broken = at in BOXES.values() or at == AVAILABLE
    return Unit(
        at,
        worn=(row.get("face", "worn" if unit.worn else "fresh") == "worn") or broken,
        hits=2 if "disrupted" in marks else 1 if "shaken" in marks else 0,
        skirmish="skirmish" in marks,
        low_ammo="low-ammo" in marks,
        resupplied="resupplied" in marks,
        broken_before="broken-before" in marks or broken,
        frozen="frozen" in marks,
        dismounted=_dismounted(g, id, marks, unit),
    )


def _own_ground(g: State, hex: int) -> bool:
    """Whether the position has changed the terrain of a hex."""
    return bool(g.setting.board.terrain[hex] != g.setting.battle.board.terrain[hex])


def _dismounted(g: State, id: str, marks: Sequence[str], unit: Unit) -> bool:
    """Whether a unit is on foot: as its marks say, else as it was."""
    printed = g.setting.counters[id]
    both = [mark for mark in ("mounted", "dismounted") if mark in marks]
    if both and printed.arm != "cavalry" and (printed.arm != "infantry" or "mounted" in both):
        raise PositionError(f"unit {id!r}: mark {both[0]!r} is for cavalry: take it out")
    if len(both) > 1:
        raise PositionError(f"unit {id!r} is marked mounted and dismounted: keep one of them")
    if "charging" in marks and (printed.arm != "cavalry" or "dismounted" in marks):
        raise PositionError(f"unit {id!r}: mark 'charging' is for mounted cavalry: take it out")
    if "dismounted" in marks and printed.foot is None and printed.arm == "cavalry":
        raise PositionError(f"unit {id!r} has no dismounted counter: it is mounted, or give it values.dismounted")
    return "dismounted" in marks if both else unit.dismounted


def _control(g: State, spec: Mapping[str, Any]) -> None:
    """The side that stands in a victory hex holds it; `control` says the rest."""
    for name, side in spec.get("control", {}).items():
        hexes = [g.hex_name(h) for h in g.setting.victory_hexes]
        if name not in hexes:
            raise PositionError(f"control: {name} is no victory hex of this battle; those are {', '.join(hexes)}")
        i = hexes.index(name)
        g.control = (*g.control[:i], side_of(side, f"control: {name} of"), *g.control[i + 1 :])
    for i, hex in enumerate(g.setting.victory_hexes):
        if any(takes_hexes(g.setting, g.counter(i).arm) for i in g.in_hex(hex)):
            g.control = (*g.control[:i], g.holder(hex), *g.control[i + 1 :])


def _chits(g: State, spec: Mapping[str, Any]) -> None:
    """Hands, cup, markers; Event chits that nobody has seen stay in their pool."""
    g.activated = tuple(sorted({_marker(g, b) for b in spec.get("activated", ())}))
    g.limited = tuple(sorted({_marker(g, b) for b in spec.get("limited", ())}))
    g.casualties = tuple(sorted(set(spec.get("casualties", ()))))
    for name in g.casualties:
        if name not in g.setting.ratings:
            raise PositionError(f"casualties: there is no general {name!r}; there are {', '.join(g.setting.ratings)}")
    g.raised = tuple(sorted(set(spec.get("raised", g.raised))))
    for name in g.raised:
        if name not in g.setting.ratings or not g.setting.ratings[name].raised:
            two = ", ".join(chit for chit, a in g.setting.ratings.items() if a.raised)
            raise PositionError(f"raised: {name!r} has no higher rating; {two or 'nobody'} has")
    none = g.options.no_events
    g.unseen = ((), ()) if none else (g.setting.pool(0), g.setting.pool(1))
    for seat, chits in spec.get("held", {}).items():
        for chit in chits:
            _hold(g, SIDE_INDEX[seat], chit)
    _common(g, spec)
    if "cup" not in spec:
        if "blind" in spec:
            raise PositionError("blind: it stands beside cup: name the other chits of the cup too, or take it out")
        gone = [h.chit for hand in g.hands for h in hand if is_commander(g, h.chit)]
        gone += [a.chit for a in g.setting.activations.values() if not a.cic and _all_acted(g, a)]
        g.cup = tuple(c for c in cup_of(g) if c not in gone or c in g.setting.wild)
        g.blind = (min(sum(_per_turn(g, 0)), len(g.unseen[0])), min(sum(_per_turn(g, 1)), len(g.unseen[1])))
        return
    for chit in spec["cup"]:
        _into_cup(g, chit)
    g.cup = tuple(sorted(g.cup))
    _blind(g, spec)


def _blind(g: State, spec: Mapping[str, Any]) -> None:
    """Event chits that lie in the cup and that nobody has seen: which they are is dealt when one is drawn."""
    for seat, n in spec.get("blind", {}).items():
        side = SIDE_INDEX[seat]
        if not 0 <= n <= (most := len(g.unseen[side])):
            raise PositionError(f"blind.{seat}: {n}: write a number from 0 to {most}, the Event chits that are left")
        g.blind = paired(g.blind, side, n)


def _kept(g: State, spec: Mapping[str, Any]) -> None:
    """Unused advantages from the second Fog of War table; whether units held back are released."""
    for name in spec.get("bonuses", ()):
        if name not in windows.BONUSES:
            raise PositionError(f"bonuses: {name!r} is none of {', '.join(windows.BONUSES)}")
    if spec.get("bonuses") and not g.options.fog_second_table:
        raise PositionError("bonuses: without the option fog-second-table there are none: set it, or take the key out")
    g.bonuses = tuple(spec.get("bonuses", g.bonuses))
    if spec.get("released") and held_back.release_row(g) is None:
        raise PositionError("released: nobody sleeps in this battle: take the key out")
    g.released = bool(spec.get("released", g.released))


def _all_acted(g: State, a: Activation) -> bool:
    return all(f"{SIDES[a.side]}/{b}" in g.activated for b in a.brigades)


def _per_turn(g: State, side: int) -> tuple[int, int]:
    held = len(g.hands[side])
    return max(0, g.setting.key_chits[side] - held), g.setting.random_chits[side]


def _hold(g: State, side: int, chit: str) -> None:
    if _commander(g, side, chit):
        g.setting = g.setting.changed(activations={**g.setting.activations, chit: g.setting.ratings[chit]})
    elif (side, chit) not in g.setting.events:
        names = sorted({n for s, n in g.setting.events if s == side})
        raise PositionError(f"held.{SIDES[side]}: there is no chit {chit!r}; there are {', '.join(names)}")
    else:
        _take(g, side, chit)
    g.drawn = (*g.drawn, Drawn(side, chit if is_commander(g, chit) else "", "held"))
    g.hands = paired(g.hands, side, (*g.hands[side], Held(chit, len(g.drawn) - 1)))


def _take(g: State, side: int, chit: str) -> None:
    """Take an Event chit from those that nobody has seen; a position may have more of one than the scenario."""
    if chit in g.unseen[side]:
        left = list(g.unseen[side])
        left.remove(chit)
        g.unseen = paired(g.unseen, side, tuple(left))


def _commander(g: State, side: int, chit: str) -> bool:
    """Whether a chit to be held is a commander in chief's: of the holder's own side, and held only once."""
    known = g.setting.ratings.get(chit)
    if known is None or not known.cic:
        return False
    if known.side != side:
        raise PositionError(f"held.{SIDES[side]}: {chit!r} commands the other side: write it there, or take it out")
    if any(held.chit == chit for held in g.hands[side]):
        raise PositionError(f"held.{SIDES[side]}: there is one chit {chit!r} only")
    return True


def _common(g: State, spec: Mapping[str, Any]) -> None:
    """Event chits laid out as Common Events this turn, and the turn from which an attack may be announced."""
    tracked = g.setting.rule(TRACK) is not None
    if any(spec.get("common", {}).values()) and not (tracked or g.setting.scenario.get("common_events")):
        raise PositionError("common: this scenario has no Common Events: take the key out")
    for seat, chits in spec.get("common", {}).items():
        side = SIDE_INDEX[seat]
        if len(chits) > 1 and not tracked:
            raise PositionError(f"common.{seat}: a side gives up one chit a turn: keep one of them")
        for chit in chits:
            if chit not in g.unseen[side]:
                names = sorted(set(g.unseen[side]))
                raise PositionError(f"common.{seat}: there is no chit {chit!r} left; there are {', '.join(names)}")
            left = list(g.unseen[side])
            left.remove(chit)
            g.unseen = paired(g.unseen, side, tuple(left))
            g.common = paired(g.common, side, tuple(sorted((*g.common[side], chit))))
            g.drawn = (*g.drawn, Drawn(side, "", "given up"))
    g.surprise = int(spec.get("surprise", 0))
    if g.surprise and g.setting.rule(common_events.SURPRISE) is None:
        raise PositionError(f"surprise: this scenario has no rule {common_events.SURPRISE}: take the key out")
    if not -1 <= g.surprise <= g.setting.last_turn:
        turns = f"1 to {g.setting.last_turn}"
        raise PositionError(f"surprise: {g.surprise} is no turn: write {turns}, 0 where it is not earned, -1 made")


def _into_cup(g: State, chit: str) -> None:
    """Put a chit into the cup by name: activation, CIC and Wild chits openly, Event chits as Key Chits."""
    if chit in g.setting.activations or chit in g.setting.wild:
        if chit in g.cup:
            raise PositionError(f"cup: there is one chit {chit!r} only")
        if any(held.chit == chit for hand in g.hands for held in hand):
            raise PositionError(f"cup: {chit!r} is held: take it out of one of them")
        g.cup = (*g.cup, chit)
        return
    bare, opened, bracket = chit.partition(" (")
    sides = [s for s in (0, 1) if (s, bare) in g.setting.events]
    if opened:
        sides = [s for s in sides if SIDES[s] == bracket.rstrip(")").lower()]
    if len(sides) > 1:
        raise PositionError(f"cup: {chit!r} could be {bare} (Union) or {bare} (Confederate): name the side")
    if not sides:
        raise PositionError(f"cup: there is no chit {chit!r} in this battle")
    side = sides[0]
    _take(g, side, bare)
    g.keys = paired(g.keys, side, tuple(sorted((*g.keys[side], bare))))
    g.chosen = g.keys


def _marker(g: State, brigade: str) -> str:
    """A brigade's marker with its side; if both sides have a brigade of that name it is written union/NAME."""
    seat, slash, bare = brigade.rpartition("/")
    sides = [s for s, name in g.setting.brigade_units if name and name == bare and (not slash or seat == SIDES[s])]
    if not sides:
        raise PositionError(f"there is no brigade {brigade!r} in this battle")
    if len(sides) > 1:
        both = " or ".join(f"{SIDES[s]}/{bare}" for s in sides)
        raise PositionError(f"both sides have a brigade {bare!r}: write {both}")
    return f"{SIDES[sides[0]]}/{bare}"
