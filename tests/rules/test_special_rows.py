"""Rows of special rules: each scenario's are read, and what is wrong with one is said with its place and mend."""

import msgspec
import pytest

import vedette
from vedette.engine import Game
from vedette.engine.rulebook import ContentError
from vedette.packs import battles
from vedette.rules.blind_swords import tables
from vedette.rules.blind_swords.profile import profile_of
from vedette.rules.blind_swords.rulebook import BlindSwords
from vedette.rules.blind_swords.setting import Setting
from vedette.rules.blind_swords.special_rows import KINDS

FIRST = vedette.battle("kernstown/first-kernstown")


TRACK = {
    "do": "chit_track", "side": "union", "chit": "Tyler", "title": "", "common": "", "boxes": ["a", "b"], "dice": 2,
}  # fmt: skip
SUMMONS = {
    "do": "brigade_summoned", "side": "union", "brigade": "Tyler", "after": "Jackson", "needs": 5,
    "entries": [{"hex": "1834"}],
}  # fmt: skip
GUNS = {"do": "bombardment", "side": "union", "groups": [{"arm": "artillery"}], "flips": [0, 1, 1, 1, 1, 2]}
ASLEEP = {
    "do": "frozen_until_release", "side": "union", "chit": "Tyler", "brigades": ["Tyler"], "units": ["Chew"],
    "hexes": ["1834"], "returns": "Jackson",
}  # fmt: skip


def wrong(*rows):
    """What is said of First Kernstown with these rows for its own."""
    battle = msgspec.structs.replace(FIRST, scenario={**FIRST.scenario, "special": list(rows)})
    with pytest.raises(ContentError) as found:
        Setting(battle)
    return str(found.value)


def test_every_rule_that_a_scenario_names_is_known_and_every_known_one_is_used():
    used = {row["do"] for b in battles() for row in vedette.battle(b.id).scenario.get("special", ())}
    houses = {"wild_from_turn", "reading_turned"}  # of house rules (tests/packs/test_house.py), in no scenario
    assert used | houses == set(KINDS) and not used & houses


@pytest.mark.parametrize("row, said", [
    ({"do": "thawed"}, "special 1 (thawed): there is no such rule; write do = one of always_active"),
    ({"turn": 3}, "special 1 (without do): there is no such rule"),
    ({"do": "frozen_until"}, "special 1 (frozen_until): it lacks 'turn'; its keys are turn, do, cite"),
    ({"do": "frozen_until", "turn": "noon"}, "(frozen_until): Expected 'int', got 'str' - at '$.turn'; its keys are"),
    ({"do": "frozen_until", "turn": 3, "units": []}, "it cannot have 'units'"),
    ({"do": "freed_by", "chit": "Sulivan"}, "(freed_by): chit 'Sulivan' is not in this battle: write one of its names"),
    ({"do": "resupply", "side": "union", "hex": "9914"}, "(resupply): hex '9914' is not in this battle"),
    ({"do": "artillery_allowance", "unit": "Shew", "points": 8}, "(artillery_allowance): unit 'Shew' is not in"),
    ({**TRACK, "dice": 7}, "(chit_track): Invalid enum value 7 - at '$.dice'"),
    ({**TRACK, "boxes": ["Unaware"]}, "Expected 'array' of length >= 2 - at '$.boxes'"),
    ({**TRACK, "chit": "Rally"}, "(chit_track): commander 'Rally' is not in this battle"),
    ({**SUMMONS, "needs": 9}, "Expected 'int' <= 6 - at '$.needs'"),
    ({**SUMMONS, "after": "Rickets"}, "commander 'Rickets' is not in this battle"),
    ({**SUMMONS, "entries": []}, "Expected 'array' of length >= 1 - at '$.entries'"),
    ({**SUMMONS, "entries": [{"hex": "9999"}]}, "(brigade_summoned): hex '9999' is not in this battle"),
    ({**SUMMONS, "entries": [{"hex": "1834", "delay": -1}]}, "Expected 'int' >= 0 - at '$.entries[0].delay'"),
    ({**GUNS, "flips": [1]}, "Expected 'array' of length >= 6 - at '$.flips'"),
    ({**GUNS, "groups": [{}]}, "(bombardment): a group is of nobody: give each a brigade or an arm"),
    ({**GUNS, "groups": [{"brigade": "Tyler"}, {"brigade": "Nobody"}]}, "brigade 'Nobody' is not in this battle"),
    ({**ASLEEP, "hexes": []}, "Expected 'array' of length >= 1 - at '$.hexes'"),
    ({**ASLEEP, "units": ["Latimer"]}, "(frozen_until_release): unit 'Latimer' is not in this battle"),
    ({**ASLEEP, "returns": "Ewell"}, "commander 'Ewell' is not in this battle"),
])  # fmt: skip
def test_a_wrong_row_is_told_by_its_number_its_rule_and_the_mend(row, said):
    assert said in wrong(row) and wrong(row).startswith("kernstown/first-kernstown, special 1")


@pytest.mark.parametrize("row", [TRACK, SUMMONS, GUNS, ASLEEP])
def test_the_rows_of_which_the_wrong_ones_are_made_are_right(row):
    setting = Setting(msgspec.structs.replace(FIRST, scenario={**FIRST.scenario, "special": [row]}))
    assert setting.rule(row["do"])["side"] == "union"


def test_the_rule_of_a_chit_is_an_event_that_is_carried_out():
    assert set(tables.EVENTS) == set(BlindSwords.chits)
    chits = [{**row, "rule": "Fire"} if row["chit"] == "Rally" else row for row in FIRST.chits]
    with pytest.raises(ContentError, match=r"chits.csv, Rally \(union\): there is no event 'Fire': write one of"):
        Setting(msgspec.structs.replace(FIRST, chits=chits))


@pytest.mark.parametrize("change, said", [
    ({"profile": "stonewall"}, "profile: there is no book 'stonewall': write kernstown or stonewalls-sword"),
    ({"scenario": {**FIRST.scenario, "wild": ["Fog"]}}, "wild: there is no Wild chit 'Fog': write Fog of War or"),
    (
        {"scenario": {**FIRST.scenario, "setup": [{"unit": "Chew", "hex": "1834", "marks": ["asleep"]}]}},
        "the scenario's Chew: mark 'asleep' is not known; write shaken or skirmish or frozen",
    ),
])  # fmt: skip
def test_words_of_a_scenario_that_nothing_carries_out(change, said):
    with pytest.raises(ContentError) as found:
        Game.new(msgspec.structs.replace(FIRST, **change), seed=1)
    assert said in str(found.value)


def test_a_book_that_there_is_not_among_the_values_of_the_option():
    with pytest.raises(ContentError, match=r"options.rules: there is no book 'series-3': write .* or series-2026"):
        profile_of("kernstown", "series-3")


@pytest.mark.parametrize("sudden, said", [
    ({"hex": "9999"}, "victory: there is no hex '9999' on the board"),
    ({"arm": "marines"}, "victory: Invalid enum value 'marines' - at `sudden.arm`"),
])  # fmt: skip
def test_a_sudden_end_is_of_a_hex_and_an_arm_that_there_are(sudden, said):
    battle = vedette.battle("cedar-mountain/valley-vengeance")
    victory = battle.scenario["victory"]
    victory = {**victory, "sudden": {**victory["sudden"], **sudden}}
    with pytest.raises(ContentError) as found:
        Setting(msgspec.structs.replace(battle, scenario={**battle.scenario, "victory": victory}))
    assert said in str(found.value)
