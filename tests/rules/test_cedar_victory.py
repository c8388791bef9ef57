"""Cedar Mountain: points, who holds what, and how the battle is won (SS 19)."""

import msgspec
import pytest

import vedette
from tests.rules.field import refused
from tests.rules.fighting import man
from tests.rules.mountain import afternoon, evening, mountain
from tests.rules.scored import closing, earned, held, lost
from tests.support import example, kinds, play, referee, texts
from vedette.engine.rulebook import rulebook_of
from vedette.rules.blind_swords.ai.stakes import FAITH, swings

AFTERNOON, EVENING = "cedar-mountain/slaughter-mountain", "cedar-mountain/valley-vengeance"
EACH_TURN = {"1514": 2, "1315": 2, "1914": 4, "2114": 4, "2513": 4, "2612": 3, "2913": 6, "3608": 9}
AT_END = {"3101": 5, "2404": 10, "1311": 5, "1709": 5, "2107": 5, "1606": 10}
REAR = ("1717", "1818", "2917", "3018", "3717")


def marching(unit, hex, order="maneuver", turn=6, **more):
    """One Confederate unit in the midst of its Movement Step."""
    brigade = afternoon().counters[unit]["brigade"]
    keys = {"begin": "movement", "active": brigade, "order": order, "turn": turn, **more}
    return referee({unit: hex, "10th ME": "3000"}, battle=afternoon(), **keys)


# -- hexes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SS-19.2-3", "SS-17.2-1", "SS-19.2-1514", "SS-19.2-1315", "SS-19.2-1914", "SS-19.2-2114", "SS-19.2-2513",
    "SS-19.2-2612", "SS-19.2-2913", "SS-19.2-3608",
)  # fmt: skip
def test_the_union_earns_its_hexes_turn_by_turn():
    game = closing(AFTERNOON, 3, held(EACH_TURN, "union"), {"10th ME": "1204", "1st VA": "1916"})
    rows = {row["hexes"][0]: row["name"] for row in afternoon().scenario["victory"]["each_turn"]}
    found = earned(game, "union")
    assert {hex: found[f"{rows[hex]}, turn by turn"] for hex in EACH_TURN} == EACH_TURN
    assert earned(closing(AFTERNOON, 3, held(EACH_TURN, "confederate")), "confederate") == {}


@pytest.mark.rule("SS-19.2-3", "SS-17.2-1")
def test_each_turn_again():
    game = closing(EVENING, 10, held("2513", "union"), {"10th ME": "1606", "1st VA": "1614"}, set={"no-events": True})
    assert earned(game, "union") == {"The White Barn, turn by turn": 4}
    again = closing(EVENING, 11, held("2513", "union"), points={"union": 4})
    assert again.outcome.points == -8


@pytest.mark.rule(
    "SS-19.1-4", "SS-19.1-3101", "SS-19.1-2404", "SS-19.1-1311", "SS-19.1-1709", "SS-19.1-2107", "SS-19.1-1606"
)
def test_the_confederates_count_theirs_once():
    for turn in (3, 14):
        game = closing(AFTERNOON, turn, held(AT_END, "confederate"), {"10th ME": "1204", "1st VA": "1916"})
        rows = {row["hexes"][0]: row["name"] for row in afternoon().scenario["victory"]["at_end"]}
        found = earned(game, "confederate")
        assert {hex: found[f"{rows[hex]}, at the end"] for hex in AT_END} == AT_END
    assert game.outcome.points == sum(AT_END.values())
    assert earned(closing(AFTERNOON, 14, held(AT_END, "union")), "union") == {}


@pytest.mark.rule("SS-19.2-rear", "SS-19.2-4")
def test_the_rear_area_counts_while_infantry_stands_in_it():
    standing = dict(zip(("10th ME", "46th PA", "28th NY", "5th CT", "2nd MA"), REAR, strict=True))
    game = closing(AFTERNOON, 3, units={**standing, "Knap": "1917", "1st PA": {"hex": "2117", "marks": ["mounted"]}})
    assert earned(game, "union") == {"Confederate Rear Area, turn by turn": len(REAR)}
    far = closing(AFTERNOON, 3, units={"10th ME": "1617", "46th PA": "1716", "1st VA": "1717"})
    assert earned(far, "union") == {}
    evening_game = closing(EVENING, 11, units={"10th ME": "2917", "28th NY": "2818"})
    assert evening_game.outcome.points == -2


@pytest.mark.rule("SS-19.1-3")
@pytest.mark.parametrize("unit, marks, taken", [("37th VA", [], True), ("Caskie", [], False)])
def test_infantry_alone_takes_a_hex(unit, marks, taken):
    game = closing(AFTERNOON, 14, units={unit: {"hex": "1606", "marks": marks}})
    assert earned(game, "confederate").get("The Pike Intersection, at the end") == (10 if taken else None)


