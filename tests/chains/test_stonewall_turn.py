"""A whole game turn of Stonewall and the beginning of the next, by texts, worked out from the book by hand.

Clear and level ground but for woods in 2023, a slope up into 2124 and a pike from 2028 to 2025. From the north
clockwise 2023 has around it 2022, 2123, 2124, 2024, 1924, 1923; 1722 has 1721, 1821, 1822, 1723, 1622, 1621.

                    strength, morale   moves                                  then
    5 VA, Garnett   5 A                a column on the pike, forms line       fired at, fires, takes 2023, is driven out
    2 VA            3 A                2127-2124, up the slope                fires and takes 2023 with them
    33 VA           3 B                1826-1822                              attacks 1722, falls back; attacks again
    4 VA            3 A                2326-2323                              fires at 84 PA who goes, follows to 2322;
                                                                              attacks it in the next turn
    Rockbridge      7 guns T           unlimbers in 1728                      fires at 1722, six hexes away
    14 IN           5 B                in 2023, out of ammunition             driven out to 2022, takes it again
    67 OH, Kimball  5 C                2019-1923                              fired at, fires, takes 2023
    8 OH            4 B                in 1722, pinned                        neither moves nor fires, holds
    84 PA           3 C                2322, retreats before melee to 2320    comes again to 2321
"""

from __future__ import annotations

import pytest

from tests.stonewall.fire_support import result
from tests.stonewall.melee_support import again, at, field, hex_of, kind, offered, state
from tests.stonewall.move_support import play, spent
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.engine.run import advance
from vedette.rules.great_battles.chapters.sequence import BattleOfTurns, PlayerTurn
from vedette.rules.great_battles.setting import CONFEDERATE, UNION

DICE = {
    "14 IN fires at 5 VA; its ammunition; Garnett, two dice; 5 VA checks for rout": [6, 2, 34, 4],
    "5 VA and 2 VA fire at 14 IN; Rockbridge at 8 OH; 14 IN checks": [5, 4, 3],
    "4 VA fires at 84 PA as it goes; it checks": [2, 4],
    "5 VA and 2 VA in 2023; 14 IN checks; 33 VA in 1722; it checks": [4, 3, 3, 2],
    "5 VA fires at 67 OH": [2],
    "67 OH fires at 5 VA; its ammunition; Garnett, two dice; 5 VA checks": [6, 5, 34, 4],
    "14 IN and 67 OH in 2023; 5 VA and 2 VA check": [5, 2, 2],
    "5 VA fires at 14 IN": [1],
    "4 VA in 2321; 84 PA checks; 33 VA in 1722": [5, 2, 5],
}
"""What is rolled, in this order; each number is accounted for where it falls."""


def the_field(rules: str = "1978") -> Game:
    """The second turn begins, with the Confederate player turn; the army's morale is 50."""
    units = {
        "5 VA": ("2028", "column"), "Garnett": "2028", "2 VA": ("2127", "N"), "4 VA": ("2326", "N"),
        "33 VA": ("1826", "N"), "Rockbridge": ("1728", "column"),
        "14 IN": ("2023", "S"), "8 OH": ("1722", "S"), "84 PA": ("2322", "S"), "67 OH": ("2019", "S"),
        "Kimball": "2019",
    }  # fmt: skip
    rolls = [die for dice in DICE.values() for die in dice]
    game = field(
        units, hexes={"2023": "woods"}, hexsides=[("2124", "2125", "slope")], roads=[("pike", "2028-2027-2026-2025")],
        dice=rolls, rules=rules,
    )  # fmt: skip
    g = state(game)
    g.stack = [(BattleOfTurns((UNION,)), "player"), (PlayerTurn(CONFEDERATE), "command")]
    advance(g)
    again(game)
    return game


def why(game: Game, text: str, seat: str) -> str:
    """The case by which a text is refused."""
    with pytest.raises(IllegalAction) as caught:
        game.play(text, seat)
    return caught.value.cite


def melee(events: list[Event]) -> tuple[object, ...]:
    """Strengths, their difference and the result of the melee among events."""
    (data,) = (e.data for e in events if e.kind == "melee")
    return data[1], data[2], data[3], data[0]


def routs(events: list[Event]) -> list[tuple[object, ...]]:
    """Who checks for rout, with which die after all that is added, and what comes of it."""
    return [(e.units[0], e.data[1], e.data[0]) for e in events if e.kind == "rout-check"]


def told(events: list[Event], kind: str) -> list[str]:
    """To whom something of a kind happened."""
    return [e.units[0] for e in events if e.kind == kind]


def strengths(game: Game, *ids: str) -> list[int]:
    return [state(game).units[id].strength for id in ids]


