"""Writing a game down and folding it back: records, their check, their redacted form for one seat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from vedette.engine import record as rec
from vedette.engine.chance import Seeded, commitment, key_of
from vedette.engine.decision import Decision
from vedette.engine.events import IllegalAction
from vedette.engine.game import Game, rulebook_of
from vedette.engine.procedure import CHANCE
from vedette.engine.rulebook import Known
from vedette.engine.run import answer, asks
from vedette.engine.state import State

Load = Callable[[str], Any]


def entry_line(n: int, entry: Any, digest: str) -> dict[str, Any]:
    """An entry as the record writes it."""
    if entry.undo is not None:
        return {"n": n, "seat": entry.seat, "undo": entry.undo + 1, "digest": digest}
    return {"n": n, "seat": entry.seat, "decision": entry.decision, "do": entry.do, "digest": digest}


def write(game: Game, for_seat: str | None = None) -> str:
    """The whole record of a game; see `Game.record`."""
    header = dict(game.header)
    if for_seat is not None:
        header["for"] = for_seat
    line, chain = rec.chained(header, "")
    lines = [line]
    digests = _digests(game, for_seat)
    for n, entry in enumerate(game.entries, 1):
        row = entry_line(n, entry, digests[n - 1])
        if for_seat is not None and entry.undo is None and entry.private not in ("", for_seat):
            row["do"] = None
            row["sealed"] = rec.sealed_text(_nonce(game, n), entry.do)
        line, chain = rec.chained(row, chain)
        lines.append(line)
    if game.state.ask is None:
        line, chain = rec.chained(closing(game), chain)
        lines.append(line)
    return "\n".join(lines) + "\n"


def closing(game: Game) -> dict[str, Any]:
    """The last line of a game that is over: its end, and the seed opened."""
    out = game.outcome
    over = {"winner": out.winner, "level": out.level, "points": out.points} if out else None
    row: dict[str, Any] = {"n": len(game.entries) + 1, "over": over}
    if isinstance(game.chance, Seeded):
        row["seed"] = game.chance.key.hex()
    return row


def _nonce(game: Game, n: int) -> bytes:
    key = game.chance.key if isinstance(game.chance, Seeded) else b"no key"
    return hashlib.blake2b(b"nonce %d" % n, key=key, digest_size=32).digest()


def view_digest(game: Game, g: State, seat: str) -> str:
    """The digest of a seat's own view: all that a seat is told of the state while the game runs."""
    import msgspec

    data = msgspec.json.encode(game.rulebook.view(g, seat), order="sorted")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _digests(game: Game, for_seat: str | None) -> list[str]:
    """The digest after each entry: as kept, or folded anew."""
    if for_seat is None and all(e.digest for e in game.entries):
        return [e.digest for e in game.entries]
    out: list[str] = []
    g = game.first.clone()
    states: list[State] = []
    for entry in game.entries:
        if entry.undo is not None:
            g = states[entry.undo].clone()
        else:
            _fold_one(g, entry.seat, entry.decision, entry.do)
        states.append(before_of(g))
        out.append(g.digest() if for_seat is None else view_digest(game, g, for_seat))
    return out


def before_of(g: State) -> State:
    """A copy to come back to."""
    return g.clone()


def _fold_one(g: State, seat: str, number: int, do: str) -> None:
    """Answer one entry of a record. Raises IllegalAction where it does not fit."""
    ask = next((a for a in asks(g) if a.seat == seat), None)
    if ask is None or g.number != number:
        raise IllegalAction(do, f"decision {number} of {seat} is not what is waited for", "")
    action = Decision(g, ask).find(do)
    if action is None:
        raise IllegalAction(do, "is not offered", ask.cite)
    answer(g, seat, action.value)


