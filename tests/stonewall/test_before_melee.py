"""What is said at the question who retreats before melee: attackers, chances, points at stake, the way back."""

from __future__ import annotations

import re

import msgspec
import pytest

from tests.stonewall.fire_support import field, hex_of, offered, state
from vedette.engine.game import Game
from vedette.rules.great_battles.assist.plans.before_melee import ends, stake, threat
from vedette.rules.great_battles.assist.plans.melee import reckoned
from vedette.rules.great_battles.chapters.evasion import EvasionPhase
from vedette.rules.great_battles.text.news import news
from vedette.rules.great_battles.text.states import marks_of, notes_of

UNITS = {
    "62 OH": ("2020", "S"), "7 OH": ("2120", "SW"), "5 VA": ("2021", "N"), "Garnett": "2021",
    "7 VA Cav": ("2121", "column"), "2 VA": ("2030", "N"),
}  # fmt: skip


def before_melee(**more: object) -> Game:
    """The Union is about to attack, the Confederates are asked who retreats."""
    return field({**UNITS, **more}, side="union", phase="retreat", then=("melee",), dice=[3] * 40)


@pytest.mark.rule("SW-13.7-1")
def test_the_question_names_the_hexes_that_may_be_attacked_and_done_says_that_all_stand() -> None:
    game = before_melee()
    (asked,) = game.decisions
    assert asked.kind == "evade" and isinstance(state(game).stack[-1][0], EvasionPhase)
    assert asked.prompt == "who retreats before melee? The enemy may attack 2021, 2121"
    assert asked.proposed is None and asked.usual is not None, (
        "it cannot be taken back freely, so Enter does not end it"
    )
    assert game.labels("confederate") == {"done": "Done: all stand"}
    assert game.notes("confederate")["done"] == "2 hexes may be attacked: 2021 and 2121"
    assert set(game.notes("confederate")) == set(offered(game))


@pytest.mark.rule("SW-13.7-1", "SW-18.1-1", "SW-13.6-1")
def test_each_answer_says_who_attacks_what_it_comes_to_what_is_at_stake_and_where_to_go() -> None:
    game = before_melee()
    foot, horse = (game.notes("confederate")[f"{id} retreats"] for id in ("5 VA", "7 VA Cav"))
    assert foot.startswith("in 2021 62 OH may attack; 62 OH (5 to 6, column -1): driven off or lost ")
    assert re.search(
        r"rout [a-z0-9 ]+ %, engaged \d+ %, beaten off \d+ %, \d\.\d of 5 points lost, a leader \d+ %; all of it lost ",
        foot,
    )
    assert "withdrawal fire of 62 OH at 2021, then a check for rout" in foot
    assert horse.startswith("in 2121 62 OH and 7 OH may attack; ")
    assert horse.endswith("no fire as it leaves, no check for rout"), "mounted cavalry refuses foot (SW 18.1)"
    way = threat(state(game), hex_of("2021"), 1)
    assert way is not None and f"{way.chances.hurt:.1f} of 5 points lost" in foot


def test_a_single_point_is_one_point() -> None:
    units = {"4 VA": ("2121", "N"), "7 OH": ("2120", "S")}
    game = field({**units, "2 VA": ("2030", "N")}, side="union", phase="retreat", then=("melee",), dice=[3] * 40)
    g = state(game)
    g.units["4 VA"] = msgspec.structs.replace(g.units["4 VA"], strength=1)
    g.reindex()
    (note,) = [note for text, note in game.notes("confederate").items() if text.startswith("4 VA")]
    assert re.search(r"\d of 1 point lost", note), note


@pytest.mark.rule("SW-13.7-1", "SW-13.7-2")
def test_the_hexes_named_are_those_where_the_unit_can_end() -> None:
    game = before_melee()
    named = {state(game).hex_name(h) for h in ends(state(game), ("7 VA Cav",))}
    game.play("7 VA Cav retreats")
    firsts = {text.split()[-1] for text in offered(game)}
    assert firsts <= named
    seconds: set[str] = set()
    for text in offered(game):
        copy = before_melee()
        copy.play("7 VA Cav retreats")
        copy.play(text)
        seconds |= {t.split()[-1] for t in offered(copy) if t.startswith("retreat 7 VA Cav to")}
    assert named == firsts | seconds


def test_what_is_at_stake_is_what_the_book_scores() -> None:
    g = state(before_melee())
    n = g.setting.numbers
    low, high = (5 * n[f"points-infantry-{how}"] for how in ("killed", "captured"))
    assert stake(g, ["5 VA"]) == f"all of it lost is {low} to {high} victory points for the enemy"
    assert (
        stake(g, ["7 VA Cav"])
        == f"all of it lost is {g.strength('7 VA Cav') * n['points-cavalry']} victory points for the enemy"
    )


@pytest.mark.rule("SW-13.7-7")
def test_done_names_those_who_cannot_fall_back_at_all() -> None:
    game = before_melee(**{"7 VA Cav": "2124", "Chew": ("2121", "N")})
    assert (
        "in any case there stays Chew (unlimbered artillery does not retreat before melee)"
        in (game.notes("confederate")["done"])
    )


ALONE = {"Chew": ("2020", "N", "engaged"), "14 IN": ("2020", "S", "engaged"), "2 VA": ("2030", "N")}


@pytest.mark.rule("SW-13.84-C-4", "SW-13.84-5")
def test_guns_that_must_fight_on_are_told_before_as_it_happens_and_after() -> None:
    """SW 13.84: who cannot leave a melee fights on unasked; his owner knows it a phase before, and why afterwards."""
    game = field({**ALONE, "84 PA": ("2029", "S")}, phase="offensive-fire", then=("melee",), dice=[2] * 40)
    g = state(game)
    stands = reckoned(g, 1, hex_of("2020"), ())
    assert f"Chew must fight on in 2020 in this melee phase: {stands.attacker} to {stands.defender}" in (
        game.undone("confederate")
    )
    assert any("must fight on in its own melee phase" in note for note in notes_of(g, "Chew", marks_of(g, "Chew")))
    events = game.play("done")
    texts = [game.rulebook.event(g, e, 0, "")["text"] for e in events]
    assert "Chew must fight on in 2020, unlimbered guns cannot leave a melee" in texts
    item = next(i for i in news(g, events, "confederate") if i["units"] == ["Chew"] and i["tone"] == "bad")
    assert item["text"].startswith("Chew had to fight on in 2020, unlimbered guns cannot leave a melee")


@pytest.mark.rule("SW-13.84-C-1")
def test_who_may_leave_a_melee_is_not_said_to_be_bound() -> None:
    game = field({**ALONE, "2 VA": ("2020", "engaged"), "42 VA": ("2030", "N"), "84 PA": ("2029", "S")},
                 phase="offensive-fire")  # fmt: skip
    g = state(game)
    assert "must fight on" not in game.undone("confederate")
    assert any("falls back two hexes" in note for note in notes_of(g, "2 VA", marks_of(g, "2 VA")))


@pytest.mark.rule("SW-13.2-5")
def test_enter_does_not_end_the_melees_that_could_be_fought() -> None:
    (asked,) = field({"5 VA": ("2021", "N"), "14 IN": ("2020", "S")}, phase="melee").decisions
    assert asked.kind == "melee" and asked.proposed is None and asked.usual is not None
