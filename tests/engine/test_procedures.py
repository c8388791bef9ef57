"""The loop: calls, questions, forced answers, several seats at once; what a frame may hold; what cannot be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from vedette.engine import EngineError, Event
from vedette.engine.choice import Choice
from vedette.engine.procedure import (
    BY_NAME,
    CHANCE,
    RENAMED,
    Ask,
    AskEach,
    Call,
    Done,
    Goto,
    Procedure,
    Result,
    procedure,
)
from vedette.engine.run import advance, answer, asks, renew, sentence, start
from vedette.engine.state import State


class Slate(State, eq=False, kw_only=True):
    """A state on which procedures write down what they did."""

    said: tuple[object, ...] = ()

    def key(self) -> tuple[Any, ...]:
        return (*State.key(self), self.said)


def begin(frame: Procedure) -> Slate:
    g = Slate(events=[])
    g.stack = []
    start(g, frame)
    return g


@procedure("test-adder")
class Adder(Procedure, frozen=True):
    """Asks for numbers until it has so many, and hands back their sum."""

    left: int
    total: int = 0

    def title(self, g: Slate) -> str:
        return f"{self.left} more"

    def choose(self, g: Slate) -> Result:
        if not self.left:
            return Done(self.total)
        return Ask("union", (1, 2, 3), self.add, "number", usual=1)

    def add(self, g: Slate, n: int) -> Result:
        return Goto(self.but(left=self.left - 1, total=self.total + n).choose)


@procedure("test-twice")
class Twice(Procedure, frozen=True):
    """Calls another twice; without a title."""

    first: int = 0

    def one(self, g: Slate) -> Result:
        return Call(Adder(2), then=self.two)

    def two(self, g: Slate, sum: int) -> Result:
        return Call(Adder(1), then=self.but(first=sum).end)

    def end(self, g: Slate, sum: int) -> Result:
        g.said = (self.first, sum)
        return Done()


def test_calls_hand_back_values_and_memory_travels_with_the_method() -> None:
    g = begin(Twice())
    for n in (3, 2, 1):
        answer(g, "union", n)
    assert g.said == (5, 1) and g.ask is None and g.stack == [] and g.number == 3


def test_the_stack_is_a_sentence_without_what_has_no_title() -> None:
    g = begin(Twice())
    assert sentence(g) == "2 more"
    assert [type(f).__name__ for f, _ in g.stack] == ["Twice", "Adder"]


def test_a_title_that_is_always_the_same_goes_to_what_is_a_kind_of_it() -> None:
    @procedure("test-sums", title="sums")
    class Sums(Twice, frozen=True):
        """As before, with a title."""

    @procedure("test-more-sums")
    class MoreSums(Sums, frozen=True):
        """A kind of that."""

    @procedure("test-long-sums", title="long sums")
    class LongSums(Sums, frozen=True):
        """One with a title of its own."""

    said = [sentence(begin(frame)) for frame in (Sums(), MoreSums(), LongSums(), Twice())]
    assert said == ["sums › 2 more", "sums › 2 more", "long sums › 2 more", "2 more"]


def test_a_title_that_is_said_twice_is_refused() -> None:
    """The method would win in silence, also one that is inherited."""

    class Titled(Twice, frozen=True):
        """Has a method."""

        def title(self, g: Slate) -> str:
            return "of its own"

    with pytest.raises(TypeError, match="Kind says its title twice"):

        @procedure("test-titled-twice", title="another")
        class Kind(Titled, frozen=True):
            """Has both."""


def test_a_call_without_then_is_the_end_and_hands_the_value_on() -> None:
    @procedure("test-outer")
    class Outer(Procedure, frozen=True):
        def call(self, g: Slate) -> Result:
            return Call(Inner(), then=self.heard)

        def heard(self, g: Slate, value: str) -> Result:
            g.said = (value,)
            return Done()

    @procedure("test-inner")
    class Inner(Procedure, frozen=True):
        def call(self, g: Slate) -> Result:
            return Call(Innermost())

    @procedure("test-innermost")
    class Innermost(Procedure, frozen=True):
        def end(self, g: Slate) -> Result:
            return Done("from below")

    assert begin(Outer()).said == ("from below",)


def forced(always: bool = False, seat: str = "union") -> type[Procedure]:
    name = f"test-forced-{always}-{seat}"
    if name in BY_NAME:
        return BY_NAME[name]

    @procedure(name)
    class Forced(Procedure, frozen=True):
        def choose(self, g: Slate) -> Result:
            return Ask(seat, ("only",), self.take, "forced", "T-1", always=always)

        def take(self, g: Slate, value: str) -> Result:
            g.said = (value,)
            return Done()

    return Forced


def test_a_single_answer_is_played_at_once_as_an_event_without_a_number() -> None:
    g = begin(forced()())
    assert g.said == ("only",) and g.number == 0 and g.ask is None
    assert g.events is not None and [(e.kind, e.cite, e.seat) for e in g.events] == [("automatic", "T-1", "union")]


@pytest.mark.parametrize(("always", "seat"), [(True, "union"), (False, CHANCE)])
def test_a_single_answer_is_asked_where_its_pause_would_tell_or_chance_gives_it(always: bool, seat: str) -> None:
    g = begin(forced(always, seat)())
    assert g.said == () and [a.seat for a in asks(g)] == [seat]


@procedure("test-each")
class Each(Procedure, frozen=True):
    """Both seats choose at once."""

    def choose(self, g: Slate) -> Result:
        def ask(seat: str) -> Ask:
            return Ask(seat, ("a", "b"), self.take, "secret", alone=True, private=True)

        return AskEach({"union": ask("union"), "confederate": ask("confederate")}, self.take)

    def take(self, g: Slate, answers: Mapping[str, str]) -> Result:
        g.said = tuple(answers.items())
        return Done()


def test_answers_of_several_seats_lie_sealed_until_all_are_in() -> None:
    g = begin(Each())
    assert {a.seat for a in asks(g)} == {"union", "confederate"}
    answer(g, "confederate", "b")
    assert g.said == () and g.sealed == (("confederate", "b"),) and [a.seat for a in asks(g)] == ["union"]
    answer(g, "union", "a")
    assert g.said == (("union", "a"), ("confederate", "b")) and g.sealed == ()


def test_who_answers_first_makes_no_difference() -> None:
    ends = []
    for order in (("union", "confederate"), ("confederate", "union")):
        g = begin(Each())
        for seat in order:
            answer(g, seat, seat[0:1] and "a")
        ends.append((g.said, g.number, g.key()))
    assert ends[0] == ends[1]


def test_a_sealed_answer_is_saved_and_loaded() -> None:
    g = begin(Each())
    answer(g, "confederate", "b")
    again = Slate()
    again.restore(msgspec.json.decode(msgspec.json.encode(g.saved())))
    renew(again)
    assert again == g and hash(again) == hash(g) and [a.seat for a in asks(again)] == ["union"]
    answer(again, "union", "b")
    assert again.said == (("union", "b"), ("confederate", "b"))


@procedure("test-each-choice")
class EachChoice(Procedure, frozen=True):
    """Both seats put something in at once."""

    def choose(self, g: Slate) -> Result:
        options = tuple(Choice("put", arg=what) for what in ("a", "b"))
        asks = {s: Ask(s, options, self.take, "secret", alone=True, private=True) for s in ("union", "confederate")}
        return AskEach(asks, self.take)

    def take(self, g: Slate, answers: Mapping[str, Choice]) -> Result:
        g.said = tuple(answers.items())
        return Done()


def test_a_choice_lies_sealed_by_what_is_chosen_and_comes_out_as_it_was_offered() -> None:
    g = begin(EachChoice())
    answer(g, "confederate", Choice("put", arg="b"))
    assert g.sealed == (("confederate", "b"),)
    again = Slate()
    again.restore(msgspec.json.decode(msgspec.json.encode(g.saved())))
    renew(again)
    answer(again, "union", Choice("put", arg="a"))
    assert again.said == (("union", Choice("put", arg="a")), ("confederate", Choice("put", arg="b")))


def test_a_seat_answers_once_and_only_when_asked() -> None:
    g = begin(Each())
    answer(g, "union", "a")
    for seat in ("union", CHANCE):
        with pytest.raises(EngineError, match="not asked"):
            answer(g, seat, "a")
    answer(g, "confederate", "a")
    with pytest.raises(EngineError, match="the game is over"):
        answer(g, "union", "a")


ALIKE = (Choice("put", hex=1), Choice("put", hex=2))


def broken(result: Any) -> type[Procedure]:
    name = f"test-broken-{len(BY_NAME)}"

    @procedure(name, title="the broken rule")
    class Broken(Procedure, frozen=True):
        def step(self, g: Slate) -> Result:
            found: Result = result(self)
            return found

        def then(self, g: Slate, value: object) -> Result:
            return Done()

    return Broken


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (lambda p: Ask("union", (), p.then, "empty"), "the broken rule: union is asked and has no answer"),
        (lambda p: Ask(CHANCE, (), p.then, "empty"), "chance is asked and has no answer"),
        (lambda p: AskEach({}, p.then), "several seats are to be asked and there is none"),
        (lambda p: AskEach({"union": Ask("union", (), p.then, "none")}, p.then), "union is asked and has no answer"),
        (lambda p: AskEach({"union": Ask("union", ([1],), p.then, "k")}, p.then), "cannot lie sealed"),
        (lambda p: AskEach({"union": Ask("union", ALIKE, p.then, "k")}, p.then), "choices that differ by such an arg"),
        (lambda p: None, "which is no result of a step"),
    ],
)
def test_a_rule_that_cannot_be_is_an_error_that_names_it(result: Any, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        begin(broken(result)())


@pytest.mark.parametrize(
    "hint", [tuple, list, dict, set, Any, object, list[int], dict[str, int], Mapping[str, int], tuple[list[int], ...],
             tuple[Any, ...], Event | None]
)  # fmt: skip
def test_a_loose_field_of_a_frame_is_refused(hint: Any) -> None:
    bad = type("Bad", (Procedure,), {"__annotations__": {"field": hint}, "step": lambda self, g: Done()}, frozen=True)
    with pytest.raises(TypeError, match="too loose for a saved frame"):
        procedure("test-loose")(bad)


def test_what_is_tight_is_taken() -> None:
    hints = (int, str, bool, str | None, tuple[int, ...], tuple[tuple[str, int], ...], tuple[Adder, ...])
    for n, hint in enumerate(hints):
        good = type(
            "Good", (Procedure,), {"__annotations__": {"field": hint}, "step": lambda self, g: Done()}, frozen=True
        )
        assert procedure(f"test-tight-{n}")(good) is good


def test_a_frame_has_a_name_of_its_own_steps_and_does_not_change() -> None:
    with pytest.raises(TypeError, match="two procedures are named 'test-adder'"):
        procedure("test-adder")(type("Other", (Procedure,), {"step": lambda self, g: Done()}, frozen=True))
    with pytest.raises(TypeError, match="has no steps"):
        procedure("test-empty")(type("Empty", (Procedure,), {}, frozen=True))
    with pytest.raises(AttributeError):
        Adder(1).left = 2  # type: ignore[misc]


def test_a_renamed_step_of_an_old_save_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    g = begin(Adder(1))
    data = g.saved()
    data["stack"] = [["test-sum", "ask", fields] for _, _, fields in data["stack"]]
    again = Slate()
    with pytest.raises(EngineError, match="at step 'ask' of 'test-sum', which these rules do not have"):
        again.restore(data)
    monkeypatch.setitem(RENAMED, ("test-sum", "ask"), ("test-adder", "choose"))
    again.restore(data)
    renew(again)
    assert again == g and asks(again)[0].options == (1, 2, 3)


def test_a_save_that_stands_at_no_question_is_refused() -> None:
    for step in ("add", "one"):
        g = Slate()
        g.stack = [(Adder(1) if step == "add" else Twice(), step)]
        with pytest.raises(EngineError, match="does not stand at a question"):
            renew(g)


def test_deeds_write_events_only_where_somebody_listens() -> None:
    g = begin(forced()())
    g.events = None
    g.log(Event("unheard"))
    g.events = []
    g.log(Event("heard"))
    assert [e.kind for e in g.events] == ["heard"]


def test_an_engine_state_names_no_hexes_by_itself() -> None:
    with pytest.raises(EngineError, match="names no hexes"):
        Slate().hex_name(3)


def test_advance_with_nothing_to_do_waits_for_nobody() -> None:
    g = Slate()
    g.stack = []
    advance(g)
    assert g.ask is None and asks(g) == ()
