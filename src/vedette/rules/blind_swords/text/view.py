"""What a seat may know, built up from nothing (design 8). Three kinds of places: public, one seat's, nobody's yet."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

from vedette.engine.cites import cites
from vedette.rules.blind_swords.assist.gestures.riding import deeds_of
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.chits import ALWAYS, full_chance, puller, rating_of
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.chapters.held_back import (
    asleep,
    frozen_note,
    is_silent,
    rating_note,
    silent_note,
    silent_row,
)
from vedette.rules.blind_swords.chapters.movement_step import MovementStep, ready_units
from vedette.rules.blind_swords.chapters.orders import can_act, marker
from vedette.rules.blind_swords.chapters.stacking import stack_words
from vedette.rules.blind_swords.chapters.tracks import uncalled
from vedette.rules.blind_swords.chapters.values import modified_cr, modified_sp, supported
from vedette.rules.blind_swords.chapters.wild import FORTUNES
from vedette.rules.blind_swords.chapters.windows import Moment, play_bar
from vedette.rules.blind_swords.charts import sp_words
from vedette.rules.blind_swords.profile import profile_of
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import PLACES, State, place_words
from vedette.rules.blind_swords.text.cards import efforts
from vedette.rules.blind_swords.text.coming import tracks
from vedette.rules.blind_swords.text.score import leavers, score_section, score_words
from vedette.rules.blind_swords.text.steps import step_view

T = TypeVar("T")
SYMBOLS = {"infantry": "cross", "cavalry": "horse", "artillery": "dot"}


def states_of(g: State, id: str) -> list[str]:
    """The states of a unit in the words of the interface (design 5)."""
    unit = g.units[id]
    out = ["worn" if unit.worn else "fresh"]
    if g.counter(id).fragile:
        out.append("fragile")
    if g.counter(id).sharpshooter:
        out.append("sharpshooter")
    if unit.dismounted or g.setting.counters[id].arm == "cavalry":
        out.append("dismounted" if unit.dismounted else "mounted")
    out += [w for w, on in (("shaken", unit.hits == 1), ("disrupted", unit.hits == 2)) if on]
    marks = (("skirmish", unit.skirmish), ("low-ammo", unit.low_ammo), ("frozen", unit.frozen))
    out += [w for w, on in marks if on]
    if id in g.chaos:
        out.append("chaos")
    if id in g.deceived:
        out.append("deceived")
    if id in g.charging:
        out.append("charging")
    return out


FACES = 4000
"""Counters that a setting keeps ready; far more than a few games show."""
LASTS = 400
"""Views of who stands where that a setting keeps ready."""


def counter_view(g: State, id: str) -> dict[str, Any]:
    """A counter that describes itself, so that a client draws any family (design 1).

    Kept from view to view, since few counters change between two: whoever gets it must not change it.
    """
    marks = (id in g.chaos, id in g.deceived, id in g.charging, id in g.acted and g.phase == "artillery", g.automatic)
    key = (id, g.units[id], supported(g, id), marks, notes_of(g, id))
    return _kept(g, key, lambda: _face(g, id))


def _counters(g: State) -> tuple[dict[str, Any], ...]:
    """All counters; between most decisions none of them changes."""
    acted = g.acted if g.phase == "artillery" else ()
    key = (g.chaos, g.deceived, g.charging, g.automatic, acted, is_silent(g), g.released)
    return _last(g, "counters", key, lambda: tuple(counter_view(g, id) for id in g.units))


def _kept(g: State, key: tuple[Any, ...], make: Callable[[], T]) -> T:
    """What was made for the key already, or made now."""
    faces = g.setting.faces
    found: T | None = faces.get(key)
    if found is None:
        if len(faces) >= FACES:
            faces.clear()
        found = faces[key] = make()
    return found


def _last(g: State, name: str, key: tuple[Any, ...], make: Callable[[], T]) -> T:
    """What was made last where the same hexes were occupied, if the units and the key are still the same.

    They are compared and not hashed: most of them are the same objects.
    """
    whole = (g.setting, tuple(g.units), tuple(g.units.values()), key)
    lasts = g.setting.lasts
    found = lasts.get((name, g.masks))
    if found is None or found[0] != whole:
        if len(lasts) >= LASTS:
            lasts.clear()
        found = lasts[name, g.masks] = whole, make()
    made: T = found[1]
    return made


def _face(g: State, id: str) -> dict[str, Any]:
    c, unit = g.counter(id), g.units[id]
    printed = [sp_words(c.sp[unit.worn]), c.weapon, str(c.cr[unit.worn])]
    on_map = unit.at >= 0
    states = states_of(g, id)
    return {
        "id": id,
        "name": c.name,
        "side": SIDES[c.side],
        "top": c.brigade or c.arm.capitalize(),
        "brigade": c.brigade or None,
        "division": c.division or None,
        "arm": c.arm,
        "symbol": "horse-off" if unit.dismounted else SYMBOLS[c.arm],
        "numbers": printed,
        "now": [sp_words(modified_sp(g, id)) if on_map else printed[0], c.weapon, str(modified_cr(g, id))],
        "pale": unit.worn,
        "marks": [s for s in states if s not in ("fresh", "worn", "sharpshooter", "mounted")]
        + (["unsupported"] if on_map and not supported(g, id) else [])
        + (["acted"] if id in g.acted and g.phase == "artillery" else []),
        "states": states,
        "notes": list(notes_of(g, id)),
        "facing": None,
        "hex": g.hex_name(unit.at) if on_map else None,
        "place": None if on_map else PLACES[unit.at],
        "where": None if on_map else place_words(unit.at),
    }


def view(g: State, seat: str) -> dict[str, Any]:
    """The view of a seat ("" for a spectator, who has no hand)."""
    side = SIDE_INDEX.get(seat, -1)
    parts = victory.tally(g)
    here = victory.outcome_now(g, parts)
    points = here.points if here else 0
    return {
        "battle": g.setting.battle.id,
        "seat": seat,
        "book": g.setting.profile.title,
        "under": profile_of(g.setting.battle.profile).title if g.setting.profile.under else "",
        "turn": g.turn,
        "turns": {"first": g.setting.first_turn, "last": g.setting.last_turn},
        "clock": g.setting.hour(g.turn),
        "phase": g.phase,
        **step_view(g),
        "over": g.over,
        "points": points,
        "score": score_words(g, parts),
        "tally": score_section(g, parts),
        "standing": {"level": here.level, "winner": here.winner} if here else None,
        "control": {
            g.hex_name(h): SIDES[s] if s >= 0 else None for h, s in zip(g.setting.victory_hexes, g.control, strict=True)
        },
        "units": list(_counters(g)),
        "stacks": _stacks(g),
        "markers": {
            "good_ground": [g.hex_name(h) for h in g.good_ground],
            "chaos": list(g.chaos),
        },
        "movement": _movement(g),
        "brigades": _brigades(g),
        "generals": {"casualties": list(g.casualties), "raised": list(g.raised)},
        "commanders": _commanders(g),
        "efforts": efforts(g),
        "tracks": tracks(g),
        "in_force": _kept(g, ("in force", g.casualties, g.raised, g.turn), lambda: _in_force(g)),
        "bonuses": list(g.bonuses),
        "arrivals": [{"turn": t, "unit": u, "hex": g.hex_name(h)} for t, u, h, _ in g.waiting],
        "chits": _chits(g, side),
    }


def _movement(g: State) -> dict[str, Any] | None:
    """Who has moved in the Movement Step that is under way, and who still may; None where there is none."""
    step = next((f for f, _ in reversed(g.stack) if isinstance(f, MovementStep)), None)
    if step is None:
        return None
    return {
        "side": SIDES[step.side],
        "title": step.brigade,
        "moved": [i for i in step.moved if g.at(i) >= 0],
        "waiting": ready_units(g, step),
        "deeds": _deeds(g, step),
        "leaving": leavers(g, step),
    }


def _deeds(g: State, step: MovementStep) -> dict[str, list[str]]:
    """What those who still may move could do besides going: mount, dismount, charge."""
    if not any(g.setting.counters[i].arm == "cavalry" for i in g.brigade(step.side, step.brigade)):
        return {}
    key = ("deeds", step, g.stack[-1], tuple(g.units.items()), g.chaos, g.deceived)
    return _kept(g, key, lambda: deeds_of(g, step))


def _stacks(g: State) -> dict[str, str]:
    """Where several units stand together: their stacking points against the limit, "9 of 10"."""
    return {g.hex_name(hex): stack_words(g, hex) for hex, ids in sorted(g.stacks.items()) if len(ids) > 1}


@cites("KT-18.3-2")
def _brigades(g: State) -> list[dict[str, Any]]:
    """Each brigade's marker: may still act, has acted, was limited or lost; those of later turns are not yet there.

    One that may still act has its chance of a Full Activation, once its chit is drawn. When the battle is over nobody
    acts.
    """
    key = (g.turn, g.over, g.activated, g.limited, g.casualties, g.raised, g.drawn, g.tracks, g.waiting, g.released)
    return list(_last(g, "brigades", key, lambda: _markers(g)))


def _markers(g: State) -> list[dict[str, Any]]:
    lost = _lost(g)
    rows = []
    for a in g.setting.activations.values():
        if a.cic:
            continue
        for b in a.brigades:
            name = marker(a.side, b)
            state = "available"
            if g.over:
                state = "the battle is over"
            elif name in g.activated:
                state = lost.get(name, "limited") if name in g.limited else "activated"
            elif not entered(g, a) or len(uncalled(g, a.side, b)) == len(g.brigade(a.side, b)) > 0:
                state = "not yet in play"
            elif asleep(g, a.side, b):
                state = "frozen"
            elif not can_act(g, a.side, b):
                state = "no units"
            rating = rating_of(g, a.chit)
            full = full_chance(rating) if state == "available" else None
            row = {"side": SIDES[a.side], "brigade": b, "chit": a.chit, "rating": rating, "state": state, "full": full}
            rows.append({**row, "note": rating_note(g, a.chit), "casualty": a.chit in g.casualties})
    return rows


@cites("KT-10.5a-3")
def _lost(g: State) -> dict[str, str]:
    """Brigades whose marker Fortunes of War turned, by the chit drawn after it.

    Of a division of which another brigade could only fire it can no longer be told which was which.
    """
    found: dict[str, str] = {}
    for fortunes, row in pairwise(g.drawn):
        a = g.setting.activations.get(row.chit) if (fortunes.chit, fortunes.fate) == (FORTUNES, "used") else None
        marked = [name for b in a.brigades if (name := marker(a.side, b)) in g.limited] if a is not None else []
        found |= dict.fromkeys(marked, "lost" if len(marked) == 1 else "limited or lost")
    return found


def _in_force(g: State) -> list[dict[str, Any]]:
    """Which cell of the chart of Command Ratings counts for each chit of the scenario."""
    rows = []
    for a in g.setting.activations.values():
        column = "casualty_rating" if a.chit in g.casualties else "raised" if a.chit in g.raised else "rating"
        where = {"side": SIDES[a.side], "chit": a.chit}
        rows.append({"chart": "command_ratings", "where": where, "column": column})
    return rows


@cites("KT-10.6-2")
def _commanders(g: State) -> list[dict[str, Any]]:
    """The CIC chits of the scenario with what they need to be active; a side may have none."""
    rows = []
    for a in g.setting.activations.values():
        if a.cic:
            rating = rating_of(g, a.chit)
            words = "always active" if rating >= ALWAYS else f"active on 1{f' to {rating}' if rating > 1 else ''}"
            hit = a.chit in g.casualties
            words = f"his replacement is {words}" if hit else words
            if not entered(g, a):
                by_track = any(track.chit == a.chit for track in g.tracks)
                words = "comes by his track" if by_track else f"comes in turn {a.turn}"
            rows.append({"side": SIDES[a.side], "chit": a.chit, "rating": rating, "words": words, "casualty": hit})
    return rows


def _chits(g: State, side: int) -> dict[str, Any]:
    """The cup by backs, what was drawn, the own hand by name, the other's by backs."""
    found: dict[str, Any] = {
        "puller": SIDES[puller(g)],
        "cup": list(g.cup),
        "backs": {s: g.blind[i] + len(g.keys[i]) for i, s in enumerate(SIDES)},
        "out": {s: len(g.unseen[i]) - g.blind[i] if g.phase != "command" else 0 for i, s in enumerate(SIDES)},
        "drawn": [{"side": SIDES[d.side] if d.side >= 0 else None, "chit": d.chit, "fate": d.fate} for d in g.drawn],
        # The other side's list is in the rules for all to read; a view names no chit that its seat may not know of.
        "pools": {s: list(g.setting.pool(i)) for i, s in enumerate(SIDES) if side in (-1, i)},
        "spent": {s: list(g.spent[i]) for i, s in enumerate(SIDES)},
        "held": {s: [h.draw for h in g.hands[i]] for i, s in enumerate(SIDES)},
    }
    if side < 0:
        return found
    seat = SIDES[side]
    moment = Moment("before-draw", puller(g))
    mine = {
        "put_in": list(g.chosen[side]),
        "in_cup": list(g.keys[side]),
        "hand": [
            {"chit": h.chit, "draw": h.draw, "playable": play_bar(g, side, h.chit, moment) is None}
            for h in g.hands[side]
        ],
        "lost": list(g.lost[side]),
        "given_up": list(g.common[side]),
        "sealed": [v for s, v in g.sealed if s == seat],
    }
    return {**found, "mine": mine}


def notes_of(g: State, id: str) -> tuple[str, ...]:
    """What holds of a unit now and is not seen on its counter: rules of scenarios, a charge."""
    found = [frozen_note(g, id)] if g.units[id].frozen else []
    if id in g.charging:
        found.append("has charged and must attack in this Close Combat Step")
    row = silent_row(g, id)
    return (*found, silent_note(row)) if row is not None else tuple(found)
