"""Events in plain words, for the seat that reads them."""

from __future__ import annotations

from typing import Any

from vedette.engine.change import AGREED
from vedette.engine.events import Event
from vedette.engine.rulebook import Aim
from vedette.rules.blind_swords.chapters.victory import outcome
from vedette.rules.blind_swords.charts import SP
from vedette.rules.blind_swords.setting import SIDES
from vedette.rules.blind_swords.state import State
from vedette.rules.blind_swords.text.lines import PHASES, code_words, extra
from vedette.rules.common.text.log import Say, automatic, event_row, resigned, turn

HITS = ("steady again", "shaken", "disrupted")


def say(g: State, event: Event, seat: str) -> str:
    """An event in words; a seat that may not know what it was reads only that something happened."""
    if event.only and seat not in ("", event.only):
        return HIDDEN[event.kind](g, event)
    if event.kind == AGREED:
        return str(event.data[0])
    words = TABLE.get(event.kind)
    return words(g, event) if words else event.kind


def name(seat: str) -> str:
    """A side by its name."""
    return {"union": "the Union", "confederate": "the Confederates"}.get(seat, seat)


def capital(words: str) -> str:
    """A sentence with a capital first letter; names in it keep theirs."""
    return words[:1].upper() + words[1:]


def _who(event: Event) -> str:
    return " and ".join([", ".join(event.units[:-1]), event.units[-1]] if len(event.units) > 1 else event.units)


def _at(g: State, event: Event) -> str:
    return g.hex_name(event.hex) if event.hex >= 0 else "?"


def aim_words(aim: Aim) -> str:
    """ "12 SP, column 10-12, stone wall -2, flanking fire +1 = 8-9"."""
    used = "".join(f", {n} {c:+d}" for n, c, _, on in aim.shifts if on)
    end = f" = {aim.final}" if aim.final != aim.base else ""
    return f"{aim.strength} SP, column {aim.base}{used}{end}"


def _aim(g: State, e: Event) -> str:
    aim, lead, kind, shares = e.data
    fire = {"opportunity": "opportunity fire", "defensive": "defensive fire"}.get(kind, "fire")
    why = f" ({'; '.join(shares)})" if shares else ""
    return f"{_who(e)}: {fire} at {_at(g, e)}, {lead} leads: {aim_words(aim)}{why}"


def _primary(g: State, e: Event) -> str:
    side, shifted = e.data
    what = f"{'; '.join(shifted)} converge" if shifted else "no fire converges"
    words = f"{name(e.seat)} call the hexside of {_at(g, e)} towards {side} the primary one: {what}"
    return capital(words)


def _fire(g: State, e: Event) -> str:
    test, lead, rating, column = e.data
    what = f"{test} test for {lead} (CR {rating})" if test else f"no effect on {lead} (CR {rating})"
    return f"rolled {e.roll} on column {column}: {what}"


def _assault_aim(g: State, e: Event) -> str:
    aim, lead, hex = e.data
    verb = "assaults" if len(e.units) == 1 else "assault"
    return f"{_who(e)} {verb} {_at(g, e)} from {g.hex_name(hex)}, {lead} leads the defence: {aim_words(aim)}"


def _test(g: State, e: Event) -> str:
    kind, depletion, skedaddle = e.data
    dice = f"{e.roll // 10} and {e.roll % 10}"
    did = ", ".join(code_words(code) for code in (depletion, *skedaddle.split()) if code != "-")
    return f"{_who(e)}: {kind} test, rolled {dice}: {did or 'nothing happens'}"


def _break(g: State, e: Event) -> str:
    rating, box = e.data
    return f"{_who(e)}: break test, rolled {e.roll} against {rating}: {f'Broken Box {box}' if box else 'holds'}"


def _command(g: State, e: Event) -> str:
    chit, rating, full = e.data
    return f"{chit} {rating}: rolled {e.roll}, {'full activation' if full else 'fire only'}"


