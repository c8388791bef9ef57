"""Positions that cannot be: refused with the unit, the key and the mend; and odd ones that are played on."""

from __future__ import annotations

import random
from typing import Any

import pytest

import vedette
from vedette.cli.program import run
from vedette.engine.game import Game
from vedette.engine.rulebook import OptionError, PositionError
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.positions.begin import BEGINS

BATTLE = "stonewall-1978/kernstown"
VA, GUNS, HORSE = {"id": "5 VA", "hex": "4815"}, {"id": "Rockbridge", "hex": "4815"}, {"id": "7 VA Cav", "hex": "4815"}
WAGON, LEADER = {"id": "Union Supply Wagon", "hex": "4815"}, {"id": "Garnett", "hex": "4815"}
OH, PA = {"id": "8 OH", "hex": "4815"}, {"id": "84 PA", "hex": "4814"}


def laid(*units: dict[str, Any], seed: int = 1, **keys: Any) -> Game:
    spec = {"battle": BATTLE, "empty": True, "unit": list(units), **keys}
    return Game.new(vedette.battle(BATTLE), position=spec, seed=seed)


UNITS = [
    ([VA | {"hex": "4899"}], "unit '5 VA': there is no hex '4899' on this map"),
    ([VA | {"strength": 6}], "unit '5 VA': strength 6: write a number from 0 to 5, or other values"),
    ([VA | {"strength": 0}], "unit '5 VA' is there without strength: give it some, or the box eliminated"),
    ([{"id": "5 VA", "box": "waiting", "strength": 0}], "unit '5 VA' is there without strength"),
    ([{"id": "5 VA", "box": "eliminated", "strength": 2}], "unit '5 VA' is lost and has no strength: take strength ou"),
    ([{"id": "5 VA", "box": "vacant"}], "unit '5 VA' is no leader whose successor is due: give it another box"),
    ([{"id": "5 VA", "box": "destroyed"}], "unit '5 VA' is no wagon that was destroyed: give it another box"),
    ([{"id": "8 OH", "box": "waiting"}], "unit '8 OH' is no reinforcement of this battle: give it a hex"),
    ([{"id": "5 VA", "box": "exited", "marks": ["pinned"]}], "unit '5 VA' is off the map and cannot be pinned: take"),
    ([VA | {"rounds": 2}], "unit '5 VA' is infantry and has no rounds: take rounds out"),
    ([VA | {"formation": "mounted"}], "unit '5 VA' is infantry and cannot be mounted: write line or column"),
    ([LEADER | {"formation": "line"}], "unit 'Garnett' is leader and cannot be line: take formation out"),
    ([VA | {"formation": "column", "marks": ["reserve"]}], "unit '5 VA' is in column: in reserve infantry is in line"),
    ([LEADER | {"marks": ["reserve"]}], "unit 'Garnett' cannot be in reserve: take the mark out"),
    ([LEADER | {"marks": ["routed"]}], "unit 'Garnett' is leader and cannot be routed: take the mark out"),
    ([GUNS | {"marks": ["depleted"]}], "unit 'Rockbridge' is artillery and cannot be depleted: take the mark out"),
    ([HORSE | {"marks": ["abandoned"]}], "unit '7 VA Cav' is cavalry and cannot be abandoned: take the mark out"),
    ([VA | {"marks": ["shots"]}], "unit '5 VA' is infantry and cannot be shots: take the mark out"),
    ([VA | {"marks": ["taken"]}], "unit '5 VA' is infantry and cannot be taken: take the mark out"),
    ([VA | {"marks": ["moved", "moved"]}], "unit '5 VA' has the mark moved twice: write it once"),
    ([VA | {"formation": "line", "marks": ["routed", "reserve"]}], "unit '5 VA' is routed and cannot be reserve: take"),
    ([VA | {"charges": "4814"}], "unit '5 VA' is infantry and charges nobody: take charges out"),
    ([VA | {"spent": -1}], "unit '5 VA' has spent -1: write points from 0 on"),
    ([VA | {"spent": float("nan")}], "unit '5 VA' has spent nan: write points from 0 on"),
    ([VA | {"spent": float("inf")}], "unit '5 VA' has spent inf: write points from 0 on"),
    ([VA | {"values": {"weapon": "T"}}], "unit '5 VA': values.weapon 'T' is none of R, P"),
    ([VA | {"values": {"crew": 2}}], "unit '5 VA' is infantry and has no crew: take it out of values"),
    ([VA | {"values": {"ratings": [1, 1]}}], "unit '5 VA' is infantry and has no ratings: take it out of values"),
    ([VA | {"id": "a: b", "side": "union", "arm": "infantry", "values": {"strength": 3}}], "unit 'a: b': an id is a n"),
    ([VA | {"marks": ["engaged"]}], "hex 4815: 5 VA is engaged with nobody: take the mark out"),
    ([VA | {"marks": ["engaged"]}, LEADER], "hex 4815: 5 VA is engaged with nobody: take the mark out"),
    ([VA, OH], "hex 4815: both sides stand there, 8 OH, 5 VA: mark one of them engaged"),
    ([LEADER, {"id": "Kimball", "hex": "4815"}], "hex 4815: both sides stand there, Kimball, Garnett: mark one of the"),
    ([OH, WAGON | {"strength": 1}, VA], "hex 4815: both sides stand there, 8 OH, Union Supply Wagon, 5 VA: mark one"),
    ([VA, {"id": "2 VA", "hex": "4815"}, {"id": "4 VA", "hex": "4815"}], "hex 4815: 5 VA, 2 VA, 4 VA cannot stand the"),
    ([VA, {"id": "4 VA", "hex": "4815", "formation": "column"}], "cannot stand there together: infantry in column sta"),
    ([VA, HORSE | {"formation": "mounted"}], "hex 4815: 5 VA, 7 VA Cav cannot stand there together: mounted cavalry"),
    ([VA, GUNS], "hex 4815: 5 VA, Rockbridge cannot stand there together: eight points at most stand in a hex"),
]  # fmt: skip


