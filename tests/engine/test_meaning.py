"""What answers meant: whose move a gesture ends, what a `done` that was left ends, whose `done` it is."""

from __future__ import annotations

import pytest

from tests.engine import toy
from tests.support import at, kinds, offered, referee, texts
from vedette.engine import Game, IllegalAction
from vedette.engine.procedure import Phase

CROWDED = {"23 VA": "2134", "33 VA": "2134", "4 VA": "2134", "37 VA": "2135", "2 VA": "2135", "7 OH-a": "1531"}


def moving(units: dict[str, str], brigade: str = "Tyler", **keys: object) -> Game:
    return referee(units, begin="movement", active=brigade, order="attack", **keys)  # type: ignore[arg-type]


def valley(units: dict[str, str], side: str = "confederate") -> Game:
    import vedette

    rows = [{"id": id, "hex": hex} for id, hex in units.items()]
    spec = {"empty": True, "turn": 5, "begin": "movement", "active": side, "unit": rows}
    return vedette.battle("valley-campaign/cross-keys").new_game(seed=1, position=spec)


def stonewall(units: dict[str, str], begin: str = "movement", side: str = "union") -> Game:
    import vedette

    rows = []
    for id, place in units.items():
        hex, _, facing = place.partition(" ")
        rows.append({"id": id, "hex": hex, **({"facing": facing} if facing else {})})
    spec = {"empty": True, "turn": 3, "begin": begin, "active": side, "unit": rows}
    return vedette.battle("stonewall-1978/kernstown").new_game(seed=1, position=spec)


# -- whose move a gesture ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["march 33 VA to 2035", "33 VA: 2035", "step 33 VA NW", "march 33 VA + 23 VA to 2035"])
def test_a_gesture_does_not_spend_the_move_that_the_rules_opened_for_another(text: str) -> None:
    """2 VA, of an overfull hex, is the only one that may go; its move is opened by itself."""
    game = moving(CROWDED, "Garnett")
    game.play("march 4 VA to 2034")
    with pytest.raises(IllegalAction, match=r"2 VA is under way and has not gone yet: .* \(KT-13.1-1\)"):
        game.play(text)
    assert "2 VA: 2136" in offered(game)
    game.play("2 VA: 2136")
    game.play("march 33 VA to 2035")
    assert (at(game, "2 VA"), at(game, "33 VA")) == ("2136", "2035")


def test_who_has_gone_is_done_when_another_goes() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("7 OH-a: 1533")
    game.play("7 OH-b: 1432")
    assert (at(game, "7 OH-a"), at(game, "7 OH-b")) == ("1533", "1432")


def test_of_a_move_that_is_opened_and_not_begun_only_its_own_plans_are_offered() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("move 7 OH-a")
    assert game.rulebook.reach(game.state, "7 OH-b") == {} != game.rulebook.reach(game.state, "7 OH-a")
    assert game.rulebook.plans(game.state, "union", "1533", ("7 OH-b",)) == []
    assert {u for plan in game.rulebook.plans(game.state, "union") for u in plan["units"]} == {"7 OH-a"}


@pytest.mark.parametrize("text", ["5 VA: 1111", "march 5 VA to 1111", "step 5 VA NE"])
def test_in_the_valley_no_gesture_ends_the_move_of_another_that_has_not_gone(text: str) -> None:
    game = valley({"1 VA": "1010", "5 VA": "1110", "8 NY": "5030"})
    game.play("move 1 VA")
    with pytest.raises(IllegalAction, match=r"1 VA is under way and has not gone yet: .* \(JV-4.8-5\)"):
        game.play(text)
    assert game.rulebook.reach(game.state, "5 VA") == {}
    game.play("1 VA: 1011; 5 VA: 1111")
    assert (at(game, "1 VA"), at(game, "5 VA")) == ("1011", "1111")


@pytest.mark.parametrize("text", ["13 IN: 4410", "march 13 IN to 4410", "step 13 IN N", "13 IN: face NE"])
def test_at_stonewall_no_gesture_ends_the_move_of_another_that_has_not_gone(text: str) -> None:
    game = stonewall({"7 OH": "4412 S", "13 IN": "4411 S", "5 VA": "2020 N"})
    game.play("move 7 OH", "union")
    with pytest.raises(IllegalAction, match=r"7 OH is under way and has not gone yet: .* \(SW-5.0-3\)"):
        game.play(text)
    assert game.rulebook.reach(game.state, "13 IN") == {}


def test_a_fire_by_some_does_not_fire_those_who_are_announced_already() -> None:
    game = referee({"7 OH-a": "1733", "7 OH-b": "1733", "27 VA": "1834"}, begin="fire", active="Tyler", dice=["11"])
    game.play("fire at 1834")
    game.play("add 7 OH-a")
    with pytest.raises(IllegalAction, match="7 OH-a take part already: name them as well"):
        game.play("7 OH-b fire at 1834")
    assert "aim" in kinds(game.play("7 OH-a + 7 OH-b fire at 1834"))


# -- a word for a whole step ---------------------------------------------------------------------------------------


