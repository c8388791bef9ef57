"""JV 6.12 to 6.14: retreats, displacement, enemy zones on the way."""

import pytest

from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    battle,
    kind,
    kinds,
    north,
    offered,
    result,
    south,
    walls,
    whole,
)
from tests.valley.support import at, carry_out, field, hex_of, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.bombardment import gun_bar
from vedette.rules.valley_campaign.chapters.combat import hex_bar
from vedette.rules.valley_campaign.chapters.retreat import FallBack, room_bar, way_bar, ways_aside, ways_back
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone

ZERO = {"strength": (0, 0)}
ONLY_NORTH = walls(TARGET, gates=[(TARGET, NORTH), (TARGET, SOUTH)])
"""Rivers round the target but to the attacker and to the north."""


def friend(at: str, **more: object) -> dict[str, object]:
    """Another Union regiment that is not in the odds."""
    return {"at": at, "side": "union", "strength": (4, 2), **more}


def to(game: Game, unit: str = "D") -> set[str]:
    """Where a unit may fall back to."""
    return {text.split(" to ")[1] for text in offered(game) if text.startswith(f"retreat {unit} to ")}


def full(hex: str, **more: object) -> dict[str, dict[str, object]]:
    """Two friends that fill a hex."""
    return {"F1": friend(hex, **more), "F2": friend(hex, **more)}


def bars(game: Game, hex: str, unit: str = "D", barred: tuple[str, ...] = ()) -> str:
    """The case that keeps a unit from falling back into a hex."""
    bar = way_bar(state(game), unit, hex_of(hex), tuple(map(hex_of, barred)))
    return bar.cite if bar else ""


# -- 6.12 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.12-1", "JV-6.12-4", "JV-6.11-3", "JV-6.2-DR", "JV-6.2-AR")
def test_one_hex_at_once_where_its_owner_likes() -> None:
    for hex in (NORTH, NORTHEAST, NORTHWEST):
        game, _ = result("DR")
        assert game.decision is not None and game.decision.seat == "union"
        assert to(game) == {NORTH, NORTHEAST, NORTHWEST}
        game.play(f"retreat D to {hex}")
        assert at(game, "D") == hex
    game, _ = result("AR")
    assert game.decision is not None and game.decision.seat == "confederate"
    assert SOUTH not in to(game, "A") and at(game, "A") == SOUTH


@pytest.mark.rule("JV-6.12-4")
def test_each_unit_goes_where_its_owner_likes_in_any_order() -> None:
    game, _ = result("DR", {"E": friend(TARGET, **ZERO)})
    game.play(f"retreat E to {NORTH}")
    game.play(f"retreat D to {NORTHWEST}")
    assert (at(game, "E"), at(game, "D")) == (NORTH, NORTHWEST)


@pytest.mark.rule("JV-6.12-2", "JV-6.13-3")
def test_never_onto_an_enemy_nor_is_he_displaced() -> None:
    """However full: the only hex is the enemy's, and the unit is eliminated."""
    game, events = result("DR", {"X": south(NORTH), "Y": south(NORTH)}, hexsides=ONLY_NORTH)
    assert at(game, "D") == "eliminated"
    assert [e.cite for e in events if e.kind == "eliminated"] == ["JV-6.12-12"]
    game, _ = result("DR", {"X": south(NORTH)})
    assert bars(game, NORTH) == "JV-6.12-2"


@pytest.mark.rule("JV-6.12-5")
def test_not_over_what_it_cannot_cross() -> None:
    game, _ = result("DR", hexsides=[(TARGET, NORTH, "river"), (TARGET, NORTHEAST, "creek")])
    assert to(game) == {NORTHEAST, NORTHWEST}
    assert bars(game, NORTH) == "JV-6.12-5"
    game, _ = result("DR", {"D": {"arm": "artillery"}}, hexsides=[(TARGET, NORTHEAST, "creek")])
    assert to(game) == {NORTH, NORTHWEST}


