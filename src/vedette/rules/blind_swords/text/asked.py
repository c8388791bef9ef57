"""What is said beside a question: what an Order lets a brigade do, what chits do, what passing leaves undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.procedure import Ask
from vedette.engine.run import asks
from vedette.engine.words import counted, percent
from vedette.rules.blind_swords.assist.gestures.reaching import ways_of
from vedette.rules.blind_swords.assist.gestures.riding import Mover
from vedette.rules.blind_swords.assist.plans.askers import scenes
from vedette.rules.blind_swords.assist.plans.assault_odds import melee, without_screens
from vedette.rules.blind_swords.assist.plans.defence import pools_of
from vedette.rules.blind_swords.assist.plans.fire import Scene, fire_plans
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.assist.plans.riders import rider_plans
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import can_act, guns_in, is_gun, ready_in
from vedette.rules.blind_swords.chapters.close_combat import (
    CloseCombatStep,
    DefensiveFire,
    attack_bar,
    attackers_of,
    reach_bar,
    struck_in,
)
from vedette.rules.blind_swords.chapters.costs import POINT, Terms, terms_for
from vedette.rules.blind_swords.chapters.event_actions import (
    FIREFIGHT,
    HexPair,
    can_firefight,
    firefight_pairs,
    yell_pairs,
)
from vedette.rules.blind_swords.chapters.movement import can_move
from vedette.rules.blind_swords.chapters.orders import (
    REGROUP,
    arms_of,
    hits_recovered,
    may_assault,
    may_fire,
    may_rebuild,
    terms_of,
)
from vedette.rules.blind_swords.chapters.rally import rallies
from vedette.rules.blind_swords.chapters.range import DEFENSIVE, able, targets_of
from vedette.rules.blind_swords.chapters.retreat import Advance
from vedette.rules.blind_swords.chapters.stacking import end_bar
from vedette.rules.blind_swords.chapters.windows import is_idle
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.cards import answer_notes
from vedette.rules.blind_swords.text.score import exit_notes
from vedette.rules.common.text.asked import (
    Note,
    Words,
    asked,
    ended,
    ends_move,
    first_of,
    left_undone,
    noted,
    passed,
    says,
)


def notes(g: State, seat: str) -> dict[str, str]:
    """The answers of a seat's open decision -> what each comes to; empty where nothing is said of them."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    frame = g.stack[-1][0] if ask is not None else None
    if isinstance(frame, CavalryWithdrawal):
        return {p["text"]: "; ".join(filter(None, (p["headline"], p["warning"]))) for p in rider_plans(g, seat, -1, ())}
    if ask is None or ask.kind != "order" or not isinstance(frame, Activation):
        return exit_notes(g, ask) | answer_notes(g, ask) | chit_notes(g, ask) if ask is not None else {}
    bare = hands_down(g)
    return {g.text_of(choice): note(bare, frame.side, frame.brigade, choice.arg) for choice in ask.options}


def note(g: State, side: int, brigade: str, order: str) -> str:
    """One Order: its allowance, and how many can do each thing that it permits."""
    units = [i for i in g.brigade(side, brigade) if g.at(i) >= 0]
    arms = arms_of(g, side, brigade)
    terms = terms_of("cavalry" if arms == "cavalry" else "infantry", order, (), g.setting.profile)
    parts = []
    if may_fire(order):
        parts.append(f"{sum(bool(targets_of(g, i, 'step')) for i in units) or 'none'} can fire")
    if may_assault(order):
        parts.append(f"{sum(_reaches(g, i, terms) for i in units) or 'none'} can reach the enemy")
    elif order != REGROUP:
        parts.append(f"{sum(can_move(g, i, terms) for i in units) or 'none'} can move")
    if hits_recovered(order):
        verbs = [choice.kind for choice in rallies(g, side, brigade, order)]
        whole = " all" if order == REGROUP else ""
        parts.append(f"{verbs.count('recover') or 'none'} can recover{whole}")
        if may_rebuild(order):
            parts.append(f"{verbs.count('rebuild') or 'none'} can rebuild")
    mounted = f", mounted {terms.mounted / POINT:g}" if arms == "mixed" else ""
    points = "" if order == REGROUP else f"{terms.allowance / POINT:g} MP{mounted}: "
    return points + ", ".join(parts)


