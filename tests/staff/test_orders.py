"""A seat's standing orders: what they answer, when they lapse, what their owner is told."""

from __future__ import annotations

import pytest

from vedette.engine.events import EngineError
from vedette.engine.occasion import Clock, Occasion
from vedette.staff.orders import ACTIVATION, ALONE, LIVE, ONCE, TURN, Order, Ordered, OrderError, Orders

WINDOWS = [
    {
        "name": "draw", "title": "A draw", "default": "pass", "live": "often", "alone": "ask",
        "settings": [
            {"name": "pass", "title": "pass", "deed": "pass"},
            {"name": "ask", "title": "ask"},
            {"name": "often", "title": "pass, but ask in the rain", "deed": "pass", "ask_if": ["rain"]},
            {"name": "equal", "title": "pass where all is alike", "deed": "pass", "only_if": ["alike"]},
            {"name": "hexes", "title": "ask at these", "deed": "pass", "names": ["hex"]},
        ],
    },
    {
        "name": "end", "title": "The end", "default": "once",
        "settings": [{"name": "once", "title": "until I pass", "deed": "pass", "memory": True}],
    },
]  # fmt: skip
NOW = Clock("3", "a")
LOST = {"hex 2"}


def named(fact: str) -> tuple[str, str]:
    """Hexes 1 to 9, of which the second is lost."""
    kind, _, name = fact.partition(" ")
    if kind != "hex" or not name.isdigit():
        raise EngineError(f"there is no {fact!r}")
    return name, f"{name} is lost" if fact in LOST else ""


def at(*facts: str, window: str = "draw") -> Occasion:
    return Occasion(window, frozenset(facts), {"pass": ""})


@pytest.fixture
def orders() -> Orders:
    return Orders(WINDOWS)


def given(orders: Orders, setting: str, *names: str, until: str = "always", clock: Clock = NOW) -> Ordered:
    ordered = Ordered()
    orders.give(ordered, Order("draw", setting, names, until), clock, named)
    return ordered


@pytest.mark.parametrize(
    ("setting", "names", "facts", "deed"),
    [
        ("pass", (), ("rain",), "pass"),
        ("ask", (), (), None),
        ("often", (), (), "pass"),
        ("often", (), ("rain",), None),
        ("equal", (), (), None),
        ("equal", (), ("alike",), "pass"),
        ("hexes", ("hex 1",), ("hex 3",), "pass"),
        ("hexes", ("hex 1", "hex 3"), ("hex 3",), None),
    ],
)
def test_what_a_setting_answers(
    orders: Orders, setting: str, names: tuple[str, ...], facts: tuple[str, ...], deed: str | None
) -> None:
    assert orders.deed(given(orders, setting, *names), at(*facts), "3") == deed


def test_defaults_are_those_of_the_kind_of_game(orders: Orders) -> None:
    rain = at("rain")
    found = [orders.deed(Ordered(), rain, "3", mode) for mode in ("", LIVE, ALONE)]
    assert found == ["pass", None, None]


def test_suspended_orders_and_unknown_deeds_answer_nothing(orders: Orders) -> None:
    assert orders.deed(Ordered(suspended=True), at(), "3") is None
    assert orders.deed(Ordered(), Occasion("draw", answers={"fire": 1}), "3") is None
    assert orders.deed(Ordered(), at(window="nowhere"), "3") is None


def test_who_has_passed_at_a_window_is_not_asked_there_again_in_the_turn(orders: Orders) -> None:
    ordered = Ordered()
    assert orders.deed(ordered, at(window="end"), "3") is None
    assert not orders.answered(ordered, "end", False, "3") and orders.answered(ordered, "end", True, "3")
    assert orders.deed(ordered, at(window="end"), "3") == "pass" and orders.deed(ordered, at(window="end"), "4") is None


def test_once_is_over_with_the_answer(orders: Orders) -> None:
    ordered = given(orders, "ask", until=ONCE)
    assert not orders.tick(ordered, Clock("9", "z"), named, 5)
    assert orders.answered(ordered, "draw", False, "3") and ordered.orders == {}


def test_an_order_of_a_turn_does_nothing_after_it(orders: Orders) -> None:
    ordered = given(orders, "ask", until=TURN)
    assert not orders.tick(ordered, Clock("3", "b"), named, 5) and orders.deed(ordered, at(), "3") is None
    assert orders.tick(ordered, Clock("4"), named, 6)
    assert orders.deed(ordered, at(), "4") == "pass" and ordered.notes == []


def test_an_order_of_an_activation_lasts_to_its_end(orders: Orders) -> None:
    ordered = given(orders, "ask", until=ACTIVATION)
    assert not orders.tick(ordered, NOW, named, 5)
    assert orders.tick(ordered, Clock("3"), named, 6) and ordered.orders == {}


def test_an_order_given_between_two_activations_lasts_for_the_next(orders: Orders) -> None:
    ordered = given(orders, "ask", until=ACTIVATION, clock=Clock("3"))
    assert not orders.tick(ordered, Clock("3"), named, 5)
    assert orders.tick(ordered, Clock("3", "b"), named, 6) and ordered.orders["draw"].stamp == "b"
    assert not orders.tick(ordered, Clock("3", "b"), named, 7)
    assert orders.tick(ordered, Clock("3", "c"), named, 8) and ordered.orders == {}


def test_what_is_gone_is_struck_out_with_a_note(orders: Orders, monkeypatch: pytest.MonkeyPatch) -> None:
    ordered = given(orders, "hexes", "hex 1", "hex 3")
    monkeypatch.setattr("tests.staff.test_orders.LOST", {"hex 1"})
    assert orders.tick(ordered, NOW, named, 7)
    assert ordered.orders["draw"].names == ("hex 3",)
    monkeypatch.setattr("tests.staff.test_orders.LOST", {"hex 3"})
    assert orders.tick(ordered, NOW, named, 9) and ordered.orders == {}
    assert [(note.n, note.text) for note in ordered.notes] == [
        (7, "A draw: 1 is lost, so the order holds for the rest."),
        (9, "A draw: 3 is lost, so the order is lifted."),
    ]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (Order("lunch", "pass"), "there is no window 'lunch'; there are draw, end"),
        (Order("draw", "fire"), "draw has no setting 'fire'; it has pass, ask"),
        (Order("draw", "pass", until="tea"), "an order lasts once, activation, turn, always, not 'tea'"),
        (Order("draw", "pass", ("hex 1",)), "this setting names nothing, not 'hex 1'"),
        (Order("draw", "hexes", ("unit 1",)), "this setting names hex, not 'unit 1'"),
        (Order("draw", "hexes", ("hex 2",)), "2 is lost"),
        (Order("draw", "hexes", tuple(f"hex {n}" for n in range(41))), "an order names at most 40 things"),
    ],
)
def test_what_cannot_be_ordered(orders: Orders, order: Order, words: str) -> None:
    ordered = Ordered()
    with pytest.raises(OrderError) as error:
        orders.give(ordered, order, NOW, named)
    assert str(error.value).startswith(words) and ordered == Ordered()


def test_orders_in_words_for_their_owner(orders: Orders) -> None:
    ordered = given(orders, "hexes", "hex 1", "hex 3", until=TURN)
    first, second = orders.plain(ordered, named)["orders"]
    assert first["text"] == "A draw: ask at these: 1, 3 (this turn)" and first["given"]
    assert second["text"] == "The end: until I pass" and not second["given"]


def test_only_settings_without_conditions_are_offered_with_a_question(orders: Orders) -> None:
    assert orders.offers(at()) == [{"deed": "pass", "setting": "pass"}]
    assert orders.offers(at(window="end")) == []
