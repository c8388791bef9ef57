"""Two games alike but for what one seat hides: whatever the other seat and who looks on ask, see or are sent, byte for
byte it is the same. `tools/pairs.py` plays as many as there is time for."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import httpx
import msgspec

from tests.table.tables import FAST, PATIENCE, Client, Metronome, Table, serving
from vedette.table import Store, told
from vedette.table.channels import NUDGE
from vedette.table.couriers import Letter
from vedette.table.postman import Times
from vedette.table.store import Grant

STEPS = 30
EVERY = 6
"""Steps after which everything is asked again."""
LEAST = 10
"""Steps of a pair that counts."""
BEAT = 2.0
PAGES = ("", "/log", "/chronicle", "/report", "/scene", "/ending", "/values", "/told")
CHITS, TABLE = "chits", "table"
"""What a pair differs in: chits that a seat holds and what it told the table alone; only the latter."""
RICH = msgspec.structs.replace(FAST, thought=1_000.0, saved=1_000.0)
"""Nobody waits for leave to ask."""
ORDERS: dict[str, dict[str, Any]] = {
    "order": {"window": "before-draw", "setting": "pass", "until": "once"},
    "orders": {"read": True},
    "hold": {},
    "undo": {"ask": True},
    "redo": {},
}


def settled(*clients: Client) -> None:
    """Read what has been sent: a question is answered after all that came before it."""
    for client in (*clients, *clients):
        client.ask("news", after=10**6)


def questions(client: Client, rng: random.Random, boards: list[str], i: int) -> None:
    """Everything that a seat can ask, order or try."""
    units = sorted(unit["id"] for unit in client.state["view"]["units"] if unit["hex"])
    hexes = sorted({unit["hex"] for unit in client.state["view"]["units"] if unit["hex"]})
    where = {"at": rng.choice(hexes), "to": rng.choice(hexes), "unit": rng.choice(units)}
    texts = [action["text"] for decision in client.asked() for action in decision["actions"]] or ["done"]
    client.ask("plans")
    client.ask("plans", at=where["at"])
    client.ask("ends")
    client.ask("reach", unit=where["unit"])
    client.ask("moment", n=rng.randrange(client.state["n"] + 1))
    client.ask("turn")
    client.ask("odds", texts=[rng.choice(texts)])
    for text in ("play Rally", "play Fatigue", "pass; play Rally"):
        client.ask("why", text=text)
    for name in boards:
        client.ask("board", name=name, **where)
    for name, body in ORDERS.items():
        more = {"game": client.game} if name in ("undo", "redo") else {}
        client.send(**{name: {"id": f"{name}{i}", **body, **more}})
        client.until("ordered", "done", "refused")


def looks(client: Client, rng: random.Random) -> None:
    """What who looks on can ask, and what he is refused."""
    client.ask("moment", n=rng.randrange(client.state["n"] + 1))
    client.ask("turn")
    client.ask("plans")
    client.ask("why", text="play Rally")
    client.send(see={"after": -1})
    client.until("state")


def quiet(client: Client, number: int) -> str:
    """An answer that shows no chit: the same in both games."""
    decision = client.asked()[0]
    return _hidden(decision) or client.texts()[number % len(client.texts())]


def _hidden(decision: dict[str, Any]) -> str:
    """The answer to a question of one's hand that shows nothing of it, "" where there is none."""
    texts = [action["text"] for action in decision["actions"]]
    kept = next((text for text in texts if text.startswith("hold ")), "")
    passing = "pass" if "pass" in texts and (decision["window"] or decision["secret"]) else ""
    return kept or passing


class Ear:
    """A courier that listens: what was brought, by where it went."""

    confirms = False

    def __init__(self) -> None:
        self.heard: dict[str, list[Letter]] = {}
        self.changed = threading.Condition()

    def check(self, target: str) -> None:
        """Every address is one."""

    def bring(self, target: str, letter: Letter) -> None:
        """It is heard."""
        with self.changed:
            self.heard.setdefault(target, []).append(letter)
            self.changed.notify_all()

    def nudge(self, target: str) -> Letter:
        """What is told there to who is nudged."""

        def come() -> list[Letter]:
            return [letter for letter in self.heard.get(target, ()) if letter.about["what"] == NUDGE]

        with self.changed:
            assert self.changed.wait_for(come, PATIENCE), f"nothing came to {target}"
            return come()[0]


class Pairing:
    """A server at which pairs are played, one after the other."""

    def __init__(self, table: Table, ear: Ear) -> None:
        self.table = table
        self.ear = ear

    def pulse(self) -> Metronome:
        """A new time, of one pair."""
        found = self.table.app.rooms.pulse = Metronome()
        return found


