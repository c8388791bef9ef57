"""The boards are drawn at the build when, and only when, what they are made of has changed."""

from pathlib import Path

import pytest

from tools import boards
from vedette import packs


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one scenario, and a drawing program played by a note of its name."""
    for name in boards.SOURCES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".py"):
            (tmp_path / name).write_text("")
        else:
            (tmp_path / name).mkdir(parents=True)
    scenario = tmp_path / "src/vedette/battles/toy/scenarios/first.toml"
    scenario.parent.mkdir(parents=True)
    scenario.write_text("id = 'first'\n")

    def all_drawn(root: Path, wanted: list[tuple[str, bool]]) -> set[str]:
        names = {f"{id.replace('/', '-')}-{turned}.json.gz" for id, turned in wanted}
        for name in names:
            (boards.boards_dir(root) / name).write_bytes(b"")
        return names

    monkeypatch.setattr(boards, "drawn", all_drawn)
    monkeypatch.delenv("VEDETTE_WEB", raising=False)
    return tmp_path


def made(root: Path) -> list[str]:
    return sorted(f.name for f in boards.boards_dir(root).iterdir())


def test_drawn_once_both_ways_about_and_then_left_alone(root: Path) -> None:
    assert boards.build(root) and not boards.build(root)
    assert made(root) == ["source.digest", "toy-first-False.json.gz", "toy-first-True.json.gz"]


def test_a_changed_pack_is_drawn_anew_and_what_is_stale_goes(root: Path) -> None:
    boards.build(root)
    (boards.boards_dir(root) / "stale.json.gz").write_bytes(b"")
    (root / "src/vedette/battles/toy/scenarios/first.toml").write_text("id = 'first' # changed\n")
    assert boards.build(root) and "stale.json.gz" not in made(root)


def test_line_ends_do_not_count(root: Path) -> None:
    before = boards.source_digest(root)
    (root / "src/vedette/battles/toy/scenarios/first.toml").write_bytes(b"id = 'first'\r\n")
    assert boards.source_digest(root) == before


def test_where_nothing_is_to_be_built_nothing_is_drawn(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VEDETTE_WEB", "skip")
    assert not boards.build(root) and not boards.boards_dir(root).exists()


def test_cards_are_pictured_beside_the_boards(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "[[cards]]\nscenarios = ['first', 'second']\n\n[[cards]]\nscenarios = ['third']\n"
    (root / "src/vedette/battles/toy/pack.toml").write_text(text)
    assert boards.carded(root) == ["toy/first", "toy/third"]
    monkeypatch.setattr(boards, "pictured", lambda root: {f"card-{id[4:]}.webp" for id in boards.carded(root)})
    boards.boards_dir(root).mkdir(parents=True)
    for name in ("card-first.webp", "card-third.webp", "card-gone.webp"):
        (boards.boards_dir(root) / name).write_bytes(b"")
    boards.build(root)
    assert [name for name in made(root) if name.endswith(".webp")] == ["card-first.webp", "card-third.webp"]


def test_cards_alone_are_drawn_once_and_not_where_all_is_there(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(boards, "pictured", lambda root: asked.append(root) or set())
    boards.build_cards(root)
    boards.build_cards(root)
    assert asked == [root] and not boards.is_current(root)
    boards.build(root)
    (root / "src/vedette/battles/toy/scenarios/first.toml").write_text("id = 'first' # changed\n")
    boards.build_cards(root)
    assert len(asked) == 3


def test_every_battle_of_the_program_is_among_them() -> None:
    found = boards.battles(boards.ROOT)
    assert found == sorted(row.id for row in packs.battles() if not packs.find.folder(row.pack).added)
