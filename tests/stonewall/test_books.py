"""What the rules of 2007 change is said to whoever chooses between the rule sets."""

from __future__ import annotations

import msgspec

import vedette
from vedette.packs.cases import BOOKS
from vedette.rules.great_battles import rulebook
from vedette.rules.great_battles.profile import BY_1978, BY_2007, Profile
from vedette.rules.great_battles.text import books

BATTLE = vedette.battle("stonewall-1978/kernstown")


def test_every_difference_of_the_profiles_has_its_line() -> None:
    fields = {f.name for f in msgspec.structs.fields(Profile)} - {"name"}
    assert books.TOLD.keys() == fields
    differ = {f for f in fields if getattr(BY_1978, f) != getattr(BY_2007, f)}
    told = books.changes(BY_2007)
    assert len(told) == len(differ) + 1 and told[-1] == books.REST
    assert all(row["text"] != row["instead"] for row in told) and books.changes(BY_1978) == []


def test_both_rule_sets_are_listed_and_their_titles_are_those_of_their_cases() -> None:
    first, second = rulebook.books(BATTLE)
    assert (first["value"], first["own"], second["value"], second["own"]) == ("1978", True, "2007", False)
    assert (first["title"], second["title"]) == (BOOKS["SW"], BOOKS["GB"])


def test_a_game_says_by_which_it_is_played() -> None:
    plain = BATTLE.new_game(seed=1).view("union")
    later = BATTLE.new_game(seed=1, options={"rules": "2007"}).view("union")
    assert (plain["book"], plain["under"]) == (BOOKS["SW"], "")
    assert (later["book"], later["under"]) == (BOOKS["GB"], BOOKS["SW"])
