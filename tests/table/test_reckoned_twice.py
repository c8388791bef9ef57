"""What the sheet says at the end of a battle agrees with its record, by a second reckoning (`second.py`)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.laws.worlds import LINES, PLACED, walk
from tests.table.second import SEATS, Second, by_kind, second, verdict
from vedette.engine.game import Game
from vedette.engine.odds import in_scope
from vedette.engine.procedure import CHANCE
from vedette.engine.swings import swings
from vedette.lab.games import Plan, play_one
from vedette.table.ending import FULL, MOMENTS, ending
from vedette.table.log import Log

STONE_WALL, STONEWALL = "kernstown/the-stone-wall", "stonewall-1978/kernstown"
GAMES = {
    "blind-swords": (STONE_WALL, 5, 5),
    "cedar": ("cedar-mountain/valley-vengeance", 8, 2),
    "valley-campaign": ("valley-campaign/port-republic", 4, 3),
    "cross-keys": ("valley-campaign/cross-keys", 3, 0),
    "stonewall": (LINES, 10, 0),
    "stonewall-whole": (STONEWALL, 2, 1),
}
"""Battles with how many games of each are played by lot, and how many carefully, under `make prove`."""

QUICK = ("blind-swords", "valley-campaign", "stonewall")
"""One of each family for `make test`."""


@cache
def record_of(battle: str, seed: int, commander: str) -> str:
    """The record of a battle that computers have played to its end; of a position, of its last turn."""
    if battle in PLACED:
        (*_, last) = walk(battle, seed)
        return last.record()
    with TemporaryDirectory() as folder:
        played = play_one(Plan(battle, 1, seed, dict.fromkeys(SEATS, commander), records=folder), 0)
        assert played.record and not played.error and not played.fault, played
        return Path(played.record).read_text(encoding="utf-8")


def ended(battle: str, seed: int, commander: str) -> Game:
    """The battle, as its record tells it."""
    return Game.from_record(record_of(battle, seed, commander))


@pytest.mark.parametrize(
    "name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES if name not in QUICK)]
)
def test_banner_losses_luck_and_moments_agree_with_the_record(name: str, count: Callable[[int], int]) -> None:
    battle, by_lot, careful = GAMES[name]
    games = [("random", seed) for seed in range(by_lot)] + [("cautious", seed) for seed in range(careful)]
    for commander, seed in games[: count(10)]:
        game = ended(battle, seed + 1, commander)
        log = Log(game, ("",))
        lines = log.after(-1, "")
        told, reckoned = ending(game, log, ""), second(game.rulebook.name, game.battle.id, lines)
        agree_on_the_banner(game, lines)
        agree_on_losses(told, reckoned, game)
        agree_on_luck(told["luck"], reckoned)
        agree_on_moments(told["moments"], lines, reckoned)


def agree_on_the_banner(game: Game, lines: list[dict[str, Any]]) -> None:
    over = json.loads(game.record().splitlines()[-1])["over"]
    assert game.outcome is not None
    assert (
        verdict(game.battle.id, lines) == (game.outcome.level, game.outcome.winner) == (over["level"], over["winner"])
    )
    (told,) = by_kind(lines, "over", "outcome")
    assert game.outcome.level in told["text"]


def agree_on_losses(told: Mapping[str, Any], reckoned: Second, game: Game) -> None:
    found = {one["name"]: one["sides"] for one in told["losses"]}
    field = found.pop("in the field")
    assert found == {
        name: {side: lost[side] for side in SEATS} for name, lost in reckoned.losses.items() if any(lost.values())
    }
    for side in SEATS:  # as its own commander sees it
        assert field[side] == sum(u["side"] == side and u["hex"] is not None for u in game.view(side)["units"])


def agree_on_luck(told: Mapping[str, Any] | None, reckoned: Second) -> None:
    assert (told is None) == (not reckoned.throws)
    if told is not None:
        by, deviations = reckoned.luck(told["side"])
        assert told["throws"] == len(reckoned.throws)
        assert (told["more"], told["deviations"]) == (
            pytest.approx(by, abs=0.051),
            pytest.approx(deviations, abs=0.006),
        )
        assert told["needle"] == pytest.approx(max(-1, min(1, deviations / FULL)), abs=0.001)


def agree_on_moments(moments: list[dict[str, Any]], lines: list[dict[str, Any]], reckoned: Second) -> None:
    """Throws of the record, one a turn, each told by its line."""
    assert len(moments) <= MOMENTS and len({one["turn"] for one in moments}) == len(moments)
    assert [one["n"] for one in moments] == sorted(one["n"] for one in moments)
    throws = {one.n for one in reckoned.throws}
    for one in moments:
        (line, *_) = [line for line in lines if line["n"] == one["n"] and line["roll"]]
        turns = [line["text"] for line in lines if line["kind"] == "turn" and line["n"] < one["n"]]
        assert one["text"] == line["text"] and (not turns or f"Turn {one['turn']}," in turns[-1])
        assert one["n"] in throws and 1 <= one["from"] <= one["n"] and one["swing"] >= 0
        agree_on_its_sentence(one, lines)


BEFELL = {
    "eliminated": ("eliminated",), "captured": ("eliminated", "wagon-captured"), "broke": ("broken",),
    "driven off the map": ("off-map",), "depleted": ("depleted",), "disrupted": ("morale",), "shaken": ("morale",),
    "fell back": ("retreated",), "lost a step": ("step-lost",), "demoralized": ("demoralized",),
    "fell": ("leader-lost",),
    "lost men": ("lost",), "lost guns": ("lost",), "lost men of its crew": ("crew-lost",), "routed": ("routed",),
    "pinned": ("pinned",), "lost": ("leader-lost",),
}  # fmt: skip
"""What a sentence says -> the kinds of line that tell it."""


def agree_on_its_sentence(moment: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    """It says what lines of its combat say, for whom it was and how much; none of it in the language of tests."""
    told, near = moment["told"], [line for line in lines if moment["from"] <= line["n"] <= moment["n"] + 40]
    swing = parts_of(r"a swing of ([\d.]+) strength points to (the Union|the Confederates)\.$", told)
    assert float(swing[1]) == pytest.approx(max(moment["swing"], 0.1), abs=0.051)
    assert swing[2] == {"union": "the Union", "confederate": "the Confederates"}[moment["side"]]
    assert not re.search(r"rolled|test|column|\bCR\b", told)
    for side, hex in re.findall(r"the (Union|Confederates) took the victory hex (\w+)", told, re.IGNORECASE):
        assert any(
            line["hex"] == hex and side in line["text"] for line in near if line["kind"] in ("control", "advanced")
        )
    fates = "|".join(sorted(BEFELL, key=len, reverse=True))
    befell = re.findall(rf"(?:^|and |, )(.+?) of the (Union|Confederates) (?:was |were )?({fates})", told)
    for who, _, fate in befell:
        named = [id for line in near if line["kind"] in BEFELL[fate] for id in line["units"]]
        assert who.endswith(tuple(named)), (told, who)  # a name may have a comma in it
    nothing = told.startswith("Nothing came of")
    assert nothing or befell or "victory hex" in told or "was hit" in told or "brigade" in told, told
    if nothing:  # of the throw itself, whatever the rest of its combat came to
        assert not [line for line in near if line["n"] == moment["n"] and line["tone"] == "bad"], told


def parts_of(pattern: str, text: str) -> re.Match[str]:
    """A sentence taken apart; it must say what is looked for."""
    found = re.search(pattern, text)
    assert found is not None, text
    return found


@pytest.mark.parametrize("battle", [STONE_WALL, LINES, "valley-campaign/port-republic"])
def test_a_swing_is_what_playing_all_that_could_have_come_of_the_combat_gives(
    battle: str, count: Callable[[int], int]
) -> None:
    """Played again from the record by whole games, chance giving each answer in turn."""
    game = ended(battle, 1, "random")
    log = Log(game, ("",))
    found = sorted(swings(game), key=lambda one: -abs(one.by))
    checked = 0
    for swing in found[: count(60)]:
        before = game.clone()
        before.state, before.chance, before.keep = log.at(swing.n - 1), None, False
        try:
            again = AllThatComes(before)
            by = again.after(before, game.entries[swing.n - 1].do) - again.worth(before)
        except TooLong:
            continue
        assert swing.by == pytest.approx(by, abs=1e-6), swing
        checked += 1
    assert checked


class TooLong(Exception):
    """More than this test plays."""


class AllThatComes:
    """A combat played to its end in every way, by games."""

    def __init__(self, game: Game) -> None:
        self.depth = next(i for i, (frame, _) in enumerate(game.state.stack) if in_scope(frame))
        self.frame = type(game.state.stack[self.depth][0])
        self.known: dict[Any, float] = {}

    def worth(self, game: Game) -> float:
        """How far the Union is to be expected ahead."""
        stack, decision = game.state.stack, game.decision
        if decision is None or len(stack) <= self.depth or type(stack[self.depth][0]) is not self.frame:
            return game.rulebook.ahead(game.state)
        key = game.state.key()
        if key not in self.known:
            if len(self.known) > 60:
                raise TooLong
            if decision.seat == CHANCE:
                weights = decision.ask.weights or (1,) * len(decision.actions)
                each = [self.after(game, action.text) for action in decision.actions]
                self.known[key] = sum(x * w for x, w in zip(each, weights, strict=True)) / sum(weights)
            else:
                self.known[key] = self.after(game, decision.usual.text if decision.usual else "")
        return self.known[key]

    def after(self, game: Game, text: str) -> float:
        """The same after an answer."""
        twin = game.clone()
        twin.keep = False
        assert game.decision is not None
        twin.play(text, game.decision.seat)
        return self.worth(twin)