@pytest.mark.rule("JV-6.12-5", "JV-4.17-2")
def test_not_off_the_map() -> None:
    """Whom the edge alone stops is lost, and has not left."""
    units = {"A": south("1002", 42), "D": north("1001"), "F": south("1101"), "H": south("0901")}
    game = battle(units, dice=[2])
    events = attack(game, "A", hex="1001")
    assert at(game, "D") == "eliminated" and state(game).exits == ()
    assert ("eliminated", ("D",)) in kinds(events) and "retreated" not in {e.kind for e in events}
    del units["H"]
    game = battle(units, dice=[2])
    attack(game, "A", hex="1001")
    assert at(game, "D") == "0901", "inland there was a way"


@pytest.mark.rule("JV-6.12-6", "JV-6.13-10")
def test_stacking_holds() -> None:
    """A full hex is none of the choices while others are open; guns and leaders find room anywhere."""
    game, _ = result("DR", full(NORTH))
    assert to(game) == {NORTHEAST, NORTHWEST}
    game, _ = result("DR", {**full(NORTH), "Milroy": {"at": TARGET, "shift": 0}})
    assert to(game, "Milroy") == {NORTH, NORTHEAST, NORTHWEST}


@pytest.mark.rule("JV-6.12-6")
def test_who_goes_first_may_take_the_last_room() -> None:
    game, _ = result("DR", {"E": friend(TARGET, **ZERO), "F1": friend(NORTH)})
    game.play(f"retreat E to {NORTH}")
    assert to(game) == {NORTHEAST, NORTHWEST}


@pytest.mark.rule("JV-6.12-3", "JV-6.14-1", "JV-6.14-2", "JV-6.14-3")
def test_an_enemy_zone_is_the_last_resort_and_costs_a_step() -> None:
    """With any free hex left it is not offered."""
    game, _ = result("DR", {"X": south("2209")})
    assert to(game) == {NORTH, NORTHWEST}
    game, _ = result("DR", {"X": south("2009")})
    assert to(game) == {NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST}, "all are in a zone"
    events = game.play(f"retreat D to {NORTHEAST}")
    assert ("step-lost", ("D",)) in kinds(events)
    assert "JV-6.14-3" in [e.cite for e in events]
    assert (at(game, "D"), whole(game, "D")[0]) == (NORTHEAST, True)


@pytest.mark.rule("JV-6.14-3")
def test_its_last_step_is_lost_there() -> None:
    game, _ = result("DR", {"X": south("2009"), "D": {"steps": 1}})
    game.play(f"retreat D to {NORTHEAST}")
    assert at(game, "D") == "eliminated"


@pytest.mark.rule("JV-6.14-4", "JV-6.12-14")
def test_a_leader_dies_of_it_and_is_followed() -> None:
    """Oddity 125; by an option he lives."""
    units = {"X": south("2009"), "Milroy": {"at": TARGET, "shift": 0}}
    game, _ = result("DR", units, draws=["Union A"])
    game.play(f"retreat D to {NORTHEAST}")
    events = game.play(f"retreat Milroy to {NORTHEAST}")
    assert "JV-6.14-4" in [e.cite for e in events]
    assert (at(game, "Milroy"), at(game, "Union A")) == ("eliminated", NORTHEAST)
    game, _ = result("DR", units, options={"leader-losses": False})
    game.play(f"retreat Milroy to {NORTHWEST}")
    assert at(game, "Milroy") == NORTHWEST


@pytest.mark.rule("JV-6.12-8", "JV-6.12-9")
def test_a_retreat_costs_no_points_now_or_later() -> None:
    """Into a hex for which it has not the points; it moves as far as ever in its own phase."""
    game, _ = result("DR", {"D": {"movement": 1}}, hexes={NORTH: "forest 5"}, hexsides=ONLY_NORTH)
    assert at(game, "D") == NORTH
    while kind(game) != "attack":
        game.play("no advance")
    game.play("done")
    assert (state(game).phase, state(game).player) == ("movement", 0)
    assert "move D" in offered(game) and "D" not in state(game).moved


