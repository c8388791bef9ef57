"""Rows of special rules: each scenario's are read, and what is wrong with one is said with its place and mend."""

import msgspec
import pytest

import vedette
from vedette.engine.rulebook import ContentError
from vedette.packs import battles
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.specials.rows import KINDS

FIRST = vedette.battle("kernstown/first-kernstown")


def wrong(*rows):
    """What is said of First Kernstown with these rows for its own."""
    battle = msgspec.structs.replace(FIRST, scenario={**FIRST.scenario, "special": list(rows)})
    with pytest.raises(ContentError) as found:
        Setting(battle)
    return str(found.value)


def test_every_rule_that_a_scenario_names_is_known_and_every_known_one_is_used():
    used = {row["do"] for b in battles() for row in vedette.battle(b.id).scenario["special"]}
    assert used == set(KINDS)


@pytest.mark.parametrize("row, said", [
    ({"do": "thawed"}, "special 1 (thawed): there is no such rule; write do = one of always_active"),
    ({"turn": 3}, "special 1 (without do): there is no such rule"),
    ({"do": "frozen_until"}, "special 1 (frozen_until): it lacks 'turn'; its keys are turn, do, cite"),
    ({"do": "frozen_until", "turn": "noon"}, "(frozen_until): Expected 'int', got 'str' - at '$.turn'; its keys are"),
    ({"do": "frozen_until", "turn": 3, "units": []}, "it cannot have 'units'"),
    ({"do": "freed_by", "chit": "Sulivan"}, "(freed_by): chit 'Sulivan' is not in this battle: write one of its names"),
    ({"do": "resupply", "side": "union", "hex": "9914"}, "(resupply): hex '9914' is not in this battle"),
    ({"do": "artillery_allowance", "unit": "Shew", "points": 8}, "(artillery_allowance): unit 'Shew' is not in"),
])  # fmt: skip
def test_a_wrong_row_is_told_by_its_number_its_rule_and_the_mend(row, said):
    assert said in wrong(row) and wrong(row).startswith("kernstown/first-kernstown, special 1")
