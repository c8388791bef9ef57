"""Chapters 14.0 to 14.3c and 14.3e-f: Close Combat, from its declaration to the test it always ends in."""

import pytest

from tests.books import shown
from tests.rules.field import flat, refused
from tests.rules.fighting import (
    BIG,
    COLUMNS,
    HIT,
    assault,
    covers,
    kinds_of,
    man,
    one,
    printed,
    ready,
    ruled,
    settle,
    table,
)
from tests.support import aim, at, kinds, offered, play, shifts, states

PAIR = {"7 OH-a": man("1733", 5), "27 VA": man("1734", 5)}
THREE = {**PAIR, "7 OH-b": man("1735", 5), "4 VA": man("1636", 5)}  # 7 OH-b stands between both regiments


def declared(units, *actions, **keys):
    """Close combats announced, and whatever else is answered; without dice it stops at a roll."""
    game = ready(units, "close-combat", **keys)
    return game, play(game, *actions)


@pytest.mark.rule("KT-14.0-1", "BS-11.0-1")
@pytest.mark.parametrize("sp, hexes, base, final", [
    (6, {}, "6-7", "6-7"), (BIG, {}, "23+", "23+"), (2, {"features": ["wall=w"]}, "2", "C"),
])  # fmt: skip
def test_an_assault_finds_its_column_as_fire_does(sp, hexes, base, final):
    units = {"7 OH-a": man("1733", sp), "27 VA": man("1734", sp)}
    _, events = assault(units, "7 OH-a assault 1734", hexes=flat({"1734": hexes}))
    assert (aim(events).base, aim(events).final) == (base, final)
    bigger, events = assault({**units, "7 OH-a": man("1733", 9 * sp)}, "7 OH-a assault 1734")
    wanted = min(len(COLUMNS) - 1, COLUMNS.index(aim(events).base) + sum(shifts(events).values()))
    assert aim(events).final == COLUMNS[wanted] and bigger.decision.kind == "dice"


@pytest.mark.rule("KT-14.0-1", "KT-12.3-shift-left-limit", "BS-11.0-1", "BS-11.0-4", "BS-11.3d-2", "BS-9.3-4")
def test_left_of_c_no_close_combat_occurs():
    units = {"7 OH-a": man("1733", 1), "27 VA": man("1734", 3)}
    game, events = assault(units, "7 OH-a assault 1734")
    assert aim(events).final == "none" and "assault-lost" in kinds(events)
    assert "assault" not in kinds(events) and game.decision.kind != "dice"


@pytest.mark.rule("KT-14.0-2", "KT-14.3f-1", "BS-11.0-3", "SS-14.0-2", "BS-11.3e-1", "SS-14.2f-1")
@pytest.mark.parametrize("test", ["close fight", "routine", "tough", "severe"])
def test_an_assault_has_its_own_test_table(test):
    game, events = assault({"7 OH-a": man("1733", BIG, 5), "27 VA": man("1734", BIG, 5)}, "7 OH-a assault 1734")
    roll = next(r for r in offered(game) if (printed("23+", int(r), 4) or "close fight") == test)
    assert aim(events).final == "23+"
    for die in "123456":
        events = play(game.clone(), roll, f"{die}{die}")
        row = next(r for r in table("close_cohesion") if r["test"] == test and r["die"] == die)
        assert one(events, "test").data == (test, row["depletion"], row["skedaddle"])


@pytest.mark.rule("KT-14.0-3", "KT-14.3f-2", "SS-14.0-3", "BS-11.3e-2", "SS-14.2f-2")
@pytest.mark.parametrize("roll", ["11", "36", "66"])
def test_every_assault_is_tested_a_dash_too(roll):
    game, _ = assault(PAIR, "7 OH-a assault 1734")
    assert one(play(game, roll, "44"), "test").hex == game.state.setting.grid.index("1734")


@pytest.mark.rule("KT-14.0-4", "BS-11.0-5", "SS-14.0-4")
def test_a_dash_is_a_close_fight_which_may_hurt_the_attacker():
    battle = ruled(close=("AD", "AM"))
    game, events = assault(PAIR, "7 OH-a assault 1734", "11", "34", battle=battle)
    assert printed(aim(events).final, 11, 4) == "" and one(events, "assault").data[0] == "close fight"
    assert one(events, "assault").cite == "KT-14.0-4"
    assert states(game, "7 OH-a") == {"worn", "shaken", "1733"} and states(game, "27 VA") == {"fresh", "1734"}


