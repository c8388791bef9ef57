"""A hint on demand: one of the answers offered, from what the seat may know; it changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import vedette
from tests.rules.field import flat
from tests.rules.fighting import man
from tests.support import BATTLE
from tests.table.tables import Table, seated
from vedette import staff
from vedette.engine.choice import PASS, Choice
from vedette.engine.game import Game
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.text.asked import LABELS
from vedette.table import Store

UNITS = {"7 OH-a": man("1733", 6, 5), "7 OH-b": man("1733", 4, 5), "27 VA": man("1734", 5, 4)}
HEX = vedette.battle(BATTLE).board.grid.index("1733")
KEYS = {
    "id", "decision", "seat", "by", "text", "label", "then", "hexes", "units", "note", "chances", "reasons", "others",
    "second", "called", "is",
}  # fmt: skip


def firing(store: Store, **keys: Any) -> dict[str, Any]:
    """A game at a Fire Combat Step with a chit in each hand, put on the table."""
    spec = {
        "battle": BATTLE,
        "empty": True,
        "begin": "fire",
        "active": "Tyler",
        "unit": [{"id": id, **row} for id, row in UNITS.items()],
        "hex": [{"id": id, **row} for id, row in flat().items()],
        **keys,
    }
    return seated(store, Game.new(vedette.battle(BATTLE), seed=4, position=spec, digests=True))


def test_a_hint_is_an_answer_with_its_chances_and_changes_nothing(table: Table, store: Store) -> None:
    made = firing(store)
    with table.sit(made, "union") as union:
        before, n = table.record(made), union.state["n"]
        hint = union.ask("hint")
        assert set(hint) == KEYS and hint["by"] == "adjutant"
        assert hint["text"] in union.texts() and hint["decision"] == union.asked()[0]["number"]
        assert hint["text"].startswith("fire at 1734") and hint["hexes"][0] == "1734"
        names = [row["name"] for row in hint["chances"]]
        assert names[0] == "1734 emptied" and 0 < hint["chances"][0]["probability"] < 1
        assert union.ask("hint") | {"id": ""} == hint | {"id": ""}
        assert union.state["n"] == n and table.record(made) == before
        assert union.act("; ".join([hint["text"], *hint["then"]]))["is"] == "done"


def test_a_hint_does_not_depend_on_what_the_other_side_holds(table: Table, store: Store) -> None:
    """Two games that differ only in the chit that the other seat holds."""
    told = []
    for chit in ("Rally", "Fatigue"):
        with table.sit(firing(store, held={"union": ["Rally"], "confederate": [chit]}), "union") as union:
            told.append(union.ask("hint") | {"id": ""})
    assert told[0] == told[1]


def test_a_hint_is_thought_out_once_however_often_it_is_asked_for(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By several sockets at once as well; where the game has gone on there is a new one."""
    real, thought = staff.hint, list[str]()
    monkeypatch.setattr(staff, "hint", lambda imagined, seat: (thought.append(seat), real(imagined, seat))[1])
    made = firing(store)
    with table.sit(made, "union") as union, table.sit(made, "union") as again:
        for n in range(20):
            for client in (union, again):
                client.send(hint={"id": n})
        told = [client.until("hint") | {"id": ""} for _ in range(20) for client in (union, again)]
        assert thought == ["union"] and all(hint == told[0] for hint in told)
        assert union.act(told[0]["text"])["is"] == "done"
        if union.asked():
            assert union.ask("hint")["decision"] != told[0]["decision"] and len(thought) == 2


def test_who_is_not_asked_gets_no_hint(table: Table, store: Store) -> None:
    with table.sit(firing(store), "confederate") as confederate:
        assert "not asked" in confederate.ask("hint")["reason"]
        assert "not that of union" in confederate.ask("hint", seat="union")["reason"]


def test_at_one_screen_chits_have_to_lie_open(table: Table) -> None:
    with table.sit(table.make(seed=6), "both") as both:
        assert "face down" in both.ask("hint", seat="union")["reason"]
        both.look("union")
        assert both.ask("hint", seat="union")["text"].startswith("key ")
        assert "face down" in both.ask("hint", seat="confederate")["reason"]


@pytest.mark.parametrize(
    "battle",
    [
        "kernstown/the-stone-wall",
        "cedar-mountain/slaughter-mountain",
        "valley-campaign/cross-keys",
        "stonewall-1978/kernstown",
    ],
)
def test_hints_along_a_game_can_be_played(battle: str) -> None:
    """Where a hint is followed to its end, every answer in it was offered when its turn came."""
    game = vedette.battle(battle).new_game(seed=3)
    for n in range(60):
        decision = game.decision
        if decision is None:
            break
        seat, before = decision.seat, hash(game.state)
        hint = staff.hint(game.imagine(seat, n), seat)
        assert hash(game.state) == before
        labels = game.labels(seat)
        told = {text for text in (hint.text, *hint.others, hint.second) if text in labels}
        assert {text: hint.called.get(text) for text in told} == {text: labels[text] for text in told}
        for text in (hint.text, *hint.then):
            asked = game.decision_of(seat)
            assert asked is not None and asked.find(text) is not None, (text, hint)
            assert hint.called.get(text, "") == game.labels(seat).get(text, ""), (text, hint)
            game.play(text, seat)


def test_no_key_chit_is_advised_that_the_scenario_bars() -> None:
    """In turn 1 Command Confusion cannot be played on the Confederates; what is advised is what Enter proposes."""
    game = vedette.battle(BATTLE).new_game(seed=3)
    decision = game.decision
    assert decision is not None and decision.kind == "key"
    proposed = game.rulebook.proposed(game.state, decision.seat)
    idle = game.rulebook.idle(game.state, decision.seat)
    assert "key Command Confusion" in idle
    for n in range(5):
        hint = staff.hint(game.imagine(decision.seat, n), decision.seat)
        assert hint.text == game.state.text_of(proposed)
        assert idle.isdisjoint({hint.text, *hint.others, hint.second})


@pytest.mark.parametrize(
    "kind, answer, words",
    [
        ("chaos", Choice("chaos", hex=HEX), "Battlefield Chaos at 1733"),
        ("good-ground", Choice("good ground", hex=HEX), "Good Ground at 1733"),
        ("low-ammo", Choice("low ammo", "7 OH-a", HEX), "7 OH-a runs low on ammunition"),
        ("find-ammo", Choice("supply", "7 OH-a", HEX), "7 OH-a finds ammunition"),
        ("deception", Choice("deceive", "7 OH-a", HEX), "7 OH-a is deceived"),
        ("friendly-fire", Choice("friendly fire", "7 OH-a", arg="29 OH-a"), "7 OH-a and 29 OH-a fire at one another"),
        ("wayward", Choice("stray", "7 OH-a", HEX), "7 OH-a strays to 1733"),
    ],
)
def test_answers_that_are_short_for_a_term_of_the_book_have_words(kind: str, answer: Choice, words: str) -> None:
    state = vedette.battle(BATTLE).new_game(seed=3).state
    ask = Ask("union", (answer, PASS), print, kind, usual=PASS)
    assert {
        answer_text: LABELS[kind](state, ask, one) for one in ask.options if (answer_text := state.text_of(one))
    } == {
        state.text_of(answer): words,
        "pass": "",
    }
