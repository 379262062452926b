"""The playground: python docs/playground/build.py FOLDER lays its page there, with all that this page asks for.

Pyodide and CodeMirror come from npm, in the versions of package-lock.json; lazytree and the two packages that it needs
are those that are installed, with the bytecode that Pyodide makes of them under node. Any server of files can show the
folder: it asks for nothing from elsewhere.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns, rmtree
from string import Template
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from lazytree.core.texts import title_of
from lazytree.show.front_end import STATIC

HERE = Path(__file__).parent
MODULES = "lazytree", "toolz", "pyrsistent", "_pyrsistent_version", "typing_extensions"
LICENCES = "toolz", "pyrsistent", "typing_extensions"
PYODIDE = "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
EXAMPLES = (
    *("nim", "chomp", "tic_tac_toe", "connect_four", "clobber", "breakthrough"),
    *("pig", "three_heaps", "konane_rated", "your_own"),
)


def build(folder: Path) -> None:
    """Lays the playground into a folder, which it empties."""
    rmtree(folder, ignore_errors=True)
    copytree(STATIC, folder, ignore=ignore_patterns("*.html", "*.d.ts"))
    copyfile(HERE / "playground.css", folder / "playground.css")
    library(folder / "library.zip")
    with packages_of_npm() as packages:
        imports = {name: f"./{path}" for name, path in from_npm(packages, folder)}
        add_bytecode(packages, folder / "library.zip")
    page = Template((HERE / "index.html").read_text(encoding="utf-8"))
    import_map = json.dumps({"imports": imports})
    digest = base64.b64encode(sha256(import_map.encode()).digest()).decode()
    told = json.dumps([example(name) for name in EXAMPLES]).replace("<", "\\u003c")
    text = page.substitute(import_map=import_map, digest=digest, examples=told)
    (folder / "index.html").write_text(text, encoding="utf-8")


def example(name: str) -> dict[str, str]:
    """An example, as the page reads it."""
    return {"name": title_of(name), "text": (HERE / f"{name}.py").read_text(encoding="utf-8")}


def library(path: Path) -> None:
    """Packs the library and what it needs, with their licences; nothing that a processor must run."""
    with ZipFile(path, "w", ZIP_DEFLATED) as packed:
        for name in MODULES:
            spec = find_spec(name)
            assert spec is not None and spec.origin is not None
            origin = Path(spec.origin)
            found = sorted(origin.parent.rglob("*")) if origin.name == "__init__.py" else [origin]
            for file in found:
                if file.is_file() and file.suffix not in (".pyc", ".so", ".pyd"):
                    packed.write(file, file.relative_to(origin.parents[len(spec.submodule_search_locations or ())]))
        for name in LICENCES:
            for kept in files(name) or ():
                if re.search(r"licen[cs]e", kept.name, re.IGNORECASE):
                    packed.write(kept.locate(), kept)


@contextmanager
def packages_of_npm() -> Iterator[Path]:
    """A context manager: the folder of all packages of package-lock.json."""
    with TemporaryDirectory() as work:
        for name in ("package.json", "package-lock.json"):
            copyfile(HERE / name, Path(work) / name)
        npm = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
        subprocess.run(npm, check=True, cwd=work, timeout=300)
        yield Path(work) / "node_modules"


def from_npm(packages: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """The packages whose modules the page imports, each with where its one module lies in the folder."""
    (folder / "pyodide").mkdir()
    for name in PYODIDE:
        copyfile(packages / "pyodide" / name, folder / "pyodide" / name)
    locked = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name in (path.removeprefix("node_modules/") for path in locked if path):
        about = json.loads((packages / name / "package.json").read_text(encoding="utf-8"))
        if name in ("pyodide", "ws") or name.startswith("@types/"):
            continue  # what Pyodide needs under node
        to = Path("npm") / name
        (folder / to).mkdir(parents=True)
        copyfile(packages / name / about["exports"]["import"], folder / to / "index.js")
        copyfile(packages / name / "LICENSE", folder / to / "LICENSE")
        yield name, f"{to.as_posix()}/index.js"


def add_bytecode(packages: Path, archive: Path) -> None:
    """Adds to the library what Pyodide's Python compiles it to: to do that in the browser takes seconds."""
    script = copyfile(HERE / "bytecode.mjs", packages.parent / "bytecode.mjs")
    subprocess.run(["node", script, archive], check=True, timeout=300)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
