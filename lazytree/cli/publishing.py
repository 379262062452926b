"""The command `publish`: writes one page that plays a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from lazytree.core.errors import Refused
from lazytree.hosts.pages import publish
from lazytree.hosts.pages.publishing import not_in_page
from lazytree.hosts.pages.texts import rules_text
from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named

from .files import check_files


def publish_page(asked: Namespace) -> Iterator[str]:
    """The lines that say what was written. Raises ValueError where the game does not compile, and says why."""
    game = game_named(asked.game, asked.parameters)
    name = Path(asked.game.partition(":")[0]).stem
    file = Path(asked.output or f"{name}.html")
    check_files(str(file))
    try:
        page = publish(game, None, asked.rating, rules_text(factory_named(asked.game)))
    except Refused as refused:
        raise ValueError(f"{game.name} does not compile, and a page has no Python: {refused}") from None
    try:
        page.save(file)
    except OSError as error:
        raise ValueError(f"{file} cannot be written: {error.strerror}") from error
    yield f"{file} is written ({file.stat().st_size / 1000:.0f} kB): open it in a browser, or send it to other people"
    if page.left_out:
        yield not_in_page(page.left_out)
    if page.unsaved:
        yield f"games cannot be saved in it: {page.unsaved}"
