"""What the adjutant answers, position by position."""

from types import SimpleNamespace
from typing import Any

import pytest

import vedette
from tests.rules.commanding import all_through, choice
from tests.rules.field import flat
from tests.support import referee
from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.game import Game
from vedette.engine.procedure import Ask
from vedette.rules.blind_swords.ai import adjutant
from vedette.rules.blind_swords.ai.chances import chances_of
from vedette.rules.blind_swords.setting import setting_of

BATTLE = "kernstown/the-stone-wall"


def facing(begin: str, units: dict[str, Any], **keys: Any) -> Game:
    return referee(units, begin=begin, **{"turn": 6, **keys})


def place(game: Game, unit: str) -> Any:
    return {u["id"]: u["hex"] for u in game.view("")["units"]}[unit]


# -- fire ------------------------------------------------------------------------------------------------------------


def fires(game: Game) -> list[tuple[set[str], bool]]:
    """Who fires together in a fire step, and whether it is Flanking Fire."""
    found = []
    while game.decision is not None and game.decision.kind in ("fire", "fire-plan"):
        for event in game.play(choice(game)):
            if event.kind == "aim":
                flank = next(on for name, _, _, on in event.data[0].shifts if name == "flanking fire")
                found.append((set(event.units), flank))
    return found


def test_two_hexes_fire_from_two_sides_at_once() -> None:
    units = {"7 OH-a": "1733", "29 OH-a": "1831", "27 VA": "1832"}
    game = facing("fire", units, active="Tyler", hexes=flat(), dice=["11", "11"])
    both = fires(game)
    assert len(both) == 2 and both[0][0] | both[1][0] == {"7 OH-a", "29 OH-a"} and both[0][1] and both[1][1]


def test_who_would_be_lost_against_a_wall_alone_fires_together() -> None:
    weak = {"hex": "1733", "values": {"fresh": [1, "R", 3]}}
    game = facing("fire", {"7 IN-a": weak, "7 IN-b": weak, "27 VA": "1834"}, active="Tyler", dice=["11"])
    assert fires(game) == [({"7 IN-a", "7 IN-b"}, False)]


def test_no_fire_that_is_lost() -> None:
    weak = {"hex": "1733", "values": {"fresh": [1, "R", 3]}}
    assert choice(facing("fire", {"7 OH-a": weak, "27 VA": "1834"}, active="Tyler")) == "done"


def test_opportunity_fire_is_given_where_it_can_do_anything() -> None:
    units = {"7 OH-a": "1733", "27 VA": "1732"}
    game = facing("movement", units, active="Tyler", order="attack")
    game.play("7 OH-a: 1633")
    assert choice(game) == "fire at 1733"


# -- movement --------------------------------------------------------------------------------------------------------


def test_walks_into_an_empty_victory_hex() -> None:
    game = facing("movement", {"7 OH-a": "1733", "27 VA": "2139"}, active="Tyler", order="attack")
    all_through(game, "move-unit", "move")
    assert place(game, "7 OH-a") in ("1834", "1835", "1836", "1933")


def test_holds_the_victory_hex_it_stands_in() -> None:
    game = facing("movement", {"27 VA": "1834", "33 VA": "1933", "7 OH-a": "1531"}, active="Garnett", order="attack")
    all_through(game, "move-unit", "move")
    assert place(game, "27 VA") in ("1834", "1835", "1836", "1933")


def test_a_brigade_marches_up_together_and_attacks_what_it_can_overwhelm() -> None:
    units = {"7 OH-a": "1631", "29 OH-a": "1632", "29 OH-b": "1633", "27 VA": {"hex": "1832", "face": "worn"}}
    game = facing("movement", units, active="Tyler", order="attack", hexes=flat())
    all_through(game, "move-unit", "move")
    assert game.decision is not None and game.decision.kind == "close-combat" and choice(game) == "assault 1832"
    given = all_through(game, "close-combat", "attackers")
    assert len([text for text in given if text.startswith("add ")]) >= 2


