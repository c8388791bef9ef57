"""Laws that every state must keep: nothing is lost, nothing is doubled, stacks hold (design 11)."""

from __future__ import annotations

from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.chapters.stacking import end_bar, mixed, stack_total, stack_words
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import EachTurn
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import EXITED, State


def broken_laws(g: State) -> list[str]:
    """Every law that the state breaks, in words."""
    return [*_indexes(g), *_chits(g), *_stacks(g), *_units(g), *_score(g)]


def begun_flaws(g: State) -> list[tuple[str, str]]:
    """Hexes where units begin that could not end a move there together, each with the words (KT 6.1)."""
    found = []
    for hex, here in sorted(g.stacks.items()):
        bar = next((bar for id in here if (bar := end_bar(g, id, hex))), None)
        if bar is not None:
            held = f"{stack_words(g, hex)} stacking points, {', '.join(here)}"
            found.append((g.hex_name(hex), f"{held}: {bar.text}"))
    return found


def _indexes(g: State) -> list[str]:
    """The kept indexes are what they would be if built anew."""
    new = g.clone()
    new.reindex()
    return [] if (new.stacks, new.masks) == (g.stacks, g.masks) else ["the index of stacks is out of date"]


def _chits(g: State) -> list[str]:
    """Each Event chit of a side's pool lies in exactly one place while a turn runs."""
    found = []
    for side, seat in enumerate(SIDES):
        held = [h.chit for h in g.hands[side] if h.chit not in g.setting.ratings]
        names = [*g.keys[side], *g.lost[side], *g.common[side], *g.spent[side], *g.unseen[side], *held]
        if names and tuple(sorted(names)) != g.setting.pool(side):
            found.append(f"Event chits of {seat} are missing or doubled: {', '.join(sorted(names))}")
        if g.blind[side] > len(g.unseen[side]):
            found.append(f"{seat} has more unseen chits in the cup than unseen chits")
    return found


def _stacks(g: State) -> list[str]:
    """Never two sides in a hex; before a draw nobody stands above the limit (KT 6.1)."""
    both = g.masks[0] & g.masks[1]
    found = [f"both sides stand in {g.hex_name(both.bit_length() - 1)}"] if both else []
    if isinstance(g.ask, Ask) and g.ask.kind == "draw":
        limit = g.setting.profile.stacking_limit * SP
        found += [f"{g.hex_name(h)} holds more than the limit" for h in g.stacks if stack_total(g, h) > limit]
        found += [f"mounted cavalry stands with others in {g.hex_name(h)}" for h in g.stacks if mixed(g, h)]
        found += [f"{id} charges still" for id in g.charging]
    return found


def _units(g: State) -> list[str]:
    """Marks are within their bounds, and arrivals wait as long as they are not on the map."""
    waiting = {unit for _, unit, _, _ in g.waiting}
    found = [f"{id} bears {u.hits} Morale Hits" for id, u in g.units.items() if not 0 <= u.hits <= 2]
    found += [f"{id} waits and stands on the map" for id in sorted(waiting) if g.units[id].at >= 0]
    return found


def _score(g: State) -> list[str]:
    """Who has left the map is noted once, and no row has given more than it can."""
    gone, noted = {i for i, u in g.units.items() if u.at == EXITED}, [e.unit for e in g.exits]
    found = [] if sorted(gone) == sorted(noted) else ["exits that were noted are not those of the units off the map"]
    rows = g.setting.scoring.by_turn
    if len(g.earned) != len(rows):
        return [*found, "the points kept are not those of the scenario's rows"]
    turns = g.turn - g.setting.first_turn + 1
    for row, won in zip(rows, g.earned, strict=True):
        most = row.points * len(row.hexes) * turns if isinstance(row, EachTurn) else max(row.by_number)
        if not 0 <= won <= most:
            found.append(f"{won} points for {row.name}: {most} are the most by now")
    return found
