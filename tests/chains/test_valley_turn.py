"""A whole game turn of the valley campaign and the beginning of the next, by texts, worked out from the book by hand.

The ground is clear and level but for what `ground` has. 5810 has around it, from the north clockwise: 5809, 5909, 5910,
5811, 5710, 5709; 5513 has 5512, 5613, 5614, 5514, 5414, 5413.

                    strength   moves                                        then
    2 VA            5          5806-5809, from the north                    attacks 5810
    4 VA, Taylor    7, +1      5707-5709, from the northwest                attacks 5810
    33 VA           6          enters at 6111, by the road to 5811          attacks 5810, takes it, is driven out again
    1 VA            5          out of the zone of 5810 into that of 5513    attacks 5513, falls back, attacks again
    5 VA            3          stands beside 5513 from the beginning        the same
    Poague Battery             5519-5516, three hexes from 5513             bombards it, and again
    8 NY, 41 NY     4 + 2      in 5810, driven out to 5909                  8 NY moves, both attack 5810
    29 NY           8          5814-5811                                    attacks 5810
    27 PA           3          in 5513, shaken                              neither moves nor attacks, recovers
    2 NY Battery               6109                                         bombards 2 VA, and misses
"""

from __future__ import annotations

import pytest

from tests.support import offered, play
from tests.valley.support import at, field, state
from vedette.engine.events import Event, IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.charts import COLUMNS

DICE = {
    "Poague Battery bombards 27 PA": [5, 2],
    "1 VA and 5 VA attack 5513": [3],
    "2 VA, 4 VA and 33 VA attack 5810": [5],
    "2 NY Battery bombards 2 VA": [3],
    "8 NY, 41 NY and 29 NY attack 5810": [6],
    "Poague Battery bombards 27 PA again": [2],
    "1 VA and 5 VA attack 5513 again": [4],
}
"""What is rolled, in this order; each number is accounted for where it falls."""


def troops(at: str, full: int, reduced: int) -> dict[str, object]:
    """A regiment of two steps with six points."""
    return {"at": at, "strength": (full, reduced), "steps": 2, "movement": 6}


def the_field() -> Game:
    """The third turn begins, by day, with the Confederate movement phase."""
    units = {
        "2 VA": troops("5806", 5, 3), "4 VA": troops("5707", 7, 4), "33 VA": troops("waiting", 6, 3),
        "1 VA": troops("5710", 5, 3), "5 VA": troops("5514", 3, 2), "Poague Battery": troops("5519", 2, 1),
        "Taylor": {"at": "5707", "shift": 1, "movement": 9},
        "8 NY": troops("5810", 4, 2), "41 NY": troops("5810", 2, 1), "27 PA": troops("5513", 3, 2),
        "29 NY": troops("5814", 8, 4), "2 NY Battery": troops("6109", 2, 1),
    }  # fmt: skip
    ground = {"5808": "forest", "5810": "forest", "5708": "2", "5513": "building"}
    sides = [
        ("5807", "5808", "creek"), ("5809", "5909", "creek"), ("5708", "5707", "slope"), ("5708", "5709", "slope"),
    ]  # fmt: skip
    rolls = [die for dice in DICE.values() for die in dice]
    return field(
        units, turn=3, dice=rolls, waiting=[(3, "33 VA", "6111")], hexes=ground, hexsides=sides,
        roads=["6111-6011-5911-5811"],
    )  # fmt: skip


def why(game: Game, text: str) -> str:
    """The case by which a text is refused."""
    with pytest.raises(IllegalAction) as caught:
        game.play(text)
    return caught.value.cite


def told(events: list[Event], *kinds: str) -> list[tuple[str, ...]]:
    """What happened to whom, of these kinds."""
    return [(e.kind, *e.units) for e in events if e.kind in kinds]


def left_of(game: Game) -> str:
    """The points that the unit under way has left, as its frame says them."""
    assert game.decision is not None
    return game.decision.stack[-1]


def column(events: list[Event]) -> tuple[str, str, str, str]:
    """Strengths, column before and after the shifts, and the result of the attack among events."""
    (data,) = (e.data for e in events if e.kind == "attacked")
    return f"{data[4]}:{data[5]}", COLUMNS[data[1]], COLUMNS[data[2]], data[0]


