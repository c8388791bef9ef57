"""What the adjutant answers in a position."""

from vedette import staff
from vedette.engine import Game


def choice(game: Game) -> str:
    """What the adjutant answers for the seat that is asked."""
    assert game.decision is not None
    return staff.seat("adjutant", seed=1).choose(staff.desk(game, game.decision.seat))


def all_through(game: Game, *kinds: str) -> list[str]:
    """His answers for as long as decisions of these kinds are asked."""
    given = []
    while game.decision is not None and game.decision.kind in kinds:
        given.append(choice(game))
        game.play(given[-1])
    return given
