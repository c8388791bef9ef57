"""Chapter 2, and the victory conditions of the scenarios: what earns points, and who has won by how much.

What a scenario counts stands in its rows (scoring.py); its levels name one of the procedures of `LEVELS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.cites import cites, note
from vedette.engine.events import Event
from vedette.engine.field import paired
from vedette.engine.outcome import Outcome, conceded
from vedette.rules.blind_swords import scoring
from vedette.rules.blind_swords.chapters.values import printed_sp
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.scoring import Band, Bonus, Casualties, EachTurn, Exits
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES, Setting
from vedette.rules.blind_swords.state import BOX_OF, ELIMINATED, Exit, State

# -- who holds which victory hexes -----------------------------------------------------------------------------------


@cites("KT-20.1f-1", "KT-20.2j-1")
def hexes_held(g: State, side: int, names: Sequence[str] = ()) -> int:
    """How many victory hexes, all or those named, a side controls."""
    pairs = zip(g.setting.victory_hexes, g.control, strict=True)
    return sum(holder == side for hex, holder in pairs if not names or g.hex_name(hex) in names)


@cites("KT-20.1f-3", "KT-20.2l-initial", "KT-20.4i-hex-1")
def first_holders(setting: Setting) -> dict[int, int]:
    """Who holds each victory hex as the scenario begins: as it says, or who stands there, or nobody (-1).

    Where only infantry takes a hex, guns hold none (rulings: SS 19.1).
    """
    said = SIDE_INDEX.get(str(setting.victory.get("initial")), -1)
    found = dict.fromkeys(setting.victory_hexes, said)
    for row in setting.scenario.get("setup", ()):
        hex = setting.grid.index(row["hex"])
        counter = setting.counters[row["unit"]]
        if hex in found and takes_hexes(setting, counter.arm):
            found[hex] = counter.side
    return found


@cites("SS-19.1-3")
def takes_hexes(setting: Setting, arm: str) -> bool:
    """Whether units of an arm take control of a hex by standing in it: only infantry in some books."""
    return arm == "infantry" or setting.profile.control_by == "any"


@cites("SS-19.2-rear", "SS-19.2-4")
def hexes_stood_in(g: State, side: int, names: Sequence[str]) -> int:
    """In how many of these hexes infantry of a side stands."""
    hexes = map(g.setting.grid.index, names)
    return sum(any(g.side(i) == side and g.counter(i).arm == "infantry" for i in g.in_hex(h)) for h in hexes)


# -- units led off the map -------------------------------------------------------------------------------------------


def exit_row(g: State, side: int) -> Exits | None:
    """The row of a side; None if its exits earn nothing."""
    return next((row for row in g.setting.scoring.exits if row.side == SIDES[side]), None)


@cites("KT-20.4i-exit-5", "KT-20.4i-exit-6", "KT-15.4-fail-4")
def is_exit(g: State, side: int) -> bool:
    """Whether a retreat off the map counts as an exit for the side instead of the Broken Track."""
    row = exit_row(g, side)
    return row is not None and row.forced


@cites("KT-20.2n-3", "KT-20.2n-4", "KT-20.4i-exit-3", "KT-20.4i-exit-4", "KT-20.4i-exit-5")
def exit_counts(row: Exits, gone: Exit) -> bool:
    """Whether an exit earns anything: over the right edge; a willing one from some turn on, a forced one always."""
    return (gone.forced or gone.turn >= row.from_) and any(edge in row.edges for edge in gone.edges)


@cites("KT-20.2n-2", "KT-20.4i-exit-2")
def strength_out(g: State, row: Exits) -> int:
    """The strength that has left and counts, each unit as it was then."""
    side = SIDE_INDEX[row.side]
    return sum(gone.strength for gone in g.exits if g.side(gone.unit) == side and exit_counts(row, gone))


@cites("KT-20.2n-1", "KT-20.4i-exit-1")
def exit_points(row: Exits, out: int) -> int:
    """What a side has earned by leaving: a point for so many strength points together."""
    return out // (SP * row.per)


# -- the enemy's losses ----------------------------------------------------------------------------------------------


@cites("KT-20.2m-1", "KT-20.2m-2", "KT-20.4i-cas-1", "KT-20.4i-cas-3", "SS-13.9-3")
def lost_units(g: State, side: int) -> list[str]:
    """Units of a side anywhere on the Broken Track, or eliminated.

    Not those that have left the map, nor those that never came.
    """
    units = g.units
    return [id for id in g.armies[side] if units[id].at in BOX_OF or units[id].at == ELIMINATED]


@cites("KT-20.4i-cas-2")
def counted(g: State, id: str, strength: str) -> int:
    """What a lost unit counts, in sixty-fourths: its Fresh side, if Fragile its largest one.

    Or the side that shows, which on the Broken Track is the Battleworn one.
    """
    if strength == "showing":
        return printed_sp(g, id)
    printed = g.setting.counters[id]
    return max(*printed.sp, *(printed.foot.sp if printed.foot is not None else ()))


def strength_lost(g: State, row: Casualties) -> int:
    """The strength that the other side has lost, in sixty-fourths."""
    return sum(counted(g, id, row.strength) for id in lost_units(g, 1 - SIDE_INDEX[row.side]))


@cites("KT-20.4i-cas-4")
def casualty_points(row: Casualties, lost: int) -> int:
    """What a side earns for the other's losses; fractions of the divided total are dropped."""
    return lost // (SP * row.per * row.divide)


