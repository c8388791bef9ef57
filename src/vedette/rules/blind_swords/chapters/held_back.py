"""Units that a scenario holds back, and what sets them free (KT 20.2h, 20.2i, 20.4f, SS 22.2).

A row `frozen_until_release`: `side`, `brigades` (not activated at all, and no Event is played on them), `units` (may
fire, not move), `chit` (whose coming frees them), `hexes` (an enemy in one of them releases them), `returns` (the
Division chit that then goes back into the cup), `cite`. All of them bear the mark frozen.
Rows `artillery_silent`: `side`, `turn`, `division`.
Rows `rating_after_trigger` (`chit`, `side`, `brigade`, `hex`, `within`), `freed_by` (`chit`; an attack on one of the
frozen frees them too), `rating_from_start` (`chit`): a chit gets its higher Command Rating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine.cites import cites
from vedette.engine.events import Event, Reason
from vedette.rules.blind_swords.chapters.command import entered
from vedette.rules.blind_swords.setting import SIDE_INDEX, SIDES
from vedette.rules.blind_swords.state import Drawn, State

# -- brigades that sleep and guns that stand fast until they are released (SS 22.2) ----------------------------------


ASLEEP = "frozen_until_release"
Row = Mapping[str, Any]
OUT = ("used", "lost")
"""What became of a chit that is out of the cup for the turn."""


def release_row(g: State) -> Row | None:
    """The row of the scenario that holds units back until they are released."""
    rows = g.setting.special.get(ASLEEP)
    return rows[0] if rows else None


@cites("SS-22.2-s2-1")
def asleep(g: State, side: int, brigade: str) -> bool:
    """Whether a brigade cannot be activated in any way yet."""
    row = release_row(g)
    if row is None or brigade not in row["brigades"] or SIDE_INDEX[row["side"]] != side:
        return False
    return any(g.units[i].frozen for i in g.brigade(side, brigade))


@cites("SS-22.2-s2-2")
def untouchable(g: State, id: str) -> bool:
    """Whether no Event of either side can be played on a unit yet."""
    return g.units[id].frozen and asleep(g, g.side(id), g.counter(id).brigade)


@cites("SS-22.2-s2-2")
def spared(g: State, hex: int) -> bool:
    """The same for a hex in which such a unit stands."""
    return ASLEEP in g.setting.special and any(untouchable(g, i) for i in g.in_hex(hex))


@cites("SS-22.2-s2-6")
def fixed_bar(g: State, row: Row) -> Reason:
    """Why such a unit may not move."""
    if g.released:
        return Reason("it is released, and moves from the next phase on", "SS-22.2-s2-4")
    return Reason(f"it is frozen until {until_words(row)}", "SS-22.2-s2-6")


def until_words(row: Row) -> str:
    names = row["hexes"]
    enemy = SIDES[1 - SIDE_INDEX[row["side"]]].capitalize()
    return f"{row['chit']}'s chit comes into the game or a {enemy} unit enters one of {names[0]} to {names[-1]}"


@cites("SS-22.2-s2-3", "SS-22.2-s2-5")
def trodden(g: State, side: int, hex: int) -> None:
    """An enemy has entered one of the hexes, willingly or not, and so releases them.

    If the Division chit has been used already it goes back into the cup at once.
    """
    row = release_row(g)
    if row is None or g.released or side == SIDE_INDEX[row["side"]] or g.hex_name(hex) not in row["hexes"]:
        return
    units = _frozen(g)
    if not units:
        return
    g.released = True
    why = f"an enemy is in {g.hex_name(hex)}"
    g.log(Event("released", "SS-22.2-s2-3", row["side"], units, hex, (why,)))
    guns = tuple(id for id in units if not g.counter(id).brigade)
    if guns:
        _let_go(g, guns, "SS-22.2-s2-6", "they were released")
    _return(g, row)


@cites("SS-22.2-s2-4")
def wake(g: State) -> None:
    """From the next Phase after the release they may act and move.

    Everything that one draw of a chit brings counts as a Phase (rulings: SS 22.2). A chit that was being carried
    out when they were released is put back now.
    """
    row = release_row(g)
    if row is not None and g.released and _frozen(g):
        _let_go(g, _frozen(g), "SS-22.2-s2-4", "they were released")
        _return(g, row)


@cites("SS-22.2-s2-1", "SS-22.2-s2-6")
def relieve(g: State) -> None:
    """The chit has come into the game, which frees them whatever the enemy does."""
    row = release_row(g)
    if row is None or not _frozen(g):
        return
    if entered(g, g.setting.activations[row["chit"]]):
        _let_go(g, _frozen(g), row["cite"], f"{row['chit']} has come")


def _frozen(g: State) -> tuple[str, ...]:
    return tuple(id for id, unit in g.units.items() if unit.frozen)


def _let_go(g: State, units: tuple[str, ...], cite: str, why: str) -> None:
    for id in units:
        g.units[id] = msgspec.structs.replace(g.units[id], frozen=False)
    g.log(Event("freed", cite, g.seat(units[0]), units, data=(why,)))


@cites("SS-22.2-s2-5")
def _return(g: State, row: Row) -> None:
    """A Division chit that is out for the turn goes back into the cup."""
    chit = row["returns"]
    fate = next((d.fate for d in reversed(g.drawn) if d.side < 0 and d.chit == chit), "")
    if g.phase != "chits" or chit in g.cup or fate not in OUT:
        return
    g.cup = tuple(sorted((*g.cup, chit)))
    g.drawn = (*g.drawn, Drawn(-1, chit, "returned"))
    g.log(Event("chit-back", "SS-22.2-s2-5", row["side"], data=(chit,)))


# -- units that may not move before a time of the day (KT 20.2h) -----------------------------------------------------


FROZEN = "KT-13.0-2"


@cites("KT-20.2h-1")
def frozen_bar(g: State) -> Reason:
    """Why a frozen unit may not move, and until when."""
    sleeping = release_row(g)
    if sleeping is not None:
        return fixed_bar(g, sleeping)
    row = g.setting.rule("frozen_until")
    if row is None:
        return Reason("it is frozen", FROZEN)
    return Reason(f"it is frozen until {_until(g, row['turn'])}", row["cite"])


def frozen_note(g: State, id: str) -> str:
    """The same for the card of a unit, with everything that could free it earlier."""
    sleeping = release_row(g)
    if sleeping is not None and g.released:
        return "released: acts and moves from the next phase on"
    if sleeping is not None:
        may = "may fire" if id in sleeping["units"] else "is not activated, and no event is played on it"
        return f"frozen until {until_words(sleeping)}; {may}"
    row = g.setting.rule("frozen_until")
    if row is None:
        return "frozen and may not move"
    freed = g.setting.rule("freed_by")
    before = "" if freed is None else f", an attack on one of them or {freed['chit']}'s higher rating"
    return f"frozen till {_until(g, row['turn'])}{before}; may fire"


def _until(g: State, turn: int) -> str:
    hour = g.setting.hour(turn)
    return f"{hour} (turn {turn})" if hour else f"turn {turn}"


# -- guns that do not see the enemy in one Artillery Phase (KT 20.4f) ------------------------------------------------


def is_silent(g: State) -> bool:
    """Whether a side's guns are bound now."""
    return g.phase == "artillery" and g.setting.rule("artillery_silent", turn=g.turn) is not None


