"""Assault plans and the defender's card: their chances are those of the odds, their texts are played as they stand."""

from random import Random

import pytest

from tests.rules.field import flat
from tests.rules.fighting import man, ruled
from tests.support import asked, kinds, referee
from vedette.rules.blind_swords.assist.plans.assault_odds import melee
from vedette.rules.blind_swords.assist.plans.outcomes import hands_down

GONE = ("retreat", "box", "eliminated")
STEP = ("depleted", "box", "eliminated")
FIELD = {"7 OH-a": man("1733", 7, 5), "7 OH-b": man("1733", 6, 5), "7 IN-a": man("1735", 6, 4)}
FOES = {"27 VA": man("1734", 5, 4), "4 VA": man("1734", 4, 4), "2 VA": man("1634", 3, 4)}


def assault(units, **keys):
    keys = {"begin": "close-combat", "active": "Tyler", "order": "attack", "hexes": flat(), **keys}
    return referee(units, **keys)


def plans(game, at="", *units, seat="union"):
    return game.rulebook.plans(game.state, seat, at, units)


def named(plan):
    return {c["name"]: c["probability"] for c in plan["chances"]}


@pytest.mark.parametrize("seed", range(12))
def test_close_combat_without_defensive_fire_is_that_of_the_odds(seed):
    rng = Random(seed)
    marks = [[], ["shaken"], ["disrupted"]]

    def any_man(hex):
        return man(hex, rng.randint(1, 8), rng.randint(2, 6), *rng.choice(marks), face=rng.choice(["fresh", "worn"]))

    ours = ["7 OH-a", "7 OH-b"][: 1 + seed % 2]
    theirs = ["27 VA", "4 VA", "2 VA"][: 1 + seed % 3]
    units = {**{i: any_man("1733") for i in ours}, **{i: any_man("1734") for i in theirs}}
    game = assault(units)
    odds = game.odds(f"{' + '.join(ours)} assault 1734", assume={"defensive-fire": "done"})
    assert odds.exact

    def left(row, id, words):
        return any(w.startswith(words) for w in row.get(id, ()))

    def chance(holds):
        return sum(r.probability for r in odds.results if holds(r.units))

    g = hands_down(game.state)
    at = g.setting.grid.index
    found = melee(g, 0, at("1734"), tuple((i, at("1733")) for i in ours))
    taken = chance(lambda row: all(left(row, i, GONE) for i in theirs) and not all(left(row, i, GONE) for i in ours))
    totals = {t.name: t.probability for t in odds.totals}
    assert totals["1734 taken"] == pytest.approx(taken, abs=1e-12)
    assert totals.get("a defender loses strength", 0.0) == pytest.approx(found.step, abs=1e-12)
    assert totals.get("an attacker loses strength", 0.0) == pytest.approx(found.loss, abs=1e-12)
    assert (found.taken, found.step, found.loss) == pytest.approx(
        (
            taken,
            chance(lambda r: any(left(r, i, STEP) for i in theirs)),
            chance(lambda r: any(left(r, i, STEP) for i in ours)),
        ),
        abs=1e-12,
    )


def test_the_best_attack_comes_first_and_the_defence_costs_something():
    found = plans(assault({**FIELD, **FOES}), "1734")
    best = found[0]
    assert best["best"] and not any(p["best"] for p in found[1:])
    assert best["text"] == "7 OH-a + 7 OH-b + 7 IN-a assault 1734; done" and best["part"] + "; done" == best["text"]
    taken = [p["measure"]["probability"] for p in found]
    assert taken == sorted(taken, reverse=True)
    assert named(best)["the hex is taken"] < named(best)["the hex is taken, without defensive fire"]
    assert best["headline"].startswith("7 OH-a + 7 OH-b + 7 IN-a from 1733, 13 SP, 13-15, ")
    assert {s["cite"] for s in best["shifts"] if s["applied"]} >= {"KT-14.3d-flanking"}
    assert best["assumed"] and all("fire at 173" in a["answer"] for a in best["assumed"])


def test_every_hex_that_can_be_attacked_has_its_plan():
    found = plans(assault({**FIELD, **FOES}))
    assert [p["at"] for p in found] == ["1734", "1634"] or [p["at"] for p in found] == ["1634", "1734"]
    assert [p["best"] for p in found] == [True, False]
    assert {o["unit"]: o["cite"] for p in found if p["at"] == "1634" for o in p["others"]} == {"7 IN-a": "KT-14.2-2"}


def test_units_given_first_attack_alone():
    found = plans(assault({**FIELD, **FOES}), "1734", "7 IN-a")
    assert [p["units"] for p in found] == [["7 IN-a"]]


def test_two_assaults_and_done_are_one_gesture():
    game = assault({**FIELD, **FOES}, dice=[])
    game.play("7 IN-a assault 1734; 7 OH-a + 7 OH-b assault 1634; done")
    assert game.decision.kind == "combat-order" and game.left == []
    orders = plans(game)
    assert [p["text"] for p in orders] == ["resolve 1734", "resolve 1634"]
    assert all(p["part"] is None and p["chances"] for p in orders)


