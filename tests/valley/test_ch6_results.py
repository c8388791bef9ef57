"""JV 6.2, 6.3 and 6.11: what the results of an attack do, in their order."""

import pytest

from tests.support import asked
from tests.valley.combat_support import (
    NORTH,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TARGET,
    attack,
    battle,
    kind,
    kinds,
    north,
    offered,
    result,
    south,
    strength_for,
    whole,
)
from tests.valley.support import at, carry_out, field, hex_of, state
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.leaders import cup
from vedette.rules.valley_campaign.chapters.losses import TakeSteps, bearers, demoralize
from vedette.rules.valley_campaign.chapters.zones import in_enemy_zone, room

ZERO = {"strength": (0, 0)}
"""So that a second attacker does not change the odds."""


def second(at: str, **more: object) -> dict[str, object]:
    """Another attacker."""
    return {"at": at, "side": "confederate", **ZERO, **more}


def run(game: Game) -> Game:
    """Every question answered as usual, to the end of the combat."""
    while kind(game) in ("retreat", "lose-step", "advance", "leader"):
        decision = game.decision
        assert decision is not None
        game.play(decision.usual or decision.actions[0])
    return game


def moved(game: Game, unit: str, frm: str) -> bool:
    """Whether a unit has gone somewhere else on the map."""
    return state(game).at(unit) >= 0 and at(game, unit) != frm


# -- each result -----------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "JV-6.2-AL2AR", "JV-6.2-AL1AR", "JV-6.2-AL1", "JV-6.2-AR", "JV-6.2-BL1AR", "JV-6.2-BL1", "JV-6.2-DR",
    "JV-6.2-DL1", "JV-6.2-DL1DR", "JV-6.2-DL2DR", "JV-6.2-none", "JV-6.11-1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("code", "attackers", "defenders", "back"),
    [
        ("AL2AR", 2, 0, "A"), ("AL1AR", 1, 0, "A"), ("AL1", 1, 0, ""), ("AR", 0, 0, "A"), ("BL1AR", 1, 1, "A"),
        ("BL1", 1, 1, ""), ("DR", 0, 0, "D"), ("DL1", 0, 1, ""), ("DL1DR", 0, 1, "D"), ("DL2DR", 0, 2, "D"),
        ("-", 0, 0, ""),
    ],
)  # fmt: skip
def test_a_result_costs_steps_in_all_and_sends_all_of_a_side_back(
    code: str, attackers: int, defenders: int, back: str
) -> None:
    """Two on each side, two steps each: the steps are those of a side together, the retreat is everybody's."""
    units = {"B": second(SOUTH), "E": {"at": TARGET, "side": "union", **ZERO}}
    game, events = result(code, units, more=["B"])
    (event,) = [e for e in events if e.kind == "attacked"]
    assert event.cite == f"JV-6.2-{'none' if code == '-' else code}"
    run(game)
    lost = {side: sum(state(game).units[u].reduced for u in ids) for side, ids in (("A", "AB"), ("D", "DE"))}
    gone = {side: sum(at(game, u) == "eliminated" for u in ids) for side, ids in (("A", "AB"), ("D", "DE"))}
    assert {side: lost[side] + 2 * gone[side] for side in "AD"} == {"A": attackers, "D": defenders}
    for side, ids, home in (("A", "AB", SOUTH), ("D", "DE", TARGET)):
        alive = [u for u in ids if at(game, u) != "eliminated"]
        assert [moved(game, u, home) for u in alive] == [back == side] * len(alive)
    assert not any(state(game).units[u].demoralized for u in "ABDE")


@pytest.mark.rule("JV-6.2-5")
def test_row_by_the_die_column_by_the_odds() -> None:
    for die in (2, 3, 4, 5):
        for column in (0, 2, 5, 8):
            game = battle({"A": south(SOUTH, strength_for(column)), "D": north(TARGET)}, dice=[die])
            (event,) = [e for e in attack(game, "A") if e.kind == "attacked"]
            expected = state(game).setting.odds[die, column]
            assert (event.roll, event.data[0], event.data[2]) == (die, expected.code, column)


@pytest.mark.rule("JV-6.2-star", "JV-6.3-1")
@pytest.mark.parametrize("code", ["AL1AR", "DR"])
def test_an_asterisk_demoralizes_who_must_fall_back(code: str) -> None:
    """At once, before they go; leaders with them, nobody of the other side."""
    loser, other, home = ("A", "D", SOUTH) if code == "AL1AR" else ("D", "A", TARGET)
    leader = "Elzey" if loser == "A" else "Milroy"
    game, events = result(code, {leader: {"at": home, "shift": 0}}, star=True)
    assert ("demoralized", (loser,)) in kinds(events) and ("demoralized", (leader,)) in kinds(events)
    assert at(game, loser) == home, "he is asked where to, already with his marker"
    assert whole(game, loser)[1] > 0 and whole(game, other)[1] == 0
    plain, _ = result(code, {leader: {"at": home, "shift": 0}}, star=False)
    assert whole(plain, loser)[1] == 0


