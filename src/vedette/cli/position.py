"""Position files (docs/positions.md): read, set up, and walked by their actions, dice and chits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from vedette.cli.common import Bad, battle_of, read_text
from vedette.engine import Battle, Event, Game, IllegalAction, OptionError, PositionError
from vedette.engine.chance import Listed, ListError
from vedette.engine.keys import CommonKeys, check
from vedette.packs import UnknownBattle

MOST = 256 * 1024
"""Letters of a position file: a hundred times those of a whole battle, and read in a moment."""


class Refused(msgspec.Struct, frozen=True):
    """An action that was not accepted."""

    action: str
    reason: str
    cite: str


class Walk(msgspec.Struct):
    """What came of a position's actions."""

    game: Game
    events: list[dict[str, Any]]
    """JSON-ready, worded when they happened."""
    refused: Refused | None = None
    left: list[str] = []
    """What the last gesture could not do because something came between."""

    def tell(self, events: Sequence[Event]) -> None:
        """Word events that have just happened."""
        n = len(self.events)
        self.events += [self.game.rulebook.event(self.game.state, e, n + i, "") for i, e in enumerate(events, 1)]


class Position(msgspec.Struct, frozen=True):
    """A position file."""

    file: str
    text: str
    battle: Battle
    spec: Mapping[str, Any]

    def bad(self, words: object) -> Bad:
        """An error of this file; names the line of the first quoted word that stands in it."""
        return Bad(f"{self.file}{_line_of(self.text, str(words))}: {words}")

    def game(self) -> Game:
        """The game at this position, before its actions."""
        spec = self.spec
        listed = "dice" in spec or "chits" in spec
        seed = spec.get("seed")
        if seed is not None and type(seed) is not int:
            raise self.bad("key 'seed': expected a whole number")
        if seed is not None and listed:
            raise self.bad("key 'seed' cannot stand beside dice or chits: give one or the other")
        dice = [str(d) for d in spec["dice"]] if isinstance(spec.get("dice"), list) else None
        chits = [str(c) for c in spec["chits"]] if isinstance(spec.get("chits"), list) else None
        chance = Listed(dice, chits) if seed is None else None
        try:
            return Game.new(self.battle, seed=seed, position=spec, chance=chance)
        except ListError as error:
            raise self.bad(f"{error.action}: {error.reason}") from None
        except (PositionError, OptionError) as error:
            raise self.bad(error) from None

    def walk(self, actions: Sequence[str] | None = None) -> Walk:
        """Play the actions up to the first that is refused."""
        game = self.game()
        walk = Walk(game, [])
        walk.tell(game.start_events)
        for action in self.spec.get("actions", ()) if actions is None else actions:
            try:
                walk.tell(game.play(action))
                walk.left = game.left
            except ListError as error:
                raise self.bad(f"{error.action}: {error.reason}") from None
            except IllegalAction as error:
                walk.refused = Refused(action, error.reason, error.cite)
                return walk
        return walk

    def check_used(self, game: Game) -> None:
        """Every entry of dice and chits was asked for. Raises Bad."""
        if not isinstance(game.chance, Listed):
            return
        for name, left in game.chance.left().items():
            if left:
                given = len(self.spec[name])
                were = "entry was" if left == 1 else "entries were"
                raise self.bad(f"{name}: {left} of {given} {were} not used; take out what is left over")


def read_position(file: str, settings: Mapping[str, str] | None = None) -> Position:
    """A position file, with `--set` options over its own."""
    text = read_text(file)
    if len(text) > MOST:
        raise Bad(f"{file}: {len(text):,} letters are no position; it has {MOST:,} at most. See docs/positions.md")
    try:
        spec = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        words = re.sub(r" \(at (.*)\)$", r"", str(error))
        place = re.search(r"\(at (line \d+, column \d+|end of document)\)", str(error))
        where = f", {place[1]}" if place else ""
        raise Bad(f"{file}{where}: {words}; see docs/positions.md for how it is written") from None
    except RecursionError:
        raise Bad(f"{file}: lists or tables lie too deep in one another; see docs/positions.md") from None
    if not isinstance(spec.get("battle"), str):
        raise Bad(f"{file}: key 'battle' is missing; write battle = \"PACK/SCENARIO\", `vedette battles` lists them")
    if not isinstance(spec.get("set", {}), dict):
        raise Bad(f"{file}: key 'set': a table was expected; write set = {{NAME = VALUE}}")
    common = {key: value for key, value in spec.items() if key in CommonKeys.__struct_fields__}
    try:
        check(common, CommonKeys, "")
    except PositionError as error:
        raise Bad(f"{file}{_line_of(text, str(error))}: {error}") from None
    if settings:
        spec["set"] = {**spec.get("set", {}), **settings}
    try:
        battle = battle_of(spec["battle"])
    except UnknownBattle as error:
        raise Bad(f"{file}{_line_of(text, str(error))}: {error}") from None
    return Position(file, text, battle, spec)


def _line_of(text: str, words: str) -> str:
    """Where in a file the first quoted word of a message stands; empty where it does not."""
    quoted = re.search(r"'([^']+)'", words)
    key = re.match(r"(\w+):", words)
    if "is missing" in words or not (quoted or key):
        return ""
    wanted = rf"(?<![\w-]){re.escape(quoted[1])}(?![\w-])" if quoted else rf"^\s*{key[1] if key else ''}\s*="
    for n, line in enumerate(text.splitlines(), 1):
        if re.search(wanted, line.partition("#")[0]):
            return f", line {n}"
    return ""