def test_done_after_the_last_hex_is_not_another_question():
    """Where nobody else can attack, the rules end the announcing by themselves: "done" must not decline an advance."""
    units = {"7 OH-a": man("1733", 23), "27 VA": man("1734", 1, 4, "shaken")}
    game = assault(units, dice=["11", "11"], battle=ruled(close=("-", "RA1")))
    events = game.play("7 OH-a assault 1734; done")
    assert "automatic" in kinds(events) and game.left == []
    while game.decision.seat == "confederate":
        game.play(game.decision.actions[0])
    assert game.decision.kind == "advance"


def test_a_weak_attack_is_warned_of_and_never_best():
    walls = flat({"1734": {"features": ["wall=w"]}})
    found = plans(assault({"7 OH-a": man("1733", 1, 2), "27 VA": man("1734", 9, 6)}, hexes=walls), "1734")
    assert len(found) == 1 and not found[0]["best"] and "left of column C" in found[0]["warning"]


def test_the_card_names_every_firer_its_target_and_what_it_saves():
    game = assault({**FIELD, **FOES}, dice=[])
    game.play("7 OH-a + 7 OH-b + 7 IN-a assault 1734; done")
    assert game.decision.kind == "defensive-fire"
    found = plans(game, seat="confederate")
    best = found[0]
    assert best["best"] and sorted(best["units"]) == ["2 VA", "27 VA", "4 VA"] and best["kind"] == "defence"
    held = [p["measure"]["probability"] for p in found]
    assert held == sorted(held, reverse=True)
    assert named(best)["hex held"] > named(best)["hex held, without this fire"]
    fires = [(i, f["at"]) for f in best["fires"] for i in f["units"]]
    assert {i for i, _ in fires} == set(best["units"]) and {h for _, h in fires} <= {"1733", "1735"}


def test_the_card_is_played_by_its_text():
    game = assault({**FIELD, **FOES}, dice=["11"] * 12)
    game.play("7 OH-a + 7 OH-b + 7 IN-a assault 1734; done")
    best = plans(game, seat="confederate")[0]
    events = game.play(best["text"])
    assert game.left == [] and kinds(events).count("aim") == len(best["fires"])
    assert {i for e in events if e.kind == "aim" for i in e.units} == set(best["units"])


def test_who_is_attacked_elsewhere_gives_no_support_and_the_card_says_so():
    game = assault({**FIELD, **FOES}, dice=[])
    game.play("7 IN-a assault 1734; 7 OH-a + 7 OH-b assault 1634; done")
    game.play("resolve 1634")
    best = plans(game, seat="confederate")[0]
    assert best["units"] == ["2 VA"] and {o["cite"] for o in best["others"]} == {"KT-14.3a-2"}


def test_nobody_who_is_not_asked_has_plans():
    game = assault({**FIELD, **FOES})
    assert plans(game, seat="confederate") == []


def test_the_proposed_attack_has_the_odds_of_the_rules_played_through():
    game = assault({"7 OH-a": man("1733", 7, 5), "27 VA": man("1734", 4, 4)})
    best = plans(game, "1734")[0]
    assert ("defensive-fire", "done") in {(a["kind"], a["answer"]) for a in best["odds"]["assumed"]}
    assert best["odds"]["column"] == best["column"]
    assert plans(game)[0]["odds"] is None


def ratio(plan):
    """The odds shift that counts, by its case: of the strengths of both sides."""
    return [s["cite"] for s in plan["shifts"] if s["applied"] and s["cite"].startswith("KT-14.3d-odds")]


def test_skirmishers_give_way_before_they_are_attacked():
    units = {"7 OH-a": man("1733", 7, 5), "27 VA": man("1734", 4, 4, "skirmish")}
    found = plans(assault(units), "1734")
    assert found[0]["warning"].startswith("no close combat") and not found[0]["best"]
    both = plans(assault({**units, "4 VA": man("1734", 4, 4)}), "1734")[0]
    alone = plans(assault({"7 OH-a": units["7 OH-a"], "4 VA": man("1734", 4, 4)}), "1734")[0]
    assert both["best"] and ratio(both) == ratio(alone) == ["KT-14.3d-odds-3-2"]


def test_the_hex_from_which_the_attack_is_counted_has_its_chance():
    game = assault({**FIELD, "27 VA": FOES["27 VA"]}, dice=["11"] * 6)
    game.play("7 OH-a + 7 OH-b + 7 IN-a assault 1734; done")
    game.play("done", asked(game))  # of the defence
    assert game.decision.kind == "assaulting-hex"
    found = plans(game)
    assert [p["text"] for p in found] == ["assault from 1733", "assault from 1735"] and found[0]["best"]
    odds = game.odds("assault from 1735")
    assert odds.aim.final in found[1]["headline"] and [p["at"] for p in plans(game, "1735")] == ["1735"]
