"""Chapter 15.4: retreats. 27 VA in 1734 is driven off by 7 OH-a; north lies towards lower rows, west towards 1741."""

import copy

import msgspec
import pytest

import vedette
from tests.books import BOOK
from tests.rules.field import changed, flat, limit, refused
from tests.rules.fighting import BIG, HIT, charted, fire, kinds_of, man, ready, ruled, settle
from tests.support import BATTLE, at, kinds, offered, play, states

BESIDE = ["1634", "1733", "1834", "1835", "1735", "1635"]  # the hexes around 1734
OHIOANS = ["7 OH-b", "7 IN-a", "7 IN-b", "1 WV-a", "1 WV-b", "110 PA-a", "110 PA-b"]
CLOSED = charted("terrain", orchard={"infantry": "no"}, slope={"infantry": "no"})
"""The Stone Wall, its orchards and slopes impassable."""


def driven(result, others=(), *dice, hex="1734", cause="1733", battle=None, **keys):
    """27 VA must fall back by this result; the events up to the first question."""
    units = {"7 OH-a": man(cause, BIG), "27 VA": man(hex, 4), **dict(others)}
    wanted = ruled(("-", result))
    if battle is not None:
        charts = {**battle.charts, "fire_cohesion": wanted.charts["fire_cohesion"]}
        wanted = msgspec.structs.replace(battle, charts=charts)
    return fire(units, f"7 OH-a fire at {hex}", HIT, "11", *dice, battle=wanted, **keys)


def fled(*args, **keys):
    """The hexes that the retreat went through, by the usual answers."""
    game, events = driven(*args, **keys)
    events = events + settle(game, "retreat")
    return [game.state.hex_name(e.hex) for e in events if e.kind == "retreated"]


def lane(*hexes, **changes):
    """Ground on which only these hexes and 1734 are open to infantry."""
    shut = {name: {"terrain": "orchard"} for name in flat() if name not in (*hexes, "1734")}
    return {"battle": CLOSED, "hexes": flat({**shut, **{k[1:]: v for k, v in changes.items()}})}


def enemies(*hexes):
    """Regiments of Tyler's in these hexes."""
    return dict(zip(OHIOANS, hexes, strict=False))


def choices(game, unit="27 VA"):
    """The hexes to which a unit may take its next step back."""
    return [text.removeprefix(f"retreat {unit} ").removeprefix("to ") for text in offered(game)]


def home(strays, *hexes):
    """These hexes, and by the series rules those that lead away from home as well."""
    return sorted([*strays, *hexes]) if BOOK.get() == "BS" else list(hexes)


def far(game, unit="27 VA", hex="1734"):
    """How far a unit stands from a hex."""
    grid = game.state.setting.grid
    return grid.distance(grid.index(at(game, unit)), grid.index(hex))


@pytest.mark.rule("KT-15.4-1", "SS-15.4-1", "BS-12.3-1", "BS-12.3-4", "SS-15.4-4")
def test_its_owner_retreats_it_at_once():
    game, _ = driven("R1")
    assert (game.decision.kind, game.decision.seat) == ("retreat", "confederate")
    assert choices(game) == home(["1635"], "1735", "1835")
    play(game, "retreat 27 VA to 1835")
    assert at(game, "27 VA") == "1835" and game.decision.seat == "union"


@pytest.mark.rule("KT-15.4-2", "SS-15.4-2", "BS-12.3-2")
def test_hexes_are_counted_whatever_the_ground_costs():
    rough = {name: {"terrain": "light-woods", "features": ["angled"]} for name in flat() if name > "1734"}
    assert len(fled("R3", hexes=flat(rough))) == 3


@pytest.mark.rule("KT-15.4-3", "SS-15.4-3", "BS-12.3-3")
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_the_whole_distance_is_gone(hexes):
    game, _ = driven(f"R{hexes}")
    settle(game, "retreat")
    assert far(game) == hexes == len(fled(f"R{hexes}"))


