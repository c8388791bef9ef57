"""Slaughter Mountain: chits that come along a track, brigades that are called and summoned (SS 17.5, SS 20)."""

import pytest

from tests.rules.chits import asked, in_cup, marker, quiet
from tests.rules.mountain import FIELD, afternoon, evening, mountain
from tests.support import kinds, offered, play, referee, texts
from vedette import staff
from vedette.engine.rulebook import OptionError, PositionError
from vedette.rules.blind_swords.ai.chits import drawn
from vedette.rules.blind_swords.ai.scene import Scene
from vedette.rules.blind_swords.ai.stakes import MOST, stakes_of

BAD_DAY, POPE, REAR = "stonewalls-bad-day", "popes-reinforcements", "hills-rearguard"
ALL = {BAD_DAY: True, POPE: True, REAR: True}
CHIT = "Command Confusion"


def ending(turn, options=ALL, units=None, **keys):
    """The End Turn Phase of the whole battle, without rolls yet."""
    return referee(units or {}, battle=afternoon(), empty=False, begin="end-turn", turn=turn, set=options, **keys)


def track(game, chit="Jackson"):
    """A track as the page shows it."""
    return next(t for t in game.view("")["tracks"] if t["chit"] == chit)


def box(game, chit="Jackson"):
    """The box in which a chit lies, from 0 on."""
    return track(game, chit)["box"]


def arrivals(game, brigade):
    """When and where a brigade is awaited."""
    counters = afternoon().counters
    rows = game.view("")["arrivals"]
    return {(row["turn"], row["hex"]) for row in rows if counters[row["unit"]]["brigade"] == brigade}


# -- the tracks -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-20.1-1", "SS-20.2-1", "SS-22.2-2", "SS-22.2-3")
def test_the_chits_begin_in_the_first_box():
    game = afternoon().new_game(seed=1, options=ALL)
    tracks = {t["chit"]: (t["boxes"][t["box"]], t["arrived"]) for t in game.view("")["tracks"]}
    assert tracks == {"Jackson": ("Jackson Unaware", False), "Ricketts": ("Ricketts Unaware", False)}
    assert marker(game, "Duryee") == "not yet in play" and afternoon().new_game(seed=1).view("")["tracks"] == []


@pytest.mark.rule("SS-20.1-1", "SS-20.2-1")
def test_on_their_tracks_they_do_not_come_by_the_clock():
    game = referee({}, battle=afternoon(), empty=False, begin="draw", turn=12, set=ALL)
    assert not {"Jackson", "Ricketts"} & set(in_cup(game))
    assert "Jackson" in in_cup(referee({}, battle=afternoon(), empty=False, begin="draw", turn=9))
    assert "frozen" in next(u for u in game.view("")["units"] if u["id"] == "5th LA")["marks"]


@pytest.mark.rule("SS-20.0-1")
def test_the_options_are_those_of_the_whole_battle_alone():
    assert afternoon().new_game(seed=1, options=ALL).view("")["tracks"]
    for option in ALL:
        with pytest.raises(OptionError, match=f"has no option '{option}'"):
            evening().new_game(seed=1, options={option: True})


@pytest.mark.rule("SS-20.1b-1", "SS-20.1b-2", "SS-20.1b-3", "SS-17.5-1")
@pytest.mark.parametrize("laid, dice, moves", [
    ((), "33", True), ((), "34", False), ((CHIT,), "34", True), ((CHIT,), "44", False),
    ((CHIT, "Quick March!", "Firefight"), "45", True), ((CHIT, "Quick March!", "Firefight"), "46", False),
])  # fmt: skip
def test_two_dice_less_the_chits_laid_out_must_be_below_the_turn(laid, dice, moves):
    game = ending(7, {BAD_DAY: True}, common={"confederate": list(laid)})
    assert asked(game) == ("chance", "dice") and game.decision.prompt == "Where Is General Jackson?"
    events = play(game, dice)
    assert (box(game), track(game)["laid"]) == (int(moves), 0)
    assert [e.cite for e in events if e.kind == "track"] == [f"SS-20.1b-{2 if moves else 3}"]


@pytest.mark.rule("SS-20.2b-1", "SS-20.2b-2", "SS-20.2b-3", "SS-17.5-3")
@pytest.mark.parametrize("laid, dice, moves", [((), "33", True), ((), "34", False), (("Rally",), "16", True)])
def test_so_it_is_for_the_union(laid, dice, moves):
    game = ending(7, {POPE: True}, common={"union": list(laid)})
    events = play(game, dice)
    assert box(game, "Ricketts") == int(moves)
    assert [e.cite for e in events if e.kind == "track"] == [f"SS-20.2b-{2 if moves else 3}"]


