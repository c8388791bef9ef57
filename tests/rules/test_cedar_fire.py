"""Chapters 10.7 and 12 of *Stonewall's Sword* where they differ: whole points, guns, limited fire, Converging Fire."""

import pytest

from tests.books import shown
from tests.rules.field import refused
from tests.rules.fighting import BIG, HIT, kinds_of, man
from tests.rules.wheatfield import AROUND, bare, battery, driven, ready, volley
from tests.support import aim, at, kinds, offered, play, shifts
from vedette import staff

CONVERGING = "SS-12.3a-shift-converging"
HILL = bare(h2102=9)


# -- how much -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "SS-12.1b-iii-1", "SS-12.1b-iii-2", "SS-12.1b-ii", "SS-12.1b-i", "SS-4.8-2", "SS-12.3-1", "SS-4.1-wt-4"
)  # fmt: skip
def test_a_fire_takes_a_whole_point_or_a_cadre_at_full_effect():
    def shot(sp, target, weapon="R"):
        units = {"10th ME": man("2102", sp, weapon=weapon), "5th VA": target, "28th NY": "2300", "27th VA": "2301"}
        game = ready(units)
        if f"fire at {target}" in offered(game):
            found = aim(play(game, f"10th ME fire at {target}"))
            return found.strength, found.base
        return refused(game, f"10th ME fire at {target}")

    assert shot(9, "2105") == ("2.25", "2") and shot(4, "2105") == ("1", "1")
    assert shot(3, "2104") == ("1.5", "1") and shot(4, "2104", "S") == ("1", "1") and shot(1, "2103") == ("1", "1")
    assert shot("C", "2103") == ("0.5", "C")
    for weak in ((3, "2105"), (1, "2104"), ("C", "2104"), (3, "2104", "S")):
        assert shot(*weak) == "SS-12.1b-iii-2"


@pytest.mark.rule("SS-12.1b-iii-2", "SS-12.1c-4", "SS-4.8-1")
def test_the_weak_fire_together_where_they_come_to_a_point():
    units = {"10th ME": man("2102", 3), "28th NY": man("2102", 1), "46th PA": man("2203", 1), "5th VA": "2105"}
    game = ready(units)
    assert offered(game) == ["fire at 2105", "done"] and refused(game, "28th NY fire at 2105") == "SS-12.1b-iii-2"
    assert aim(play(game.clone(), "10th ME + 28th NY fire at 2105")).strength == "1"
    play(game, "fire at 2105", "add 28th NY")
    assert offered(game) == ["add 10th ME", "add 46th PA"]  # no fire yet
    assert aim(play(game, "add 46th PA")).strength == "1.25"  # 10th ME must come in too
    fresh = ready(units)
    plans = fresh.rulebook.plans(fresh.state, "union", "2105", ())
    assert plans and all(float(f["strength"]) >= 1 for p in plans for f in p["fires"])


@pytest.mark.rule("SS-12.3a-2", "SS-12.3a-3", "SS-12.3a-shift-cavalry")
def test_fire_is_never_shifted_off_the_table():
    units = {"10th ME": man("2102", 1), "5th VA": "2103"}
    game, events = volley(units, "10th ME fire at 2103", hexes=bare(h2103="woods"))
    assert (aim(events).base, aim(events).final) == ("1", "C") and game.decision.seat == "chance"
    horse = {"5th VA": man("2103", BIG), "1st PA": "2102"}
    game, events = volley(horse, "5th VA fire at 2102", active="Ronald")
    assert sum(shifts(events).values()) == 2 and aim(events).final == "23+"


@pytest.mark.rule("SS-12.0-3")
def test_neither_guns_nor_cavalry_fire_with_a_brigade():
    units = {"10th ME": "2102", "5th VA": "2103", "27th VA": "2309"}
    others = {"Knap": {"hex": "2102", "brigade": "Crawford"}, "1st PA": {"hex": "2308", "brigade": "Crawford"}}
    assert offered(ready({**units, **others})) == ["fire at 2103", "done"]
    assert offered(ready({**units, **others, "28th NY": "2308"})) == ["fire at 2103", "fire at 2309", "done"]