def confederates_march(game: Game) -> None:
    # on the pike a column pays half a point a hex: 1.5; it forms line for 2, facing north as it went; 2024 costs 1
    play(game, "move 5 VA", "5 VA: 2027", "5 VA: 2026", "5 VA: 2025", "5 VA: line", "5 VA: 2024")
    assert spent(game, "5 VA") == 4.5 and not state(game).units["5 VA"].column
    assert "5 VA: 2023" not in offered(game)
    # 2126 and 2125 at 1 each, up the slope into 2124 at 2; the zone of 14 IN, of which 2124 is part, stops nobody
    play(game, "Garnett: 2024", "2 VA: 2126-2125-2124")
    assert spent(game, "Garnett") == 2.5 and spent(game, "2 VA") == 4 and "2 VA: 2125" in offered(game)
    play(game, "33 VA: 1825-1824-1823-1822", "4 VA: 2325-2324-2323")
    assert spent(game, "33 VA") == 4 and spent(game, "4 VA") == 3
    # to unlimber costs 4 of 8; guns that do nothing else may fire
    play(game, "Rockbridge: unlimber", "done", "done")
    assert spent(game, "Rockbridge") == 4 and state(game).phase == "defensive-fire"


def union_fires_in_defence(game: Game) -> None:
    # 5 points through its front at one hex: 3-5, nothing shifts; a 6: one killed, and a die for its ammunition: 2, gone
    events = game.play("14 IN fire at 2024", "union")
    assert result(events) == ("5", "3-5", "3-5", "1") and told(events, "depleted") == ["14 IN"]
    # two dice, 3 + 4 = 7, leave Garnett unhurt; a 4, less 1 for him, is 3: morale A holds
    assert told(events, "leader-check") == ["Garnett"] and strengths(game, "5 VA") == [4]
    assert routs(game.play("done", "union")) == [("5 VA", 3, "-")]


def confederates_fire(game: Game) -> None:
    assert state(game).phase == "offensive-fire"
    # who has marched and been fired at fires: 4 + 3 = 7: 6-8; woods, one to the left: 3-5; a 5: one killed
    events = game.play("5 VA + 2 VA fire at 2023", "confederate")
    assert result(events) == ("7", "6-8", "3-5", "1*") and strengths(game, "14 IN") == [4]
    assert why(game, "5 VA fire at 2023", "confederate") == "SW-10.34-1"
    assert why(game, "fire at 2023", "confederate") == "SW-10.33-1"
    # seven guns at six hexes are 7, at infantry half, rounded down: 3; a 4: pinned. A round is gone, of six
    events = game.play("Rockbridge fire at 1722", "confederate")
    assert result(events) == ("3", "3-5", "3-5", "PIN") and told(events, "pinned") == ["8 OH"]
    assert state(game).units["Rockbridge"].rounds == 5
    assert why(game, "Rockbridge fire at 2322", "confederate") == "SW-10.34-1"
    # a 3, and 1 for who is out of ammunition: 4; morale B holds
    assert routs(game.play("done", "confederate")) == [("14 IN", 4, "-")]


def union_retreats_before_melee(game: Game) -> None:
    # 8 OH is pinned and stays
    assert offered(game) == ["14 IN retreats", "84 PA retreats", "done"]
    play(game, "84 PA retreats", "retreat 84 PA to 2321")
    # 3 points: 3-5; its back is turned, one to the right: 6-8; a 2: nothing
    events = game.play("fire 4 VA", "confederate")
    assert result(events, "withdrawal-fired") == ("3", "3-5", "6-8", "-")
    # hit or not, it checks: a 4, morale C holds
    assert routs(game.play("retreat 84 PA to 2320", "union")) == [("84 PA", 4, "-")]
    assert offered(game) == ["4 VA advances to 2322", "done"]
    game.play("4 VA advances to 2322", "confederate")
    game.play("done", "union")
    assert (at(game, "4 VA"), at(game, "84 PA")) == ("2322", "2320")


def confederates_attack(game: Game) -> None:
    assert state(game).phase == "melee"
    # 4 + 3 and one for Garnett against 4: +4; a 4 in that column: K R1. A 3 and 1 for its ammunition: 4, it holds
    events = game.play("5 VA + 2 VA melee 2023", "confederate")
    assert melee(events) == (8, 4, 4, "- / K R1") and strengths(game, "14 IN") == [3]
    assert routs(game.play("retreat 14 IN to 2022", "union")) == [("14 IN", 4, "-")]
    game.play("5 VA: face N", "confederate")
    assert (at(game, "5 VA"), at(game, "2 VA"), at(game, "Garnett")) == ("2023", "2023", "2023")
    # who has fought attacks nobody else
    assert why(game, "5 VA melee 2022", "confederate") == "SW-13.0-3"
    # 3 against 4: -1; a 3 in that column: the attacker falls back one hex. A 2: morale B holds
    events = game.play("33 VA melee 1722", "confederate")
    assert melee(events) == (3, 4, -1, "R1 / -")
    assert routs(game.play("retreat 33 VA to 1723", "confederate")) == [("33 VA", 2, "-")]
    game.play("8 OH: face S", "union")
    assert (at(game, "33 VA"), at(game, "8 OH")) == ("1723", "1722") and state(game).units["8 OH"].pinned


