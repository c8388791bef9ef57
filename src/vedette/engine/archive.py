"""Writing a game down and folding it back: records, their check, their redacted form for one seat."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Generic, TypeVar

import msgspec

from vedette.engine import proof
from vedette.engine import record as rec
from vedette.engine.answering import Answering
from vedette.engine.carried import Carried, Unplayable
from vedette.engine.chance import DICE_KINDS, Seeded, commitment, key_of
from vedette.engine.decision import Decision
from vedette.engine.entries import Entry, bar, live, repeat
from vedette.engine.events import EngineError, IllegalAction
from vedette.engine.fitting import NOWHERE, begun, misfit
from vedette.engine.procedure import CHANCE, Ask
from vedette.engine.rulebook import Known
from vedette.engine.run import asks
from vedette.engine.shelf import Load, Shelf, shelf_of
from vedette.engine.state import State

G = TypeVar("G", bound=Answering)
KEY = 32
"""Bytes of a dice key."""


# -- writing --------------------------------------------------------------------------------------------------


def write(game: Answering, for_seat: str | None = None) -> str:
    """The whole record of a game; see `Game.record`."""
    if for_seat not in (None, "", *game.rulebook.seats):
        raise EngineError(f"there is no seat {for_seat!r}; there are {', '.join(game.rulebook.seats)}")
    line, chain = rec.chained(_header(game, for_seat), "")
    lines = [line]
    hidden: dict[str, str] = {}
    for entry, digest in zip(game.entries, _digests(game, for_seat), strict=True):
        row = entry_line(entry, digest)
        if for_seat is not None and entry.undo is None and entry.private not in ("", for_seat):
            row["do"] = None
            row["sealed"] = rec.sealed_text(rec.nonce(game.secret, entry.n), entry.do)
            row.pop("note", None)
            hidden[str(entry.n)] = entry.do
        line, chain = rec.chained(row, chain)
        lines.append(line)
    if game.state.ask is None:
        row = closing(game)
        if for_seat is not None:
            row |= {"open": hidden}
            if "seed" not in row:
                row["secret"] = game.secret.hex()
            if "position" in game.header:
                row["position"] = game.header["position"]
        lines.append(rec.chained(row, chain)[0])
    return "\n".join(lines) + "\n"


def entry_line(entry: Entry, digest: str) -> dict[str, Any]:
    """An entry as the record writes it."""
    if entry.resigns:
        given = {"n": entry.n, "seat": entry.seat, "resign": True, "digest": digest}
        return given | {"consent": True} if entry.consent else given
    if entry.change is not None:
        changed = {"n": entry.n, "seat": entry.seat, **entry.change.row, "digest": digest}
        return changed | {"consent": True} if entry.consent else changed
    if entry.undo is None:
        given = {"n": entry.n, "seat": entry.seat, "decision": entry.decision, "do": entry.do, "digest": digest}
        more = {"note": entry.note, "planned": entry.planned}
        return given | {name: said for name, said in more.items() if said}
    row: dict[str, Any] = {"n": entry.n, "seat": entry.seat, "undo": entry.undo, "digest": digest}
    return row | {"consent": True} if entry.consent else row


def _header(game: Answering, for_seat: str | None) -> dict[str, Any]:
    """The header; for a seat without the seed, and with a position (which names hands and dice) sealed."""
    header = dict(game.header)
    if for_seat is None:
        return header
    header["for"] = for_seat
    header.pop("seed", None)
    if header.pop("position", None) is not None:
        header["sealed"] = rec.sealed_text(rec.nonce(game.secret, 0), _packed(game.header["position"]))
    return header


def _packed(position: Any) -> str:
    return json.dumps(position, sort_keys=True, ensure_ascii=False)


def closing(game: Answering) -> dict[str, Any]:
    """The last line of a game that is over: its end, and the seed opened."""
    out = game.outcome
    over = {"winner": out.winner, "level": out.level, "points": out.points} if out else None
    row: dict[str, Any] = {"n": len(game.entries) + 1, "over": over}
    if isinstance(game.chance, Seeded):
        row["seed"] = game.chance.key.hex()
    return row


def view_digest(game: Answering, g: State, seat: str) -> str:
    """The digest of a seat's own view: all that a seat is told of the state while the game runs."""
    data = msgspec.json.encode(game.rulebook.view(g, seat), order="sorted")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _digests(game: Answering, for_seat: str | None) -> list[str]:
    """The digest after each entry: as kept, or folded anew."""
    if for_seat is None and all(e.digest for e in game.entries):
        return [e.digest for e in game.entries]
    out: list[str] = []
    g = game.first.clone()
    after: dict[int, State] = {0: game.first}
    for entry in game.entries:
        if entry.undo is not None:
            g = after[entry.undo].clone()
        else:
            repeat(g, entry)
        after[entry.n] = g.clone()
        out.append(g.digest() if for_seat is None else view_digest(game, g, for_seat))
    return out