@pytest.mark.rule("JV-4.5-1")
def test_a_retreat_out_of_an_enemy_zone_costs_nothing() -> None:
    """Half of its points would be two; it has all three when its own phase comes, and no enemy near."""
    game, _ = result("DR", {"D": {"movement": 3}})
    assert in_enemy_zone(state(game), hex_of(TARGET), 0)
    game.play(f"retreat D to {NORTH}")
    assert at(game, "D") == NORTH and not in_enemy_zone(state(game), hex_of(NORTH), 0)
    game.play("no advance")
    game.play("done")
    for text in ("move D", "D: 2008", "D: 2007"):
        game.play(text)
    assert "D: 2006" in offered(game) and at(game, "D") == "2007"


@pytest.mark.rule("JV-4.8-10")
def test_nothing_else_moves_in_the_enemys_player_turn() -> None:
    """Who falls back, and who makes room for him; he is asked for nothing but that."""
    game, _ = result("DR", full(NORTH), hexsides=ONLY_NORTH)
    assert game.decision is not None and game.decision.seat == "union" and state(game).player == 1
    assert offered(game) == [f"retreat D to {NORTH}", "D is eliminated"]
    with pytest.raises(IllegalAction):
        game.play("move F1")
    game.play(f"retreat D to {NORTH}")
    assert all(text.startswith("displace ") for text in offered(game))
    game.play("displace F1 to 2008")
    assert (at(game, "F1"), at(game, "F2"), at(game, "D")) == ("2008", NORTH, NORTH)


@pytest.mark.rule("JV-6.12-10")
def test_who_fell_back_is_attacked_by_nobody_else() -> None:
    game, _ = result("DR", {"B": south("2109"), "Poague Battery": "2011"})
    assert at(game, "D") == NORTHWEST and state(game).retreated == ("D",)
    assert kind(game) == "advance"
    game.play("no advance")
    assert offered(game) == ["done"], "nor do the guns that see him"
    bar = hex_bar(state(game), 1, hex_of(NORTHWEST))
    assert bar is not None and bar.cite == "JV-6.12-10"


@pytest.mark.rule("JV-6.12-11", "JV-6.2-AR")
def test_where_the_combat_began_nobody_but_leaders_goes() -> None:
    """Only with attackers from several hexes (oddity 54)."""
    units = {"B": {"side": "confederate", "at": SOUTHEAST, **ZERO}, "Elzey": {"at": SOUTHEAST, "shift": 0}}
    game, _ = result("AR", {**units, "D": {"steps": 1}}, more=["B"])
    game.play("retreat B to 2211")
    assert SOUTHEAST not in to(game, "A"), "empty of units by now"
    assert at(game, "B") == "2211"
    assert bars(game, SOUTHEAST, "A", (SOUTH, SOUTHEAST, TARGET)) == "JV-6.12-11"
    assert bars(game, SOUTH, "Elzey", (SOUTH, SOUTHEAST, TARGET)) == ""
    alone, _ = result("AR", {"C": south("1911")})
    assert "1911" in to(alone, "A"), "a friend's hex, who is not of the combat"


@pytest.mark.rule("JV-6.12-11")
def test_a_hex_emptied_by_losses_stays_barred() -> None:
    """BL1AR: the defender is gone, his hex is not for attackers who came from two hexes; for one hex's it is."""
    rows = {"D": {"steps": 1}}
    game, _ = result("BL1AR", {**rows, "B": {"side": "confederate", "at": SOUTHEAST, **ZERO}}, more=["B"])
    game.play("A loses a step")
    assert TARGET not in to(game, "A") | to(game, "B")
    game, _ = result("BL1AR", rows)
    assert TARGET in to(game, "A")


