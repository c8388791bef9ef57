"""Slaughter Mountain: two brigades that sleep and two batteries that stand fast, until they are released (SS 22.2)."""

import pytest

from tests.rules.chits import asked, fates, in_cup, marker, quiet
from tests.rules.field import refused
from tests.rules.fighting import man
from tests.rules.mountain import FIELD, afternoon, mountain
from tests.support import kinds, offered, play, referee, texts

COLD = {"marks": ["frozen"]}
ASLEEP = {
    "15th AL": {"hex": "3307", **COLD}, "5th LA": {"hex": "3411", **COLD}, "Latimer": {"hex": "3409", **COLD},
    "Terry": {"hex": "3508", **COLD},
}  # fmt: skip
EARLY = {"13th VA": "2313"}


def sleeping(units, *chits, **keys):
    """The Chit Draw Phase with those who sleep."""
    return mountain({**FIELD, **ASLEEP, **EARLY, **units}, *chits, **{"turn": 4, "set": {"no-events": True}, **keys})


def frozen(game):
    """Who is frozen now."""
    return {u["id"] for u in game.view("")["units"] if "frozen" in u["marks"]}


@pytest.mark.rule("SS-22.2-s2-1")
def test_neither_their_divisions_chit_nor_the_commander_activates_them():
    game = sleeping({}, "Ewell", "Augur")
    play(game, "Ewell", "1")
    assert offered(game) == ["order attack", "order defend", "order maneuver", "order regroup"]  # of Early alone
    assert (marker(game, "Forno"), marker(game, "Trimble")) == ("frozen", "frozen")
    general = sleeping({}, "Augur", held={"confederate": ["Jackson"]}, turn=8)
    play(general, "announce", "play Jackson")
    assert {"activate Early", "activate Garnett"} <= set(offered(general))
    assert not {"activate Forno", "activate Trimble"} & set(offered(general))


@pytest.mark.rule("SS-22.2-s2-1")
def test_a_chit_that_finds_them_alone_finds_nobody():
    game = mountain({**FIELD, **ASLEEP}, "Ewell", "Augur", turn=4, set={"no-events": True})
    found = next(e for e in play(game, "Ewell") if e.kind == "no-brigade")
    assert game.rulebook.event(game.state, found, 0, "union")["cite"] == "SS-10.7-7"  # discarded


@pytest.mark.rule("SS-22.2-s2-1")
def test_in_the_set_up_they_say_what_frees_them():
    view = afternoon().new_game(seed=1).view("")
    notes = {u["id"]: u["notes"][0] for u in view["units"] if u["notes"]}
    assert len(notes) == 10 and {"15th AL", "14th LA", "Latimer", "Terry"} <= set(notes)
    until = "frozen until Jackson's chit comes into the game or a Union unit enters one of 2900 to 2917; "
    assert notes["15th AL"] == f"{until}is not activated, and no event is played on it"
    assert notes["Terry"] == f"{until}may fire"


@pytest.mark.rule("SS-22.2-s2-6")
def test_the_two_batteries_fire_and_do_not_move():
    game = referee({**ASLEEP, "10th ME": "3207"}, battle=afternoon(), begin="artillery", turn=4)
    play(game, "confederate: artillery 3409")
    assert refused(game, "Latimer: 3410") == "SS-22.2-s2-6"
    assert any(text.startswith("fire at") for text in offered(game))


@pytest.mark.rule("SS-22.2-s2-2")
@pytest.mark.parametrize("chit, side", [
    ("Brigade Reserve Move", "confederate"), ("Firefight", "union"), ("Firefight", "confederate"),
    ("Rebel Yell!", "confederate"),
])  # fmt: skip
def test_no_event_of_either_side_is_played_on_them(chit, side):
    def may(*marks):
        near = "1204" if chit == "Brigade Reserve Move" else "3410"
        units = {"5th LA": {"hex": "3411", "marks": list(marks)}, "10th ME": near}
        game = mountain(units, "Augur", turn=4, held={side: [chit]})
        if asked(game)[1] == "announce":
            play(game, "announce")
        return f"play {chit}" in offered(game)

    assert may() and not may("frozen")


def trodden(unit="10th ME", start="2813", to="2913", *chits, **keys):
    """A Union unit steps into the row 29 in its brigade's activation."""
    units = {**ASLEEP, **EARLY, unit: start, "1st VA": "1916"}
    keys = {"set": {"no-events": True}, "turn": 4, "cup": ["Augur", *chits], **keys}
    game = referee(units, battle=afternoon(), begin="movement", active="Crawford", order="maneuver", **keys)
    return game, play(game, f"{unit}: {to}")


@pytest.mark.rule("SS-22.2-s2-3", "SS-22.2-s2-4")
def test_an_enemy_in_the_row_29_releases_them_from_the_next_phase_on():
    game, events = trodden()
    assert [e.cite for e in events if e.kind == "released"] == ["SS-22.2-s2-3"]
    assert "15th AL, 5th LA, Latimer and Terry released: an enemy is in 2913" in texts(game, events)
    assert frozen(game) == {"15th AL", "5th LA"}  # the guns may move from the moment on
    notes = {u["id"]: u["notes"] for u in game.view("")["units"]}
    assert notes["5th LA"] == ["released: acts and moves from the next phase on"] and notes["Terry"] == []
    events = quiet(game, "draw")
    assert frozen(game) == set() and [e.cite for e in events if e.kind == "freed"] == ["SS-22.2-s2-4"]
    assert (marker(game, "Forno"), marker(game, "Trimble")) == ("available", "available")


