"""`vedette rules show|search|coverage`: the numbered cases, who carries them out, who tests them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click
import msgspec

from vedette.cli.common import Bad, json_option, print_json, table
from vedette.cli.coverage_reader import Marks, marked_tests
from vedette.packs import rulebook
from vedette.packs.cases import BOOKS, Case, beginning, beside, cases_of, searched, stands_for

PREFIXES = tuple(BOOKS)
PLAYED = ("engine", "victory", "setup", "optional")
"""The kinds of cases that a game shows; the others say what things are, or give advice."""


def coverage() -> dict[str, dict[str, Any]]:
    """The JSON of `vedette rules coverage`, from the `tests` of the current folder."""
    folder = Path("tests")
    if not folder.is_dir():
        raise Bad(f"{folder.absolute()}: there is no such folder; go to the folder of a checkout that has tests")
    marks = _marks(folder)
    found = {}
    for prefix in PREFIXES:
        cases = cases_of(prefix)
        found[prefix] = {
            "cases": len(cases),
            "covered": {id: marks[id] for id in cases if id in marks},
            "missing": [id for id in cases if id not in marks],
        }
    return found


def _marks(folder: Path) -> Marks:
    """Case -> the tests marked with it; a test that Python cannot read is named."""
    try:
        return marked_tests(folder)
    except SyntaxError as error:
        raise Bad(f"{error.filename}, line {error.lineno}: {error.msg}; mend the test first") from None


def played(prefix: str) -> list[str]:
    """The cases of a book that games have to show."""
    return [id for id, case in cases_of(prefix).items() if case.kind in PLAYED]


@click.group()
def rules() -> None:
    """The numbered cases of the rulebooks."""


@rules.command("coverage")
@click.option(
    "--missing", "list_missing", is_flag=True, help="List the cases without a test, of books that can be played."
)
@json_option
def coverage_command(list_missing: bool, as_json: bool) -> None:
    """Which cases have a test, read from `tests` in the current folder."""
    found = coverage()
    if as_json:
        print_json(found)
        return
    rows: list[tuple[object, ...]] = [("book", "cases", "with a test", "played", "with a test")]
    for prefix, row in found.items():
        rows.append((prefix, row["cases"], len(row["covered"]), *_counted(played(prefix), row["covered"])))
    click.echo(table(rows))
    click.echo(f"\nplayed: {', '.join(PLAYED)}")
    if list_missing:
        books = playable()
        every = {id: case for prefix in books for id, case in cases_of(prefix).items()}
        missing = [id for prefix in books for id in played(prefix) if id not in found[prefix]["covered"]]
        click.echo(table((id, every[id].title) for id in missing))


def _counted(ids: list[str], covered: Iterable[str]) -> tuple[int, str]:
    names = set(covered)
    have = sum(id in names for id in ids)
    return len(ids), f"{have} ({have / len(ids):.0%})" if ids else "0"


def playable() -> list[str]:
    """The books that can be played: those of which an installed rulebook carries cases out."""
    begun = {id.split("-")[0] for id in carriers()}
    return [prefix for prefix in PREFIXES if prefix in begun]


def carriers() -> dict[str, list[str]]:
    """Which functions carry out each case, over all rulebooks that are installed."""
    found: dict[str, list[str]] = {}
    for name in sorted({point.name for point in entry_points(group="vedette.rulebooks")}):
        for id, functions in rulebook(name).carriers().items():
            found.setdefault(id, []).extend(functions)
    return found


def document(id: str) -> dict[str, Any]:
    """The JSON of `vedette rules show`."""
    every = {case.id: case for prefix in PREFIXES for case in cases_of(prefix).values()}
    by_lower = {name.lower(): name for name in every}
    case = every.get(by_lower.get(id.strip().lower(), ""))
    if case is None:
        near = difflib.get_close_matches(id.strip(), every, 3, 0.6)
        raise Bad(
            f"{id}: there is no such case" + (f"; did you mean {', '.join(near)}" if near else "; see rules/cases")
        )
    tests = _marks(Path("tests")) if Path("tests").is_dir() else {}
    known = carriers()
    return {
        **msgspec.to_builtins(case),
        "functions": sorted({name for same in (case.id, *stands_for(case.id)) for name in known.get(same, [])}),
        "tests": tests.get(case.id, []),
        "later": False,
        "beside": [msgspec.to_builtins(other) for other in beside(case.id)],
    }


@rules.command("show")
@click.argument("id", metavar="ID")
@json_option
def show_command(id: str, as_json: bool) -> None:
    """One case: what it says, which functions carry it out, which tests would notice; of a number all under it."""
    under = beginning(id)
    if len(under) > 1 and id.strip().lower() not in (case.id.lower() for case in under):
        listed(under, as_json)
        return
    found = document(under[0].id if len(under) == 1 else id)
    if as_json:
        print_json(found)
        return
    where = f", scenario {found['scenario']}" if found["scenario"] else ""
    click.echo(f"{found['id']}  {found['title']}  ({found['kind']}{where})\n{found['requirement']}")
    for name in ("functions", "tests"):
        if found[name]:
            click.echo(f"\n{name}:")
            click.echo("\n".join(f"  {line}" for line in found[name]))
    if found["beside"]:
        click.echo("\nin the other books:")
    for other in found["beside"]:
        how = f"{other['relation']}: {other['note']}" if other["note"] else other["relation"]
        click.echo(f"  {other['id']}  {other['title']} ({how})\n    {other['requirement']}")


@rules.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--book", type=click.Choice(PREFIXES), help="Only in one book.")
@json_option
def search_command(words: tuple[str, ...], book: str | None, as_json: bool) -> None:
    """The cases that have every word in them or over them; little words of a question do not count."""
    said = " ".join(words)
    found = searched(said, (book,) if book else PREFIXES)
    if not found and not as_json:
        raise Bad(f"{said}: no case has all of these words in it")
    listed(found, as_json)


def listed(cases: list[Case], as_json: bool) -> None:
    """Cases one after the other, each with what it says."""
    if as_json:
        print_json([msgspec.to_builtins(case) for case in cases])
        return
    click.echo("\n".join(f"{case.id}  {case.title}\n  {case.requirement}" for case in cases))
