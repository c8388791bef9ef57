"""One engine, three rulebooks: what a book says is a field, the series rules lie over the book of the battle."""

import ast
from pathlib import Path

import msgspec
import pytest

import vedette
from tests.support import BATTLE, offered, referee
from vedette.engine.events import IllegalAction
from vedette.engine.rulebook import OptionError
from vedette.rules.blind_swords.concordance import ids_of, recited
from vedette.rules.blind_swords.profile import KERNSTOWN, PROFILES, SERIES, STONEWALLS_SWORD, Profile, profile_of

RULES = Path(__file__).parents[2] / "src/vedette/rules/blind_swords"
PLACE = {"7 OH-a": "1533", "27 VA": "1735"}


def test_every_difference_between_the_books_is_read_somewhere():
    read = {
        node.attr
        for file in RULES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
    }
    assert {*Profile.__struct_fields__} - read == set()


def test_every_difference_is_one():
    def value(profile, name):
        return getattr(profile, name)

    books = [
        KERNSTOWN,
        STONEWALLS_SWORD,
        profile_of("kernstown", "series-2026"),
        profile_of("stonewalls-sword", "series-2026"),
    ]
    assert [msgspec.convert(msgspec.structs.asdict(book), Profile) for book in books] == books, "no word is mistyped"
    alike = [f for f in Profile.__struct_fields__ if len({value(book, f) for book in books}) == 1]
    assert alike == ["artillery_engages_at", "rally_distance"]  # numbers on which all agree


@pytest.mark.rule("BS-1.0-1")
def test_the_series_rules_leave_to_the_battle_what_they_do_not_say():
    assert {*SERIES} < {*Profile.__struct_fields__}
    game = referee(PLACE, begin="fire", active="Tyler")
    book = game.state.setting.profile
    assert (book.name, book.prefix, book.under) == ("series-2026", "BS", "KT")
    assert book.stacking_limit == PROFILES["kernstown"].stacking_limit == 10
    cedar = profile_of("stonewalls-sword", "series-2026")
    assert (cedar.stacking_limit, cedar.under) == (8, "SS")
    assert (
        (cedar.panic_cr, cedar.crossfire) == (2, "flanking") != (STONEWALLS_SWORD.panic_cr, STONEWALLS_SWORD.crossfire)
    )


@pytest.mark.parametrize("rules, prefix", [("kernstown", "KT"), ("series-2026", "BS")])
def test_decisions_and_refusals_cite_the_book_that_is_played(rules, prefix):
    game = referee(PLACE, begin="fire", active="Tyler", set={"rules": rules})
    assert game.decision.cite.startswith(prefix) and game.view("")["book"] == profile_of("kernstown", rules).title
    with pytest.raises(IllegalAction) as refused:
        game.play("7 OH-a fire at 1733")
    assert refused.value.cite.startswith(prefix)
    assert offered(game)


def test_a_battle_offers_its_own_book_and_the_series_rules():
    battle = vedette.battle(BATTLE)
    assert battle.scenario["options"]["rules"]["values"] == ["kernstown", "series-2026"]
    with pytest.raises(OptionError, match="stonewalls-sword"):
        battle.new_game(seed=1, options={"rules": "stonewalls-sword"})
    assert battle.new_game(seed=1, options={"rules": "series-2026"}).record().splitlines()[0].count("series-2026") == 1


def test_citations_are_renamed_wherever_they_stand():
    cite = ids_of("BS", "KT").get
    assert cite("KT-15.1b-P1-3") == "BS-12.1b-P-2"
    data = {"cite": "KT-15.1b-P1-3", "text": "KT-15.1b-P1-3", "rows": [{"cite": "KT-15.1b-P1-3"}, ("a", 1)]}
    named = recited(data, lambda id: cite(id, id))
    assert named == {"cite": "BS-12.1b-P-2", "text": "KT-15.1b-P1-3", "rows": [{"cite": "BS-12.1b-P-2"}, ("a", 1)]}
    assert recited(data, None) is data
