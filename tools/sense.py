"""Plays the sense positions with a commander and says which it passes: `python tools/sense.py adjutant [NAME ...]`.

A sense position (tests/sense/*.toml) is a position as docs/positions.md has them, and a table `[sense]`: the seat, what
a careful player does there and why, and two lines of answers, one good and one bad, that show that it can be passed and
failed. The words that it may want are those of tools/sense_words.py. The commander answers for the seat, the adjutant
for the other one, from the position's moment to the end of the activation, phase or player turn (`until`). A position
is passed where four of five seeds show the behaviour. `--write` puts the table into docs/opponents.md. The general has
a table of its own beside the adjutant.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from sense_words import WORDS, Course  # noqa: E402

from vedette import staff  # noqa: E402
from vedette.engine import Decision, Game, IllegalAction  # noqa: E402
from vedette.packs import load  # noqa: E402

FOLDER = ROOT / "tests" / "sense"
PAGE = ROOT / "docs" / "opponents.md"
MARK, GENERAL = "sense", "general"
SEEDS, ENOUGH = 5, 4
LONGEST = 2000
"""Answers after which a stretch of play must be over."""
MAIN = (
    "order",
    "fire",
    "fire-plan",
    "move-unit",
    "move",
    "close-combat",
    "attack",
    "attackers",
    "melee",
    "command",
    "artillery",
)
"""Questions that a scripted line must answer itself; at any other one it passes or takes what is usual."""


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[sense]`."""

    why: str
    seat: Literal["union", "confederate"]
    want: dict[str, list[Any]]
    """Word -> what it is asked; all must hold."""
    good: list[str]
    bad: list[str]
    until: Literal["activation", "phase", "turn"] = "activation"


class Sense(msgspec.Struct, frozen=True):
    """A sense position."""

    name: str
    position: Mapping[str, Any]
    wanted: Wanted

    def begun(self, seed: int) -> Game:
        """The game at this position."""
        return Game.new(load(self.position["battle"]), seed=seed, position=self.position)


