"""The program `vedette`: finds the command, runs it, and turns whatever goes wrong into one line and an exit status."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence

import click

from vedette.cli.common import BAD_INPUT, clipped, one_line

COMMANDS = {
    "play": "vedette.cli.play:play",
    "serve": "vedette.cli.serve:serve",
    "work": "vedette.cli.work:work",
    "battles": "vedette.cli.battles:battles",
    "show": "vedette.cli.show:show",
    "map": "vedette.cli.map:map_command",
    "los": "vedette.cli.los:los",
    "odds": "vedette.cli.odds:odds",
    "try": "vedette.cli.referee:try_command",
    "record": "vedette.cli.record:record",
    "sim": "vedette.cli.sim:sim",
    "match": "vedette.cli.match:match_command",
    "lab": "vedette.cli.lab:lab",
    "rules": "vedette.cli.rules:rules",
    "pack": "vedette.cli.pack:pack",
    "backup": "vedette.cli.database:backup",
    "move-database": "vedette.cli.database:move_database",
    "check-games": "vedette.cli.database:check_games",
    "forget-games": "vedette.cli.forget:forget_games",
    "relay": "vedette.cli.relay:relay",
    "reports": "vedette.cli.reports:reports",
    "recovery-link": "vedette.cli.recovery:recovery_link",
}


class Program(click.Group):
    """The group of all commands; each is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command that is there, in the order of the manual."""
        return [name for name in COMMANDS if self.get_command(ctx, name) is not None]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command by name; None where there is none, or where its module is not installed."""
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name].partition(":")
        try:
            found = getattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        assert isinstance(found, click.Command)
        return found


@click.group(cls=Program, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="vedette", message="vedette %(version)s")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Hex-and-counter battles of the American Civil War, with the rulebook enforced."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status: 0 done, 1 what was asked about does not hold, 2 bad input."""
    try:
        status = program.main(list(arguments), prog_name="vedette", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _refuse(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # The reader of our output went away (`vedette show ... | head`): nothing is wrong, nothing more to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        mend = "; give it a shorter one" if error.errno == errno.ENAMETOOLONG else ""
        return _refuse(f"{error.filename or 'file'}: {error.strerror or error}{mend}")
    except BAD_INPUT as error:
        return _refuse(str(error))
    except Exception as error:
        if os.environ.get("VEDETTE_DEBUG"):
            raise
        return _refuse(
            f"a fault of the program, {type(error).__name__}: {error}; VEDETTE_DEBUG=1 shows where, please report it"
        )
    return status if isinstance(status, int) else 0


def _refuse(message: str) -> int:
    click.echo(f"vedette: {clipped(one_line(message))}", err=True)
    return 2


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))
