"""JV 6.1 to 6.7: who attacks whom."""

import pytest

from tests.valley.combat_support import (
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    TARGET,
    attack,
    battle,
    column,
    kind,
    north,
    offered,
    result,
    south,
)
from tests.valley.support import at, hex_of, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.combat import (
    Attack,
    attack_bar,
    attackers_of,
    hex_bar,
    target_bar,
    targets_of,
)
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone

BESIDE = "2109"
"""Another enemy hex, beside the target and the attackers to the southeast."""


def barred(game: Game, unit: str = "A", hex: str = TARGET) -> str:
    """The case that keeps a unit from an attack."""
    bar = attack_bar(state(game), unit, hex_of(hex))
    return bar.cite if bar else ""


@pytest.mark.rule("JV-6.1-1", "JV-6.4-4")
def test_a_unit_attacks_an_enemy_beside_it_in_its_own_combat_phase() -> None:
    """Not one that is two hexes off."""
    units = {"A": south(SOUTH), "D": north(TARGET), "E": north(NORTH)}
    game = battle(units)
    assert offered(game) == [f"attack {TARGET}", "done"]
    assert barred(game) == ""
    assert barred(game, hex=NORTH) == "JV-6.4-4"
    assert barred(game, hex=SOUTHEAST) == "JV-6.1-1", "nobody is there"
    assert barred(game, "D", SOUTH) == "JV-6.1-1", "not its phase"
    assert barred(battle(units, phase="movement")) == "JV-6.1-1"
    with pytest.raises(IllegalAction):
        game.play(f"attack {NORTH}")


@pytest.mark.rule("JV-6.1-2")
def test_nobody_attacks_over_a_river() -> None:
    units = {"A": south(SOUTH), "D": north(TARGET)}
    game = battle(units, hexsides=[(SOUTH, TARGET, "river")])
    assert offered(game) == ["done"]
    assert barred(game) == "JV-6.1-2"
    bridge = [(SOUTH, TARGET, "bridge")]
    assert barred(battle(units, hexsides=bridge)) == ""
    assert barred(battle(units, hexsides=bridge, burned=[(SOUTH, TARGET)])) == "JV-6.1-2"


@pytest.mark.rule("JV-6.1-3")
def test_who_is_in_his_player_turn_is_the_attacker() -> None:
    units = {"A": south(SOUTH, 4), "D": north(TARGET, 12)}
    for side, hex, odds in (("confederate", TARGET, (4, 12)), ("union", SOUTH, (12, 4))):
        game = battle(units, side=side, dice=[3])
        (event,) = [e for e in attack(game, "A", "D", hex=hex) if e.kind == "attacked"]
        assert (event.seat, event.data[4:6]) == (side, odds)


@pytest.mark.rule("JV-6.1-4")
def test_some_may_attack_and_others_not() -> None:
    game = battle({"A": south(SOUTH), "B": south(SOUTHEAST), "C": south(SOUTH), "D": north(TARGET)}, dice=[3])
    game.play(f"attack {TARGET}")
    assert sorted(offered(game)) == ["add A", "add B", "add C", "cancel"]
    game.play("add B")
    (event,) = [e for e in game.play("attack") if e.kind == "attacked"]
    assert event.units == ("B",)
    assert "A" not in state(game).fought
    game = battle({"A": south(SOUTH), "D": north(TARGET)})
    game.play(f"attack {TARGET}")
    game.play("cancel")
    assert kind(game) == "attack" and state(game).fought == () and state(game).attacked == ()
    game.play("done")
    assert state(game).phase != "combat"


@pytest.mark.rule("JV-6.1-5")
def test_an_attack_needs_no_zone() -> None:
    """Over a creek without a ford no zone reaches, and the attack is two columns worse."""
    game = battle({"A": south(SOUTH, 12), "D": north(TARGET, 4)}, hexsides=[(SOUTH, TARGET, "creek")])
    assert not in_enemy_zone(state(game), hex_of(TARGET), 0)
    assert offered(game) == [f"attack {TARGET}", "done"]
    assert [s.columns for s in column(game, "A").shifts] == [-2]


@pytest.mark.rule("JV-6.1-6")
def test_guns_do_not_attack_over_a_creek_without_a_ford() -> None:
    """Oddity 114: they may bombard."""
    units = {"Poague Battery": SOUTH, "D": north(TARGET)}
    game = battle(units, hexsides=[(SOUTH, TARGET, "creek")])
    assert barred(game, "Poague Battery") == "JV-6.1-6"
    assert offered(game) == ["Poague Battery bombard D", "done"]
    assert barred(battle(units, hexsides=[(SOUTH, TARGET, "ford")]), "Poague Battery") == ""


