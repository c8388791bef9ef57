"""A whole turn of Kernstown and most of the next, by texts, worked out from the book by hand.

Flat open ground, Event chits left out; in the cup Tyler and Garnett. Clockwise 1834 has around it 1733, 1833, 1933,
1934, 1835, 1734. `6/3 R 4` is six strength points, worn three, rifles, rating 4, a worn unit one less.

    7 OH-a     6/3 R 4     1732-1733       attacks 1834 and takes it; shot out of it again; falls back and recovers
    7 OH-b     5/3 R 4     1833-1933       fires, is fired at as it moves, attacks; holds 1933
    29 OH-a    6/3 R 3     1633            stands behind them and supports them
    Jenks      4/2 R 4     guns in 1334    five hexes from 1834; six from 1835 in the second turn
    27 VA      5/3 R 4     1834            shaken, driven back to 1835; fires, goes to 1934 and attacks
    33 VA      4/2 R 4     1835            fires, goes to 1834 and attacks, repulsed
    Chew       3/1 R 4     guns, 2334-2234 three hexes from 1933 in the second turn
"""

from __future__ import annotations

import pytest

from tests.rules.field import flat, points, refused
from tests.support import aim, at, offered, play, referee, shifts, states
from vedette.engine.events import Event
from vedette.engine.game import Game

DICE = {
    "Jenks fires at 1834; the test": ["54", "13"],
    "the command roll of Tyler": ["3"],
    "7 OH-b fires at 1834; 27 VA as it moves": ["22", "36"],
    "27 VA in defence; the attack on 1834; the test": ["33", "31", "44"],
    "the command roll of Garnett": ["2"],
    "27 VA and 33 VA fire at 1834; the test": ["56", "56"],
    "7 OH-b in defence; 7 OH-a beside it; the test": ["12", "62", "13"],
    "the attack on 1933; the test": ["12", "11"],
    "second turn: Jenks fires at 1835; the test; Chew at 1933": ["43", "11", "22"],
    "the command roll of Garnett; 27 VA fires; that of Tyler": ["6", "22", "2"],
}
"""What is rolled, in this order; each number is accounted for where it falls."""
CHITS = ["Tyler", "Garnett", "Garnett", "Tyler", "Fortunes of War", "Fog of War"]


def man(hex: str, fresh: int, worn: int, rating: int) -> dict[str, object]:
    return {"hex": hex, "values": {"fresh": [fresh, "R", rating], "worn": [worn, "R", rating - 1]}}


def the_field() -> Game:
    """The first turn, with the Artillery Phase."""
    units = {
        "7 OH-a": man("1732", 6, 3, 4), "7 OH-b": man("1833", 5, 3, 4), "29 OH-a": man("1633", 6, 3, 3),
        "Jenks": man("1334", 4, 2, 4), "27 VA": man("1834", 5, 3, 4), "33 VA": man("1835", 4, 2, 4),
        "Chew": man("2334", 3, 1, 4),
    }  # fmt: skip
    rolls = [roll for dice in DICE.values() for roll in dice]
    keys = {"cup": ["Tyler", "Garnett"], "set": {"no-events": True}, "waiting": False}
    return referee(units, begin="artillery", hexes=flat(), dice=rolls, chits=CHITS, **keys)


def shot(events: list[Event]) -> tuple[str, str, str]:
    """Strength and column of a fire or attack, before and after the shifts."""
    found = aim(events)
    return found.strength, found.base, found.final


def asked(events: list[Event], kind: str = "fire") -> tuple[str, int]:
    """Which test a fire or attack asks for, and the rating by which it does."""
    (data,) = (e.data for e in events if e.kind == kind)
    return data[0], data[2]


def the_guns_act(game: Game) -> None:
    # 4 points at five hexes, effective: 4; a 54 there asks 2 to 4; 27 VA has 4, 33 VA is beside it: routine
    # 1: not depleted; 3: a hit
    events = play(game, "artillery 1334", "Jenks fire at 1834")
    assert shot(events) == ("4", "4", "4") and asked(events) == ("routine", 4)
    assert states(game, "27 VA") >= {"shaken", "1834"}
    # the Confederate guns move; both have acted
    play(game, "artillery 2334", "Chew: 2234")
    assert points(game) == 5
    play(game, "done")
    assert offered(game)[0] == "order attack"


def tyler_fires_and_moves(game: Game) -> None:
    # a 3 is not over Tyler's 4: a full activation
    play(game, "order attack")
    # 5 points beside it: 5; a 22 there asks 0 and 1, and 27 VA has 4 less 1 for the hit
    events = play(game, "7 OH-b fire at 1834")
    assert shot(events) == ("5", "5", "5") and asked(events) == ("", 3)
    assert refused(game, "7 OH-b fire at 1834")  # it has fired; 29 OH-a could
    play(game, "done", "7 OH-a: 1733")
    assert points(game) == 3
    # who has fired moves, and leaves the side of an enemy: half of 5 - 1 is 2; a 36 there asks 0 and 1, it has 4
    play(game, "7 OH-b: 1933")
    events = play(game, "27 VA fire at 1833")
    assert shot(events) == ("2", "2", "2") and asked(events) == ("", 4)
    assert at(game, "7 OH-b") == "1933" and points(game) == 3
    play(game, "done")
    assert offered(game) == ["move 29 OH-a", "done"]
    play(game, "done")