@pytest.mark.rule("JV-6.2-12")
def test_the_owner_says_who_loses_each_step() -> None:
    game, _ = result("DL2DR", {"E": {"at": TARGET, "side": "union", **ZERO}})
    assert game.decision is not None and game.decision.seat == "union"
    assert sorted(offered(game)) == ["D loses a step", "E loses a step"]
    game.play("E loses a step")
    assert sorted(offered(game)) == ["D loses a step", "E loses a step"]
    game.play("D loses a step")
    assert (whole(game, "D")[0], whole(game, "E")[0]) == (True, True)
    game, _ = result("AL1", {"B": second(SOUTHEAST)}, more=["B"])
    assert game.decision is not None and game.decision.seat == "confederate"
    game.play("B loses a step")
    assert (whole(game, "A")[0], whole(game, "B")[0]) == (False, True)


@pytest.mark.rule("JV-6.2-12")
def test_where_nothing_is_to_choose_nobody_is_asked() -> None:
    game, _ = result("DL2DR", {"D": {"face": "reduced"}, "E": {"at": TARGET, "side": "union", **ZERO, "steps": 1}})
    assert (at(game, "D"), at(game, "E")) == ("eliminated", "eliminated")


@pytest.mark.rule("JV-6.2-13")
def test_a_leader_beside_others_takes_no_steps() -> None:
    """Oddity 124: not even when the last of them is gone; he falls back alone."""
    game, _ = result("DL2DR", {"D": {"face": "reduced", "strength": (12, 6)}, "Milroy": {"at": TARGET, "shift": 0}})
    assert at(game, "D") == "eliminated"
    assert {text.rsplit(" to ")[0] for text in offered(game)} == {"retreat Milroy"}
    g = state(game)
    assert bearers(g, ["D", "Milroy"]) == ("D",)
    assert bearers(g, ["Milroy"]) == ("Milroy",)


@pytest.mark.rule("JV-6.2-13", "JV-8.8-2")
def test_a_lone_leader_takes_the_step() -> None:
    table = state(battle({})).setting.odds
    die = next(d for d in range(2, 6) if table[d, 8].code == "DL1DR")
    game = battle({"A": south(SOUTH), "Milroy": TARGET}, dice=[die], draws=["Union A"])
    attack(game, "A")
    assert at(game, "Milroy") == "eliminated"
    assert at(game, "Union A") == "0504", "with the nearest friend"
    assert offered(game) == ["advance A", "no advance"]


@pytest.mark.rule("JV-6.2-KIA-att", "JV-6.2-KIA-def", "JV-6.2-KIA-replace", "JV-8.5-1", "JV-8.5-2")
def test_leaders_fall_by_the_die_whatever_the_result() -> None:
    units = {"A": south(SOUTH, 12), "Elzey": SOUTH, "Jackson": "2012", "D": north(TARGET), "Milroy": TARGET}
    game = battle(units, dice=[1], draws=["Confederate A"])
    attack(game, "A")
    if kind(game) == "leader":
        game.play("use Jackson")
    assert (at(game, "Elzey"), at(game, "Milroy"), at(game, "Jackson")) == ("eliminated", TARGET, "2012")
    assert at(game, "Confederate A") == SOUTH, "who was drawn takes over where Elzey fell"
    game = battle(units, dice=[6], draws=["Union B"])
    attack(game, "A")
    if kind(game) == "leader":
        game.play("use Jackson")
    assert (at(game, "Elzey"), at(game, "Milroy"), at(game, "Union B")) == (SOUTH, "eliminated", TARGET)
    assert cup(state(game), 0) == tuple(f"Union {c}" for c in "ACDEFGHIJKLMNOPQRSTUVWXYZ"), "one, and from his cup"


@pytest.mark.rule("JV-6.2-KIA-replace")
def test_with_none_left_in_the_cup_nobody_follows() -> None:
    units = {"A": south(SOUTH, 12), "Elzey": SOUTH, "D": north(TARGET)}
    game = battle(units, dice=[1], cup=["Union A", "Elzey"])
    events = attack(game, "A")
    assert ("not-replaced", ("Elzey",)) in kinds(events) and "leader-drawn" not in {e.kind for e in events}