def _reaches(g: State, id: str, terms: Terms) -> bool:
    """Whether a unit could attack from where it stands, or from where it can come to."""
    if attack_bar(g, id) is not None:
        return False
    if _beside(g, id, g.at(id)):
        return True
    if not can_move(g, id, terms):
        return False
    terms = terms_for(g, id, terms)
    ways = ways_of(g, Mover(id, terms.allowance, terms, True))
    return any(_beside(g, id, hex) and end_bar(g, id, hex) is None for hex in ways)


def _beside(g: State, id: str, hex: int) -> bool:
    """Whether a hex lies beside one that the enemy holds and that can be attacked out of it."""
    enemies = (n for n in g.setting.grid.neighbours[hex] if g.holder(n) == 1 - g.side(id))
    return any(reach_bar(g, hex, n) is None for n in enemies)


# -- what chits could do ---------------------------------------------------------------------------------------------


MOST = 40
"""Pairs of hexes that are looked at for the chances of a chit; of more nothing is said, it would take too long."""


def chit_notes(g: State, ask: Ask) -> dict[str, str]:
    """The answers of a question about a chit, or about what one opens -> what each comes to."""
    if ask.kind in ("drawn", "window"):
        side, drawn = SIDE_INDEX[ask.seat], ask.kind == "drawn"
        found = {g.text_of(c): _played(g, side, c.arg, drawn) for c in ask.options if c.kind == "play"}
        return {text: words for text, words in found.items() if words}
    there = hands_down(g)
    if ask.kind == "firefight":
        return {g.text_of(choice): _fire(there, (choice.arg, choice.hex))[1] for choice in ask.options[:MOST]}
    if ask.kind == "firefight-answer":
        plans = [plan for scene in scenes(there, ask.seat) for plan in fire_plans(there, scene, only_best=True)]
        return {g.text_of(ask.usual): plans[0]["headline"]} if plans else {}
    if ask.kind == "rebel-yell":
        side = SIDE_INDEX[ask.seat]
        pairs = {choice: (choice.arg, choice.hex) for choice in ask.options[:MOST]}
        return {g.text_of(choice): f"{percent(_assault(there, side, pair))} {TAKEN}" for choice, pair in pairs.items()}
    return {}


TAKEN = "hex taken, before defensive fire"


def _played(g: State, side: int, chit: str, in_full: bool) -> str:
    """What a chit brings: the best chance of what it opens; in full also what is printed of it."""
    event = g.setting.events.get((side, chit))
    if event is None:
        return ""
    rows = (r for r in g.setting.battle.chits if (r["chit"], SIDE_INDEX[r["side"]]) == (chit, side))
    printed = next((row["effect"].split(". ")[0].rstrip(".") for row in rows), "") if in_full else ""
    return "; ".join(filter(None, (_best(hands_down(g), side, event.rule), printed)))


def _best(g: State, side: int, rule: str) -> str:
    """The best of what a chit opens, if that is a fire or an assault."""
    name = g.hex_name
    if rule == "Firefight" and can_firefight(g, side):
        pairs = firefight_pairs(g, side)
        if len(pairs) <= MOST:
            (chance, _), (frm, to) = max((_fire(g, pair), pair) for pair in pairs)
            return f"best {percent(chance)} that a fire does something, from {name(frm)} at {name(to)}"
    if rule == "Rebel Yell" and 0 < len(pairs := yell_pairs(g, side)) <= MOST:
        chance, (frm, to) = max((_assault(g, side, pair), pair) for pair in pairs)
        return f"best {percent(chance)} {TAKEN}, from {name(frm)} at {name(to)}"
    return ""


def _fire(g: State, pair: HexPair) -> tuple[float, str]:
    """The chance that the fire of a pair of hexes does something, and the words of it."""
    hex, target = pair
    ids = [i for i in g.in_hex(hex) if g.counter(i).arm == "infantry"]
    pool = able(g, ids, target, FIREFIGHT)
    plans = fire_plans(g, Scene(FIREFIGHT, target, pool, single=True), only_best=True)
    return (plans[0]["measure"]["probability"], plans[0]["headline"]) if plans else (0.0, "")