# -- guns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SS-12.1-over-1", "SS-12.1-over-2", "SS-12.1-over-3", "SS-12.1-over-4", "SS-12.1-over-6")
@pytest.mark.parametrize("between, strength, used", [
    ("", "9", {"KT-12.3-shift-canister": 1}), ("28th NY", "6", {"KT-12.3-shift-obscured-units": -1}),
    ("27th VA", "6", {"KT-12.3-shift-obscured-units": -1}),
])  # fmt: skip
def test_canister_passes_over_nobody_and_guns_over_a_friend_beside_the_target(between, strength, used):
    others = {between: "2103"} if between else {}
    _, events = battery({"Best": man("2102", 6, weapon="S"), "5th VA": "2104", **others}, "2102",
                        "Best fire at 2104", hexes=HILL)  # fmt: skip
    assert aim(events).strength == strength and shifts(events) == used


@pytest.mark.rule("SS-12.1-over-1", "SS-12.1-over-5")
def test_infantry_fires_over_enemies_and_never_over_friends():
    units = {"10th ME": man("2102", BIG), "5th VA": "2104"}
    assert shifts(volley({**units, "27th VA": "2103"}, "10th ME fire at 2104", hexes=HILL)[1])
    game = ready({**units, "28th NY": "2103"}, hexes=HILL)
    assert refused(game, "10th ME fire at 2104") == shown("KT-12.1b-2")


@pytest.mark.rule("SS-12.1d-1", "SS-9.4d-1", "SS-3.2e-2")
def test_guns_in_woods_or_on_angled_ground_are_silent():
    units = {"Best": "2102", "5th VA": "2104", "Hardy": "2106"}
    angled = {**bare(), "2102": {**bare()["2102"], "features": ["angled"]}}
    for ground in (bare(h2102="woods"), angled):
        asked = {"Best": "2102", "5th VA": "2104", "Knap": "2106"}
        assert refused(ready(asked, "artillery", hexes=ground), "Best fire at 2104") == "SS-12.1d-1"
    assert "fire at 2104" not in offered(battery(units, "2102", hexes=angled)[0])
    assert "fire at 2104" in offered(battery(units, "2102", hexes=bare(h2102="cornfield"))[0])


@pytest.mark.rule("SS-12.1b-v-1", "SS-12.1b-v-2", "SS-12.3a-shift-mx", "SS-12.1b-1", "SS-12.1b-2")
@pytest.mark.parametrize("target, strength, left", [("2107", "4", 0), ("2108", "2", -1)])
def test_the_mixed_battery_has_rifled_ranges_and_is_poor_at_the_far_ones(target, strength, left):
    units = {"Poague": man("2100", 4, weapon="Mx"), "10th ME": target}
    _, events = battery(units, "2100", f"Poague fire at {target}")
    assert aim(events).strength == strength and sum(shifts(events).values()) == left


# -- a Limited Activation -----------------------------------------------------------------------------------------


@pytest.mark.rule("SS-10.7-4", "SS-10.7-5", "SS-10.7-6", "SS-13.6-5")
def test_in_a_limited_activation_only_those_beside_an_enemy_fire():
    units = {"10th ME": man("2103", BIG), "28th NY": man("2102", BIG), "46th PA": man("2204", BIG),
             "5th VA": "2104", "27th VA": "2105"}  # fmt: skip
    keys = {"cup": ["Williams"], "chits": ["Williams"], "battle": driven(("-", "R2"))}
    game = ready(units, "draw", dice=["6", HIT, "11"], **keys)
    assert offered(game) == ["fire at 2104", "done"]  # 27th VA is seen by 46th PA, and beside nobody
    assert refused(game, "28th NY fire at 2104")
    rows = {o["unit"]: o["cite"] for o in game.rulebook.plans(game.state, "union", "2104", ())[0]["others"]}
    assert rows == {"28th NY": "SS-10.7-5"}
    events = play(game, "10th ME fire at 2104")
    assert at(game, "5th VA") != "2104" and kinds(events).count("fire") == 1
    assert game.decision.kind != "fire"  # now 46th PA stands beside nobody, and there is no movement
    assert offered(ready(units, "draw", dice=["4"], **keys)) != ["fire at 2104", "done"]


