"""Texts against states: no text is broken, and what an event says of a unit, a brigade or a hex is so after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from vedette.engine import Event, Game
from vedette.engine.procedure import CHANCE
from vedette.engine.ways import ways
from vedette.lab.laws.sentences import flaws, verb_flaws
from vedette.lab.laws.telling import Scene, law

VIEWED = 10
"""Of so many looks one reads notes, plans and a view too; all of them read what happened and what is asked."""
DATA = frozenset({
    "id", "seat", "side", "seats", "battle", "phase", "player", "arm", "symbol", "marks", "states", "face", "kind",
    "window", "chart", "column", "state", "tone", "cite", "trace", "hex", "facing", "front", "winner", "command",
    "formation", "top", "place", "draw", "text", "usual", "proposed", "name", "unit", "units", "deeds", "pools",
    "spent", "cup", "mark", "direction", "way", "end", "in_cup", "numbers", "now", "weapon", "base", "final",
})  # fmt: skip
"""Keys of what a client is sent that hold names and values for programs, or printed ones, no sentences."""
TEXTS = frozenset({"text"})
"""Those of them that are sentences in lists of items, news and events."""


class Claim(NamedTuple):
    """What words say of somebody."""

    words: re.Pattern[str]
    aspect: str
    value: Any


def _claims(rows: Mapping[str, tuple[str, Any]]) -> tuple[Claim, ...]:
    return tuple(Claim(re.compile(words), *said) for words, said in rows.items())


UNITS = _claims({
    r" routs\b|: it routs$": ("routed", True),
    r" routs$|: it routs$": ("pinned", False),  # who runs is pinned no more
    r" is rallied by | rallies by itself$|: it stands$": ("routed", False),
    r" is demoralized$| stays demoralized ": ("demoralized", True),
    r" recovers$": ("demoralized", False),
    r" is shaken$| recovers: shaken$": ("morale", "shaken"),
    r" is disrupted$": ("morale", "disrupted"),
    r" is steady again$| recovers: steady again$": ("morale", ""),
    r" is depleted$": ("worn", True),
    r" is Fresh again$": ("worn", False),
    r" runs low on ammunition$": ("ammunition", "low-ammo"),
    r" is out of ammunition\b": ("ammunition", "depleted"),
    r" is resupplied$| finds ammunition$": ("ammunition", ""),
    r" is pinned\b": ("pinned", True),
    r" is no longer pinned$|: no longer pinned or in reserve$": ("pinned", False),
    r" is engaged in ": ("engaged", True),
    r" is no longer engaged$": ("engaged", False),
    r" goes into reserve$": ("reserve", True),
    r" leaves reserve$": ("reserve", False),
    r" is deceived ": ("deceived", True),
    r" leaves Skirmish Order$": ("skirmish", False),
    r" (?:mounts|dismounts|limbers|unlimbers|forms line|forms column)\b": ("formation", None),
    r" (?:moves|falls back|advances|strays|gives way|withdraws|goes|comes back) to \d{4}$| makes room and .*to \d{4}$"
    r"| arrives at \d{4}$| enters at \d{4}": ("hex", None),
    r" is (?:eliminated|captured) in | is eliminated$| breaks: | leaves the map| retreats off the map$| falls in "
    r"| is destroyed$": ("hex", ""),
    r": break test, .*: holds$": ("broken", False),
    r" breaks: | moves to Broken Box ": ("broken", True),
    r" moves to Available$": ("broken", False),
})  # fmt: skip
"""Words of an event about its units -> what is so of each of them afterwards."""
FORMED = {"mounts": "mounted", "dismounts": "dismounted", "limbers": "limbered", "unlimbers": "unlimbered",
          "line": "line", "column": "column"}  # fmt: skip
BRIGADES = _claims({
    r"^(?P<who>.+?)'s brigade is demoralized\b|^(?P<by>.+?)'s brigade checks .*: it is demoralized$": ("shaken", True),
    r"^(?P<who>.+?)'s brigade checks .*: it holds$": ("shaken", False),
    r"^(?P<who>.+?)'s brigade loses its combat effectiveness": ("effective", False),
    r"^(?P<who>.+?)'s brigade is effective again": ("effective", True),
    r"^(?P<who>.+?) may only fire$": ("state", "limited"),
    r"^(?P<who>.+?) is activated and does nothing": ("state", "lost"),
    r": (?P<who>[^:]+?) is hit; his Casualty chit": ("hit", True),
    r": (?P<who>[^:]+?) is back$": ("hit", False),
})  # fmt: skip
"""Words about a brigade or a general."""
HELD = re.compile(r"^[Tt]he (?P<side>Union|Confederates) holds? (?P<hex>\d{4})\b")
OVER = re.compile(r"^The battle is over: (?P<level>[^,]+)")
CODE = re.compile(r"\s/\s")


@law("words", share=1, most=100_000)
def words(scene: Scene) -> Iterator[str]:
    """Every text about this decision is whole, and what events said is so."""
    game, seen = scene.game, scene.memory.setdefault("seen", set())
    internal = frozenset({e.kind for e in scene.events} | {d.kind for d in game.decisions})
    whole = game.decision is None or not scene.rng.randrange(VIEWED)
    for where, text in _texts(scene, whole):
        if text not in seen:
            seen.add(text)
            yield from (f"{where}: {flaw}" for flaw in flaws(text, internal))
    titles = {title for decision in game.decisions for title in decision.stack}
    yield from (f"stack: a code of a table: {title!r}" for title in titles if CODE.search(title))
    yield from _verbs(scene)
    yield from _ended(game)
    yield from disagreements(scene)


# -- what is read ---------------------------------------------------------------------------------------------


def _texts(scene: Scene, whole: bool) -> Iterator[tuple[str, str]]:
    """Where each text stands, and the text."""
    game = scene.game
    readers = ("", *game.rulebook.seats)
    for event in scene.events:
        for reader in readers:
            yield from _event_texts(game, event, reader)
    for decision in game.decisions:
        yield "prompt", decision.prompt
        yield from (("stack", title) for title in decision.stack)
        if whole and decision.seat != CHANCE:
            yield "undone", game.undone(decision.seat) or "-"
            yield from (("note", text) for text in game.notes(decision.seat).values())
            yield from (("label", text) for text in game.labels(decision.seat).values())
            yield from sentences("plan", game.rulebook.plans(game.state, decision.seat))
            yield from (("way back", text) for way in ways(game, decision.seat) for text in (way.name, way.bar or ""))
    if whole:
        reader = scene.rng.choice(readers)
        yield from sentences("view", game.view(reader))
        yield from sentences("news", game.rulebook.news(game.state, scene.events, reader))
        yield from sentences("turn", game.rulebook.turn_end(game.state, scene.events, reader))
        yield from sentences("summary", game.rulebook.chronicle(game.state, scene.events))
        if game.decision is not None:
            name = scene.rng.choice([board["name"] for board in game.rulebook.boards() if not board["needs"]])
            drawn = game.rulebook.board(game.state, game.decision.seat, name)
            yield from sentences(f"board {name}", drawn)


def _event_texts(game: Game, event: Event, reader: str) -> Iterator[tuple[str, str]]:
    row = game.rulebook.event(game.state, event, 0, reader)
    if event.kind != "automatic":  # that is an answer, in the words of those who type
        yield "event", row["text"]
    if row["heading"]:
        yield "heading", row["heading"]
    yield from (("detail", detail["text"].removesuffix(": -")) for detail in row["detail"])


def sentences(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every sentence of what a client is sent."""
    if isinstance(value, str):
        if " " in value:  # a word alone is a name or a value
            yield where, value
    elif isinstance(value, Mapping):
        items = "tone" in value or ("title" in value and "headline" not in value)
        for key, inner in value.items():
            if key not in DATA or (items and key in TEXTS):
                yield from sentences(f"{where}.{key}" if key.isidentifier() else where, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from sentences(where, inner)


def _verbs(scene: Scene) -> Iterator[str]:
    for event in scene.events:
        text = scene.game.say(event)
        yield from (f"event: {flaw}" for flaw in verb_flaws(text, event.units))


def _ended(game: Game) -> Iterator[str]:
    """When the battle is over nobody is shown who might still act."""
    if game.decision is None:
        for row in game.view("").get("brigades", ()):
            if row["state"] == "available" or row["full"] is not None:
                yield f"the battle is over, and {row['brigade']} could act"


# -- what is so -----------------------------------------------------------------------------------------------


def disagreements(scene: Scene) -> Iterator[str]:
    """What events said last of each unit, brigade and hex, where the view tells otherwise."""
    told = said(scene.game, scene.events)
    if not told:
        return
    before = scene.game.rulebook.view(scene.before, "") if any(aspect == "shaken" for _, aspect in told) else {}
    known = Facts(scene.game.view(""), before)
    for (who, aspect), (value, text) in told.items():
        fact = known.of(who, aspect)
        if fact is not UNKNOWN and fact != value and str(value) not in str(fact).split(" or "):
            yield f"{text!r}, but {aspect} of {who} is {fact!r}"


def said(game: Game, events: list[Event]) -> dict[tuple[str, str], tuple[Any, str]]:
    """(Who, aspect) -> the last thing said of it, and the text that said it."""
    found: dict[tuple[str, str], tuple[Any, str]] = {}
    for event in events:
        text = game.say(event)
        if event.kind == "turn":  # the markers of brigades are turned back before it
            found = {key: told for key, told in found.items() if key[1] != "state"}
        for claim in UNITS:
            if match := claim.words.search(text):
                value = _value(claim, match.group())
                found |= {(id, claim.aspect): (value, text) for id in event.units}
        for claim in BRIGADES:
            if match := claim.words.search(text):
                groups = [name for name in match.groupdict().values() if name]
                found[f"{event.seat} {groups[0]}", claim.aspect] = claim.value, text
        if match := HELD.search(text):
            found[match["hex"], "holder"] = match["side"].removesuffix("s").lower(), text
        if match := OVER.search(text):
            found["", "level"] = match["level"], text
    return found


def _value(claim: Claim, words: str) -> Any:
    if claim.aspect == "hex" and claim.value is None:
        return re.findall(r"\d{4}", words)[-1]
    if claim.aspect == "formation":
        return FORMED[words.split()[-1]]
    return claim.value


class _Unknown:
    """A view that does not tell."""


UNKNOWN = _Unknown()


def _by_name(rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Rows of brigades by side and name, as both sides may have one of the same."""
    return {f"{row['side']} {row['brigade']}": row for row in rows}


class Facts:
    """What a view tells, by who and what; `before` is how it was told before the events."""

    def __init__(self, view: Mapping[str, Any], before: Mapping[str, Any]) -> None:
        self.view = view
        self.units = {row["id"]: row for row in view["units"]}
        self.sheets = _by_name(view.get("brigade_sheets", ()))
        self.sheets_before = _by_name(before.get("brigade_sheets", ()))
        self.brigades = _by_name(view.get("brigades", ()))

    def of(self, who: str, aspect: str) -> Any:
        """What is so; UNKNOWN where it is not told."""
        if aspect == "level":
            return self.view["standing"]["level"] if self.view.get("standing") else UNKNOWN
        if aspect == "holder":
            return self.view["control"].get(who, UNKNOWN)
        if aspect == "hit":
            return who.partition(" ")[2] in self.view["generals"]["casualties"]
        if aspect in ("shaken", "effective", "state"):
            return self._brigade(who, aspect)
        return self._unit(self.units[who], aspect) if who in self.units else UNKNOWN

    def _brigade(self, who: str, aspect: str) -> Any:
        if aspect == "state":
            return self.brigades[who]["state"] if who in self.brigades and not self.view["over"] else UNKNOWN
        if who not in self.sheets:
            return UNKNOWN
        row, old = self.sheets[who], self.sheets_before.get(who, {})
        return row["demoralized"] > old.get("demoralized", 0) if aspect == "shaken" else row["effective"]

    def _unit(self, row: Mapping[str, Any], aspect: str) -> Any:
        if aspect == "hex":
            return row["hex"] or ""
        if aspect == "broken":
            return "Broken" in str(row["where"] or "")
        if not row["hex"]:
            return UNKNOWN
        states = {*row["states"], *row["marks"]}
        if aspect == "morale":
            return next((word for word in ("shaken", "disrupted") if word in states), "")
        if aspect == "formation":
            return next((word for word in FORMED.values() if word in states), UNKNOWN)
        if aspect == "ammunition":
            return next((word for word in ("depleted", "low-ammo") if word in states), "")
        return aspect in states