def silent_row(g: State, id: str) -> Row | None:
    """The row that binds a battery now; None outside that one Artillery Phase."""
    if g.phase != "artillery":
        return None
    row = g.setting.rule("artillery_silent", turn=g.turn)
    bound = row is not None and g.counter(id).arm == "artillery" and g.seat(id) == row["side"]
    return row if bound else None


def silent_note(row: Row) -> str:
    """What binds a battery, for its card."""
    return f"neither moves nor fires at {row['division']}'s men in this Artillery Phase"


@cites("KT-20.4f-2")
def stand_bar(row: Row) -> Reason:
    """Such guns do not move in the phase."""
    return Reason(f"{row['side'].capitalize()} artillery does not move in this Artillery Phase", "KT-20.4f-2")


@cites("KT-20.4f-1")
def unseen_bar(g: State, row: Row, hex: int) -> Reason | None:
    """Such guns do not fire at a hex where a unit of that division stands."""
    if any(g.counter(i).division == row["division"] for i in g.in_hex(hex)):
        return Reason(f"it does not see {row['division']}'s men in this Artillery Phase", "KT-20.4f-1")
    return None


def announce_silence(g: State) -> None:
    """Told once, as the phase begins."""
    row = g.setting.rule("artillery_silent", turn=g.turn)
    if row is not None:
        g.log(Event("silent", row["cite"], row["side"], data=(row["division"],)))


