"""The defender's card: who of the defence fires at which attacking hex, so that the hex is held most often."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec

from vedette.engine.plan import DEFENCE, plan
from vedette.engine.shapes import Plan
from vedette.engine.words import percent
from vedette.rules.blind_swords.assist.plans.assault_odds import Melee, melee
from vedette.rules.blind_swords.assist.plans.fire import (
    Bars,
    Scene,
    Way,
    assumed,
    chance_rows,
    chance_words,
    fire_row,
    fire_words,
    shift_rows,
    text_of,
    ways,
)
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.assist.plans.volleys import Chances, Volleys
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, DefensiveFire, Placed, rider_bar, struck_in
from vedette.rules.blind_swords.chapters.range import DEFENSIVE, fire_bar
from vedette.rules.blind_swords.state import State

MOST = 24
"""The most ways to share out firers over attacking hexes that are looked at."""
CLOSER = 4
"""Of these so many, the most harmful, for which an attacker looks at the close combat that follows."""
HELD = "hex held"


Fires = tuple[tuple[Scene, Way], ...]
Known = dict[Scene, Way | None]
"""The best way of each scene; none where nobody has enough to fire."""


class Card(msgspec.Struct, frozen=True):
    """One way in which the whole defence fires."""

    fires: Fires
    chances: Chances
    after: Melee
    """The close combat that follows."""


def pools_of(g: State, frame: DefensiveFire) -> dict[int, tuple[str, ...]]:
    """Attacking hex -> who may fire at it."""
    hexes = dict.fromkeys(hex for id, hex in frame.attackers if g.at(id) == hex)
    found = {h: frame._pool(g, h) for h in hexes}
    return {h: pool for h, pool in found.items() if pool}


def cards(
    g: State,
    frame: DefensiveFire,
    units: tuple[str, ...] = (),
    at: int = -1,
    closer: int = MOST,
    field: Volleys | None = None,
) -> list[Card]:
    """Ways of the defence to fire, the one that holds the hex most often first; all who can fire do."""
    pools = pools_of(g, frame)
    if at >= 0:
        pools = {h: pool for h, pool in pools.items() if h == at}
    if units:
        pools = {h: found for h, pool in pools.items() if (found := tuple(i for i in pool if i in units))}
    known: Known = {}
    drafts = sorted((_draft(g, frame, known, shares) for shares in _shares(pools)), key=_harm)
    made = [_card(g, frame, field or Volleys(g, pools), fires) for fires in drafts[:closer]]
    return sorted(made, key=lambda c: (round(c.after.taken, 9), -round(c.chances.worth, 9)))


def _harm(fires: Fires) -> float:
    """What the ways are ranked by: the chance that nothing is lost in any hex, the least first."""
    return round(math.prod(1 - way.chances.worth for _, way in fires), 9)


def _card(g: State, frame: DefensiveFire, field: Volleys, fires: Fires) -> Card:
    shots = [s for _, way in fires for s in way.shots]
    return Card(fires, field.chances(shots), after_fire(g, frame, field, shots))


def _shares(pools: Mapping[int, tuple[str, ...]]) -> Iterator[dict[int, tuple[str, ...]]]:
    """Every way to give each firer one hex, up to a number; the first follows the order of the hexes."""
    firers = list(dict.fromkeys(i for pool in pools.values() for i in pool))
    choices = [[h for h, pool in pools.items() if i in pool] for i in firers]
    for n, picked in enumerate(product(*choices)):
        if n == MOST:
            return
        yield {h: tuple(i for i, hex in zip(firers, picked, strict=True) if hex == h) for h in pools if h in picked}


def _draft(g: State, frame: DefensiveFire, known: Known, shares: Mapping[int, tuple[str, ...]]) -> Fires:
    """The fires of one distribution, at each hex in the way that does it most harm."""
    fires = []
    for hex, pool in shares.items():
        support = tuple(i for i in pool if g.at(i) != frame.target)
        scene = Scene(DEFENSIVE, hex, pool, support, struck=struck_in(g, hex, frame.attackers))
        if scene not in known:
            known[scene] = next(iter(ways(g, scene, thorough=False)), None)
        way = known[scene]
        if way is not None:
            fires.append((scene, way))
    return tuple(fires)


def after_fire(g: State, frame: DefensiveFire, field: Volleys, shots: list[Any]) -> Melee:
    """The close combat after these fires, over everything that they can do."""
    total = Melee()
    known: dict[object, Melee] = {}
    for (_, status), chance in field.crowd(shots)[0].items():
        if status not in known:
            known[status] = melee(field.states[status], 1 - frame.side, frame.target, frame.attackers, effects_on(g))
        total = total.plus(known[status], chance)
    return total


def effects_on(g: State) -> tuple[str, ...]:
    """The effects of chits on the close combat under way."""
    return next((f.effects for f, _ in reversed(g.stack) if isinstance(f, CloseCombat)), ())


def likely(
    g: State, side: int, target: int, stood: Placed, others: tuple[int, ...], field: Volleys
) -> tuple[Card | None, Melee]:
    """The fire that the defence is most likely to give, and the close combat after it."""
    frame = DefensiveFire(1 - side, target, stood, others)
    found = cards(g, frame, closer=CLOSER, field=field)
    card = found[0] if found and found[0].fires else None
    return card, card.after if card else melee(g, side, target, stood)


def defence_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The card as one plan, then other ways."""
    g = hands_down(g)
    frame = g.stack[-1][0]
    assert isinstance(frame, DefensiveFire)
    found = [c for c in cards(g, frame, units, at) if c.fires]
    before = melee(g, 1 - frame.side, frame.target, frame.attackers, effects_on(g))
    return [_shown(g, frame, c, before, n == 0, at) for n, c in enumerate(found[:4])]


