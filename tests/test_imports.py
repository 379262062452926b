"""The house: imports run downward only, the core needs little, and what is exported is exactly what is named."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

import lazytree

HOUSE = Path(lazytree.__file__).parent

PACKAGES = (
    *("core", "trees", "swarm", "games", "searching", "solving", "cgt"),
    *("compiler", "machine", "questions", "tables", "playing", "adapters", "naming", "show", "session"),
    *("hosts.pages", "hosts.widgets", "widgets", "hosts.playground", "hosts.terminal", "hosts.web"),
    *("arena", "cli", "__main__"),
)
"""From the ground up: a package imports only from packages named before it."""

START = "`import lazytree` does not wait for simulations"
LATE = {
    ("core.showing", "show.everything"): "what shows itself asks for a picture only where one is wanted",
    ("compiler.driver", "compiler.passes"): "they are not waited for where the cache has the answer",
    ("compiler.passes", "compiler.runtime.wasm"): "only who publishes a game needs it",
    ("questions.mcts", "questions.simulating"): START,
    ("questions.lanes", "questions.simulating"): START,
}
"""Imports of our own modules that stand inside functions, with the reason."""

PASSES = (
    *("ir", "abi", "llvm", "library", "frontend", "inference", "codegen", "wasm_writer", "runtime", "passes", "driver"),
    *("compiling", "running", "webassembly", "__init__"),
)
"""The same inside the compiler: what comes later in this list may import what comes before."""

OPTIONAL = {
    *("llvmlite", "IPython", "anywidget", "rich", "textual", "starlette", "dask", "numpy", "sqlite3", "asyncio"),
    *("pyspiel", "chess", "pettingzoo", "gymnasium"),
}
"""What importing the core must not import: packages of extras, and what is slow."""


def files() -> Iterator[tuple[str, Path]]:
    """Every module of the library, as "trees.tree" or "games.nim_rules", with its file."""
    for path in sorted(HOUSE.rglob("*.py")):
        parts = path.relative_to(HOUSE).with_suffix("").parts
        yield ".".join(parts), path


def imports(name: str, path: Path) -> Iterator[tuple[str, bool]]:
    """The modules of the library that a module imports, and whether it does so inside a function.

    What is imported for the type checker alone does not count.
    """
    tree = without_types(ast.parse(path.read_text(encoding="utf-8")))
    for node, inside in statements(tree.body):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = ["lazytree", *name.split(".")][: -node.level] if node.level else []
            module = ".".join([*package, *([node.module] if node.module else [])])
            found = [f"{module}.{alias.name}" for alias in node.names]
        else:
            continue
        for full in found:
            if full.split(".")[0] == "lazytree":
                yield module_of(full), inside


def statements(body: list[ast.stmt], inside: bool = False) -> Iterator[tuple[ast.stmt, bool]]:
    """All statements of a program, and whether they stand inside of a function."""
    for node in body:
        yield node, inside
        blocks = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
        blocks += [part.body for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ()))]
        for block in blocks:
            yield from statements(block, inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def without_types(tree: ast.Module) -> ast.Module:
    """The program without its `if TYPE_CHECKING:`."""
    kept = [part for part in tree.body if not (isinstance(part, ast.If) and "TYPE_CHECKING" in ast.unparse(part.test))]
    return ast.Module(kept, tree.type_ignores)


def module_of(full: str) -> str:
    """The module in which a dotted name is found: "lazytree.games.nim" is in "games", "lazytree.Tree" in ""."""
    parts = full.split(".")[1:]
    while parts and not (HOUSE.joinpath(*parts).with_suffix(".py").exists() or HOUSE.joinpath(*parts).is_dir()):
        parts.pop()
    return ".".join(parts)


def package_of(name: str) -> str:
    room = ".".join(name.split(".")[:2])
    return room if room in PACKAGES else name.split(".")[0]


@cache
def graph() -> list[tuple[str, str, bool]]:
    """All imports: who imports, what, and whether inside a function. Read by the one process that tests it."""
    return [
        (name, other, late)
        for name, path in files()
        for other, late in imports(name, path)
        if package_of(name) != "__init__"
    ]


def test_something_is_imported():
    assert ("trees.tree", "trees.lazy_sequences", False) in graph()
    assert ("games.nim_rules", "core.board", False) in graph()
    assert ("games.konane_rules.__init__", "games.konane_rules.rules", False) in graph()
    assert ("compiler.driver", "compiler.passes", True) in graph()


def test_every_package_has_its_place():
    assert {package_of(name) for name, _ in files()} - {"__init__", "hosts"} == set(PACKAGES)
    assert len(set(PACKAGES)) == len(PACKAGES)


def test_imports_run_downward_only():
    upward = {
        (name, other)
        for name, other, late in graph()
        if not late
        and other
        and package_of(name) != package_of(other)
        and PACKAGES.index(package_of(other)) > PACKAGES.index(package_of(name))
    }
    assert not upward


def test_no_package_imports_from_the_front_door():
    """`from lazytree import ...` is for users: inside, it would import everything, in a circle."""
    assert not {
        name for name, other, late in graph() if other == "" and not late and package_of(name) not in ("cli", "show")
    }


def test_late_imports_are_the_ones_that_are_named():
    late = {(name, other) for name, other, late in graph() if late and other}
    assert late == set(LATE)
    assert len(LATE) <= 5


@pytest.mark.parametrize("package", PACKAGES[:-1])
def test_no_circles_inside_a_package(package):
    ahead = {name: set() for name, _ in files() if package_of(name) == package}
    for name, other, late in graph():
        if not late and name in ahead and package_of(other) == package:
            target = other if other in ahead else f"{other}.__init__"
            if target != name and not name.startswith(other + "."):  # a package's front door imports its rooms
                ahead[name].add(target)
    done: set[str] = set()
    while free := {name for name, others in ahead.items() if name not in done and others <= done}:
        done |= free
    assert done == set(ahead)


def test_each_pass_of_the_compiler_knows_only_those_before_it():
    inside = [(name.split(".")[1], other.split(".")[1]) for name, other, _ in graph() if within_compiler(name, other)]
    assert ("frontend", "ir") in inside
    assert {name for pair in inside for name in pair} == set(PASSES)
    assert not {(name, other) for name, other in inside if PASSES.index(other) > PASSES.index(name)}


def test_outside_of_the_compiler_only_its_door_is_imported():
    """What it names there is imported when it is first used."""
    outside = {(name, other) for name, other, _ in graph() if package_of(name) != "compiler"}
    asked = {other for _, other in outside if package_of(other) == "compiler"}
    assert asked == {"compiler"}
    compiler = lazytree.compiler
    assert all(hasattr(compiler, name) for name in compiler.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'driver_of'"):
        _ = compiler.driver_of


def test_what_is_behind_the_compilers_door_is_not_imported_before_it_is_used():
    """`compiled` and questions that Python answers need nothing of it."""
    told = "import sys; print(*(name for name in sys.modules if name.startswith('lazytree.compiler.')))"
    assert set(run(f"import lazytree; {told}").split()) == {"lazytree.compiler.llvm"}
    assert "lazytree.machine." not in run("import lazytree, sys; print(*sys.modules)")
    program = "import lazytree; from lazytree.games import nim; lazytree.playouts(nim(), 3, lane='python')"
    assert "lazytree.compiler.running" not in run(f"{program}; {told}").split()
    assert "llvmlite" not in run(f"{program}; import sys; print(*sys.modules)").split()


def test_llvmlite_is_imported_in_one_place():
    texts = {name: path.read_text(encoding="utf-8") for name, path in files()}
    assert {name for name, text in texts.items() if re.search(r"(import|from) llvmlite", text)} == {"compiler.llvm"}


def within_compiler(*names: str) -> bool:
    return all(name.startswith("compiler.") for name in names)


def test_games_know_nothing_of_trees_and_searches():
    allowed = {"core", "swarm", "games"}
    assert not {
        (name, other) for name, other, _ in graph() if package_of(name) == "games" and package_of(other) not in allowed
    }


def test_nothing_outside_knows_a_particular_game():
    """Only their own package, the list of games and what shows them off."""
    named = {(name, other) for name, other, _ in graph() if other.startswith("games.") and package_of(name) != "games"}
    assert not {name for name, _ in named if package_of(name) != "cli"}


def run(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_the_core_imports_toolz_pyrsistent_and_the_standard_library_only():
    program = (
        "import sys; before = set(sys.modules)\n"
        "import lazytree; from lazytree.games import *\n"
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )
    roots = set(run(program).split())
    assert "lazytree" in roots
    foreign = {name for name in roots if name not in sys.stdlib_module_names and not name.startswith("_")}
    foreign -= {"lazytree", "toolz", "tlz", "pyrsistent", "pvectorc", "typing_extensions"}
    assert not foreign
    assert not roots & OPTIONAL


def modules() -> list[ModuleType]:
    """Every module of the library that can be imported without extras."""
    names = [info.name for info in pkgutil.walk_packages([str(HOUSE)], "lazytree.", onerror=lambda name: None)]
    core = [name for name in names if name.split(".")[1] not in ("compiler", "show", "__main__")]
    return [lazytree, *(importlib.import_module(name) for name in core)]


def as_ruff_sorts(name: str) -> tuple[int, str]:
    """CONSTANTS, then Classes, then functions."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_what_is_exported_is_there_and_sorted(module):
    exported = getattr(module, "__all__", [])
    assert exported == sorted(exported, key=as_ruff_sorts)
    assert len(set(exported)) == len(exported)
    assert all(hasattr(module, name) for name in exported)