@contextmanager
def pairing(store: Store) -> Iterator[Pairing]:
    """A server over a store."""
    ear = Ear()
    more = {"couriers": {"webhook": ear}, "address": "https://club.example.org/"}
    with (
        patch.object(told, "TESTS", 1_000_000),
        serving(store, limits=RICH, times=Times(first=0.0, looks=0.2), **more) as table,
    ):
        yield Pairing(table, ear)


class Side:
    """One of the two games: the seat that hides something, the other one, and somebody who looks on."""

    def __init__(self, at: Pairing, battle: str, hider: str, seed: int, second: bool) -> None:
        self.table, self.ear = at.table, at.ear
        self.second = second
        self.rng = random.Random(seed)
        pace: dict[str, Any] = {"orders": True, "beat": BEAT} if seed % 2 else {}
        made = self.table.make(battle=battle, seed=seed, **pace)
        self.game, self.hider = made["game"], hider
        self.other = "confederate" if hider == "union" else "union"
        self.keys = {**made["keys"], "watch": self.table.store.another_key(Grant("", self.game, ()))}
        self.at = f"/api/games/{self.game}"
        self.boards = [row["name"] for row in self._page("", self.other)["boards"]]
        self.hidden: list[str] = []
        """What the hider was shown, step by step."""
        self.pages: list[str] = []

    def sit(self, open: ExitStack) -> None:
        """Everybody comes, one after the other."""
        made = {"game": self.game, "keys": self.keys}
        seats = (self.hider, self.other, "watch")
        self.mine, self.his, self.watch = (open.enter_context(self.table.sit(made, seat)) for seat in seats)
        for client in (self.mine, self.his):
            client.name = "same"
            while client.state["watching"] != 1:
                client.until("state")
        self.be_told(self.other)
        self.settle()

    def be_told(self, seat: str) -> None:
        """A seat says where it wants to be told."""
        at, params = f"{self.table.base}{self.at}/told", {"key": self.keys[seat]}
        body = {"kind": "webhook", "target": self.target(seat), "zone": "UTC"}
        assert httpx.put(at, params=params, json=body, timeout=PATIENCE).status_code == 200

    def target(self, seat: str) -> str:
        """Where a seat is told."""
        return f"https://example.org/{self.game}/{seat}"

    def settle(self) -> None:
        """Read what has been sent."""
        settled(self.mine, self.his, self.watch)
        state = {
            key: self.mine.state[key] for key in ("view", "decisions", "orders", "manners") if key in self.mine.state
        }
        self.hidden.append(json.dumps(state).replace(self.game, "GAME"))

    def told(self) -> list[str]:
        """What the other seat and who looks on were told since this was asked last."""
        found = [*self.his.frames, *self.watch.frames, *self.pages]
        for row in (self.his.frames, self.watch.frames, self.pages):
            row.clear()
        return [frame.replace(self.game, "GAME") for frame in found]

    def wait(self) -> None:
        """A beat is over: everybody is shown it."""
        for client in (self.mine, self.his, self.watch):
            client.until("state")

    def act(self, mine: bool, text: str) -> None:
        """One of them answers."""
        (self.mine if mine else self.his).act(text)

    def hide(self, i: int) -> None:
        """In the second game the hider tells the table what nobody else is to know, and tries what is refused; in the
        first nothing."""
        if not self.second:
            return
        self.mine.ask("sitting", game=self.game, note=f"{i}: hold the mill")
        rows = self.mine.state["orders"][self.hider]["orders"]
        for row in [row for row in rows if row["setting"] == "ask"][:1]:
            order = {"id": f"hidden{i}", "window": row["window"], "setting": "ask", "until": "turn"}
            self.mine.send(order=order)
            self.mine.until("ordered", "refused")
        self.mine.sent("act", {"game": self.game, "decision": 0, "text": "nothing of the kind", "id": f"wrong{i}"})
        self.mine.ask("why", text="play Rally")
        self.mine.ask("odds", texts=["done"])
        self.be_told(self.hider)

    def ask_everything(self, i: int) -> None:
        """The other seat and who looks on ask all that they can."""
        questions(self.his, self.rng, self.boards, i)
        looks(self.watch, self.rng)

    def hand(self) -> str:
        """The chits that the hider holds, by name; "" where the rules have none."""
        mine = self.mine.state["view"].get("chits", {}).get("mine", {})
        return ", ".join(sorted(row["chit"] for row in mine.get("hand", ())))

    def read_everything(self) -> None:
        """Every page that they can read, and the record but for its seals; at last the letter to who has left."""
        n = self.his.state["n"]
        for seat in (self.other, "watch"):
            for page in (*PAGES, *(f"/position?n={at}" for at in (0, n // 2, n))):
                self.pages.append(self._text(page, seat))
            record = self._text("/record", seat)
            self.pages += [str(len(record)), *unsealed(record.partition(" ")[2])]
        if self.his.asked():
            answer = self.mine.ask("nudge", game=self.game)
            assert answer["is"] == "nudge", answer
            settled(self.his)
            self.his.__exit__(None, None, None)
            letter = msgspec.to_builtins(self.ear.nudge(self.target(self.other)))
            letter["about"].pop("id")
            self.pages.append(json.dumps(letter))

    def _page(self, page: str, seat: str) -> Any:
        return json.loads(self._text(page, seat).partition(" ")[2])

    def _text(self, page: str, seat: str) -> str:
        sign = "&" if "?" in page else "?"
        answer = self.table.get(f"{self.at}{page}{sign}key={self.keys[seat]}", timeout=PATIENCE)
        return f"{answer.status_code} {answer.text}"


def unsealed(record: str) -> list[str]:
    """The lines of a record without what differs by what is hidden, though nobody can tell what it hides: the seals of
    hidden answers, and the chain over the lines."""
    rows = [json.loads(line) for line in record.splitlines()]
    return [json.dumps({key: of for key, of in row.items() if key not in ("sealed", "chain")}) for row in rows]


class Pair(msgspec.Struct, frozen=True):
    """A pair that was played to its end, and nothing was told."""

    battle: str
    hider: str
    kind: str
    seed: int
    steps: int
    frames: int
    bytes: int
    asked: int = 0
    """So often all was asked while the seat held other chits than in the other game."""


class Leak(AssertionError):
    """The other seat, or who looks on, was told what is hidden."""


def pair(
    at: Pairing, battle: str, hider: str, seed: int, steps: int = STEPS, least: int = LEAST, every: int = EVERY
) -> Pair | None:
    """Play a pair; None where both games came to a difference of their own accord too early. Raises Leak."""
    pulse, rng, letters = at.pulse(), random.Random(seed), list[int]()
    sides = [Side(at, battle, hider, seed, second) for second in (False, True)]
    kind, step, asked = TABLE, 0, 0
    with ExitStack() as open:
        for side in sides:
            side.sit(open)
        while step < steps:
            if step % every == 0:
                asked += _round(sides, step)
            letters += _alike(sides, step)
            answers = _answers(sides, rng)
            if answers is None:
                break
            mine, texts = answers
            if not texts:
                pulse.tick(BEAT)
            for n, side in enumerate(sides):
                side.act(mine, texts[n]) if texts else side.wait()
            for side in sides:
                side.settle()
            kind = CHITS if texts and texts[0] != texts[1] else kind
            step += 1
        asked += _round(sides, step)
        letters += _alike(sides, step)
        for side in sides:
            side.read_everything()
        letters += _alike(sides, step)
    assert sides[0].hidden != sides[1].hidden, "nothing was hidden"
    return Pair(battle, hider, kind, seed, step, len(letters), sum(letters), asked) if step >= least else None


def _round(sides: Sequence[Side], step: int) -> bool:
    """Hide something, and ask everything; whether other chits are held in either game meanwhile."""
    for side in sides:
        side.hide(step)
        side.ask_everything(step)
        side.settle()
    return sides[0].hand() != sides[1].hand()


def _alike(sides: Sequence[Side], step: int) -> list[int]:
    """How long was what each of the two was told since this was asked last. Raises Leak where it was not the same."""
    one, two = (side.told() for side in sides)
    if one == two:
        return [len(frame.encode()) for frame in one]
    differ = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    rows = [told[differ] if differ < len(told) else "nothing" for told in (one, two)]
    first = next((n for n, (a, b) in enumerate(zip(*rows, strict=False)) if a != b), min(map(len, rows)))
    words = " | ".join(row[max(0, first - 80) : first + 120] for row in rows)
    raise Leak(f"step {step}, {len(one)} and {len(two)} told, the {differ}th differs: {words}")


def _answers(sides: Sequence[Side], rng: random.Random) -> tuple[bool, list[str]] | None:
    """Whether the hider answers next, and what in each game; nothing where a beat is waited for. None where what he may
    do in the open is another thing in either: that is the games' own doing."""
    number = rng.randrange(1_000)
    asked = [bool(side.mine.asked()) for side in sides]
    if asked[0] != asked[1]:
        return None
    if not asked[0]:
        if not all(side.his.asked() for side in sides):
            over = not any(side.his.state["decisions"] for side in sides)
            return None if over or not all(side.his.state["beat"] for side in sides) else (False, [])
        return False, [quiet(side.his, number) for side in sides]
    rows = [side.mine.asked()[0] for side in sides]
    texts = [side.mine.texts() for side in sides]
    if rows[0]["kind"] == rows[1]["kind"] == "key":
        chosen = [texts[0][number % len(texts[0])]]
        others = [text for text in texts[1] if text != chosen[0]]
        return True, [*chosen, others[number % len(others)] if others else chosen[0]]
    shown = [_hidden(row) for row in rows]
    if all(shown) and shown[0].split()[0] == shown[1].split()[0]:
        return True, shown
    return (True, [texts[0][number % len(texts[0])]] * 2) if not any(shown) and texts[0] == texts[1] else None
