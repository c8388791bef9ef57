"""The order of battle: both faces of each counter, by side, division and brigade, with where it begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any

from vedette.engine.game import Playable

from ..both_faces import FOOT_SYMBOL, Counter, counters_of
from ..reader import meta
from . import paper
from .pictures import pictures
from .typeset import pdf
from .words import made_of


def forces_pdf(battle: Playable, settings: Mapping[str, Any], *, sheet: str) -> bytes:
    """The order of battle of both sides."""
    counters = counters_of(battle, settings)
    names, divisions = meta(battle).sides, divisions_of(counters)
    sides: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for i, counter in enumerate(counters):
        groups = sides.setdefault(str(counter.about["side"]), {})
        groups.setdefault(group_of(counter, divisions), []).append(_row(i, counter))
    data = {
        "title": battle.title,
        "made": made_of(battle),
        "page": paper.PAPERS[sheet],
        "margin": paper.MARGIN,
        "sides": [
            {"name": names.get(side, {}).get("name") or side.capitalize(), "columns": columns_of(groups)}
            for side, groups in sides.items()
        ],
    }
    return pdf("forces.typ", data, pictures(battle, counters))


COLUMNS = 3


def columns_of(groups: Mapping[str, list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """Headings and units in columns of one length; a group that goes on in the next has its heading there again."""
    long = ceil(sum(1 + len(rows) for rows in groups.values()) / COLUMNS)
    found: list[list[dict[str, Any]]] = [[]]
    for name, rows in groups.items():
        for i, row in enumerate(rows):
            if len(found[-1]) >= long and len(found) < COLUMNS:
                found.append([])
            if i == 0 or not found[-1]:
                found[-1].append({"group": name if i == 0 else f"{name}, more"})
            found[-1].append(row)
    return found + [[] for _ in range(COLUMNS - len(found))]


def divisions_of(counters: Iterable[Counter]) -> dict[tuple[str, str], str]:
    """The division of each brigade, by side: its leader's own row does not name it."""
    rows = [counter.about for counter in counters if counter.about.get("division") and counter.about.get("brigade")]
    return {(about["side"], about["brigade"]): about["division"] for about in rows}


def group_of(counter: Counter, divisions: Mapping[tuple[str, str], str]) -> str:
    """Division and brigade, or the arm of who has neither."""
    about = counter.about
    arm, brigade = str(about["arm"]).capitalize(), about.get("brigade")
    division = about.get("division") or divisions.get((about["side"], brigade or ""))
    return ", ".join(part for part in (division, brigade or arm) if part)


def _row(i: int, counter: Counter) -> dict[str, Any]:
    foot = counter.front.get("symbol") == FOOT_SYMBOL
    where = "on foot" if foot else where_words(counter.about)
    return {"i": i, "back": counter.back is not None, "name": counter.about["name"], "where": where}


def where_words(about: Mapping[str, Any]) -> str:
    """Where a unit begins, in words."""
    if about["hex"]:
        return f"in {about['hex']}"
    if about.get("arrives"):
        return f"turn {about['arrives']['turn']} at {about['arrives']['hex']}"
    return str(about.get("place") or ", ".join(about.get("area") or about.get("with") or ()))
