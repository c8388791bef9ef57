"""JV 7.1, 7.7 and 7.9: bombardments and attacks in one combat phase; guns that defend."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.valley.support import Place, at, field, hex_of, state
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.rules.valley_campaign.chapters.combat import attack_bar
from vedette.rules.valley_campaign.chapters.odds import odds_of

GUN, FOE = "Poague Battery", "25 OH"
UNITS: dict[str, Place] = {GUN: "2011", "12 GA": "2011", FOE: {"at": "2010", "face": "reduced"}, "2 WV": "2110"}
"""Both enemies are beside the gun and the regiment with it."""


def phase(units: Mapping[str, Place] = UNITS, **more: Any) -> Game:
    """A Confederate combat phase."""
    return field(units, **{"phase": "combat", "turn": 3, **more})


def offered(game: Game) -> list[str]:
    """What may be done now."""
    assert game.decision is not None
    return [a.text for a in game.decision.actions]


@pytest.mark.rule("JV-7.1-1", "JV-7.1-12")
def test_bombardments_are_offered_beside_attacks_and_the_end() -> None:
    assert set(offered(phase())) == {
        "attack 2010", "attack 2110", f"{GUN} bombard {FOE}", f"{GUN} bombard 2 WV", "done",
    }  # fmt: skip


@pytest.mark.rule("JV-7.1-4", "JV-7.4-7")
def test_a_gun_that_has_bombarded_attacks_nobody() -> None:
    game = phase(dice=[1])
    game.play(f"{GUN} bombard {FOE}")
    bar = attack_bar(state(game), GUN, hex_of("2110"))
    assert bar is not None and bar.cite == "JV-6.4-1"
    game.play("attack 2010")
    assert f"add {GUN}" not in offered(game)
    assert "add 12 GA" in offered(game)


@pytest.mark.rule("JV-7.1-10", "JV-7.1-4")
def test_a_gun_that_attacks_does_not_bombard() -> None:
    game = phase({**UNITS, FOE: "2010"}, dice=[4])
    for text in ("attack 2010", f"add {GUN}", "attack"):
        game.play(text)
    while game.decision is not None and game.decision.kind != "attack":
        game.play(game.decision.actions[-1])
    assert not [text for text in offered(game) if "bombard" in text]


@pytest.mark.rule("JV-7.1-5")
def test_a_bombardment_comes_before_the_attack_on_its_target_not_before_others() -> None:
    """Oddity 120: with the attack on 2010 over, that on 2110 may still be prepared."""
    game = phase({**UNITS, FOE: "2010"}, dice=[3])
    for text in ("attack 2010", "add 12 GA", "attack"):
        game.play(text)
    while game.decision is not None and game.decision.kind != "attack":
        game.play(game.decision.actions[-1])
    assert f"{GUN} bombard {FOE}" not in offered(game)
    assert f"{GUN} bombard 2 WV" in offered(game)
    with pytest.raises(IllegalAction):
        game.play(f"{GUN} bombard {FOE}")


@pytest.mark.rule("JV-7.7-10", "JV-7.7-12")
def test_with_the_target_gone_another_may_be_attacked() -> None:
    """JV-EX-7.7b."""
    game = phase(dice=[6, 6])
    game.play(f"{GUN} bombard {FOE}")
    assert at(game, FOE) == "eliminated"
    assert offered(game) == ["attack 2110", "done"]


@pytest.mark.rule("JV-7.7-11", "JV-7.7-10")
def test_the_attack_may_go_on_against_who_survives() -> None:
    game = phase({**UNITS, FOE: "2010"}, dice=[6, 6])
    game.play(f"{GUN} bombard {FOE}")
    assert at(game, FOE) == "2010"
    assert {"attack 2010", "attack 2110", "done"} == set(offered(game))
    assert odds_of(state(game), ["12 GA"], hex_of("2010")).ratio == "2:1", "against its reduced side"


@pytest.mark.rule("JV-6.15-2")
def test_a_bombardment_alone_brings_no_advance() -> None:
    game = phase(dice=[6, 6])
    events = game.play(f"{GUN} bombard {FOE}")
    assert game.decision is not None and game.decision.kind == "attack"
    assert not [e for e in events if e.kind == "advanced"]


def test_the_odds_of_a_bombardment_are_exact() -> None:
    """At range two into a forest a 4 or more hits; then the six dice of the hit, each in its words."""
    units: dict[str, Place] = {GUN: "2010", FOE: "2012", "Milroy": "2012"}
    found = phase(units, hexes={"2012": "forest"}).odds(f"{GUN} bombard {FOE}")
    assert found.exact
    assert found.total_weight == 36
    assert found.aim is not None
    assert (found.aim.base, found.aim.final, found.aim.shifts) == ("3+", "4+", (("forest", -1, "JV-7.4-2", True),))
    weights = {tuple(sorted((id, *words) for id, words in r.units.items())): r.weight for r in found.results}
    assert weights == {
        (): 18,
        ((FOE, "demoralized"),): 6,
        ((FOE, "demoralized", "retreated"),): 6,
        ((FOE, "retreated"),): 3,
        ((FOE, "step lost", "demoralized"), ("Milroy", "eliminated")): 3,
    }
    far = phase({GUN: "2010", FOE: "2014"}, hexes={"2014": "forest building"}).odds(f"{GUN} bombard {FOE}")
    assert far.aim is not None and far.aim.final == "none"
    assert [r.units for r in far.results] == [{}]


@pytest.mark.rule("JV-7.9-2", "JV-7.9-4")
def test_guns_defend_alone_and_lend_nobody_their_strength() -> None:
    """Of several guns alone the strongest counts (oddity 66); beside troops none does."""
    here = hex_of("2010")

    def defence(*ids: str) -> int:
        g = state(phase({"12 GA": "2011", **dict.fromkeys(ids, "2010")}))
        return odds_of(g, ["12 GA"], here).defence

    assert defence("12 OH Battery") == 3
    assert defence("12 OH Battery", '1 OH, "H" Battery') == 3
    assert defence("12 OH Battery", FOE) == defence(FOE) == 2
    assert defence("12 OH Battery", "Milroy") == 3
