"""What docs/positions.md shows works as it says."""

import re
import tomllib
from pathlib import Path

from tests.cli.conftest import Vedette
from vedette.rules.blind_swords.positions import MARKS
from vedette.rules.blind_swords.positions.begin import BEGINS
from vedette.rules.blind_swords.positions.keys import Keys, UnitKeys
from vedette.rules.valley_campaign.positions import begin as valley_begin
from vedette.rules.valley_campaign.positions import keys as valley

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "positions.md").read_text()


def test_the_example_of_the_page_is_played(run: Vedette, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example
    file = tmp_path / "wall.toml"
    file.write_text(example[1])
    assert [e["roll"] for e in run("try", str(file), "--json").json["events"] if e["roll"]] == [64, 52]
    assert run("odds", str(file)).status == 0


def test_the_example_of_the_valley_campaign_is_played(run: Vedette, tmp_path: Path) -> None:
    example = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[1]
    file = tmp_path / "enfilade.toml"
    file.write_text(example)
    assert [e["roll"] for e in run("try", str(file), "--json").json["events"] if e["roll"]] == [6]
    odds = run("odds", str(file), "--json").json
    assert odds["column"] == {"base": "4:1", "final": "5:1"} and odds["total_weight"] == 6 and odds["exact"]
    assert [s["name"] for s in odds["shifts"] if s["applied"]] == ["enfilade"]


def test_every_key_moment_and_mark_is_on_the_page() -> None:
    words = {*Keys.__struct_fields__, *UnitKeys.__struct_fields__, *BEGINS, *MARKS}
    assert [w for w in sorted(words) if f"`{w}`" not in PAGE and f"[[{w}]]" not in PAGE] == []


def test_every_key_moment_and_mark_of_the_valley_campaign_is_in_its_section() -> None:
    section = PAGE[PAGE.index("## The Shenandoah Valley Campaign") :]
    keys = {*valley.Keys.__struct_fields__, *valley.UnitKeys.__struct_fields__, *valley.RepairKeys.__struct_fields__}
    words = {*keys, *valley_begin.BEGINS, *valley.MARKS, *valley.BOXES}
    missing = [w for w in sorted(words) if not any(f"{a}{w}{b}" in section for a, b in (("`", "`"), ("[[", "]]")))]
    assert missing == []


def test_every_example_of_the_rulebooks_is_accepted(run: Vedette) -> None:
    files = sorted((ROOT / "tests" / "examples").glob("*.toml"))
    assert files
    for file in files:
        tomllib.loads(file.read_text())
        said = run("try", str(file), "--json")
        assert said.status == 0, said
