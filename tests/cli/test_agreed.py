"""A record in which a unit was set, and in which a side gave up, is shown and verified."""

from __future__ import annotations

from pathlib import Path

import vedette
from tests.cli.conftest import Vedette


def test_a_unit_that_was_set_and_a_resignation_are_shown(run: Vedette, tmp_path: Path) -> None:
    game = vedette.battle("valley-campaign/cross-keys").new_game(seed=5)
    while not any(d.kind == "move-unit" for d in game.decisions):
        game.play(game.decisions[0].actions[0].text, game.decisions[0].seat)
    unit = next(u for u in game.view("")["units"] if u["hex"] and u["arm"] == "infantry")["id"]
    game.overrule({"id": unit, "box": "exited"}, "union", consent=True)
    game.resign("confederate")
    file = tmp_path / "set.vedette.jsonl"
    file.write_text(game.record(), encoding="utf-8")
    n = len(game.entries)
    said = run("record", "show", str(file))
    assert said.status == 0, said.out
    assert f"{n - 1:>5}  union: sets a unit, by agreement" in said.out and f"{n:>5}  confederate: resigns" in said.out
    assert f"Overruled by agreement: {unit} is now in the box " in said.out
    assert run("record", "verify", str(file)).status == 0