@pytest.mark.rule("JV-6.12-12", "JV-6.12-13")
def test_unable_to_fall_back_it_is_eliminated_in_place_and_the_attacker_may_advance() -> None:
    game, events = result("DR", hexsides=walls(TARGET, gates=[(TARGET, SOUTH)]))
    assert [(e.kind, e.cite, e.hex) for e in events if e.kind == "eliminated"] == [
        ("eliminated", "JV-6.12-12", hex_of(TARGET))
    ]
    assert offered(game) == ["advance A", "no advance"]
    game.play("advance A")
    assert at(game, "A") == TARGET


@pytest.mark.rule("JV-6.12-14")
def test_leaders_with_them_go_and_those_beside_them_stay() -> None:
    leaders = {"Elzey": {"at": SOUTH, "shift": 0}, "Taylor": {"at": "2012", "shift": 0}}
    game, _ = result("AR", leaders)
    assert to(game, "A") and to(game, "Elzey") and not to(game, "Taylor")
    game.play(f"retreat Elzey to {sorted(to(game, 'Elzey'))[0]}")
    assert at(game, "Elzey") != SOUTH and kind(game) == "retreat", "he may go elsewhere than his unit"


@pytest.mark.rule("JV-6.12-14", "JV-8.6-2", "JV-8.6-3")
def test_who_is_lost_falling_back_is_followed_when_all_have_gone() -> None:
    """Elzey can go nowhere; whichever goes first, his successor comes when B has gone, and stays with C."""
    units = {
        "A": {"steps": 1}, "Elzey": {"at": SOUTH, "shift": 0}, "B": {"side": "confederate", "at": SOUTHEAST, **ZERO},
        "C": south(SOUTHEAST, 0),
    }  # fmt: skip
    sides = walls(SOUTH, gates=[(SOUTH, TARGET)])
    lost, back = ("A is eliminated", "Elzey is eliminated"), "retreat B to 2210"
    for order in ((*lost, back), (back, *lost)):
        game, events = result("AR", units, more=["B"], hexsides=sides, draws=["Confederate A"])
        for text in order:
            if text in offered(game):  # the last one is played at once
                events += game.play(text)
        assert [at(game, id) for id in ("A", "Elzey", "B", "C")] == ["eliminated", "eliminated", "2210", SOUTHEAST]
        assert at(game, "Confederate A") == SOUTHEAST and kind(game) != "retreat"
        assert kinds(events)[-1] == ("leader-drawn", ("Confederate A",))


# -- 6.13 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.13-1", "JV-6.13-4", "JV-6.12-7", "JV-6.13-2")
def test_a_friend_makes_room_where_it_is_the_only_way() -> None:
    """JV-EX-6.13."""
    game, _ = result("DR", full(NORTH), hexsides=ONLY_NORTH)
    assert offered(game) == [f"retreat D to {NORTH}", "D is eliminated"]
    game.play(f"retreat D to {NORTH}")
    assert game.decision is not None and game.decision.seat == "union"
    texts = offered(game)
    assert {text.split()[1] for text in texts} == {"F1", "F2"}
    assert {text.split()[-1] for text in texts} == {"1908", "2008", "2108", NORTHEAST, NORTHWEST}, "free of enemy zones"
    events = game.play("displace F2 to 2008")
    assert kinds(events)[:2] == [("displaced", ("F2",)), ("retreated", ("D",))]
    assert (at(game, "F2"), at(game, "F1"), at(game, "D")) == ("2008", NORTH, NORTH)
    assert state(game).displaced == ("F2",) and state(game).retreated == ("D",)


@pytest.mark.rule("JV-6.13-2")
def test_nobody_need_make_room() -> None:
    game, _ = result("DR", full(NORTH), hexsides=ONLY_NORTH)
    events = game.play("D is eliminated")
    assert [e.cite for e in events if e.kind == "eliminated"] == ["JV-6.13-2"]
    assert (at(game, "D"), at(game, "F1"), at(game, "F2")) == ("eliminated", NORTH, NORTH)


