"""Chapters 4.0 A, 17.1 and 19.3: officers' radius, and the army morale that a move costs."""

from __future__ import annotations

import pytest

from tests.stonewall.move_support import events_of, field, hex_of, kind, offered, play, state
from vedette.engine import IllegalAction
from vedette.engine.game import Game
from vedette.rules.great_battles.chapters.army_morale import pay_bar, price
from vedette.rules.great_battles.chapters.command import commanded, in_radius, may_act, radius_hexes
from vedette.rules.great_battles.chapters.zones import exerts


def cite(game: Game, id: str, act: str = "move") -> str:
    """The case by which command or army morale bars an act."""
    bar = may_act(state(game), id, act)
    return bar.cite if bar else ""


@pytest.mark.rule("SW-17.0-2")
@pytest.mark.rule("SW-17.12-1")
@pytest.mark.rule("SW-17.12-2")
@pytest.mark.rule("SW-4.0-A-1")
@pytest.mark.rule("SW-17.13-1")
def test_five_hexes_from_an_officer_of_radius_four() -> None:
    units = {"Sullivan": "2020", "13 IN": "2024", "5 OH": "2025", "8 OH": "2021"}
    game = field(units, side="union", phase="command", then=["movement"], commanded=(), paid=())
    play(game, "pay for Sullivan", "pay for Kimball", "done")
    g = state(game)
    assert "13 IN" in g.commanded and "5 OH" not in g.commanded and "8 OH" not in g.commanded, "not of his brigade"
    assert (cite(game, "5 OH"), cite(game, "5 OH", "fire")) == ("SW-5.17-1", "SW-17.12-1")
    assert cite(game, "5 OH", "melee") == "SW-17.12-1" and cite(game, "13 IN") == ""


@pytest.mark.rule("SW-17.13-2")
def test_jackson_commands_every_brigade() -> None:
    game = field({"Jackson": "2020", "5 VA": "2025", "42 VA": "2026", "48 VA": "2027", "14 IN": "4040"[:2] + "20"})
    g = state(game)
    assert [in_radius(g, i) for i in ("5 VA", "42 VA", "48 VA")] == [True, True, False]


@pytest.mark.rule("SW-17.14")
@pytest.mark.rule("SW-11.4")
@pytest.mark.rule("SW-11.5-2")
def test_the_way_of_command_goes_round_enemies_and_rivers() -> None:
    g = state(field({"Burks": "2020", "42 VA": "2020", "14 IN": ("2122", "N"), "8 OH": ("1921", "NE")}))
    assert not radius_hexes(g, "Burks", 2) >> hex_of("2021") & 1, "an enemy zone without friends"
    assert not radius_hexes(g, "Burks", 4) >> hex_of("2122") & 1
    g = state(field({"Burks": "2020", "42 VA": "2021", "14 IN": ("2122", "N")}))
    assert radius_hexes(g, "Burks", 1) >> hex_of("2021") & 1, "a friend is there"
    g = state(
        field({"Burks": "2020", "42 VA": "2022"}, hexsides=[("2020", h, "river") for h in ("2021", "2121", "1921")])
    )
    assert not radius_hexes(g, "Burks", 2) >> hex_of("2022") & 1 and radius_hexes(g, "Burks", 5) >> hex_of("2022") & 1
    engaged = [(h, "engaged") for h in ("2021", "2121", "1921", "2120", "2019", "1920")]
    ids = ("42 VA", "48 VA", "21 VA", "5 VA", "2 VA", "4 VA")
    g = state(field({"Burks": "2020", **dict(zip(ids, engaged, strict=True))}))
    assert not radius_hexes(g, "Burks", 4) >> hex_of("2022") & 1 and radius_hexes(g, "Burks", 1) >> hex_of("2021") & 1


@pytest.mark.rule("SW-17.6-1")
@pytest.mark.rule("SW-4.0-A-2")
@pytest.mark.rule("SW-17.16")
@pytest.mark.rule("SW-17.15-1")
@pytest.mark.rule("SW-17.15-2")
@pytest.mark.rule("SW-12.15-1")
@pytest.mark.rule("GB-23.1")
@pytest.mark.rule("GB-23.2")
def test_who_needs_no_officer() -> None:
    units = {
        "7 VA Cav": ("2020", "column"),
        "Hampden": ("2022", "column"),
        "Jackson": "2020",
        "1 MI Cav": "3030",
        "Union Supply Wagon": "3020",
    }
    game = field(units, uncommanded=["7 VA Cav", "1 MI Cav"])
    assert [cite(game, i) for i in ("7 VA Cav", "Hampden", "Jackson", "Union Supply Wagon")] == [""] * 4
    assert [cite(game, i, "fire") for i in ("Hampden", "Union Supply Wagon")] == ["", ""]
    assert cite(game, "7 VA Cav", "melee") == "SW-17.15-2" and cite(game, "1 MI Cav") == "SW-5.17-1"


@pytest.mark.rule("SW-17.12-4")
def test_out_of_command_a_unit_keeps_its_zone() -> None:
    game = field({"5 VA": "2020"}, uncommanded=["5 VA"])
    assert exerts(state(game), "5 VA") and cite(game, "5 VA") == "SW-5.17-1"