def _cic(g: State, e: Event) -> str:
    """A commander has no limited activation: he is active, or his chit is discarded (KT-10.6a-Crook-2)."""
    chit, rating, active = e.data
    return f"{chit} {rating}: rolled {e.roll}, {'active' if active else 'not active: the chit is discarded'}"


def _morale(g: State, e: Event) -> str:
    return f"{_who(e)} is {HITS[e.data[0]]}"


def _control(g: State, e: Event) -> str:
    return capital(f"{name(SIDES[e.data[0]])} hold {_at(g, e)}")


def _moved(g: State, e: Event) -> str:
    before = e.data[0]
    return f"{_who(e)} moves to {_at(g, e)}" if before >= 0 else f"{_who(e)} is placed in {_at(g, e)}"


def _plain(text: str) -> Say:
    def words(g: State, e: Event) -> str:
        seat = name(e.seat)
        filled = text.format(who=_who(e), at=_at(g, e), side=seat, data=e.data, roll=e.roll)
        return capital(filled) if text.startswith("{side}") else filled

    return words


def _onset(g: State, e: Event) -> str:
    brigades, order, points, title = e.data
    terms = "".join([f", ordered to {order}" if order else "", f", {points} MP each" if points else ""])
    who = title or name(e.seat)
    verb = ":" if title else " activate"
    return f"{capital(who)}{verb} {', '.join(brigades)} one after the other without a roll{terms}"


def _common_roll(g: State, e: Event) -> str:
    _, won, chance = e.data
    return f"{chance}: rolled {e.roll}, " + ("it succeeds" if won else "it fails")


def _order(g: State, e: Event) -> str:
    brigade, order = e.data
    return f"{brigade}: {str(order).capitalize()}"


def _cup(g: State, e: Event) -> str:
    chits, events = e.data
    return f"in the cup: {', '.join(chits)}; Event chits: {events[0]} Union, {events[1]} Confederate"


def _no_casualty(g: State, e: Event) -> str:
    what = "no effect" if g.setting.casualty_dice == 2 else "a near miss" if e.data[0] else "no casualty"
    return f"{e.seat.capitalize()} general casualty: rolled {e.roll}: {e.data[0] or 'nobody'}, {what}"


def _taken_out(g: State, e: Event) -> str:
    count, side = e.data
    whose = name(SIDES[side])
    chits = f"{count} Event chit{'' if count == 1 else 's'}"
    return f"{capital(name(e.seat))} take {chits} of {whose} out of this turn, unseen by all"


def _rebuild(g: State, e: Event) -> str:
    rating, won = e.data
    return f"{_who(e)} tries to rebuild: rolled {e.roll} against {rating}: {'it succeeds' if won else 'it fails'}"


def _fatigue(g: State, e: Event) -> str:
    return f"Fatigue: {e.data[0]} moves half as far; rolled {e.roll}"


def _confusion(g: State, e: Event) -> str:
    return f"Command Confusion: rolled {e.roll}, " + (f"the Order becomes {e.data[0]}" if e.data[0] else "it stands")


def _phase(g: State, e: Event) -> str:
    return PHASES[e.data[0]]


def _box(g: State, e: Event) -> str:
    return f"{_who(e)} moves to {f'Broken Box {e.data[0]}' if e.data[0] else 'Available'}"


def _no_opportunity(g: State, e: Event) -> str:
    why = "; ".join(f"{id}: {reason}" for id, reason, _ in e.data)
    return f"no opportunity fire at {_at(g, e)}" + (f": {why}" if why else "")


def _waived(g: State, e: Event) -> str:
    what, *at = e.data
    verb = "holds its" if len(e.units) == 1 else "hold their"
    return f"{_who(e)} {verb} {what}" + (f" at {' and '.join(at)}" if at else "")


def _exited(g: State, e: Event) -> str:
    return f"{_who(e)} leaves the map with {e.data[0] / SP:g} SP"


