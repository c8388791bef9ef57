"""Our own import contracts notice what they are for."""

from typing import Any

from grimp import ImportGraph
from importlinter import Contract

from tools.contracts import OneWay, OnlyFrom, Reserved

SESSION = {"root_packages": ["vedette"], "contract_types": []}


def graph_of(*imports: tuple[str, str]) -> ImportGraph:
    graph = ImportGraph()
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    return graph


def broken(kind: type[Contract], options: dict[str, Any], graph: ImportGraph) -> list[tuple[str, str]]:
    contract = kind(name="test", session_options=SESSION, contract_options=options)
    check = contract.check(graph, verbose=False)
    assert check.kept is not bool(check.metadata["broken"])
    return list(check.metadata["broken"])


def test_a_core_package_may_import_nothing_else() -> None:
    options = {"packages": ["engine", "hexes"], "allowed": ["msgspec"]}
    graph = graph_of(
        ("vedette.engine.state", "json"),
        ("vedette.engine.state", "msgspec"),
        ("vedette.engine.state", "vedette.hexes"),
        ("vedette.engine.odds", "numpy"),
        ("vedette.table.server", "starlette"),
    )
    assert broken(OnlyFrom, options, graph) == [("vedette.engine.odds", "numpy")]


def test_nothing_outside_the_rules_imports_them() -> None:
    graph = graph_of(
        ("vedette.rules.blind_swords.chapters.fire", "vedette.rules.blind_swords.cases"),
        ("vedette.table.server", "vedette.rules.blind_swords"),
    )
    assert broken(Reserved, {"package": "rules"}, graph) == [("vedette.table.server", "vedette.rules.blind_swords")]


def test_no_module_leads_back_to_itself() -> None:
    graph = graph_of(
        ("vedette.table.room", "vedette.engine.game"),
        ("vedette.engine.game", "vedette.engine.archive"),
        ("vedette.engine.archive", "vedette.engine.proof"),
        ("vedette.engine.archive", "vedette.engine.game"),
        ("vedette.engine.proof", "json"),
    )
    ring = [("vedette.engine.archive", "vedette.engine.game"), ("vedette.engine.game", "vedette.engine.archive")]
    assert broken(OneWay, {}, graph) == ring