# -- army morale -------------------------------------------------------------------------------------------


PAYERS = {
    "Kimball": "2020",
    "14 IN": ("2020", "S"),
    "H 1 OH": ("2024", "column"),
    "Tyler": "2907",
    "7 OH": ("2907", "S"),
    "Union Supply Wagon": "3030",
}


@pytest.mark.rule("SW-19.31-1")
@pytest.mark.rule("SW-19.1-2")
@pytest.mark.rule("SW-19.35-2")
@pytest.mark.rule("SW-19.0")
@pytest.mark.rule("GB-25.6-1")
@pytest.mark.rule("GB-25.8")
def test_a_brigade_is_paid_for_and_tyler_dear_at_first() -> None:
    game = field(PAYERS, side="union", phase="command", then=["movement"], paid=(), morale=40, bystanders=False)
    assert offered(game) == ["pay for Kimball", "pay for Tyler", "done"]
    events = play(game, "pay for Kimball")
    assert state(game).morale == 35 and events_of(events, "paid") == [("paid", "SW-19.31-1")]
    events = play(game, "pay for Tyler")
    assert state(game).morale == 15 and events_of(events, "paid") == [("paid", "SW-19.35-2")]
    g = state(game)
    assert g.paid == ("Kimball", "Tyler") and pay_bar(g, "Tyler").cite == "SW-19.31-1"
    g.paid = ()
    assert price(g, "Tyler") == 5


@pytest.mark.rule("SW-17.6-2")
@pytest.mark.rule("SW-19.1-4")
@pytest.mark.rule("SW-19.31-2")
@pytest.mark.rule("SW-19.31-3")
@pytest.mark.rule("SW-19.31-4")
@pytest.mark.rule("SW-12.15-2")
@pytest.mark.rule("SW-19.36-1")
@pytest.mark.rule("GB-25.6-2")
def test_who_is_not_paid_for_only_turns_fires_and_stands() -> None:
    for rules, melee in (("1978", "SW-19.36-1"), ("2007", "")):
        game = field(PAYERS, side="union", paid=(), rules=rules)
        assert [cite(game, i) for i in ("14 IN", "H 1 OH", "Kimball", "Union Supply Wagon")] == ["SW-19.1-4"] * 2 + [
            ""
        ] * 2
        assert cite(game, "14 IN", "fire") == "" and cite(game, "14 IN", "melee") == melee
        play(game, "move 14 IN")
        assert offered(game) == [f"14 IN: face {d}" for d in ("N", "NE", "SE", "SW", "NW")] + ["14 IN: reserve", "done"]


@pytest.mark.rule("SW-19.1-4")
@pytest.mark.rule("SW-19.32-1")
@pytest.mark.rule("SW-19.32-2")
@pytest.mark.rule("GB-25.7")
def test_an_ineffective_brigade_is_dearer_a_demoralized_one_is_not() -> None:
    game = field(
        PAYERS,
        side="union",
        phase="command",
        paid=(),
        morale=9,
        ineffective=("Kimball",),
        opened=("Tyler",),
        demoralized=(("Tyler", 2),),
        bystanders=False,
    )
    g = state(game)
    assert (price(g, "Kimball"), price(g, "Tyler")) == (10, 5) and pay_bar(g, "Kimball").cite == "SW-19.1-4"
    assert offered(game) == ["pay for Tyler", "done"]
    play(game, "pay for Tyler")
    assert g.morale == 4 or state(game).morale == 4


def test_confederates_pay_nothing() -> None:
    game = field({"5 VA": "2020"}, phase="command", then=["movement"], paid=())
    assert kind(game) == "move-unit" and cite(game, "5 VA") == (
        "" if "5 VA" in commanded(state(game), 1) else "SW-5.17-1"
    )
    assert pay_bar(state(game), "Garnett").cite == "SW-19.31-1"


def test_a_done_that_was_meant_for_the_fire_does_not_end_the_payment_unseen() -> None:
    """A fire phase ends by itself, and the next bare `done` was the payment's: a turn's movement was lost so."""
    units = {"Sullivan": "2020", "13 IN": "2024", "8 OH": "2021"}
    game = field(units, side="union", phase="command", then=["movement"], commanded=(), paid=())
    told = "pay for no other: 3 brigades not paid for: Kimball, Sullivan, Tyler"
    assert game.ending("union") == told
    for text in ("done fire", "done movement"):
        with pytest.raises(IllegalAction, match="nothing of the kind is open"):
            game.play(text, "union")
    assert game.entries == [] and game.gave_up == []
    twin = game.clone()
    twin.play("done", "union")
    assert twin.gave_up == [told]
    game.play("done pay", "union")
    assert game.gave_up == [told] and kind(game) == "move-unit"
    game.play("move 13 IN", "union")
    with pytest.raises(IllegalAction, match="Sullivan"):  # a leader who ends the phase with a unit (SW 17.3)
        game.play("done movement", "union")
    assert kind(game) == "move"