@pytest.mark.rule("KT-15.4-4", "SS-15.4-4", "BS-12.3-4")
def test_a_stack_falls_back_unit_by_unit():
    units = {"7 OH-a": man("1733"), "27 VA": man("1734", 4), "4 VA": man("1734", 3)}
    game = ready(units, "close-combat", dice=["11", "11"], battle=ruled(close=("-", "RA1")))
    play(game, "7 OH-a assault 1734", "done")
    assert game.decision.about == ("27 VA",) and refused(game, "retreat 4 VA to 1735")
    play(game, "retreat 27 VA to 1735")
    assert game.decision.about == ("4 VA",) and at(game, "4 VA") == "1734"
    play(game, "retreat 4 VA to 1835")
    assert (at(game, "27 VA"), at(game, "4 VA")) == ("1735", "1835")


@pytest.mark.rule("KT-15.4-must-1", "SS-15.4-req-1", "BS-12.3-req-1")
def test_it_ends_so_far_from_where_it_stood_be_it_by_a_detour():
    cliff = {"hexsides": [("1734", "1835", "slope")]}
    ground = lane("1735", "1835", "1935", h1835={"level": 6}, h1935={"level": 6})
    assert fled("R2", **ground, **cliff) == ["1735", "1835", "1935"]
    assert fled("R1", **ground, **cliff) == ["1735"]


@pytest.mark.rule("KT-15.4-must-2", "SS-15.4-req-2", "BS-12.3-req-2")
def test_it_never_enters_an_enemys_hex():
    assert fled("R1", enemies("1735", "1635", "1634", "1834")) == ["1835"]  # beside three, but nobody stands there
    assert fled("R2", enemies("1736"), **lane("1735", "1736", "1835", "1935")) == ["1835", "1935"]


@pytest.mark.rule("KT-15.4-must-3", "SS-15.4-req-3", "BS-12.3-req-3")
def test_it_never_enters_impassable_ground_nor_crosses_an_impassable_hexside():
    assert fled("R1", **lane("1735")) == ["1735"] and fled("R1", **lane("1835")) == ["1835"]
    ground = lane("1735", "1835", h1735={"level": 6})
    assert fled("R1", **ground, hexsides=[("1734", "1735", "slope")]) == ["1835"]


@pytest.mark.rule("KT-15.4-fail-1", "SS-15.4-req-fail", "BS-12.3-fail-1")
def test_who_cannot_retreat_is_broken_box_three():
    game, events = driven("R1", enemies(*[hex for hex in BESIDE if hex != "1733"]))
    assert states(game, "27 VA") == {"worn", "Broken Box 3"} and "no-retreat" in kinds(events)


@pytest.mark.rule("KT-15.4-fail-2", "BS-12.3-fail-2", "SS-15.4-edge")
def test_who_retreats_off_the_map_is_broken_box_one():
    game, events = driven("R2", hex="1740", cause="1739")
    assert states(game, "27 VA") == {"fresh", "1740"} and choices(game) == ["off the map", *home(["1641"], "1841")]
    events = play(game, "retreat 27 VA off the map")
    assert states(game, "27 VA") == {"worn", "Broken Box 1"} and "off-map" in kinds(events)


@pytest.mark.rule("KT-15.4-fail-4")
@pytest.mark.parametrize("side, place", [("confederate", "left the map"), ("union", "Broken Box 1")])
def test_a_scenario_may_count_it_as_having_left_the_map(side, place):
    row = {"side": side, "edges": ["south"], "per": 7, "forced": True, "cite": "KT-20.4i-exit-1"}
    victory = vedette.battle(BATTLE).scenario["victory"]
    game, _ = driven("R2", hex="1740", cause="1739", battle=changed(victory={**victory, "exits": [row]}))
    play(game, "retreat 27 VA off the map")
    assert place in states(game, "27 VA")