@pytest.mark.rule("KT-14.1-1", "BS-11.1-1", "SS-14.1-2")
def test_artillery_never_attacks():
    units = {**PAIR, "Clark": {"hex": "1733", "brigade": "Tyler"}}
    game = ready(units, "close-combat")
    assert refused(game, "Clark assault 1734") == shown("KT-14.1-1")
    play(game, "assault 1734")
    assert "add Clark" not in offered(game)


@pytest.mark.rule("KT-14.1-2", "SS-18.4-1")
def test_skirmishers_never_attack():
    units = {**PAIR, "7 OH-b": man("1733", 4, 4, "skirmish")}
    game = ready(units, "close-combat")
    assert refused(game, "7 OH-b assault 1734") == shown("KT-14.1-2")
    alone = ready({**PAIR, "7 OH-a": man("1733", 4, 4, "skirmish")}, "close-combat")
    assert alone.decision.kind != "close-combat"


@pytest.mark.rule("KT-14.1-3")
def test_confederate_sharpshooters_never_attack_union_ones_may():
    units = {"27 VA": man("1734", 5, sharpshooter=True), "4 VA": man("1734", 3), "7 OH-a": man("1733")}
    game = ready(units, "close-combat", active="Garnett")
    assert refused(game, "27 VA assault 1733") == "KT-14.1-3" and offered(game) == ["assault 1733", "done"]
    union = ready({**PAIR, "7 OH-a": man("1733", 5, sharpshooter=True)}, "close-combat")
    assert offered(union) == ["assault 1734", "done"]


@pytest.mark.rule("KT-14.2-1", "BS-11.2-1", "SS-14.1-3")
def test_all_combats_are_announced_before_the_first_is_resolved():
    game, events = declared(THREE, "7 OH-a assault 1734")
    assert game.decision.kind == "close-combat" and offered(game) == ["assault 1636", "done"]
    assert kinds_of(events, "declared", "assault-aim") == [("declared", "7 OH-a")]
    play(game, "7 OH-b assault 1636")
    assert offered(game) == ["resolve 1734", "resolve 1636"] or offered(game) == ["resolve 1636", "resolve 1734"]


@pytest.mark.rule("KT-14.2-2", "BS-11.2-3", "SS-14.1-4")
def test_all_that_are_beside_a_hex_may_attack_it_together():
    units = {**PAIR, "7 OH-b": "1735", "1 WV-a": "1835", "1 WV-b": "1633"}
    game, _ = declared(units, "assault 1734")
    assert offered(game) == ["add 7 OH-a", "add 7 OH-b", "add 1 WV-a"]
    assert refused(game, "add 1 WV-b") == shown("KT-14.2-2")
    events = play(game, "add 7 OH-a", "add 7 OH-b", "add 1 WV-a")
    assert one(events, "declared").units == ("7 OH-a", "7 OH-b", "1 WV-a")


@pytest.mark.rule("KT-14.2-3", "BS-11.2-2", "SS-14.1-5")
def test_nobody_must_attack():
    game = ready(THREE, "close-combat")
    assert "done" in offered(game)
    play(game, "done")
    assert game.decision.kind != "combat-order" and at(game, "27 VA") == "1734"
    game, _ = declared(PAIR | {"7 OH-b": "1735"}, "assault 1734", "add 7 OH-a")
    assert offered(game) == ["add 7 OH-b", "done"]


@pytest.mark.rule("KT-14.2-4", "BS-11.2-4", "SS-14.1-6")
def test_who_is_announced_is_committed_to_that_hex():
    units = {**THREE, "7 OH-a": man("1635", 5)}  # both stand beside both regiments
    game, _ = declared(units, "7 OH-b assault 1734")
    assert offered(game) == ["assault 1636", "done"]
    play(game, "assault 1636")
    assert game.decision.kind == "combat-order" and sorted(offered(game)) == ["resolve 1636", "resolve 1734"]
    events = play(game, "resolve 1734", "done")
    assert one(events, "assault-aim").units == ("7 OH-b",) and game.decision.kind == "dice"


@pytest.mark.rule("KT-14.3-1", "BS-11.3-1", "SS-14.2-1")
def test_each_combat_is_over_before_the_next():
    battle = ruled(close=("D", "M"))
    game, _ = declared(THREE, "7 OH-a assault 1734", "7 OH-b assault 1636", dice=["11"] * 4, battle=battle)
    events = play(game, "resolve 1734", "done", "done")
    steps = [kind for kind, _ in kinds_of(events, "assault", "test")]
    assert steps == ["assault", "test", "assault", "test"]


