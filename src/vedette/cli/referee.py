"""`vedette try POSITION.toml`: the referee. Plays a position's actions and tells what happened and who decides next."""

from __future__ import annotations

from typing import Any

import click

from vedette.cli.common import clipped, end_words, json_option, outcome_json, print_json, table
from vedette.cli.position import Walk, read_position
from vedette.cli.show import unit_line
from vedette.engine import Decision
from vedette.engine.decision import plain
from vedette.engine.looking import ENDINGS


def document(walk: Walk) -> dict[str, Any]:
    """The JSON of `vedette try`."""
    game = walk.game
    book = game.rulebook
    decisions = [plain(d) for d in game.decisions]
    found: dict[str, Any] = {
        "events": walk.events,
        "units": book.units(game.state),
        "decision": decisions[0] if decisions else None,
        "decisions": decisions,
        "outcome": outcome_json(game.outcome),
        "left": walk.left,
        "halts": walk.game.halts,
        "gave_up": walk.game.gave_up,
    }
    if walk.refused is not None:
        refused = {"action": walk.refused.action, "reason": walk.refused.reason, "cite": walk.refused.cite}
        return {"refused": refused, **found}
    return found


def event_line(event: dict[str, Any]) -> str:
    """An event as a line of a log."""
    return f"{event['text']}  ({event['cite']})" if event["cite"] else str(event["text"])


def given_up(words: str) -> str:
    """What a `done` has ended; of one that announces or decides something, what that is."""
    if words.startswith("end "):
        return f"Ended: {words.removeprefix('end ')}"
    return f"Done: {words.removeprefix('Done: ')}"


def tell(walk: Walk) -> None:
    """The same in words."""
    game = walk.game
    for event in walk.events:
        click.echo(event_line(event))
    click.echo("")
    click.echo(table(unit_line(u) for u in game.rulebook.units(game.state)))
    for words in walk.game.gave_up:
        click.echo(f"\n{given_up(words)}")
    for halt in walk.game.halts:
        click.echo(f"\n{halt}")
    if walk.left:
        click.echo(f"\nNot carried out, since something came between: {'; '.join(walk.left)}")
    for decision in game.decisions:
        tell_decision(decision, game.ending(decision.seat))
    outcome = game.outcome
    if outcome is not None:
        click.echo(f"\n{end_words(outcome)}")


def tell_decision(decision: Decision, ends: str = "") -> None:
    """A decision with its answers.

    Args:
        ends: what the one among them that ends something ends and leaves.
    """
    click.echo(f"\n{' › '.join(decision.stack)}")
    click.echo(f"{decision.seat}: {decision.prompt} (decision {decision.number}, {decision.cite})")
    for action in decision.actions:
        told = f"  ({ends.removeprefix('Done: ')})" if ends and action.text in ENDINGS else ""
        click.echo(f"  {action.text}{told}")


@click.command("try")
@click.argument("file", metavar="POSITION.toml")
@json_option
def try_command(file: str, as_json: bool) -> int:
    """The referee: play a position's actions, show what happens and what is asked next."""
    position = read_position(file)
    walk = position.walk()
    if walk.refused is None:
        position.check_used(walk.game)
    if as_json:
        print_json(document(walk))
    else:
        tell(walk)
        if walk.refused is not None:
            cite = f" ({walk.refused.cite})" if walk.refused.cite else ""
            click.echo(clipped(f"\nRefused: {walk.refused.action}: {walk.refused.reason}{cite}"))
    return 0 if walk.refused is None else 1