def test_no_step_of_a_move_is_taken_back() -> None:
    units = {"7 OH-a": "1432", "29 OH-a": "1431", "1 WV-a": "1332", "27 VA": "1834", "33 VA": "1933"}
    game = facing("movement", units, active="Tyler", order="attack")
    hexes: dict[str, list[str]] = {}
    for text in all_through(game, "move-unit", "move", "opportunity-fire"):
        unit, colon, hex = text.rpartition(": ")
        if colon:
            hexes.setdefault(unit, []).append(hex)
    assert hexes and all(len(way) == len(set(way)) for way in hexes.values())


# -- close combat ----------------------------------------------------------------------------------------------------


def test_no_assault_on_a_strong_wall() -> None:
    units = {"110 PA-a": "1733", "37 VA": "1834", "33 VA": "1835"}
    assert choice(facing("close-combat", units, active="Tyler")) == "done"


def test_goes_into_the_victory_hex_that_it_has_emptied() -> None:
    units = {"7 OH-a": "1733", "29 OH-a": "1733", "27 VA": {"hex": "1834", "face": "worn", "marks": ["disrupted"]}}
    game = facing("close-combat", units, active="Tyler", dice=["66", "66", "6", "6"])
    all_through(game, "close-combat", "attackers", "combat-order", "defensive-fire", "fire-plan", "assaulting-hex")
    assert game.decision is not None and game.decision.kind == "advance"
    assert choice(game).endswith(": 1834")


# -- orders, rally, guns, chits --------------------------------------------------------------------------------------


def test_regroups_the_hurt_far_from_the_enemy() -> None:
    hurt = {"face": "worn", "marks": ["disrupted"]}
    units = {"2 VA": {"hex": "2139", **hurt}, "33 VA": {"hex": "2138", **hurt}, "7 OH-a": "1531"}
    assert choice(facing("orders", units, active="Garnett")) == "order regroup"


def test_attacks_where_a_victory_hex_lies_open() -> None:
    units = {"7 OH-a": "1733", "7 IN-a": "1732", "27 VA": {"hex": "1835", "face": "worn"}}
    assert choice(facing("orders", units, active="Tyler")) == "order attack"


def test_the_hurt_recover_before_others_rebuild() -> None:
    units = {
        "2 VA": {"hex": "2135", "marks": ["disrupted"]},
        "33 VA": {"hex": "2136", "face": "worn"},
        "7 OH-a": "1531",
    }
    assert choice(facing("rally", units, active="Garnett", order="regroup")) == "recover 2 VA"


def test_guns_fire_where_it_tells_and_never_close_in() -> None:
    units = {"Carpenter-b": "2032", "27 VA": "1933", "7 OH-a": "1732"}
    game = facing("artillery", units)
    assert all_through(game, "artillery", "artillery-act")[-1] == "fire at 1732"
    far = facing("artillery", {"Carpenter-b": "2039", "27 VA": "1933", "7 OH-a": "1431"})
    all_through(far, "artillery", "artillery-act", "move")
    grid = vedette.battle(BATTLE).board.grid
    gap = grid.distance(grid.index(place(far, "Carpenter-b")), grid.index("1431"))
    assert 3 <= gap < grid.distance(grid.index("2039"), grid.index("1431"))


def test_command_confusion_answers_the_attack_of_a_strong_brigade() -> None:
    units = {"7 OH-a": "1733", "7 IN-a": "1732", "29 OH-a": "1633", "27 VA": "1834"}
    game = facing("orders", units, active="Tyler", held={"confederate": ["Command Confusion"]})
    game.play("order attack")
    assert choice(game) == "play Command Confusion"


def test_no_firefight_of_the_hurt_with_the_sound() -> None:
    units = {"7 OH-a": {"hex": "1733", "face": "worn", "marks": ["disrupted"]}, "27 VA": "1834"}
    assert choice(facing("draw", units, held={"union": ["Firefight"]}, cup=["Tyler"])) == "pass"