# -- a move that wins the battle at once (SS 19.1) -------------------------------------------------------------------


WILLED = ("moved", "advanced", "shifted")
"""Ways to come to a hex that are moves of the owner, to make room too: no retreat, nothing that the enemy does."""


@cites("SS-19.1-auto")
def decide(g: State, id: str, kind: str) -> None:
    """A unit of the kind that the scenario names has moved into the hex: the game is over at once.

    A retreat or an uncontrolled move does not count (rulings: SS 19.1).
    """
    row = g.setting.scoring.sudden
    if row is None or kind not in WILLED or not would_decide(g, id, g.at(id)):
        return
    g.decisive = id
    g.over = g.halted = True
    g.log(Event("sudden", row.cite, row.side, (id,), g.at(id)))
    g.log(Event("over", row.cite, data=(row.level,)))


def would_decide(g: State, id: str, hex: int) -> bool:
    """Whether a unit that moved into a hex would win the battle."""
    row = g.setting.scoring.sudden
    if row is None or hex < 0 or g.hex_name(hex) != row.hex or g.seat(id) != row.side:
        return False
    return g.counter(id).arm == row.arm and g.units[id].worn == (row.face == "worn")


def sudden_outcome(g: State, ahead: int) -> Outcome | None:
    """The level of a game that was won so."""
    row = g.setting.scoring.sudden
    if row is None or not g.decisive:
        return None
    note(row.cite)
    return Outcome(row.side, row.level, ahead, row.cite)


# -- the score with its parts ----------------------------------------------------------------------------------------


class Part(msgspec.Struct, frozen=True):
    """What a side has earned from one thing."""

    side: int
    what: str
    points: int
    cite: str
    detail: str = ""
    """How it was counted, in words."""


@cites("KT-20.4i-0", "KT-20.2-vp-net", "KT-2.0-1", "SS-19.1-4")
def tally(g: State) -> tuple[Part, ...]:
    """Every part of the score of both sides, even those that are nothing.

    Key ground turn by turn or once at the end, units led off, and losses, as the scenario says. Parts that count
    only at the end stand as if the game ended now.
    """
    return tuple(_parts(g))


def _parts(g: State) -> Iterator[Part]:
    rules = g.setting.scoring
    for side, seat in enumerate(SIDES):
        if g.given[side] or rules.start.get(seat):
            yield Part(side, "at the start", g.given[side], "KT-20.5b")
    for row, won in zip(rules.by_turn, g.earned, strict=True):
        what = f"{row.name}, {'bonus' if isinstance(row, Bonus) else 'turn by turn'}"
        yield Part(SIDE_INDEX[row.side], what, won, row.cite)
    for end in rules.at_end:
        held = hexes_held(g, SIDE_INDEX[end.side], end.hexes)
        note(*[end.cite] * (held > 0))
        yield Part(SIDE_INDEX[end.side], f"{end.name}, at the end", end.points * held, end.cite)
    for loss in rules.casualties:
        lost = strength_lost(g, loss)
        note(*[loss.cite] * (lost > 0))
        how = f"{lost / SP:g} SP{f' / {loss.divide}' if loss.divide > 1 else ''}" if lost else ""
        yield Part(SIDE_INDEX[loss.side], "enemy losses", casualty_points(loss, lost), loss.cite, how)
    for off in rules.exits:
        out = strength_out(g, off)
        how = f"{out / SP:g} SP / {off.per}" if out else ""
        yield Part(SIDE_INDEX[off.side], "own units led off", exit_points(off, out), off.cite, how)


def total(parts: Iterable[Part], side: int) -> int:
    """All that a side has earned."""
    return sum(part.points for part in parts if part.side == side)


def lead(parts: Iterable[Part]) -> int:
    """By how many points the Confederates lead; negative where they trail."""
    return sum(part.points if part.side else -part.points for part in parts)


# -- who has won, and by how much ------------------------------------------------------------------------------------


@cites("KT-20.1i-0", "KT-20.1i-1", "KT-20.1i-2", "KT-20.1i-3", "KT-20.1i-4")
def level_by_hexes(g: State, parts: Sequence[Part]) -> Outcome:
    """The level for the hexes that one side controls."""
    rule = g.setting.victory
    held = hexes_held(g, SIDE_INDEX[rule["side"]])
    band = next(b for b in rule["levels"] if b["hexes"] == held)
    cite = band.get("cite", "")
    note(*filter(None, [cite]))
    return Outcome(band.get("winner"), band["level"], held, cite)


def band_of(levels: Sequence[Band], ahead: int) -> int:
    """The level in which a lead of the Confederates lies."""
    return next((i for i, band in enumerate(levels) if ahead <= band.most), len(levels) - 1)


