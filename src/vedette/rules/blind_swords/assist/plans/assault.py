"""Assault plans: for a hex, who attacks it, on which column, with which chances before and after defensive fire.

The defence is taken to fire as its own card would have it (`plans.defence`): all who can, shared out so that the hex is
held most often. Groups are compared by the chance that the hex is taken after that fire.
"""

from __future__ import annotations

from typing import Any

import msgspec

from vedette.engine.choice import DONE
from vedette.engine.plan import ASSAULT, plan, scale
from vedette.engine.procedure import Ask
from vedette.engine.rulebook import Aim
from vedette.engine.shapes import Chance, Plan
from vedette.engine.words import percent
from vedette.rules.blind_swords.assist.gestures.riding import charge_owed
from vedette.rules.blind_swords.assist.plans.assault_odds import Formed, Melee, formed, fought, melee, without_screens
from vedette.rules.blind_swords.assist.plans.defence import Card, likely
from vedette.rules.blind_swords.assist.plans.fire import Bars, aim_words
from vedette.rules.blind_swords.assist.plans.fire import assumed as primaries
from vedette.rules.blind_swords.assist.plans.outcomes import assault_odds, hands_down
from vedette.rules.blind_swords.assist.plans.volleys import Volleys
from vedette.rules.blind_swords.chapters.close_combat import CloseCombat, CloseCombatStep, Placed, attack_bar, reach_bar
from vedette.rules.blind_swords.chapters.withdrawal import attacked_cavalry, attacking_hexes
from vedette.rules.blind_swords.state import State

TAKEN = "the hex is taken"
ALL = "all who can attack"


class Attack(msgspec.Struct, frozen=True):
    """One way to attack a hex."""

    title: str
    target: int
    group: tuple[str, ...]
    formed: Formed | None
    card: Card | None
    """The fire that the defence is likely to give."""
    before: Melee
    after: Melee

    @property
    def lost(self) -> bool:
        """Whether no close combat would come of it even if the defence did not fire."""
        return self.formed is None or self.formed.column < 0


def attack_of(
    field: Volleys, side: int, title: str, target: int, group: tuple[str, ...], others: tuple[int, ...]
) -> Attack:
    """An attack with its chances; the field has the hexes from which it comes."""
    g = field.g
    stood: Placed = tuple((i, g.at(i)) for i in group)
    card, after = likely(g, side, target, stood, others, field)
    return Attack(title, target, group, formed(g, side, target, stood), card, melee(g, side, target, stood), after)


def attacks(
    g: State, frame: CloseCombatStep, target: int, units: tuple[str, ...] = (), thorough: bool = True
) -> list[Attack]:
    """Every way that is worth showing, the best first: all who can, those of each hex, all but one hex.

    Without `thorough` all who can, and no more.
    """
    able = tuple(i for i in frame.able(g, target) if not units or i in units)
    if not able:
        return []
    first = frame.group if frame.target == target else ()
    hexes = list(dict.fromkeys(g.at(i) for i in able)) if thorough else []
    named = [(ALL, able)]
    named += [(f"only from {g.hex_name(h)}", tuple(i for i in able if g.at(i) == h)) for h in hexes]
    named += [(f"without {g.hex_name(h)}", tuple(i for i in able if g.at(i) != h)) for h in hexes if len(hexes) > 2]
    seen: dict[tuple[str, ...], str] = {}
    for title, group in named:
        if units or charge_owed(g, frame, group, target) is None:
            seen.setdefault(group, title)
    others = tuple(h for h in frame.targets if h != target)
    field = _field(g, target, (*first, *able))
    found = [attack_of(field, frame.side, title, target, (*first, *group), others) for group, title in seen.items()]
    return sorted(found, key=lambda a: (a.lost, -round(a.after.taken, 9), round(a.after.loss, 9), len(a.group)))


def _field(g: State, target: int, group: tuple[str, ...]) -> Volleys:
    """The field as the attack finds it, once skirmishers have given way."""
    g = without_screens(g, target, g.at(group[0]) if group else -1)
    return Volleys(g, dict.fromkeys(g.at(i) for i in group))


