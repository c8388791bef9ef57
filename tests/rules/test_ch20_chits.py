"""Chapters 20.2b to 20.2d, 20.3b, 20.4b to 20.4d: which chits each scenario plays with, and from when they work."""

import pytest

from tests.rules.chits import asked, in_cup
from tests.rules.second import FIELD, afternoon, scenario
from tests.support import offered, play, referee

WILD = ["Fog of War", "Fortunes of War"]
FIRST_UNION, FIRST_CONFEDERATE = ["Brodhead", "Kimball", "Sullivan"], ["Ashby", "Burks", "Fulkerson", "Garnett"]
DIVISIONS = {"Averell", "Duffie", "Duval", "Mulligan", "Thoburn", "Breckinridge", "Gordon", "Ramseur", "Ransom"}
FIRST = {"13 IN": "2616", "Davey": "1015", "2 VA": "3526", "27 VA": "3726"}


def pools(name):
    """The Event chits of both sides in a scenario, each by its name."""
    view = referee({}, battle=scenario(name), empty=False, begin="draw").view("")
    return [view["chits"]["pools"][side] for side in ("union", "confederate")]


def begun(name, turn=1):
    """A scenario as it begins, or a later turn of it."""
    return referee({}, battle=scenario(name), empty=False, begin="draw", turn=turn)


@pytest.mark.rule("KT-20.2b-USA", "KT-20.2b-CSA")
def test_first_kernstown_leaves_two_chits_out():
    union, confederate = pools("first-kernstown")
    assert (len(union), len(confederate)) == (11, 11)
    assert "Quick March" not in union and "Confident" in union  # rulings: oddity 37
    assert "Confident" not in confederate and "Quick March" in confederate


@pytest.mark.rule("KT-20.3b-2")
def test_with_the_wagons_up_two_more_go():
    """rulings: oddity 38: the chits there are, one of each."""
    union, confederate = pools("jackson-is-aware")
    assert (len(union), len(confederate)) == (10, 10)
    assert not {"Quick March", "CSA Low Ammo"} & set(union)
    assert not {"Confident", "Find Ammo"} & set(confederate) and "Union Low Ammo" in confederate


@pytest.mark.rule("KT-20.4b-USA", "KT-20.4b-CSA")
@pytest.mark.parametrize("name", ["breckinridge-attacks", "second-kernstown", "what-if-second-kernstown"])
def test_second_kernstown_has_no_low_ammunition(name):
    """rulings: oddities 36 (the chit by another name), 37 and 100 (the two that follow keep it)."""
    union, confederate = pools(name)
    assert (len(union), len(confederate)) == (11, 9)
    assert "CSA Low Ammo" not in union and {"Quick March", "Confident"} <= set(union)
    assert not {"Union Low Ammo", "Find Ammo", "Confident"} & set(confederate)


@pytest.mark.rule("KT-10.6-1", "KT-10.6-2")
@pytest.mark.parametrize(
    "name, union, confederate",
    [("first-kernstown", [], ["Jackson"]), ("breckinridge-attacks", ["Crook"], ["Early"]),
     ("second-kernstown", ["Crook"], ["Early"])],
)  # fmt: skip
def test_each_side_has_one_commander_but_the_union_of_1862(name, union, confederate):
    rows = begun(name).view("")["commanders"]
    found = {side: [row["chit"] for row in rows if row["side"] == side] for side in ("union", "confederate")}
    assert found == {"union": union, "confederate": confederate}


@pytest.mark.rule("KT-10.4-1", "KT-10.4-2")
def test_each_side_has_event_chits_of_its_own_with_a_text():
    union, confederate = pools("second-kernstown")
    texts = {(row["side"], row["chit"]): row["effect"] for row in scenario("second-kernstown").chits}
    assert all(texts["union", chit] for chit in union) and all(texts["confederate", chit] for chit in confederate)
    assert "Good Ground" in union and "Good Ground" not in confederate


@pytest.mark.rule("KT-20.2b-wild", "KT-20.2b-activation", "KT-20.2b-CIC", "KT-20.2-chits-USA", "KT-20.2-chits-CSA")
@pytest.mark.parametrize("turn, more", [(1, []), (2, ["Tyler"])])
def test_the_cup_of_first_kernstown(turn, more):
    game = begun("first-kernstown", turn)
    assert in_cup(game) == sorted([*WILD, *FIRST_UNION, *FIRST_CONFEDERATE, "Jackson", *more])


