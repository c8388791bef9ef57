"""What a position of Stonewall could not say: leaders pinned, batteries together, charges, crews that ran, command."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.written_stonewall import meant, spec_of
from tests.stonewall.support import kind, offered, state
from tests.stonewall.test_positions import laid, refused
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game

BATTLE = "stonewall-1978/kernstown"
VA, GARNETT = {"id": "2 VA", "hex": "4815", "facing": "N"}, {"id": "Garnett", "hex": "4815"}
H, L = {"id": "H 1 OH", "hex": "4812", "rounds": 2}, {"id": "L 1 OH", "hex": "4813", "rounds": 8}


def again(game: Game, begin: str) -> None:
    """Written down and read back it is the same."""
    rows = spec_of(state(game), BATTLE, {}, begin)
    new = laid(*rows.pop("unit"), **{k: v for k, v in rows.items() if k not in ("battle", "empty")})
    assert meant(state(new)) == meant(state(game)) and offered(new) == offered(game)


@pytest.mark.rule("SW-10.86")
def test_a_pinned_leader_rallies_and_does_not_move() -> None:
    pinned = GARNETT | {"marks": ["pinned"]}
    game = laid(VA | {"marks": ["routed"]}, pinned, turn=3, begin="final", active="confederate")
    assert offered(game) == ["Garnett rallies 2 VA", "done"]
    again(game, "final")
    game = laid(VA, {"id": "4 VA", "hex": "4816"}, pinned, turn=3, begin="movement", active="confederate")
    with pytest.raises(IllegalAction) as error:
        game.play("Garnett: 4816")
    assert error.value.cite == "SW-10.86"
    again(game, "movement")


@pytest.mark.rule("SW-12.36-2")
def test_batteries_that_have_been_together_share_rounds() -> None:
    game = laid(H, L, begin="interphase", turn=3, morale=40, together=[["L 1 OH", "H 1 OH"]])
    assert kind(game) == "transfer" and "L 1 OH gives 3 rounds to H 1 OH" in offered(game)
    again(game, "interphase")
    assert kind(laid(H, L, begin="interphase", turn=3, morale=40)) != "transfer"


@pytest.mark.rule("SW-18.23-2")
@pytest.mark.parametrize(("start", "charges"), [("4812", False), ("4813", True), (None, True)])
def test_cavalry_charges_by_where_it_began(start: str | None, charges: bool) -> None:
    horse = {"id": "1 MI Cav", "hex": "4816", "formation": "mounted"} | ({"start": start} if start else {})
    units = [horse, {"id": "Brodhead", "hex": "4816"}, {"id": "2 VA", "hex": "4817", "facing": "N"}]
    game = laid(*units, begin="charge", active="union", turn=3)
    assert (kind(game) == "charge") is charges
    if charges:
        again(game, "charge")


@pytest.mark.rule("GB-20.22-2")
@pytest.mark.parametrize(("crew", "back"), [("4810", True), ("4801", False)])
def test_a_crew_comes_back_from_where_it_has_run_to(crew: str, back: bool) -> None:
    guns = H | {"marks": ["abandoned"], "crew_at": crew}
    game = laid(guns, VA, begin="final", active="union", turn=3, set={"rules": "2007"})
    assert state(game).units["H 1 OH"].abandoned is not back


@pytest.mark.rule("SW-18.24-1")
def test_cavalry_engaged_since_its_charge_routs_when_the_melee_is_over() -> None:
    horse = {"id": "7 VA Cav", "hex": "4815", "formation": "mounted", "strength": 1, "marks": ["engaged", "charged"]}
    game = laid(horse, {"id": "84 PA", "hex": "4815"}, begin="melee", active="confederate", turn=3, dice=["4"])
    again(game, "melee")
    game.play("7 VA Cav retreats")
    while kind(game) == "retreat" and not state(game).units["7 VA Cav"].routed:
        game.play(offered(game)[0])
    assert state(game).units["7 VA Cav"].routed


@pytest.mark.rule("SW-17.12-1")
def test_who_was_in_command_is_though_his_officer_has_gone() -> None:
    units = [VA | {"marks": ["in-command"]}, {"id": "Garnett", "hex": "4830"}, {"id": "27 VA", "hex": "4830"}]
    game = laid(*units, {"id": "84 PA", "hex": "4814"}, begin="melee", active="confederate", turn=3)
    assert offered(game) == ["melee 4814", "done"]
    again(game, "melee")


@pytest.mark.rule("SW-13.2-3")
def test_guards_that_were_given_and_fire_that_was_split() -> None:
    fired = {"id": "5 VA", "hex": "4820", "facing": "N", "fired": ["4819", "4719"]}
    units = [fired, {"id": "Garnett", "hex": "4820"}, {"id": "84 PA", "hex": "4819"}, {"id": "8 OH", "hex": "4920"}]
    game = laid(*units, begin="melee", active="confederate", turn=3, guards={"Kimball": 1})
    assert offered(game) == ["melee 4819", "done"] and state(game).guards == (("Kimball", 1),)
    again(game, "melee")


@pytest.mark.parametrize(
    ("rows", "keys", "words"),
    [
        ([H, {"id": "E 4 US", "hex": "4830"}], {"together": [["H 1 OH", "E 4 US"]]}, "no batteries of a side"),
        ([VA | {"start": "4816"}], {}, "'2 VA' is infantry, of which nobody asks where it began: take start out"),
        ([H | {"crew_at": "4811"}], {}, "'H 1 OH' has its crew: mark it abandoned, or take crew_at out"),
        ([VA | {"marks": ["charged"]}], {}, "'2 VA' is infantry and cannot be charged"),
        ([VA | {"marks": ["in-command", "out-of-command"]}], {}, "take one of the marks out"),
        ([H | {"marks": ["in-command"]}], {}, "'H 1 OH' is artillery and cannot be in-command"),
        ([VA], {"guards": {"Stone": 1}}, "guards: brigade 'Stone' is none of"),
        ([{"id": "7 VA Cav", "hex": "4816", "marks": ["charged"]}], {}, "is not engaged since a charge"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_mend(rows: list[Any], keys: dict[str, Any], words: str) -> None:
    assert words in refused(*rows, **keys)