@pytest.mark.rule("JV-6.13-10")
def test_nobody_makes_room_while_another_way_is_open() -> None:
    """Not even one through an enemy zone, whatever that costs (6.14)."""
    gates = [(TARGET, NORTH), (TARGET, SOUTH), (TARGET, SOUTHEAST)]
    game, _ = result("DR", full(NORTH), hexsides=walls(TARGET, gates=gates))
    assert (at(game, "D"), whole(game, "D")[0]) == (SOUTHEAST, True)
    game, _ = result("DR", {**full(NORTH), "D": {"steps": 1}}, hexsides=walls(TARGET, gates=gates))
    assert at(game, "D") == "eliminated" and state(game).displaced == (), "though it be its end"


@pytest.mark.rule("JV-6.13-5", "JV-6.13-6")
def test_nobody_makes_room_out_of_an_enemy_zone() -> None:
    """And the friends there do not take the zone away."""
    units = {**full(NORTH), "X": south("2008")}
    game, _ = result("DR", units, hexsides=ONLY_NORTH)
    assert at(game, "D") == "eliminated"
    bar = room_bar(state(game), hex_of(NORTH))
    assert bar is not None and bar.cite == "JV-6.13-5"
    game, _ = result("DR", {"F1": friend(NORTH), "X": south("2008")}, hexsides=ONLY_NORTH)
    assert (at(game, "D"), whole(game, "D")[0]) == (NORTH, True), "with room it goes, at a step"


@pytest.mark.rule("JV-6.13-7", "JV-6.13-11")
def test_who_makes_room_must_have_where_to_go() -> None:
    """Water all round the friends: the unit that fell back is lost, they stay."""
    shut = walls(TARGET, NORTH, gates=[(TARGET, SOUTH)])
    game, events = result("DR", full(NORTH), hexsides=shut)
    assert [e.cite for e in events if e.kind == "eliminated"] == ["JV-6.13-11"]
    assert (at(game, "F1"), at(game, "F2")) == (NORTH, NORTH)
    edge = {"D": north("1002"), "F1": friend("1001"), "F2": friend("1001"), "A": south("1003", 42)}
    gates = [("1002", "1003"), ("1001", "1002")]
    game = battle(edge, dice=[2], hexsides=walls("1001", "1002", gates=gates))
    attack(game, "A", hex="1002")
    assert at(game, "D") == "eliminated", "nor off the map"


@pytest.mark.rule("JV-6.13-1")
def test_a_hex_over_the_limit_makes_no_room() -> None:
    """As 1807 is set up: with one of three gone there are still two."""
    game, _ = result("DR", {**full(NORTH), "F3": friend(NORTH)}, hexsides=ONLY_NORTH)
    assert at(game, "D") == "eliminated" and state(game).displaced == ()
    bar = room_bar(state(game), hex_of(NORTH))
    assert bar is not None and bar.cite == "JV-6.13-1"


@pytest.mark.rule("JV-6.13-11", "JV-6.14-3")
def test_nobody_is_sacrificed_to_make_room() -> None:
    """The friends could only go into an enemy zone: with a step to lose they do, on their last they do not."""
    shut = walls(TARGET, NORTH, gates=[(TARGET, SOUTH), (NORTH, "2008")])
    units = {"X": south("2007")}
    game, _ = result("DR", {**full(NORTH), **units}, hexsides=shut)
    game.play(f"retreat D to {NORTH}")
    game.play("displace F1 to 2008")
    assert (at(game, "F1"), whole(game, "F1")[0], at(game, "D")) == ("2008", True, NORTH)
    game, _ = result("DR", {**full(NORTH, steps=1), **units}, hexsides=shut)
    assert (at(game, "D"), at(game, "F1")) == ("eliminated", NORTH)
    mixed = {**full(NORTH, steps=1), "F2": friend(NORTH), **units}
    game, _ = result("DR", mixed, hexsides=shut)
    game.play(f"retreat D to {NORTH}")
    assert at(game, "F2") == "2008" and at(game, "F1") == NORTH, "the only one who can"