class Folder:
    """Folds a record entry by entry and checks each."""

    def __init__(self, rows: list[dict[str, Any]], load: Load) -> None:
        header = rows[0]
        self.rows = rows
        battle = load(header["battle"])
        if battle.hash != header["pack_hash"]:
            raise rec.RecordError(1, f"is of another edition of the pack {battle.pack}: its hash differs")
        book = rulebook_of(battle)
        if header["rules"]["version"] != book.version:
            raise rec.RecordError(
                1, f"was played by rules version {header['rules']['version']}, these are version {book.version}"
            )
        self.game = Game.new(
            battle,
            options=header["options"],
            position=header.get("position"),
            dice="real",
            seats=header["seats"],
        )
        self.game.header = header
        self.key = self._key(header)
        self.rolls = 0

    def _key(self, header: dict[str, Any]) -> bytes | None:
        last = self.rows[-1]
        if "seed" in last and "over" in last:
            return bytes.fromhex(last["seed"])
        if header.get("seed") is not None:
            return key_of(header["seed"])
        return None

    def step(self, line: int, row: dict[str, Any]) -> None:
        """Take one line in. Raises RecordError."""
        try:
            self._step(line, row)
        except (LookupError, TypeError, AttributeError):
            raise rec.RecordError(line, "is no entry of a record: a key is missing or holds something else") from None

    def _step(self, line: int, row: dict[str, Any]) -> None:
        game = self.game
        if "over" in row:
            return
        if "undo" in row:
            target = game.entries[row["undo"] - 1]
            if game.undo_bar(row["seat"]) is not None or game._live()[-1] is not target:
                raise rec.RecordError(line, "takes back what may not be taken back")
            game.undo(row["seat"])
        else:
            self._answer(line, row)
        if row.get("digest") and game.header.get("for") is None and game.state.digest() != row["digest"]:
            raise rec.RecordError(line, "leads to another state than its digest says")

    def _answer(self, line: int, row: dict[str, Any]) -> None:
        g = self.game.state
        ask = next((a for a in asks(g) if a.seat == row["seat"]), None)
        if ask is None or g.number != row["decision"]:
            raise rec.RecordError(line, f"answers decision {row['decision']}, which is not waited for")
        if row.get("do") is None:
            raise rec.RecordError(line, "is sealed: a record for one seat cannot be played on")
        action = Decision(g, ask).find(row["do"])
        if action is None:
            raise rec.RecordError(line, f"{row['do']!r} is not offered at decision {row['decision']}")
        if ask.seat == CHANCE:
            self._roll(line, ask, action.value)
        self.game._answer(ask, g.number, action.text, action.value)

    def _roll(self, line: int, ask: Any, value: Any) -> None:
        if self.key is not None:
            expected = Seeded(self.key, self.rolls).answer(self.game.state, ask)
            if expected != value:
                raise rec.RecordError(line, "is not what the seed gives")
        self.rolls += 1


def folder_of(rows: list[dict[str, Any]], load: Load) -> Folder:
    """The folder at the start of a record. Raises RecordError for a header that does not fit."""
    try:
        return Folder(rows, load)
    except rec.RecordError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        words = str(error) if isinstance(error, ValueError) else "a key is missing or holds something else"
        raise rec.RecordError(1, f"is no header that can be played: {words}") from None


def fold(text: str, load: Load | None = None, *, upto_bad: bool = False) -> Game:
    """See `Game.from_record`."""
    load = load or Known.loader()
    rows, bad = rec.read(text)
    if bad is not None and (not upto_bad or not rows):
        raise bad
    folder = folder_of(rows, load)
    for line, row in enumerate(rows[1:], 2):
        try:
            folder.step(line, row)
        except rec.RecordError:
            if upto_bad:
                break
            raise
    game = folder.game
    if folder.key is not None:
        game.chance = Seeded(folder.key, folder.rolls)
        game._settle()
    return game


def verify(text: str, load: Load | None = None) -> rec.Verdict:
    """Check chain, legality, digests and rolls of a record, and name the first bad line."""
    load = load or Known.loader()
    rows, bad = rec.read(text)
    if not rows:
        assert bad is not None
        return rec.Verdict(False, 0, 0, {"line": bad.line, "reason": bad.reason})
    try:
        folder = folder_of(rows, load)
    except rec.RecordError as error:
        return rec.Verdict(False, 0, 0, {"line": error.line, "reason": error.reason})
    header = rows[0]
    promised = header["dice"].get("commitment")
    if folder.key is not None and promised and commitment(folder.key) != promised:
        return rec.Verdict(False, 0, 0, {"line": 1, "reason": "the seed is not the one committed to"})
    entries = 0
    for line, row in enumerate(rows[1:], 2):
        try:
            folder.step(line, row)
        except rec.RecordError as error:
            return rec.Verdict(False, entries, folder.rolls, {"line": error.line, "reason": error.reason})
        entries += "over" not in row
    if bad is not None:
        return rec.Verdict(False, entries, folder.rolls, {"line": bad.line, "reason": bad.reason})
    return rec.Verdict(True, entries, folder.rolls)