def assault_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The plans of a hex, or the best one of every hex that can be attacked."""
    g = hands_down(g)
    frame, ask = g.stack[-1][0], g.ask
    assert isinstance(frame, CloseCombatStep) and isinstance(ask, Ask)
    if ask.kind == "combat-order":
        return [_order(g, frame, h, group) for h, group in frame.declared if at in (-1, h)]
    targets = (frame.target,) if ask.kind == "attackers" else tuple(c.hex for c in ask.options if c != DONE)
    if at >= 0:
        found = attacks(g, frame, at, units) if at in targets else []
        return [shown(g, frame, a, n == 0 and not a.lost, in_full=True) for n, a in enumerate(found)]
    best = [found[0] for h in targets if (found := attacks(g, frame, h, units, thorough=False))]
    best.sort(key=lambda a: (a.lost, -round(a.after.taken, 9), a.target))
    return [shown(g, frame, a, n == 0 and not a.lost) for n, a in enumerate(best)]


def assaulting_planner(g: State, seat: str, at: int, units: tuple[str, ...]) -> list[Plan]:
    """The hexes from which the attack may be counted, each with its chance, after defensive fire."""
    g = hands_down(g)
    frame, ask = g.stack[-1][0], g.ask
    assert isinstance(frame, CloseCombat) and isinstance(ask, Ask)
    if ask.kind != "assaulting-hex":
        return []
    found = []
    for choice in ask.options:
        if at in (-1, choice.hex):
            attack = formed(g, frame.side, frame.target, frame.stood, frame.effects, choice.hex)
            found.append((attack, fought(g, frame.side, frame.target, attack), choice))
    found.sort(key=lambda row: (-round(row[1].taken, 9), round(row[1].loss, 9), row[2] != ask.usual))
    return [_from_hex(g, frame, attack, after, n == 0) for n, (attack, after, _) in enumerate(found) if attack]


def _from_hex(g: State, frame: CloseCombat, attack: Formed, after: Melee, best: bool) -> Plan:
    hex = g.hex_name(attack.hex)
    here = [i for i in attack.group if g.at(i) == attack.hex]
    words = f"{' + '.join(here)}, {aim_words(attack.aim)}: taken {percent(after.taken)}"
    return plan(
        ASSAULT,
        f"counted from {hex}",
        f"assault from {hex}",
        at=hex,
        units=attack.group,
        headline=words,
        shifts=shift_rows(attack.aim),
        chances=melee_rows(after),
        best=best,
        warning="shifted left of column C: no close combat occurs" if attack.column < 0 else None,
        cite="KT-14.3c-3",
        column={"base": attack.aim.base, "final": attack.aim.final},
        scale=scale_of(g, attack.aim),
        strength=attack.aim.strength,
        measure={"name": TAKEN, "probability": after.taken},
        exact=True,
    )


def _order(g: State, frame: CloseCombatStep, target: int, group: tuple[str, ...]) -> Plan:
    """A close combat that is announced, to be resolved now."""
    others = tuple(h for h in frame.targets if h != target)
    here = tuple(i for i in group if reach_bar(g, g.at(i), target) is None)
    found = attack_of(_field(g, target, here), frame.side, "as announced", target, here, others)
    row = shown(g, frame, found, target == frame.declared[0][0])
    return {**row, "text": f"resolve {g.hex_name(target)}", "part": None, "others": []}


def shown(g: State, frame: CloseCombatStep, attack: Attack, best: bool, in_full: bool = False) -> Plan:
    """A way as a plan; in full the proposed one has the odds of the rules played through, without defensive fire."""
    target = g.hex_name(attack.target)
    part = f"{' + '.join(attack.group)} assault {target}"
    if frame.target == attack.target:
        part = "; ".join([*(f"add {i}" for i in attack.group if i not in frame.group), "done"])
    end = "" if charge_owed(g, frame, attack.group, -1) else "done"
    aim = attack.formed.aim if attack.formed else None
    return plan(
        ASSAULT,
        attack.title,
        "; ".join(filter(None, (part, end))),
        at=target,
        units=attack.group,
        others=[{"unit": i, "why": why, "cite": cite} for i, why, cite in _others(g, frame, attack)],
        headline=headline_of(g, attack),
        shifts=shift_rows(aim),
        chances=chance_rows(attack),
        odds=_odds(g, frame, attack) if in_full and best else None,
        best=best,
        warning=_warning(attack),
        cite="KT-14.2-1",
        part=part,
        end=end,
        hex=g.hex_name(attack.formed.hex) if attack.formed else None,
        column={"base": aim.base, "final": aim.final} if aim else None,
        scale=scale_of(g, aim) if aim else None,
        strength=aim.strength if aim else None,
        before=melee_rows(attack.before),
        after=melee_rows(attack.after),
        assumed=assumed(g, attack),
        measure={"name": TAKEN, "probability": attack.after.taken},
        exact=attack.card.chances.exact if attack.card else True,
    )


def _odds(g: State, frame: CloseCombatStep, attack: Attack) -> dict[str, Any]:
    others = tuple(h for h in frame.targets if h != attack.target)
    stood = tuple((i, g.at(i)) for i in attack.group)
    return assault_odds(g, frame.side, attack.target, stood, others)


def headline_of(g: State, attack: Attack) -> str:
    """ "7 OH-a + 7 OH-b from 1733, 12 SP, 10-12, odds 2:1 +2 = 16-18: taken 41 %, after defensive fire 33 %"."""
    if attack.formed is None:
        return f"{' + '.join(attack.group)}: nobody is left to attack"
    where = f"{' + '.join(attack.group)} from {g.hex_name(attack.formed.hex)}"
    chance = f"taken {percent(attack.before.taken)}"
    if attack.card:
        chance += f", after defensive fire {percent(attack.after.taken)}"
    return f"{where}, {aim_words(attack.formed.aim)}: {chance}"


def melee_rows(m: Melee) -> list[Chance]:
    """A close combat in chances by name."""
    rows = (
        (TAKEN, m.taken),
        ("defender loses a step", m.step),
        ("attacker loses a step in close combat", m.loss),
        ("no close combat occurs", m.repelled),
    )
    return [{"name": name, "probability": p} for name, p in rows]


def chance_rows(attack: Attack) -> list[Chance]:
    """What the plan shows: after the likely defensive fire, and the one figure before it."""
    rows = melee_rows(attack.after)
    if attack.card:
        rows.insert(1, {"name": f"{TAKEN}, without defensive fire", "probability": attack.before.taken})
        rows.append({"name": "attacker loses a step in defensive fire", "probability": attack.card.chances.step})
    return rows


def shift_rows(aim: Aim | None) -> list[dict[str, Any]]:
    """Every shift, used or not."""
    return [{"name": n, "columns": c, "cite": cite, "applied": on} for n, c, cite, on in (aim.shifts if aim else ())]


def scale_of(g: State, aim: Aim) -> dict[str, Any]:
    """The columns of the table, with the first and the last one of this attack."""
    names = g.setting.crt.columns
    return scale(names, names.index(aim.base), names.index(aim.final) if aim.final in names else -1)


def assumed(g: State, attack: Attack) -> list[dict[str, str]]:
    """What the chances take for granted: that cavalry does not withdraw, and the fire of the defence."""
    threats = attacking_hexes(g, tuple((i, g.at(i)) for i in attack.group))
    riders = attacked_cavalry(g, attack.target, threats)
    stands = [{"kind": "cavalry-withdrawal", "answer": f"{i} stands", "cite": "KT-14.3b-1"} for i in riders]
    card = attack.card
    if card is None:
        return stands
    shots = [s for _, way in card.fires for s in way.shots]
    fires = [
        {
            "kind": "defensive-fire",
            "answer": f"{' + '.join(s.plan.firers)} fire at {g.hex_name(s.plan.target)}",
            "cite": "KT-14.3a-1",
        }
        for s in shots
    ]
    return [*stands, *fires, *(row for _, way in card.fires for row in primaries(g, way))]


def _warning(attack: Attack) -> str | None:
    if attack.formed is None:
        return "no close combat: those attacked give way before it"
    return "shifted left of column C: no close combat occurs" if attack.lost else None


def _others(g: State, frame: CloseCombatStep, attack: Attack) -> Bars:
    """Units of the brigade that take no part, and why; those far off are not named."""
    near = g.setting.grid.within(attack.target, 2)
    announced = {i: h for h, ids in frame.declared for i in ids}
    out = []
    for id in g.brigade(frame.side, frame.brigade):
        if id in attack.group or g.at(id) < 0 or not near >> g.at(id) & 1:
            continue
        bar, far = attack_bar(g, id), reach_bar(g, g.at(id), attack.target)
        if id in announced:
            out.append((id, f"it is announced against {g.hex_name(announced[id])}", "KT-14.2-4"))
        elif bar is not None:
            out.append((id, bar.text, bar.cite))
        elif far is not None:
            out.append((id, far.text, far.cite))
        else:
            out.append((id, "left out of this plan", ""))
    return tuple(out)