@pytest.mark.rule("JV-6.2-LC", "JV-8.7-1")
def test_a_leader_rises_from_a_failed_attack_before_it_falls_back() -> None:
    """JV-EX-8.7a: and shares the fate of those with whom he stands."""
    game = battle({"A": south(SOUTH, 6), "B": second(SOUTH), "D": north(TARGET)}, dice=[1], draws=["Confederate C"])
    attack(game, "A", "B")
    while kind(game) == "lose-step":
        game.play("A loses a step")
    assert offered(game) == ["draw a leader", "no leader"]
    game.play("draw a leader")
    assert at(game, "Confederate C") == SOUTH
    assert state(game).setting.odds[1, 2].demoralizes and whole(game, "Confederate C")[1] > 0
    assert {text.split(" to ")[0] for text in offered(game)} == {"retreat B", "retreat Confederate C"}


@pytest.mark.rule("JV-6.2-14", "JV-6.11-4")
def test_the_order_of_a_result() -> None:
    """Steps, leaders lost and replaced, a leader made, markers, retreats, advance."""
    game = battle(
        {"A": south(SOUTH, 6), "Elzey": {"at": SOUTH, "shift": 0}, "B": second(SOUTHEAST), "D": north(TARGET)},
        dice=[1], draws=["Confederate C", "Confederate D"],
    )  # fmt: skip
    events = attack(game, "A", "B")
    for answer in ("A loses a step", "B loses a step", "draw a leader"):
        if answer in offered(game):
            events += game.play(answer)
    while kind(game) == "retreat":
        events += game.play(game.decision.usual)  # type: ignore[union-attr, arg-type]
    order = [e.kind for e in events if e.kind != "automatic"]
    ranks = {"attacked": 0, "step-lost": 1, "leader-lost": 2, "leader-drawn": 3, "demoralized": 4, "retreated": 5}
    assert [ranks[k] for k in order] == sorted(ranks[k] for k in order) and set(order) == set(ranks)
    assert order.count("leader-drawn") == 2, "one for the fallen, one with the other survivor"
    assert at(game, "Confederate C") != SOUTH, "he falls back with the rest"


# -- 6.3 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.3-2", "JV-6.3-3", "JV-6.3-4", "JV-6.3-5")
def test_the_marker_stays_to_the_end_of_its_own_combat_phase() -> None:
    """Demoralized in the enemy's turn it neither moves, attacks nor bombards in its own; then it recovers."""
    units = {"D": north("1515"), "G": north("1515", 2, arm="artillery"), "X": north("0503")}
    foes = {"A": south("1517"), "Y": south("0506")}
    game = field({**units, **foes, "Far South": south("0505"), "Far North": north("0504")},
                 phase="combat", turn=3)  # fmt: skip
    for id in ("D", "G"):
        demoralize(state(game), id, "JV-6.3-1")
    assert whole(game, "D") == (False, 1)
    game.play("done", asked(game))
    assert (state(game).player, state(game).phase) == (0, "movement")
    assert "move D" not in offered(game) and "move X" in offered(game)
    game.play("done", asked(game))
    assert (state(game).player, state(game).phase) == (0, "combat")
    assert not [text for text in offered(game) if text.startswith("G bombard")]
    game.play("done", asked(game))
    assert whole(game, "D") == whole(game, "G") == (False, 0)


@pytest.mark.rule("JV-6.3-11", "JV-6.3-2")
def test_an_attacker_keeps_it_through_his_next_own_phase() -> None:
    """Oddity 46."""
    game, _ = result("AL1AR", star=True)
    run(game)
    assert whole(game, "A") == (True, 2)
    seen = []
    while (g := state(game)).turn < 5 and g.units["A"].demoralized:
        seen.append((g.turn, g.player, g.phase, g.units["A"].demoralized))
        game.play("done", asked(game))
    assert (3, 1, "combat", 2) in seen and (4, 1, "movement", 1) in seen
    assert state(game).units["A"].demoralized == 0 and state(game).turn == 4


@pytest.mark.rule("JV-6.3-11")
def test_by_an_option_attackers_recover_at_once() -> None:
    game, _ = result("AL1AR", star=True, options={"attackers-recover": True})
    run(game)
    assert whole(game, "A") == (True, 1)
    game.play("done", asked(game))
    assert whole(game, "A") == (True, 0)


@pytest.mark.rule("JV-6.3-7", "JV-6.3-8")
def test_demoralized_again_it_loses_a_step_and_stays_so() -> None:
    game, events = result("DR", {"D": {"demoralized": 1}}, star=True)
    assert "JV-6.3-7" in [e.cite for e in events]
    assert whole(game, "D") == (True, 1)
    for row in ({"face": "reduced", "strength": (12, 6)}, {"steps": 1}):
        game, _ = result("DR", {"D": {**row, "demoralized": 1}}, star=True)
        assert at(game, "D") == "eliminated"
    game, _ = result("AL1AR", star=True)
    g = state(game)
    demoralize(g, "A", "JV-6.3-1")
    assert at(game, "A") == "eliminated", "reduced by the loss, then by the second marker"
    game, _ = result("AR")
    g = state(game)
    for length in (2, 2):
        demoralize(g, "A", "JV-6.3-1")
        assert g.units["A"].demoralized == length