def _shown(g: State, frame: DefensiveFire, card: Card, before: Melee, best: bool, at: int) -> Plan:
    rows = [(s, a, c) for _, way in card.fires for s, (a, _), c in zip(way.shots, way.aims, way.alone, strict=True)]
    firing = [i for s, _, _ in rows for i in s.plan.firers]
    idle = {i for pool in pools_of(g, frame).values() for i in pool} - set(firing)
    whole = at < 0
    text = "; ".join(text_of(g, scene, way) for scene, way in card.fires)
    held = 1 - card.after.taken
    words = "; ".join(f"{fire_words(s, a)} at {g.hex_name(s.plan.target)}" for s, a, _ in rows)
    return plan(
        DEFENCE,
        "all who can fire" if not idle else "these fire, the others do not",
        text + ("; done" if idle and whole else ""),
        at=g.hex_name(frame.target if whole else at),
        units=firing,
        others=[{"unit": i, "why": why, "cite": cite} for i, why, cite in _others(g, frame, idle)],
        headline=f"{words}: {chance_words(card.chances, len(rows))}; {HELD} {percent(held)}",
        shifts=[row for s, a, _ in rows for row in shift_rows(s, a)],
        chances=[
            *chance_rows(card.chances),
            {"name": HELD, "probability": held},
            {"name": f"{HELD}, without this fire", "probability": 1 - before.taken},
        ],
        best=best,
        cite="KT-14.3a-1",
        fires=[fire_row(g, s, a, c) for s, a, c in rows],
        assumed=[row for _, way in card.fires for row in assumed(g, way)],
        measure={"name": HELD, "probability": held},
        exact=card.chances.exact,
    )


def _others(g: State, frame: DefensiveFire, idle: set[str]) -> Bars:
    """The units attacked and those beside the attackers who do not fire, and why."""
    hexes = list(dict.fromkeys(hex for id, hex in frame.attackers if g.at(id) == hex))
    near = dict.fromkeys(i for h in hexes for i in g.enemies_beside(h, 1 - frame.side))
    able = {i for pool in pools_of(g, frame).values() for i in pool}
    out: list[tuple[str, str, str]] = [(i, "left out of this plan", "") for i in sorted(idle)]
    for id in near:
        if id in able:
            continue
        if id in frame.fired:
            out.append((id, "it has fired already", "KT-14.3a-6"))
        elif g.at(id) in frame.others:
            out.append((id, "another declared attack is against it", "KT-14.3a-2"))
        else:
            bars = (fire_bar(g, id, h, DEFENSIVE, g.at(id) != frame.target) for h in hexes)
            riders = rider_bar(g, id, frame.target, frame.attackers)
            bar = riders or next((b for b in bars if b is not None), None)
            if bar is not None:
                out.append((id, bar.text, bar.cite))
    return tuple(out)