@pytest.mark.rule("KT-20.3-chits-USA", "KT-20.3-chits-CSA")
def test_the_cup_of_jackson_is_aware_is_the_same():
    assert in_cup(begun("jackson-is-aware", 2)) == in_cup(begun("first-kernstown", 2))


@pytest.mark.rule("KT-20.4-chits-USA", "KT-20.4-chits-CSA")
def test_the_cup_of_breckinridge_attacks():
    game = begun("breckinridge-attacks", 2)
    assert in_cup(game) == sorted([*WILD, *DIVISIONS, "Rodes", "Crook", "Early"])


@pytest.mark.rule("KT-20.5-chits-USA", "KT-20.5-chits-CSA", "KT-20.6-chits-USA", "KT-20.6-chits-CSA")
@pytest.mark.parametrize("name", ["second-kernstown", "what-if-second-kernstown"])
@pytest.mark.parametrize("turn, more", [(3, []), (4, ["Rodes"])])
def test_the_cup_of_second_kernstown(name, turn, more):
    assert in_cup(begun(name, turn)) == sorted([*WILD, *DIVISIONS, "Crook", "Early", *more])


@pytest.mark.rule("KT-20.2c-key", "KT-20.2c-random", "KT-20.4d-key", "KT-20.4d-random")
@pytest.mark.parametrize("name", ["first-kernstown", "second-kernstown"])
def test_two_key_chits_and_three_by_chance(name):
    game = referee({}, battle=scenario(name), empty=False, begin="turn")
    for _ in range(2):
        assert {d.kind for d in game.decisions} == {"key"}
        for seat in ("union", "confederate"):
            game.play(offered(game, seat)[0], seat)
    assert game.view("")["chits"]["backs"] == {"union": 5, "confederate": 5}
    assert {d.kind for d in game.decisions} != {"key"}


# -- ammunition from five o'clock on --------------------------------------------------------------------------------


@pytest.mark.rule("KT-20.2g-1")
@pytest.mark.parametrize("turn, works", [(11, False), (12, True)])
@pytest.mark.parametrize("chit", ["CSA Low Ammo (Union)", "Union Low Ammo (Confederate)"])
def test_low_ammunition_works_from_five_o_clock_on(chit, turn, works):
    game = afternoon(FIRST, chit, "Kimball", name="first-kernstown", turn=turn)
    play(game, chit)
    bare = chit.partition(" (")[0]
    if not works:
        assert offered(game) == [f"hold {bare}"]
        return
    assert offered(game) == [f"play {bare}"]
    play(game, f"play {bare}")
    marked = {"Davey"} if chit.startswith("Union") else {"2 VA", "27 VA"}
    found = {u["id"] for u in game.view("")["units"] if "low-ammo" in u["states"]}
    assert found == marked or {t.removeprefix("low ammo ") for t in offered(game)} == marked


@pytest.mark.rule("KT-20.2g-1")
@pytest.mark.parametrize("turn, works", [(11, False), (12, True)])
def test_and_so_does_the_chit_that_finds_some(turn, works):
    units = {**FIRST, "2 VA": {"hex": "3526", "marks": ["low-ammo"]}}
    game = afternoon(units, "Find Ammo (Confederate)", "Kimball", name="first-kernstown", turn=turn)
    play(game, "Find Ammo (Confederate)")
    assert ("play Find Ammo" in offered(game)) is works
    if works:
        play(game, "play Find Ammo")
        assert asked(game) == ("chance", "draw")
        assert "low-ammo" not in next(u["states"] for u in game.view("")["units"] if u["id"] == "2 VA")


@pytest.mark.rule("KT-20.3b-3")
@pytest.mark.parametrize("turn, works", [(11, False), (12, True)])
def test_the_union_runs_low_in_jackson_is_aware_as_well(turn, works):
    game = afternoon(FIRST, "Union Low Ammo (Confederate)", "Kimball", name="jackson-is-aware", turn=turn)
    play(game, "Union Low Ammo (Confederate)")
    assert (offered(game) != ["hold Union Low Ammo"]) is works


def test_second_kernstown_knows_no_first_hour():
    game = afternoon(FIELD, "Rally (Union)", "Duval", name="breckinridge-attacks", turn=9)
    play(game, "Rally (Union)")
    assert offered(game) == ["hold Rally"]
