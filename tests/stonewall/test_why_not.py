"""Who may, and why the others may not: each reason by itself, beside a unit that nothing bars.

What `tools/break_rules.py` found that the tests of the chapters let pass.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.stonewall.melee_support import field, hex_of, state
from vedette.engine.events import Reason
from vedette.rules.great_battles.chapters.command import may_act, needs_officer, needs_points
from vedette.rules.great_battles.chapters.effectiveness import carried_away, depletion
from vedette.rules.great_battles.chapters.fire import shooter_bar, stance_bar
from vedette.rules.great_battles.chapters.rout import modifiers
from vedette.rules.great_battles.chapters.stacking import fault
from vedette.rules.great_battles.state import State

WAGON = "Union Supply Wagon"


def phase(units: dict[str, Any], rules: str = "1978", side: str = "union", **more: Any) -> State:
    """A phase of a side in which nothing happens by itself."""
    return state(field(units, side=side, phase="interphase", rules=rules, **more))


def cite(bar: Reason | None) -> str:
    return bar.cite if bar else ""


def alter(g: State, id: str, **flags: Any) -> None:
    """Another state of a unit."""
    g.units[id] = msgspec.structs.replace(g.units[id], **flags)


@pytest.mark.rule(
    "SW-8.51", "SW-10.32-1", "SW-10.52", "SW-6.11-2", "SW-6.13-1", "SW-8.7-4", "SW-10.16-1", "GB-21.71", "SW-6.14-2",
    "SW-14.3-3", "SW-10.21-2", "SW-12.22-2", "SW-12.32-1", "SW-18.84", "SW-13.84-2",
)  # fmt: skip
@pytest.mark.parametrize("rules", ["1978", "2007"])
@pytest.mark.parametrize(
    ("unit", "flags", "case"),
    [
        ("67 OH", {}, ""), ("H 1 OH", {}, ""), ("H 1 OH", {"depleted": False, "pinned": True}, ""),
        ("67 OH", {"strength": 0}, "SW-10.21-2"), ("67 OH", {"engaged": True}, "SW-13.84-2"),
        ("67 OH", {"routed": True}, "SW-14.3-3"), ("67 OH", {"layer": 1}, "SW-8.51"),
        ("67 OH", {"column": True}, "SW-10.52"), ("67 OH", {"reserve": True}, "SW-10.52"),
        ("67 OH", {"depleted": True}, "SW-12.22-2"), ("67 OH", {"crew": 0, "rounds": 0}, ""),
        ("H 1 OH", {"column": True}, "SW-10.52"), ("H 1 OH", {"rounds": 0}, "SW-12.32-1"),
        ("H 1 OH", {"crew": 0}, "SW-18.84"), ("H 1 OH", {"abandoned": True}, "GB-20.22-2"),
        ("Kimball", {}, "SW-10.21-2"),
    ],
)  # fmt: skip
def test_why_a_unit_fires_in_no_fire(unit: str, flags: dict[str, Any], case: str, rules: str) -> None:
    place = "2019" if unit == "Kimball" else ("2019", "S")
    g = phase({unit: place, "84 PA": ("2119", "S")}, rules)
    alter(g, unit, **flags)
    assert cite(stance_bar(g, unit)) == case and stance_bar(g, "84 PA") is None


@pytest.mark.rule(
    "SW-10.82-1", "SW-12.13-1", "SW-18.6-1", "SW-17.12-1", "SW-17.12-2", "SW-17.12-3", "SW-6.15-2", "SW-12.31-1",
)  # fmt: skip
def test_why_a_unit_does_not_fire_in_this_phase() -> None:
    units = {"67 OH": ("2019", "S"), "84 PA": ("2119", "S"), "H 1 OH": ("2219", "S"), WAGON: "2120"}
    for mine in (True, False):
        g = phase(units, side="union" if mine else "confederate", uncommanded=["84 PA"])
        alter(g, "67 OH", pinned=True)
        g.moved = ("H 1 OH", "67 OH")
        found = [cite(shooter_bar(g, id)) for id in ("67 OH", "84 PA", "H 1 OH", WAGON)]
        assert found == (["SW-10.82-1", "SW-17.12-1", "SW-18.6-1", "SW-12.13-1"] if mine else ["", "", "", ""])
    g = phase(units)
    target, strength = hex_of("2020"), g.strength("67 OH")
    g.fired = (("67 OH", target, strength - 1), ("H 1 OH", target, 1))
    alter(g, "H 1 OH", rounds=0)
    assert shooter_bar(g, "67 OH") is None and shooter_bar(g, "H 1 OH") is None, "a part is left; the round is paid for"
    g.fired = (("67 OH", target, strength),)
    assert cite(shooter_bar(g, "67 OH")) == "SW-10.34-1" and cite(shooter_bar(g, "H 1 OH")) == "SW-12.32-1"


@pytest.mark.rule("SW-17.6-1", "SW-17.16", "SW-17.15-1", "SW-14.32-3", "SW-12.15-1", "GB-22.1", "GB-23.1")
def test_who_needs_his_officer_for_what() -> None:
    units = {"67 OH": ("2019", "S"), "1 OH Cav": ("2119", "column"), "1 MI Cav": ("2219", "S"), "H 1 OH": ("2319", "S")}
    g = phase({**units, WAGON: "2120", "Kimball": "2019"})
    acts = ("move", "fire", "melee")
    needs = {id: [needs_officer(g, id, act) for act in acts] for id in g.units}
    assert needs == {
        "67 OH": [True] * 3, "1 OH Cav": [False, True, True], "1 MI Cav": [True] * 3, "H 1 OH": [False] * 3,
        WAGON: [False] * 3, "Kimball": [False] * 3,
    }  # fmt: skip
    alter(g, "1 OH Cav", routed=True)
    assert needs_officer(g, "1 OH Cav", "move")


@pytest.mark.rule("SW-17.6-2", "SW-19.31-2", "SW-19.31-3", "SW-19.31-4", "SW-12.15-2", "GB-25.6-2", "SW-19.36-1")
@pytest.mark.parametrize(("rules", "melee"), [("1978", True), ("2007", False)])
def test_who_needs_army_morale_for_what(rules: str, melee: bool) -> None:
    units = {"67 OH": ("2019", "S"), "H 1 OH": ("2319", "S"), WAGON: "2120", "Kimball": "2019", "5 VA": ("2030", "N")}
    g = phase(units, rules)
    needs = {id: [needs_points(g, id, act) for act in ("move", "fire", "melee")] for id in g.units}
    paid = [True, False, melee]
    assert needs == {"67 OH": paid, "H 1 OH": paid, WAGON: [False] * 3, "Kimball": [False] * 3, "5 VA": [False] * 3}


@pytest.mark.rule("SW-4.0-A-1", "SW-17.12-1", "SW-17.12-2", "SW-5.17-1", "SW-17.15-2", "SW-19.1-4", "SW-19.36-1")
def test_why_command_or_morale_keeps_a_unit_from_an_act() -> None:
    units = {"67 OH": ("2019", "S"), "1 OH Cav": ("2119", "column"), "H 1 OH": ("2319", "S"), "84 PA": ("2219", "S")}
    g = phase(units, uncommanded=["67 OH", "1 OH Cav"])
    acts = ("move", "fire", "melee")
    assert {id: [cite(may_act(g, id, act)) for act in acts] for id in g.units} == {
        "67 OH": ["SW-5.17-1", "SW-17.12-1", "SW-17.12-1"], "1 OH Cav": ["", "SW-17.12-1", "SW-17.15-2"],
        "H 1 OH": [""] * 3, "84 PA": [""] * 3,
    }  # fmt: skip
    g.paid = ()
    assert [cite(may_act(g, "84 PA", act)) for act in acts] == ["SW-19.1-4", "", "SW-19.36-1"]


@pytest.mark.rule("SW-20.13-1", "SW-20.13-2")
def test_only_dry_small_arms_of_its_own_lower_the_rating_of_a_brigade() -> None:
    units = {"67 OH": ("2019", "S"), "84 PA": ("2119", "S"), "H 1 OH": ("2219", "S"), "29 OH": ("2319", "S")}
    g = phase(units)
    one = g.setting.numbers["depletion-union"]
    brigade = g.counter("67 OH").brigade
    assert [g.counter(id).brigade == brigade for id in units] == [True, True, True, False] and one > 0
    for id, points in (("H 1 OH", 0), ("29 OH", 0), ("67 OH", one), ("84 PA", 2 * one)):
        alter(g, id, depleted=True)
        assert depletion(g, brigade) == points


@pytest.mark.rule("SW-20.21-B-1", "SW-20.21-B-2", "SW-20.21-C", "SW-20.11-2", "GB-26.4-2", "GB-26.4-3", "GB-26.3-2")
def test_whom_a_rout_carries_away() -> None:
    """Neither guns nor another brigade, nor who has routed, nor who is far from the officer; and nobody for guns."""
    units = {"67 OH": ("2019", "S"), "84 PA": ("2117", "S"), "14 IN": ("1917", "S"), "8 OH": ("2005", "S"),
             "H 1 OH": ("2017", "S"), "29 OH": ("2217", "S"), "Kimball": "2016"}  # fmt: skip
    g = phase(units, ineffective=("Kimball",))
    assert set(carried_away(g, "67 OH")) == {"84 PA", "14 IN"}
    assert carried_away(g, "H 1 OH") == carried_away(g, "8 OH") == ()
    alter(g, "84 PA", routed=True)
    assert carried_away(g, "67 OH") == ("14 IN",)
    g.ineffective = ()
    assert carried_away(g, "67 OH") == ()


@pytest.mark.rule("SW-14.23", "SW-14.25", "GB-21.62")
def test_what_is_added_to_the_die_of_a_check() -> None:
    g = phase({"67 OH": ("2019", "S"), "H 1 OH": ("2119", "column")})
    for id in ("67 OH", "H 1 OH"):
        alter(g, id, depleted=True)
    assert [case for _, _, case in modifiers(g, "67 OH", False)] == ["SW-14.25"] and not modifiers(g, "H 1 OH", False)
    full = g.counter("67 OH").strength
    alter(g, "67 OH", depleted=False, strength=(full - 1) // 2)
    assert modifiers(g, "67 OH", False) == (("more than half lost", 1, "SW-14.23"),)
    assert modifiers(g, "67 OH", True)[1:] == (("a leader", -1, "SW-17.2-2"),)


@pytest.mark.rule("SW-8.0-1", "SW-8.0-2", "SW-8.1-1", "SW-8.2-1", "SW-8.2-2", "SW-8.24-1", "SW-8.3-3")
def test_what_does_not_stand_together() -> None:
    """Two units of eight points; no infantry in column beside anybody; not mounted and on foot; leaders are free."""
    units = {"67 OH": ("2019", "S"), "84 PA": ("2019", "S"), "Kimball": "2019", "14 IN": ("2119", "S"),
             "1 OH Cav": ("2219", "column"), "H 1 OH": ("2319", "S"), "8 OH": ("2119", "column")}  # fmt: skip
    g = phase(units)
    alter(g, "67 OH", strength=4)
    alter(g, "84 PA", strength=4)
    alter(g, "14 IN", strength=1)
    together = {
        ("67 OH", "84 PA", "Kimball"): True, ("67 OH",): True, ("8 OH", "67 OH"): False, ("1 OH Cav", "67 OH"): False,
        ("67 OH", "84 PA", "14 IN"): False, ("8 OH", "Kimball"): True,
    }  # fmt: skip
    assert {ids: fault(g, ids) is None for ids in together} == together
    alter(g, "84 PA", strength=5)
    assert fault(g, ("67 OH", "84 PA")) is not None, "nine points"