def test_done_movement_says_why_it_cannot_end_yet() -> None:
    """At the step's own question, from within a move, and at a step that can end."""
    game = stonewall({"Sullivan": "2020", "13 IN": "2024 S"})
    assert offered(game)[-1] != "done" and game.decisions[0].kind == "move-unit", "a leader strays from his troops"
    for opened in ("", "move 13 IN"):
        if opened:
            game.play(opened, "union")
        with pytest.raises(IllegalAction, match="Sullivan"):
            game.play("done movement", "union")


def test_done_movement_ends_no_move_outside_a_movement_step() -> None:
    """A battery's, in the Artillery Phase: it ended that move and no step."""
    game = referee({"Davey": "1533", "7 OH-a": "1532"}, begin="artillery")
    game.play("artillery 1533; move Davey", "union")
    assert game.decisions[0].kind == "move"
    before = len(game.entries)
    with pytest.raises(IllegalAction, match="nothing of the kind is open"):
        game.play("done movement", "union")
    assert len(game.entries) == before
    game.left = ["done movement"]
    assert game.play("done movement", "union") == [], "what is left of a step that is over by now is passed over"
    assert len(game.entries) == before and game.left_of("union") == []
    game.play("done move", "union")
    assert len(game.entries) == before + 1


@pytest.mark.parametrize("own", [True, False])
def test_what_answers_itself_ends_a_step_and_what_comes_between_is_left(
    own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toy's turn as one step: Gray's move follows Blue's, as another question."""
    game = Game.new(toy.TOY, seed=1)
    kinds = ("move",) if own else ("move", "turn")
    monkeypatch.setattr(type(game.rulebook), "closes", {"turn": (Phase(toy.Duel, kinds),)})
    game.play("done turn", "union")
    assert game.decisions[0].seat == "confederate" and game.left == ([] if own else ["done turn"])


# -- what is left --------------------------------------------------------------------------------------------------


def through_fire() -> Game:
    game = moving({"7 IN-b": "1632", "7 OH-a": "1532", "37 VA": "1933"}, dice=["11"])
    game.play("march 7 IN-b to 2033")
    return game


def test_a_done_that_is_left_does_not_end_another_step() -> None:
    """The unit's move ends by itself after the fire; what was left of it is given again, and the next may move."""
    game = through_fire()
    assert game.left == ["done move 7 IN-b"] and game.left_of("union") == game.left
    given = "; ".join(game.left)
    game.play("confederate: 37 VA fire at 1932")
    assert game.left == [] and "move 7 OH-a" in offered(game)
    assert game.play(given, "union") == [] == game.play("done move", "union")
    assert offered(game) == ["move 7 OH-a", "done"]


def test_a_bare_done_that_was_left_is_that_of_the_move_once() -> None:
    """As an older client has it; the next one ends the step."""
    game = through_fire()
    game.play("confederate: 37 VA fire at 1932")
    n = len(game.entries)
    assert game.play("union: done") == [] and offered(game) == ["move 7 OH-a", "done"] and len(game.entries) == n
    game.play("union: done")
    assert "move 7 OH-a" not in offered(game)


def test_what_is_left_stays_while_the_other_seat_answers() -> None:
    game = moving({"7 IN-b": "1732", "7 OH-a": "1532", "37 VA": "1833"}, dice=["11"])
    game.play("7 IN-b: 1731-1730; 7 OH-a: 1533")
    left = game.left
    assert left[-1] == "7 OH-a: 1533" and game.decision is not None and game.decision.seat == "confederate"
    game.play("pass", "confederate")
    assert game.left == left
    game.play("; ".join(left))
    assert game.left == [] and at(game, "7 OH-a") == "1533" and at(game, "7 IN-b") == "1730"


def test_given_again_what_no_longer_fits_is_passed_over() -> None:
    """7 IN-b was driven back: its way is over, and the next of the march still goes."""
    game = moving({"7 IN-b": "1732", "7 OH-a": "1532", "37 VA": "1833"}, dice=["66", "66"])
    game.play("7 IN-b: 1731-1730; 7 OH-a: 1533")
    left = game.left
    game.play("37 VA fire at 1732", "confederate")
    while game.decision is not None and game.decision.kind != "move-unit":
        game.play(game.decision.actions[0])
    game.play("; ".join(left), "union")
    assert at(game, "7 OH-a") == "1533"


@pytest.mark.parametrize(
    "begin, word, kind",
    [("movement", "move", "move-unit"), ("fire", "fire", "fire"), ("close-combat", "assault", "close-combat")],
)
def test_a_done_by_what_it_means_ends_that_and_nothing_else(begin: str, word: str, kind: str) -> None:
    units = {"7 OH-a": "1733", "7 OH-b": "1532", "27 VA": "1834"}
    game = referee(units, begin=begin, active="Tyler", order="attack")
    assert game.decision is not None and game.decision.kind == kind
    for other in {"move", "fire", "assault"} - {word}:
        with pytest.raises(IllegalAction, match="nothing of the kind is open"):
            game.play(f"done {other}")
    game.play(f"done {word}")
    assert game.decision is None or game.decision.kind != kind


def test_a_done_of_one_unit_never_ends_the_move_of_another() -> None:
    game = moving({"7 OH-a": "1532", "7 OH-b": "1431"})
    game.play("7 OH-a: 1533")
    assert game.play("done move 7 OH-b") == [] and "done" in offered(game)
    game.play("done move 7 OH-a")
    assert offered(game) == ["move 7 OH-b", "done"]


# -- given already, and whose it is --------------------------------------------------------------------------------

ASSAULT = "7 OH-a + 7 OH-b + 7 IN-a assault 1834"


def assault() -> Game:
    units = {"7 OH-a": "1733", "7 OH-b": "1733", "7 IN-a": "1833", "2 VA": "1834", "Carpenter-b": "1834"}
    game = referee(units, turn=6, begin="close-combat", active="Tyler")
    game.play(ASSAULT)
    return game


def test_a_surplus_done_is_not_that_of_the_other_seat() -> None:
    game = assault()
    assert game.decision is not None and (game.decision.seat, game.decision.kind) == ("confederate", "defensive-fire")
    assert game.play("done") == [] and game.play("resolve 1834", "union") == []
    with pytest.raises(IllegalAction, match=r"confederate is asked now .* begin with confederate:"):
        game.play("done")
    assert game.decision.kind == "defensive-fire"


def test_two_that_let_each_other_be_need_no_seats() -> None:
    """Behind a `done` by itself, and behind a retreat, a `done` can be nobody's but the asked one's."""
    game = stonewall({"7 OH": "4412 S", "Tyler": "4412", "5 VA": "4425 N", "Garnett": "4425"})
    seats = []
    for _ in range(4):
        seats.append(game.decision.seat if game.decision else "")
        game.play("done")
    assert set(seats) == {"union", "confederate"}


def test_a_done_behind_a_done_waives_no_defensive_fire() -> None:
    game = referee({"7 OH-a": "1733", "7 IN-a": "1833", "2 VA": "1834"}, turn=6, begin="close-combat", active="Tyler")
    game.play("7 OH-a assault 1834")
    while game.decision is not None and game.decision.seat == "union":
        game.play("done")
    assert game.decision is not None and game.decision.kind == "defensive-fire"
    with pytest.raises(IllegalAction, match="begin with confederate:"):
        for _ in range(2):  # the first is the Union's own, given already where the rules have ended its list
            game.play("done")
    assert game.decision.kind == "defensive-fire"


def test_what_is_waived_is_an_event() -> None:
    game = assault()
    (event,) = [e for e in game.play("confederate: done") if e.kind == "waived"]
    assert (event.seat, event.units, event.cite) == ("confederate", ("Carpenter-b", "2 VA"), "KT-14.3a-1")
    assert texts(game, [event]) == ["Carpenter-b and 2 VA hold their defensive fire"]


def test_a_unit_that_lets_another_go_waives_its_fire() -> None:
    game = through_fire()
    (event,) = [e for e in game.play("confederate: pass") if e.kind == "waived"]
    assert texts(game, [event]) == ["37 VA holds its opportunity fire at 7 IN-b"]


def test_at_stonewall_fire_that_is_held_is_an_event() -> None:
    game = stonewall({"7 OH": "4412 S", "Tyler": "4412", "5 VA": "4413 N"})
    game.play("move 7 OH", "union")
    game.play("7 OH: 4411", "union")
    (event,) = [e for e in game.play("hold fire", "confederate") if e.kind == "waived"]
    assert texts(game, [event]) == ["5 VA holds fire at 7 OH"] and event.cite == "SW-11.0-5"


def test_the_odds_of_a_combat_are_not_those_of_a_surplus_done() -> None:
    start = referee(
        {"7 OH-a": "1733", "7 OH-b": "1733", "7 IN-a": "1833", "2 VA": "1834", "Carpenter-b": "1834"},
        turn=6, begin="close-combat", active="Tyler",
    )  # fmt: skip
    plain, surplus = start.odds(ASSAULT), start.odds(ASSAULT, "done")
    assert plain.plain() == surplus.plain()


def test_an_answer_that_was_the_only_one_is_given_already() -> None:
    """A script that gives every answer goes through, and leaves the record of one that leaves them out."""
    units = {"7 OH-a": "1733", "27 VA": "1834"}
    short, long = (referee(units, begin="fire", active="Tyler", dice=["11"]) for _ in range(2))
    short.play("fire at 1834")
    for text in ("fire at 1834", "add 7 OH-a", "fire"):
        long.play(text)
    assert short.state == long.state and [e.do for e in short.entries] == [e.do for e in long.entries]
    with pytest.raises(IllegalAction):
        referee(units, begin="fire", active="Tyler", dice=["11"]).play("add 7 OH-a")


def test_a_refused_text_leaves_what_was_left() -> None:
    game = through_fire()
    left = game.left
    for text in ("confederate: nonsense", "union: nonsense"):
        with pytest.raises(IllegalAction):
            game.play(text)
    assert game.left == left