def confederates_march(game: Game) -> None:
    # creek and forest are paid on top: 1 for 5807; 1 + 1 forest + 1 creek for 5808; 1 for 5809, in the zone of 5810
    play(game, "move 2 VA", "2 VA: 5807", "2 VA: 5808")
    assert left_of(game) == "2 VA moves, 2 MP left"  # 6 - 1 - 3
    play(game, "2 VA: 5809")
    # up a slope to 5708: 1 for the foothill and 1 for the slope; down to 5709: 1
    play(game, "move 4 VA", "4 VA: 5708")
    assert left_of(game) == "4 VA moves, 4 MP left"  # 6 - 2
    play(game, "4 VA: 5709", "Taylor: 5708-5709")
    # half of six points to leave the zone of 5810, then 5711, 5612 and 5512 at 1 each: all six
    play(game, "move 1 VA", "1 VA: 5711")
    assert left_of(game) == "1 VA moves, 2 MP left"  # 6 - 3 - 1
    play(game, "1 VA: 5612", "1 VA: 5512")
    # by the road: 1 to enter as the first of its column, 1 a hex; in 5811 it has 2 left, but the zone of 5810 stops it
    play(game, "enter 33 VA at 6111", "33 VA: 6011", "33 VA: 5911")
    assert left_of(game) == "33 VA moves, 3 MP left"  # 6 - 1 - 1 - 1
    play(game, "33 VA: 5811", "Poague Battery: 5518-5517-5516", "done")
    assert {id: at(game, id) for id in ("2 VA", "4 VA", "Taylor", "1 VA", "33 VA", "5 VA", "Poague Battery")} == {
        "2 VA": "5809", "4 VA": "5709", "Taylor": "5709", "1 VA": "5512", "33 VA": "5811", "5 VA": "5514",
        "Poague Battery": "5516",
    }  # fmt: skip
    assert why(game, "move 2 VA") == "JV-4.8-5"
    game.play("done")


def confederates_fight_at_5513(game: Game) -> None:
    # range 3 from 5516; the building takes 1 off: 5 - 1 = 4 is over 3, a hit; a 2 is "Shaken"
    events = game.play("Poague Battery bombard 27 PA")
    (shot,) = (e for e in events if e.kind == "bombarded")
    assert shot.data[:3] == (True, 4, 3) and ("demoralized", "27 PA") in told(events, "demoralized")
    assert state(game).units["27 PA"].demoralized and not state(game).units["27 PA"].reduced
    assert why(game, "Poague Battery bombard 27 PA") == "JV-7.1-8"
    # 5 + 3 against 3, demoralized or not: 2:1; from north and south: enfilade, one to the right; a 3 at 3:1: BL1AR
    events = game.play("1 VA + 5 VA attack 5513")
    assert column(events) == ("8:3", "2:1", "3:1", "BL1AR")
    assert sorted(offered(game)) == ["1 VA loses a step", "5 VA loses a step"]
    # the other step is of 27 PA, alone: nobody is asked. Then the attackers go one hex back, each out of its zone
    events = game.play("1 VA loses a step")
    assert told(events, "step-lost") == [("step-lost", "1 VA"), ("step-lost", "27 PA")]
    back = {"1 VA": ("5511", "5612", "5412"), "5 VA": ("5515", "5615", "5415")}
    assert sorted(offered(game)) == sorted(f"retreat {id} to {hex}" for id, hexes in back.items() for hex in hexes)
    play(game, "retreat 1 VA to 5612", "retreat 5 VA to 5515")
    assert (at(game, "1 VA"), at(game, "5 VA"), at(game, "27 PA")) == ("5612", "5515", "5513")
    # it has been attacked: nobody attacks or bombards it again; nor do they attack twice
    assert (why(game, "attack 5513"), why(game, "5 VA attack 5513")) == ("JV-6.4-2", "JV-6.4-1")


def confederates_take_5810(game: Game) -> None:
    # 6 + 5 + 7 against 4 + 2: 3:1; forest -1, Taylor beside 5810 with 4 VA +1, north against south +1: 4:1; a 5: DL1DR
    events = game.play("2 VA + 4 VA + 33 VA attack 5810")
    assert column(events) == ("18:6", "3:1", "4:1", "DL1DR")
    assert sorted(offered(game)) == ["41 NY loses a step", "8 NY loses a step"]
    game.play("8 NY loses a step", "union")
    # 5910 lies in the zone of 33 VA, 5710 in those of 33 VA and 4 VA; over the creek to 5909 no zone reaches
    assert sorted(offered(game)) == ["retreat 41 NY to 5909", "retreat 8 NY to 5909"]
    game.play("retreat 41 NY to 5909", "union")
    assert (at(game, "8 NY"), at(game, "41 NY")) == ("5909", "5909")
    assert offered(game) == ["advance 2 VA", "advance 4 VA", "advance 33 VA", "no advance"]
    game.play("advance 33 VA")
    assert at(game, "33 VA") == "5810" and at(game, "Taylor") == "5709"
    # who fell back is attacked by nobody, who has attacked attacks nobody else
    assert (why(game, "attack 5909"), why(game, "33 VA attack 5909")) == ("JV-6.12-10", "JV-6.4-1")
    assert offered(game) == ["done"]
    game.play("done")