@pytest.mark.rule("KT-15.4-fail-3", "SS-15.4-req-art", "BS-12.3-fail-3")
@pytest.mark.parametrize("unit, more", [("Chew", {}), ("27 VA", {"fragile": True})])
@pytest.mark.parametrize("hex, cause, others", [("1734", "1733", BESIDE), ("1740", "1739", ["1841"])])
def test_artillery_and_fragile_units_are_lost(unit, more, hex, cause, others):
    units = {**enemies(*[h for h in others if h != cause]), "7 OH-a": man(cause, BIG), unit: man(hex, 4, 4, **more)}
    game, events = fire(units, f"7 OH-a fire at {hex}", HIT, "11", battle=ruled(("-", "R1")))
    if game.decision.kind == "retreat":  # by the series rules it may also stay on the map
        events = events + play(game, f"retreat {unit} off the map")
    assert states(game, unit) >= {"eliminated"} and {"no-retreat", "off-map"} & set(kinds(events))


@pytest.mark.rule("KT-15.4-pref-1", "SS-15.4-res-1", "BS-12.3-res-1")
def test_it_keeps_away_from_those_who_caused_it_before_all_else():
    assert fled("R1", **lane("1834", "1835")) == ["1835"]  # 1834 is beside 7 OH-a
    assert fled("R1", enemies("1935"), **lane("1834", "1835")) == ["1835"]  # rather beside another enemy
    assert fled("R1", **lane("1834", "1635")) == ["1635"]  # rather not homeward
    assert fled("R1", **lane("1834")) == ["1834"]  # there is no other way


@pytest.mark.rule("KT-15.4-pref-2", "SS-15.4-res-2", "BS-12.3-res-2")
def test_then_it_keeps_away_from_other_enemies():
    assert fled("R1", enemies("1935"), **lane("1735", "1835")) == ["1735"]
    assert fled("R1", enemies("1935"), **lane("1635", "1835")) == ["1635"]  # rather not homeward
    assert fled("R1", enemies("1935"), **lane("1835")) == ["1835"]


@pytest.mark.rule("KT-15.4-pref-3", "KT-15.4-pref-3-CSA")
def test_confederates_fall_back_south_or_west():
    assert choices(driven("R1")[0]) == ["1735", "1835"]
    assert fled("R1", cause="1735") == ["1834"]  # south: 1634 and 1733 lie north and east
    assert fled("R1", **lane("1635", "1735")) == ["1735"]
    assert fled("R1", **lane("1635")) == ["1635"]


@pytest.mark.rule("KT-15.4-pref-3", "KT-15.4-pref-3-USA")
def test_the_union_falls_back_north_or_east():
    for cause, wanted in (("1735", ["1634", "1733"]), ("1733", ["1635"]), ("1635", ["1733"])):
        units = {"27 VA": man(cause, BIG), "7 OH-a": man("1734", 4)}
        game, events = fire(units, "27 VA fire at 1734", HIT, "11", active="Garnett", battle=ruled(("-", "R1")))
        went = [game.state.hex_name(e.hex) for e in events if e.kind == "retreated"]
        assert (went or choices(game, "7 OH-a")) == wanted


@pytest.mark.rule("BS-12.3-4", "BS-12.3-res-1")
def test_by_the_series_rules_no_way_is_homeward():
    """Any hex will do that is not beside who caused it: the owner has the choice."""
    assert choices(driven("R1")[0]) == ["1635", "1735", "1835"]
    units = {"27 VA": man("1733", BIG), "7 OH-a": man("1734", 4)}
    game, _ = fire(units, "27 VA fire at 1734", HIT, "11", active="Garnett", battle=ruled(("-", "R1")))
    assert choices(game, "7 OH-a") == ["1635", "1735", "1835"]


@pytest.mark.rule("KT-15.4-edge", "SS-15.4-edge", "SS-15.4-req-art")
def test_at_the_edge_with_hexes_left_it_leaves_the_map():
    game, _ = driven("R3", hex="1739", cause="1738")
    events = play(game, "retreat 27 VA to 1740")
    assert states(game, "27 VA") == {"worn", "Broken Box 1"} and "off-map" in kinds(events)
    game, _ = driven("R1", hex="1739", cause="1738")
    play(game, "retreat 27 VA to 1740")
    assert at(game, "27 VA") == "1740"  # nothing is left to go


