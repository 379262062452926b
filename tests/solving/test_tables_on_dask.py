"""Tables made by two worker processes of Dask: the same files as those that one process writes."""

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from lazytree.games import konane, nim
from lazytree.tables import book, tabulate

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def executor() -> Iterator[Any]:
    if find_spec("distributed") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("distributed is not installed: pip install '.[cluster]'")
        pytest.skip("distributed is not installed: pip install '.[cluster]'")
    from distributed import Client, LocalCluster

    with LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client.get_executor(pure=False)


HEAPS = nim(heaps=(2, 3, 4))


def rank(position: Any) -> int:
    return int("".join(map(str, (position.mover, *position.heaps))))


def unrank(number: int) -> Any:
    mover, *heaps = map(int, f"{number:04}")
    changed = HEAPS.start.heaps
    for at, heap in enumerate(heaps):
        changed = changed.set(at, heap)
    return HEAPS.start._replace(heaps=changed, mover=mover)


def test_tables_are_the_same(executor: Any, tmp_path: Path) -> None:
    for name, how in (("alone", {}), ("dask", {"executor": executor})):
        tabulate(konane(4, 4), file=tmp_path / f"{name} met", **how)
        tabulate(HEAPS, file=tmp_path / f"{name} numbered", rank=rank, unrank=unrank, size=2000, **how)
        book(konane(4, 4), 2, file=tmp_path / f"{name} book", **how)
    for what in ("met", "numbered", "book"):
        assert (tmp_path / f"alone {what}").read_bytes() == (tmp_path / f"dask {what}").read_bytes()
