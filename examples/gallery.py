"""Every game of the library on one page: python examples/gallery.py [FILE [FOLDER]], by default gallery.html.

A FILE whose name ends with .md is a page for Sphinx (MyST), with a page for each game in the folder `games` beside it:
its rules, its board to play, its pictures, how to import it. Any other is one page for browsers. Into a FOLDER, which
is to stand beside the page, go pages on which the games are played, and links lead to them (extra `compiled`; some
20 s). Each game is shown at its start, in the middle of a game with the last move and the legal moves, there again with
what each move is worth, and at its end. The games are played by players who look one ply ahead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from html import escape
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

from lazytree import CHANCE, SURE, Game, bots, grow, is_over, prune, ranked, rate, record
from lazytree.core.texts import title_of
from lazytree.games import GAMES
from lazytree.hosts.pages import publish
from lazytree.naming.words import rules_text
from lazytree.playing.records import Record
from lazytree.show import Drawing, draw_board, view_of_record
from lazytree.show.boards import render_board

SHOWN: Mapping[str, tuple[Mapping[str, Any], int]] = {
    "andantino": ({"side": 6}, 6),
    "chess": ({}, 18),
    "clobber": ({}, 8),
    "connect_four": ({}, 17),
    "dice_of_doom": ({"size": 4, "max_dice": 4, "seed": 17}, 3),
    "domineering": ({"rows": 6, "columns": 6}, 9),
    "dvonn": ({"placement": "random", "seed": 3}, 21),
    "hex": ({"size": 7}, 8),
    "kalah": ({}, 11),
    "konane": ({"opening": "centre"}, 12),
    "lines_of_action": ({}, 11),
    "nim": ({}, 1),
    "othello": ({}, 20),
    "selfo": ({"steps": (1, 2)}, 10),
    "tic_tac_toe": ({}, 4),
}
"""Each game's parameters, and after how many plies the middle of a game is shown."""
LONGEST = 100  # plies of a game
TITLE = "The games"
CARDS = """Click on a game: its page has the rules, a board to play on, and how to import it."""
LEAD = """Every game at its start, in the middle of a game with the last move and the legal moves, with what each move
is worth (seen by the first player; teal is good for who moves), and at its end."""
GRID = 'style="display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem"'
FIGURE = 'style="margin:0"'
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
body {{ font-family: system-ui, sans-serif; line-height: 1.5; max-width: 90rem; margin: auto; padding: 1rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def figures(name: str) -> Iterator[tuple[str, Drawing]]:
    """The pictures of a game, each with what it shows."""
    whole, plies = course_of(name), SHOWN[name][1]
    game = whole.game
    yield "at the start", draw_board(game, game.start)
    middle = whole.branch(min(plies, len(whole.moves) - 1))
    yield (
        f"after {len(middle.moves)} plies: the last move, legal moves",
        render_board(view_of_record(middle, legal=True)),
    )
    yield (
        "what each move is worth, two plies deep",
        render_board(view_of_record(middle, heat=worth(game, middle.position))),
    )
    ended = "the end, after" if is_over(game, whole.position) else "after"
    yield f"{ended} {len(whole.moves)} plies", render_board(view_of_record(whole))


@cache
def course_of(name: str) -> Record[Any, Any]:
    """The game that is shown."""
    return played(GAMES[name](**SHOWN[name][0]))


def played(game: Game[Any, Any]) -> Record[Any, Any]:
    """A game between players who look one ply ahead, and choose any of the moves that look best."""
    random, course = Random(3), record(game)
    look = rate(game, rating_of(game))
    while len(course.moves) < LONGEST and not is_over(game, course.position):
        if game.mover(course.position) == CHANCE:
            course = course.play(bots.at_random(game, 1)(course.position))
            continue
        choices = ranked(look(prune(1)(grow(game)(course.position))))
        good = [choice.move for choice in choices if choice.value == choices[0].value]
        course = course.play(random.choice(good))
    return course


def worth(game: Game[Any, Any], position: Any) -> dict[int, tuple[float, str]]:
    """By the last cell of each move, what the best move there is worth: from -1, the worst, to 1, the best; and a text.

    The texts are values seen by the first player; the colours are seen by who moves.
    """
    choices = ranked(rate(game, rating_of(game))(prune(2)(grow(game)(position))))
    values = [max(-SURE, min(SURE, choice.value)) for choice in choices]
    unsure = [value for value in values if abs(value) < SURE] or [0]
    sign, mean = (1 if game.mover(position) == 0 else -1), sum(unsure) / len(unsure)
    span = max(abs(value - mean) for value in unsure) or 1
    shown: dict[int, tuple[float, str]] = {}
    for choice, value in zip(choices, values):
        for cell in list(game.touched(position, choice.move))[-1:]:
            strength = sign * (0.85 * (value - mean) / span if abs(value) < SURE else value / SURE)
            shown.setdefault(cell, (max(-1.0, min(1.0, strength)), told(value)))
    return shown


def rating_of(game: Game[Any, Any]) -> str:
    """The rating by which a game is played here: its first one, for Selfo one that takes less time."""
    return "largest_group" if game.name == "selfo" else next(iter(game.ratings))


def told(value: float) -> str:
    """A value in few letters."""
    if abs(value) >= SURE:
        return "won" if value > 0 else "lost"
    if abs(value) >= 1000:
        return told(round(value / 1000)) + "k"
    return f"{value:+.3g}".replace("-", "−").replace("+0", "0")


def published(names: Iterable[str], folder: Path) -> None:
    """Writes the pages on which games are played, several at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for page in pool.map(play_page, names, repeat(folder)):
            print(page)


def play_page(name: str, folder: Path) -> Path:
    """Writes the page on which a game is played, and gives its path."""
    return publish(GAMES[name](**SHOWN[name][0]), folder / f"{name}.html")


def section(name: str, pages: str = "") -> str:
    """The pictures of a game as HTML, side by side if they fit; `pages` is the folder of those to play on."""
    shown = (f"<figure {FIGURE}>{drawing.svg}{captioned(caption)}</figure>" for caption, drawing in figures(name))
    link = f'<p><a href="{pages}/{name}.html">Play it</a>, here in the browser.</p>\n' if pages else ""
    return f"{link}<section {GRID}>\n{chr(10).join(shown)}\n</section>"


def captioned(caption: str) -> str:
    """A caption as HTML."""
    return f'<figcaption style="font-size:0.9rem">{escape(caption)}</figcaption>'


def for_browsers(pages: str = "") -> str:
    """The page as HTML."""
    body = "\n".join(f"<h2>{title_of(name)}</h2>\n{section(name, pages)}" for name in SHOWN)
    return PAGE.format(title=TITLE, body=body)


def for_sphinx() -> str:
    """The page as Markdown: a card for each game, which leads to the game's own page."""
    cards = "\n".join(map(card, SHOWN))
    pages = "\n".join(f"games/{name}" for name in SHOWN)
    tree = f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    return f'# {TITLE}\n\n{CARDS}\n\n```{{raw}} html\n<div class="lt-cards">\n{cards}\n</div>\n```\n\n{tree}'


def card(name: str) -> str:
    """A game as a link with its picture, its name and its first sentence."""
    whole, plies = course_of(name), SHOWN[name][1]
    view = replace(view_of_record(whole.branch(min(plies, len(whole.moves) - 1))), caption="")
    words = f"<b>{title_of(name)}</b><span>{in_html(summary(name))}</span>"
    return f'<a class="lt-card" href="games/{name}.html">{render_board(view).svg}{words}</a>'


def game_page(name: str, pages: str = "") -> str:
    """The page of a game as Markdown: a board to play on, its rules, how to import it, its pictures."""
    played_on = f"../{pages}/{name}.html"
    board = (
        f'<p><a class="lt-button" href="{played_on}">Play on a whole page</a></p>\n'
        f'<iframe class="lt-table" src="{played_on}" title="{title_of(name)}, to play" loading="lazy"></iframe>'
    )
    parts = [
        f"# {title_of(name)}",
        summary(name),
        f"```{{raw}} html\n{board}\n```" if pages else "",
        f"## How it is played\n\n{rules(name)}",
        f"## In Python\n\n{imported(name)}",
        f"## Pictures\n\n{LEAD.replace('Every game', 'The game')}\n\n```{{raw}} html\n{section(name)}\n```",
        f"## Parameters, notation, sources\n\n{reference(name)}",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


REFERENCE = re.compile(r"^(Arguments|Positions|Moves|Ratings[^:]*|Payoffs|Raises|Source):", re.MULTILINE)
"""What begins a part of a game's text that is not about how it is played."""


def summary(name: str) -> str:
    """The first sentence of a game's text."""
    return rules_text(GAMES[name]).split("\n\n")[0]


def rules(name: str) -> str:
    """How a game is played, without its first sentence."""
    return REFERENCE.split(rules_text(GAMES[name]).partition("\n\n")[2])[0].strip()


def reference(name: str) -> str:
    """The other parts of a game's text, each as a paragraph."""
    parts = REFERENCE.split(rules_text(GAMES[name]))[1:]
    return "\n\n".join(f"**{title}:** {text.strip()}" for title, text in zip(parts[::2], parts[1::2]))


def imported(name: str) -> str:
    """How a game is imported and played: in Python, and by commands."""
    parameters = SHOWN[name][0]
    given = ", ".join(f"{key}={value!r}" for key, value in parameters.items())
    rating = next(iter(GAMES[name](**parameters).ratings), None)
    asked = f'lazytree.search(game, 2, "{rating}")' if rating else "lazytree.search(game, 2)"
    words = " ".join([name, *(f"{key}={value}" for key, value in parameters.items() if isinstance(value, int | str))])
    code = ["import lazytree", f"from lazytree.games import {name}", "", f"game = {name}({given})", f"answer = {asked}"]
    commands = [f"lazytree play {words}", f"lazytree publish {words} -o {name}.html"]
    return "```python\n{}\n```\n\n```sh\n{}\n```".format("\n".join(code), "\n".join(commands))


def in_html(text: str) -> str:
    """A sentence of Markdown as HTML: names of code and of books are marked."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", marked)


if __name__ == "__main__":
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery.html")
    pages = Path(sys.argv[2]).name if len(sys.argv) > 2 else ""
    if file.suffix == ".md":
        (file.parent / "games").mkdir(exist_ok=True)
        for name in SHOWN:
            (file.parent / "games" / f"{name}.md").write_text(game_page(name, pages), encoding="utf-8")
    file.write_text(for_sphinx() if file.suffix == ".md" else for_browsers(pages), encoding="utf-8")
    print(file)
    if pages:
        published(SHOWN, Path(sys.argv[2]))