@pytest.mark.parametrize(("units", "said"), UNITS)
def test_a_unit_as_it_never_is_is_refused_with_the_mend(units, said):
    with pytest.raises(PositionError) as error:
        laid(*units, begin="movement", active="confederate")
    assert str(error.value).startswith(said) or said.startswith("cannot"), error.value
    assert said in str(error.value)


KEYS = [
    ({"morale": -1}, "morale -1: write a number from 0 to 999"),
    ({"morale": 10**20}, "morale 100000000000000000000: write a number from 0 to 999"),
    ({"losses": {"Kimball": -3}}, "losses: Kimball -3: write a number from 0 to 999"),
    ({"losses": {"Lee": 3}}, "losses: brigade 'Lee' is none of Kimball"),
    ({"demoralized": {"Garnett": 3}}, "demoralized: 'Garnett' is no brigade of the Union: take it out"),
    ({"toll": {"union mules killed": 3}}, "toll: 'union mules killed' is none of union infantry killed"),
    ({"toll": {"union guns destroyed": -1}}, "toll: union guns destroyed -1: write a number from 0 to 999"),
    ({"paid": ["Garnett"]}, "paid: 'Garnett' is no brigade of the Union: take it out"),
    ({"paid": ["Tyler", "Tyler"]}, "paid: 'Tyler' is given twice: write it once"),
    ({"opened": ["Grant"]}, "opened: brigade 'Grant' is none of Kimball"),
    ({"set": {"rules": "1999"}}, "option rules: '1999' is none of 1978, 2007"),
    ({"set": {"weather": "rain"}}, "stonewall-1978/kernstown has no option 'weather'; it has rules, deployment"),
    ({"set": {"overshoot": "maybe"}}, "option overshoot: 'maybe' is neither true nor false"),
    ({"begin": "lunch"}, "begin 'lunch' is none of turn, set-up, command"),
    ({"active": "union"}, "active: at begin = 'turn' nobody is yet: take the key out"),
    ({"turn": 16}, "turn 16: this battle has turns 1 to 15"),
    ({"weather": "rain"}, "key 'weather' is not known; known are actions"),
    ({"hex": [{"id": "4815", "level": 4}]}, "hex '4815': level 4: write 1 ground, 2 ridge or 3 hilltop"),
    ({"hex": [{"id": "4815", "terrain": "swamp"}]}, "hex '4815': terrain 'swamp' is none of clear, marsh, woods, town"),
    ({"hexside": [{"between": ["4815", "4813"], "feature": "ridge"}]}, "hexside 4815-4813: 4815 and 4813 are not neig"),
    ({"hexside": [{"between": ["4815", "4814"], "feature": "moat"}]}, "hexside 4815 4814: feature 'moat' is none of"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "said"), KEYS)
