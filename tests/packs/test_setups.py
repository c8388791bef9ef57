"""Set-ups that cannot be are named by `pack check`, in every family; so are numbers past all measure."""

import re
from pathlib import Path

import pytest

from tests.packs.test_files import copied
from vedette import packs
from vedette.packs import PackError, laws
from vedette.packs.check import begun_flaws, opened
from vedette.packs.reader import battle_of, build_board, read_pack


def moved(pack: Path, scenario: str, places: dict[str, str]) -> None:
    """Units of the set-up stand elsewhere."""
    file = pack / "scenarios" / f"{scenario}.toml"
    text = file.read_text(encoding="utf-8")
    for unit, hex in places.items():
        place = rf'(\[\[setup\]\]\nunit = "{re.escape(unit)}"\n(?:[a-z].*\n)*?(?:hex|usual) = )"\d+"'
        text, found = re.subn(place, rf'\1"{hex}"', text)
        assert found, unit
    file.write_text(text, encoding="utf-8")


def told(pack: Path, scenario: str) -> str:
    """What is said of the set-up of a scenario."""
    try:
        read = read_pack(opened(pack))
        board = build_board(read)
        plain = {scenario: read.scenario(f"scenarios/{scenario}.toml").plain}
        found = begun_flaws(battle_of(read, board, scenario))
        return "\n".join([*found, *laws.in_play(laws.ground(read, board), plain, laws.stands(read, board, plain))])
    except (PackError, ValueError) as error:
        return str(error)


WALL, MOUNTAIN = "the-stone-wall", "slaughter-mountain"


CASES = [
    ("kernstown", WALL, {"7 OH-a": "1834"}, "hex 1834: units of both sides stand there, 7 OH-a, 27 VA"),
    ("kernstown", "first-kernstown", {"13 IN": "3425"}, "hex 3425: units of both sides stand there"),
    ("cedar-mountain", MOUNTAIN, {"10th ME": "1916"}, "hex 1916: units of both sides stand there, 10th ME"),
    ("valley-campaign", "cross-keys", {"2 WV": "1911"}, "hex 1911: units of both sides stand there, 2 WV"),
    ("stonewall-1978", "kernstown", {"7 OH": "3031"}, "3031 lies outside tyler"),
    ("kernstown", WALL, {"7 OH-a": "1433", "1 WV-a": "1433"}, "in 1433 stand"),
    ("cedar-mountain", MOUNTAIN, {"10th ME": "1303", "46th PA": "1303"}, "in 1303 stand"),
    ("valley-campaign", "cross-keys", {"2 WV": "3333"}, "in 3333 stand 3 combat units, 2 WV, 84 PA, 7 IN: 2"),
    ("valley-campaign", "cross-keys", {"2 WV": "1807"}, "in 1807 stand 4 combat units"),
    ("stonewall-1978", "kernstown", {"7 OH": "2908", "29 OH": "2908", "7 IN": "2908"}, "finds no place in 2908"),
    ("kernstown", WALL, {"7 OH-a": "1014"}, "7 OH-a at 1014 stands outside the area of play"),
    ("valley-campaign", "cross-keys", {"2 VA": "1908"}, "in 1908 stand not 2 VA, whom the set-up proposes there"),
    ("stonewall-1978", "kernstown", {"7 OH": "4820"}, "4820 lies outside tyler"),
]  # fmt: skip
"""Pack, scenario, who stands elsewhere, and what is said of it."""


@pytest.mark.parametrize(("name", "scenario", "places", "words"), CASES)
def test_units_that_cannot_stand_there(
    tmp_path: Path, name: str, scenario: str, places: dict[str, str], words: str
) -> None:
    """On an enemy, too many in a hex, outside the area of play or of the set-up."""
    pack = copied(name, tmp_path)
    moved(pack, scenario, places)
    said = told(pack, scenario)
    assert scenario in said and words in said


def test_an_option_that_brings_a_unit_where_it_cannot_stand(tmp_path: Path) -> None:
    """Each option is tried with each of its values."""
    pack = copied("kernstown", tmp_path)
    file = pack / "scenarios" / f"{WALL}.toml"
    more = '[[setup]]\nunit = "39 IL"\nhex = "1834"\noption = "no-events"\n\n[[setup]]\n'
    file.write_text(file.read_text(encoding="utf-8").replace("[[setup]]\n", more, 1), encoding="utf-8")
    assert "hex 1834: units of both sides stand there, 27 VA, 39 IL" in told(pack, WALL)


@pytest.mark.parametrize(
    ("name", "scenario", "places", "words"),
    [
        ("kernstown", WALL, {"7 OH-a": "1014"}, "7 OH-a at 1014 stands outside the area of play"),
        pytest.param(
            "valley-campaign", "cross-keys", {"2 WV": "1807"}, "cross-keys: in 1807 stand 4 combat units",
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_pack_check_tells_it(tmp_path: Path, name: str, scenario: str, places: dict[str, str], words: str) -> None:
    """1807, which the rulebook itself overfills, is granted as long as the units are those of the rulebook."""
    pack = copied(name, tmp_path)
    assert packs.check(pack).ok
    moved(pack, scenario, places)
    assert any(words in line for line in packs.check(pack).broken)


AREA = """
[area]
perimeter = ["0201-0202-0203-0204-0205-0206-0207-0208"]
inside = "0303"
cite = ""
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('hex = "0203"', 'hex = "0103"', "first: 1 OH at 0103 stands outside the area of play"),
        ('hex = "0503"', 'hex = "0203"', "first: hex 0203: units of both sides stand there, 1 OH, 1 VA"),
        ('inside = "0303"', 'inside = "0203"', "column area.inside: 0203 lies on the perimeter"),
        ("0205-0206-0207", "0205-0207", "column area.perimeter: 0205 and 0207 do not touch"),
        ("0206-0207-0208", "0206", "column area.perimeter: it leaves nothing out"),
    ],
)
def test_a_pack_of_ones_own(tmp_path: Path, old: str, new: str, words: str) -> None:
    """Without claims of a rulebook, what cannot be is named all the same."""
    packs.new(tmp_path / "own")
    file = tmp_path / "own" / "scenarios" / "first.toml"
    text = file.read_text(encoding="utf-8").replace("\n[chits.union]", f"{AREA}\n[chits.union]")
    file.write_text(text, encoding="utf-8")
    assert packs.check(tmp_path / "own").ok
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        assert any(words in line for line in packs.check(tmp_path / "own").broken)
    except PackError as error:
        assert words in str(error)