def test_a_firefight_with_who_cannot_answer() -> None:
    units = {"7 OH-a": "1733", "27 VA": {"hex": "1732", "face": "worn", "marks": ["disrupted"]}}
    assert choice(facing("draw", units, held={"union": ["Firefight"]}, cup=["Tyler"])) == "play Firefight"


# -- the charts ------------------------------------------------------------------------------------------------------


def test_chances_are_those_of_the_table() -> None:
    setting = setting_of(vedette.battle(BATTLE))
    chances = chances_of(setting)
    for column, cell in enumerate(setting.crt.cells):
        for rating in range(7):
            found = chances.tests(column, rating)
            assert found.severe == pytest.approx(sum(row[rating] == "severe" for row in cell.values()) / 36)
            assert found.any == pytest.approx(sum(bool(row[rating]) for row in cell.values()) / 36)
    assert chances.tests(-1, 0).any == 0.0


def test_no_test_asks_for_more_than_the_table_gives() -> None:
    chances = chances_of(setting_of(vedette.battle(BATTLE)))
    assert [e.lead for e in chances.fire] == sorted(e.lead for e in chances.fire)
    assert chances.close_fight.attacker_hits > chances.close[0].attacker_hits


# -- kinds that are seldom asked -------------------------------------------------------------------------------------

ARMIES = {
    "7 OH-a": "1733", "110 PA-a": {"hex": "1431", "marks": ["low-ammo", "shaken"]},
    "29 OH-a": {"hex": "1532", "marks": ["disrupted"]},
    "27 VA": "1834", "37 VA": "1933", "23 VA": {"hex": "2139", "marks": ["shaken"]}, "Carpenter-b": "2033",
}  # fmt: skip


FRIENDS, OTHERS = Choice("friendly fire", "7 OH-a", arg="29 OH-a"), Choice("friendly fire", "110 PA-a", arg="29 OH-a")
BURKS, FULKERSON = Choice("activate", arg="Burks"), Choice("activate", arg="Fulkerson")


def units(kind: str, *ids: str) -> tuple[Choice, ...]:
    """The same for each of some units, where it stands."""
    grid = setting_of(vedette.battle(BATTLE)).grid
    places = {id: row if isinstance(row, str) else row["hex"] for id, row in ARMIES.items()}
    return tuple(Choice(kind, id, grid.index(places[id])) for id in ids)


@pytest.mark.parametrize(
    "seat, kind, options, best",
    [
        ("confederate", "deception", (*units("deceive", "110 PA-a", "7 OH-a"), PASS), "deceive 7 OH-a"),
        ("confederate", "friendly-fire", (FRIENDS, OTHERS, PASS), "7 OH-a + 29 OH-a"),
        ("union", "conflicting-orders", (BURKS, FULKERSON, PASS), "activate Fulkerson"),
        ("confederate", "low-ammo", units("low ammo", "110 PA-a", "7 OH-a"), "low ammo 7 OH-a"),
        ("union", "find-ammo", units("supply", "110 PA-a"), "supply 110 PA-a"),
        ("union", "rally-event", units("recover", "110 PA-a", "29 OH-a"), "recover 29 OH-a"),
        ("confederate", "activate", (BURKS, FULKERSON), "activate Fulkerson"),
        ("confederate", "retreat-order", units("go first", "23 VA", "37 VA"), "37 VA goes first"),
        ("confederate", "panic", units("panic", "110 PA-a", "29 OH-a"), "panic 29 OH-a"),
        ("union", "deplete", units("deplete", "7 OH-a", "110 PA-a"), "deplete 110 PA-a"),
        ("confederate", "something-new", (PASS, DONE), "done"),
    ],
)
def test_seldom_asked(seat: str, kind: str, options: tuple[Choice, ...], best: str) -> None:
    state = facing("draw", ARMIES, cup=["Tyler"]).state
    ask = Ask(seat, options, test_seldom_asked, kind, usual=options[-1])
    values, _ = adjutant(SimpleNamespace(ask=ask, state=state))
    assert state.text_of(options[values.index(max(values))]) == best