# -- reading --------------------------------------------------------------------------------------------------


class Folder(Generic[G]):
    """Folds a record line by line and checks each."""

    def __init__(
        self,
        make: type[G],
        rows: list[dict[str, Any]],
        carried: Carried,
        key: bytes | None = None,
        *,
        strict: bool = False,
    ) -> None:
        """Args:
        make: the class of the game.
        carried: who reads the battle, by its id, or by the edition with which the game was begun.
        strict: every line must hold what the program itself would write there, and nothing else.
        """
        header = self.header = rec.header_of(rows[0])
        self.strict = strict
        self.carried, self.shelf = carried, carried.shelf
        last = rows[-1]
        self.closing = rec.row_of(len(rows), last) if "over" in last else None
        self.seat = header.for_
        self.sealed = self.seat is not None and self.closing is None
        """The record of one seat, in which nothing is opened yet."""
        self.misfit = ""
        """Why this program may read the record otherwise than it was played."""
        self.alike = False
        """Whether it is read all the same, as long as every entry leads where its digest says."""
        self.drawn = 0
        """Answers that the key has given."""
        self.kinds: list[str] = []
        """The kind of each question that chance has answered."""
        self.over = False
        self.key = self._key(header, len(rows), key)
        self.open: dict[str, str] = {}
        self.hidden: set[int] = set()
        """Entries that were sealed."""
        position = header.position
        if self.seat is not None and isinstance(self.closing, rec.Closing):
            self.open = self.closing.open
            position = self._position(rows[0], len(rows))
        if not self.sealed:
            self.game = self._begin(make, header, rows[0], position)

    def _key(self, header: rec.Header, last: int, key: bytes | None) -> bytes | None:
        """The key of the dice, held against what was promised of it."""
        found = [(1, key_of(header.seed) if header.seed is not None else key)]
        if isinstance(self.closing, rec.Closing) and self.closing.seed is not None:
            try:
                found.append((last, bytes.fromhex(self.closing.seed)))
            except ValueError:
                raise rec.RecordError(last, "opens a seed that is no number in hex") from None
        promised = header.dice.commitment
        for line, opened in found:
            if opened is not None and promised is not None and (len(opened) > KEY or commitment(opened) != promised):
                raise rec.RecordError(line, "the seed is not the one committed to")
        return next((opened for _, opened in found if opened is not None), None)

    def _position(self, header: dict[str, Any], last: int) -> dict[str, Any] | None:
        """The position of a seat's record, opened by its closing line."""
        assert isinstance(self.closing, rec.Closing)
        found = self.closing.position
        if "sealed" in header:
            sealed = rec.sealed_text(rec.nonce(self._secret(last), 0), _packed(found))
            if sealed != header["sealed"]:
                raise rec.RecordError(last, "the position opened is not the one committed to")
        return found

    def _secret(self, line: int) -> bytes:
        assert isinstance(self.closing, rec.Closing)
        if self.key is not None:
            return self.key
        try:
            return bytes.fromhex(self.closing.secret or "")
        except ValueError:
            raise rec.RecordError(line, "opens a secret that is no number in hex") from None

    def _begin(self, make: type[G], header: rec.Header, row: dict[str, Any], position: Any) -> G:
        game = begun(make, header, position, self.carried)
        self.misfit, self.alike = misfit(header, game.battle, game.rulebook)
        if self.strict and (self.alike or not self.misfit):
            proof.check_header(row, header, game.header, game.rulebook.seats)
        game.header = {k: v for k, v in row.items() if k not in ("for", "sealed")}
        if position is not None:
            game.header["position"] = position
        if self.key is not None:
            game.secret = self.key
        return game

    def step(self, line: int, row: dict[str, Any]) -> None:
        """Read one more line. Raises RecordError."""
        try:
            with self.carried.played():
                self._step(line, row)
        except Unplayable as error:
            raise rec.RecordError(line, str(error)) from None

    def _step(self, line: int, row: dict[str, Any]) -> None:
        found = rec.row_of(line, row)
        if self.over:
            raise rec.RecordError(line, "comes after the closing line")
        if self.sealed:
            return
        if isinstance(found, rec.Closing):
            self._close(line, found)
            if self.strict:
                self._same(line, row, self._closing(found))
            return
        entry = self._entry(line, found)
        if self.strict:
            self._same(line, row, self._written(entry, found))
        if not found.digest:
            self.alike = False
            return
        g = self.game.state
        if self.seat is None:
            entry.digest = found.digest
            same = g.digest() == found.digest
        else:
            same = view_digest(self.game, g, self.seat) == found.digest
        if not same:
            raise rec.RecordError(line, "leads to another state than its digest says")

    def _entry(self, line: int, found: rec.Entry) -> Entry:
        if isinstance(found, rec.Undo):
            return self._undo(line, found)
        if isinstance(found, rec.Values):
            return self._values(line, found)
        if isinstance(found, rec.Overrule):
            return self._overrule(line, found)
        return self._resign(line, found) if isinstance(found, rec.Resignation) else self._answer(line, found)

    def _resign(self, line: int, row: rec.Resignation) -> Entry:
        game = self.game
        if game.state.ask is None:
            raise rec.RecordError(line, "gives up a battle that is over")
        if row.seat not in game.rulebook.seats:
            raise rec.RecordError(line, f"is of {row.seat!r}, who is no seat of this battle")
        game.commit_resignation(row.seat, game.state.clone(), agreed=row.consent)
        return game.entries[-1]

    def _values(self, line: int, row: rec.Values) -> Entry:
        """From here on another edition holds; its state must be the same."""
        game = self.game
        try:
            battle = self.shelf.battle(game.battle.id, row.edition)
        except (ValueError, LookupError) as error:
            raise rec.RecordError(line, f"goes on by another edition, and {error}") from None
        if battle.hash != row.edition:
            raise rec.RecordError(line, f"goes on by the edition {row.edition} of {battle.pack}, which {NOWHERE}")
        if row.seat not in game.rulebook.seats or game.state.ask is None:
            raise rec.RecordError(line, "changes the values of a battle that is over, or is of no seat of it")
        try:
            game.change_values(battle, row.seat, consent=row.consent)
        except IllegalAction as error:
            raise rec.RecordError(line, f"goes on by other values: {error.reason}") from None
        return game.entries[-1]

    def _overrule(self, line: int, row: rec.Overrule) -> Entry:
        """A unit is set so; the state after it follows."""
        game = self.game
        try:
            game.overrule(row.overrule, row.seat, consent=row.consent)
        except IllegalAction as error:
            raise rec.RecordError(line, f"sets a unit: {error.reason}") from None
        return game.entries[-1]

    def _written(self, entry: Entry, found: rec.Entry) -> dict[str, Any]:
        """An entry as the program writes it; one that has no digest is not."""
        row = entry_line(entry, found.digest or "missing")
        if isinstance(found, rec.Answer) and found.do is None:
            row |= {"do": None, "sealed": found.sealed}
        return row

    def _closing(self, found: rec.Closing) -> dict[str, Any]:
        """The closing line as the program writes it."""
        row = closing(self.game)
        if found.seed is not None and self.key is not None:
            row["seed"] = self.key.hex()
        if self.seat is not None:
            sealed = [str(e.n) for e in self.game.entries if str(e.n) in self.open and e.n in self.hidden]
            row |= {"open": {n: self.open[n] for n in sealed}}
            if found.seed is None:
                row["secret"] = found.secret
            if found.position is not None:
                row["position"] = found.position
        return row

    def _same(self, line: int, row: dict[str, Any], written: dict[str, Any]) -> None:
        if rec.body(row) != rec.body(written):
            keys = [k for k in (*row, *written) if k not in row or k not in written or row[k] != written[k]]
            what = f"key {keys[0]!r} is not" if keys else "its keys are not"
            raise rec.RecordError(line, f"is not what the program writes here: {what}")

    def _close(self, line: int, row: rec.Closing) -> None:
        self.over = True
        out = self.game.outcome
        ended = None if out is None else rec.Over(out.winner, out.level, out.points)
        if self.game.state.ask is not None:
            raise rec.RecordError(line, "says that the battle is over, and it is not")
        if row.over != ended:
            raise rec.RecordError(line, "tells another end than the battle had")

    def _undo(self, line: int, row: rec.Undo) -> Entry:
        entries = live(self.game.entries)
        last = entries[-1].n if entries else 0
        if row.undo >= last or (row.undo and all(e.n != row.undo for e in entries)):
            raise rec.RecordError(line, f"goes back to entry {row.undo}, which does not stand before it")
        if row.seat not in self.game.rulebook.seats:
            raise rec.RecordError(line, f"is of {row.seat!r}, who is no seat of this battle")
        if not row.consent and bar(entries, row.seat, row.undo) is not None:
            raise rec.RecordError(line, "takes back what may not be taken back")
        self.game.undo(row.seat, to=row.undo, consent=row.consent)
        return self.game.entries[-1]

    def _answer(self, line: int, row: rec.Answer) -> Entry:
        game = self.game
        ask = next((a for a in asks(game.state) if a.seat == row.seat), None)
        if ask is None or game.state.number != row.decision:
            raise rec.RecordError(line, f"answers decision {row.decision}, which is not waited for")
        text = row.do if row.do is not None else self._opened(line, row)
        if row.do is None:
            self.hidden.add(row.n)
        action = Decision(game.state, ask).exactly(text)
        if action is None:
            raise rec.RecordError(line, f"{text!r} is not offered at decision {row.decision}")
        if ask.seat == CHANCE:
            self._roll(line, ask, action.value)
        game.commit_entry(ask, action.text, action.value)
        if not self.strict or self.header.seats.get(row.seat, rec.HUMAN) != rec.HUMAN:
            # a person's answer has neither: what claims one is not what is written here
            game.entries[-1].note, game.entries[-1].planned = row.note, row.planned
        return game.entries[-1]

    def _opened(self, line: int, row: rec.Answer) -> str:
        """The answer that a sealed entry stands for."""
        text = self.open.get(str(row.n))
        if text is None:
            raise rec.RecordError(line, "is sealed and was not opened")
        if rec.sealed_text(rec.nonce(self._secret(line), row.n), text) != row.sealed:
            raise rec.RecordError(line, "was opened to another answer than the one committed to")
        return text

    def _roll(self, line: int, ask: Ask, value: Any) -> None:
        self.kinds.append(ask.kind)
        if self.key is None or not self.by_key(ask.kind):
            return
        if Seeded(self.key, self.drawn).answer(self.game.state, ask) != value:
            raise rec.RecordError(line, "is not what the seed gives")
        self.drawn += 1

    def by_key(self, kind: str) -> bool:
        """Whether the key answers questions of a kind that chance is asked; people type dice, and lists hold all."""
        dice = self.game.header["dice"]["kind"]
        return dice != "listed" and not (dice == "real" and kind in DICE_KINDS)

    def checked(self) -> tuple[str, ...]:
        """What could be checked, by name."""
        if self.sealed:
            return ("chain",)
        found = ["chain", "entries", "digests" if self.seat is None else "view digests"]
        if self.seat is not None:
            found.append("commitments")
        if self.key is not None:
            found.append("rolls")
        return tuple(found)

    def playable(self, settle: bool = True) -> G:
        """The game, with dice that go on where they stood; at once where they are asked, unless told not to."""
        game = self.game
        kind = game.header["dice"]["kind"]
        game.chance = None
        if self.key is not None and kind != "listed":
            game.chance = Seeded(self.key, self.drawn, typed=kind in ("real", "pressed"))
            if settle:
                game.settle()
        return game


