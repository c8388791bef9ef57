"""`vedette pack where|layers|set|compare|export-layer|import-layer`: an owner's values from the command line."""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import Path

import pytest

from tests.cli.conftest import Vedette as Run
from vedette import packs
from vedette.packs.owned import owners

WALL = "kernstown/the-stone-wall"
ABOUT = 'pack = "kernstown"\n'


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_it_says_where_everything_lies_and_what_is_not_read(run: Run, home: Path) -> None:
    (home / "packs" / "kernstwon" / "charts").mkdir(parents=True)
    (home / "layers" / "torn").mkdir(parents=True)
    found = run("pack", "where", "--json").json
    assert found["layers"] == str(home / "layers") and found["packs"] == str(home / "packs")
    assert found["database"] == str(home / "games.sqlite") and found["editions"] == str(home / "editions")
    assert list(found["not_read"]) == [str(home / "packs" / "kernstwon"), "layer torn"]


def test_cells_are_set_compared_switched_and_taken_out(run: Run, home: Path) -> None:
    told = run("pack", "set", "kernstown", "counters/7 OH-a/fresh_sp:7", 'crt/11-13/5:"-|-|0-1"', "--source", "my copy")
    assert "ok  counters/7 OH-a/fresh_sp:7" in told.out and "owner's values: 1 counter, 1 chart" in told.out
    assert packs.load(WALL).counters["7 OH-a"]["source"] == "owner: my copy"
    wrong = run("pack", "set", "kernstown", "counters/7 OH-a/fresh_sp:x")
    assert wrong.status == 1 and "wrong  counters/7 OH-a/fresh_sp:x: " in wrong.out
    found = run("pack", "compare", "kernstown", "--json").json
    assert [(c["table"], c["row"], c["before"], c["value"]) for c in found["cells"]] == [
        ("counters", "7 OH-a", "6", "7"),
        ("crt", "11-13", "-|-|0", "-|-|0-1"),
    ]
    assert "mine   kernstown  on  50     2" in run("pack", "layers").out
    run("pack", "layers", "--off", "mine", "--order", "mine=60")
    layer = run("pack", "layers", "kernstown", "--json").json["layers"][0]
    assert (layer["on"], layer["order"], layer["cells"]) == (False, 60, 0)
    assert owners(packs.load(WALL)).cells == 0
    run("pack", "layers", "--on", "mine")
    assert run("pack", "set", "kernstown", "counters/7 OH-a/fresh_sp:7", "--out").status == 0
    assert packs.load(WALL).counters["7 OH-a"]["fresh_sp"] == "6"


def test_what_the_difference_does_is_played_in_pairs_the_programs_values_first(run: Run) -> None:
    run("pack", "set", "kernstown", *(f"counters/{unit}/fresh_sp:1" for unit in ("7 OH-a", "7 OH-b", "7 IN-a")))
    seats = ("--union", "random", "--confederate", "random", "--jobs", "1", "--battle", WALL)
    found = run("pack", "compare", "kernstown", "--games", "2", *seats, "--json").json["games"]
    assert (found["pairs"], found["changes"]) == (2, "the owner's values")
    by_cells = [w for u in ("7 OH-a", "7 OH-b", "7 IN-a") for w in ("--value", f"{u}/fresh_sp:1")]
    run("pack", "layers", "--off", "mine")
    same = run("lab", "sensitivity", WALL, "--games", "2", *seats[:6], *by_cells, "--json").json
    assert found["measures"] == same["measures"] and found["digests"]["before"] == same["digests"]["before"]


def test_a_layer_is_taken_along_as_one_file(run: Run, home: Path, tmp_path: Path) -> None:
    run("pack", "set", "kernstown", "counters/7 OH-a/fresh_sp:7", "crt/11-13/5:x", "--printing", "2nd")
    before = {f.name: f.read_bytes() for f in (home / "layers" / "mine").iterdir()}
    run("pack", "export-layer", "mine", str(tmp_path / "a.zip"))
    assert run("pack", "import-layer", str(tmp_path / "a.zip")).status == 2
    assert "give this one another with --name" in run("pack", "import-layer", str(tmp_path / "a.zip")).err
    (home / "layers" / "mine").rename(tmp_path / "away")
    assert run("pack", "import-layer", str(tmp_path / "a.zip")).status == 0
    assert {f.name: f.read_bytes() for f in (home / "layers" / "mine").iterdir()} == before
    run("pack", "export-layer", "mine", str(tmp_path / "b.zip"))
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def zipped(files: dict[str, bytes], link: str = "") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16 if name == link else 0
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


LAYER = {"layer.toml": ABOUT.encode()}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (zipped({**LAYER, "../cells.csv": b""}), "leads out of its folder"),
        (zipped({**LAYER, "/etc/cells.csv": b""}), "leads out of its folder"),
        (zipped({**LAYER, "..\\cells.csv": b""}), "leads out of its folder"),
        (zipped({**LAYER, "C:/cells.csv": b""}), "leads out of its folder"),
        (zipped({**LAYER, "cells.csv": b"/etc/passwd"}, link="cells.csv"), "leads out of its folder"),
        (zipped({**LAYER, "run.py": b"print()"}), "is no file of a layer"),
        (zipped({**LAYER, "deep/down/cells.csv": b""}), "is no file of a layer"),
        (zipped({**LAYER, "cells.csv": b"0" * (33 << 20)}), "more than 200 files or 32 MB"),
        (zipped({**LAYER, **{f"charts/{n}.csv": b"" for n in range(201)}}), "more than 200 files or 32 MB"),
        (zipped({"cells.csv": b""}), "there is no layer.toml in it"),
        (zipped({"layer.toml": b'pack = "nowhere"\n'}), "there is no pack 'nowhere'"),
        (zipped({**LAYER, "cells.csv": b"table,row,column,value\ncrt,11-13,5,x\n"}), "it is not imported"),
        (b"no archive", "cannot be unpacked"),
    ],
)
def test_a_file_that_is_no_layer_is_refused_and_leaves_nothing(
    run: Run, home: Path, tmp_path: Path, data: bytes, words: str
) -> None:
    (tmp_path / "sent.zip").write_bytes(data)
    told = run("pack", "import-layer", str(tmp_path / "sent.zip"))
    assert told.status == 2 and words in told.err
    assert not [f for f in tmp_path.rglob("*") if f.name not in ("home", "layers", "sent.zip")]
