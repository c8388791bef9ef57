"""What a game tells those who follow it: depths and chapters of the log, news, the card of a turn, the chronicle."""

import pytest

import vedette
from tests.rules.chits import cup
from tests.rules.field import mover
from tests.support import BATTLE, play, referee
from vedette.engine.chance import Listed
from vedette.engine.events import Event
from vedette.engine.game import Game
from vedette.rules.blind_swords.text.lines import KINDS

WALL = {"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}


def told(game, events, seat=""):
    """The events as the log has them."""
    return [game.rulebook.event(game.state, e, 1, seat) for e in events]


def of(rows, kind):
    """The last line of a kind."""
    return [row for row in rows if row["kind"] == kind][-1]


def fired(*dice):
    game = referee(WALL, begin="fire", active="Tyler", dice=list(dice))
    return game, game.play("7 OH-a + 7 OH-b fire at 1834")


def test_behind_a_fire_stands_every_shift_used_or_not_with_its_case():
    game, events = fired("65", "64")
    detail = of(told(game, events), "aim")["detail"]
    used = {row["text"]: row["cite"] for row in detail if row["used"]}
    spare = {row["text"]: row["cite"] for row in detail if not row["used"]}
    assert used["stone wall -2"] == "KT-12.3-shift-wall"
    assert spare["flanking fire +1"] == "KT-12.3-shift-flanking"


def test_a_fire_says_where_it_came_from_and_what_of_its_charts_is_ours():
    game, events = fired("65", "64")
    line = of(told(game, events), "fire")
    assert (line["from"], line["hex"], line["roll"]) == (["1733"], "1834", 65)
    assert "the row of the Combat Results Table is reconstructed" in [row["text"] for row in line["detail"]]


def test_a_fire_is_told_from_what_comes_of_it_and_a_declaration_is_no_fight():
    game, events = fired("65", "64")
    rows = told(game, events)
    assert {row["kind"] for row in rows if row.get("fight")} == {"aim", "fire"}
    assert not of(rows, "test").get("fight")
    assert "declared" in KINDS.fires and "declared" not in KINDS.fights


def test_a_test_says_what_each_die_did_in_words():
    game, events = fired("65", "64")
    line = of(told(game, events), "test")
    assert line["text"] == "27 VA: tough test, rolled 6 and 4: depleted, and the next largest too, a hit, retreats 1"
    assert [row["text"] for row in line["detail"][:2]] == [
        "coloured die 6, D2: depleted, and the next largest too", "white die 4, M R1: a hit, retreats 1",
    ]  # fmt: skip


def test_dice_are_found_in_the_charts_where_they_were_read():
    game, events = fired("65", "64")
    lines = told(game, events)
    assert of(lines, "fire")["cells"] == [{"chart": "crt", "where": {"roll": "65-66"}, "column": "6-7"}]
    assert of(lines, "test")["cells"] == [
        {"chart": "fire_cohesion", "where": {"die": "6", "test": "tough"}, "column": "depletion"},
        {"chart": "fire_cohesion", "where": {"die": "4", "test": "tough"}, "column": "skedaddle"},
    ]
    assert of(lines, "aim")["cells"] == []


@pytest.mark.parametrize(("roll", "rating", "row"), [(1, 3, "<=0"), (4, 3, "1"), (6, 1, "3+")])
def test_a_break_test_is_read_by_how_far_the_die_is_above_the_rating(roll, rating, row):
    game, _ = fired("11")
    broken = Event("break-test", "KT-15.7-cause-2", "confederate", ("27 VA",), -1, (rating, 0), roll)
    assert told(game, [broken])[0]["cells"] == [
        {"chart": "break_test", "where": {"die_minus_cr": row}, "column": "result"}
    ]


def test_a_test_without_a_result_says_so():
    game, _ = fired("11")
    test = Event("test", "KT-15.1-1", "confederate", ("27 VA",), -1, ("routine", "-", "-"), 33)
    assert told(game, [test])[0]["text"] == "27 VA: routine test, rolled 3 and 3: nothing happens"


def test_a_row_that_the_rulebook_gives_is_not_called_reconstructed():
    game, _ = fired("11")
    hex = game.battle.board.grid.index("1834")
    test = Event("test", "KT-15.2-1", "confederate", ("27 VA",), hex, ("tough", "D2", "M RA2"), 54)
    ours = [row["text"] for row in told(game, [test])[0]["detail"] if "reconstructed" in row["text"]]
    assert ours == ["the row 4 of the tough test after close combat is reconstructed"]


def test_an_activation_is_a_chapter_named_by_order_rating_and_roll():
    game = cup({"7 OH-a": "1531", "27 VA": "1834"}, "Tyler", dice=["3"])
    rows = told(game, play(game, "Tyler", "order attack"))
    drawn = of(rows, "drawn")
    assert drawn["opens"] and drawn["heading"] == "Tyler"
    assert of(rows, "command")["note"] == "4, rolled 3"
    ordered = of(rows, "ordered")
    assert (ordered["heading"], ordered["depth"], ordered["opens"]) == ("Tyler, Attack", 1, False)


def test_the_title_of_an_event_chit_names_it_to_nobody_before_it_is_played():
    game = cup({"7 OH-a": "1531", "27 VA": "1834"}, "Rally (Union)")
    events = play(game, "Rally (Union)")
    assert {of(told(game, events, seat), "drawn-event")["heading"] for seat in ("", "union", "confederate")} == {
        "Union Event chit"
    }


def test_a_chit_played_in_an_activation_is_no_chapter_of_its_own_and_one_before_a_draw_is():
    units = {"7 OH-a": {"hex": "1531", "marks": ["shaken"]}, "27 VA": "1834"}
    held = {"union": ["Rally"], "confederate": ["Fatigue"]}
    game = cup(units, "Tyler", "Burks", held=held, dice=["3", "2"])
    before = told(game, game.play("union: play Rally"))
    within = told(game, play(game, "confederate: pass", "Tyler", "order attack", "confederate: play Fatigue"))
    assert of(before, "played")["opens"] and not of(within, "played")["opens"]
    assert (of(before, "played")["heading"], of(within, "played")["heading"]) == ("Rally, Union", None)


def test_the_log_says_why_nobody_fires_at_one_who_leaves():
    weak = {"hex": "1634", "values": {"fresh": [1, "R", 4], "worn": [1, "R", 4]}, "marks": ["disrupted"]}
    game = mover({"7 OH-a": "1533", "33 VA": weak}, "7 OH-a")
    rows = told(game, play(game, "7 OH-a: 1532"))
    assert of(rows, "no-opportunity")["text"] == (
        "no opportunity fire at 1533: 33 VA: it would fire with less than half a strength point"
    )


def test_after_fire_the_log_does_not_say_that_there_was_none():
    game = mover({"7 OH-a": "1533", "33 VA": "1634"}, "7 OH-a", dice=["11"])
    rows = told(game, play(game, "7 OH-a: 1532", "fire at 1533"))
    assert [row for row in rows if row["kind"] == "no-opportunity"] == []


def test_a_step_that_is_passed_over_says_so():
    game = referee({"7 OH-a": "1031", "27 VA": "1834"}, begin="orders", active="Tyler")
    rows = told(game, game.play("order attack"))
    assert of(rows, "passed-over")["text"] == "Tyler: nobody can fire"


@pytest.mark.rule("KT-13.0-2", "KT-13.1-1")
def test_the_movement_step_of_a_brigade_that_is_shut_in_says_that_nobody_can_move():
    ring = {"27 VA": "1030", "4 VA": "1130", "2 VA": "1131", "33 VA": "1032"}  # 1031 lies on the map's edge
    game = referee({"7 OH-a": "1031", **ring}, begin="orders", active="Tyler")
    rows = told(game, game.play("order maneuver"))
    assert "Tyler: nobody can move" in [row["text"] for row in rows if row["kind"] == "passed-over"]


# -- news -----------------------------------------------------------------------------------------------------


def test_news_say_in_one_line_what_a_unit_suffered_bad_for_its_owner_good_for_the_other():
    game, events = fired("65", "64")
    events += game.play("retreat 27 VA to 1934")
    words = "27 VA depleted, shaken, fell back one hex to 1934"
    mine, others = (game.rulebook.news(game.state, events, seat)[0] for seat in ("confederate", "union"))
    assert (mine["text"], mine["tone"], others["text"], others["tone"]) == (words, "bad", words, "good")


def test_news_say_why_a_result_came_about():
    game, events = fired("65", "64")
    texts = [row["text"] for row in game.rulebook.news(game.state, events, "union")]
    assert texts[1:] == ["7 OH-a, 7 OH-b fired at 1834: column 6-7, rolled 65, tough test of 27 VA (CR 3)"]


def test_the_worst_news_come_first_and_marches_are_told_by_brigade():
    game = mover({"7 OH-a": "1633", "27 VA": {"hex": "2134"}}, "7 OH-a", control={"1834": "confederate"})
    events = play(game, "7 OH-a: 1733-1834")
    rows = game.rulebook.news(game.state, events, "confederate")
    assert [row["text"] for row in rows] == ["Tyler now holds 1834", "Tyler moved: 7 OH-a to 1834"]
    assert (rows[0]["tone"], rows[0]["hexes"]) == ("bad", ["1834"])


def test_news_of_a_held_chit_are_its_back_to_the_other():
    game = cup({"7 OH-a": "1531", "27 VA": "1834"}, "Rally (Union)", "Burks")
    events = play(game, "Rally (Union)", "hold Rally")
    assert [row["text"] for row in game.rulebook.news(game.state, events, "confederate")] == ["Union holds a chit"]
    assert game.rulebook.news(game.state, events, "union") == []


# -- the card of a turn -----------------------------------------------------------------------------------------


def ended(units, **keys):
    """The sections of the card of a turn that has ended, by title."""
    game = referee(units, begin="end-turn", **keys)
    sections = game.rulebook.turn_end(game.state, game.start_events, "union")
    return {section["title"]: [item["text"] for item in section["items"]] for section in sections}


def test_the_card_says_who_holds_the_hexes_and_who_comes_back_from_which_box():
    card = ended({"7 OH-a": "1834", "27 VA": {"box": "2"}, "23 VA": {"box": "1"}})
    assert card["Victory hexes"][0] == "1834: Union"
    assert card["Victory hexes"][-1].startswith("Union holds 1 of 4; now ")
    assert card["Broken Track"] == ["27 VA: Broken Box 1, Available in 1 turn", "23 VA: Available, may come back"]


def test_the_roster_says_when_a_unit_off_the_map_may_come_back():
    game = referee({"7 OH-a": "1834", "27 VA": {"box": "2"}, "23 VA": {"box": "available"}})
    where = {u["id"]: u["where"] for u in game.view("union")["units"]}
    assert where["27 VA"] == "Broken Box 2, Available in 2 turns"
    assert where["23 VA"] == "Available, may come back" and where["7 OH-a"] is None


def test_the_card_says_what_arrives_next_and_whether_its_hex_is_free():
    battle = vedette.battle(BATTLE)
    first = next(iter(game_of(battle).state.waiting))
    hex = game_of(battle).state.hex_name(first[2])
    free = ended({}, turn=first[0] - 1, empty=False)["Arrivals"]
    beside = ended({"7 OH-a": hex}, turn=first[0] - 1, empty=False)["Arrivals"]
    assert f"turn {first[0]}: {first[1]} at {hex}, free" in free
    assert f"turn {first[0]}: {first[1]} at {hex}, blocked by the enemy" in beside


def game_of(battle):
    return Game.new(battle, chance=Listed())


# -- the chronicle ----------------------------------------------------------------------------------------------


def table(game, events, title):
    return next(s for s in game.rulebook.chronicle(game.state, events) if s["title"] == title)


def test_luck_is_what_the_tables_expect_against_what_the_dice_gave():
    game, events = fired("65", "64")
    rows = {row[0]: row[1:] for row in table(game, events, "Luck")["rows"]}
    crt = game.state.setting.crt
    cells = crt.cells[crt.columns.index("6-7")].values()
    expected = f"{sum(1 for cell in cells if cell[3]) / 36:.1f}"
    assert rows["Tests that its fire and assaults forced"] == [expected, "1", "0.0", "0"]
    assert rows["Steps that tests took from it"][2:] == ["1.0", "2"]


def test_losses_stand_by_brigade():
    game, events = fired("65", "64")
    assert table(game, events, "Losses by brigade")["rows"] == [["Confederate", "Garnett", "1", "0", "0"]]


def test_the_chronicle_names_a_chit_when_it_is_played_and_not_while_it_is_held():
    game = cup({"7 OH-a": {"hex": "1531", "marks": ["shaken"]}, "27 VA": "1834"}, "Rally (Union)", "Burks")
    events = play(game, "Rally (Union)", "hold Rally")
    assert "Rally" not in str(game.rulebook.chronicle(game.state, events))
    events += game.play("play Rally")
    played = table(game, events, "Chits played")["items"]
    assert [(item["text"], events[item["event"]].kind) for item in played] == [("turn 1, Union: Rally", "played")]
