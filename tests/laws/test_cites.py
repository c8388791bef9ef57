"""A game shows the cases of its own book: those of no other stand in what its seats are asked, see and are told."""

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import vedette
from tests.laws.worlds import CLASH, FULL, LATER, LINES, MOUNTAIN, PLACED, SEATS, STONE_WALL, WORLDS, begin
from tools.playthroughs import pick
from vedette.engine import Game

EVENING = "cedar-mountain/valley-vengeance"
SERIES = {"rules": "series-2026"}
GAMES = {
    "afternoon": (MOUNTAIN, WORLDS[MOUNTAIN][1], {"SS"}),
    "evening": (EVENING, {}, {"SS"}),
    "evening-series": (EVENING, SERIES, {"BS", "SS"}),
    "stone-wall-series": (STONE_WALL, SERIES, {"BS", "KT"}),
    "stone-wall": (STONE_WALL, {}, {"KT"}),
    CLASH: (*WORLDS[CLASH], {"JV"}),
    LINES: (*WORLDS[LINES], {"SW"}),
    LATER: (*WORLDS[LATER], {"GB", "SW"}),
}
"""Name -> battle, options, and the books whose cases it may show: its own, and the battle's where that fills gaps."""
CASE = re.compile(r"\b(KT|SS|BS|JV|SW|GB)[- ]\d")
MOST = 100_000 if FULL else 90
"""Decisions that are looked at."""
WHOLE = (LINES, LATER)
"""Games that are looked at to their end: of a dozen units, in one turn."""
WRONG = (
    "nobody: 1204", "{unit}: 9999", "{unit}: {hex}", "{unit}: charge {hex}", "{unit}: charge", "{unit}: mount",
    "{unit}: dismount", "{unit}: exit", "{unit} fire at {hex}", "{unit} assault {hex}", "recover {unit}",
    "rebuild {unit}", "retreat {unit} to {hex}", "march {unit} to {hex}", "step {unit} ne 2", "play Firefight",
    "order rest", "nonsense",
)  # fmt: skip
"""What is answered wrongly, and so refused with a case."""


def words(data: Any) -> Iterator[str]:
    """Every text in data, the keys of its tables too."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from words(key)
            yield from words(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from words(value)


def strange(data: Any, books: set[str]) -> set[str]:
    """Texts that name a case of none of these books, or a book that is not played, by its name."""
    found = {text for text in words(msgspec.to_builtins(data)) if {*CASE.findall(text)} - books}
    return found | {text for text in words(data) if "KT" not in books and "Kernstown" in text}


def refused(game: Game, rng: random.Random) -> list[Any]:
    """Why some answers are not offered now."""
    units = [u for u in game.view("")["units"] if u["hex"]]
    found = []
    for text in WRONG:
        said = text.format(unit=rng.choice(units)["id"], hex=rng.choice(units)["hex"])
        found += [(said, game.rulebook.refusal(game.state, seat, said)) for seat in SEATS]
    return found


def looked(game: Game, rng: random.Random) -> list[Any]:
    """What the seats see of a game, and what they may ask about it."""
    found: list[Any] = [game.view(seat) for seat in (*SEATS, "")]
    unit = rng.choice([u["id"] for u in game.view("")["units"] if u["hex"]])
    found += [game.rulebook.reach(game.state, unit), refused(game, rng)]
    for decision in game.decisions:
        found.append(game.rulebook.notes(game.state, decision.seat) if decision.seat in SEATS else ())
        fires = [a for a in decision.actions if a.text.startswith("fire at")]
        for action in fires[:1]:
            found.append(game.rulebook.plans(game.state, decision.seat, action.hex or ""))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_case_of_another_book_is_shown(name: str) -> None:
    battle, options, books = GAMES[name]
    game = begin(name, 5) if name in PLACED else Game.new(vedette.battle(battle), seed=5, options=options)
    rng, lots = random.Random(5), random.Random(6)
    assert strange(game.rulebook.guide(game.battle, options), books) == set()
    assert strange(game.rulebook.terms(game.battle, options), books) == set()
    kinds: set[str] = set()
    events = game.start_events
    for _ in range(100_000 if name in WHOLE else MOST):
        for n, event in enumerate(events):
            told = [[game.say(event, seat), game.rulebook.event(game.state, event, n, seat)] for seat in (*SEATS, "")]
            assert strange(told, books) == set(), event.kind
        if game.decision is None:
            break
        asked = [[d.prompt, d.cite, d.stack, [a.text for a in d.actions]] for d in game.decisions]
        assert strange(asked, books) == set(), game.decision.kind
        if game.decision.kind not in kinds:
            kinds.add(game.decision.kind)
            assert strange(looked(game, lots), books) == set(), game.decision.kind
        events = game.play(pick(game, rng))
    assert strange([game.rulebook.news(game.state, events, seat) for seat in SEATS], books) == set()
    assert len(kinds) > 5
