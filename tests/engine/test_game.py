"""Games: texts, refusals, undo, gestures, odds, and what happens when the rules themselves fail in mid-play."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.engine import toy
from tests.laws.worlds import begin, picture
from tests.support import BATTLE, at, offered, referee, states
from vedette.engine import EngineError, Game, IllegalAction, OptionError
from vedette.engine.decision import plain
from vedette.engine.procedure import STEPS
from vedette.rules.blind_swords.chapters.unit_moves import MoveUnit


def moving(units: dict[str, Any], **keys: Any) -> Game:
    return referee(units, begin="movement", active="Tyler", **keys)


# -- answers --------------------------------------------------------------------------------------------------


def test_a_text_counts_however_it_is_spaced_and_written() -> None:
    game = begin("toy", 1)
    game.play("  UNION:   blue:   0101 ")
    assert at(game, "Blue") == "0101"


def test_an_action_of_an_earlier_decision_is_refused_even_where_its_value_fits() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    assert game.decision is not None
    stale = next(a for a in game.decision.actions if a.text == "move 7 OH-a")
    game.play(stale)
    with pytest.raises(IllegalAction, match="not offered now"):
        game.play(stale)


def test_an_action_means_its_text_and_not_what_its_value_means_by_now() -> None:
    """Fire at the hex of Gray, kept until Gray has gone: by now the same hex would be a march."""
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    game = Game.new(toy.TOY, seed=2, position=spec)
    assert game.decision is not None
    fire = next(a for a in game.decision.actions if a.text == "Blue fire at 0101")
    for text in ("union: done", "confederate: Gray: 0102", "confederate: done"):
        game.play(text)
    assert "Blue: 0101" in offered(game)
    with pytest.raises(IllegalAction, match="not offered now"):
        game.play(fire)


def test_nobody_answers_for_another() -> None:
    game = begin("toy", 1)
    assert game.decision is not None
    for action in ("union: done", game.decision.actions[0]):
        with pytest.raises(IllegalAction):
            game.play(action, "confederate")


def test_a_refusal_names_reason_and_case_and_leaves_the_state() -> None:
    game = moving({"7 OH-a": "1532"})
    before = picture(game)
    with pytest.raises(IllegalAction) as refused:
        game.play("7 OH-a: 1632-1532-1733-1834")
    assert refused.value.reason and refused.value.cite.startswith("KT-")
    assert picture(game) == before and game.entries == []


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    game = begin("toy", 1)
    with pytest.raises(IllegalAction, match="confederate is not asked anything now"):
        game.play("done", "confederate")
    with pytest.raises(IllegalAction, match="chance is not asked anything now"):
        game.play("chance: 6")


def test_where_both_seats_are_asked_the_text_finds_its_seat_or_has_to_name_it() -> None:
    game = vedette.battle(BATTLE).new_game(seed=1)
    assert {d.seat for d in game.decisions} == {"union", "confederate"} and all(d.alone for d in game.decisions)
    with pytest.raises(IllegalAction, match="several seats are asked: begin with one of union, confederate"):
        game.play("key Firefight")
    game.play("key Good Ground")
    assert [d.seat for d in game.decisions] == ["confederate"]
    game.play("key Firefight")
    assert [d.seat for d in game.decisions] == ["confederate"] and game.entries[-1].private == "confederate"


def test_a_bare_name_that_two_answers_have_is_refused_with_both() -> None:
    values = {"fresh": [4, "R", 4], "worn": [2, "R", 3]}
    twins = {f"36 VA ({b})": {"hex": "1834", "side": "confederate", "arm": "infantry", "brigade": "Garnett",
                              "name": "36 VA", "values": values} for b in ("Smith", "Jones")}  # fmt: skip
    game = referee(twins, begin="movement", active="Garnett")
    with pytest.raises(IllegalAction, match=r"could mean move 36 VA \(Smith\), move 36 VA \(Jones\)"):
        game.play("move 36 VA")
    with pytest.raises(IllegalAction, match=r"36 VA could mean 36 VA \(Smith\) or 36 VA \(Jones\)"):
        game.play("36 VA: 1934-2034")
    game.play("move 36 VA (Jones)")
    game.play("36 VA: 1934")
    assert at(game, "36 VA (Jones)") == "1934"


def test_a_decision_carries_all_that_a_client_needs() -> None:
    game = moving({"7 OH-a": "1532"})
    game.play("move 7 OH-a")
    assert game.decision is not None
    found = plain(game.decision)
    assert found["seat"] == "union" and found["kind"] == "move" and found["about"] == ["7 OH-a"] and found["optional"]
    assert (
        found["cite"] == "KT-13.1-3" and found["stack"][0] == "Turn 1" and found["stack"][-1].startswith("7 OH-a moves")
    )
    assert found["usual"] == "done" and found["proposed"] is None and found["window"] is None
    assert {"text": "7 OH-a: 1632", "cite": "KT-13.1-3", "hex": "1632"} in found["actions"]


def test_the_other_seat_keeps_its_decision_while_a_refused_text_is_tried() -> None:
    game = begin("toy", 1)
    first = game.decision
    with pytest.raises(IllegalAction):
        game.play("nonsense")
    assert game.decision is first


def test_an_option_or_dice_that_do_not_exist_are_named() -> None:
    with pytest.raises(OptionError, match="dice 'loaded' are none of seeded, real"):
        Game.new(toy.TOY, dice="loaded")
    with pytest.raises(OptionError, match="has one option, turns"):
        Game.new(toy.TOY, options={"colour": "red"})
    with pytest.raises(LookupError, match="no rulebook 'chess' is installed"):
        Game.new(toy.battle(rulebook="chess"))


# -- gestures -------------------------------------------------------------------------------------------------


def test_a_whole_path_is_one_gesture() -> None:
    game = moving({"7 OH-a": "1532"})
    events = game.play("7 OH-a: 1532-1533-1633")
    assert [e.kind for e in events].count("moved") == 2 and at(game, "7 OH-a") == "1633"
    assert [e.do for e in game.entries] == ["move 7 OH-a", "7 OH-a: 1533", "7 OH-a: 1633"]


def test_a_stack_moves_as_one_gesture_unit_by_unit() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1532"})
    game.play("7 OH-a + 7 OH-b: 1632")
    assert at(game, "7 OH-a") == at(game, "7 OH-b") == "1632"


def test_several_units_fire_as_one_gesture() -> None:
    game = referee({"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}, begin="fire", active="Tyler")
    events = game.play("7 OH-a + 7 OH-b fire at 1834")
    assert next(e for e in events if e.kind == "aim").units == ("7 OH-a", "7 OH-b")


def test_several_units_assault_as_one_gesture() -> None:
    game = referee({"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}, begin="close-combat", active="Tyler")
    events = game.play("7 OH-a + 7 OH-b assault 1834")
    assert next(e for e in events if e.kind == "declared").units == ("7 OH-a", "7 OH-b")


def retreating() -> Game:
    """27 VA has to fall back more than one hex."""
    for dice in (["66", f"{c}{w}"] for c in range(1, 7) for w in range(1, 7)):
        game = referee({"27 VA": "2034", "7 OH-b": "1934"}, begin="fire", active="Tyler", dice=dice)
        try:
            game.play("7 OH-b fire at 2034")
        except IllegalAction:
            continue
        decision = game.decision_of("confederate")
        if decision is not None and decision.kind == "retreat" and game.state.stack[-1][0].hexes > 1:  # type: ignore[attr-defined]
            return game
    raise AssertionError("no dice make 27 VA fall back so far")


def test_a_retreat_is_given_by_its_end() -> None:
    game = retreating()
    ends = set()
    todo = [game.clone()]
    while todo:
        trial = todo.pop()
        for text in offered(trial, "confederate"):
            twin = trial.clone()
            twin.play(text, "confederate")
            open_to = twin.decision_of("confederate")
            if open_to is not None and open_to.kind == "retreat":
                todo.append(twin)
            else:
                ends.add(at(twin, "27 VA"))
    end = next(e for e in sorted(e for e in ends if e) if f"retreat 27 VA to {e}" not in offered(game, "confederate"))
    game.play(f"retreat 27 VA to {end}")
    assert at(game, "27 VA") == end and len([e for e in game.entries if e.do.startswith("retreat")]) > 1


@pytest.mark.parametrize(
    "path", ["1532-1533-1834", "1532-1533-1532-1533-1532-1533-1532-1533-1532", "1533-9999", "1533-1733"]
)
def test_a_gesture_illegal_in_its_middle_is_refused_whole(path: str) -> None:
    game = moving({"7 OH-a": "1532"})
    before = picture(game)
    with pytest.raises(IllegalAction) as refused:
        game.play(f"7 OH-a: {path}")
    assert refused.value.reason and refused.value.cite and str(refused.value).startswith(f"7 OH-a: {path}: ")
    assert picture(game) == before and game.entries == [] and game.left == []


def test_a_gesture_is_interrupted_by_fire_and_its_rest_is_left() -> None:
    """Leaving a hex beside the enemy draws fire: the Confederates are asked before the unit goes on."""
    game = moving({"7 OH-a": "1733", "27 VA": "1834"})
    game.play("7 OH-a: 1732-1731-1631")
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == ("confederate", "opportunity-fire")
    assert game.left == ["7 OH-a: 1731", "7 OH-a: 1631"] and at(game, "7 OH-a") == "1733"
    game.play("pass")
    assert game.left == ["7 OH-a: 1731", "7 OH-a: 1631"] and at(game, "7 OH-a") == "1732"
    game.play("; ".join(game.left))
    assert game.left == [] and at(game, "7 OH-a") == "1731"  # its points do not carry it farther


def test_a_gesture_that_breaks_on_a_fault_of_the_rules_takes_nothing_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first steps went well; the fault of the third takes all of them back."""
    game = moving({"7 OH-a": "1532"})
    before = picture(game)
    count = [0]
    arrive = MoveUnit.arrive

    def failing(self: MoveUnit, g: Any) -> Any:
        count[0] += 1
        if count[0] == 2:
            g.turn = 99
            raise ZeroDivisionError("a fault of the rules")
        return arrive(self, g)

    failing.__name__ = "arrive"
    monkeypatch.setattr(MoveUnit, "arrive", failing)  # most come to it from a step that goes straight on
    monkeypatch.setitem(STEPS[MoveUnit].steps, "arrive", (failing, False))
    with pytest.raises(ZeroDivisionError):
        game.play("7 OH-a: 1532-1533-1633")
    assert picture(game) == before and game.entries == [] and game.left == []
    game.play("7 OH-a: 1532-1533-1633")
    assert at(game, "7 OH-a") == "1633"