def _points(g: State, e: Event) -> str:
    won, place, bonus = e.data
    points = f"{won} victory point{'' if won == 1 else 's'}"
    return f"{points} for {name(e.seat)}: {place}{', a bonus' if bonus else ''}"


def _bombarded(g: State, e: Event) -> str:
    group, count = e.data
    what = "no effect" if not count else f"{count} unit{'' if count == 1 else 's'} of it worn out"
    return f"{capital(name(e.seat))} bombard {group}: rolled {e.roll}, {what}"


def _track(g: State, e: Event) -> str:
    title, chit, box, laid, moved = e.data
    less = f" less {laid} for chits laid out" if laid else ""
    rolled = sum(map(int, str(e.roll)))
    return f"{title} Rolled {rolled}{less}: {chit} {'moves on to' if moved else 'stays in'} “{box}”"


def _summons(g: State, e: Event) -> str:
    brigade, comes, needs = e.data
    return f"{brigade} is summoned: rolled {e.roll}, {'it comes' if comes else f'below {needs}, not yet'}"


HIDDEN: dict[str, Say] = {
    "key": _plain("{side} put a Key Chit into the cup"),
    "drawn-event": _plain("drawn: an Event chit of {side}"),
    "held": _plain("{side} hold a chit"),
    "lost": _plain("the Event chit of {side} is lost to Fortunes of War"),
    "common": _plain("{side} give the Event chit up as a Common Event"),
}

