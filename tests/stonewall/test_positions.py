"""Positions of the referee: what docs/positions.md says, where they begin, what is refused with its mend."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import vedette
from tests.stonewall.support import at, kind, offered, state
from tests.support import asked
from vedette.engine.chance import Listed
from vedette.engine.game import Game
from vedette.engine.rulebook import PositionError
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.positions.begin import BEGINS
from vedette.rules.great_battles.positions.keys import BOXES, MARKS, Keys, UnitKeys
from vedette.rules.great_battles.state import EXITED

PAGE = (Path(__file__).resolve().parents[2] / "docs/positions.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("## Stonewall") :]
VA, PA = {"id": "5 VA", "hex": "4815"}, {"id": "84 PA", "hex": "4813"}


def laid(*units: dict[str, Any], dice: list[str] | None = None, **keys: Any) -> Game:
    """A game at a position on the empty map."""
    spec = {"battle": "stonewall-1978/kernstown", "empty": True, "unit": list(units), **keys}
    return Game.new(vedette.battle(str(spec["battle"])), position=spec, chance=Listed(dice))


def refused(*units: dict[str, Any], **keys: Any) -> str:
    """What is said of a position that cannot be read."""
    with pytest.raises(PositionError) as error:
        laid(*units, **keys)
    return str(error.value)


def test_every_key_moment_mark_and_place_is_on_the_page() -> None:
    words = {*Keys.__struct_fields__, *UnitKeys.__struct_fields__, *BEGINS, *MARKS, *BOXES}
    missing = [w for w in sorted(words) if not any(f"{a}{w}{b}" in SECTION for a, b in (("`", "`"), ("[[", "]]")))]
    assert [w for w in missing if w not in ("chits", "side", "arm")] == []


def test_the_example_of_the_page_is_played() -> None:
    example = re.search(r"```toml\n(.*?)```", SECTION, re.DOTALL)
    assert example
    spec = tomllib.loads(example[1])
    game = laid(*spec["unit"], **{k: v for k, v in spec.items() if k not in ("unit", "battle", "empty", "actions")})
    events = game.play(spec["actions"][0])
    assert "ridge -1" in " ".join(game.say(e, "") for e in events)


@pytest.mark.parametrize("begin", sorted(BEGINS))
@pytest.mark.parametrize("rules", ["1978", "2007"])
def test_every_moment_can_be_begun_and_played_on(begin: str, rules: str) -> None:
    active = {} if begin in ("turn", "set-up", "interphase", "end") else {"active": "union"}
    units = [VA, PA, {"id": "Kimball", "hex": "4813"}, {"id": "Garnett", "hex": "4815"}]
    game = laid(*units, begin=begin, set={"rules": rules}, turn=15, dice=["3"] * 60, **active)
    for _ in range(40):
        assert rulebook.broken_laws(state(game)) == []
        if game.decision is None:
            break
        texts = offered(game)
        game.play("done" if "done" in texts else texts[0], asked(game))
    assert game.outcome is not None


def test_the_scenario_changed_by_a_few_units() -> None:
    spec: dict[str, Any] = {"battle": "stonewall-1978/kernstown", "begin": "movement", "active": "union", "turn": 2}
    row = {"id": "14 IN", "hex": "2320", "strength": 2, "marks": ["pinned"]}
    game = Game.new(vedette.battle(spec["battle"]), position={**spec, "unit": [row]})
    g = state(game)
    assert (at(game, "14 IN"), g.strength("14 IN"), g.units["14 IN"].pinned) == ("2320", 2, True)
    assert at(game, "8 OH") == "2320" and g.units["14 IN"].layer == 0 and g.units["7 OH"].reserve
    assert "5 OH" in g.commanded and g.paid == ("Kimball", "Sullivan", "Tyler", "Brodhead")


def test_unplaced_units_are_set_up_by_their_owner() -> None:
    keys: dict[str, Any] = {"begin": "set-up", "set": {"deployment": "free"}}
    game = laid({"id": "14 IN", "box": "unplaced"}, {"id": "8 OH", "hex": "2221"}, **keys)
    assert kind(game) == "set-up" and "14 IN: 2320" in offered(game) and "14 IN: 2221" not in offered(game)


def test_what_units_are_and_have_done() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "Rockbridge", "hex": "4815", "crew": 1, "rounds": 2, "facing": "NW", "marks": ["shots"]},
        {"id": "27 VA", "box": "exited", "strength": 1, "marks": ["depleted"]},
        {"id": "7 VA Cav", "hex": "4820", "formation": "mounted", "spent": 2.5, "charges": "4821"},
        {"id": "The Guard", "hex": "4822", "side": "union", "arm": "infantry", "values": {"strength": 7}},
        {"id": "Sullivan", "hex": "4822", "values": {"ratings": [1, 2]}, "marks": ["taken"]},
    ]  # fmt: skip
    game = laid(*rows, begin="movement", active="confederate", morale=4, toll={"union guns captured": 2})
    g = state(game)
    gun = g.units["Rockbridge"]
    assert (gun.crew, gun.rounds, gun.facing, g.shots) == (1, 2, 5, ("Rockbridge",))
    assert (g.at("27 VA"), g.exits, g.units["27 VA"].depleted) == (EXITED, ("27 VA",), True)
    assert (dict(g.spent)["7 VA Cav"], g.charges) == (10, (("7 VA Cav", g.at("The Guard") - 1),))
    assert (g.strength("The Guard"), g.counter("The Guard").morale, g.morale) == (7, "B", 4)
    assert g.counter("Sullivan").ratings == (1, 2) and g.units["Sullivan"].taken


@pytest.mark.parametrize(
    ("row", "keys", "words"),
    [
        ({"id": "5 VA"}, {}, "unit '5 VA' has no place: give it hex or box"),
        ({"id": "5 VA", "hex": "4815", "box": "exited"}, {}, "has both hex and box"),
        ({"id": "5 VA", "hex": "9999"}, {}, "there is no hex '9999'"),
        ({"id": "5 VA", "hex": "4815", "marks": ["asleep"]}, {}, "mark 'asleep' is not known"),
        ({"id": "5 VA", "hex": "4815", "strength": 9}, {}, "strength 9: write a number from 0 to 5"),
        ({"id": "5 VA", "hex": "4815", "facing": "E"}, {}, "facing 'E' is none of N, NE"),
        ({"id": "5 VA", "hex": "4815", "formation": "column", "facing": "N"}, {}, "has no front"),
        ({"id": "5 VX", "hex": "4815"}, {}, "give it side, arm, values"),
        ({"id": "5 VA", "hex": "4815", "brigade": "Stone"}, {}, "brigade 'Stone' is none of"),
        ({"id": "5 VA", "hex": "4815", "values": {"weapon": "X"}}, {}, "weapon 'X' is none of R, P"),
        (VA, {"begin": "noon"}, "begin 'noon' is none of"),
        (VA, {"begin": "turn", "active": "union"}, "nobody is yet"),
        (VA, {"turn": 16}, "this battle has turns 1 to 15"),
        (VA, {"losses": {"Stone": 3}}, "losses: brigade 'Stone' is none of"),
        (VA, {"hex": [{"id": "4815", "terrain": "sand"}]}, "terrain 'sand' is none of"),
        (VA, {"hexside": [{"between": ["4815", "4814"], "feature": "hedge"}]}, "feature 'hedge' is none of"),
        ({"id": "84 PA", "hex": "4815"}, {"unit": [VA, {"id": "84 PA", "hex": "4815"}]}, "mark one of them engaged"),
    ],
)
def test_what_is_wrong_is_named_with_its_mend(row: dict[str, Any], keys: dict[str, Any], words: str) -> None:
    assert words in refused(*keys.pop("unit", [row]), **keys)


def test_odds_of_a_fire() -> None:
    units = [{**VA, "facing": "N"}, {"id": "Garnett", "hex": "4815"}, {"id": "84 PA", "hex": "4814", "facing": "S"}]
    game = laid(*units, begin="offensive-fire", active="confederate")
    found = game.odds("fire at 4814", "add 5 VA", "fire")
    assert found.results and msgspec.to_builtins(state(game).morale) == 30
