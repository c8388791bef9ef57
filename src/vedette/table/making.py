"""What a new game at the table is to be, and whether it may be so: who plays what, clocks, rated pairs, what a computer
takes for a person from the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from vedette import staff
from vedette.engine.battle import Battle
from vedette.engine.game import Game
from vedette.engine.rulebook import rulebook_of
from vedette.packs import PackError, lesson_of
from vedette.staff.orders import COMPUTER, Order, Ordered
from vedette.staff.parts import formations

from . import hands, ratings
from .beat import MOST
from .clocks import Time
from .lobby import Offer
from .messages import Refused
from .store import Setup

HUMAN = "human"
BOTH = "both"
WATCH = "watch"
"""The key of a game that computers play by themselves: it sees what all may know, and answers nothing."""


class Making(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new game is to be."""

    battle: str
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    dice: str = "seeded"
    practice: bool = False
    open_hands: bool = False
    hands: str = ""
    """One person on both sides: "open" or "drawn"."""
    seed: int | None = None
    beat: Annotated[float, msgspec.Meta(ge=0, le=MOST)] | None = None
    """Seconds of the pause before a draw in which a holder may raise his hand."""
    watched: bool = False
    """Computers play it by themselves, while somebody watches."""
    orders: bool | None = None
    """Whether standing orders stand from the start; without a word only where a beat is given."""
    house: str = ""
    """House rules of who runs the server, by the name of their file."""
    errata: bool = True
    """Whether the errata of its pack are in force, where it has some."""
    lesson: bool = False
    """The guided first game of the battle, which says itself all but the battle."""
    parts: dict[str, list[str]] = {}
    """By seat of a person: formations that the computer leads for him from the start."""
    open: Offer | None = None
    """One seat is for anybody who takes it at the start page of the server."""
    time: Time | None = None
    """The pace of two people who have a clock each."""
    rated: bool = False
    """It is the first game of a rated pair between two accounts."""
    answered: dict[str, list[str]] = {}
    """By seat of a person: windows of standing orders at which the computer answers for him."""
    slips: bool = False
    """Two people agree that what told its seat nothing is taken back without asking."""


def taught(battle: Battle, asked: Making) -> Making:
    """How the guided first game of a battle is made. Raises Refused where there is none, or more is asked for."""
    try:
        lesson = lesson_of(battle)
    except PackError as error:
        raise Refused(str(error)) from None
    if lesson is None:
        raise Refused(f"{battle.title} has no guided first game")
    plain = Making(asked.battle, lesson=True)
    more = [name for name in Making.__struct_fields__ if getattr(asked, name) != getattr(plain, name)]
    if more:
        raise Refused(f"a guided first game is as its file says: leave out {', '.join(more)}")
    return Making(
        battle.id,
        options=lesson.options,
        seats={seat: HUMAN if seat == lesson.seat else lesson.foe for seat in rulebook_of(battle).seats},
        practice=lesson.practice,
        seed=lesson.seed,
        orders=False,  # who learns is asked everything
        lesson=True,
    )


def setup_of(making: Making, seats: tuple[str, ...]) -> Setup:
    """Who plays what, checked."""
    for seat, who in making.seats.items():
        if seat not in seats:
            raise Refused(f"there is no seat {seat!r}; there are {', '.join(seats)}")
        if who != HUMAN and who not in staff.names():
            raise Refused(f"there is no commander {who!r}; there are {', '.join((HUMAN, *staff.names()))}")
    chosen = {seat: making.seats.get(seat, HUMAN) for seat in seats}
    if making.watched and (HUMAN in chosen.values() or making.dice != "seeded"):
        raise Refused("a game that is watched has a commander on both seats, and dice that the program rolls")
    if HUMAN not in chosen.values() and not making.watched:
        raise Refused(f'one seat at least is a person\'s: seats = {{"{seats[0]}": "{HUMAN}"}}')
    if making.hands not in hands.HANDS:
        raise Refused(f"hands {making.hands!r} are none of {', '.join(hands.HANDS[1:])}")
    if making.hands and any(who != HUMAN for who in chosen.values()):
        raise Refused("hands are for one person on both sides; a computer keeps its own hand")
    if making.hands == hands.DRAWN and making.open_hands:
        raise Refused("hands are either open or drawn, where nobody sees them; leave out open_hands")
    if making.time is not None:
        _check_time(making, chosen)
    if making.slips:
        _check_slips(making, chosen)
    return Setup(
        chosen,
        making.dice,
        making.practice,
        making.open_hands or making.hands == "open",
        making.hands,
        making.beat,
        making.beat is not None if making.orders is None else making.orders,
        making.lesson,
        making.time,
        making.rated,
        making.slips,
    )


