"""A record in which a unit was set, a side gave up, or a computer was answered for is shown and verified."""

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


def test_what_befell_a_computer_is_shown_and_nothing_that_a_terminal_obeys(run: Vedette, tmp_path: Path) -> None:
    battle = vedette.battle("valley-campaign/port-republic")
    game = battle.new_game(seed=5, seats=dict.fromkeys(("union", "confederate"), "adjutant"))
    game.play(game.decisions[0].actions[0].text, game.decisions[0].seat)
    game.entries[0].note = "it failed; the usual answer"
    game.resign("union")
    file = tmp_path / "noted.vedette.jsonl"
    file.write_text(game.record(), encoding="utf-8")
    said = run("record", "show", str(file))
    assert said.status == 0 and f"{game.entries[0].do} (it failed; the usual answer)" in said.out
    assert run("record", "verify", str(file)).status == 0
    assert vedette.Game.from_record(game.record()).record() == game.record()
    for bad in ("\x1b[2J", "a\nb", "x" * 121):
        for note, planned in ((bad, ""), ("", bad)):
            game.entries[0].note, game.entries[0].planned = note, planned
            file.write_text(game.record(), encoding="utf-8")
            told = run("record", "verify", str(file))
            assert told.status == 1 and bad not in told.out


def test_by_which_planner_a_computer_planned_stands_in_the_record_and_no_person_has_one(
    run: Vedette, tmp_path: Path
) -> None:
    battle = vedette.battle("valley-campaign/port-republic")
    file = tmp_path / "planned.vedette.jsonl"
    for who, status in (("general", 0), ("human", 1)):
        game = battle.new_game(seed=5, seats=dict.fromkeys(("union", "confederate"), who))
        game.play(game.decisions[0].actions[0].text, game.decisions[0].seat)
        assert '"planned"' not in game.record()
        game.entries[0].planned = "1"
        assert vedette.Game.from_record(game.record()).record() == game.record()
        game.resign("union")
        file.write_text(game.record(), encoding="utf-8")
        assert run("record", "verify", str(file)).status == status
