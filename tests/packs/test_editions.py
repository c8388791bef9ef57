"""An edition is all of a battle, and nothing that tells of a machine."""

import pytest

from vedette import packs
from vedette.packs import PackError, editions
from vedette.packs.editions import Ground, battle_from, edition_of

IDS = [row.id for row in packs.battles()]


@pytest.mark.parametrize("id", IDS)
def test_a_battle_comes_out_of_its_edition_as_it_was(id):
    """Every field, so that one that is added later cannot be forgotten."""
    battle = packs.load(id)
    found = battle_from(edition_of(battle))
    for name in battle.__struct_fields__:
        if name == "board":
            assert Ground.of(found.board) == Ground.of(battle.board)
            assert (found.board.crossing, found.board.road) == (battle.board.crossing, battle.board.road)
        else:
            assert getattr(found, name) == getattr(battle, name), name
            assert str(getattr(found, name)) == str(getattr(battle, name)), f"order of {name}"
    assert len(edition_of(battle)) < 40_000


def test_games_of_one_edition_share_their_battle():
    edition = edition_of(packs.load(IDS[0]))
    assert battle_from(edition) is battle_from(bytes(bytearray(edition)))


def test_an_edition_does_not_tell_where_the_owners_folder_is(overlay, home):
    overlay("counters.csv", "id,source\n7 OH-a,owner: my sheet\n")
    battle = packs.load("kernstown/the-stone-wall")
    assert battle.overlay == str(home / "packs" / "kernstown")
    assert battle_from(edition_of(battle)).overlay == "kernstown"


def test_what_is_no_edition_is_refused_with_the_mend():
    for data in (b"", b"no edition", edition_of(packs.load(IDS[0]))[:-9]):
        with pytest.raises(PackError, match=r"no edition of a battle.*have it sent again"):
            battle_from(data)


def test_an_edition_is_kept_once_on_this_machine_and_a_spoilt_one_is_none(home):
    battle = packs.load(IDS[0])
    assert editions.kept(battle.id, battle.hash) is None
    editions.keep(battle)
    editions.keep(battle)
    (file,) = (home / "editions").iterdir()
    assert editions.kept(battle.id, battle.hash).counters == battle.counters
    assert editions.kept(battle.id, "other") is None
    file.write_bytes(b"spoilt")
    assert editions.kept(battle.id, battle.hash) is None