@pytest.mark.rule("SS-17.5-1", "SS-17.5-3")
def test_the_confederates_roll_first_after_the_broken_track():
    game = ending(7, units={"10th ME": {"box": "2"}})
    assert game.decision.prompt == "Where Is General Jackson?"
    assert [e.kind for e in game.start_events][-1] == "box"
    play(game, "66")
    assert game.decision.prompt == "Where Is General Ricketts?"
    play(game, "66")
    assert game.view("")["turn"] == 8


@pytest.mark.rule("SS-20.1b-4", "SS-20.2b-3")
@pytest.mark.parametrize("dice", ["11", "66"])
def test_the_chits_laid_out_go_back_to_their_pools(dice):
    game = ending(7, common={"confederate": [CHIT], "union": ["Rally"]})
    play(game, dice, dice)
    assert asked(game)[1] == "key" and track(game)["laid"] == 0
    assert f"key {CHIT}" in offered(game, "confederate") and "key Rally" in offered(game, "union")
    assert game.view("confederate")["chits"]["mine"]["given_up"] == []


@pytest.mark.rule("SS-20.1c-1", "SS-17.5-2")
def test_from_the_last_box_jackson_goes_into_the_cup():
    game = ending(7, {BAD_DAY: True, "no-events": True}, tracks={"Jackson": 3})
    events = play(game, "11")
    assert [e.cite for e in events if e.kind == "track-end"] == ["SS-20.1c-1"] and track(game)["arrived"]
    freed = [e for e in events if e.kind == "freed"]
    assert len(freed) == 1 and len(freed[0].units) == 10  # Forno, Trimble and two batteries
    quiet(game, "draw")
    assert "Jackson" in in_cup(game) and game.view("")["turn"] == 8


@pytest.mark.rule("SS-20.1c-1")
def test_before_it_he_does_not():
    game = ending(7, {BAD_DAY: True, "no-events": True}, tracks={"Jackson": 2})
    play(game, "11")
    quiet(game, "draw")
    assert "Jackson" not in in_cup(game)


def test_in_the_last_turn_nobody_rolls():
    assert ending(14).outcome is not None


@pytest.mark.rule("SS-20.1a-1", "SS-20.1a-2", "SS-20.1a-3", "SS-20.2a-1", "SS-20.2a-2", "SS-20.2a-3")
def test_any_number_is_laid_out_as_it_is_drawn_and_none_later():
    cup = [f"{CHIT} (Confederate)", "Rally", "Firefight (Union)", "Augur"]
    game = mountain(FIELD, *cup, turn=4, set=ALL)
    for chit, seat in ((CHIT, "confederate"), ("Rally", "union"), ("Firefight", "union")):
        draw = next(text for text in offered(game) if text.startswith(chit))
        play(game, draw)
        assert (asked(game)[0], f"give up {chit}" in offered(game)) == (seat, True)
        play(game, f"give up {chit}")
    assert (track(game)["laid"], track(game, "Ricketts")["laid"]) == (1, 2)
    held = mountain(FIELD, "Augur", turn=4, set=ALL, held={"confederate": [CHIT, "Firefight"]})
    play(held, "announce")
    assert not any(text.startswith("give up") for text in offered(held))


@pytest.mark.rule("SS-20.1a-1")
def test_once_he_has_come_nothing_more_is_laid_out():
    game = mountain(FIELD, f"{CHIT} (Confederate)", "Augur", turn=9, set=ALL, tracks={"Jackson": 4})
    play(game, offered(game)[0] if offered(game)[0].startswith(CHIT) else offered(game)[1])
    assert offered(game) == [f"hold {CHIT}"]


# -- who is called ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-20.2c-1", "SS-20.2c-2", "SS-17.5-3")
def test_as_ricketts_comes_the_union_calls_a_brigade_and_one_more_each_turn():
    game = ending(9, {POPE: True, "no-events": True}, tracks={"Ricketts": 4})
    assert "track-end" in kinds(play(game, "11")) and asked(game) == ("union", "call")
    names = ["Duryee", "Tower", "Hartsuff", "Carroll"]
    for n, brigade in enumerate(("Tower", "Carroll", "Duryee")):
        left = [b for b in names if b not in ("Tower", "Carroll", "Duryee")[:n]]
        if n:
            game = late(9 + n, units=come(*(b for b in names if b not in left)))
        assert offered(game) == [f"call {b}" for b in left]
        events = play(game, f"call {brigade}")
        assert [e.cite for e in events if e.kind == "called"] == [f"SS-20.2c-{1 + (n > 0)}"]
        assert arrivals(game, brigade) == {(10 + n, "1300")} and marker(game, brigade) == "available"
        assert {marker(game, b) for b in left if b != brigade} == {"not yet in play"}
    last = late(12, units=come("Tower", "Carroll", "Duryee"))
    assert arrivals(last, "Hartsuff") == {(13, "1300")}  # the last of them is no question
    assert "called" not in kinds(late(12, units=come(*names)).start_events)