@pytest.mark.parametrize("name", ["lazytree", "lazytree.games"])
def test_what_is_public_at_the_front_door_is_exported(name):
    """In a fresh interpreter: a module that some other test imported is no export."""
    program = (
        f"import {name} as door; from types import ModuleType\n"
        "print(*sorted(n for n, thing in vars(door).items() if not n.startswith('_')\n"
        "              and not isinstance(thing, ModuleType)\n"
        "              and (getattr(thing, '__module__', None) or 'lazytree').startswith('lazytree')))"
    )
    door = importlib.import_module(name)
    public = set(run(program).split())
    assert public - set(door.__all__) <= {"Any", "Game", "Callable", "Mapping", "MappingProxyType", "annotations"}


def test_no_module_has_the_name_of_something_that_its_package_exports():
    """Or `from lazytree import solve` would depend on who imported what before."""
    for package in [lazytree, *(module for module in modules() if hasattr(module, "__path__"))]:
        inside = {info.name for info in pkgutil.iter_modules(package.__path__)}
        assert not inside & set(getattr(package, "__all__", [])), package.__name__


def test_every_exported_function_says_what_it_is():
    for door in (lazytree, lazytree.games):
        for name in door.__all__:
            thing = getattr(door, name)
            if isinstance(thing, FunctionType | type):
                assert thing.__doc__, name