@pytest.mark.rule("KT-14.3-2", "BS-11.3-1", "SS-14.2-1")
@pytest.mark.parametrize("first", ["1734", "1636"])
def test_the_combats_come_in_any_order(first):
    game, _ = declared(THREE, "7 OH-a assault 1734", "7 OH-b assault 1636")
    assert game.decision.seat == "union" and sorted(offered(game)) == ["resolve 1636", "resolve 1734"]
    events = play(game, f"resolve {first}", "done")
    assert one(events, "assault-aim").hex == game.state.setting.grid.index(first)


@pytest.mark.rule("KT-14.3a-1", "BS-11.3a-1", "SS-14.2a-1")
def test_the_units_attacked_may_fire_first():
    game, _ = declared({**PAIR, "21 VA": man("1734", 3)}, "7 OH-a assault 1734")
    assert game.decision.seat == "confederate" and offered(game) == ["fire at 1733", "done"]
    events = play(game, "fire at 1733", "add 27 VA", "add 21 VA")
    assert aim(events).strength == "8" and game.decision.prompt == "the dice of the fire"
    quiet, events = assault(PAIR, "7 OH-a assault 1734")
    assert quiet.decision.prompt == "the dice of the assault"


@pytest.mark.rule(
    "KT-14.2-1", "KT-14.3a-1", "KT-14.3a-2", "KT-14.3c-1", "KT-12.2-4", "BS-11.2-1", "BS-11.3a-1", "BS-11.3a-3",
    "BS-11.3c-1", "SS-14.1-3", "SS-14.2a-1", "SS-14.2c-1", "SS-12.2-3", "SS-14.2a-2",
)  # fmt: skip
def test_confederates_attack_by_the_same_rules():
    units = {"27 VA": man("1734", 9), "7 OH-a": man("1733", 4), "7 OH-b": man("1733", 4), "7 IN-a": man("1834", 6)}
    game = ready(units, "close-combat", active="Garnett")
    assert offered(game) == ["assault 1733", "assault 1834", "done"]
    play(game, "27 VA assault 1733")
    assert (game.decision.kind, game.decision.seat) == ("defensive-fire", "union")
    assert aim(play(game.clone(), "fire at 1734", "add 7 IN-a", "fire")).strength == "3"
    play(game, "done")
    assert game.decision.seat == "union" and offered(game) == ["lead 7 OH-a", "lead 7 OH-b"]
    events = play(game, "lead 7 OH-b")
    assert one(events, "assault-aim").units == ("27 VA",) and one(events, "assault-aim").data[1] == "7 OH-b"
    alone = ready({"27 VA": man("1734", 9), "7 OH-a": man("1733", 4)}, "close-combat", active="Garnett")
    assert one(play(alone, "27 VA assault 1733", "done"), "assault-aim").data[1] == "7 OH-a"


@pytest.mark.rule("KT-14.3a-2", "BS-11.3a-3", "SS-14.2a-2")
def test_others_beside_an_attacker_support_at_half_unless_attacked_themselves():
    units = {**PAIR, "21 VA": man("1834", 6), "33 VA": man("1635", 6)}
    game, _ = declared(units, "7 OH-a assault 1734", "fire at 1733")
    assert offered(game) == ["add 27 VA", "add 21 VA"] or offered(game) == ["add 21 VA", "add 27 VA"]
    assert aim(play(game, "add 21 VA")).strength == "3"
    both = {**units, "7 OH-b": man("1833", 5)}
    game, _ = declared(both, "7 OH-a assault 1734", "7 OH-b assault 1834", "resolve 1734")
    events = play(game, "fire at 1733")
    assert aim(events).strength == "5"  # 27 VA alone: 21 VA is attacked itself


@pytest.mark.rule("KT-14.3a-2", "KT-14.3a-5", "BS-11.3a-5", "SS-14.2a-4", "BS-11.3a-3", "SS-14.2a-2")
def test_who_was_attacked_in_this_step_gives_no_support_afterwards():
    units = {**PAIR, "21 VA": man("1834", 6), "7 OH-b": man("1833", 5)}
    game, _ = declared(units, "7 OH-a assault 1734", "7 OH-b assault 1834", dice=["11", "44"])
    play(game, "resolve 1834", "done")
    assert game.decision.kind == "defensive-fire" and offered(game) == ["fire at 1733", "done"]
    game.chance = None
    assert aim(play(game, "fire at 1733")).strength == "5"