@pytest.mark.rule("SS-22.2-s2-4", "SS-22.2-s2-5")
def test_whom_a_held_chit_releases_the_very_next_draw_may_activate():
    units = {**ASLEEP, **EARLY, "10th ME": "2813", "1st VA": "1916"}
    held = {"union": ["Banks"]}
    game = mountain(units, "Ewell", "Augur", turn=4, set={"no-events": True}, held=held)
    play(game, "announce", "play Banks", "order maneuver", "10th ME: 2913")
    quiet(game, "draw")
    play(game, "Ewell", "1")
    assert offered(game) == ["activate Early", "activate Trimble", "activate Forno"]


@pytest.mark.rule("SS-22.2-s2-6")
def test_the_guns_move_in_the_very_phase_in_which_they_are_released():
    riders = {"1st PA": {"hex": "2812", "marks": ["mounted"]}, "Knap": "1607"}
    game = referee({**ASLEEP, **riders}, battle=afternoon(), begin="artillery", turn=4)
    events = play(game, "cavalry 2812", "1st PA: 2912")
    assert [(e.units, e.cite) for e in events if e.kind == "freed"] == [(("Latimer", "Terry"), "SS-22.2-s2-6")]
    quiet(game, "artillery")
    assert frozen(game) == {"15th AL", "5th LA"}
    play(game, "confederate: artillery 3409")
    assert any(text.startswith("move Latimer") for text in offered(game))


@pytest.mark.rule("SS-22.2-s2-4")
def test_who_is_released_as_a_turn_ends_is_awake_when_the_next_begins():
    units = {**ASLEEP, **EARLY, "10th ME": "2812", "1st VA": "1916"}
    held = {"union": ["Brigade Reserve Move"]}
    game = referee(units, battle=afternoon(), begin="end-turn", turn=4, held=held)
    play(game, "announce", "play Brigade Reserve Move", "10th ME: 2912")
    assert frozen(game) == {"15th AL", "5th LA"}
    quiet(game, "key")
    assert (game.view("")["turn"], frozen(game)) == (5, set())


@pytest.mark.rule("SS-22.2-s2-3")
@pytest.mark.parametrize("start, to", [("2812", "2813"), ("3012", "3013")])
def test_no_other_row_does(start, to):
    game, events = trodden(start=start, to=to)
    assert "released" not in kinds(events) and not game.state.released


@pytest.mark.rule("SS-22.2-s2-3")
def test_their_own_side_there_does_not():
    game = referee({**ASLEEP, "13th VA": "2813", "10th ME": "1204"}, battle=afternoon(), begin="movement",
                   active="Early", order="maneuver", turn=4)  # fmt: skip
    play(game, "13th VA: 2913")
    assert not game.state.released


@pytest.mark.rule("SS-22.2-s2-3")
def test_to_be_driven_there_is_to_enter():
    game = mountain({**ASLEEP, "10th ME": "2812", "13th VA": "2612", "1st VA": "1916"}, "Fog of War", "Augur", turn=4)
    die = next(r["die"] for r in afternoon().charts["fog_of_war"] if r["result"] == "Uncontrolled Union Withdrawal")
    play(game, "Fog of War", die)
    to = next(t for t in offered(game) if t.startswith("10th ME: 29"))
    assert "released" in kinds(play(game, to)) and game.state.released


@pytest.mark.rule("SS-22.2-s2-5")
@pytest.mark.parametrize("used", [True, False])
def test_the_chit_of_their_division_goes_back_if_it_was_used(used):
    units = {**ASLEEP, **EARLY, "10th ME": "2813", "1st VA": "1916"}
    chits = ["Ewell", "Williams"] if used else ["Williams", "Ewell"]
    game = mountain(units, *chits, turn=4, set={"no-events": True}, activated=["Gordon"])
    if used:
        play(game, "Ewell", "1", "order defend")
        quiet(game, "draw")
        assert "Ewell" not in in_cup(game)
    play(game, "Williams", "1", "order maneuver")
    events = play(game, "10th ME: 2913")
    assert ("chit-back" in kinds(events)) is used and "Ewell" in in_cup(game)
    if used:
        assert fates(game)[-1] == ("Ewell", "returned")
        quiet(game, "draw")
        play(game, "Ewell", "1")
        assert offered(game) == ["activate Trimble", "activate Forno"]


@pytest.mark.rule("SS-22.2-s2-5", "SS-22.2-s2-4")
def test_a_chit_that_is_being_used_goes_back_as_its_phase_ends():
    units = {**ASLEEP, "13th VA": man("2711", 12, 6), "10th ME": man("2812", 3, 1), "1st VA": "1916"}
    game = mountain(units, "Ewell", "Augur", turn=4, set={"no-events": True})
    events = play(game, "Ewell", "1", "order attack", "13th VA fire at 2812", "66", "14")
    assert "released" in kinds(events) and "chit-back" not in kinds(events)  # driven into the row by Ewell's own men
    events = quiet(game, "draw")
    assert frozen(game) == set() and "Ewell" in in_cup(game) and "chit-back" in kinds(events)


@pytest.mark.rule("SS-22.2-s2-1", "SS-22.2-s2-6", "SS-22.2-r-9")
def test_jacksons_chit_frees_them_all():
    game = referee({}, battle=afternoon(), empty=False, begin="end-turn", turn=8, set={"no-events": True})
    freed = [e for e in game.start_events if e.kind == "freed"]
    assert len(freed) == 1 and len(freed[0].units) == 10 and frozen(game) == set()
    assert texts(game, freed)[0].endswith("may move from now on: Jackson has come")
    earlier = referee({}, battle=afternoon(), empty=False, begin="end-turn", turn=7, set={"no-events": True})
    assert len(frozen(earlier)) == 10 and "Jackson" not in in_cup(earlier)
