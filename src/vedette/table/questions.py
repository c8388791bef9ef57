"""Questions that change nothing: odds, range, why not; asked of a game that the seat could be in, not the true one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette import staff
from vedette.engine.decision import folded
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.engine.shapes import BoardView, Reached

from . import hands, ratings
from .limits import THINKING, Purse, in_pool, timed
from .messages import BoardOf, HintOf, Plans, Refused
from .readers import knower, refused, tells
from .room import Hinted, Room
from .store import Grant


async def odds(
    room: Room, grant: Grant, look: str | None, texts: Sequence[str], seat: str | None, purse: Purse
) -> dict[str, Any]:
    """The chances of the combat that these actions of a seat open."""
    game, seat = await purse.ask(room.ask, lambda game: _imagined(game, room, grant, look, seat))
    return await purse.spend(lambda: game.odds(*(f"{seat}: {t}" for t in texts), seat=seat).plain())


async def reach(room: Room, purse: Purse, unit: str, by: str = "") -> dict[str, Reached]:
    """Where the unit that is moving can come to; empty where it is not moving. All of it is public."""
    return await purse.ask(room.ask, lambda game: game.rulebook.reach(game.state, unit, by))


async def why(room: Room, grant: Grant, look: str | None, text: str, seat: str | None, purse: Purse) -> dict[str, Any]:
    """Whether a seat is offered a text, and why not."""

    def found(game: Game) -> dict[str, Any]:
        imagined, who = _imagined(game, room, grant, look, seat)
        asked = imagined.decision_of(who)
        if room.setup.hands == hands.DRAWN and asked is not None and hands.named(asked, text):
            turns_up = folded(text) == hands.TURN_UP
            return {"offered": turns_up, "reason": "" if turns_up else hands.UNSEEN, "cite": ""}
        try:
            imagined.play(text, who)
        except IllegalAction as error:
            bar = refused(error, game.decision_of(who), grant, room.setup)
            return {"offered": False, "reason": bar.reason, "cite": bar.cite}
        return {"offered": True, "reason": "", "cite": ""}

    return await purse.ask(room.ask, found)


async def plans(room: Room, grant: Grant, look: str | None, asked: Plans, purse: Purse) -> dict[str, Any]:
    """Gestures worth giving at the open decision of a seat; none where it is not asked."""
    game, seat = await purse.ask(room.ask, lambda game: _imagined(game, room, grant, look, asked.seat))
    decision, units = game.decision_of(seat), tuple(asked.units)
    found = await purse.spend(lambda: game.rulebook.plans(game.state, seat, asked.at, units, asked.by))
    return {"decision": decision.number if decision else game.state.number, "plans": found}


async def board(room: Room, grant: Grant, look: str | None, asked: BoardOf, purse: Purse) -> BoardView:
    """A whole-board view for a seat."""
    game, seat = await purse.ask(room.ask, lambda game: _imagined(game, room, grant, look, asked.seat))
    where = (asked.at, asked.to, asked.unit)
    return await purse.spend(lambda: game.rulebook.board(game.state, seat, asked.name, *where))


async def hint(room: Room, grant: Grant, look: str | None, asked: HintOf, purse: Purse) -> dict[str, Any]:
    """What the computer would do at the open decision of a seat, and why. It changes nothing and is not in the record.

    It knows what the key is shown: answers that tell what is held have to lie open, and of a hand that nobody sees
    there is no hint. One is thought out at a time, and kept: who asks again and again makes nobody wait.
    """

    ratings.check_unaided(room.setup)

    def found(game: Game) -> tuple[Game, str, Hinted]:
        imagined, seat = _imagined(game, room, grant, look, asked.seat)
        decision = game.decision_of(seat)
        if room.stop is not None or decision is None or imagined.decision_of(seat) is None:
            raise Refused(f"{seat} is not asked anything now")
        if tells(decision) and knower(room.setup, grant, look, seat) != seat:
            raise Refused(hands.UNSEEN if room.setup.hands == hands.DRAWN else "the chits lie face down; look at them")
        return imagined, seat, (len(game.entries), decision.number, seat, knower(room.setup, grant, look, seat))

    async with purse.paid() as took, room.hinting:
        imagined, seat, at = await room.ask(found)
        if at not in room.hints:
            told = (await in_pool(THINKING, lambda: timed(lambda: staff.hint(imagined, seat), took))).plain()
            kept = {other: hint for other, hint in room.hints.items() if other[0] == at[0]}
            room.hints = {**kept, at: told}
    return {"decision": at[1], "seat": seat, "by": staff.ADVISER, **room.hints[at]}


def _imagined(game: Game, room: Room, grant: Grant, look: str | None, seat: str | None) -> tuple[Game, str]:
    """A game as the asking seat knows it; at one screen as both know it, but for the seat whose part is looked at."""
    if seat is None:
        mine = [d.seat for d in game.decisions if d.seat in grant.seats]
        if len(mine) > 1:
            raise Refused(f"several seats are asked: say for which, {' or '.join(mine)}")
        seat = next(iter((*mine, *grant.seats)), "")
    if seat not in grant.seats:
        raise Refused(f"this key is not that of {seat}")
    return game.imagine(knower(room.setup, grant, look, seat), len(game.entries)), seat