TABLE: dict[str, Say] = {
    "turn": turn,
    "phase": _phase,
    "cup": _cup,
    "automatic": automatic,
    "key": _plain("{side} put {data[0]} into the cup"),
    "drawn": _plain("drawn: {data[0]}"),
    "drawn-event": _plain("drawn: {data[0]}, of {side}"),
    "held": _plain("{side} hold {data[0]}"),
    "lost": _plain("{data[0]} of {side} is lost to Fortunes of War"),
    "common": _plain("{side} give {data[0]} up as a Common Event"),
    "common-roll": _common_roll,
    "common-vain": _plain("{side} gave up an Event chit in vain: their general was hit"),
    "negated": _plain("{data[0]} is lost to Fortunes of War"),
    "negated-brigade": _plain("{data[0]} is activated and does nothing: Fortunes of War"),
    "fortunes": _plain("Fortunes of War: the next chit is lost"),
    "played": _plain("{side} play {data[0]}"),
    "announced": _plain("{side} will play held chits"),
    "first-to-play": _plain("{side} play first"),
    "discarded": _plain("{side} discard {data[0]}: it cannot be played now and is not kept"),
    "taken-out": _taken_out,
    "named-chit": _plain("{side} name {data[0]} as the first chit"),
    "brigade-rally": _plain("{data[0]} rallies at once"),
    "command": _command,
    "cic": _cic,
    "no-brigade": _plain("{data[0]}: no brigade of it can act"),
    "activated": _plain("{side} activate {data[0]}"),
    "limited": _plain("{data[0]} may only fire"),
    "onset": _onset,
    "onset-over": lambda g, e: f"{', '.join(e.data[0])}: all have acted",
    "ordered": _order,
    "aim": _aim,
    "fire": _fire,
    "primary-hexside": _primary,
    "fire-lost": _plain("{who}: shifted left of column C, the fire has no effect"),
    "assault-aim": _assault_aim,
    "assault": _fire,
    "assault-lost": _plain("{who}: shifted left of column C, no close combat occurs"),
    "declared": _plain("{who} will assault {at}"),
    "test": _test,
    "depleted": _plain("{who} is depleted"),
    "morale": _morale,
    "break-test": _break,
    "broken": _plain("{who} breaks: Broken Box {data[0]}"),
    "eliminated": _plain("{who} is eliminated"),
    "exited": _exited,
    "off-map": _plain("{who} retreats off the map"),
    "no-retreat": _plain("{who} has nowhere to retreat"),
    "retreated": _plain("{who} falls back to {at}"),
    "panics": _plain("{who} panics"),
    "withdrew": _plain("{who} gives way to {at}"),
    "screen-lost": _plain("{who} has nowhere to give way"),
    "formed": _plain("{who} leaves Skirmish Order"),
    "mounted": _plain("{who} mounts"),
    "dismounted": _plain("{who} dismounts"),
    "charges": _plain("{who} charges"),
    "rode-off": _plain("{who} withdraws to {at}"),
    "stands": _plain("{who} stands at {at}"),
    "moved": _moved,
    "advanced": _plain("{who} advances to {at}"),
    "shifted": _plain("{who} makes room and moves to {at}"),
    "arrived": _plain("{who} arrives at {at}"),
    "delayed": _plain("{who} cannot arrive and waits a turn"),
    "returned": _plain("{who} comes back at {at}"),
    "rebuilt": _plain("{who} is Fresh again"),
    "rebuild": _rebuild,
    "recovered": lambda g, e: f"{_who(e)} recovers: {HITS[e.data[0]]}",
    "box": _box,
    "control": _control,
    "fog": _plain("Fog of War: rolled {roll}: {data[0]}"),
    "gathered": _plain("the chits that were held go back: {data[0]} of the Union, {data[1]} of the Confederates"),
    "nobody-strays": _plain("nobody strays"),
    "chaos": _plain("Battlefield Chaos at {at}"),
    "wayward": _plain("{who} strays to {at}"),
    "casualty": _plain("rolled {roll}: {data[0]} is hit; his Casualty chit is in play"),
    "recovered-general": _plain("rolled {roll}: {data[0]} is back"),
    "no-casualty": _no_casualty,
    "bonus-used": _plain("{side} use {data[0]}"),
    "deceived": _plain("{who} is deceived and neither fires nor attacks this turn"),
    "no-opportunity": _no_opportunity,
    "waived": _waived,
    "passed-over": _plain("{data[0]}: {data[1]}"),
    "friendly-fire": _plain("friendly fire: {who}"),
    "conflicting-orders": _plain("conflicting orders: {data[0]} counts as activated"),
    "confusion": _confusion,
    "fatigue": _fatigue,
    "good-ground": _plain("Good Ground at {at}"),
    "low-ammo": _plain("{who} runs low on ammunition"),
    "resupplied": _plain("{who} is resupplied"),
    "freed": _plain("{who} may move from now on: {data[0]}"),
    "raised": _plain("{data[0]} has a Command Rating of {data[1]} from now on: {data[2]}"),
    "silent": _plain(
        "the artillery of {side} does not see {data[0]}'s men: in this phase it neither moves nor fires at them"
    ),
    "supplied": _plain("{who} finds ammunition"),
    "reserve-move": _plain("{data[0]} makes a reserve move"),
    "firefight": _plain("firefight at {at}"),
    "activated-by-retreat": _plain("{who} has activated by retreating"),
    "points": _points,
    "score": _plain("Score: Union {data[1]}, Confederates {data[2]}; as it stands {data[3]}"),
    "bombarded": _bombarded,
    "track": _track,
    "track-end": _plain("{data[0]} has come: the chit is in the cup from the next turn on"),
    "called": _plain("{side} call {data[0]}: it may arrive at {data[1]} from the next turn on"),
    "summons": _summons,
    "entry": _plain("{data[0]} enters at {at} in turn {data[1]}"),
    "released": _plain("{who} released: {data[0]}"),
    "chit-back": _plain("{data[0]}'s chit goes back into the cup"),
    "sudden": _plain("{who} has reached {at}, which ends the battle"),
    "over": _plain("The battle is over: {data[0]}"),
    "resigned": lambda g, e: resigned(outcome(g), e),
}


def event_json(g: State, event: Event, n: int, seat: str = "") -> dict[str, Any]:
    """An event as `vedette try` shows it, with what its line of the log needs."""
    hidden = bool(event.only) and seat not in ("", event.only)
    return event_row(g, event, n, say(g, event, seat), extra(g, event, seat), hidden)