@pytest.mark.rule("JV-6.13-8")
def test_who_makes_room_may_need_room_in_turn() -> None:
    shut = walls(TARGET, NORTH, gates=[(TARGET, SOUTH), (NORTH, "2008")])
    units = {**full(NORTH), "H1": friend("2008"), "H2": friend("2008")}
    game, _ = result("DR", units, hexsides=shut)
    events = game.play(f"retreat D to {NORTH}")
    assert offered(game) == ["displace F1 to 2008", "displace F2 to 2008"]
    game.play("displace F1 to 2008")
    assert {text.split()[1] for text in offered(game)} == {"H1", "H2"}
    assert NORTH not in {text.split()[-1] for text in offered(game)}
    events = game.play("displace H2 to 2007")
    assert [k for k in kinds(events) if k[0] in ("displaced", "retreated")] == [
        ("displaced", ("H2",)), ("displaced", ("F1",)), ("retreated", ("D",)),
    ]  # fmt: skip
    assert [at(game, u) for u in ("D", "F1", "F2", "H1", "H2")] == [NORTH, "2008", NORTH, "2008", "2007"]
    closed = {**units, "H1": friend("2008", steps=1), "H2": friend("2008", steps=1)}
    game, _ = result("DR", closed, hexsides=[*shut, *walls("2008", gates=[(NORTH, "2008")])])
    assert at(game, "D") == "eliminated", "the chain must end somewhere"


@pytest.mark.rule("JV-6.13-9")
def test_a_unit_may_be_displaced_again() -> None:
    game, _ = result("DR", {**full(NORTH), "E": friend(TARGET, **ZERO)}, hexsides=ONLY_NORTH)
    for text in (f"retreat D to {NORTH}", "displace F1 to 2008", f"retreat E to {NORTH}"):
        game.play(text)
    assert {text.split()[1] for text in offered(game)} == {"F2", "D"}
    game.play("displace F2 to 2008")
    assert state(game).displaced == ("F1", "F2")
    g = state(battle({**full(NORTH), "D": north(TARGET)}, displaced=("F1",)))
    assert ways_aside(g, "F1", (), ())


@pytest.mark.rule("JV-6.13-12")
def test_guns_and_leaders_are_never_in_the_way() -> None:
    """Oddity 28: nobody displaces them."""
    units = {**full(NORTH), "G": friend(NORTH, arm="artillery"), "Milroy": NORTH}
    game, _ = result("DR", units, hexsides=ONLY_NORTH)
    game.play(f"retreat D to {NORTH}")
    assert {text.split()[1] for text in offered(game)} == {"F1", "F2"}
    g = state(battle({"Poague Battery": SOUTH, "D": north(TARGET)}, displaced=("Poague Battery",)))
    bar = gun_bar(g, "Poague Battery")
    assert bar is not None and bar.cite == "JV-6.13-12"


def test_the_safest_way_is_the_usual_one() -> None:
    game = battle({"D": north(TARGET), "A": south(SOUTH), "X": south("2208")})
    ways = ways_back(state(game), "D")
    assert ways[0] == hex_of(NORTHWEST)
    carry_out(game, FallBack(("D",), (hex_of(TARGET),)))
    assert game.decision is not None and game.decision.usual is not None
    assert game.decision.usual.text == f"retreat D to {NORTHWEST}"


def test_no_retreat_into_a_hex_by_way_of_the_side_of_a_river() -> None:
    game = field({"D": north(TARGET), "A": south(SOUTHWEST)}, phase="combat", hexsides=[(TARGET, NORTHWEST, "bridge")])
    assert bars(game, NORTHWEST) == ""