def tyler_attacks(game: Game) -> None:
    # who has moved attacks, one of them has fired; 27 VA, who has fired at it, fires in defence with 5 - 1
    play(game, "7 OH-a + 7 OH-b assault 1834")
    events = play(game, "27 VA fire at 1733")
    assert shot(events) == ("4", "4", "4") and asked(events) == ("", 4)  # a 33 there asks 0 and 1
    # 6 from 1733; 11 to 4 is 2:1, two to the right; 4 against 3, one; 1733 and 1933 lie two apart, two: 19-22
    events = play(game, "assault from 1733")
    assert shot(events) == ("6", "6-7", "19-22")
    assert shifts(events) == {"KT-14.3d-odds-2-1": 2, "KT-14.3d-CR-right": 1, "KT-14.3d-flanking": 2}
    # a 31 there asks 3 to 5: routine; 4 and 4: depleted, and back one hex: 1835 alone is beside neither attacker
    assert asked(events, "assault") == ("routine", 3)
    assert states(game, "27 VA") >= {"shaken", "worn", "1835"}
    # 6 and 5 are more than ten: one of them
    assert offered(game) == ["7 OH-a: 1834", "7 OH-b: 1834", "done"]
    play(game, "7 OH-a: 1834")
    assert at(game, "7 OH-a") == "1834"


def garnett_fires_and_moves(game: Game) -> None:
    play(game, "order attack")
    # who fell back fires: 3 - 1 of 27 VA, worn, and 4: 6-7; a 56 there asks 3 to 5; 7 OH-a has 4, 7 OH-b beside it
    events = play(game, "27 VA + 33 VA fire at 1834")
    assert shot(events) == ("6", "6-7", "6-7") and asked(events) == ("routine", 4)
    # 5: depleted; 6: a hit and back one hex, homeward and not beside 1835
    assert offered(game) == [f"retreat 7 OH-a to {hex}" for hex in ("1733", "1833", "1933")]
    play(game, "retreat 7 OH-a to 1733")
    assert states(game, "7 OH-a") >= {"shaken", "worn", "1733"}
    # nobody is beside 1835 any more: no fire as they go
    play(game, "33 VA: 1834", "27 VA: 1934", "done")
    assert (at(game, "33 VA"), at(game, "27 VA")) == ("1834", "1934")


def garnett_attacks(game: Game) -> None:
    play(game, "27 VA + 33 VA assault 1933")
    # who attacked fires in defence: 5; a 12 there asks 0
    events = play(game, "7 OH-b fire at 1834")
    assert shot(events) == ("5", "5", "5") and asked(events) == ("", 3)
    # 7 OH-a, worn and shaken, is beside 1834: half of 3 - 1 is 1; a 62 there asks 1 to 3
    # 33 VA has 4, less 1: 27 VA is shaken and supports nobody: routine; 1 and 3: a hit
    events = play(game, "7 OH-a fire at 1834")
    assert shot(events) == ("1", "1", "1") and asked(events) == ("routine", 3)
    assert "shaken" in states(game, "33 VA")
    # 4 - 1 from 1834; 5 to 5; 2 against 3 of 7 OH-b alone, one to the left; 1834 lies beside 1934, no flank
    events = play(game, "assault from 1834")
    assert shot(events) == ("3", "3", "2") and shifts(events) == {"KT-14.3d-CR-left": -1}
    # a 12 there asks nobody: a close fight; 1 and 1: the attacker depleted, a hit, and back one hex: 1835 alone
    assert asked(events, "assault") == ("close fight", 3)
    assert states(game, "33 VA") >= {"disrupted", "worn", "1835"} and at(game, "27 VA") == "1934"
    # the defenders may take the hex from which they were attacked
    assert offered(game) == ["7 OH-b: 1834", "done"]
    play(game, "done")


def the_guns_act_again(game: Game) -> None:
    assert game.view("")["turn"] == 2
    # 4 points; a 43 there asks 1 and 2, and 0: tough; 33 VA has 3 - 2, less 1 without support; 1 and 1: nothing
    events = play(game, "artillery 1334", "Jenks fire at 1835")
    assert shot(events) == ("4", "4", "4") and asked(events) == ("tough", 0)
    # the guns that moved fire: 3 points at three hexes; a 22 there asks 0, 7 OH-b alone has 3
    events = play(game, "artillery 2234", "Chew fire at 1933")
    assert shot(events) == ("3", "3", "3") and asked(events) == ("", 3)


def both_brigades_act_again(game: Game) -> None:
    # a 6 is over Garnett's 4: he only fires: 3 - 1; a 22 there asks nobody
    events = play(game, "27 VA fire at 1933")
    assert shot(events) == ("2", "2", "2") and asked(events) == ("", 3)
    # a 2 is not over Tyler's; in defence two points a unit, and one hit comes off three hexes from any enemy
    play(game, "order defend", "done", "7 OH-a: 1732-1731", "done", "recover 7 OH-a")
    assert states(game, "7 OH-a") >= {"worn", "1731"} and "shaken" not in states(game, "7 OH-a")


@pytest.mark.rule(
    "KT-7.0-2", "KT-9.1-6", "KT-11.3-note", "KT-12.1-2", "KT-13.7-4", "KT-14.3a-1", "KT-15.8-1", "KT-18.3-1"
)
def test_a_turn_from_the_first_gun_to_the_next_rally() -> None:
    game = the_field()
    the_guns_act(game)
    tyler_fires_and_moves(game)
    tyler_attacks(game)
    garnett_fires_and_moves(game)
    garnett_attacks(game)
    the_guns_act_again(game)
    both_brigades_act_again(game)
    assert game.view("")["turn"] == 3