@pytest.mark.rule("KT-14.3a-3", "KT-14.3a-6", "SS-14.2a-3", "BS-11.3a-6")
@pytest.mark.parametrize("first, second", [("1733", "1735"), ("1735", "1733")])
def test_the_defender_fires_in_the_order_he_likes_each_unit_at_its_own_hex(first, second):
    units = {**PAIR, "7 OH-b": man("1735", 5), "4 VA": man("1734", 3)}
    game, _ = declared(units, "7 OH-a + 7 OH-b assault 1734", dice=["11", "11", "11", "44"])
    assert sorted(offered(game)) == ["done", "fire at 1733", "fire at 1735"]
    events = play(game, f"27 VA fire at {first}", f"4 VA fire at {second}")
    fires = [(e.units, game.state.hex_name(e.hex)) for e in events if e.kind == "fire"]
    assert fires == [(("27 VA",), first), (("4 VA",), second)]


@pytest.mark.rule("KT-14.3a-6", "BS-11.3a-6", "SS-14.2a-5")
def test_two_defenders_may_fire_at_the_same_hex_but_each_once():
    units = {**PAIR, "7 OH-b": man("1735", 5), "4 VA": man("1734", 3)}
    game, _ = declared(units, "7 OH-a + 7 OH-b assault 1734", dice=["11", "11", "11", "44"])
    events = play(game, "27 VA fire at 1733", "4 VA fire at 1733")
    assert [e.units for e in events if e.kind == "fire"] == [("27 VA",), ("4 VA",)]
    assert game.decision.kind != "defensive-fire"


@pytest.mark.rule("KT-14.3a-4", "BS-11.3a-4")
def test_defensive_and_supporting_fire_combine_where_the_hexes_touch():
    units = {**PAIR, "4 VA": man("1834", 5), "33 VA": man("1732", 5)}
    game, _ = declared(units, "7 OH-a assault 1734", "fire at 1733", "add 27 VA")
    assert "add 4 VA" in offered(game) and "add 33 VA" not in offered(game)
    assert refused(game, "add 33 VA") == shown("KT-12.1e-3")
    assert aim(play(game, "add 4 VA", "fire")).strength == "7.5"


@pytest.mark.rule("KT-14.3a-5", "BS-11.3a-5", "SS-14.2a-4")
@pytest.mark.parametrize("result, dice", [(("-", "R1"), [HIT, "11"]), (("D", "-"), [HIT, "11", "6"])])
def test_who_is_driven_off_or_broken_is_out_of_the_combat(result, dice):
    units = {**PAIR, "27 VA": man("1734", BIG), "7 OH-b": man("1635", 5), "7 OH-a": man("1733", 4, face="worn")}
    game, _ = declared(units, "7 OH-a + 7 OH-b assault 1734", dice=[*dice, "11", "44"], battle=ruled(result))
    events = play(game, "27 VA fire at 1733") + settle(game, "retreat")
    assert at(game, "7 OH-a") != "1733" and one(events, "assault-aim").units == ("7 OH-b",)


@pytest.mark.rule("KT-14.3a-5", "BS-11.3a-5")
def test_who_is_driven_off_is_out_even_where_he_stands_beside_the_hex_again():
    enemies = {"4 VA": "1633", "33 VA": "1732", "2 VA": "1833", "5 VA": man("1834", 9)}
    units = {**PAIR, "27 VA": man("1734", BIG), "7 OH-b": man("1634", 4), **enemies}
    game, _ = declared(units, "7 OH-a + 7 OH-b assault 1734", dice=[HIT, "11", "11", "44"], battle=ruled(("-", "R1")))
    play(game, "27 VA fire at 1733")
    events = play(game, "done")
    assert at(game, "7 OH-a") == "1634" and one(events, "assault-aim").units == ("7 OH-b",)


@pytest.mark.rule("KT-14.3a-7", "BS-11.0-2", "BS-11.3a-7", "SS-14.2a-3")
def test_defensive_fire_is_fire_with_its_own_column_and_table():
    game, _ = declared(PAIR, "7 OH-a assault 1734", hexes=flat({"1733": {"terrain": "orchard"}}))
    events = play(game, "fire at 1733")
    assert (aim(events).base, aim(events).final) == ("5", "4") and list(shifts(events).values()) == [-1]
    quiet = game.clone()
    events = play(quiet, "11")
    assert one(events, "fire").data[0] == "" and "test" not in kinds(events)  # no Close Fight
    assert quiet.decision.prompt == "the dice of the assault"
    events = play(game, "66", "55")
    row = next(r for r in table("fire_cohesion") if r["test"] == one(events, "fire").data[0] and r["die"] == "5")
    assert one(events, "test").data[1:] == (row["depletion"], row["skedaddle"])