@pytest.mark.rule("JV-6.3-10")
def test_a_marker_takes_nothing_else_away() -> None:
    """Zone, strength and place in the stack."""
    units = {"A": south(SOUTH, 12), "D": north(TARGET, 4, demoralized=1), "E": north(TARGET, 2, demoralized=1)}
    game = battle(units, dice=[3])
    g = state(game)
    assert in_enemy_zone(g, hex_of(SOUTH), 1)
    (event,) = [e for e in attack(game, "A") if e.kind == "attacked"]
    assert event.data[5] == 6
    assert not room(state(battle({**units, "F": north("2008")})), "F", hex_of(TARGET))


@pytest.mark.rule("JV-6.3-12")
def test_a_leader_demoralized_twice_is_lost_and_followed() -> None:
    units = {"Milroy": {"at": TARGET, "shift": 0, "demoralized": 1}}
    game, events = result("DR", units, star=True, draws=["Union A"])
    assert at(game, "Milroy") == "eliminated"
    assert "JV-6.3-12" in [e.cite for e in events]
    assert at(game, "Union A") == TARGET
    assert {text.split(" to ")[0] for text in offered(game)} == {"retreat D", "retreat Union A"}
    spared, _ = result("DR", units, star=True, options={"leader-losses": False})
    assert at(spared, "Milroy") == TARGET and whole(spared, "Milroy")[1] == 1


# -- 6.11 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("JV-6.11-2")
def test_a_step_turns_or_eliminates() -> None:
    game, _ = result("DL1")
    assert whole(game, "D") == (True, 0)
    for row in ({"face": "reduced", "strength": (12, 6)}, {"steps": 1}):
        game, events = result("DL1", {"D": row})
        assert at(game, "D") == "eliminated"
        assert "JV-6.11-2" in [e.cite for e in events if e.kind == "eliminated"]


@pytest.mark.rule("JV-6.11-3")
def test_a_retreat_ends_free_of_enemy_zones() -> None:
    game, _ = result("DR", {"F": south("2209")})
    free = {text.split()[-1] for text in offered(game)}
    assert free == {NORTH, "1909"}, "2109 is beside the second enemy"
    assert not any(in_enemy_zone(state(game), hex_of(h), 0) for h in free)


@pytest.mark.rule("JV-6.11-4")
def test_steps_go_before_retreats() -> None:
    """JV-EX-6.11."""
    game, events = result("DL1DR")
    assert ("step-lost", ("D",)) in kinds(events)
    assert kind(game) == "retreat" and at(game, "D") == TARGET


@pytest.mark.rule("JV-6.11-5", "JV-6.12-1")
def test_no_part_is_taken_twice_in_place_of_another() -> None:
    """JV-EX-6.11: one step and one hex, nothing else is offered."""
    game, _ = result("DL1DR")
    assert all(text.startswith("retreat D to ") for text in offered(game))
    game.play(offered(game)[0])
    assert kind(game) == "advance" and whole(game, "D")[0] and at(game, "D") in (NORTH, "2109", "1909")


@pytest.mark.rule("JV-6.11-6")
def test_only_those_of_the_combat_suffer() -> None:
    """A loss that finds nobody is lost on nobody else; bystanders neither lose nor fall back."""
    units = {"D": {"steps": 1}, "B": south(SOUTH), "F": north("2009"), "H": south(SOUTHWEST)}
    game, _ = result("DL2DR", units)
    assert at(game, "D") == "eliminated"
    assert [whole(game, u) for u in "ABFH"] == [(False, 0)] * 4
    game, _ = result("AR", units)
    run(game)
    assert [at(game, u) for u in "BFH"] == [SOUTH, "2009", SOUTHWEST] and at(game, "A") != SOUTH


def test_take_steps_stops_with_the_last_step() -> None:
    game = battle({"A": south(SOUTH), "B": south(SOUTHEAST)})
    carry_out(game, TakeSteps(1, ("A", "B"), 3))
    assert offered(game) == ["A loses a step", "B loses a step"]
    game.play("A loses a step")
    assert game.decision is not None and game.decision.usual is not None
    assert game.decision.usual.text == "B loses a step", "rather than the last of another"
    game.play("A loses a step")
    assert at(game, "A") == "eliminated" and whole(game, "B") == (True, 0)
    game = battle({"A": south(SOUTH), "B": south(SOUTHEAST)})
    carry_out(game, TakeSteps(1, ("A", "B"), 4))
    assert (at(game, "A"), at(game, "B")) == ("eliminated", "eliminated")