def union_marches(game: Game) -> None:
    assert kind(game) == "pay" and state(game).player == UNION
    # 50 less one for each of the two points lost, less 5 for the brigade
    game.play("pay for Kimball", "union")
    assert state(game).morale == 43
    assert why(game, "8 OH: 1721", "union") == "SW-10.81-1"
    # four clear hexes to 1923, in the zone of 5 VA that it entered last; Kimball with it
    play(game, "67 OH: 2020-2021-1922-1923", "Kimball: 1923", "84 PA: 2321", "done", "done")
    assert (spent(game, "67 OH"), spent(game, "Kimball"), spent(game, "84 PA")) == (4, 4, 1)
    assert state(game).phase == "defensive-fire"


def both_fire(game: Game) -> None:
    # who fired in the own turn fires in the enemy's: 4 points: 3-5; a 2: nothing
    events = game.play("5 VA fire at 1923", "confederate")
    assert result(events) == ("4", "3-5", "3-5", "-")
    game.play("done", "confederate")
    assert state(game).phase == "offensive-fire"
    # out of ammunition, pinned
    assert why(game, "14 IN fire at 2023", "union") == "SW-12.22-2"
    assert why(game, "8 OH fire at 1723", "union") == "SW-10.82-1"
    # who has marched fires: 5 points: 3-5; woods: 2; a 6: one killed; a 5: its ammunition lasts; 3 + 4: Garnett too
    events = game.play("67 OH fire at 2023", "union")
    assert result(events) == ("5", "3-5", "2", "1*") and told(events, "depleted") == []
    assert strengths(game, "5 VA") == [3]
    # a 4 less 1; two of its five points are lost, not more than half
    assert routs(game.play("done", "union")) == [("5 VA", 3, "-")]
    game.play("done", "confederate")


def union_attacks(game: Game) -> None:
    assert state(game).phase == "melee"
    # 3 + 5 and one for Kimball against 3 + 3 and one for Garnett: +2; a 5 in that column: R2
    events = game.play("14 IN + 67 OH melee 2023", "union")
    assert melee(events) == (9, 7, 2, "- / R2")
    play(game, "Garnett goes with 5 VA", "retreat 5 VA to 2024")
    # a 2 less 1, for Garnett; for 2 VA too, with which he began the phase
    assert routs(game.play("retreat 5 VA to 2025", "confederate")) == [("5 VA", 1, "-")]
    play(game, "retreat 2 VA to 2124")
    assert routs(game.play("retreat 2 VA to 2125", "confederate")) == [("2 VA", 1, "-")]
    play(game, "14 IN: face S")
    assert (at(game, "14 IN"), at(game, "67 OH"), at(game, "Kimball")) == ("2023", "2023", "2023")
    assert (at(game, "5 VA"), at(game, "Garnett"), at(game, "2 VA")) == ("2025", "2025", "2125")
    # with the final command phase the pin goes; the turn is over, and ten points come in: 43 + 10
    assert told(game.play("done", "union"), "unpinned") == ["8 OH"]
    assert (state(game).turn, state(game).player, state(game).morale) == (3, CONFEDERATE, 53)


def confederates_go_on(game: Game) -> None:
    # who has moved, fired, fought and fallen back in the last turn does all of it again
    play(game, "5 VA: 2024", "Garnett: 2024", "done", "done")
    game.play("done", "union")
    # 3 points: 3-5; woods: 2; a 1: nothing
    events = game.play("5 VA fire at 2023", "confederate")
    assert result(events) == ("3", "3-5", "2", "-")
    game.play("done", "confederate")
    game.play("done", "union")
    # who advanced in the last turn attacks who fell back in it: 3 against 3: 0; a 5: R1; a 2: morale C holds
    events = game.play("4 VA melee 2321", "confederate")
    assert melee(events) == (3, 3, 0, "- / R1")
    assert routs(game.play("retreat 84 PA to 2320", "union")) == [("84 PA", 2, "-")]
    game.play("4 VA: face N", "confederate")
    # 3 against 4 again: -1; a 5: engaged
    events = game.play("33 VA melee 1722", "confederate")
    assert melee(events) == (3, 4, -1, "- / - Eng") and state(game).units["33 VA"].engaged


@pytest.mark.rule("SW-5.16", "SW-10.31-1", "SW-12.21-2", "SW-13.0-3", "SW-13.7-5", "SW-13.82-1", "SW-10.88-1")
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_a_turn_from_the_first_march_to_the_last_melee(rules: str) -> None:
    """By either rule set: nobody's die exceeds the number of his letter, and no ridge, crest or river is there."""
    game = the_field(rules)
    confederates_march(game)
    union_fires_in_defence(game)
    confederates_fire(game)
    union_retreats_before_melee(game)
    confederates_attack(game)
    union_marches(game)
    both_fire(game)
    union_attacks(game)
    confederates_go_on(game)
    assert state(game).fought == (hex_of("2321"), hex_of("1722"))
