"""Laws of the Valley Campaign over random play of a clash: units, steps, leaders, exits, what is asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.engine import toy
from tests.laws.worlds import CLASH, named, walk
from tools.playthroughs import pick
from vedette.engine import Game
from vedette.rules.valley_campaign.state import CUP, ELIMINATED, EXITED, WAITING, State

KINDS = {"move-unit", "move", "attack", "attackers", "lose-step", "retreat", "advance", "leader"}
"""What players are asked in a clash."""


def states(seed: int) -> Iterator[tuple[State, State]]:
    """Each two states in a row of a random game."""
    before = None
    for game in walk(CLASH, seed):
        assert isinstance(game.state, State)
        if before is not None:
            yield before, game.state
        before = game.state.clone()


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_is_lost_or_found_and_no_step_comes_back(seed: int, count: Callable[[int], int]) -> None:
    for before, g in (pair for n in range(count(20)) for pair in states(seed + 10 * n)):
        assert g.units.keys() == before.units.keys()
        for id, unit in g.units.items():
            old = before.units[id]
            assert unit.reduced >= old.reduced
            assert old.at not in (ELIMINATED, EXITED) or unit.at == old.at
            assert unit.at == old.at or unit.at not in (CUP, WAITING)
        assert g.fallen[: len(before.fallen)] == before.fallen and g.exits[: len(before.exits)] == before.exits


def test_a_clash_meets_every_kind_of_decision(count: Callable[[int], int]) -> None:
    met = {d.kind for seed in range(max(6, count(20))) for game in walk(CLASH, seed) for d in game.decisions}
    assert met >= KINDS


def test_as_many_leaders_have_been_drawn_as_are_out_of_the_cup(count: Callable[[int], int]) -> None:
    for seed in range(max(4, count(20))):
        drawn = 0
        for before, g in states(100 + seed):
            drawn += sum(before.at(id) == CUP != g.at(id) for id in g.units)
            assert drawn == sum(g.counter(id).spare and g.at(id) != CUP for id in g.units) <= 52


LEADERS = ("Schenck", "Milroy", "Koltes")


def _pocket(at: str, ring: tuple[str, str, str], ours: tuple[str, ...], theirs: tuple[str, str, str]) -> list[Any]:
    """Some of the Union in a hex, with strong Confederates in every other hex around: each way out is in a zone."""
    inside = [{"id": id, "hex": at, **({} if id in LEADERS else {"values": {"full": (1, 6)}})} for id in ours]
    return inside + [{"id": id, "hex": hex, "values": {"full": (12, 6)}} for id, hex in zip(theirs, ring, strict=True)]


POCKETS: Mapping[str, Any] = {
    "battle": "valley-campaign/cross-keys",
    "empty": True,
    "turn": 10,
    "begin": "combat",
    "active": "confederate",
    "unit": [
        *_pocket("1010", ("1009", "1110", "0910"), ("84 PA", "Schenck", "Milroy"), ("15 AL", "16 MS", "21 NC")),
        *_pocket("2010", ("2009", "2110", "1910"), ("25 OH", "82 OH", "Koltes"), ("4 VA", "5 VA", "27 VA")),
        {"id": "29 NY", "hex": "1520"},
        {"id": "Jackson", "hex": "1009"},
    ],
}
"""Leaders and a few men who can fall back only into enemy zones, and friends far off."""


def taken(events: list[Any]) -> Iterator[dict[str, list[str]]]:
    """Of each combat: a leader who was lost in it, and those of his successors who came in it and were lost again."""
    line: dict[str, str] = {}
    lost: dict[str, list[str]] = {}
    for e in events:
        if e.kind in ("attacked", "bombarded", "phase"):
            yield lost
            line, lost = {}, {}
        elif e.kind == "leader-drawn" and len(e.data) > 1:
            leader = e.data[1]
            line[e.units[0]] = line.get(leader, leader)
        elif e.kind in ("eliminated", "leader-lost") and e.units[0] in line:
            lost.setdefault(line[e.units[0]], []).append(e.units[0])
    yield lost


@pytest.mark.rule("JV-8.6-2", "JV-8.6-3")
def test_no_combat_takes_a_second_successor_of_a_leader(count: Callable[[int], int]) -> None:
    """A 6 may cost a leader and the retreat his successor; whoever comes then stands with those who need not go."""
    followed = 0
    for seed in range(count(300)):
        game = Game.new(toy.load(POCKETS["battle"]), seed=seed, position=POCKETS)
        rng, events = random.Random(seed), list[Any]()
        with named(game, "pockets", seed):
            while game.decision is not None and len(game.entries) < 60:
                events += game.play(pick(game, rng))
            for lost in taken(events):
                assert all(len(successors) <= 1 for successors in lost.values()), lost
        followed += sum(e.kind == "leader-drawn" for e in events)
    assert followed


CROWD: Mapping[str, Any] = {
    "battle": "valley-campaign/cross-keys",
    "empty": True,
    "turn": 10,
    "begin": "combat",
    "active": "confederate",
    "unit": [
        {"id": "84 PA", "hex": "0529", "values": {"full": (1, 6)}},
        {"id": "25 OH", "hex": "0529", "values": {"full": (2, 6), "reduced": (1, 6)}},
        {"id": "Milroy", "hex": "0529"},
        {"id": "82 OH", "hex": "0630", "values": {"full": (2, 6), "reduced": (1, 6)}},
        {"id": "Schenck", "hex": "0630"},
        {"id": "4 VA", "hex": "0528", "values": {"full": (12, 6)}},
        {"id": "27 VA", "hex": "0730", "values": {"full": (12, 6)}},
        {"id": "5 VA", "hex": "0428", "values": {"full": (4, 6)}},
    ],
    "hexside": [{"between": ("0630", "0730"), "feature": "creek"}],
}
"""A stack that falls back upon a friend who is attacked in turn, over a creek that no zone crosses."""

HARM = ("step-lost", "demoralized", "leader-lost", "eliminated")


def harmed(events: list[Any]) -> Iterator[tuple[str, str, str]]:
    """Who had fallen back after a combat of the phase, and suffered by a later one: what, who, and by which case."""
    safe: set[str] = set()
    now: set[str] = set()
    aside = ""
    """Who has just made room: a zone costs it a step, which is no attack."""
    for e in events:
        if e.kind == "phase":
            safe, now = set(), set()
        elif e.kind in ("attacked", "bombarded"):
            safe, now = safe | now, set()
        elif e.kind == "retreated" and e.cite == "JV-6.12-1":
            now.add(e.units[0])
        elif e.kind in HARM and e.units[0] in safe and e.units[0] != aside:
            yield e.kind, e.units[0], e.cite
        aside = e.units[0] if e.kind == "displaced" else ""


@pytest.mark.rule("JV-6.12-10")
def test_who_has_fallen_back_is_harmed_by_no_later_combat_of_the_phase(count: Callable[[int], int]) -> None:
    """A stack falls back upon friends who are attacked next, with troops and with leaders."""
    back = 0
    for seed in range(count(300)):
        game = Game.new(toy.load(CROWD["battle"]), seed=seed, position=CROWD)
        rng, events = random.Random(seed), list[Any]()
        with named(game, "crowd", seed):
            while game.decision is not None and len(game.entries) < 80:
                events += game.play(pick(game, rng))
            assert list(harmed(events)) == []
        back += sum(e.kind == "retreated" for e in events)
    assert back
