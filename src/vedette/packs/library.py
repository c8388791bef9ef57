"""Battles as the start page shows them: a card for each, with the scenarios that are played under it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from vedette.engine.battle import Battle

from . import find
from .description import Card, Meta, read_meta
from .errors import PackError
from .reader import meta


class Row(Protocol):
    """What must be known of a battle of the list."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def pack(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def battle(self) -> str: ...
    @property
    def date(self) -> str: ...


class Shown(msgspec.Struct, frozen=True):
    """A card."""

    title: str
    day: str
    about: str
    battles: tuple[str, ...]
    """Their ids, the one that is proposed first."""


def cards(rows: Iterable[Row]) -> list[Shown]:
    """A card for each group of scenarios that a pack names, else for all scenarios of one battle; in the order of the
    list, each where its first scenario stands."""
    found: dict[tuple[str, ...], tuple[Card | None, list[Row]]] = {}
    metas: dict[str, Meta | None] = {}
    for row in rows:
        if row.pack not in metas:
            metas[row.pack] = _meta(row.pack)
        told = metas[row.pack]
        card = told.card_of(_name(row.id)) if told else None
        key = (row.pack, *card.scenarios) if card else (row.pack, row.battle or row.id, row.date)
        found.setdefault(key, (card, []))[1].append(row)
    return [_shown(card, group) for card, group in found.values()]


def tasks_of(battle: Battle) -> dict[str, str]:
    """What each side has to do in a battle, in a few words; nothing where nobody has said."""
    try:
        return dict(meta(battle).tasks.get(_name(battle.id), {}))
    except PackError:
        return {}  # a battle that comes from no pack


def _name(battle: str) -> str:
    return battle.rpartition("/")[2]


def _meta(pack: str) -> Meta | None:
    try:
        return read_meta(find.folder(pack))
    except PackError:
        return None


def _shown(card: Card | None, rows: list[Row]) -> Shown:
    if card is None:
        first = rows[0]
        return Shown(first.battle or first.title, first.date, first.about, tuple(row.id for row in rows))
    rows = sorted(rows, key=lambda row: card.scenarios.index(_name(row.id)))
    return Shown(card.title, card.day, card.about, tuple(row.id for row in rows))