@pytest.mark.rule("SS-19.1-3")
def test_a_hex_stays_with_who_was_last_in_it_though_he_is_gone():
    game = marching("1st VA", "1608", control={"1606": "union"})
    assert game.view("")["control"]["1606"] == "union"
    events = play(game, "1st VA: 1607-1606")
    assert [e.cite for e in events if e.kind == "control"] == ["SS-19.1-3"]
    play(game, "1st VA: 1605")
    assert game.view("")["control"]["1606"] == "confederate"


@pytest.mark.rule("SS-19.1-3")
def test_cavalry_that_rides_through_takes_nothing():
    keys = {"begin": "artillery", "turn": 3, "control": {"1606": "confederate"}}
    game = referee({"1st PA": {"hex": "1606", "marks": ["mounted"]}, "1st VA": "3000"}, battle=afternoon(), **keys)
    assert game.view("")["control"]["1606"] == "confederate"


@pytest.mark.rule("SS-19.1-3")
def test_at_the_start_nobody_holds_what_guns_stand_in():
    control = afternoon().new_game(seed=1).view("")["control"]
    assert (control["1914"], control["2612"], control["2913"], control["1606"]) == (None,) * 4
    assert control["2513"] == "confederate"
    evening_game = evening().new_game(seed=1).view("")["control"]
    assert (evening_game["1606"], evening_game["1311"], evening_game["2114"]) == ("union", "union", "confederate")
    assert evening_game["1914"] is None


# -- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-19.1-1", "SS-19.1-2", "SS-19.2-1", "SS-19.2-2")
def test_losses_count_by_their_fresh_side():
    union = {"10th ME": lost("3", 6, 2), "46th PA": lost("available", 5, 1), "Knap": lost("eliminated", 4, 2)}
    south = {"1st VA": lost("1", 3, "C"), "Caskie": lost("eliminated", 2, 1), "37th VA": {"hex": "1916"}}
    game = closing(AFTERNOON, 14, units={**union, **south})
    assert earned(game, "confederate") == {"enemy losses": 15} and earned(game, "union") == {"enemy losses": 5}
    assert game.outcome.points == 10


@pytest.mark.rule("SS-13.9-3")
def test_who_has_left_the_map_is_no_loss():
    gone = {"10th ME": {"box": "exited", "exit": {"edge": "east", "turn": 3}}}
    assert earned(closing(AFTERNOON, 14, units=gone), "confederate") == {}


# -- levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SS-19.0-1", "SS-19.3-1", "SS-19.3-cmaj", "SS-19.3-cmod", "SS-19.3-cmin", "SS-19.3-draw", "SS-19.3-umin",
    "SS-19.3-umod", "SS-19.3-umaj", "SS-17.6-2",
)  # fmt: skip
def test_the_difference_gives_the_level():
    found = {}
    for battle, last in ((AFTERNOON, 14), (EVENING, 11)):
        for ahead in (-30, -21, -20, -11, -10, -1, 0, 1, 10, 11, 20, 21, 30):
            points = {"union": 40, "confederate": 40 - ahead}
            found.setdefault(ahead, set()).add(closing(battle, last, points=points).outcome.level)
    assert all(len(levels) == 1 for levels in found.values())
    short = ["cmaj", "cmaj", "cmod", "cmod", "cmin", "cmin", "draw", "umin", "umin", "umod", "umod", "umaj", "umaj"]
    words = {"c": "Confederate", "u": "Union", "maj": "Major", "mod": "Moderate", "min": "Minor"}
    wanted = ["Draw" if s == "draw" else f"{words[s[0]]} {words[s[1:]]} Victory" for s in short]
    assert [levels.pop() for levels in found.values()] == wanted
    cites = [closing(EVENING, 11, points={"confederate": n}).outcome.cite for n in (0, 5, 15, 25)]
    assert cites == ["SS-19.3-draw", "SS-19.3-cmin", "SS-19.3-cmod", "SS-19.3-cmaj"]


# -- at once ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-19.1-auto")
def test_fresh_infantry_at_the_church_wins_at_once():
    game = marching("37th VA", "1302", points={"union": 90})
    play(game, "37th VA: 1301")
    told = game.rulebook.notes(game.state, "confederate")
    assert told == {"37th VA: 1300": "wins the battle at once"}
    events = play(game, "37th VA: 1300")
    assert (kinds(events)[-2:], events[-1].cite) == (["sudden", "over"], "SS-19.1-auto")
    assert texts(game, events)[-1] == "The battle is over: Automatic Confederate Victory"
    assert game.decision is None and (game.outcome.winner, game.outcome.cite) == ("confederate", "SS-19.1-auto")
    assert "won at once" in game.view("")["tally"]["note"] and game.view("union")["over"]
    again = vedette.Game.from_record(game.record())
    assert again.outcome == game.outcome and again.decision is None