def come(*brigades):
    """All units of these brigades, off the map for the moment."""
    return {id: {"box": "available"} for id, row in afternoon().counters.items() if row["brigade"] in brigades}


def late(turn, **keys):
    """The end of a turn, Ricketts in the last box since the turn before."""
    return ending(turn, {POPE: True, "no-events": True}, tracks={"Ricketts": 5}, **keys)


def ricketts(turn=10, **keys):
    """Duryee is called for turn 10; Ricketts' chit is drawn."""
    game = ending(9, {POPE: True, "no-events": True}, tracks={"Ricketts": 4}, **keys)
    play(game, "11", "call Duryee")
    while game.decision.kind != "draw":
        play(game, f"{game.decision.seat}: {offered(game)[-1]}")
    play(game, "Ricketts", "1")
    return game


@pytest.mark.rule("SS-20.2c-3")
def test_a_brigade_enters_at_the_church():
    game = ricketts()
    assert (asked(game), offered(game)) == (("union", "entry"), ["enter at 1300", "enter at 2400"])
    events = play(game, "enter at 1300")
    assert [e.cite for e in events if e.kind == "entry"] == ["SS-20.2c-3"]
    units = [u for u in game.view("")["units"] if u["brigade"] == "Duryee"]
    assert {u["hex"] for u in units} == {"1300"} and game.decision.kind == "order"


@pytest.mark.rule("SS-20.2c-4")
def test_or_a_turn_later_at_another_road():
    game = ricketts()
    notes = game.rulebook.notes(game.state, "union")
    assert notes == {"enter at 1300": "now", "enter at 2400": "in turn 11 (7:00); it does nothing now"}
    events = play(game, "enter at 2400")
    assert [e.cite for e in events if e.kind == "entry"] == ["SS-20.2c-4"]
    assert arrivals(game, "Duryee") == {(11, "2400")} and game.decision.kind != "order"
    assert all(u["hex"] is None for u in game.view("")["units"] if u["brigade"] == "Duryee")


# -- who is summoned --------------------------------------------------------------------------------------------------


def rear(turn, **keys):
    """The end of a turn, Ricketts in the last box since the turn before."""
    return ending(turn, {POPE: True, REAR: True, "no-events": True}, tracks={"Ricketts": 5}, **keys)


@pytest.mark.rule("SS-20.3-1", "SS-20.3a-1", "SS-17.5-4")
def test_field_is_rolled_for_from_the_turn_on_in_which_the_first_brigade_comes():
    game = ending(9, {POPE: True, REAR: True, "no-events": True}, tracks={"Ricketts": 4})
    play(game, "11")
    events = play(game, "call Tower")
    assert "summons" not in kinds(events) and game.view("")["turn"] == 10  # not in the turn in which the chit comes
    later = rear(10)
    play(later, "call Tower")
    assert asked(later) == ("chance", "die") and later.decision.prompt == "does Field come?"
    alone = ending(9, {REAR: True, "no-events": True})
    assert alone.view("")["turn"] == 10


@pytest.mark.rule("SS-20.3a-2", "SS-20.3a-3")
@pytest.mark.parametrize("die, comes", [("4", False), ("5", True), ("6", True)])
def test_on_5_or_6_it_may_come_next_turn(die, comes):
    game = rear(10)
    play(game, "call Tower")
    events = play(game, die)
    assert [e.cite for e in events if e.kind == "summons"] == ["SS-20.3a-2" if comes else "SS-20.3a-3"]
    assert arrivals(game, "Field") == ({(11, "2218")} if comes else set())
    again = rear(11, units=come("Tower", *["Field"] * comes))
    play(again, "call Duryee")
    assert (again.decision.prompt == "does Field come?") is not comes


@pytest.mark.rule("SS-20.3b-1", "SS-20.3b-2", "SS-20.3b-3")
@pytest.mark.parametrize("hex, delay, cite", [("2218", 0, 1), ("2618", 1, 2), ("3418", 2, 3)])
def test_field_enters_at_one_of_three_roads(hex, delay, cite):
    game = rear(10)
    play(game, "call Tower", "5")
    while game.decision.kind != "draw":
        play(game, f"{game.decision.seat}: {offered(game)[-1]}")
    play(game, "Hill", "1", "activate Field")
    assert offered(game) == ["enter at 2218", "enter at 2618", "enter at 3418"]
    events = play(game, f"enter at {hex}")
    assert [e.cite for e in events if e.kind == "entry"] == [f"SS-20.3b-{cite}"]
    there = {u["hex"] for u in game.view("")["units"] if u["brigade"] == "Field"}
    assert there == {None if delay else hex} and arrivals(game, "Field") == ({(11 + delay, hex)} if delay else set())