@pytest.mark.rule("KT-14.3a-7", "KT-12.2-3", "SS-12.2-2", "SS-14.2a-3")
def test_defensive_fire_is_led_by_the_largest_of_the_hex_though_it_does_not_attack():
    units = {**PAIR, "7 IN-a": man("1733", 6), "27 VA": man("1734", BIG)}
    game, _ = declared(units, "7 OH-a assault 1734", dice=[HIT, "11", "11", "44"], battle=ruled(("D", "-")))
    events = play(game, "fire at 1733")
    assert one(events, "fire").data[1] == "7 IN-a" and one(events, "fire").seat == "confederate"
    assert "worn" in states(game, "7 IN-a") and "fresh" in states(game, "7 OH-a")


@pytest.mark.rule("BS-11.3a-2")
@pytest.mark.parametrize("result, hurt", [("D2", {"7 OH-a"}), ("D all", {"7 OH-a"}), ("-", set())])
def test_by_the_series_rules_defensive_fire_strikes_who_attacks_and_others_only_by_panic(result, hurt):
    units = {**PAIR, "7 IN-a": man("1733", 6, 1), "27 VA": man("1734", BIG)}
    game, _ = declared(units, "7 OH-a assault 1734", dice=[HIT, "11", "11", "44"], battle=ruled((result, "M P1")))
    card = game.rulebook.plans(game.state, "confederate")[0]
    events = play(game, "fire at 1733") + settle(game, "retreat")
    assert one(events, "fire").data[1] == "7 OH-a"
    assert {u for u in ("7 OH-a", "7 IN-a") if "worn" in states(game, u)} == hurt
    assert "shaken" in states(game, "7 OH-a") and kinds_of(events, "panics") == [("panics", "7 IN-a")]
    aimed = next(e for e in events if e.kind == "aim").data[0]
    assert card["fires"][0]["column"]["final"] == aimed.final


@pytest.mark.rule("KT-14.3c-1", "BS-11.3c-1", "SS-14.2c-1")
@pytest.mark.parametrize("result", [("D", "-"), ("-", "2M")])
def test_who_is_left_must_carry_the_attack_through(result):
    units = {**PAIR, "27 VA": man("1734", BIG)}
    game, _ = declared(units, "7 OH-a assault 1734", dice=[HIT, "11", "11", "44"], battle=ruled(result))
    events = play(game, "fire at 1733")
    assert kinds_of(events, "assault-aim", "assault-lost", "assault")[0] == ("assault-aim", "7 OH-a")


@pytest.mark.rule("KT-14.3c-2", "BS-11.3c-2", "SS-14.2c-2")
def test_one_attacking_hex_attacks_with_all_its_points():
    units = {"7 OH-a": man("1733", 6), "7 OH-b": man("1733", 3, 4, "shaken"), "27 VA": man("1734", 8)}
    _, events = assault(units, "7 OH-a + 7 OH-b assault 1734")
    assert (aim(events).strength, aim(events).base) == ("8", "8-9")
    _, events = assault({**units, "7 OH-b": man("1733", 3)}, "7 OH-a assault 1734")
    assert (aim(events).strength, aim(events).base) == ("6", "6-7")


TWO = {"7 OH-a": man("1733", 4, 3), "7 OH-b": man("1634", 6, 5), "27 VA": man("1734", 5, 4), "4 VA": man("1835", 9)}


def assaulted(units, hex, *dice, **keys):
    """TWO's attack from both hexes with this Assaulting Hex, nobody firing."""
    group = " + ".join(u for u in units if u in ("7 OH-a", "7 OH-b", "1 WV-a"))
    game = ready(units, "close-combat", dice=list(dice) or None, **keys)
    play(game, f"{group} assault 1734", "done")
    return game, play(game, f"assault from {hex}")


@pytest.mark.rule("KT-14.3c-3", "BS-11.3c-3", "SS-14.2c-3")
def test_of_several_hexes_the_attacker_names_the_assaulting_hex():
    game, _ = declared(TWO, "7 OH-a + 7 OH-b assault 1734", "done")
    assert game.decision.seat == "union" and offered(game) == ["assault from 1733", "assault from 1634"]
    single, _ = declared({**TWO, "7 OH-b": man("1733", 6, 5)}, "7 OH-a + 7 OH-b assault 1734", "done")
    assert single.decision.kind == "dice"