def test_a_key_that_says_what_cannot_be_is_refused_with_the_mend(keys, said):
    with pytest.raises((PositionError, OptionError)) as error:
        laid(VA, **keys)
    assert str(error.value).startswith(said)


@pytest.mark.rule("SW-5.21-3")
def test_a_river_may_be_laid_that_the_map_does_not_have():
    river = {"between": ["4815", "4814"], "feature": "river"}
    game = laid(VA, LEADER, begin="movement", active="confederate", hexside=[river], waiting=False)
    game.play("move 5 VA")
    with pytest.raises(vedette.engine.IllegalAction, match="a river cannot be crossed"):
        game.play("5 VA: 4814")


def test_nobody_is_proposed_a_hex_where_an_enemy_of_the_position_stands():
    spec = {"battle": BATTLE, "begin": "movement", "unit": [{"id": "5 VA", "hex": "2219"}]}
    game = Game.new(vedette.battle(BATTLE), position=spec, seed=1)
    assert game.state.hex_name(game.state.at("H 1 OH")) != "2219"


@pytest.mark.parametrize("seed", ['"a"', "1.5", "true"])
def test_a_seed_is_a_whole_number(tmp_path, capsys, seed):
    file = tmp_path / "seed.toml"
    file.write_text(f'battle = "{BATTLE}"\nseed = {seed}\n')
    assert run(["try", str(file)]) == 2
    assert "line 2: key 'seed': expected a whole number" in capsys.readouterr().err


# -- odd, but they can be: they are played on, and no law breaks

NOTED = ("gone and", "has lost")
"""What a position has lost it need not say."""
ODD = {
    "leaders alone": [LEADER, {"id": "Kimball", "hex": "4814"}, {"id": "Jackson", "hex": "4816"}],
    "a wagon without its guard beside enemies": [WAGON | {"strength": 0}, {"id": "5 VA", "hex": "4814"}],
    "a wagon without its guard among enemies": [WAGON | {"strength": 0}, VA],
    "a wagon with its guard alone": [WAGON, {"id": "5 VA", "hex": "4814"}, {"id": "14 IN", "hex": "4816"}],
    "nobody": [],
    "all gone": [
        {"id": "5 VA", "box": "eliminated"}, {"id": "8 OH", "box": "captured"}, {"id": "Garnett", "box": "exited"},
    ],
    "engaged": [VA | {"marks": ["engaged"]}, OH, {"id": "Garnett", "hex": "4815"}, {"id": "Kimball", "hex": "4815"}],
    "guns without their crew": [GUNS | {"crew": 0}, PA, LEADER],
    "guns whose crew has run": [GUNS | {"marks": ["abandoned"]}, {"id": "84 PA", "hex": "4813"}, LEADER],
    "routed, pinned and dry": [VA | {"marks": ["routed"]}, PA | {"marks": ["pinned", "depleted"]}, LEADER],
    "the last point": [VA | {"strength": 1}, PA | {"strength": 1}, LEADER, {"id": "Kimball", "hex": "4814"}],
}  # fmt: skip


@pytest.mark.parametrize("rules", ["1978", "2007"])
@pytest.mark.parametrize("name", ODD)
def test_an_odd_position_is_played_on_from_every_moment(name, rules):
    luck = random.Random(name)
    for n, begin in enumerate(BEGINS):
        active = (
            {}
            if begin in ("turn", "set-up", "interphase", "end")
            else {"active": luck.choice(["union", "confederate"])}
        )
        game = laid(*ODD[name], begin=begin, seed=n, set={"rules": rules}, turn=13, waiting=False, **active)
        for _ in range(150):
            broken = [law for law in rulebook.broken_laws(game.state) if not any(word in law for word in NOTED)]
            assert broken == [], (begin, broken)
            if game.outcome is not None:
                break
            decision = game.decisions[0]
            game.play(f"{decision.seat}: {luck.choice(decision.actions).text}")