def _check_slips(making: Making, chosen: dict[str, str]) -> None:
    """Raises Refused where there is nobody to agree to it beforehand, or more hangs on the game."""
    if any(who != HUMAN for who in chosen.values()) or making.practice or making.hands or making.open_hands:
        raise Refused(
            "that slips are taken back is agreed between two people, without practice and with hands that are hidden: "
            "leave out slips"
        )
    if making.rated:
        raise Refused("in a rated game a take-back is asked for each time: leave out slips")


def _check_time(making: Making, chosen: dict[str, str]) -> None:
    """Raises Refused where clocks make no sense."""
    if any(who != HUMAN for who in chosen.values()) or making.practice or making.hands or making.open_hands:
        raise Refused("clocks are for two people, without practice and with hands that are hidden: leave out time")
    if making.time is not None and making.time.kind == "live" and making.time.holiday:
        raise Refused("holidays are for games by days: leave out holiday")


def check_rated(making: Making, setup: Setup, game: Game, offered: str | None, maker: str) -> None:
    """Raises Refused where a game cannot be the first of a rated pair."""
    if not maker:
        raise Refused(ratings.ENTER)
    if offered is None:
        raise Refused("a rated pair is offered to whoever takes it: give open with it")
    if making.parts or making.answered:
        raise Refused("in a rated game no computer is given anything beforehand: leave out parts and answered")
    if game.battle.owned or game.battle.overlay:
        raise Refused(ratings.OWNED)
    usual = game.header["options"] == game.rulebook.options(game.battle, {})
    ratings.check(setup, plain=usual and making.errata and not making.house and making.seed is None)


def handed_over(making: Making, setup: Setup, game: Game) -> dict[str, Ordered]:
    """What the computer takes for a person from the start, as his standing orders. Raises Refused."""
    windows = {row["name"] for row in game.rulebook.windows(game.battle)}
    found = {}
    for seat in dict.fromkeys((*making.parts, *making.answered)):
        if seat not in setup.people:
            raise Refused(f"the computer takes parts for a person: {seat} is no seat of one")
        if not setup.orders:
            raise Refused("the computer takes parts where standing orders stand: orders = true")
        names, asked = making.parts.get(seat, []), making.answered.get(seat, [])
        known = sorted(formations(game.view(seat), seat))
        for name, there, what in [*((n, known, "formation") for n in names), *((n, windows, "window") for n in asked)]:
            if name not in there:
                raise Refused(f"there is no {what} {name[:40]!r}; there are {', '.join(sorted(there))}")
        orders = {name: Order(name, COMPUTER) for name in asked}
        found[seat] = Ordered(orders=orders, parts=tuple(dict.fromkeys(names)))
    return found


def keys_of(setup: Setup, making: Making) -> Mapping[str, tuple[str, ...]]:
    """The keys of a game. What is for a lone player (free take-back, hands) has one key for all that people play."""
    people = setup.people
    if not people:
        return {WATCH: ()}
    single: dict[str, tuple[str, ...]] = {seat: (seat,) for seat in people}
    if len(people) == 1:
        return single
    return {BOTH: people} if making.practice or making.hands else {**single, BOTH: people}