@pytest.mark.rule("KT-14.3c-4", "BS-11.3c-3", "SS-14.2c-3")
def test_the_assaulting_hex_is_named_after_defensive_fire():
    game = ready(TWO, "close-combat", dice=["11"])
    play(game, "7 OH-a + 7 OH-b assault 1734")
    assert game.decision.kind == "defensive-fire"
    play(game, "27 VA fire at 1634")
    assert game.decision.kind == "assaulting-hex"
    broken = ready({**TWO, "27 VA": man("1734", BIG)}, "close-combat", dice=[HIT, "11", "11", "44"],
                   battle=ruled(("-", "R2")))  # fmt: skip
    events = play(broken, "7 OH-a + 7 OH-b assault 1734", "27 VA fire at 1634") + settle(broken, "retreat")
    assert one(events, "assault-aim").data[2] == broken.state.setting.grid.index("1733")


@pytest.mark.rule("KT-14.3c-5", "BS-11.3c-4", "SS-14.2c-4")
def test_only_the_assaulting_hex_counts_for_column_and_shifts():
    _, weak = assaulted(TWO, "1733")
    assert aim(weak).strength == "4" and "KT-14.3d-CR-right" not in shifts(weak)
    _, strong = assaulted(TWO, "1634")
    assert aim(strong).strength == "6" and shifts(strong)["KT-14.3d-CR-right"] == 1
    smooth = {**TWO, "7 OH-a": man("1733", 4, 3, weapon="S")}
    assert "KT-14.3d-smooth-att" in shifts(assaulted(smooth, "1733")[1])
    assert "KT-14.3d-smooth-att" not in shifts(assaulted(smooth, "1634")[1])


@pytest.mark.rule("KT-14.3c-6", "BS-11.3c-5", "SS-14.2c-5")
def test_for_the_odds_all_attacking_hexes_count():
    _, events = assaulted(TWO, "1733")
    assert shifts(events)["KT-14.3d-odds-2-1"] == 2  # 10 against 5, though 4 assault
    _, events = assault(TWO, "7 OH-a assault 1734")
    assert "KT-14.3d-odds-2-1" not in shifts(events)


@pytest.mark.rule("KT-14.3c-7", "BS-11.3c-7", "SS-14.2c-6")
def test_flankers_may_advance():
    game, _ = assaulted(TWO, "1733", "66", "11", battle=ruled(close=("-", "RA1")))
    assert game.decision.kind == "advance"
    assert offered(game) == ["7 OH-a: 1734", "7 OH-b: 1734", "done"]
    play(game, "7 OH-b: 1734")
    assert at(game, "7 OH-b") == "1734"


@pytest.mark.rule(
    "KT-14.3e", "KT-14.3f-1", "KT-14.3f-2", "BS-11.3d-1", "BS-11.3e-1", "BS-11.3e-2", "SS-14.2e-1", "SS-14.2f-1",
    "SS-14.2f-2",
)  # fmt: skip
@pytest.mark.parametrize("sp, rating", [(3, 0), (5, 3), (9, 2), (20, 6), (BIG, 5)])
def test_the_dice_of_an_assault_are_read_as_in_fire(sp, rating):
    units = {"7 OH-a": man("1733", sp, rating), "27 VA": man("1734", sp, rating), "4 VA": man("1835", 1)}
    units["1 WV-a"] = man("1633", 1)  # both are supported
    game, events = assault(units, "7 OH-a assault 1734")
    assert shifts(events) == {} and aim(events).final == next(c for c in COLUMNS[1:] if covers(c, sp))
    for text in offered(game):
        wanted = printed(aim(events).final, int(text), rating) or "close fight"
        trial = game.clone()
        found = one(play(trial, text), "assault")
        assert found.data[0] == wanted and trial.decision.prompt == f"the {wanted} test of 27 VA"
        assert found.cite == ("KT-14.0-4" if wanted == "close fight" else "KT-14.3f-1")


def test_to_attack_nobody_is_never_put_under_enter():
    game, _ = declared(THREE)
    assert "done" in offered(game) and game.decision.proposed is None
    game, _ = declared(THREE, "assault 1734", "add 7 OH-a", "done")
    assert offered(game) == ["assault 1636", "done"] and game.decision.proposed.text == "done"