def carried_with(text: str | bytes, load: Load | Shelf | None = None) -> Carried:
    """Who reads the battle of a record: this machine, and where it cannot, what travels with the record."""
    return Carried(shelf_of(load or Known.loader()), rec.parts_of(text)[1])


def fold(
    make: type[G],
    text: str | bytes,
    load: Load | Shelf | None = None,
    *,
    upto_bad: bool = False,
    key: bytes | None = None,
    settle: bool = True,
) -> G:
    """See `Game.from_record`."""
    rows, bad = rec.read(text)
    if not rows or (bad is not None and not upto_bad):
        assert bad is not None
        raise bad
    folder = Folder(make, rows, carried_with(text, load), key)
    if folder.sealed:
        raise rec.RecordError(1, f"is the record of one seat ({folder.seat}), sealed: it cannot be played on")
    for line, row in enumerate(rows[1:], 2):
        try:
            folder.step(line, row)
        except rec.RecordError as error:
            if upto_bad:
                break
            if folder.misfit:
                raise rec.RecordError(error.line, f"{error.reason} ({folder.misfit})") from None
            raise
    if folder.misfit and not folder.alike and not upto_bad:
        raise rec.RecordError(1, folder.misfit)
    return folder.playable(settle)


def verify(text: str | bytes, load: Load | Shelf | None = None, key: bytes | None = None) -> rec.Verdict:
    """Check a record: name the first bad line, and tell one by one what it proves.

    `proved` names of chain, legality, dice and ended those that the record proves, `unproved` the others, each with
    the reason. What it claims and cannot prove is an error: an end without the seed, a commitment beside dice that were
    listed by hand, a seed of practice games in a game that says it is none. What it cannot prove yet is none.
    Of the record of one seat only the chain is checked; once its closing line opens what was sealed, the rest as well.
    """
    rows, bad = rec.read(text)
    found = rec.Verdict(False, 0, 0)
    folder: Folder[Answering] | None = None
    held = 0
    try:
        if bad is None:
            held = 1
            proof.check_words(text)
        elif not rows:
            raise bad
        travelled = carried_with(text, load)
        folder = Folder(Answering, rows, travelled, key, strict=True)
        for line, row in enumerate(rows[1:], 2):
            folder.step(line, row)
            found.entries += "over" not in row
        if bad is not None:
            raise bad
        if folder.misfit and not folder.alike:
            raise rec.RecordError(1, folder.misfit)
        held = 2
        _claims(folder, len(rows))
    except rec.RecordError as error:
        misfit = folder.misfit if folder and error.line > 1 else ""
        found.bad = {"line": error.line, "reason": f"{error.reason} ({misfit})" if misfit else error.reason}
        found.unproved = dict.fromkeys(proof.CLAIMS[held:], f"the check stopped at line {error.line}")
    else:
        assert folder is not None
        found.ok, found.over, found.checked = True, folder.over, folder.checked()
        agreed = rec.agreed(rows)
        found.unproved = proof.doubts(folder.header, folder.key, folder.kinds, folder.over, folder.sealed, agreed)
        found.unproved |= travelled.doubt()
    found.rolls = len(folder.kinds) if folder else 0
    found.proved = tuple(claim for claim in proof.CLAIMS if claim not in found.unproved)
    return found


def _claims(folder: Folder[Answering], lines: int) -> None:
    """The claims that header and closing line make. Raises RecordError."""
    closed = folder.closing if isinstance(folder.closing, rec.Closing) else None
    proof.check_claims(folder.header, closed, lines, folder.key)
    if closed is None and not folder.sealed and folder.game.state.ask is None:
        words = "is the last, and the battle is over: its closing line is cut off, so nothing proves the dice"
        raise rec.RecordError(lines, words)
