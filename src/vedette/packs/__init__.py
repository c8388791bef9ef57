"""Packs: content as data, each row with its source. Reads, checks, overlays and draws them."""

from vedette.engine.rulebook import Known
from vedette.engine.shelf import Editions

from . import editions
from .check import Report, check
from .description import Meta
from .errors import PackError, UnknownBattle
from .lessons import lesson_of
from .library import cards, tasks_of
from .new import new
from .reader import Listed, battles, load, meta
from .rulebooks import register, rulebook

Known.load_with(load)
Editions.register(editions.kept, editions.battle_from)

__all__ = [
    "Listed",
    "Meta",
    "PackError",
    "Report",
    "UnknownBattle",
    "battles",
    "cards",
    "check",
    "lesson_of",
    "load",
    "meta",
    "new",
    "register",
    "rulebook",
    "tasks_of",
]
