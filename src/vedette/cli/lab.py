"""`vedette lab`: a designer's questions, answered by many games."""

from __future__ import annotations

import importlib

import click

COMMANDS = {
    "balance": "vedette.cli.lab_balance:balance",
    "sensitivity": "vedette.cli.lab_sensitivity:sensitivity",
    "export": "vedette.cli.lab_export:export_command",
}


class Lab(click.Group):
    """The group; each command is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the manual."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command by name."""
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        found = getattr(importlib.import_module(module), attribute)
        assert isinstance(found, click.Command)
        return found


@click.group(cls=Lab)
def lab() -> None:
    """A designer's questions, how a battle is balanced and what a change does to it; and records as tables."""