def test_who_comes_too_late_by_a_road_is_not_offered_it():
    game = rear(12)
    play(game, "call Tower", "6")
    while game.decision.kind != "draw":
        play(game, f"{game.decision.seat}: {offered(game)[-1]}")
    play(game, "Hill", "1", "activate Field")
    assert offered(game) == ["enter at 2218", "enter at 2618"]


# -- told -------------------------------------------------------------------------------------------------------------


def test_the_page_says_who_may_come_and_the_turns_card_what_became_of_it():
    game = ending(7, common={"confederate": [CHIT]})
    words = {row["title"]: row["words"] for row in game.view("union")["efforts"]}
    place = "box 1 of 4, “Jackson Unaware”"
    assert words["Where Is General Jackson?"] == (
        f"{place}; a box on where two dice, less 1 for chits laid out are below 7 as this turn ends: 58%"
    )
    assert words["Field"].startswith("5 to 6 on one die at each turn's end, from the turn on")
    events = play(game, "11", "66")
    said = texts(game, events)
    assert said[0] == "Where Is General Jackson? Rolled 2 less 1 for chits laid out: Jackson moves on to “Guns Heard”"
    assert track(game)["chance"] == 0.583
    card = game.rulebook.turn_end(game.state, events, "union")
    generals = next(section for section in card if section["title"] == "Generals")
    assert generals["items"][0] | {"text": ""} == {"text": "", "tone": "bad", "hex": None, "units": []}


def test_what_a_chit_laid_out_adds_is_said_under_the_answer():
    game = mountain(FIELD, f"{CHIT} (Confederate)", "Augur", turn=7, set=ALL)
    play(game, next(text for text in offered(game) if text.startswith(CHIT)))
    notes = game.rulebook.notes(game.state, "confederate")
    assert notes == {f"give up {CHIT}": "a box on with 58% instead of 42%"}


def test_a_position_says_where_a_chit_lies():
    with pytest.raises(PositionError, match=r"tracks.Jackson: there is no box 5; write 1 to 4"):
        ending(7, tracks={"Jackson": 5})
    with pytest.raises(PositionError, match="tracks: 'Jackson' has no track in this game; none is in play"):
        ending(7, {}, tracks={"Jackson": 2})


def test_it_is_saved_and_read_again():
    game = rear(10)
    again = game.rulebook.load(game.battle, {POPE: True, REAR: True, "no-events": True}, game.state.saved())
    assert again == game.state and again.tracks == game.state.tracks


# -- commanders -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, worn", [("cautious", {"48th VA"}), ("adjutant", {"1st VA", "42nd VA", "48th VA", "21st VA"})]
)
def test_commanders_answer_what_these_rules_ask(name, worn):
    def chosen(game):
        seat = game.decision.seat
        return staff.seat(name, game.battle, 1).choose(staff.desk(game, seat))

    called = late(10)
    assert chosen(called) == "call Hartsuff" or (name == "cautious" and chosen(called) in offered(called))
    assert chosen(ricketts()) == "enter at 1300"
    guns = evening().new_game(seed=3)
    assert guns.decision.kind == "bombard" and chosen(guns).removeprefix("deplete ") in worn


def test_the_adjutant_lays_a_chit_out_where_that_may_bring_him_on():
    def worth(turn):
        game = mountain(FIELD, f"{CHIT} (Confederate)", "Augur", turn=turn, set=ALL)
        play(game, next(text for text in offered(game) if text.startswith(CHIT)))
        return drawn(Scene.of(game.state, "confederate"), game.decision.ask)[1]

    assert worth(7) > worth(13)


def test_the_adjutant_knows_what_wins_at_once_and_what_counts_at_the_end():
    near = mountain({"1st VA": "1304", "10th ME": "1204"}, "Williams", turn=6).state
    church = near.setting.grid.index("1300")
    assert stakes_of(near, 1).hexes[church] == stakes_of(near, 0).hexes[church] == MOST
    far = mountain({"1st VA": "1916", "10th ME": "1204"}, "Williams", turn=6).state
    house = far.setting.grid.index("2404")
    assert church not in stakes_of(far, 1).hexes and stakes_of(far, 1).hexes[house] > 0
