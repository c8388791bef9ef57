"""A program that knows no rule walks a game through `vedette try` by the listed texts alone."""

import json
from pathlib import Path
from typing import Any

import vedette
from tests.cli.conftest import BATTLE, Vedette, Write
from vedette.engine.chance import Listed, below


def walk(run: Vedette, position: Write, actions: list[str]) -> dict[str, Any]:
    said = run("try", position(f"actions = {json.dumps(actions)}\n"), "--json")
    assert said.status == 0, said
    found: dict[str, Any] = said.json
    return found


def texts_until(wanted: set[str]) -> list[str]:
    """Listed texts, players' usual ones and chance's by lot, until these units have arrived."""
    game = vedette.battle(BATTLE).new_game(chance=Listed())
    actions: list[str] = []
    left = set(wanted)
    while left and (decision := game.decision) is not None:
        lot = decision.actions[below(b"walk", len(actions), len(decision.actions))]
        action = decision.usual if decision.seat != "chance" else lot
        actions.append(f"{decision.seat}: {(action or lot).text}")
        left -= {id for event in game.play(actions[-1]) if event.kind == "arrived" for id in event.units}
    return actions


def test_listed_texts_bring_the_reinforcements_to_their_hexes(run: Vedette, position: Write) -> None:
    due = {r["id"]: r["hex"] for r in run("show", BATTLE, "--json").json["reinforcements"] if r["turn"] <= 4}
    state = walk(run, position, texts_until(set(due)))
    assert {e["units"][0]: e["hex"] for e in state["events"] if e["kind"] == "arrived"} == due


def test_record_of_a_simulation_replays_entry_by_entry(run: Vedette, position: Write, tmp_path: Path) -> None:
    said = run("sim", BATTLE, "--games", "1", "--seed", "11", "--records", str(tmp_path / "records"), "--json")
    assert said.json["errors"] == []
    record = next((tmp_path / "records").iterdir())
    rows = [json.loads(line) for line in record.read_text().splitlines()]
    entries = [row for row in rows if "do" in row]
    texts = [f"{e['seat']}: {e['do']}" for e in entries]
    for n in (*range(0, len(entries), 97), len(entries) - 1):
        decision = next(d for d in walk(run, position, texts[:n])["decisions"] if d["seat"] == entries[n]["seat"])
        assert decision["number"] == entries[n]["decision"]
        assert entries[n]["do"] in [a["text"] for a in decision["actions"]]
    end = walk(run, position, texts)
    assert end["decision"] is None and end["outcome"]["level"] == rows[-1]["over"]["level"]
