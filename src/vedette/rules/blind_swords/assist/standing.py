"""What standing orders may answer in these books: the windows with their settings, and what each question is to them.

Whatever a fact says is known to both sides, or to the side that is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.events import EngineError
from vedette.engine.occasion import PROPOSED, Clock, Deeds, Occasion
from vedette.engine.procedure import Ask, Procedure
from vedette.rules.blind_swords.ai import best_of
from vedette.rules.blind_swords.ai.falling_back import alike
from vedette.rules.blind_swords.chapters import common_events
from vedette.rules.blind_swords.chapters.activation import Activation
from vedette.rules.blind_swords.chapters.artillery import is_gun, rides_alone
from vedette.rules.blind_swords.chapters.close_combat import DefensiveFire
from vedette.rules.blind_swords.chapters.common_events import TRACK, track_of
from vedette.rules.blind_swords.chapters.event_actions import Firefight
from vedette.rules.blind_swords.chapters.fire import PlanFire
from vedette.rules.blind_swords.chapters.opportunity import OpportunityFire, StackFire
from vedette.rules.blind_swords.chapters.orders import ORDERS
from vedette.rules.blind_swords.chapters.range import CANISTER, EFFECTIVE, range_class, targets_of
from vedette.rules.blind_swords.chapters.retreat import Retreat
from vedette.rules.blind_swords.chapters.windows import Window
from vedette.rules.blind_swords.chapters.withdrawal import CavalryWithdrawal, best_hex
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, setting_of
from vedette.rules.blind_swords.state import State
from vedette.rules.common.text.asked import ASKS, Setting, asking, equal, giving, if_equal, window


def _pass(name: str, title: str, **more: Any) -> Setting:
    return giving(name, title, "pass", **more)


WINDOWS = [
    window("before-draw", "Before a draw", "pass",
        _pass("pass", "pass; ask when the turn ends"),
        ASKS,
        _pass("ask-after", "ask after this brigade was drawn, else pass", names=["brigade"]),
        beat=1.0),
    window("turn-end", "When the turn ends", "once",
        _pass("once", "ask until I have passed", memory=True),
        asking("ask again after each chit that is played"),
        _pass("pass", "pass")),
    window("drawn", "An event chit of mine is drawn", "keep",
        giving("keep", "keep it, and look at it in my hand", "keep"),
        giving("choice", "ask where it can be played at once, else keep it", "keep", ask_if=["choice"], only="alone"),
        asking("ask whether it is played at once"),
        alone="choice"),
    window("first-event", "My first event chit of a turn is drawn", "ask",
        asking("ask whether it is given up for a roll"),
        giving("give", "give it up for the roll at the end of the turn", "give"),
        giving("keep", "keep it, and look at it in my hand", "keep"),
        rules=[common_events.SURPRISE, common_events.LEARNS]),
    window("track-event", "An event chit of mine is drawn that could be laid out beside my track", "ask",
        asking("ask whether it is laid out"),
        giving("give", "lay it out beside the track", "give"),
        giving("keep", "keep it, and look at it in my hand", "keep"),
        rules=[TRACK]),
    window("surprise", "The attack that was earned", "once",
        _pass("once", "ask before a draw, until I have passed in this turn", memory=True),
        asking("ask before every draw"),
        _pass("pass", "not yet: pass"),
        rules=[common_events.SURPRISE]),
    window("after-order", "After an Order", "moving",
        _pass("moving", "ask at Attack and Maneuver, else pass", ask_if=["order attack", "order maneuver"]),
        ASKS,
        _pass("pass", "pass"),
        _pass("ask-when", "ask at these brigades and Orders, else pass", names=["brigade", "order"]),
        live="pass", beat=0.5),
    window("attacked", "A hex of mine is fired at or assaulted", "hexes",
        _pass("hexes", "ask at the hexes of my list, else pass", names=["hex"]),
        _pass("pass", "pass"),
        ASKS,
        beat=0.5),
    window("my-assault", "I have declared an assault", "ask", asking("ask for a chit"), _pass("pass", "pass")),
    window("own-test", "A unit of mine takes a break test", "ask", asking("ask for a chit"), _pass("pass", "pass")),
    window("opportunity-fire", "Opportunity fire", "fire",
        giving("fire", "fire with everything, best grouping", "fire"),
        giving("differ", "fire; ask where several could fire", "fire", ask_if=["several"]),
        giving("hexes", "ask at these places, else fire", "fire", names=["place"]),
        ASKS,
        _pass("pass", "hold fire")),
    window("return-fire", "Fire back", "fire",
        giving("fire", "fire back with everything", "fire"), asking("ask"), _pass("pass", "hold fire")),
    window("defensive-fire", "Defensive fire", "ask",
        asking("ask, with the fire filled in"), giving("fire", "fire as filled in", "fire")),
    window("withdrawal", "Skirmishers give way", "ask",
        asking("ask where to"), giving("go", "go as proposed", PROPOSED)),
    window("cavalry-withdrawal", "Cavalry that an enemy comes near or attacks", "ask",
        asking("ask whether it withdraws"),
        giving("far", "stand until an enemy is beside it or attacks, then ask", "stand", ask_if=["beside", "attacked"]),
        giving("stand", "stand", "stand"),
        giving("go", "withdraw as proposed", "go")),
    window("artillery", "Artillery step", "ask",
        asking("ask"), _pass("far", "pass until an enemy is in effective range", ask_if=["in range"])),
    window("retreat", "Which way a unit falls back", "equal",
        if_equal("as proposed where it makes no difference, else ask"),
        ASKS,
        giving("go", "always go as proposed", PROPOSED)),
    window("equals", "Which of equal units leads, or is depleted", "equal",
        if_equal("as proposed where they are alike in every value, else ask"), ASKS),
]  # fmt: skip
"""Those with `rules` only where the scenario has one of them.

