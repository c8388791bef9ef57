"""A moment of a game as a referee's file (docs/positions.md), for whoever wants to ask somebody about it.

Nothing in it is hidden from anybody: it is built of what the rulebook writes down openly, of answers that all may read,
and of nothing else. Where the moment lies within a move or a combat, the file begins before it and has the answers
that led there; where that does not come to the same, it has the field as it stands, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from vedette.engine import making
from vedette.engine.battle import Battle
from vedette.engine.chance import Listed
from vedette.engine.entries import Entry, live
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game
from vedette.engine.procedure import Procedure
from vedette.engine.rulebook import PositionError
from vedette.engine.run import asks
from vedette.engine.state import State

At = Callable[[int], State]
"""The state after an entry."""
Frame = tuple[Procedure, str]

BACK = 60
"""So many answers before the moment are looked at for one where a file may begin."""
WALKS = 3
"""So many beginnings are played from, the nearest first."""
GROUND, PRINTED = ("hex", "hexside"), ("values", "side", "arm", "brigade", "division", "command", "name",
                                      "sharpshooter", "fragile")  # fmt: skip
"""What a game that began with a position of its own has from there."""
FIELD = "The field as it stands; what of the step under way has been done is in the lines above, and not in the file."
BEFORE = "The field as it stood before what is under way, which is in the lines above: a file cannot begin within it."


def moment_file(game: Game, n: int, at: At, words: Sequence[str] = ()) -> str:
    """The text of the file.

    Args:
        n: the entry after which it is.
        at: gives a copy of the state after an entry.
        words: what stands at its head, as comments.

    Raises:
        PositionError: no moment up to there can be written down.
    """
    spec, note = _found(game, n, at)
    return "".join(f"# {line}\n".replace("# \n", "#\n") for line in (*words, *note)) + "\n" + toml_of(spec)


def _found(game: Game, n: int, at: At) -> tuple[dict[str, Any], list[str]]:
    """The nearest beginning whose answers lead to the moment, else the nearest field that can be set up."""
    battle, entries, now = game.battle_at(n), live(game.entries[:n]), at(n)
    plain: dict[str, Any] | None = None
    note, walks = [FIELD], 0
    for back in range(min(len(entries), BACK) + 1):
        if back and not _repeats(entries[-back]):
            break
        since = entries[len(entries) - back :]
        state = at(entries[-back - 1].n if back < len(entries) else 0) if back else now
        spec = _spec(game, battle, state)
        try:
            new = making.state_of(battle, {}, spec)[1]
        except PositionError:
            continue
        if plain is None:
            plain, note = spec, [FIELD] if back == 0 else [BEFORE]
        if _under_way(new) != _under_way(state) or _hides(state):
            continue
        actions = [f"{e.seat}: {e.do}" for e in since if e.private == ""]
        if _leads(game, battle, spec, actions, now):
            return _with(spec, actions), []
        walks += 1
        if walks == WALKS:
            break
    if plain is None:
        raise PositionError("this moment cannot be written down as a position: look back to an earlier one")
    return plain, note


def _repeats(entry: Entry) -> bool:
    """Whether an entry is an answer to a question."""
    return not entry.resigns and entry.change is None


def _hides(state: State) -> bool:
    """Whether what is asked tells what somebody holds."""
    return any(ask.private or ask.always for ask in asks(state))


def _under_way(state: State) -> list[Frame]:
    """Who asks, and who called it: what called that again (a chit that goes back later) changes no rule here."""
    return list(state.stack[-2:])


def _leads(game: Game, battle: Battle, spec: Mapping[str, Any], actions: Sequence[str], now: State) -> bool:
    """Whether the answers come to the moment: to what is under way, and to the same units."""
    try:
        new = Game.new(battle, position=spec, chance=Listed(None, None))
        for action in actions:
            new.play(action)
    except (IllegalAction, PositionError):
        return False
    if new.left or _under_way(new.state) != _under_way(now):
        return False
    written = game.rulebook.written
    return bool(written(new.state)["unit"] == written(now)["unit"])


def _with(spec: dict[str, Any], actions: Sequence[str]) -> dict[str, Any]:
    units = spec.pop("unit", [])
    return {**spec, **({"actions": list(actions)} if actions else {}), "unit": units}


def _spec(game: Game, battle: Battle, state: State) -> dict[str, Any]:
    """The keys of the file at a state: what the rulebook writes, and what the game's own position changed."""
    position = game.header.get("position") or {}
    own = (position.get("of") or {}) if "state" in position else position
    spec = game.rulebook.written(state)
    rows = {row["id"]: {key: row[key] for key in PRINTED if key in row} for row in own.get("unit", ())}
    units = [{**rows.get(row["id"], {}), **row} for row in spec.pop("unit", ())]
    found = {"battle": battle.id, **spec, "set": dict(game.header["options"])}
    if own.get("empty"):
        found = {"battle": battle.id, "empty": True, **spec, "set": found["set"]}
    found |= {key: own[key] for key in GROUND if key in own}
    return found | ({"unit": units} if units else {})


# -- as TOML ---------------------------------------------------------------------------------------------------------


def toml_of(spec: Mapping[str, Any]) -> str:
    """The keys of a position as TOML: plain ones first, then the tables, a line a key."""
    tables = {key: rows for key, rows in spec.items() if _is_table(rows)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in spec.items() if key not in tables]
    for key, rows in tables.items():
        for row in rows:
            lines += ["", f"[[{_key(key)}]]", *(f"{_key(name)} = {_value(value)}" for name, value in row.items())]
    return "\n".join(lines) + "\n"


def _is_table(value: object) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _key(name: str) -> str:
    return name if name and all(c.isascii() and (c.isalnum() or c in "-_") for c in name) else _value(name)


WIDE = 110
"""A list that is longer than this stands in lines of its own."""


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(str(key))} = {_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        parts = [_value(part) for part in value]
        line = f"[{', '.join(parts)}]"
        return line if len(line) <= WIDE else "[\n" + "".join(f"  {part},\n" for part in parts) + "]"
    return msgspec.json.encode(value).decode()
