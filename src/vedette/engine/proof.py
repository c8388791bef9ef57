"""What a record proves, claim by claim: its chain, that every answer was allowed, its dice, its end.

`archive.verify` tests a record as a whole by folding it. The checks here then hold it against its claims: a claim that
the record ought to prove and cannot is an error with its line; what it does not claim, or cannot prove yet, is named
with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vedette.engine import record as rec
from vedette.engine.chance import DICE_KINDS, is_practice, small_seed
from vedette.engine.words import counted

CLAIMS = ("chain", "legality", "dice", "ended")
"""The claims that a check reports, in this order."""
BY_HAND = "listed"
KEYS = {
    "vedette", "rules", "battle", "pack", "pack_hash", "options", "seats", "dice", "practice", "seed", "position",
    "for", "sealed", "owned", "house", "printing",
}  # fmt: skip
"""What a header may hold."""


def check_words(text: bytes | str) -> None:
    """Every line is written as records are written: no key twice, none unknown, nothing between. Raises RecordError."""
    for i, line in enumerate(rec.lines_of(text), 1):
        entry = rec.parsed(line)
        entry.pop("chain")
        if rec.body(entry) != line[: -rec.TAIL] + b"}":
            raise rec.RecordError(i, "is not written as records are written: keys twice, or other spaces or signs")


def check_header(row: dict[str, Any], header: rec.Header, made: dict[str, Any], seats: Sequence[str]) -> None:
    """The header holds what the program writes for this battle, and nothing else. Raises RecordError.

    Args:
        made: the header of a game that begins as the record says.
        seats: those of the battle.
    """
    named = [key for key in row if key not in KEYS] + [f"dice.{k}" for k in row["dice"] if k not in rec.DICE_KEYS]
    named += [f"rules.{k}" for k in row["rules"] if k not in rec.RULES_KEYS]
    if named:
        raise rec.RecordError(1, f"holds a key {named[0]!r} that no record has")
    if header.for_ is None and "sealed" in row:
        raise rec.RecordError(1, "seals its position, which only the record of one seat does")
    for seat in (*header.seats, *filter(None, [header.for_])):
        if seat not in seats:
            raise rec.RecordError(1, f"names a seat {seat!r}, which is none of this battle")
    owned = row.get("owned", {})
    if not isinstance(owned, dict) or not all(isinstance(n, int) and 0 <= n < 10**6 for n in owned.values()):
        raise rec.RecordError(1, "counts what its owner laid over the pack in no way that can be")
    for key in ("pack", "options", "house", "printing"):
        if row.get(key) != made.get(key):
            said, right = row.get(key), made.get(key)
            raise rec.RecordError(1, f"says {key} {said!r}; a game of this battle begins with {right!r}")


def check_claims(header: rec.Header, closing: rec.Closing | None, last: int, key: bytes | None) -> None:
    """Header and closing line agree about the dice. Raises RecordError.

    Args:
        last: the number of the last line.
        key: the secret of the dice, where it is open.
    """
    opened = closing is not None and closing.seed is not None
    if header.dice.kind == BY_HAND:
        claims = {"a commitment": header.dice.commitment is not None, "a seed": header.seed is not None}
        if words := " and ".join(name for name, there in claims.items() if there):
            raise rec.RecordError(
                1, f"says that its dice were listed by hand, and holds {words}, which proves none of them"
            )
        if opened:
            raise rec.RecordError(last, "opens a seed, and the dice were listed by hand: it proves none of them")
        return
    if header.dice.commitment is None:
        raise rec.RecordError(1, "holds no commitment to the seed of its dice")
    if closing is not None and not opened:
        raise rec.RecordError(last, "ends without the seed that its header commits to: no roll can be proved")
    if not header.practice and header.seed is not None:
        raise rec.RecordError(
            1, "says that it is no practice game, and names its seed, which only a practice game does"
        )
    if key is not None:
        _check_practice(header, key)


def _check_practice(header: rec.Header, key: bytes) -> None:
    """A seed known from practice games appears only in the record of one. Raises RecordError."""
    small = small_seed(key) if header.seed is None else None
    if not header.practice and (small is not None or is_practice(key)):
        raise rec.RecordError(1, "says that it is no practice game, and its seed is that of one")
    if small is not None and header.for_ is None:
        raise rec.RecordError(1, f"leaves out its seed, {small}")


def doubts(
    header: rec.Header, key: bytes | None, kinds: Sequence[str], over: bool, sealed: bool, agreed: rec.Agreed
) -> dict[str, str]:
    """What a faultless record does not prove, and why.

    Args:
        key: the secret of the dice, where it is open.
        kinds: the kind of each question that chance answered.
        over: whether it has a closing line that fits.
        sealed: whether it is the record of one seat, in which nothing is opened yet.
        agreed: how often something was done that needs the consent of the other seat.
    """
    found: dict[str, str] = {}
    if sealed:
        found["legality"] = "what the other seat did is sealed until the battle is over"
    if (words := _dice(header, key, kinds, sealed)) != "":
        found["dice"] = words
    if not over:
        found["ended"] = "there is no closing line: the battle goes on, or the record was cut off here"
    if not header.practice:  # in a practice game nobody is asked
        told = []
        if agreed.undos:
            told.append(
                f"{_times(agreed.undos)} something was taken back past a roll, a reveal or the other side's answer"
            )
        if agreed.changes:
            told.append(f"{_times(agreed.changes)} the game went on by other values")
        if agreed.overrules:
            told.append(f"{_times(agreed.overrules)} a unit was set by agreement")
        if told:
            found["consent"] = f"{', and '.join(told)}: that it agreed is what the record says"
    if header.practice and key is not None and header.seed is None and not is_practice(key) and header.for_ is None:
        found["practice"] = "the seed is not one of practice games, as those of older programs are not"
    return found


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _dice(header: rec.Header, key: bytes | None, kinds: Sequence[str], sealed: bool) -> str:
    """Why the dice are not proved; empty where they are."""
    if header.dice.kind == BY_HAND:
        rolls = counted(len(kinds), "roll or draw", "rolls and draws")
        return f"they were listed by hand, as the header says: no seed gives the {rolls}"
    if key is None or sealed:
        return "the seed is secret until the battle is over"
    typed = sum(kind in DICE_KINDS for kind in kinds)
    if header.dice.kind == "real" and typed:
        rolls = counted(typed, "roll was", "rolls were")
        return f"{rolls} typed by the players; the other {len(kinds) - typed} are those of the seed"
    return ""
