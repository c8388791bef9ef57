"""A rulebook of its own: two units, one die, one hidden chit. Nothing above the rules may know more than it tells.

Blue and Gray stand on a map of fifteen hexes. The Confederates hold a chit that they alone know: Ruse or Nothing. Turn
by turn each unit goes up to two hexes and may fire at an enemy beside it: 5 and 6 hit, with a Ruse not; two hits win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

import msgspec

from vedette.board import Board
from vedette.engine import Aim, Battle, EngineError, Event, OptionError, Outcome, PositionError
from vedette.engine.choice import DONE, PASS, Choice
from vedette.engine.family import Family
from vedette.engine.game import Playable
from vedette.engine.occasion import Clock, Occasion
from vedette.engine.procedure import CHANCE, Ask, Call, Done, Goto, Procedure, Result, procedure
from vedette.engine.run import asks, renew, start
from vedette.engine.state import State as EngineState
from vedette.hexes import GridSpec

NAMES = {"Blue": "union", "Gray": "confederate"}
CHITS = ("Nothing", "Ruse")
SPEC = GridSpec((0, 2), (0, 4), (0, 4), "odd", (0.0, -100.0), (115.0, 0.0))
HEXES = [f"{line:02d}{place:02d}" for line in range(3) for place in range(5)]
BOARD = Board.build(SPEC, [{"hex": h, "terrain": "clear", "level": "1", "features": ""} for h in HEXES], [], [])
GRID = BOARD.grid


class Piece(msgspec.Struct, frozen=True, array_like=True):
    """A unit in play."""

    at: int
    hits: int = 0


class State(EngineState, eq=False, kw_only=True):
    """Two pieces, the turn, the chit. All of it is saved."""

    words: ClassVar[Mapping[str, Callable[[State, Choice], str]]] = {
        "done": lambda g, c: "done",
        "pass": lambda g, c: "pass",
        "step": lambda g, c: f"{c.unit}: {g.hex_name(c.hex)}",
        "fire": lambda g, c: f"{c.unit} fire at {g.hex_name(c.hex)}",
        "play": lambda g, c: f"play {c.arg}",
    }

    battle: Battle
    turns: int = 6
    units: dict[str, Piece]
    turn: int = 1
    hand: str = ""
    """The chit that the Confederates alone know; empty when it has been played."""

    def clone(self) -> State:
        new = EngineState.clone(self)
        new.units = self.units.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        return (*EngineState.key(self), tuple(self.units.items()), self.turn, self.hand)

    def saved(self) -> dict[str, Any]:
        units = {name: msgspec.to_builtins(piece) for name, piece in self.units.items()}
        return {**EngineState.saved(self), "units": units, "turn": self.turn, "hand": self.hand}

    def restore(self, data: Mapping[str, Any]) -> None:
        EngineState.restore(self, data)
        self.units = {name: msgspec.convert(data["units"][name], Piece) for name in NAMES}
        self.turn, self.hand = data["turn"], data["hand"]

    def hex_name(self, hex: int) -> str:
        return GRID.name(hex)

    def enemy(self, unit: str) -> str:
        return "Gray" if unit == "Blue" else "Blue"

    @property
    def over(self) -> bool:
        return not self.stack


@procedure("toy-duel")
class Duel(Procedure, frozen=True):
    """The chit is dealt, then turn after turn."""

    def title(self, g: State) -> str:
        return f"Turn {g.turn}"

    def deal(self, g: State) -> Result:
        seen = lambda value: "confederate"  # noqa: E731
        return Ask(CHANCE, CHITS, self.dealt, "draw", prompt="the hidden chit", sees=seen)

    def dealt(self, g: State, chit: str) -> Result:
        g.hand = chit
        g.log(Event("dealt", seat="confederate", data=(chit,), only="confederate"))
        return Goto(self.blue)

    def blue(self, g: State) -> Result:
        g.log(Event("turn", data=(g.turn,)))
        return Call(Move("Blue", 2), then=self.gray)

    def gray(self, g: State) -> Result:
        return Done() if _beaten(g) else Call(Move("Gray", 2), then=self.next)

    def next(self, g: State) -> Result:
        if _beaten(g) or g.turn == g.turns:
            return Done()
        g.turn += 1
        return Goto(self.blue)


def _beaten(g: State) -> bool:
    return any(piece.hits > 1 for piece in g.units.values())


@procedure("toy-move")
class Move(Procedure, frozen=True):
    """A unit moves hex by hex and may fire at an enemy beside it."""

    unit: str
    left: int

    def title(self, g: State) -> str:
        return f"{self.unit} moves"

    def choose(self, g: State) -> Result:
        at, foe = g.units[self.unit].at, g.units[g.enemy(self.unit)].at
        steps = tuple(Choice("step", self.unit, n) for n in GRID.neighbours[at] if self.left and n != foe)
        fire = (Choice("fire", self.unit, foe),) if foe in GRID.neighbours[at] else ()
        options = (*steps, *fire, DONE)
        return Ask(NAMES[self.unit], options, self.go, "move", "", f"{self.unit}: where to?", usual=DONE)

    def go(self, g: State, choice: Choice) -> Result:
        if choice == DONE:
            return Done()
        if choice.kind == "fire":
            return Call(Shot(self.unit))
        g.units[self.unit] = msgspec.structs.replace(g.units[self.unit], at=choice.hex)
        g.log(Event("moved", "", NAMES[self.unit], (self.unit,), choice.hex))
        return Goto(self.but(left=self.left - 1).choose)


@procedure("toy-shot")
class Shot(Procedure, frozen=True):
    """The holder of the chit is asked, whatever it is; then one die."""

    scope: ClassVar[bool] = True

    unit: str
    ruse: bool = False

    def title(self, g: State) -> str:
        return f"fire of {self.unit}"

    def window(self, g: State) -> Result:
        if not g.hand:
            return Goto(self.roll)
        options = (*((Choice("play", arg=g.hand),) if g.hand == "Ruse" else ()), PASS)
        return Ask("confederate", options, self.answer, "window", usual=PASS, window="fired-at", always=True)

    def answer(self, g: State, choice: Choice) -> Result:
        if choice != PASS:
            g.hand = ""
            g.log(Event("played", "", "confederate", data=(choice.arg,), reveals=True))
        return Goto(self.but(ruse=choice != PASS).roll)

    def roll(self, g: State) -> Result:
        return Ask(CHANCE, (1, 2, 3, 4, 5, 6), self.read, "die", prompt="the die of the fire")

    def read(self, g: State, die: int) -> Result:
        foe = g.enemy(self.unit)
        g.log(Event("aim", "", NAMES[self.unit], (self.unit,), g.units[foe].at, (Aim("5", "5", ()),), die))
        if die > 4 and not self.ruse:
            g.units[foe] = msgspec.structs.replace(g.units[foe], hits=g.units[foe].hits + 1)
            g.log(Event("hit", "", NAMES[foe], (foe,), g.units[foe].at))
        return Done()


class Toy(Family[State]):
    """The rulebook; what it does not say most families do alike."""

    hides = True
    name, version, seats = "toy", 1, ("union", "confederate")
    earlier = (0,)

    def options(self, battle: Battle, given: Any) -> dict[str, Any]:
        if set(given) - {"turns"}:
            raise OptionError(f"{battle.id} has one option, turns")
        return {"turns": 6, **given}

    def begin(self, battle: Battle, options: Any) -> State:
        return self.position(battle, {"set": options})

    def position(self, battle: Battle, spec: Any) -> State:
        rows = {row["id"]: row for row in spec.get("unit", ())}
        if set(rows) - set(NAMES):
            raise PositionError("the units of this battle are Blue and Gray")
        units = {n: Piece(GRID.index(rows.get(n, {"hex": h})["hex"])) for n, h in (("Blue", "0100"), ("Gray", "0104"))}
        g = State(battle=battle, units=units, turns=spec.get("set", {}).get("turns", 6), events=[])
        g.stack = []
        start(g, Duel())
        return g

    def blank(self, battle: Battle, options: Any) -> State:
        return State(battle=battle, units={}, turns=options["turns"])

    def expand(self, g: State, seat: str, text: str) -> list[str] | None:
        unit, _, way = text.partition(": ")
        return [f"{unit}: {hex}" for hex in way.split("-")] if unit in NAMES and "-" in way else None

    def refusal(self, g: State, seat: str, text: str) -> tuple[str, str]:
        return "these rules do not offer it", "TOY-1"

    def view(self, g: State, seat: str) -> dict[str, Any]:
        mine = {"mine": {"hand": g.hand}} if seat == "confederate" else {}
        found = {"battle": g.battle.id, "seat": seat, "turn": g.turn, "turns": {"first": 1, "last": g.turns}}
        return {**found, "over": g.over, "units": self.units(g), "held": bool(g.hand), **mine}

    def say(self, g: State, event: Event, seat: str) -> str:
        hidden = event.only and seat not in ("", event.only)
        return f"{event.kind}{' of a chit' if hidden else ''} {' '.join(event.units)}".strip()

    def event(self, g: State, event: Event, n: int, seat: str) -> dict[str, Any]:
        hex = g.hex_name(event.hex) if event.hex >= 0 else None
        head = {"n": n, "kind": event.kind, "text": self.say(g, event, seat), "cite": event.cite, "seat": event.seat}
        return {**head, "units": list(event.units), "hex": hex, "roll": event.roll or None, **_extra(event)}

    def news(self, g: State, events: Any, seat: str) -> list[dict[str, Any]]:
        hits = [e for e in events if e.kind == "hit"]
        return [{"text": f"{e.units[0]} is hit", "tone": "bad" if e.seat == seat else "good", "weight": 1,
                 "units": list(e.units), "hexes": [g.hex_name(e.hex)]} for e in hits]  # fmt: skip

    def turn_end(self, g: State, events: Any, seat: str) -> list[dict[str, Any]]:
        items = [{"text": item["text"], "tone": "none", "hex": None, "units": []} for item in self.news(g, events, "")]
        return [{"title": "Hits", "items": items}]

    def chronicle(self, g: State, events: Any) -> list[dict[str, Any]]:
        played = [{"text": f"{e.data[0]} is played", "tone": "none", "hex": None, "units": [], "event": i}
                  for i, e in enumerate(events) if e.kind == "played"]  # fmt: skip
        hits = [[seat, str(row["hits"])] for seat, row in self.figures(g, events)["hits"].items()]
        return [{"title": "Chits played", "items": played}, {"title": "Hits", "head": ["Side", "hits"], "rows": hits}]

    def units(self, g: State) -> list[dict[str, Any]]:
        return [_row(g, name, piece) for name, piece in g.units.items()]

    def figures(self, g: State, events: Any) -> dict[str, Any]:
        hits = [e.seat for e in events if e.kind == "hit"]
        return {"hits": {seat: {"hits": hits.count(seat)} for seat in self.seats}}

    def broken_laws(self, g: State) -> list[str]:
        return ["two units in one hex"] if len({p.at for p in g.units.values()}) < len(g.units) else []

    def ahead(self, g: State) -> float:
        return float(g.units["Gray"].hits - g.units["Blue"].hits)

    def carriers(self) -> dict[str, tuple[str, ...]]:
        return {}

    def imagine(self, g: State, seat: str, rng: Random) -> State:
        new = g.clone()
        if seat != "confederate" and new.hand:
            new.hand = rng.choice(CHITS)
        renew(new)
        return new

    def results(self, before: Any, after: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple((n, ("hit",)) for n, p in after.units.items() if p.hits > before.units[n].hits)

    def summary(self, battle: Battle, options: Any) -> dict[str, Any]:
        units = self.units(self.begin(battle, options))
        return {"battle": battle.id, "title": battle.title, "rulebook": self.name, "profile": battle.profile,
                "turns": {"first": 1, "last": options["turns"]}, "units": units, "reinforcements": [],
                "options": {"turns": {"type": "int", "default": 6}}, "victory": ["two hits win"]}  # fmt: skip

    def sight(self, g: State, a: int, b: int, units: bool) -> dict[str, Any]:
        ends = {"from": g.hex_name(a), "to": g.hex_name(b)}
        return {**ends, "sight": "clear", "range": GRID.distance(a, b), "because": []}

    def reach(self, g: State, unit: str, by: str = "") -> dict[str, Any]:
        if unit not in g.units:
            return {}
        at = g.units[unit].at
        return {g.hex_name(n): {"cost": 1, "path": [g.hex_name(at), g.hex_name(n)]} for n in GRID.neighbours[at]}

    def plans(
        self, g: State, seat: str, at: str = "", units: tuple[str, ...] = (), by: str = ""
    ) -> list[dict[str, Any]]:
        asked = g.ask if isinstance(g.ask, Ask) and g.ask.seat == seat and g.ask.kind == "move" else None
        unit = next((u for u, side in NAMES.items() if side == seat), "")
        foe = g.units[g.enemy(unit)].at if unit else -1
        if asked is None or Choice("fire", unit, foe) not in asked.options or at not in ("", g.hex_name(foe)):
            return []
        head = {"kind": "fire", "title": "fire", "text": f"{unit} fire at {g.hex_name(foe)}", "at": g.hex_name(foe)}
        return [{**head, "units": [unit], "others": [], "headline": "one die", "shifts": [], "odds": None, "best": True,
                 "chances": [{"name": "hit", "probability": 2 / 6}], "warning": None, "ghosts": {}, "path": [],
                 "cite": ""}]  # fmt: skip

    def undone(self, g: State, seat: str) -> str:
        return "it could still fire" if self.plans(g, seat) else ""

    def proposed(self, g: State, seat: str) -> Any:
        return next((ask.usual for ask in asks(g) if ask.seat == seat), None)

    def boards(self) -> list[dict[str, Any]]:
        return [{"name": "near", "title": "Who is near", "key": "n", "needs": ["hex"]}]

    def board(self, g: State, seat: str, name: str, at: str = "", to: str = "", unit: str = "") -> dict[str, Any]:
        if name != "near" or at not in HEXES:
            raise EngineError("there is one view, near, and it needs a hex")
        far = {g.hex_name(p.at): GRID.distance(GRID.index(at), p.at) for p in g.units.values()}
        cell = {"tone": "none", "why": "", "cite": ""}
        hexes = {h: {"text": str(d), "weight": 1 / (1 + d), **cell} for h, d in far.items()}
        return {"name": name, "title": "Who is near", "hexes": hexes, "lines": [], "words": []}

    def guide(self, battle: Battle, options: Any) -> list[dict[str, str]]:
        return [{"kind": "turn", "title": "A turn", "text": "Fire, stay or step.", "cite": ""}]

    def windows(self, battle: Battle) -> list[dict[str, Any]]:
        ask = {"name": "ask", "title": "ask"}
        quiet = {"name": "pass", "title": "pass", "deed": "pass"}
        hexes = {**quiet, "name": "hexes", "title": "ask at these hexes", "names": ["hex"]}
        named = {"name": "fired-at", "title": "My unit is fired at", "default": "ask", "live": "pass", "beat": 1.0}
        return [{**named, "settings": [ask, quiet, hexes]}]

    def occasion(self, g: State, ask: Ask) -> Occasion | None:
        if ask.kind != "window":
            return None
        shot: Any = g.stack[-1][0]
        at = g.units[g.enemy(shot.unit)].at
        return Occasion("fired-at", frozenset({f"hex {g.hex_name(at)}"}), {"pass": PASS}, ("confederate",))

    def clock(self, g: State) -> Clock:
        return Clock(str(g.turn), next((f.unit for f, _ in g.stack if isinstance(f, Move)), ""))

    def named(self, g: State, seat: str, fact: str) -> tuple[str, str]:
        kind, _, name = fact.partition(" ")
        if kind != "hex" or not GRID.has(name):
            raise EngineError(f"there is no {fact!r} in this game")
        held = g.units["Gray" if seat == "union" else "Blue"].at == GRID.index(name)
        return name, f"the enemy holds {name}" if held else ""

    def outcome(self, g: State) -> Outcome | None:
        if not g.over:
            return None
        blue, gray = g.units["Blue"].hits, g.units["Gray"].hits
        winner = "union" if gray > blue else "confederate" if blue > gray else None
        return Outcome(winner, f"{winner or 'nobody'} wins", abs(blue - gray))

    def levels(self, battle: Battle) -> list[str]:
        return ["union wins", "nobody wins", "confederate wins"]

    class counsel:
        """A careful commander likes every answer alike."""

        @staticmethod
        def ending(g: State, seat: str) -> Any:
            return None

        @staticmethod
        def cautious(view: Any, decision: Any, odds_of: Any = None) -> list[float]:
            return [0.0 for _ in decision["actions"]]

        @staticmethod
        def adjutant(desk: Any, temper: Any = None) -> tuple[list[float], float]:
            return [0.0 for _ in desk.ask.options], 1.0

        @staticmethod
        def reasons(g: State, seat: str, units: Any) -> list[str]:
            return []


def _extra(event: Event) -> dict[str, Any]:
    turn = event.kind == "turn"
    heading = f"Turn {event.data[0]}" if turn else None
    head = {"depth": 0 if turn else 2, "opens": turn, "heading": heading, "note": None}
    return {**head, "from": [], "trace": None, "tone": "none", "detail": []}


def _row(g: State, name: str, piece: Piece) -> dict[str, Any]:
    states = ["fresh", "shaken", "disrupted"][piece.hits : piece.hits + 1]
    head = {"id": name, "name": name, "side": NAMES[name], "arm": "infantry", "brigade": None, "division": None}
    drawn = {"top": name, "symbol": "cross", "numbers": ["1"], "now": ["1"], "pale": False, "facing": None}
    place = {"hex": g.hex_name(piece.at), "area": None, "with": None, "place": None}
    return {**head, **drawn, **place, "marks": states[1:], "states": states, "values": {"fresh": [1, "R", 4]}}


def battle(**changes: Any) -> Playable:
    """The one battle of the toy."""
    keys = {"id": "toy/duel", "title": "A duel", "pack": "toy", "rulebook": "toy", "profile": "toy", "board": BOARD,
            "counters": {}, "charts": {}, "chits": (), "scenario": {}, "provenance": {}, "overlay": None,
            "hash": "toy"}  # fmt: skip
    return Playable(**{**keys, **changes})


TOY = battle()


def load(id: str) -> Battle:
    """Who reads battles, for records: the toy, and those of the packs."""
    import vedette

    return TOY if id == TOY.id else vedette.battle(id)
