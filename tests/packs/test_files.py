"""What lies in a pack of one's own: devices, pipes, links; what an editor on Windows saves; numbers without bound."""

import os
import shutil
from pathlib import Path

import pytest

import vedette
from vedette import packs
from vedette.packs import PackError, find
from vedette.packs.check import opened
from vedette.packs.reader import read_pack

NAMES = ("kernstown", "cedar-mountain", "valley-campaign", "stonewall-1978")


def copied(name: str, to: Path) -> Path:
    """A copy of a pack that comes with the program, as an owner might have made it; to be spoilt."""
    base = find.folder(name).base
    assert isinstance(base, Path)
    return Path(shutil.copytree(base, to / name))


def refused(pack: Path) -> str:
    with pytest.raises(PackError) as error:
        packs.check(pack)
    assert "\n" not in str(error.value)
    return str(error.value)


FILES = ("charts/crt.csv", "board.csv", "grid.json", "chits.csv", "scenarios/the-stone-wall.toml")


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("device", "a pipe or a device and no file"), ("pipe", "a pipe or a device and no file"),
        ("out", "leads out of its folder"), ("folder", "is a folder, a pipe or a device"),
        ("nowhere", "is a link that leads nowhere"), ("circle", "its links lead in a circle"),
    ],
)  # fmt: skip
def test_what_is_no_file_of_the_pack_is_never_read(tmp_path: Path, file: str, kind: str, words: str) -> None:
    spoilt, outside = copied("kernstown", tmp_path) / file, tmp_path / "outside"
    shutil.move(spoilt, outside)
    makers = {
        "device": lambda: spoilt.symlink_to("/dev/zero"), "pipe": lambda: os.mkfifo(spoilt), "folder": spoilt.mkdir,
        "out": lambda: spoilt.symlink_to(outside), "nowhere": lambda: spoilt.symlink_to("gone"),
        "circle": lambda: spoilt.symlink_to(spoilt.name),
    }  # fmt: skip
    makers[kind]()
    said = refused(tmp_path / "kernstown")
    assert said.startswith(str(spoilt)) and (words in said or (kind == "device" and "out of its folder" in said))


@pytest.mark.parametrize("file", ["ground.geojson", "laying.toml", "corrections.csv", "claims"])
def test_what_only_the_check_reads_is_read_with_the_same_care(tmp_path: Path, file: str) -> None:
    pack = copied("kernstown", tmp_path)
    spoilt = next((pack / file).glob("*.json")) if file == "claims" else pack / file
    spoilt.unlink()
    os.mkfifo(spoilt)
    assert "a pipe or a device" in refused(pack)


SLOW = pytest.mark.slow
LAYING = 'ground = "{ground}"\nkind = "x"\nterrain = {{}}\nroads = {{}}\nhalf = {half}\nclip = 0.5\n'


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("scenery.json", "[{", "scenery.json: Input data was truncated"),
        pytest.param("scenery.json", '[{"kind": 7}]', "scenery.json: Expected str, got int", marks=SLOW),
        ("ground.geojson", "{", "ground.geojson: is no GeoJSON (JSONDecodeError"),
        pytest.param("ground.geojson", "[]", "ground.geojson: is no GeoJSON (TypeError", marks=SLOW),
        ("ground.geojson", '{"features": [{"properties": {}}]}', "feature 1 cannot be read (KeyError: 'kind')"),
        pytest.param("ground.geojson", '{"features": [7]}', "feature 1 cannot be read (TypeError", marks=SLOW),
        ("laying.toml", LAYING.format(ground="../secret", half=0.5), "secret: leads out of its folder"),
        ("laying.toml", LAYING.format(ground="ground.geojson", half=9999.0), "<= 1"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_of_its_kind_is_named(tmp_path: Path, file: str, text: str, words: str) -> None:
    (tmp_path / "secret").write_text("id = 7")
    pack = copied("kernstown", tmp_path)
    (pack / file).write_text(text)
    assert words in refused(pack)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's folder over a pack."""
    monkeypatch.setenv("VEDETTE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "packs" / "kernstown"
    (folder / "charts").mkdir(parents=True)
    return folder


@pytest.mark.parametrize("kind", ["device", "pipe", "out"])
def test_an_overlay_is_read_with_the_same_care(own: Path, tmp_path: Path, kind: str) -> None:
    over = own / "charts" / "crt.csv"
    if kind == "pipe":
        os.mkfifo(over)
    else:
        (tmp_path / "secret").write_text("a secret of another's")
        over.symlink_to("/dev/zero" if kind == "device" else tmp_path / "secret")
    with pytest.raises(PackError) as error:
        vedette.battle("kernstown/the-stone-wall")
    assert str(over) in str(error.value) and "secret of" not in str(error.value)


def test_a_file_past_all_measure_is_not_read(tmp_path: Path) -> None:
    pack = copied("kernstown", tmp_path)
    with (pack / "board.csv").open("ab") as file:
        file.truncate(1 << 26)
    assert "is larger than 32 MB" in refused(pack)


# -- saved on Windows -------------------------------------------------------------------------------------------


def windows(file: Path) -> None:
    """The file as an editor on Windows saves it."""
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(name, marks=SLOW) for name in NAMES[1:])])
def test_a_pack_saved_on_windows_is_the_same_pack(tmp_path: Path, name: str) -> None:
    pack = copied(name, tmp_path)
    fingerprint = read_pack(opened(pack)).bytes_of
    for file in pack.rglob("*.*"):
        windows(file)
    assert read_pack(opened(pack)).bytes_of == fingerprint
    report = packs.check(pack)
    assert report.ok, report.broken[:3]


def test_values_saved_on_windows_are_no_other_edition(own: Path) -> None:
    over = own / "charts" / "crt.csv"
    base = find.folder("kernstown").read("charts/crt.csv")
    over.write_bytes(base)
    typed = vedette.battle("kernstown/the-stone-wall")
    game = typed.new_game(seed=1)
    windows(over)
    again = vedette.battle("kernstown/the-stone-wall")
    assert again.hash == typed.hash and again.charts["crt"] == typed.charts["crt"]
    assert vedette.Game.from_record(game.record()).state == game.state