@pytest.mark.rule("JV-6.2-3", "JV-6.2-4", "JV-6.2-6")
def test_attacks_follow_each_other_in_any_order_each_after_the_last_is_over() -> None:
    """What the first has done is there when the second is chosen."""
    units = {"A": south(SOUTH, 12), "B": south("2111", 12), "D": north(TARGET), "E": north("2211")}
    for first, second in ((TARGET, "2211"), ("2211", TARGET)):
        game = battle(units, dice=[5, 5])  # 12:6 = 2:1, a 5: the defender falls back
        assert offered(game)[:-1] == [f"attack {TARGET}", "attack 2211"]
        attack(game, "A" if first == TARGET else "B", hex=first)
        for question in ("retreat", "advance"):
            assert kind(game) == question and f"attack {second}" not in offered(game)
            game.play(offered(game)[0] if question == "retreat" else "no advance")
        assert offered(game) == [f"attack {second}", "done"]


@pytest.mark.rule("JV-6.4-1")
def test_no_unit_attacks_twice() -> None:
    units = {"A": south(SOUTHEAST), "D": north(TARGET), "E": north("2211")}
    game = battle(units, dice=[3])
    attack(game, "A")
    while kind(game) != "attack":
        game.play(game.decision.actions[-1])  # type: ignore[union-attr]
    assert state(game).fought == ("A",)
    assert offered(game) == ["done"]
    assert barred(battle(units, fought=("A",))) == "JV-6.4-1"


@pytest.mark.rule("JV-6.4-2")
def test_no_enemy_is_attacked_twice() -> None:
    game, _ = result("-", {"B": south(SOUTHEAST)})
    assert state(game).attacked == ("D",)
    assert barred(game, "B") == "JV-6.4-2"
    assert offered(game) == ["done"]


@pytest.mark.rule("JV-6.4-2")
def test_a_leader_beside_those_who_were_attacked_is_no_new_target() -> None:
    units = {"B": south(SOUTHEAST), "D": north(TARGET), "Milroy": TARGET}
    assert barred(battle(units, attacked=("D",)), "B") == "JV-6.4-2"
    assert barred(battle(units, attacked=("D",), retreated=("D",)), "B") == "JV-6.12-10"
    assert barred(battle(units, attacked=("Milroy",)), "B") == ""


@pytest.mark.rule("JV-6.2-none", "JV-6.4-1")
def test_an_attack_without_effect_has_been_made() -> None:
    game, events = result("-")
    assert [e.cite for e in events if e.kind == "attacked"] == ["JV-6.2-none"]
    assert (at(game, "A"), at(game, "D")) == (SOUTH, TARGET)
    assert barred(game) == "JV-6.4-1"


@pytest.mark.rule("JV-6.4-3", "JV-6.5-1", "JV-6.5-2", "JV-6.5-4")
def test_all_around_may_join_and_nobody_else() -> None:
    """Two units and a gun in some of the hexes; one hex is attacked, whatever else is beside them."""
    units = {f"{n}{hex}": south(hex) for hex in (NORTH, SOUTH, SOUTHEAST, NORTHWEST) for n in "ab"}
    far = {"X": south("2012"), "Y": south("2210")}
    game = battle({**units, **far, "G": south(SOUTH, 3, arm="artillery"), "D": north(TARGET), "E": north(BESIDE)})
    assert set(attackers_of(state(game), 1, hex_of(TARGET))) == {*units, "G"}
    assert set(attackers_of(state(game), 1, hex_of(BESIDE))) == {
        f"{n}{h}" for h in (NORTH, SOUTHEAST) for n in "ab"
    } | {"Y"}
    assert barred(game, "X") == "JV-6.4-4"
    game.play(f"attack {TARGET}")
    for n in range(9):
        adds = [text for text in offered(game) if text.startswith("add ")]
        assert len(adds) == 9 - n
        game.play(adds[0])
    assert offered(game) == ["attack", "cancel"]
    (frame,) = [f for f, _ in state(game).stack if isinstance(f, Attack)]
    assert (set(frame.units), frame.hex) == ({*units, "G"}, hex_of(TARGET))


@pytest.mark.rule("JV-6.5-3")
def test_a_unit_beside_several_enemies_attacks_which_it_likes() -> None:
    units = {"A": south(SOUTHEAST), "D": north(TARGET), "E": north(BESIDE)}
    for hex in (TARGET, BESIDE):
        game = battle(units, dice=[3])
        assert offered(game) == [f"attack {TARGET}", f"attack {BESIDE}", "done"]
        (event,) = [e for e in attack(game, "A", hex=hex) if e.kind == "attacked"]
        assert event.hex == hex_of(hex)


