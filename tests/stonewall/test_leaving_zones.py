"""Chapter 11.1 as movement meets it: what becomes of a move once the enemy has fired."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.stonewall.move_support import at, field, hex_of, left_of, offered, play, state, steps
from vedette.engine.procedure import STEPS, Done
from vedette.rules.great_battles.chapters.deeds import change, place
from vedette.rules.great_battles.chapters.losses import pin
from vedette.rules.great_battles.chapters.zone_fire import WithdrawalFire
from vedette.rules.great_battles.state import State

Fire = Callable[[Callable[[State], None]], None]
UNITS = {"5 VA": "2021", "14 IN": ("2020", "S")}


@pytest.fixture
def fire(monkeypatch: pytest.MonkeyPatch) -> Fire:
    """Put something in the place of withdrawal fire."""

    def put(does: Callable[[State], None]) -> None:
        def step(frame: WithdrawalFire, g: State) -> Done:
            does(g)
            return Done()

        plan = STEPS[WithdrawalFire]
        monkeypatch.setitem(plan.steps, plan.first, (step, False))

    return put


@pytest.mark.rule("SW-11.15-2")
@pytest.mark.rule("SW-5.13")
@pytest.mark.rule("SW-11.16-1")
def test_who_is_pinned_goes_one_hex_and_stops(fire: Fire) -> None:
    fire(lambda g: pin(g, hex_of("2021"), 1, "SW-10.8-1"))
    game = field(UNITS)
    play(game, "move 5 VA", "5 VA: 2022")
    assert at(game, "5 VA") == "2022" and state(game).units["5 VA"].pinned and left_of(game, "5 VA") == 16
    assert not steps(game, "5 VA")


def test_who_is_pinned_does_not_stop_where_he_may_not_stand(fire: Fire) -> None:
    fire(lambda g: pin(g, hex_of("2021"), 1, "SW-10.8-1"))
    game = field({**UNITS, "Hampden": "2022"})
    play(game, "move 5 VA", "5 VA: 2022")
    assert at(game, "5 VA") == "2021" and not steps(game, "5 VA")


def test_who_routs_or_falls_moves_no_more(fire: Fire) -> None:
    def rout(g: State) -> None:
        change(g, "5 VA", "SW-14.0-1", "routed", routed=True)
        place(g, "5 VA", hex_of("2023"), "SW-14.3-1", "retreated")

    fire(rout)
    game = field(UNITS)
    play(game, "move 5 VA", "5 VA: 2022")
    assert at(game, "5 VA") == "2023" and "5 VA" in state(game).moved and not steps(game, "5 VA")


def test_a_routed_pair_may_leave_with_its_one_hex(fire: Fire) -> None:
    fire(lambda g: None)
    game = field({"5 VA": ("2021", "routed", 3), "27 VA": ("2021", "routed"), "14 IN": ("2020", "S")})
    play(game, "move 5 VA", "5 VA: 2022", "27 VA leaves too")
    assert (at(game, "5 VA"), at(game, "27 VA")) == ("2022", "2022")


@pytest.mark.rule("SW-11.14-2")
def test_one_of_a_stack_leaves_and_the_other_covers() -> None:
    game = field({**UNITS, "27 VA": ("2021", 2)}, dice=[1])
    play(game, "move 5 VA", "5 VA: 2022", "27 VA stays")
    events = play(game, next(t for t in offered(game) if t.startswith("fire ")))
    assert next(e for e in events if e.kind == "withdrawal-fired").data[5] == "27 VA"
    assert at(game, "5 VA") == "2022"


@pytest.mark.rule("SW-11.5-1")
def test_no_zone_goes_over_what_nobody_crosses() -> None:
    from vedette.rules.great_battles.chapters.zones import zone_of

    sides = [("2020", "2019", "river"), ("2020", "2120", "river"), ("2020", "2120", "ford")]
    for rules, wet in (("1978", False), ("2007", True)):
        game = field({"5 VA": ("2020", "N")}, rules=rules, hexsides=sides)
        found = zone_of(state(game), "5 VA")
        assert [bool(found >> hex_of(h) & 1) for h in ("2019", "2120", "1920")] == [False, wet, True]
