"""The card at the end of a turn: hexes, points, activations, losses, who comes back, what arrives next."""

from __future__ import annotations

from collections.abc import Sequence

from vedette.engine.events import Event
from vedette.engine.shapes import Item, Section
from vedette.rules.blind_swords.chapters import victory
from vedette.rules.blind_swords.chapters.reinforcements import blocked
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import BOX_OF, State, place_words
from vedette.rules.blind_swords.text import coming
from vedette.rules.blind_swords.text.efforts import efforts
from vedette.rules.blind_swords.text.figures import LOSSES, brigade_name
from vedette.rules.blind_swords.text.score import score_sections, score_words
from vedette.rules.common.text.sections import by_side, if_any, item, opposite, section, tone, worst


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands then, `events` of the turn. All of it is public."""
    return [
        section("Victory hexes", _hexes(g, seat), "none"),
        *score_sections(g, events),
        section("Activations", _activations(g, events, seat), "none"),
        *_generals(g, events, seat),
        section("Losses", _losses(g, events, seat), "none"),
        section("Broken Track", _returning(g), "nobody"),
        section("Arrivals", _arrivals(g), "nobody more"),
    ]


def _hexes(g: State, seat: str) -> list[Item]:
    rows = []
    for hex, holder in zip(g.setting.victory_hexes, g.control, strict=True):
        side = SIDES[holder] if holder >= 0 else ""
        name = g.hex_name(hex)
        how = tone(seat, opposite(side)) if side else "none"
        rows.append(item(f"{name}: {side.capitalize() or 'nobody'}", how, name, g.in_hex(hex)))
    here = victory.standing(g)
    score = score_words(g)
    return [*rows, item(f"{score}{f'; now {here.level}' if here else ''}")]


def _activations(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    rows = []
    for e in events:
        if e.kind == "activated":
            word = "full" if e.data[1] else "limited"
        elif e.kind == "negated-brigade":
            word = "lost to Fortunes of War"
        else:
            continue
        how = "none" if word == "full" else tone(seat, e.seat)
        rows.append(item(f"{brigade_name(g, e.seat, e.data[0])}: {word}", how))
    return rows


def _generals(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """What befell the generals and what was rolled for; no section where there was nothing of that."""
    rows = []
    for e in events:
        if e.kind == "casualty":
            rows.append(item(f"{e.data[0]} is hit", tone(seat, e.seat)))
        elif e.kind == "recovered-general":
            rows.append(item(f"{e.data[0]} is back", tone(seat, opposite(e.seat))))
        elif e.kind == "common-roll":
            won = "it succeeds" if e.data[1] else "it fails"
            mine = opposite(e.seat) if e.data[1] else e.seat
            rows.append(item(f"{e.data[2]}: rolled {e.roll}, {won}", tone(seat, mine)))
        elif (found := coming.told(e)) is not None:
            words, good = found
            rows.append(item(words, tone(seat, opposite(good))))
        elif e.kind == "common-vain":
            rows.append(item(f"{e.seat.capitalize()}: no roll, the general was hit", tone(seat, e.seat)))
    told = [item(f"{row['title']}{'' if row['title'].endswith('?') else ':'} {row['words']}") for row in efforts(g)]
    return if_any("Generals", [*rows, *told])


def _losses(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """Each unit by the worst that happened to it in the turn, by side."""
    fates = worst(events, LOSSES)
    return by_side(g, fates, seat, lambda ids: ", ".join(f"{id} {LOSSES[fates[id]]}" for id in ids))


def _returning(g: State) -> list[Item]:
    """Who lies in which box now, and when he may come back."""
    rows = []
    for id, unit in g.units.items():
        if unit.at in BOX_OF:
            rows.append(item(f"{id}: {place_words(unit.at)}", units=(id,)))
    return rows


def _arrivals(g: State) -> list[Item]:
    """Who comes in the next turn that brings anybody (and who is overdue), and whether his hex is free."""
    if not g.waiting:
        return []
    following = min((t for t, _, _, _ in g.waiting if t > g.turn), default=g.turn)
    rows = []
    for turn, id, hex, _ in sorted(g.waiting):
        if turn > max(g.turn, following):
            continue
        name = g.hex_name(hex)
        free = "blocked by the enemy" if blocked(g, hex, g.side(id)) else "free"
        rows.append(item(f"turn {turn}: {id} at {name}, {free}", "none" if free == "free" else "warn", name, (id,)))
    return rows