@pytest.mark.rule("JV-6.6-1")
def test_all_of_a_hex_defend() -> None:
    units = {"A": south(SOUTH), "D": north(TARGET, 4), "E": north(TARGET, 3), "G": north(TARGET, 2, arm="artillery")}
    game = battle({**units, "Milroy": {"at": TARGET, "shift": 0}}, dice=[5])
    (event,) = [e for e in attack(game, "A") if e.kind == "attacked"]
    assert event.data[5] == 7
    assert set(state(game).attacked) == {"D", "E", "G", "Milroy"}


@pytest.mark.rule("JV-6.3-4")
def test_a_demoralized_unit_does_not_attack() -> None:
    game = battle({"A": south(SOUTH, demoralized=1), "D": north(TARGET)})
    assert barred(game) == "JV-6.3-4"
    assert offered(game) == ["done"]


@pytest.mark.rule("JV-6.3-6")
def test_a_demoralized_unit_is_attacked_as_any() -> None:
    game = battle({"A": south(SOUTH, 6), "D": north(TARGET, 3, demoralized=1), "Poague Battery": "2012"}, dice=[2])
    assert set(offered(game)) == {f"attack {TARGET}", "Poague Battery bombard D", "done"}
    (event,) = [e for e in attack(game, "A") if e.kind == "attacked"]
    assert event.data[4:6] == (6, 3)


@pytest.mark.rule("JV-6.12-10")
def test_who_fell_back_is_not_attacked_again_and_does_not_help_others() -> None:
    """Oddity 55: the hex may be attacked; he adds nothing, loses nothing, and falls back with the others."""
    units = {"A": south(SOUTH, 42), "D": north(TARGET, 6), "E": north(TARGET, 9)}
    game = battle({"A": units["A"], "E": units["E"]}, retreated=("E",), attacked=("E",))
    assert barred(game) == "JV-6.12-10"
    game = battle(units, retreated=("E",), attacked=("E",))
    assert column(game, "A").defence == 6
    table = state(game).setting.odds
    die = next(d for (d, c), out in table.items() if c == 8 and out.code == "DL1DR")
    game = battle(units, retreated=("E",), attacked=("E",), dice=[die])
    attack(game, "A")
    assert state(game).units["D"].reduced and not state(game).units["E"].reduced
    assert {text.split()[1] for text in offered(game)} == {"D", "E"}


def test_the_same_question_offers_and_refuses() -> None:
    g = state(battle({"A": south(SOUTH), "D": north(TARGET), "E": north("2015")}))
    assert targets_of(g, 1) == (hex_of("0504"), hex_of(TARGET))
    assert target_bar(g, 1, hex_of(TARGET)) is None
    assert (bar := target_bar(g, 1, hex_of("2015"))) is not None and bar.cite == "JV-6.1-1"
    assert (bar := hex_bar(g, 1, hex_of("0101"))) is not None and bar.cite == "JV-6.1-1"


@pytest.mark.rule("JV-8.1-2")
def test_a_leader_does_not_attack() -> None:
    game = battle({"Elzey": SOUTH, "D": north(TARGET)})
    assert barred(game, "Elzey") == "JV-8.1-2"
    assert offered(game) == ["done"]


@pytest.mark.rule("JV-6.7-1")
def test_no_strength_is_divided() -> None:
    """All of it goes into the one attack; nothing is left for another target."""
    game = battle({"A": south(SOUTHEAST, 12), "D": north(TARGET, 4), "E": north(BESIDE, 4)}, dice=[3])
    (event,) = [e for e in attack(game, "A") if e.kind == "attacked"]
    assert event.data[4] == 12
    assert "A" not in attackers_of(state(game), 1, hex_of(BESIDE))


def test_the_lists_are_empty_as_a_phase_begins() -> None:
    game = battle({"A": south(SOUTH), "D": north(TARGET)}, phase="movement", fought=("A",), attacked=("D",))
    game.play("done")
    g = state(game)
    assert (g.phase, g.fought, g.attacked, g.retreated, g.displaced, g.advanced) == ("combat", (), (), (), (), ())


@pytest.mark.rule("JV-6.4-3")
def test_units_are_added_in_counter_order_whatever_the_order_of_asking() -> None:
    for order in (("A", "B"), ("B", "A")):
        game = battle({"A": south(SOUTH), "B": south(NORTHEAST), "D": north(TARGET)}, dice=[3])
        (event,) = [e for e in attack(game, *order) if e.kind == "attacked"]
        assert event.units == ("A", "B")