@pytest.mark.rule("SS-19.1-auto")
def test_an_advance_there_is_a_move():
    units = {"37th VA": "1301", "10th ME": man("1300", 1, 1)}
    keys = {"begin": "close-combat", "active": "Taliaferro", "order": "attack", "turn": 6}
    game = referee(units, battle=afternoon(), **keys)
    while game.decision is not None and game.decision.kind != "advance":
        offers = [a.text for a in game.decision.actions]
        play(game, next((t for t in ("assault 1300", "66", "6", "pass", "done") if t in offers), offers[0]))
    assert game.rulebook.notes(game.state, "confederate") == {"37th VA: 1300": "wins the battle at once"}
    play(game, "37th VA: 1300")
    assert game.outcome.level == "Automatic Confederate Victory"


@pytest.mark.rule("SS-19.1-auto")
def test_to_make_room_there_is_a_move():
    units = {"37th VA": man("1301", 6, 4), "47th AL": man("1301", 5, 4), "10th ME": "2000"}
    game = mountain(units, "Augur", turn=6, set={"no-events": True})
    assert game.rulebook.notes(game.state, "confederate") == {"37th VA: 1300": "wins the battle at once"}
    play(game, "37th VA: 1300")
    assert game.outcome.level == "Automatic Confederate Victory"


@pytest.mark.rule("SS-19.1-auto")
@pytest.mark.parametrize("unit, more", [("37th VA", {"face": "worn"}), ("Caskie", {})])
def test_others_do_not(unit, more):
    brigade = {"37th VA": "Taliaferro"}.get(unit)
    units = {unit: {"hex": "1302", **more}, "10th ME": "3000"}
    if brigade:
        game = referee(units, battle=afternoon(), begin="movement", active=brigade, order="maneuver", turn=6)
        play(game, f"{unit}: 1301-1300")
    else:
        open_ground = {hex: {"terrain": "clear"} for hex in ("1300", "1301", "1302")}
        game = referee(units, battle=afternoon(), begin="artillery", turn=6, hexes=open_ground)
        play(game, "confederate: artillery 1302", f"move {unit}", f"{unit}: 1301-1300")
    assert game.decision is not None and game.outcome is None


@pytest.mark.rule("SS-19.1-auto")
def test_a_fog_move_there_by_the_enemy_does_not_count():
    game = mountain({"37th VA": "1301", "10th ME": "1400"}, "Fog of War", "Augur", turn=6)
    die = next(r["die"] for r in afternoon().charts["fog_of_war"] if r["result"].endswith("Confederate Advance"))
    play(game, "Fog of War", die, "37th VA: 1300")
    assert where(game, "37th VA") == "1300"
    assert game.outcome is None and game.decision is not None


def where(game, unit):
    """The hex of a unit."""
    return next(u["hex"] for u in game.view("")["units"] if u["id"] == unit)


# -- what it is worth ------------------------------------------------------------------------------------------------


def test_the_worth_of_hexes_knows_the_end_and_the_rear():
    state = mountain({"10th ME": "1204", "1st VA": "1916"}, "Williams", turn=13).state
    index = state.setting.grid.index
    now, last = (swings(state.setting, turn, state.control) for turn in (13, 14))
    assert now[index("3608")] == pytest.approx(9 + 9 * FAITH) and last[index("3608")] == 9
    assert now[index("2404")] == pytest.approx(10 * FAITH) and last[index("2404")] == 10
    assert not {index("1818"), index("1300")} & set(now)  # not held: infantry stands there, or wins at once


def test_the_rules_of_victory_are_told():
    texts_of = rulebook_of(afternoon()).summary(afternoon(), {})["victory"]
    assert any("the last infantry to stand in it" in text for text in texts_of)
    assert "Confederates: once, at the end of the game, 5 points for holding Hudson's Mill (3101)" in texts_of
    assert "when Fresh infantry of the Confederates moves into 1300" in texts_of[-1]


# -- the field of the evening ----------------------------------------------------------------------------------------


@pytest.mark.rule("SS-22.1-s5")
def test_nobody_goes_south_of_row_29_in_the_evening():
    keys = {"begin": "movement", "active": "Early", "order": "maneuver"}
    units = {"13th VA": "2913", "10th ME": "1606"}
    game = referee(units, battle=evening(), **keys)
    assert refused(game, "13th VA: 3013") == "SS-22.1-s5"
    free = referee(units, battle=afternoon(), **keys, turn=7)
    assert "13th VA: 3013" in [a.text for a in played(free, "move 13th VA").decision.actions]


def played(game, *actions):
    """The game after these."""
    play(game, *actions)
    return game


@pytest.mark.rule("SS-2.0-1")
def test_example_of_the_unions_points():
    game, _ = example("SS-EX-vp")
    assert game.view("")["score"].startswith("Union 21 points")


def test_both_books_reckon_alike():
    series = msgspec.structs.replace(evening())
    game = closing(series.id, 11, held("2513", "union"), set={"rules": "series-2026"})
    assert game.outcome.points == -4