def _assault(g: State, side: int, pair: HexPair) -> float:
    """The chance that the assault of a pair of hexes takes the other."""
    hex, target = pair
    ids = [i for i in g.in_hex(hex) if g.counter(i).arm == "infantry" and attack_bar(g, i) is None]
    there = without_screens(g, target, hex)
    return melee(there, side, target, tuple((i, hex) for i in ids), ("rebel-yell",)).taken


# -- what answers that end a step are called -------------------------------------------------------------------------


def labels(g: State, seat: str) -> dict[str, str]:
    """Text of an answer -> the words that are shown for it."""
    return ended(g, seat, ENDS) | noted(g, seat, LABELS)


def _assaults(g: State, ask: Ask) -> str:
    """Close combats are all announced before the first is resolved."""
    frame = g.stack[-1][0]
    return "no more assaults" if isinstance(frame, CloseCombatStep) and frame.declared else "no assault"


def _announced(g: State, ask: Ask) -> str:
    """ "7 OH-a attacks 1834; 2 units could join": what closes the list of attackers announces."""
    frame = g.stack[-1][0]
    if not isinstance(frame, CloseCombatStep):
        return ""
    rest = [choice.unit for choice in ask.options if choice.kind == "add"]
    attack = f"{' + '.join(frame.group)} {'attacks' if len(frame.group) == 1 else 'attack'} {g.hex_name(frame.target)}"
    return "; ".join(filter(None, (attack, first_of(rest, "unit", "units", "could join"))))


ENDS: Mapping[str, Words] = {
    "move": ends_move,
    "move-unit": says("end movement"),
    "fire": says("end fire"),
    "close-combat": _assaults,
    "attackers": _announced,
    "defensive-fire": says("end defensive fire"),
    "artillery-act": says("these guns are done"),
    "artillery-rally": says("end the rally of guns"),
    "rally": says("end rally"),
    "advance": lambda g, ask: _second(g)[0] or "end the advance",
}
"""The kind of decision -> what ends it."""


def _put(words: str) -> Note:
    """The same words about every hex or unit; those that pass have none."""

    def label(g: State, ask: Ask, choice: Choice) -> str:
        at = g.hex_name(choice.hex) if choice.hex >= 0 else ""
        return "" if choice == PASS else words.format(unit=choice.unit, at=at, arg=choice.arg)

    return label


LABELS: dict[str, Note] = {
    "chaos": _put("Battlefield Chaos at {at}"),
    "good-ground": _put("Good Ground at {at}"),
    "low-ammo": _put("{unit} runs low on ammunition"),
    "find-ammo": _put("{unit} finds ammunition"),
    "deception": _put("{unit} is deceived"),
    "friendly-fire": _put("{unit} and {arg} fire at one another"),
    "wayward": _put("{unit} strays to {at}"),
}
"""The kind of decision -> how its answers are put, where their text is short for a term of the book."""


def idle(g: State, seat: str) -> frozenset[str]:
    """Key Chits that can do nothing this turn."""
    ask = asked(g, seat)
    if ask is None or ask.kind != "key":
        return frozenset()
    return frozenset(g.text_of(c) for c in ask.options if is_idle(g, SIDE_INDEX[seat], c.arg))


# -- what passing leaves undone --------------------------------------------------------------------------------------


def undone(g: State, seat: str) -> str:
    """What the seat would leave undone by passing now; empty where nothing, or where it cannot pass."""
    ask = passed(g, seat)
    return left_undone(hands_down(g), ask, UNDONE) if ask is not None and ask.kind in UNDONE else ""


def passing(g: State, seat: str) -> str:
    """The answer that ends a fire step in which no fire could do anything; empty where one could, and elsewhere."""
    ask = asked(g, seat)
    if ask is None or ask.kind != "fire":
        return ""
    there = hands_down(g)
    plans = (plan for scene in scenes(there, seat) for plan in fire_plans(there, scene, only_best=True))
    return "" if any(plan["measure"]["probability"] for plan in plans) else g.text_of(DONE)


def _fires(g: State, ask: Ask) -> str:
    return _best_of(g, scenes(g, ask.seat), "unit", "units")


