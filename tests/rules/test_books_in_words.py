"""What the choice of a book is called, and what it changes, in words."""

import vedette
from vedette.packs.cases import cases_of
from vedette.rules.blind_swords.profile import PROFILES, SERIES, profile_of
from vedette.rules.blind_swords.text.books import SILENT, TOLD, books, changes


def test_every_difference_of_the_series_rules_has_words_for_both_values():
    assert set(TOLD) == set(SERIES) - SILENT
    for own in PROFILES:
        before, after = profile_of(own), profile_of(own, "series-2026")
        for field, (_, cite, said) in TOLD.items():
            assert {getattr(before, field), getattr(after, field)} <= set(said) and cite in cases_of("BS")


def test_a_battle_says_by_which_books_it_can_be_played_and_what_they_change():
    own, series = books(vedette.battle("cedar-mountain/valley-vengeance"))
    assert (own["words"], own["changes"]) == ("by the book of the battle, Stonewall's Sword", [])
    assert (series["value"], series["words"]) == ("series-2026", "by the series rules of 2026")
    told = {row["text"]: row["instead"] for row in series["changes"]}
    assert told["Ratings up to 2 may panic"] == "Ratings up to 3 may panic"
    assert len(changes("kernstown", "series-2026")) == 6


def test_a_game_says_by_which_book_it_is_played_and_which_one_fills_it():
    battle = vedette.battle("cedar-mountain/valley-vengeance")
    view = battle.new_game(seed=1).view("")
    assert (view["book"], view["under"]) == ("Stonewall's Sword", "")
    view = battle.new_game(seed=1, options={"rules": "series-2026"}).view("")
    assert (view["book"], view["under"]) == ("Blind Swords, series rules", "Stonewall's Sword")