@cites("KT-20.2-level-1", "KT-20.2-level-2", "KT-20.2-level-3", "KT-20.2-level-4", "KT-20.2-level-5",
       "KT-20.2-level-6", "KT-20.4i-level-0", "KT-20.4i-level-1", "KT-20.4i-level-2", "KT-20.4i-level-3",
       "SS-19.0-1", "SS-19.3-1")  # fmt: skip
def level_by_points(g: State, parts: Sequence[Part]) -> Outcome:
    """The level for the difference in points, or that of a game won at once."""
    ahead = lead(parts)
    at_once = sudden_outcome(g, ahead)
    if at_once is not None:
        return at_once
    levels = g.setting.scoring.levels
    band = levels[band_of(levels, ahead)]
    note(band.cite)
    return Outcome(band.winner, band.level, ahead, band.cite)


LEVELS: dict[str, Callable[[State, Sequence[Part]], Outcome]] = {
    "hexes_held": level_by_hexes,
    "points": level_by_points,
}


def outcome_now(g: State, parts: Sequence[Part] | None = None) -> Outcome | None:
    """The level if the game ended now; `parts` are those of the score, if at hand."""
    rule = g.setting.victory
    return LEVELS[rule["do"]](g, tally(g) if parts is None else parts) if rule else None


@cites("KT-7.0-end", "KT-2.0-2")
def outcome(g: State) -> Outcome | None:
    """Who has won and by how much, once the last turn is over."""
    if g.resigned:
        graded = [band.level for band in g.setting.scoring.levels]
        return conceded(g.resigned, graded or levels_of(g.setting.victory, g.setting.battle.id))
    return outcome_now(g) if g.over else None


def levels_of(victory: Mapping[str, Any], where: str) -> list[str]:
    """Every level that a scenario knows, best for the Union first."""
    if victory.get("do") == "points":
        rows = scoring.read(victory, where)
        levels = [band.level for band in rows.levels]
        if rows.sudden is None:
            return levels
        return [rows.sudden.level, *levels] if rows.sudden.side == "union" else [*levels, rows.sudden.level]
    return [row["level"] for row in reversed(victory.get("levels", ()))]


# -- what the ends of turns bring ------------------------------------------------------------------------------------


@cites("KT-20.5b", "KT-20.6d")
def start(g: State) -> None:
    """What a side has before the first turn; nothing unless the scenario says so."""
    for side, seat in enumerate(SIDES):
        g.given = paired(g.given, side, g.setting.scoring.start.get(seat, 0))
    g.earned = (0,) * len(g.setting.scoring.by_turn)


@cites("KT-18.2", "KT-7.0-P5b", "KT-20.4i-hex-2")
def award_turn(g: State) -> None:
    """The points that the scenario gives turn by turn are awarded.

    A scenario that counts only at its end has no such rows.
    """
    for i, row in enumerate(g.setting.scoring.by_turn):
        won = of_turn(g, row) if isinstance(row, EachTurn) else of_bonus(g, row)
        if won:
            g.earned = (*g.earned[:i], g.earned[i] + won, *g.earned[i + 1 :])
            g.log(Event("points", row.cite, row.side, data=(won, row.name, isinstance(row, Bonus))))
    if g.setting.victory.get("do") == "points":
        parts = tally(g)
        found = outcome_now(g, parts)
        level = found.level if found else ""
        g.log(Event("score", "KT-18.2", data=(g.turn, total(parts, 0), total(parts, 1), level)))


@cites("SS-19.2-3", "KT-20.2j-2", "KT-20.2l-USA", "KT-20.2l-CSA", "KT-20.4i-hex-USA", "KT-20.4i-hex-CSA")
def of_turn(g: State, row: EachTurn) -> int:
    """What a row gives at the end of this turn, by hexes held, or hexes in which infantry stands."""
    if not row.from_ <= g.turn <= row.to or void(g, row):
        return 0
    if row.occupied:
        return row.points * hexes_stood_in(g, SIDE_INDEX[row.side], row.hexes)
    return row.points * hexes_held(g, SIDE_INDEX[row.side], row.hexes)


@cites("KT-20.2j-3")
def void(g: State, row: EachTurn | Bonus) -> bool:
    """Whether a row is worth nothing this turn, because of what its side holds besides."""
    return bool(row.unless_held) and hexes_held(g, SIDE_INDEX[row.side], row.unless_held) > 0


@cites("KT-20.2k-0", "KT-20.2k-1", "KT-20.2k-2", "KT-20.2k-3", "KT-20.2k-4", "KT-20.2l-bonus", "KT-20.4i-bonus")
def of_bonus(g: State, row: Bonus) -> int:
    """What a row gives once, at the end of its turn, by the number of hexes held."""
    held = hexes_held(g, SIDE_INDEX[row.side], row.hexes)
    if g.turn != row.turn or not held or void(g, row):
        return 0
    at = min(held, len(row.by_number)) - 1
    note(*row.cites[at : at + 1])
    return row.by_number[at]


def net(g: State) -> int:
    """By how much the ends of turns have brought the Confederates more than the Union."""
    rows = zip(g.setting.scoring.by_turn, g.earned, strict=True)
    return sum(won if row.side == "confederate" else -won for row, won in rows)