def _best_of(g: State, found: Iterable[Scene], one: str, many: str) -> str:
    """How many could fire, and the best chance that any target gives."""
    firers: set[str] = set()
    best = 0.0
    for scene in found:
        firers |= set(scene.pool)
        best = max([best, *(p["measure"]["probability"] for p in fire_plans(g, scene, only_best=True))])
    if not firers:
        return ""
    return f"{counted(len(firers), one, many)} could still fire, {f'best {percent(best)}' if best else 'to no effect'}"


def _guns(g: State, ask: Ask) -> str:
    """Batteries that could fire, else those that could move; and cavalry that acts with them."""
    side = SIDE_INDEX[ask.seat]
    hexes = sorted({g.at(i) for i in g.on_map(side)})
    here = dict.fromkeys(choice.hex for choice in ask.options)
    riders = [i for h in here for i in ready_in(g, side, h) if not is_gun(g, i) and can_act(g, i)]
    found = [s for s in scenes(g, ask.seat) if s.kind == "artillery"]
    words = _best_of(g, found, "battery", "batteries")
    if not words:
        idle = [i for h in hexes for i in guns_in(g, side, h) if can_act(g, i)]
        words = f"{counted(len(idle), 'battery', 'batteries')} could still move" if idle else ""
    return "; ".join(part for part in (words, f"{', '.join(riders)} could still act" if riders else "") if part)


def _defence(g: State, ask: Ask) -> str:
    frame = g.stack[-1][0]
    assert isinstance(frame, DefensiveFire)
    found = []
    for hex, pool in pools_of(g, frame).items():
        support = tuple(i for i in pool if g.at(i) != frame.target)
        found.append(Scene(DEFENSIVE, hex, pool, support, struck=struck_in(g, hex, frame.attackers)))
    return _best_of(g, found, "unit", "units")


def _moves(g: State, ask: Ask) -> str:
    """Who has not moved and could, the first of them by name."""
    return first_of([choice.unit for choice in ask.options if choice.unit], "unit", "units", "could still move")


def _attacks(g: State, ask: Ask) -> str:
    """How many hexes could be attacked, and the best chance before any defensive fire."""
    frame = g.stack[-1][0]
    assert isinstance(frame, CloseCombatStep)
    brigade = g.brigade(frame.side, frame.brigade)
    taken = {i for _, group in frame.declared for i in group}
    chances = []
    for choice in ask.options:
        if choice != DONE:
            hex = choice.hex
            group = attackers_of(g, brigade, hex, taken)
            there = without_screens(g, hex, g.at(group[0]))
            chances.append(melee(there, frame.side, hex, tuple((i, g.at(i)) for i in group)).taken)
    hexes = counted(len(chances), "hex", "hexes")
    return f"{hexes} could still be attacked, best {percent(max(chances))} before defensive fire" if chances else ""


def _rally(g: State, ask: Ask) -> str:
    kinds = [choice.kind for choice in ask.options]
    rows = ((kinds.count(verb), verb) for verb in ("recover", "rebuild"))
    parts = [f"{counted(n, 'unit', 'units')} could still {verb}" for n, verb in rows if n]
    return ", ".join(parts)


def _second(g: State) -> tuple[str, str]:
    """Of a unit that may go a second hex: what ends its own advance alone, and what that leaves; else nothing."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Advance) or not frame.second:
        return "", ""
    at, others = g.hex_name(g.at(frame.second)), len(frame.units)
    more = f"; then {counted(others, 'other is', 'others are')} asked" if others else ""
    return f"{frame.second} stays in {at}", f"{frame.second} could go a second hex{more}"


def _advance(g: State, ask: Ask) -> str:
    units = {choice.unit for choice in ask.options if choice.unit}
    return _second(g)[1] or (f"{counted(len(units), 'unit', 'units')} could still advance" if units else "")


UNDONE: dict[str, Words] = {
    "fire": _fires,
    "opportunity-fire": _fires,
    "firefight-answer": _fires,
    "artillery": _guns,
    "artillery-act": _guns,
    "defensive-fire": _defence,
    "move-unit": _moves,
    "close-combat": _attacks,
    "rally": _rally,
    "artillery-rally": _rally,
    "advance": _advance,
}
"""The kind of decision -> what is said of it."""
