"""A rulebook that nobody above the rules has heard of plays through every room: the proof that they know none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine import toy
from tests.laws.worlds import begin
from vedette import lab, packs, staff
from vedette.engine import Known
from vedette.engine.archive import verify
from vedette.table import Store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy's battle is found by its id, as those of the packs are."""
    monkeypatch.setattr(Known, "_loader", toy.load)
    yield


def test_a_rulebook_is_registered_under_its_own_name() -> None:
    assert packs.rulebook("toy").name == "toy"
    with pytest.raises(packs.PackError, match="cannot be registered as 'game'"):
        packs.register("game", toy.Toy())


def test_commanders_play_it_and_every_law_is_watched(known: None) -> None:
    seats = {"union": "cautious", "confederate": "random"}
    plan = lab.Plan(battle=toy.TOY.id, games=12, seed=1, seats=seats, options={"turns": 4}, laws=True, figures=True)
    result, played = lab.simulate(plan)
    assert result.errors == [] and sum(result.outcomes.values()) == 12
    assert result.levels == ["union wins", "nobody wins", "confederate wins"]
    assert any(sum(p.figures["hits"]["union"].values()) for p in played)


def test_its_records_are_those_of_any_game(known: None, tmp_path: Path) -> None:
    seats = {"union": "random", "confederate": "random"}
    _, played = lab.simulate(lab.Plan(battle=toy.TOY.id, games=1, seed=3, seats=seats, records=str(tmp_path)))
    assert verify(Path(played[0].record or "").read_bytes()).over


def test_a_desk_shows_a_commander_its_view_and_no_more() -> None:
    game = begin("toy", 1)
    desk = staff.desk(game, "union")
    assert "mine" not in desk.view and desk.reach("Blue") and desk.decision["kind"] == "move"
    assert staff.seat("random", seed=1).choose(desk) in [a["text"] for a in desk.decision["actions"]]


def test_it_is_played_at_the_table_to_its_end(tmp_path: Path) -> None:
    from tests.table.tables import DUEL, serving

    store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    with serving(store) as table:
        made = table.make(battle=DUEL, seats={"union": "human", "confederate": "random"}, seed=5, options={"turns": 2})
        with table.sit(made, "union") as union:
            while not union.state["view"]["over"]:
                while not union.asked() and not union.state["view"]["over"]:
                    union.until("state")
                if union.asked():
                    assert union.act(union.texts()[0])["is"] == "done"
            assert union.state["outcome"]["level"] in toy.Toy().levels(toy.TOY)
    store.close()


def test_nothing_above_the_rules_names_a_case_or_a_family() -> None:
    """The rooms above are handed a rulebook; a case id or the name of a family in their code would be knowledge."""
    for room in ("engine", "staff", "lab", "table"):
        for file in sorted((ROOT / "src/vedette" / room).glob("*.py")):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            words = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            docs = {ast.get_docstring(n, clean=False) for n in ast.walk(tree) if isinstance(
                n, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)}  # fmt: skip
            named = [w for w in words if w not in docs and ("blind_swords" in w or w.startswith(("KT-", "BS-", "SS-")))]
            assert named == [], f"{file.name}: {named}"