class Line:
    """A commander that gives the answers of a script, and passes where it has none."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.left = list(texts)

    def answer(self, game: Game, decision: Decision) -> tuple[str, Any]:
        """Play the next answer; its text and, where it was a listed one, its choice."""
        if self.left:
            try:
                listed = next((a for a in decision.actions if a.text == self.left[0]), None)
                game.play(listed or self.left[0], decision.seat)
                return self.left.pop(0), listed.choice if listed else None
            except IllegalAction as error:
                if decision.kind in MAIN:
                    texts = [a.text for a in decision.actions]
                    raise AssertionError(f"{self.left[0]}: {error.reason}; asked {decision.kind}: {texts}") from None
        action = next(
            (a for a in decision.actions if a.text in ("done", "pass")), decision.usual or decision.actions[0]
        )
        game.play(action, decision.seat)
        return action.text, action.choice


class Player:
    """A commander by name."""

    def __init__(self, name: str, seed: int) -> None:
        self.commander = staff.seat(name, seed=seed)

    def answer(self, game: Game, decision: Decision) -> tuple[str, Any]:
        """Play what it chooses; the text and the choice."""
        action = decision.actions[staff.pick(game, self.commander, decision.ask)]
        game.play(action, decision.seat)
        return action.text, action.choice


def moment(game: Game, until: str) -> object:
    """What stays the same as long as the stretch of play lasts."""
    g: Any = game.state
    if until == "activation":
        return game.rulebook.clock(g).activation
    view = game.view("")
    return (view["turn"], view.get("player"), view["phase"] if until == "phase" else "")


def played(sense: Sense, player: Player | Line, seed: int) -> Course:
    """The stretch of play of a position."""
    game, seat, until = sense.begun(seed), sense.wanted.seat, sense.wanted.until
    other = Player("adjutant", seed)
    before, now = _units(game), moment(game, until)
    said: list[tuple[str, Any]] = []
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None or moment(game, until) != now:
            if isinstance(player, Line) and player.left:
                raise AssertionError(f"{sense.name}: over before {player.left}; was answered {said}")
            return Course(game, seat, before, _units(game), said)
        if decision.seat == seat:
            said.append(player.answer(game, decision))
        else:
            other.answer(game, decision)
    raise AssertionError(f"{sense.name}: not over after {LONGEST} answers")


def _units(game: Game) -> dict[str, Any]:
    return {row["id"]: row for row in game.view("")["units"]}


def holds(sense: Sense, course: Course) -> bool:
    """Whether everything that is wanted was seen."""
    return all(WORDS[word](course, asked) for word, asked in sense.wanted.want.items())


def shown(sense: Sense, name: str) -> int:
    """With how many seeds a commander shows the behaviour."""
    return sum(holds(sense, played(sense, Player(name, seed), seed)) for seed in range(1, SEEDS + 1))


def senses(names: Sequence[str] = ()) -> Iterator[Sense]:
    """The stored positions, by name."""
    for file in sorted(FOLDER.glob("*.toml")):
        if not names or any(name in file.stem for name in names):
            spec = tomllib.loads(file.read_text(encoding="utf-8"))
            wanted = msgspec.convert(spec.pop("sense"), Wanted)
            if missing := set(wanted.want) - set(WORDS):
                raise ValueError(f"{file.name}: no such word: {', '.join(sorted(missing))}")
            yield Sense(file.stem, spec, wanted)


def beside(commander: str, rows: Sequence[tuple[Sense, int]], adjutant: Mapping[str, int]) -> str:
    """What a general did beside the adjutant, for the page."""
    passed = sum(n >= ENOUGH for _, n in rows)
    others = sum(adjutant.get(s.name, 0) >= ENOUGH for s, _ in rows)
    day = datetime.now(UTC).date().isoformat()
    lines = [
        f"`{commander}` passes {passed} of {len(rows)}, the adjutant {others} ({day}).",
        "",
        "| position | adjutant | general |",
        "|---|---:|---:|",
    ]
    told = {name: f"{n} of {SEEDS}" for name, n in adjutant.items()}
    lines += [f"| `{s.name}` | {told.get(s.name, 'not played')} | {n} of {SEEDS} |" for s, n in rows]
    return "\n".join(lines)


def rows_of(text: str, marked: str) -> dict[str, int]:
    """Position -> seeds, as a table of the page says: its last number."""
    part = text.partition(f"<!-- {marked} -->")[2].partition("<!-- end -->")[0]
    return {name: int(n) for name, n in re.findall(r"^\| `([^`]+)` \|.*\| (\d) of 5(?:, fails)? \|$", part, re.M)}


def table(commander: str, rows: Sequence[tuple[Sense, int]]) -> str:
    """What a commander did, for the page."""
    passed = sum(n >= ENOUGH for _, n in rows)
    day = datetime.now(UTC).date().isoformat()
    lines = [
        f"`{commander}` passes {passed} of {len(rows)} ({day}).",
        "",
        "| position | what is wanted | seeds |",
        "|---|---|---:|",
    ]
    lines += [f"| `{s.name}` | {s.wanted.why} | {n} of {SEEDS}{'' if n >= ENOUGH else ', fails'} |" for s, n in rows]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commander")
    parser.add_argument("names", nargs="*", help="positions whose name holds this")
    parser.add_argument("--write", action="store_true", help="put the table into docs/opponents.md")
    given = parser.parse_args()
    if given.write and given.names:
        parser.error("--write: the table is of all positions; leave out the names")
    general = given.commander.partition(":")[0] == GENERAL
    rows = []
    for sense in senses(given.names):
        rows.append((sense, shown(sense, given.commander)))
        print(f"{rows[-1][1]}/{SEEDS} {sense.name}", flush=True)
    text = PAGE.read_text(encoding="utf-8")
    told = beside(given.commander, rows, rows_of(text, MARK)) if general else table(given.commander, rows)
    print("\n" + told.partition("\n")[0])
    if given.write:
        mark = f"{MARK} {GENERAL}" if general else MARK
        text = re.sub(rf"(?s)(<!-- {mark} -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}{told}\n{m[2]}", text)
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