# -- what an attack or an approach sets off (KT 20.2h, 20.2i) --------------------------------------------------------


def attacked(g: State, units: Sequence[str]) -> None:
    """Units are fired at or assaulted, whatever comes of it (rulings: oddity 93)."""
    for row in g.setting.special.get("rating_after_trigger", ()):
        mine = [i for i in units if g.counter(i).brigade == row["brigade"] and g.seat(i) == row["side"]]
        if mine and row["chit"] not in g.raised:
            raise_rating(g, row, f"{', '.join(mine)} attacked")
    if any(g.units[i].frozen for i in units) and "freed_by" in g.setting.special:
        free(g, g.setting.special["freed_by"][0]["cite"], "one of them was attacked")


def came(g: State, side: int, hex: int) -> None:
    """A unit of a side has entered a hex, willingly or not."""
    trodden(g, side, hex)
    for row in g.setting.special.get("rating_after_trigger", ()):
        if row["chit"] in g.raised or side == SIDE_INDEX[row["side"]]:
            continue
        place = g.setting.grid.index(row["hex"])
        if g.setting.grid.within(place, row["within"]) >> hex & 1:
            raise_rating(g, row, f"an enemy within {row['within']} hexes of {row['hex']}")


@cites("KT-20.2i-3", "KT-20.2i-4", "KT-20.2h-2")
def raise_rating(g: State, row: Row, why: str) -> None:
    """The higher rating counts from now on, even for a chit in the cup.

    It never falls again (rulings: oddity 9). It frees the frozen units at once.
    """
    chit = row["chit"]
    g.raised = tuple(sorted((*g.raised, chit)))
    g.log(Event("raised", row["cite"], row["side"], data=(chit, _higher(g, chit), why)))
    freed = g.setting.rule("freed_by", chit=chit)
    if freed is not None:
        free(g, freed["cite"], f"{chit} has his higher rating")


@cites("KT-20.3d-1")
def raised_from_start(special: Mapping[str, Sequence[Row]]) -> tuple[str, ...]:
    """Chits that have their higher rating for the whole game."""
    return tuple(sorted(row["chit"] for row in special.get("rating_from_start", ())))


def _higher(g: State, chit: str) -> int:
    return (g.setting.activations.get(chit) or g.setting.ratings[chit]).raised


def rating_note(g: State, chit: str) -> str | None:
    """What would raise the rating of a chit, or that it has been raised, for whoever looks at the chit."""
    if chit in g.raised:
        return "his higher rating, for the rest of the battle"
    row = g.setting.rule("rating_after_trigger", chit=chit)
    if row is None:
        return None
    near = f"an enemy comes within {row['within']} hexes of {row['hex']}"
    return f"{_higher(g, chit)} once his brigade is attacked or {near}"


@cites("KT-20.2h-1", "KT-20.2-release-t14")
def thaw(g: State) -> None:
    """The frozen units are free from the beginning of their turn on, or once a chit has come.

    So are those released as the last turn ended.
    """
    relieve(g)
    wake(g)
    row = g.setting.rule("frozen_until")
    if row is not None and g.turn >= row["turn"]:
        free(g, row["cite"], "their time has come")


@cites("KT-20.2h-2")
def free(g: State, cite: str, why: str) -> None:
    """All frozen units may move from now on."""
    frozen = _frozen(g)
    if frozen:
        _let_go(g, frozen, cite, why)