def test_a_fault_in_mid_play_takes_the_dice_back_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has seen them, and the record has to count as they do."""
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    game = Game.new(toy.TOY, seed=2, position=spec)
    game.play("Blue fire at 0101")
    counter = game.chance.counter  # type: ignore[union-attr]
    before = picture(game)
    with monkeypatch.context() as patch:
        patch.setattr(toy, "Aim", None)
        with pytest.raises(TypeError):
            game.play("pass")
    assert picture(game) == before and game.chance.counter == counter  # type: ignore[union-attr]
    game.play("pass")
    assert game.chance.counter == counter + 1  # type: ignore[union-attr]


# -- undo -----------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_move_hex_by_hex_and_says_what_it_took() -> None:
    game = moving({"7 OH-a": "1532"})
    game.play("7 OH-a: 1532-1533-1633")
    assert game.undo("union") == ["7 OH-a: 1633"] and at(game, "7 OH-a") == "1533"
    assert game.undo(to=0) == ["move 7 OH-a", "7 OH-a: 1533"] and at(game, "7 OH-a") == "1532"
    with pytest.raises(IllegalAction, match="nothing has been done yet"):
        game.undo()


def test_what_was_taken_back_can_be_played_again() -> None:
    game = moving({"7 OH-a": "1532"})
    game.play("7 OH-a: 1532-1533-1633")
    before = picture(game)
    for text in game.undo(to=0):
        game.play(text)
    assert picture(game) == before


def test_undo_names_the_roll_the_answer_or_the_reveal_in_its_way() -> None:
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    game = next(g for g in (Game.new(toy.TOY, seed=s, position=spec) for s in range(9)) if g.state.hand == "Ruse")  # type: ignore[attr-defined]
    game.play("Blue fire at 0101")
    assert game.undo_bar("union") is None and game.undo_bar("confederate") == "confederate has done nothing yet"
    game.play("play Ruse")
    assert game.undo_bar("union") == "it would cross the roll or draw of entry 4"
    typed = Game.new(toy.TOY, key=bytes(32), dice="real", position=spec)
    typed.play("Blue fire at 0101")
    typed.play("pass" if "play Ruse" not in offered(typed) else "play Ruse")
    words = typed.undo_bar("union")
    assert words == "it would cross the other side's answer in entry 3"
    own = typed.undo_bar("confederate")
    assert (own is None) if typed.entries[-1].do == "pass" else own == "entry 3 showed something to the other side"


def test_undo_while_both_seats_are_asked_takes_back_ones_own_answer_alone() -> None:
    game = vedette.battle(BATTLE).new_game(seed=1)
    first = picture(game)
    game.play("key Firefight", "confederate")
    assert game.undo_bar("union") == "union has done nothing yet"
    game.play("key Firefight", "union")
    assert game.undo_bar("confederate") == "it would cross the other side's answer in entry 2"
    game.undo("union")
    assert [d.seat for d in game.decisions] == ["union"]
    game.undo("confederate")
    assert picture(game) == first and len(game.decisions) == 2


def test_undo_goes_back_past_the_states_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "KEPT", 3)
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    for text in ("7 OH-a: 1533-1633", "done", "7 OH-b: 1432-1531", "done"):
        if text != "done" or "done" in offered(game):
            game.play(text)
    assert sum(e.before is not None for e in game.entries) <= 3
    whole = game.clone()
    game.undo(to=1)
    assert at(game, "7 OH-a") == "1532" and game.decision is not None and game.decision.kind == "move"
    assert at(whole, "7 OH-a") == "1633"


def test_a_battle_that_is_over_is_not_taken_back_once_its_dice_are_open(secret_duel: Game, duel: Game) -> None:
    game = secret_duel.clone()
    with pytest.raises(IllegalAction, match="the battle is over and its dice are open"):
        game.undo(consent=True)
    lone = duel.clone()
    assert lone.undo(consent=True) and lone.decision is not None


def test_an_undo_to_an_entry_that_does_not_count_is_refused() -> None:
    game = begin("toy", 1)
    for text in ("Blue: 0101", "Blue: 0102"):
        game.play(text)
    game.undo()
    for to in (2, 3, 4, 9):
        with pytest.raises(IllegalAction, match="there is no entry"):
            game.undo(to=to, consent=True)
    game.keep = False
    game.play("done")
    with pytest.raises(IllegalAction, match="keeps no earlier states"):
        game.undo()


# -- odds -----------------------------------------------------------------------------------------------------


def test_odds_are_exact_integers_sorted_with_their_column() -> None:
    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler")
    odds = game.odds("7 OH-a fire at 1834")
    assert odds.exact and odds.error == 0 and odds.aim is not None and odds.aim.base and odds.aim.shifts
    assert odds.total_weight in (36, 216, 1296, 7776) and sum(r.weight for r in odds.results) == odds.total_weight
    assert game.entries == [] and states(game, "27 VA") == {"fresh", "1834"}


def test_odds_of_one_combat_of_two_declared_are_of_that_one_alone() -> None:
    """When one is left its turn comes by itself; the odds of the first end before it."""
    units = {"7 OH-a": "1733", "7 OH-b": "1734", "27 VA": "1834", "21 VA": "1835"}
    game = referee(units, begin="close-combat", active="Tyler")
    game.play("7 OH-a assault 1834")
    if "assault 1835" in offered(game):
        game.play("7 OH-b assault 1835")
    odds = game.odds("resolve 1834")
    assert odds.exact and not any("21 VA" in r.units for r in odds.results)


def test_odds_of_what_is_no_combat_are_refused() -> None:
    game = moving({"7 OH-a": "1532"})
    with pytest.raises(EngineError, match="opens no fire and no close combat"):
        game.odds("move 7 OH-a")
    with pytest.raises(IllegalAction):
        game.odds("7 OH-a fire at 9999")


def test_odds_of_a_fire_under_way_are_of_that_fire() -> None:
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    game = Game.new(toy.TOY, seed=2, position=spec)
    game.play("Blue fire at 0101")
    assert [r.weight for r in game.odds().results] == [4, 2] == [r.weight for r in game.odds("pass").results]


def test_odds_for_a_seat_never_assume_what_another_plays_in_secret() -> None:
    spec = {"unit": [{"id": "Blue", "hex": "0100"}, {"id": "Gray", "hex": "0101"}]}
    games = [Game.new(toy.TOY, seed=s, position=spec) for s in range(9)]
    asked = {"window": "play Ruse"}
    found = {g.state.hand: g.odds("Blue fire at 0101", assume=asked, seat="union") for g in games}  # type: ignore[attr-defined]
    assert found["Ruse"] == found["Nothing"]
    mine = next(g for g in games if g.state.hand == "Ruse").odds("Blue fire at 0101", assume=asked)  # type: ignore[attr-defined]
    assert [r.units for r in mine.results] == [{}] and mine.assumed[0][1] == "play Ruse"


def test_odds_past_the_budget_are_sampled_and_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from vedette.engine import odds as module

    game = referee({"7 OH-a": "1733", "27 VA": "1834"}, begin="fire", active="Tyler")
    exact = game.odds("7 OH-a fire at 1834")
    monkeypatch.setattr(module, "BUDGET", 20)
    rough = game.odds("7 OH-a fire at 1834")
    assert not rough.exact and 0 < rough.error < 0.01 and rough.total_weight == module.SAMPLES
    assert abs(rough.results[0].probability - exact.results[0].probability) < 5 * rough.error


# -- copies ---------------------------------------------------------------------------------------------------


def test_an_imagined_game_carries_nothing_of_the_true_one() -> None:
    game = begin("toy", 1)
    other = game.imagine("union", 3)
    assert other.entries == [] and other.start_events == [] and "seed" not in other.header
    assert other.chance.key != game.chance.key and other.secret == b""  # type: ignore[union-attr]
    other.play(other.decision.actions[0])  # type: ignore[union-attr]
    assert len(game.entries) == 1


def test_the_fast_way_plays_the_same_as_the_careful_one() -> None:
    slow, fast = begin("stone-wall", 9), begin("stone-wall", 9)
    for _ in range(200):
        decision = slow.decisions[-1]
        action = decision.actions[-1]
        slow.play(action)
        fast.answer(action.seat, action.value)
    assert slow.state == fast.state and slow.state.digest() == fast.state.digest()


def test_what_happened_before_anybody_was_asked_is_told() -> None:
    assert [e.kind for e in begin("toy", 1).start_events] == ["dealt", "turn"]


# -- windows --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chit", ["Quick March", "Command Confusion", "Rally"])
def test_a_holder_of_any_chit_is_asked_alike(chit: str) -> None:
    """None of them could be played now; that one is asked says only that some chit is held."""
    game = referee({"27 VA": "1834", "7 OH-a": "1532"}, begin="draw", held={"confederate": [chit]}, cup=["Garnett"])
    assert game.decision is not None
    assert (game.decision.seat, game.decision.window, offered(game)) == ("confederate", "before-draw", ["pass"])


def test_who_holds_nothing_is_not_asked() -> None:
    game = referee({"27 VA": "1834", "7 OH-a": "1532"}, begin="draw", cup=["Garnett"])
    assert game.decision is not None and game.decision.seat == "chance"


def test_a_window_passes_on_until_both_have_passed_in_turn() -> None:
    held = {"union": ["Rally"], "confederate": ["Rally"]}
    game = referee(
        {"27 VA": {"hex": "1834", "marks": ["shaken"]}, "7 OH-a": "1532"}, begin="draw", held=held, cup=["Garnett"]
    )
    asked = []
    for text in ("pass", "play Rally", "pass"):
        assert game.decision is not None
        asked.append((game.decision.seat, text in offered(game)))
        game.play(text)
    assert asked == [("union", True), ("confederate", True), ("union", True)]
    assert "shaken" not in states(game, "27 VA") and game.decision is not None and game.decision.seat == "chance"
