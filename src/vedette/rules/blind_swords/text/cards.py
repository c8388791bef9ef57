"""The cards: the end of a turn with hexes, points and losses, and the summary of a game with its luck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vedette.engine.events import Event
from vedette.engine.procedure import Ask
from vedette.engine.shapes import Item, Section
from vedette.rules.blind_swords.chapters import common_events, victory
from vedette.rules.blind_swords.chapters.chits import rating_of
from vedette.rules.blind_swords.chapters.common_events import KINDS, chance_words
from vedette.rules.blind_swords.chapters.reinforcements import blocked
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import BOX_OF, State, place_words
from vedette.rules.blind_swords.text import coming
from vedette.rules.blind_swords.text.figures import LOSSES, activated, activations, brigade_name
from vedette.rules.blind_swords.text.score import score_sections, score_words
from vedette.rules.common.text import sections
from vedette.rules.common.text.sections import item


def turn_end(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """The sections of a turn that is over: `g` as it stands at its end, `events` those of the turn. All is public."""
    return [
        sections.section("Victory hexes", _hexes(g, seat), "none"),
        *score_sections(g, events),
        sections.section("Activations", _activations(g, events, seat), "none"),
        *_generals(g, events, seat),
        sections.section("Losses", _losses(g, events, seat), "none"),
        sections.section("Broken Track", _returning(g), "nobody"),
        sections.section("Arrivals", _arrivals(g), "nobody more"),
    ]


def _hexes(g: State, seat: str) -> list[Item]:
    rows = []
    for hex, holder in zip(g.setting.victory_hexes, g.control, strict=True):
        side = SIDES[holder] if holder >= 0 else ""
        name = g.hex_name(hex)
        how = sections.tone(seat, sections.opposite(side)) if side else "none"
        rows.append(item(f"{name}: {side.capitalize() or 'nobody'}", how, name, g.in_hex(hex)))
    here = victory.outcome_now(g)
    score = score_words(g)
    return [*rows, item(f"{score}{f'; now {here.level}' if here else ''}")]


def _activations(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    rows = []
    for e, kind in activated(events):
        how = "none" if kind == "full" else sections.tone(seat, e.seat)
        word = "lost to Fortunes of War" if kind == "lost" else kind
        rows.append(item(f"{brigade_name(g, e.seat, e.data[0])}: {word}", how))
    return rows


def _generals(g: State, events: Sequence[Event], seat: str) -> list[Section]:
    """What befell the generals, and what was rolled for; no section if there was none of that."""
    rows = []
    for e in events:
        if e.kind == "casualty":
            rows.append(item(f"{e.data[0]} is hit", sections.tone(seat, e.seat)))
        elif e.kind == "recovered-general":
            rows.append(item(f"{e.data[0]} is back", sections.tone(seat, sections.opposite(e.seat))))
        elif e.kind == "common-roll":
            won = "it succeeds" if e.data[1] else "it fails"
            mine = sections.opposite(e.seat) if e.data[1] else e.seat
            rows.append(item(f"{e.data[2]}: rolled {e.roll}, {won}", sections.tone(seat, mine)))
        elif (found := coming.told(e)) is not None:
            words, good = found
            rows.append(item(words, sections.tone(seat, sections.opposite(good))))
        elif e.kind == "common-vain":
            rows.append(item(f"{e.seat.capitalize()}: no roll, the general was hit", sections.tone(seat, e.seat)))
    told = [item(f"{row['title']}{'' if row['title'].endswith('?') else ':'} {row['words']}") for row in efforts(g)]
    return sections.if_any("Generals", [*rows, *told])


def _losses(g: State, events: Sequence[Event], seat: str) -> list[Item]:
    """The worst that happened to each unit in the turn, by side."""
    fates = sections.worst(events, LOSSES)
    return sections.by_side(g, fates, seat, lambda ids: ", ".join(f"{id} {LOSSES[fates[id]]}" for id in ids))


def _returning(g: State) -> list[Item]:
    """Which units lie in which box now, and when they may come back."""
    rows = []
    for id, unit in g.units.items():
        if unit.at in BOX_OF:
            rows.append(item(f"{id}: {place_words(unit.at)}", units=(id,)))
    return rows


def _arrivals(g: State) -> list[Item]:
    """Who comes in the next turn that brings anybody, who is overdue, and whether their hexes are free."""
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


# -- a game as a whole -----------------------------------------------------------------------------------------------


TURNING = {"broken": "breaks", "eliminated": "is eliminated", "off-map": "retreats off the map"}
MARKED: dict[str, Callable[[Event], str]] = {
    "track-end": lambda e: f"{e.data[0]} comes",
    "called": lambda e: f"{e.data[0]} is called",
    "released": lambda e: f"{', '.join(e.units)} released",
    "sudden": lambda e: f"{', '.join(e.units)} wins the battle at once",
}


def chronicle(g: State, events: Sequence[Event]) -> list[Section]:
    """The sections of the summary; `events` are those of the game that count. Names no chit that was not played."""
    end, here = victory.outcome(g), victory.outcome_now(g)
    return [
        sections.result(score_words(g), end.level if end else None, here.level if here else None),
        *score_sections(g),
        sections.by_group(g, events, LOSSES, lambda id: g.counter(id).brigade or g.counter(id).arm.capitalize()),
        _acted(g, events),
        sections.section("Chits played", _played(g, events), "none"),
        luck_table(g, events),
        sections.section(
            "Turning points", sections.dated(events, g.setting.first_turn, lambda e: _turning(g, e)), "none"
        ),
    ]


def _acted(g: State, events: Sequence[Event]) -> Section:
    rows = [[brigade, *map(str, row.values())] for brigade, row in sorted(activations(g, events).items())]
    return {"title": "Activations", "head": ["Brigade", "full", "limited", "lost to Fortunes of War"], "rows": rows}


def _played(g: State, events: Sequence[Event]) -> list[Item]:
    return [
        {**item(f"turn {turn}, {e.seat.capitalize()}: {e.data[0]}"), "event": i}
        for i, turn, e in sections.by_turn(events, g.setting.first_turn)
        if e.kind == "played"
    ]


def _turning(g: State, e: Event) -> Item | None:
    """Victory hexes that changed hands, units that were lost, who came to the field."""
    if e.kind == "control":
        return item(f"{SIDES[e.data[0]].capitalize()} takes {g.hex_name(e.hex)}", hex=g.hex_name(e.hex))
    if e.kind in MARKED:
        return item(MARKED[e.kind](e), units=e.units)
    return item(f"{', '.join(e.units)} {TURNING[e.kind]}", units=e.units) if e.kind in TURNING else None


STEPS = {"D": 1, "D2": 2, "D all": 2, "BD*": 1}
"""Steps that a result costs the side being tested."""
BACK = {"AD": 1, "BD*": 1}
"""Steps that it costs the attacker."""
MEASURES = {
    "tests": "Tests that its fire and assaults forced",
    "steps": "Steps that tests took from it",
    "commands": "Full activations",
    "nerve": "Break tests that it held",
}
NOTE = (
    "Expected: for each throw its chance in the table that was used, added up. A test counts one; of a cohesion test "
    "the coloured die counts D one step, D2 and D all two, AD one of the attacker, BD* one of each; a command roll "
    "counts one where it was full, a break test one where the unit held."
)
Sums = dict[str, dict[str, list[float]]]


def luck(g: State, events: Sequence[Event]) -> Sums:
    """Measure -> side -> [expected, happened]."""
    sums: Sums = {name: {seat: [0.0, 0.0] for seat in SIDES} for name in MEASURES}
    for e in events:
        if e.kind in ("fire", "assault"):
            _forced(g, e, sums["tests"][e.seat])
        elif e.kind == "test":
            _stepped(g, e, sums["steps"])
        elif e.kind == "command":
            _, rating, full = e.data
            _add(sums["commands"][e.seat], min(rating, 6) / 6, full)
        elif e.kind == "break-test":
            rating, box = e.data
            _add(sums["nerve"][e.seat], max(0, min(rating, 6)) / 6, not box)
    return sums


def _add(pair: list[float], expected: float, happened: float) -> None:
    pair[0] += expected
    pair[1] += happened


def _forced(g: State, e: Event, pair: list[float]) -> None:
    """A fire or assault: the share of rolls on its column that force a test of this rating, against what happened."""
    test, _, rating, column = e.data
    crt = g.setting.crt
    cells = crt.cells[crt.columns.index(column)].values()
    _add(pair, sum(1 for cell in cells if cell[rating]) / len(cells), test not in ("", "close fight"))


def _stepped(g: State, e: Event, pairs: dict[str, list[float]]) -> None:
    """A Cohesion Test: the mean of its six depletion results, against the one rolled."""
    kind, depletion, _ = e.data
    table = g.setting.close_tests if e.cite.startswith("KT-15.2") else g.setting.fire_tests
    codes = [table[kind, die].depletion for die in range(1, 7)]
    foe = SIDES[1 - SIDES.index(e.seat)]
    _add(pairs[e.seat], sum(STEPS.get(c, 0) for c in codes) / 6, STEPS.get(depletion, 0))
    _add(pairs[foe], sum(BACK.get(c, 0) for c in codes) / 6, BACK.get(depletion, 0))


def luck_table(g: State, events: Sequence[Event]) -> Section:
    """The same as a section with a table."""
    head = ["", *(f"{seat.capitalize()} {word}" for seat in SIDES for word in ("expected", "happened"))]
    rows = [
        [words, *(text for seat in SIDES for text in (f"{sums[seat][0]:.1f}", f"{sums[seat][1]:g}"))]
        for sums, words in ((found, MEASURES[name]) for name, found in luck(g, events).items())
    ]
    return {"title": "Luck", "note": NOTE, "head": head, "rows": rows}


OPEN, EARNED, USED, BARRED = "open", "earned", "used", "barred"
Row = Mapping[str, Any]


def efforts(g: State) -> list[dict[str, str]]:
    """Side, title, state and words of everything that a side is working towards; all of it is public."""
    rows = [row for name in KINDS for row in g.setting.special.get(name, ())]
    found = [_told(g, row) for row in rows if g.setting.scenario.get("common_events")]
    return [*found, *coming.coming(g)]


def answer_notes(g: State, ask: Ask) -> dict[str, str]:
    """What announcing an attack that was earned comes to: the answer with a line under it."""
    if ask.kind in coming.NOTES:
        return coming.answer_notes(g, ask)
    row = common_events.surprise_ready(g) if ask.kind == "surprise" else None
    return {g.text_of(c): common_events.terms_words(row) for c in ask.options if row and c.kind == "surprise"}


def _told(g: State, row: Row) -> dict[str, str]:
    state, words = STATES[row["do"]](g, row)
    return {"side": str(row["side"]), "title": str(row["title"]), "state": state, "words": words}


def _still(g: State, row: Row) -> tuple[str, str]:
    if row["chit"] in g.casualties:
        return BARRED, f"not while {row['chit']} is hit"
    if g.turn >= g.setting.last_turn:
        return BARRED, "not rolled for in the last turn"
    laid = g.common[SIDE_INDEX[row["side"]]]
    when = "the chit is given up; the roll comes at the end of the turn" if laid else "costs the first Event chit drawn"
    return OPEN, f"{chance_words(row).removeprefix(row['title']).strip()}: {when}"


def _surprise(g: State, row: Row) -> tuple[str, str]:
    if g.surprise == common_events.USED:
        return USED, "made"
    if g.surprise == common_events.UNEARNED:
        return _still(g, row)
    if row["chit"] in g.casualties:
        return BARRED, f"earned, but not while {row['chit']} is hit"
    when = "may be announced before any draw" if g.surprise <= g.turn else f"may be announced from turn {g.surprise} on"
    return EARNED, f"earned: {when}"


def _learning(g: State, row: Row) -> tuple[str, str]:
    if row["chit"] not in g.raised:
        return _still(g, row)
    if row["chit"] in g.casualties:
        return BARRED, f"aware, but {row['chit']} is hit: his replacement has {rating_of(g, row['chit'])}"
    return EARNED, f"aware: {row['chit']} is active on 1 to {rating_of(g, row['chit'])}"


STATES = {common_events.SURPRISE: _surprise, common_events.LEARNS: _learning}
