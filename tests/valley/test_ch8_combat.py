"""JV 8 in a combat from its first question to its last: shifts that add up, leaders lost and made on the way."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.valley.support import Place, at, field, hex_of, state
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.odds import Column, odds_of
from vedette.rules.valley_campaign.charts import COLUMNS

FOE: dict[str, Place] = {"25 OH": {"at": "2010", "strength": (4, 2)}}


def odds(units: Mapping[str, Place], attackers: list[str], **ground: Any) -> Column:
    """The odds of an attack on 2010."""
    return odds_of(state(field({**FOE, **units}, phase="combat", turn=3, **ground)), attackers, hex_of("2010"))


def column(units: Mapping[str, Place], attackers: list[str], **ground: Any) -> str:
    """Its final column."""
    return COLUMNS[odds(units, attackers, **ground).final]


@pytest.mark.rule("JV-8.1-4", "JV-8.1-3")
def test_a_leaders_shift_comes_on_top_of_all_others() -> None:
    """4 to 4, a creek for the defender, Jackson for the attacker."""
    units: dict[str, Place] = {"12 GA": {"at": "2011", "strength": (4, 2)}}
    creek = [("2011", "2010", "creek")]
    assert column(units, ["12 GA"]) == "1:1"
    assert column(units, ["12 GA"], hexsides=creek) == "1:3"
    assert column({**units, "Jackson": "2011"}, ["12 GA"], hexsides=creek) == "2:1"
    assert column({**units, "Jackson": "2011"}, ["12 GA"]) == "4:1"


@pytest.mark.rule("JV-8.1-5")
def test_a_combat_has_one_leader_of_a_side() -> None:
    units: dict[str, Place] = {"12 GA": {"at": "2011", "strength": (4, 2)}, "Taylor": "2011", "Elzey": "2011"}
    assert column(units, ["12 GA"]) == "3:1", "Taylor's two, not three"


@pytest.mark.rule("JV-8.4-3", "JV-8.4-1")
def test_the_defenders_leader_works_against_the_attackers() -> None:
    units: dict[str, Place] = {"12 GA": {"at": "2011", "strength": (4, 2)}, "Jackson": "2011", "Milroy": "2010"}
    assert column(units, ["12 GA"]) == "2:1", "three to the right, two to the left"
    assert column({**units, "Milroy": "2009"}, ["12 GA"]) == "4:1"


@pytest.mark.rule("JV-8.3-5", "JV-8.3-1")
def test_a_series_of_attacks_loses_the_chain_with_its_links() -> None:
    """JV-EX-8.3a and b: whoever is cut off has the shift no longer, whoever is not has it."""
    row: dict[str, Place] = {"12 GA": "2011", "25 VA": "2012", "31 VA": "2013", "Elzey": "2014"}
    with_chain = odds(row, ["12 GA"])
    assert [(s.name, s.columns) for s in with_chain.shifts] == [("Elzey", 1)]
    broken = odds({**row, "25 VA": "1512"}, ["12 GA"])
    assert broken.shifts == ()


@pytest.mark.rule("JV-8.8-2")
def test_a_lone_leader_is_attacked_at_the_last_column() -> None:
    """JV-EX-8.8: a unit of strength 1 against a leader on a hill, over a creek, at dusk."""
    units: dict[str, Place] = {"31 VA": "2011", "Milroy": "2010", "Jackson": "2011"}
    g = state(field(units, phase="combat", turn=11, hexes={"2010": "3"}, hexsides=[("2011", "2010", "creek")]))
    found = odds_of(g, ["31 VA"], hex_of("2010"))
    assert (COLUMNS[found.final], found.shifts) == ("7:1", ())


STRONG: dict[str, Place] = {"25 OH": {"at": "2010", "strength": (9, 5)}}
ATTACKERS: dict[str, Place] = {"12 GA": "2011", "25 VA": "2011"}


def failed(units: Mapping[str, Place], **more: Any) -> tuple[Game, list[Event]]:
    """An attack by both regiments on far more than they can beat, and a 1."""
    game = field({**STRONG, **units}, **{"phase": "combat", "turn": 3, "dice": [1], **more})
    events: list[Event] = []
    for text in ("attack 2010", "add 12 GA", "add 25 VA", "attack"):
        events += game.play(text)
    return game, events


@pytest.mark.rule("JV-8.7-1", "JV-8.7-6", "JV-8.7-8", "JV-6.2-LC")
def test_the_new_leader_comes_before_the_retreat_and_shares_it() -> None:
    """JV-EX-8.7a: he is drawn with a survivor, demoralized with it, and falls back with it."""
    game, _ = failed(ATTACKERS, draws=["Confederate C"])
    game.play("12 GA loses a step")
    game.play("25 VA loses a step")
    assert game.decision is not None and game.decision.kind == "leader"
    game.play("draw a leader")
    assert game.decision is not None and game.decision.kind == "retreat"
    assert at(game, "Confederate C") == "2011"
    marks = {id: state(game).units[id].demoralized for id in ("12 GA", "25 VA", "Confederate C")}
    assert set(marks.values()) == {2}, "until the end of their next combat phase"
    while (decision := game.decision) and decision.kind == "retreat":
        game.play(decision.actions[0])
    assert "2011" not in [at(game, id) for id in marks]


@pytest.mark.rule("JV-8.7-6")
def test_he_may_be_lost_with_a_unit_that_cannot_retreat() -> None:
    """Enemies all round: the units perish where they stand, then he; who follows him comes to friends far off."""
    ring: dict[str, Place] = {"2 WV": "2012", "5 WV": "1911", "8 WV": "2111", "60 OH": "1910", "8 NY": "2110"}
    units = {**ATTACKERS, **ring, "31 VA": "3020"}
    game, _ = failed(units, draws=["Confederate C", "Confederate A"])
    game.play("12 GA loses a step")
    game.play("25 VA loses a step")
    game.play("draw a leader")
    while (decision := game.decision) and decision.kind == "retreat":
        game.play(decision.actions[0])
    assert [at(game, id) for id in ("12 GA", "25 VA", "Confederate C")] == ["eliminated"] * 3
    assert at(game, "Confederate A") == "3020"


@pytest.mark.rule("JV-8.7-5", "JV-8.5-1")
def test_where_a_leader_fell_and_was_followed_no_other_rises() -> None:
    """JV-EX-8.7b."""
    game, events = failed({**ATTACKERS, "Elzey": "2011"}, draws=["Confederate C"])
    game.play("12 GA loses a step")
    events += game.play("25 VA loses a step")
    assert [e.units[0] for e in events if e.kind == "leader-lost"] == ["Elzey"]
    assert game.decision is not None and game.decision.kind == "retreat", "nobody is offered a draw"
    assert at(game, "Confederate C") == "2011"


@pytest.mark.rule("JV-8.5-2", "JV-8.5-7")
def test_a_6_costs_the_leader_of_the_attacked_hex_whatever_the_result() -> None:
    game = field({**STRONG, "Milroy": "2010", "12 GA": "2011"}, phase="combat", turn=3, dice=[6], draws=["Union A"])
    for text in ("attack 2010", "add 12 GA", "attack"):
        game.play(text)
    assert at(game, "Milroy") == "eliminated"
    assert at(game, "Union A") == "2010"


@pytest.mark.rule("JV-8.5-6")
def test_the_leader_beside_the_attackers_survives_their_1() -> None:
    game, _ = failed({**ATTACKERS, "Elzey": "2012"})
    game.play("12 GA loses a step")
    game.play("25 VA loses a step")
    assert at(game, "Elzey") == "2012"
    assert state(game).fallen == ()
