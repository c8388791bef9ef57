"""Counts how often two people without a server would have to send each other a file in a whole game.

    python tools/exchanges.py [--battle ID] [--games N] [--by NAME]

Who rolls needs the other's number after his act is fixed. The files are taken to be as clever as they could be: a file
carries all answers up to the first that chance follows; the other's program adds its number unasked, resolves every
roll and draw up to the next question of a person, and its owner answers on where that question is his. So a file is
sent when chance follows an answer, and when the next question is for the one who does not have the game in hand.
`orders` leaves out what default standing orders answer, as if each program knew those of both; `every` puts every
question. Chits that nobody may see yet would need more files, which are not counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import vedette
from vedette import staff
from vedette.engine import Game
from vedette.engine.chance import Seeded
from vedette.engine.run import asks
from vedette.lab.tally import Tally, median


class Files:
    """Two people who send each other the game; counts how often."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = seats
        self.sent = 0
        self.rolled = 0
        """Files that were sent since chance followed an answer."""
        self._has = ""
        """Who has the game in hand; "" before anybody was asked."""

    def answered(self, seat: str, *, chance: bool) -> None:
        """A seat has answered, and chance followed or did not."""
        if self._has not in ("", seat):
            self.sent += 1
        self._has = seat
        if chance:
            self.sent += 1
            self.rolled += 1
            self._has = next(other for other in self.seats if other != seat)


def counted(battle: str, seed: int, by: str) -> tuple[Files, Files]:
    """A game of a commander against himself: the files with default standing orders, and with every question put."""
    whole = vedette.battle(battle)
    game = Game.new(whole, seed=seed, keep=False)
    tally = Tally(whole, game.rulebook)
    orders, every = Files(game.rulebook.seats), Files(game.rulebook.seats)
    commanders = {seat: staff.seat(by, whole, seed) for seat in game.rulebook.seats}
    dice = game.chance
    assert isinstance(dice, Seeded)
    while open_asks := asks(game.state):
        ask = open_asks[0]
        value = ask.options[staff.pick(game, commanders[ask.seat], ask)]
        before = tally.questions.total()
        tally.note(game.state, ask, value)
        put = tally.questions.total() > before
        thrown = dice.counter
        game.answer(ask.seat, value)
        chance = dice.counter > thrown
        every.answered(ask.seat, chance=chance)
        if put:
            orders.answered(ask.seat, chance=chance)
    return orders, every


def line(name: str, files: Sequence[Files]) -> str:
    """What was counted, in a line."""
    sent = [one.sent for one in files]
    rolled = sum(one.rolled for one in files) / len(files)
    return (
        f"{name}: median {median(sent):g}, {min(sent)} to {max(sent)}; {rolled:.0f} of them since something is rolled"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battle", default="kernstown/the-stone-wall")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--by", default="adjutant", choices=staff.SEATS)
    args = parser.parse_args()
    found = [counted(args.battle, seed, args.by) for seed in range(1, args.games + 1)]
    print(f"files a game of {args.battle}, {args.games} games of {args.by}")
    print(line("orders", [orders for orders, _ in found]))
    print(line("every", [every for _, every in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