@pytest.mark.rule("KT-15.4-edge", "SS-15.4-edge", "SS-15.4-req-art")
def test_who_can_stay_on_the_map_may():
    game, _ = driven("R3", hex="1738", cause="1737")
    assert choices(game) == ["1739", "1839"]
    events = play(game, "retreat 27 VA to 1839") + settle(game, "retreat")
    assert far(game, hex="1738") == 3 and "off-map" not in kinds(events)


@pytest.mark.rule("KT-15.4-edge", "KT-15.4-pref-3", "SS-15.4-edge", "SS-15.4-req-art")
def test_the_enemys_edge_is_no_way_home():
    assert fled("R1", hex="1034", cause="1134") == ["1033"]  # north is the Union's side
    assert fled("R1", enemies("1032"), hex="1034", cause="1134", **lane("1034", "1133")) == ["1133"]
    game, events = driven("R1", enemies("1033", "1035", "1133"), hex="1034", cause="1134")
    assert states(game, "27 VA") == {"worn", "Broken Box 1"} and "off-map" in kinds(events)


PAST = {"7 OH-b": man("1636", 20)}
"""It stands beside 1735 and 1736, through which 27 VA must fall back."""


def gauntlet(result, *dice):
    """27 VA falls back two hexes along a lane past 7 OH-b, which may fire at it in 1735."""
    return driven(result, PAST, *dice, **lane("1735", "1736", "1737", "1738", "1739"))


@pytest.mark.rule("KT-15.4-opp-1", "SS-15.4-fire-1", "BS-12.3-fire-1")
def test_the_first_hex_draws_no_fire_those_after_it_do():
    game, events = gauntlet("R2")
    assert kinds_of(events, "retreated", "aim") == [("aim", "7 OH-a"), ("retreated", "27 VA")]
    assert at(game, "27 VA") == "1735" and game.decision.kind == "opportunity-fire"
    assert game.decision.seat == "union" and offered(game) == ["fire at 1735", "pass"]
    play(game, "pass")
    assert at(game, "27 VA") == "1736"
    assert driven("R1", PAST, **lane("1735"))[0].decision.kind != "opportunity-fire"  # it does not leave 1735


@pytest.mark.rule("KT-15.4-opp-2", "SS-15.4-fire-2", "BS-12.3-fire-2")
def test_a_retreat_on_the_way_is_added_to_the_one_under_way():
    game, _ = gauntlet("R2", HIT, "11")
    events = play(game, "fire at 1735")
    assert kinds_of(events, "test") == [("test", "27 VA")]
    assert at(game, "27 VA") == "1736" and offered(game) == ["fire at 1736", "pass"]  # not again in 1735
    play(game, "pass")
    assert at(game, "27 VA") == "1738"


@pytest.mark.rule("KT-15.4-opp-2", "BS-12.3-fire-2", "SS-15.4-fire-2")
@pytest.mark.parametrize("depletion, mark", [("D", "worn"), ("-", "fresh")])
def test_depletion_on_the_way_counts_at_once(depletion, mark):
    game, _ = gauntlet("R2", HIT, "11")
    battle = ruled((depletion, "-"))
    game.state.setting = copy.copy(game.state.setting)
    game.state.setting.fire_tests = _tests(battle)
    play(game, "fire at 1735")
    assert states(game, "27 VA") == {mark, "1736"}  # it goes on as it was going


def _tests(battle):
    from vedette.rules.blind_swords.setting import setting_of

    return setting_of(battle).fire_tests


@pytest.mark.rule("KT-15.4-stack-1", "KT-15.4-stack-2", "SS-15.4-stack-1", "BS-12.3-stack", "SS-15.4-stack-2")
@pytest.mark.parametrize("over, way", [(0, ["1735"]), (1, ["1735", "1736"])])
def test_it_goes_on_past_a_hex_that_it_would_make_too_full(over, way):
    there = limit() - 4 + over
    assert fled("R1", {"4 VA": man("1735", there)}, **lane("1735", "1736")) == way
    assert fled("R1", {"4 VA": man("1735", there)}, **lane("1735", "1835")) == (["1835"] if over else way)
