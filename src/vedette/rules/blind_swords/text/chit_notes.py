"""What a chit brings: beside `play` of it, and beside the answers of a fire or an assault that it opens."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.assist.plans.askers import scenes
from vedette.rules.blind_swords.assist.plans.assault_odds import melee, without_screens
from vedette.rules.blind_swords.assist.plans.fire import Scene, fire_plans, percent
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down
from vedette.rules.blind_swords.chapters.close_combat import attack_bar
from vedette.rules.blind_swords.chapters.event_actions import (
    FIREFIGHT,
    HexPair,
    can_firefight,
    firefight_pairs,
    yell_pairs,
)
from vedette.rules.blind_swords.chapters.range import able
from vedette.rules.blind_swords.setting import SIDE_INDEX
from vedette.rules.blind_swords.state import State

PLAY = "play "
MOST = 40
"""Pairs of hexes that are looked at for the chances of a chit; of more nothing is said, it would take too long."""


def chit_notes(g: State, ask: Ask) -> dict[str, str]:
    """The answers of a question about a chit, or about what one opens -> what each comes to."""
    if ask.kind in ("drawn", "window"):
        texts = (ask.text(g, option) for option in ask.options)
        chits = [text.removeprefix(PLAY) for text in texts if text.startswith(PLAY)]
        found = {PLAY + chit: _played(g, SIDE_INDEX[ask.seat], chit, ask.kind == "drawn") for chit in chits}
        return {text: words for text, words in found.items() if words}
    there = hands_down(g)
    if ask.kind == "firefight":
        pairs = ask.options[:MOST]
        return {ask.text(g, pair): _fire(there, pair)[1] for pair in pairs}
    if ask.kind == "firefight-answer":
        plans = [plan for scene in scenes(there, ask.seat) for plan in fire_plans(there, scene, only_best=True)]
        return {ask.text(g, True): plans[0]["headline"]} if plans else {}
    if ask.kind == "rebel-yell":
        side = SIDE_INDEX[ask.seat]
        return {ask.text(g, pair): f"{percent(_assault(there, side, pair))} {TAKEN}" for pair in ask.options[:MOST]}
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