# -- Converging Fire ----------------------------------------------------------------------------------------------

MEN = ("10th ME", "46th PA", "28th NY")


def ring(*places, sp=(5, 6, 7), **more):
    """Three units round 5th VA in 2105, by the number of the hexside or by hex."""
    where = [AROUND[p] if isinstance(p, int) else p for p in places]
    units = {i: man(hex, n) for i, hex, n in zip(MEN, where, sp, strict=False)}
    return {**units, "5th VA": man("2105", 5), **more}


def converged(units, primary, *names):
    """Who is shifted, once the owner has named the hexside towards a hex."""
    game, _ = volley(units, f"{', '.join(names or [i for i in MEN if i in units])} fire at 2105")
    assert (game.decision.seat, game.decision.kind) == ("confederate", "primary-hexside")
    event = next(e for e in play(game, f"primary hexside {primary}") if e.kind == "primary-hexside")
    return set(event.data[1])


@pytest.mark.rule("SS-12.4-1", "SS-12.4-2")
@pytest.mark.parametrize("first, second, apart", [
    (0, 0, False), (0, 1, False), (0, 2, True), (0, 3, True), (0, 5, False), ("2004", "2103", False), ("2004", 2, True),
    ("2004", "2204", True), (0, "2204", True),
])  # fmt: skip
def test_fires_converge_with_a_hexside_between(first, second, apart):
    game = ready(ring(first, second))
    play(game, "fire at 2105", "add 10th ME")
    assert ("another fire" in offered(game)) is apart


@pytest.mark.rule("SS-12.4-3", "SS-12.4-4", "SS-12.4-5", "SS-12.3a-shift-converging")
def test_the_owner_names_the_primary_hexside_and_fire_beside_it_is_plain():
    units = ring(0, 2, 3)
    game, _ = volley(units, "10th ME, 46th PA, 28th NY fire at 2105")
    assert offered(game) == [f"primary hexside {AROUND[n]}" for n in (0, 2, 3)]
    assert converged(units, AROUND[0]) == {"46th PA", "28th NY"} and converged(units, AROUND[2]) == {"10th ME"}
    assert converged(ring(0, 1, 2), AROUND[1]) == set() and converged(ring(1, 4, 5), AROUND[5]) == {"10th ME"}
    corner = ring("2004", 3, 5)  # 2004 fires through the corner between hexsides 0 and 1
    assert converged(corner, AROUND[1]) == {"28th NY", "46th PA"}
    assert converged(corner, AROUND[0]) == {"46th PA"} and converged(corner, AROUND[3]) == {"10th ME", "28th NY"}
    assert converged(corner, AROUND[5]) == {"10th ME", "46th PA"}
    events = play(game, "primary hexside 2005", "11", "11", "11")
    assert [e.kind for e in events if e.kind in ("primary-hexside", "aim")] == ["primary-hexside", *["aim"] * 3]
    aims = [e.data[0] for e in events if e.kind == "aim"]
    assert [{c: n for _, n, c, on in a.shifts if on}.get(CONVERGING, 0) for a in aims] == [0, 2, 2]


@pytest.mark.rule("SS-12.4-5")
def test_of_a_fire_out_of_two_hexes_both_must_be_clear_of_the_primary_hexside():
    assert converged(ring(2, 3, 4), AROUND[4], "10th ME + 46th PA", "28th NY") == set()  # 46th PA is beside it
    assert converged(ring(0, 1, 3), AROUND[3], "10th ME + 46th PA", "28th NY") == {"10th ME + 46th PA"}