Cases: windows KT 10.4a and 18.1, Common Events 10.4b, the attack 20.5d, opportunity fire 13.7, defensive fire 14.3a,
skirmishers 16.2, cavalry 13.8, guns 9.
"""


def windows(battle: Battle) -> list[dict[str, Any]]:
    """The windows, with the brigades and Orders that a setting may name listed as `choices`."""
    setting = setting_of(battle)
    rows = [row for name in ("setup", "reinforcement") for row in setting.scenario.get(name, ())]
    coming = {setting.counters[row["unit"]].brigade for row in rows}
    brigades = [b for a in setting.activations.values() for b in a.brigades if b in coming]
    listed = {
        "brigade": [{"fact": f"brigade {b}", "title": b} for b in dict.fromkeys(brigades)],
        "order": [{"fact": f"order {o}", "title": o.capitalize()} for o in ORDERS],
    }
    specials = {row["do"] for row in battle.scenario.get("special", ())}
    found = []
    for row in WINDOWS:
        if "rules" in row and specials.isdisjoint(row["rules"]):
            continue
        settings = [
            {**s, "choices": [c for kind in s["names"] for c in listed.get(kind, ())]} if "names" in s else s
            for s in row["settings"]
        ]
        found.append({**{k: v for k, v in row.items() if k != "rules"}, "settings": settings})
    return found


def clock(g: State) -> Clock:
    found = next((f for f, _ in g.stack if isinstance(f, Activation)), None)
    return Clock(str(g.turn), f"{g.turn}.{g.draws}.{found.brigade}" if found is not None else "")


def named(g: State, seat: str, fact: str) -> tuple[str, str]:
    """What a fact names, and why it is gone. Raises EngineError where there is no such thing."""
    kind, _, name = fact.partition(" ")
    if kind == "hex" and g.setting.grid.has(name):
        held = g.holder(g.setting.grid.index(name))
        return name, f"the enemy holds {name}" if held == 1 - SIDE_INDEX[seat] else ""
    if kind == "place" and g.setting.grid.has(name):
        return name, ""
    if kind == "order" and name in ORDERS:
        return name.capitalize(), ""
    if kind == "brigade":
        for (side, brigade), ids in g.brigades.items():
            if brigade and brigade.lower() == name.lower():
                there = any(g.at(i) >= 0 for i in ids) or any(u in ids for _, u, _, _ in g.waiting)
                return brigade, "" if there else f"nobody of {brigade} is on the map ({SIDES[side]})"
    raise EngineError(f"there is no {fact!r} in this game")


def occasion(g: State, ask: Ask) -> Occasion | None:
    """What a question is to a standing order."""
    reader = READERS.get(ask.kind)
    return reader(g, ask) if reader is not None and g.stack else None


Reader = Callable[[State, Ask], Occasion | None]


def _window(g: State, ask: Ask) -> Occasion | None:
    frame = g.stack[-1][0]
    if not isinstance(frame, Window):
        return None
    answers = {"pass": PASS}
    holders = tuple(seat for seat, hand in zip(SIDES, g.hands, strict=True) if hand)
    if ask.window in ("before-draw", "turn-end", "own-test"):
        return _at_rest(g, ask)
    if ask.window == "after-order":
        facts = frozenset({f"brigade {frame.brigade}", f"order {frame.order}"})
        return Occasion("after-order", facts, answers, holders)
    window = "my-assault" if frame.acting == SIDE_INDEX[ask.seat] else "attacked"
    return Occasion(window, frozenset({f"hex {g.hex_name(frame.hex)}"}), answers, holders)


def _at_rest(g: State, ask: Ask) -> Occasion:
    """A window in which nothing else goes on."""
    holders = tuple(seat for seat, hand in zip(SIDES, g.hands, strict=True) if hand)
    last = next((d.chit for d in reversed(g.drawn) if d.side < 0), "")
    after = _brigades(g, last) if ask.window == "before-draw" else frozenset()
    return Occasion(ask.window, after, {"pass": PASS}, holders)


def _brigades(g: State, chit: str) -> frozenset[str]:
    found = g.setting.activations.get(chit)
    return frozenset(f"brigade {b}" for b in found.brigades) if found is not None else frozenset()


def _drawn(g: State, ask: Ask) -> Occasion | None:
    """Kept where that is offered, else the only answer: so it is never asked, whichever chit it is.

    That there is a choice tells something of the chit: only who is alone with the computer may go by it.
    """
    kept = next((choice for choice in ask.options if choice.kind == "hold"), ask.options[0])
    given = next((choice for choice in ask.options if choice.kind == "give up"), None)
    if given is not None:
        name = "first-event" if track_of(g, SIDE_INDEX[ask.seat]) is None else "track-event"
        return Occasion(name, frozenset(), {"keep": kept, "give": given})
    choice = frozenset({"choice"} if len(ask.options) > 1 else ())
    return Occasion("drawn", choice, {"keep": kept}) if ask.private else None


def _surprise(g: State, ask: Ask) -> Occasion | None:
    return Occasion("surprise", frozenset(), {"pass": PASS})


def _opportunity(g: State, ask: Ask) -> Occasion | None:
    frame = g.stack[-1][0]
    if not isinstance(frame, OpportunityFire):
        return None
    facts = {f"place {g.hex_name(g.at(frame.unit))}"} | ({"several"} if len(frame._pool(g)) > 1 else set())
    answers = {"fire": ask.usual, "pass": PASS}
    return Occasion("opportunity-fire", frozenset(facts), answers, gestures=frozenset({"fire"}))


def _return_fire(g: State, ask: Ask) -> Occasion | None:
    return Occasion("return-fire", frozenset(), {"fire": ask.usual, "pass": PASS}, gestures=frozenset({"fire"}))


def _defensive(g: State, ask: Ask) -> Occasion | None:
    answers = {"fire": ask.usual, "pass": DONE}
    return Occasion("defensive-fire", frozenset(), answers, gestures=frozenset({"fire"}))


PLANNED: dict[type[Procedure], str] = {
    OpportunityFire: "opportunity-fire",
    StackFire: "opportunity-fire",
    DefensiveFire: "defensive-fire",
    Firefight: "return-fire",
}


def _fire_plan(g: State, ask: Ask) -> Occasion | None:
    """Who fires, in a fire that an order has begun: everybody who can."""
    if len(g.stack) < 2:
        return None
    above, frame = g.stack[-2][0], g.stack[-1][0]
    window = PLANNED.get(type(above))
    if window is None or not isinstance(frame, PlanFire):
        return None
    if isinstance(above, Firefight) and SIDES[above.side] == ask.seat:
        return None
    facts = {f"place {g.hex_name(frame.target)}"} | ({"several"} if len(frame.pool) > 1 else set())
    return Occasion(window, frozenset(facts), {"fire": ask.usual})


def _best(g: State, ask: Ask) -> Deeds:
    """What is proposed at a question."""
    return Deeds(lambda: best_of(g, ask))


def _proposed(window: str) -> Reader:
    def read(g: State, ask: Ask) -> Occasion | None:
        return Occasion(window, frozenset(), _best(g, ask))

    return read


def _retreat(g: State, ask: Ask) -> Occasion | None:
    """By whole ways: the first hex of the way that is proposed stands for it."""
    frame = g.stack[-1][0]
    if not isinstance(frame, Retreat):
        return None
    equal = frozenset({"equal"} if alike(g, frame) else ())
    return Occasion("retreat", equal, _best(g, ask), gestures=frozenset({"proposed"}))


def _riders(g: State, ask: Ask) -> Occasion | None:
    frame = g.stack[-1][0]
    if not isinstance(frame, CavalryWithdrawal):
        return None
    unit = ask.options[0].unit
    near = any(g.setting.grid.distance(g.at(unit), h) <= 1 for h in frame.threats)
    facts = {f"place {g.hex_name(g.at(unit))}", "attacked" if frame.target >= 0 else "beside" if near else "near"}
    hexes = tuple(choice.hex for choice in ask.options if choice.kind == "withdraw")
    go = Choice("withdraw", unit, best_hex(g, unit, hexes))
    return Occasion("cavalry-withdrawal", frozenset(facts), {"stand": Choice("stand", unit), "go": go})


def _equals(g: State, ask: Ask) -> Occasion | None:
    return Occasion("equals", equal(_values, g, [choice.unit for choice in ask.options]), _best(g, ask))


def _values(g: State, id: str) -> tuple[Any, ...]:
    """Everything by which a unit differs from another, but its name."""
    c, unit = g.counter(id), g.units[id]
    printed = (c.side, c.brigade, c.arm, c.sp, c.weapon, c.cr, c.fragile, c.sharpshooter)
    return (*printed, unit, id in g.chaos, id in g.deceived)


def _artillery(g: State, ask: Ask) -> Occasion | None:
    side = SIDE_INDEX[ask.seat]
    ready = [i for i in g.on_map(side) if i not in g.acted]
    able = {i: "artillery" for i in ready if is_gun(g, i)} | {i: "step" for i in ready if rides_alone(g, i)}
    near = any(
        range_class(g, i, hex) in (CANISTER, EFFECTIVE) for i, kind in able.items() for hex in targets_of(g, i, kind)
    )  # fmt: skip
    return Occasion("artillery", frozenset({"in range"} if near else ()), {"pass": PASS})


READERS: dict[str, Reader] = {
    "window": _window,
    "announce": _at_rest,
    "drawn": _drawn,
    "surprise": _surprise,
    "opportunity-fire": _opportunity,
    "firefight-answer": _return_fire,
    "defensive-fire": _defensive,
    "fire-plan": _fire_plan,
    "withdraw": _proposed("withdrawal"),
    "cavalry-withdrawal": _riders,
    "retreat": _retreat,
    "lead": _equals,
    "deplete": _equals,
    "artillery": _artillery,
}
