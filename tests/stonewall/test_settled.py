"""Places where the text of 1978 was settled anew: each test fails when its reading is turned (docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import vedette
from tests.stonewall.melee_support import at, field, kind, offered, state
from tests.stonewall.move_support import field as marching
from tests.stonewall.move_support import play, spent
from tests.stonewall.test_rout import check
from vedette.engine.chance import Listed
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import Ask
from vedette.rules.great_battles.chapters.supply import pairs, transfer_bar

RULES = pytest.mark.parametrize("rules", ["1978", "2007"])


def laid(units: Sequence[dict[str, Any]], dice: Sequence[str] | None = None, **more: Any) -> Game:
    """A position of the referee in turn 3."""
    spec = {"battle": "stonewall-1978/kernstown", "empty": True, "turn": 3, "unit": list(units), **more}
    return Game.new(vedette.battle(spec["battle"]), position=spec, chance=Listed(dice))


def said(game: Game, events: Sequence[Event]) -> list[str]:
    """Events in words."""
    return [game.say(e, "") for e in events]


# -- new leaders (SW-17.53) ------------------------------------------------------------------------------------

SHOT = [
    {"id": "7 OH", "hex": "4812", "facing": "S"}, {"id": "Tyler", "hex": "4812"},
    {"id": "2 VA", "hex": "4815", "facing": "N"}, {"id": "Garnett", "hex": "4815"},
]  # fmt: skip


@pytest.mark.rule("SW-17.53")
def test_a_successor_comes_in_the_final_phase_of_the_player_turn_of_the_loss_though_it_is_the_enemys() -> None:
    game = laid(SHOT, ["6", "5", "11", "1"], begin="offensive-fire", active="union")
    told = said(game, play(game, "7 OH fire at 4815", "done"))
    told = told[told.index("Union final command phase") :]
    assert told.index("Garnett goes to 4815") < told.index("Turn 4, 15:00")
    assert "out of command in this player turn: 2 VA" not in told


@pytest.mark.rule("SW-17.53")
def test_a_union_successor_comes_in_the_confederate_final_phase() -> None:
    game = laid(SHOT, ["6", "3", "11", "1"], begin="offensive-fire", active="confederate")
    told = said(game, play(game, "2 VA fire at 4812", "done"))
    told = told[: told.index("Union initial command phase")]
    assert told.index("Confederate final command phase") < told.index("Tyler goes to 4812")


@pytest.mark.rule("SW-17.53", "SW-4.0-G-1")
def test_who_comes_in_the_enemys_phase_rallies_nobody_in_it() -> None:
    routed = {"id": "4 VA", "hex": "4816", "marks": ["routed"]}
    game = laid([*SHOT[:3], {"id": "Garnett", "box": "vacant"}, routed], begin="final", active="union")
    told = said(game, game.play("Garnett with 2 VA"))
    assert "Garnett goes to 4815" in told and "4 VA is rallied by Garnett" not in told
    assert state(game).units["4 VA"].routed


@pytest.mark.rule("SW-17.52")
def test_usually_he_comes_where_he_reaches_most_and_not_into_a_melee() -> None:
    near = {"84 PA": "4830", "14 IN": "4812", "8 OH": "4813"}
    locked = [{"id": id, "hex": "4815", "marks": ["engaged"]} for id in ("67 OH", "2 VA")]
    units = [*({"id": id, "hex": hex} for id, hex in near.items()), *locked, {"id": "Kimball", "box": "vacant"}]
    game = laid(units, begin="final", active="confederate")
    assert kind(game) == "new-leader" and len(offered(game)) == 4
    ask = state(game).ask
    assert isinstance(ask, Ask) and ask.usual.arg in ("14 IN", "8 OH")


# -- whom the top unit covered (SW 14.5 and 14.1) --------------------------------------------------------------

STACK = [
    {"id": "7 OH", "hex": "4814", "facing": "S"}, {"id": "Tyler", "hex": "4814"},
    {"id": "29 OH", "hex": "4915", "facing": "SW"}, {"id": "7 IN", "hex": "4715", "facing": "SE"},
    {"id": "23 VA", "hex": "4815", "facing": "N"}, {"id": "37 VA", "hex": "4815", "facing": "N"},
]  # fmt: skip


@pytest.mark.rule("SW-14.5-7", "SW-14.1-1", "SW-8.52-2")
def test_who_bears_what_the_top_unit_could_not_checks_for_its_own_loss() -> None:
    game = laid(STACK, ["5", "1"], begin="offensive-fire", active="union")
    told = said(game, play(game, "7 OH + 29 OH + 7 IN fire at 4815"))
    assert "23 VA is eliminated in 4815" in told
    assert "37 VA checks for rout, morale B, rolled 1: it stands" in told


@pytest.mark.rule("SW-14.5-7")
def test_who_has_lost_nothing_does_not_check_though_the_top_unit_is_no_more() -> None:
    game = laid([u for u in STACK if u["id"] != "7 IN"], ["1"], begin="offensive-fire", active="union")
    told = said(game, play(game, "7 OH + 29 OH fire at 4815"))
    assert not [words for words in told if "checks for rout" in words and "37 VA" in words]


# -- leaders and units that rout (SW 10.86, 14.5, 14.24) -------------------------------------------------------

COVERED = {"5 VA": ("2020", "N"), "67 OH": ("2019", "S"), "84 PA": ("2019", "S")}


@pytest.mark.rule("SW-10.86", "SW-14.5-5")
@pytest.mark.parametrize(("words", "asked"), [(("pinned",), False), ((), True)])
def test_a_pinned_leader_stays_with_who_is_not_routed(words: tuple[str, ...], asked: bool) -> None:
    game = field({**COVERED, "Kimball": ("2019", *words)}, phase="interphase", dice=[6, 1])
    check(game, "67 OH")
    assert (kind(game) == "lead") is asked
    if not asked:
        while kind(game) == "retreat":
            game.play(offered(game)[0])
        assert at(game, "Kimball") == "2019" and state(game).units["67 OH"].routed


@pytest.mark.rule("SW-10.86", "SW-14.4-5")
def test_a_pinned_leader_goes_with_the_last_unit_of_his_hex() -> None:
    units = {"5 VA": ("2020", "N"), "67 OH": ("2019", "S"), "Kimball": ("2019", "pinned")}
    game = field(units, phase="interphase", dice=[6])
    check(game, "67 OH")
    while kind(game) == "retreat":
        game.play(offered(game)[0])
    assert at(game, "Kimball") == at(game, "67 OH") != "2019"


@pytest.mark.rule("SW-14.24", "SW-17.41-2")
def test_a_leader_who_falls_by_a_fire_helps_nobody_in_the_check_for_it() -> None:
    for dice, words in ((["6", "5", "66", "2"], "rolled 2, a leader -1"), (["6", "5", "11", "2"], "rolled 2")):
        game = laid(SHOT, dice, begin="offensive-fire", active="union")
        told = said(game, play(game, "7 OH fire at 4815"))
        checks = [text for text in told if "checks for rout" in text]
        assert words in checks[0] and ("a leader" in checks[0]) is ("a leader" in words)


# -- batteries that share rounds (SW 12.36) --------------------------------------------------------------------

GUNS = [
    {"id": "H 1 OH", "hex": "4812", "formation": "limbered", "rounds": 2},
    {"id": "L 1 OH", "hex": "4813", "facing": "S", "rounds": 8},
]


def marched(*hexes: str) -> str:
    """What is asked after H 1 OH has marched, and all phases to the end of the turn are over."""
    game = laid(GUNS, begin="turn")
    play(game, "pay for Kimball", "move H 1 OH", *(f"H 1 OH: {hex}" for hex in hexes), "done", "done")
    assert game.decision is not None
    return game.decision.kind


@pytest.mark.rule("SW-12.36-2")
def test_batteries_that_were_apart_on_the_way_share_no_rounds() -> None:
    assert marched("4811", "4810", "4811", "4812") == "pay", "the next turn has begun"
    assert marched("4713") == "transfer", "side by side all the time"


@pytest.mark.rule("SW-12.36-2")
def test_who_marches_ahead_and_is_followed_was_apart_for_a_while() -> None:
    game = marching({"E 4 US": ("2020", "column"), "A 1 WV": ("2021", "column")}, side="union")
    g = state(game)
    g.together = pairs(g)
    play(game, "move E 4 US", "E 4 US: 2019", "done", "move A 1 WV", "A 1 WV: 2020", "done")
    bar = transfer_bar(g, "E 4 US", "A 1 WV")
    assert bar is not None and bar.cite == "SW-12.36-2"


# -- thoroughfares and height (SW 5.22, GB 21.14) --------------------------------------------------------------

CLIMBS = [(word, a, b) for word in ("slope", "ridge", "crest") for a, b in (("2020", "2021"), ("2021", "2020"))]


@pytest.mark.rule("SW-5.22-3", "SW-5.23-1", "GB-21.14-2")
@pytest.mark.parametrize(("word", "a", "b"), CLIMBS)
@RULES
def test_a_pike_levels_the_ground_in_1978_and_not_in_2007(rules: str, word: str, a: str, b: str) -> None:
    game = marching({"5 VA": ("2020", "column")}, rules=rules, roads=[("pike", "2020-2021")], hexsides=[(a, b, word)])
    play(game, "move 5 VA", "5 VA: 2021")
    climbs = word == "ridge" or a == "2021"
    assert spent(game, "5 VA") == (1.5 if climbs and rules == "2007" else 0.5)


@pytest.mark.rule("SW-5.26-1", "SW-5.23-2")
@RULES
def test_a_line_climbs_on_a_pike_as_anywhere(rules: str) -> None:
    game = marching({"5 VA": "2020"}, rules=rules, roads=[("pike", "2020-2021")], hexsides=[("2021", "2020", "slope")])
    play(game, "move 5 VA", "5 VA: 2021")
    assert spent(game, "5 VA") == 2


# -- melees that go on (SW 13.84, 8.24, 19.36) -----------------------------------------------------------------

LOCKED = {"5 VA": ("2019", "engaged"), "14 IN": ("2019", "S", 3, "engaged")}


@pytest.mark.rule("SW-13.84-B", "SW-19.36-3")
def test_who_comes_into_a_melee_that_goes_on_costs_no_points() -> None:
    game = field({**LOCKED, "84 PA": ("2018", "S")}, side="union", paid=())
    game.play("fight on in 2019")
    assert offered(game) == ["add 84 PA", "melee"]


@pytest.mark.rule("SW-19.36-1")
def test_a_melee_that_is_begun_costs_points() -> None:
    game = field({"5 VA": "2019", "84 PA": ("2018", "S")}, side="union", paid=())
    assert kind(game) == "stop", "nobody is asked"


@pytest.mark.rule("SW-8.24-1", "SW-13.84-B")
def test_foot_does_not_come_into_the_melee_of_horse_and_it_is_said_why() -> None:
    units = {"5 VA": ("2019", "engaged"), "1 MI Cav": ("2019", "column", "engaged"), "84 PA": ("2018", "S")}
    game = field(units, side="union", dice=[4])
    events = game.play("fight on in 2019")
    why = "84 PA does not come into the melee in 2019: mounted cavalry stands with mounted cavalry alone"
    assert [(game.say(e, ""), e.cite) for e in events if e.kind == "kept-out"] == [(why, "SW-8.24-1")]
    assert [e.kind for e in events].index("kept-out") < [e.kind for e in events].index("melee")


@pytest.mark.rule("SW-8.24-1", "SW-13.6-1")
def test_foot_and_horse_of_a_side_do_not_attack_a_hex_together() -> None:
    units = {"5 VA": "2020", "7 VA Cav": ("2120", "column"), "84 PA": ("2019", "S")}
    game = field(units)
    play(game, "melee 2019", "add 5 VA")
    assert offered(game) == ["melee", "cancel"]
    with pytest.raises(IllegalAction) as error:
        game.play("add 7 VA Cav")
    assert error.value.cite == "SW-8.24-1"


@pytest.mark.rule("SW-20.21-A", "SW-13.85")
def test_an_ineffective_brigade_reinforces_no_melee() -> None:
    game = field({**LOCKED, "84 PA": ("2018", "S")}, side="union", ineffective=("Kimball",), dice=[4])
    events = game.play("fight on in 2019")
    assert [(e.units, e.cite) for e in events if e.kind == "kept-out"] == [(("84 PA",), "SW-20.21-A")]


# -- the second die of the best units --------------------------------------------------------------------------


@pytest.mark.rule("SW-14.22", "GB-24.1-1", "GB-24.1-2")
@pytest.mark.parametrize(("rules", "cases"), [("1978", ["SW-14.22"] * 2), ("2007", ["GB-24.1-2"] * 2)])
def test_the_second_die_is_of_the_book_that_is_played(rules: str, cases: list[str]) -> None:
    game = field({"5 VA": ("2019", "S"), "84 PA": "2005"}, phase="interphase", rules=rules, dice=[6, 1])
    assert [e.cite for e in check(game, "5 VA") if e.kind == "rout-check"] == cases


@pytest.mark.rule("GB-24.1-1")
def test_in_2007_the_first_die_is_read_by_its_number() -> None:
    game = field({"5 VA": ("2019", "S"), "84 PA": "2005"}, phase="interphase", rules="2007", dice=[2])
    assert [e.cite for e in check(game, "5 VA") if e.kind == "rout-check"] == ["GB-24.1-1"]