def union_marches(game: Game) -> None:
    assert state(game).player == 0 and state(game).phase == "movement"
    assert why(game, "move 27 PA") == "JV-6.3-3"
    # a retreat costs no later move, nor does the step lost: 3 of 6 for the zone of 33 VA, 1 for 6010, 1 for 5910
    play(game, "move 8 NY", "8 NY: 6010")
    assert left_of(game) == "8 NY moves, 2 MP left"  # 6 - 3 - 1
    play(game, "8 NY: 5910", "29 NY: 5813-5812-5811", "done")
    assert (at(game, "8 NY"), at(game, "29 NY"), at(game, "41 NY")) == ("5910", "5811", "5909")


def union_takes_5810(game: Game) -> None:
    assert state(game).phase == "combat"
    # from 6109 to 5809 it is three hexes: a 3 is not over 3
    (shot,) = (e for e in game.play("2 NY Battery bombard 2 VA") if e.kind == "bombarded")
    assert shot.data[:3] == (False, 3, 3)
    assert why(game, "2 NY Battery bombard 2 VA") == "JV-7.1-8"
    # 2 (8 NY, reduced) + 2 + 8 against 6: 2:1; forest -1; no two of them opposite: 1:1; a 6: DR
    events = game.play("8 NY + 41 NY + 29 NY attack 5810")
    assert column(events) == ("12:6", "2:1", "1:1", "DR")
    # to 2 VA or 4 VA, where no zone reaches; 5710 lies in that of 29 NY, and is no way while there is another
    assert sorted(offered(game)) == ["retreat 33 VA to 5709", "retreat 33 VA to 5809"]
    game.play("retreat 33 VA to 5709", "confederate")
    # 8 NY fell back in the enemy's phase, not in this one
    assert offered(game) == ["advance 8 NY", "advance 41 NY", "advance 29 NY", "no advance"]
    game.play("advance 8 NY")
    assert (at(game, "8 NY"), at(game, "33 VA")) == ("5810", "5709") and not state(game).units["33 VA"].reduced
    assert offered(game) == ["done"]
    events = game.play("done")
    assert told(events, "recovered") == [("recovered", "27 PA")] and not state(game).units["27 PA"].demoralized


def confederates_go_on(game: Game) -> None:
    assert (state(game).turn, state(game).player, state(game).phase) == (4, 1, "movement")
    # who has moved, attacked and fallen back in the last turn does all of it again
    play(game, "1 VA: 5512", "5 VA: 5514", "done")
    # 2 - 1 = 1 is under 3
    (shot,) = (e for e in game.play("Poague Battery bombard 27 PA") if e.kind == "bombarded")
    assert shot.data[:3] == (False, 1, 3)
    # 3 (1 VA, reduced) + 3 against 2 (27 PA, reduced): 3:1, enfilade: 4:1; a 4: DR
    events = game.play("1 VA + 5 VA attack 5513")
    assert column(events) == ("6:2", "3:1", "4:1", "DR")
    # every way leads through the zone of 1 VA (5613, 5413) or of 5 VA (5614, 5414), and costs its last step
    assert sorted(offered(game)) == [f"retreat 27 PA to {hex}" for hex in ("5413", "5414", "5613", "5614")]
    game.play("retreat 27 PA to 5614", "union")
    assert at(game, "27 PA") == "eliminated"
    game.play("advance 5 VA")
    assert at(game, "5 VA") == "5513"


@pytest.mark.rule("JV-6.1-1", "JV-7.1-9", "JV-5.2-6", "JV-6.3-3", "JV-6.12-9", "JV-6.12-10", "JV-6.14-3", "JV-4.5-4")
def test_a_turn_from_the_first_march_to_the_last_advance() -> None:
    game = the_field()
    confederates_march(game)
    confederates_fight_at_5513(game)
    confederates_take_5810(game)
    union_marches(game)
    union_takes_5810(game)
    confederates_go_on(game)
    assert state(game).fought == ("1 VA", "5 VA", "Poague Battery")
