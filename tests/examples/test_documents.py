"""Documents: what they name is there: files, links, sections, extras."""

import re
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FILES = {path.name for path in ROOT.rglob("*.py")}
FOLDERS = {path.name for path in (ROOT / "lazytree").rglob("*") if path.is_dir()}

each_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


def without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def sections(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(text), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_document
def test_every_link_leads_to_something(path: Path):
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if not target.startswith("http"):
            file, _, section = target.partition("#")
            other = (path.parent / file) if file else path
            assert other.exists(), target
            assert not section or section in sections(other.read_text(encoding="utf-8")), target


@each_document
def test_every_path_is_there(path: Path):
    """Paths from the root in full; shorter ones, such as `driver.py` or `codegen/`, by their last part."""
    if path.name == "CHANGELOG.md":
        return  # it names what is gone, too
    for word in re.findall(r"`([\w./]+(?:\.py|/))`", without_blocks(path.read_text(encoding="utf-8"))):
        if "NAME" in word:
            continue
        if word.split("/")[0] in ("lazytree", "tests", "docs", "examples", "benchmarks", "notebooks"):
            assert (ROOT / word).exists(), word
        else:
            assert word.rstrip("/").split("/")[-1] in FILES | FOLDERS, word


@each_document
def test_every_name_of_the_library_is_there(path: Path):
    """Names such as `lazytree.searching.deepening.Answer`; of the table of old and new names the new ones."""
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.split(" | ")[-1] if path.name == "CHANGELOG.md" else line
        for name in re.findall(r"`lazytree\.([\w.]+)", text):
            resolve_name(f"lazytree.{name}")


def test_the_readme_says_what_each_extra_holds():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (.*) \|$", text, re.MULTILINE)
    rows = {extra: row.casefold() for extras, row in table for extra in re.findall(r"\w+", extras)}
    for extra, packages in project["optional-dependencies"].items():
        for package in packages:
            name = re.split(r"[>\[=]", package)[0].replace("open_spiel", "OpenSpiel")
            parts = re.findall(r"\[(.*)\]", package)[0].split(",") if name == project["name"] else [name]
            assert all(part.casefold() in rows[extra] for part in parts), (extra, package)


def test_architecture_names_every_package_in_order():
    from tests.test_imports import PACKAGES

    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w.]+)`", next(line for line in text.splitlines() if line.startswith("`core`")))
    assert named == [name for name in PACKAGES if name != "__main__"]
