"""The options of a battle: every one with its value, out of what somebody has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.battle import Battle
from vedette.engine.rulebook import OptionError

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def options_of(battle: Battle, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of the battle with its value: the one given, else the default.

    Raises:
        OptionError: an option that the battle does not have, or a value of the wrong kind.
    """
    known = battle.scenario.get("options", {})
    out = {name: row["default"] for name, row in known.items()}
    for name, value in given.items():
        if name not in known:
            raise OptionError(f"{battle.id} has no option {name!r}; it has {', '.join(known) or 'none'}")
        out[name] = _checked(name, known[name], value)
    return out


def _checked(name: str, row: Mapping[str, Any], value: Any) -> Any:
    word = str(value).lower()
    if row["type"] == "bool":
        if word not in TRUE + FALSE:
            raise OptionError(f"option {name}: {value!r} is neither true nor false")
        return word in TRUE
    values = {str(known): known for known in row.get("values", ())}
    if str(value) not in values:
        raise OptionError(f"option {name}: {value!r} is none of {', '.join(values)}")
    return values[str(value)]


def by_options(scenario: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario with the rows that these options leave: `option` names what must be on, `unless` what must not.

    Either names an option that is true, or one and its value: `second-army=noon`.
    """

    def holds(words: str) -> bool:
        name, _, value = words.partition("=")
        return str(options.get(name)) == value if value else bool(options.get(name))

    def stays(row: Any) -> bool:
        if not isinstance(row, Mapping):
            return True
        return ("option" not in row or holds(row["option"])) and not ("unless" in row and holds(row["unless"]))

    return {k: [r for r in v if stays(r)] if isinstance(v, list) else v for k, v in scenario.items()}
