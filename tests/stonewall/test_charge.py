"""SW 18.2: charges of cavalry, which end in a melee."""

import pytest

from tests.stonewall.melee_support import field, hex_of, kind, offered, state
from tests.stonewall.test_melee import TARGET, assault, melee
from vedette.rules.great_battles.chapters.charge import charge_bar
from vedette.rules.great_battles.chapters.melee import attack_line

HORSE = {"7 VA Cav": ("2020", "column"), "84 PA": (TARGET, "S")}


@pytest.mark.rule("SW-18.2-1", "SW-18.21", "SW-18.23-1", "SW-18.23-3", "SW-18.23-4", "SW-18.24-1")
def test_a_charge_is_twice_as_strong_and_ends_in_rout() -> None:
    units = {**HORSE, "7 VA Cav": ("2020", "column", 2)}
    game = field(units, phase="charge", then=["retreat", "melee"], dice=[1, 1])
    assert offered(game) == ["7 VA Cav charges 2019", "done"]
    game.play("7 VA Cav charges 2019")
    game.play("melee 2019")
    game.play("add 7 VA Cav")
    events = game.play("melee")
    assert melee(events).data[1:4] == (4, 3, 1), "2 charges as 4"
    while kind(game) == "retreat":
        game.play(offered(game)[0])
    assert state(game).units["7 VA Cav"].routed


@pytest.mark.rule("SW-18.24-2", "SW-18.23-2")
def test_from_farther_away_it_melees_but_does_not_charge() -> None:
    game = field(HORSE, phase="charge", then=["melee"], starts=(("7 VA Cav", hex_of("2024")),), dice=[4])
    found = charge_bar(state(game), "7 VA Cav", hex_of(TARGET))
    assert found is not None
    assert found.cite == "SW-18.23-2"
    assert kind(game) == "melee", "nobody could charge"
    assault(game, "7 VA Cav")
    assert not state(game).units["7 VA Cav"].routed


@pytest.mark.rule("SW-18.22-1", "SW-18.22-2", "SW-18.22-3", "SW-18.23-1")
@pytest.mark.parametrize(
    ("hexes", "sides", "can"),
    [
        ({TARGET: "woods"}, [], False), ({TARGET: "town"}, [], False), ({"2020": "woods"}, [], False),
        ({}, [(TARGET, "2020", "ridge")], False), ({}, [(TARGET, "2020", "crest")], False),
        ({}, [(TARGET, "2020", "stone wall")], True), ({}, [(TARGET, "2020", "stream")], True),
    ],
)  # fmt: skip
def test_the_ground_of_a_charge(hexes: dict[str, str], sides: list[tuple[str, str, str]], can: bool) -> None:
    game = field(HORSE, phase="charge", then=["melee"], hexes=hexes, hexsides=sides)
    assert (kind(game) == "charge") is can


@pytest.mark.rule("SW-18.22-2")
def test_the_way_of_a_charge_from_where_it_began() -> None:
    woods = {"2021": "woods", "2121": "woods", "1921": "woods", "1920": "woods", "2120": "woods"}
    begun = (("7 VA Cav", hex_of("2022")),)
    assert kind(field(HORSE, phase="charge", then=["melee"], hexes=woods, starts=begun)) == "melee"
    assert kind(field(HORSE, phase="charge", then=["melee"], starts=begun)) == "charge"


@pytest.mark.rule("SW-18.26-1", "SW-18.26-2")
def test_an_engaged_charge_is_not_doubled_again_and_routs_at_the_end() -> None:
    game = field(HORSE, phase="charge", then=["retreat", "melee"], dice=[1])
    game.play("7 VA Cav charges 2019")
    g = state(game)
    assert attack_line(g, "7 VA Cav", hex_of(TARGET))[1] == 6
    later = field(
        {"7 VA Cav": (TARGET, "column", "engaged"), "84 PA": (TARGET, "S", "engaged")},
        chargers=("7 VA Cav",),
        dice=[6, 1],
    )
    events = later.play("fight on in 2019")
    assert melee(events).data[1] == 3
    while kind(later) == "retreat":
        later.play(offered(later)[0])
    assert state(later).units["7 VA Cav"].engaged or state(later).units["7 VA Cav"].routed