@pytest.mark.rule("SS-12.4-2", "SS-12.0-2")
def test_fires_that_are_not_announced_together_do_not_converge():
    game, first = volley(ring(0, 3), "10th ME fire at 2105", "11", "11")
    assert shifts(first) == {} and shifts(play(game, "46th PA fire at 2105")) == {}


@pytest.mark.rule("SS-12.4-6", "SS-12.4-7")
def test_who_is_left_over_fires_elsewhere_only_once_the_hex_is_empty():
    units = ring(0, 3, sp=(BIG, BIG), **{"21st VA": "2307"})
    for others, fired in (({}, 1), ({"33rd VA": man("2105", 3)}, 2)):
        keys = {"battle": driven(("-", "R2"))}
        game, _ = volley({**units, **others}, "10th ME, 46th PA fire at 2105", *[HIT, "11"] * 2, **keys)
        events = play(game, "primary hexside 2005")
        while game.decision.kind in ("retreat", "opportunity-fire"):
            events += play(game, "pass" if "pass" in offered(game) else offered(game)[0])
        assert len(kinds_of(events, "fire")) == fired and at(game, "5th VA") != "2105"
        assert ("fire at 2307" in offered(game)) is (fired == 1)


@pytest.mark.rule("SS-12.4-1", "SS-12.4-3")
def test_fire_of_any_cause_converges():
    units = {"10th ME": man("2105"), "5th VA": man(AROUND[0]), "27th VA": man(AROUND[3])}
    attack = ready(units, "close-combat")
    play(attack, f"10th ME assault {AROUND[0]}", "5th VA, 27th VA fire at 2105")
    assert (attack.decision.seat, attack.decision.kind) == ("union", "primary-hexside")
    moving = ready(units, "movement")
    play(moving, "move 10th ME", f"10th ME: {AROUND[1]}", "5th VA, 27th VA fire at 2105")
    assert (moving.decision.seat, moving.decision.kind) == ("union", "primary-hexside")


@pytest.mark.rule("SS-12.4-3", "SS-12.4-5")
def test_plans_commanders_and_words_know_the_hexside_that_saves_most():
    units = ring(0, 3, sp=(4, 12))
    game = ready(units)
    best = game.rulebook.plans(game.state, "union", "2105", ())[0]
    assert {f["units"][0]: f["flank"] for f in best["fires"]} == {"10th ME": True, "46th PA": False}
    assert best["assumed"] == [
        {"kind": "primary-hexside", "answer": f"primary hexside {AROUND[3]}", "cite": "SS-12.4-3"}
    ]
    play(game, best["text"])
    assert game.decision.usual.text == f"primary hexside {AROUND[3]}" == game.decision.proposed.text
    for commander in ("cautious", "adjutant"):
        answer = staff.seat(commander, seed=1).choose(staff.desk(game, "confederate"))
        assert answer == f"primary hexside {AROUND[3]}"
    event = play(game, f"primary hexside {AROUND[3]}")[0]
    assert game.say(event, "union").endswith(f"towards {AROUND[3]} the primary one: 10th ME converge")


@pytest.mark.rule("SS-12.0-1", "SS-12.1-1")
def test_only_the_active_brigade_fires_if_it_likes_under_attack_or_defend():
    units = {"10th ME": "2102", "2nd MA": "2202", "5th VA": "2103"}
    for order in ("attack", "defend"):
        game = ready(units, order=order)
        assert offered(game) == ["fire at 2103", "done"]
        assert {o["unit"] for p in game.rulebook.plans(game.state, "union", "2103", ()) for o in p["others"]} == set()
        assert refused(game, "2nd MA fire at 2103") and "fire" not in kinds(play(game, "done"))
    for order in ("maneuver", "regroup"):
        game = ready(units, order=order)
        assert game.decision is None or game.decision.kind != "fire"
