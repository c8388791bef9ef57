"""Import-linter contracts of our own (.importlinter); those about packages hold for such as are not there yet."""

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


class OneWay(Direct):
    """No module imports another that imports it, be it by way of others; imports for type checking count as well."""

    def wrong(self, graph: ImportGraph) -> list[tuple[str, str]]:
        root = self.session_options["root_packages"][0]
        imports = {
            m: {to for to in graph.find_modules_directly_imported_by(m) if within(to, root)}
            for m in graph.modules
            if within(m, root)
        }
        return [
            (importer, imported)
            for circle in circles(imports)
            for importer in circle
            for imported in imports[importer] & circle
        ]


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules in which each leads to every other."""
    rest = dict(imports)
    while leaves := [m for m, to in rest.items() if rest.keys().isdisjoint(to)]:
        for leaf in leaves:
            del rest[leaf]
    reached = {m: _reached(m, rest) for m in rest}
    found = {frozenset(n for n in reached[m] if m in reached[n]) for m in rest}
    return [set(circle) for circle in found if circle]


def _reached(module: str, imports: dict[str, set[str]]) -> set[str]:
    """The modules to which imports lead from one."""
    found: set[str] = set()
    front = [module]
    while front:
        for to in imports[front.pop()] & imports.keys() - found:
            found.add(to)
            front.append(to)
    return found
