"""Two import-linter contracts of our own (.importlinter): both hold for packages that are not there yet."""

import sys
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


class Direct(Contract):
    """A contract about single imports: a subclass says which of them are wrong."""

    def wrong(self, graph: ImportGraph) -> list[tuple[str, str]]:
        raise TypeError(f"{type(self).__name__} does not say what is wrong")

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = sorted(self.wrong(graph))
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} imports {imported}")


class OnlyFrom(Direct):
    """The packages import nothing from outside but the standard library and what is allowed."""

    packages: Any = fields.SetField(subfield=fields.StringField())
    allowed: Any = fields.SetField(subfield=fields.StringField())

    def wrong(self, graph: ImportGraph) -> list[tuple[str, str]]:
        root = self.session_options["root_packages"][0]
        good = {root, *self.allowed, *sys.stdlib_module_names}
        inside = [m for m in graph.modules if any(within(m, f"{root}.{p}") for p in self.packages)]
        return [
            (importer, imported)
            for importer in inside
            for imported in graph.find_modules_directly_imported_by(importer)
            if imported.split(".")[0] not in good
        ]


class Reserved(Direct):
    """Nothing outside the package imports it."""

    package: Any = fields.StringField()

    def wrong(self, graph: ImportGraph) -> list[tuple[str, str]]:
        package = f"{self.session_options['root_packages'][0]}.{self.package}"
        return [
            (importer, imported)
            for imported in graph.modules
            if within(imported, package)
            for importer in graph.find_modules_that_directly_import(imported)
            if not within(importer, package)
        ]