@pytest.mark.parametrize("name", ["cgt", "games", "show", "swarm"])
def test_a_package_is_imported_when_it_is_asked_for(name):
    assert run(f"import lazytree; print(lazytree.{name}.__name__)").strip() == f"lazytree.{name}"


def games_imported(program: str) -> set[str]:
    """The modules of rules that a program in a fresh interpreter has imported at its end."""
    told = "\nimport sys; print(*(n for n in sys.modules if n.startswith('lazytree.games.') and n.endswith('_rules')))"
    return set(run(program + told).split())


@pytest.mark.parametrize(
    "program",
    [
        "import lazytree, lazytree.games; dir(lazytree.games); assert len(lazytree.games.GAMES) == 15",
        "from lazytree.games import GAMES; assert 'nim' in GAMES and 'draughts' not in GAMES and list(GAMES)",
    ],
)
def test_no_game_is_imported_before_it_is_asked_for(program):
    assert games_imported(program) == set()


@pytest.mark.parametrize(
    "program",
    [
        "from lazytree.games import nim; nim()",
        "import lazytree; lazytree.games.nim()",
        "from lazytree.games import GAMES; GAMES['nim']()",
        "import lazytree.games; lazytree.games.nim_rules.nim()",
    ],
)
def test_a_game_is_imported_without_the_others(program):
    assert games_imported(program) == {"lazytree.games.nim_rules"}


def test_the_games_are_those_that_are_named():
    games = lazytree.games
    assert set(games.__all__) <= set(dir(games))
    assert [*games.GAMES, "GAMES"] == sorted(games.__all__, key=lambda name: (name == "GAMES", name))
    assert {name: factory.__name__ for name, factory in games.GAMES.items()} == {name: name for name in games.GAMES}
    assert all(getattr(games, name) is factory for name, factory in games.GAMES.items())
    with pytest.raises(KeyError):
        games.GAMES["draughts"]
    with pytest.raises(AttributeError, match=r"'lazytree\.games' has no attribute 'draughts'"):
        _ = games.draughts


def test_what_there_is_not_is_no_package():
    with pytest.raises(AttributeError, match="'lazytree' has no attribute 'shows'"):
        _ = lazytree.shows
