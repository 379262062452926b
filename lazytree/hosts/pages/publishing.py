"""`publish(game, file)`: one page that plays a game, with no server and no network."""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, overload

from lazytree import compiler
from lazytree.core.files import require_folder, write_whole
from lazytree.core.game import FIRST, Game, M, P, is_over
from lazytree.core.progress import Tell, saying
from lazytree.core.stopping import require_function
from lazytree.games import GAMES
from lazytree.naming.dealing import deals
from lazytree.naming.words import rules_for_players
from lazytree.playing.announcing import seen_names
from lazytree.questions.solve import solve
from lazytree.session.records import docstring_of, record_head
from lazytree.show.svg import svg_text
from lazytree.show.view import as_data, view_of
from lazytree.solving.certificates import Certificate, fingerprint_of, load_certificate, proved_moves
from lazytree.solving.exact import WINNER
from lazytree.solving.looking_up import certificate_by_table
from lazytree.solving.tables import is_table, open_table

from .page import page_text
from .proved_moves import LARGEST, move_table, said_of
from .texts import endings, move_texts, source_text, tails, texts_met, unreadable_error

FRAME = "display:block;width:100%;height:46rem;border:0;resize:vertical"


@dataclass(frozen=True, repr=False)
class Page:
    """A page on which a game is played: `text`, one file of HTML. In a notebook it shows itself, and plays.

    It plays without a kernel, in a frame that can reach nothing of the notebook; so does a notebook that was exported
    to HTML. (A position has no link there.) `unsaved` says why games cannot be saved to files in it, if they cannot;
    `left_out` names the ratings that are not in it, because they do not compile; `undrawn` says what stands in place of
    the board of a game without a layout, and how one is drawn.

    >>> from lazytree.games import nim
    >>> from lazytree.hosts.pages import publish
    >>> page = publish(nim())
    >>> page.name, page.text[:15]
    ('nim', '<!doctype html>')
    """

    name: str
    text: str
    unsaved: str = ""  # why games cannot be saved to files in it; empty if they can
    left_out: tuple[str, ...] = ()  # which ratings of the game do not compile, and why
    undrawn: str = ""  # what stands in place of a board, and how one is drawn; empty for a game with a layout

    def save(self, file: str | os.PathLike[str]) -> Path:
        """Writes the page, whole or not at all, and gives its path. Raises ValueError where it cannot be written."""
        return write_whole(Path(file), self.text)

    def _repr_html_(self) -> str:
        about = f'sandbox="allow-scripts allow-downloads" title="{svg_text(self.name)}" style="{FRAME}"'
        return f'<iframe {about} srcdoc="{escape(self.text)}"></iframe>'

    def __repr__(self) -> str:
        size = len(self.text.encode()) / 1000
        return f"<Page of {self.name}, {size:.0f} kB: it plays in a notebook; save(file) writes it>"


DEALS = 24  # besides the game's own


def other_deals(game: Game[Any, Any]) -> tuple[Game[Any, Any], ...]:
    """A game of the library dealt from other seeds, by the same rules; none where a seed does not decide its start.

    Deals that are over before the first move are left out, as happens on the smallest boards.
    """
    if game.name not in GAMES:
        return ()
    digest = rules_digest(game)
    others = (other for other in deals(game, GAMES[game.name], DEALS) if rules_digest(other) == digest)
    return tuple(other for other in others if not is_over(other, other.start))


def rules_digest(game: Game[Any, Any]) -> str:
    """A digest of the rules and ratings without the start: equal ones give the same machine code."""
    rules = (game.mover, game.moves, game.play, game.payoffs, game.odds, game.stones, game.touched)
    return compiler.digest_of(*rules, *game.ratings.items(), *game.standings.items())


def deal_data(game: Game[Any, Any], found: compiler.GameModule) -> dict[str, Any] | None:
    """Where a deal begins, packed for a module of its rules, and the head of its records.

    None where a number in it lies outside of the range for which the module was made.
    """
    start = found.start_bytes(game)
    return None if start is None else {"start": list(start), "head": record_head(game, game.start)}


LEVELS = (
    {"name": "a person", "about": "", "seconds": 0, "depth": 0},
    {"name": "beginner", "about": "moves at random", "seconds": 0, "depth": 0},
    {"name": "easy", "about": "looks 2 plies ahead", "seconds": 0, "depth": 2},
    {"name": "medium", "about": "thinks 0.2 seconds a move", "seconds": 0.2, "depth": 0},
    {"name": "strong", "about": "thinks 1 second a move", "seconds": 1, "depth": 0},
    {"name": "strongest", "about": "thinks 5 seconds a move", "seconds": 5, "depth": 0},
)
PERSON, OPPONENT = 0, 4  # who plays at first
BY_PROOF = {"name": "perfect", "about": "plays the moves of a proof", "seconds": 1, "depth": 0, "proved": True}
"""Who plays the moves of a certificate, and thinks where it has none."""

Proof = bool | str | os.PathLike[str]


@overload
def publish(
    game: Game[P, M],
    file: str | os.PathLike[str],
    rating: str | Callable[[P], Any] | None = None,
    rules: str | None = None,
    progress: Tell | None = None,
    perfect: Proof = False,
) -> Path: ...
@overload
def publish(
    game: Game[P, M],
    file: None = None,
    rating: str | Callable[[P], Any] | None = None,
    rules: str | None = None,
    progress: Tell | None = None,
    perfect: Proof = False,
) -> Page: ...
def publish(
    game: Game[P, M],
    file: str | os.PathLike[str] | None = None,
    rating: str | Callable[[P], Any] | None = None,
    rules: str | None = None,
    progress: Tell | None = None,
    perfect: Proof = False,
) -> Path | Page:
    """A page on which a game is played: one file of HTML, which opens from a disk. It is written to a file.

    The path of the file is returned; without a file a `Page`, which shows itself in a notebook, and plays there.

    In it are the rules as WebAssembly with an engine that looks ahead by the rating (one of the game's by its name, or
    a function; by default the first that compiles; of more than two players a standing), the board, and the Python
    source. `rules` is the text that says how the game is played; of a game of the library it is the docstring. A game
    without a rating is played by simulations. Ratings that do not compile are left out: `Page.left_out` and the page
    name them. The same game gives the same bytes. `progress` is told every second what is being done; without it a
    notebook writes it.

    The page needs no other file and asks for no address. Moves are written as `Game.format` writes those that are met
    in games played at random, all others as the names of their cells. Games are saved and opened there, as
    `save_record` writes them, where the texts that are met are all written alike; `Page.unsaved` says why not.

    With `perfect` the page cannot lose: the game is solved, and the moves of its certificate go with it, or those of a
    file that `solve(game, proof=FILE)` wrote, or of a table that `tabulate(game, file=FILE)` did (`lazytree.tables`).
    The bot plays them on the side that holds the value, and the page says so; on the other side, and once a game has
    left them, it thinks for a second. Such a page has at most 5 MB.

    Raises: Refused, with the reason that `lane(game).publish` gives, where the rules do not compile, or the rating that
    is asked for, and what a rule raises in a game played at random: then nothing is written. ValueError for what is no
    game, a wrong rating, a game that has no certificate, a certificate of other rules or one that proves nothing, a
    page that would be too large with it, and where the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from lazytree.games import nim
    >>> with TemporaryDirectory() as folder:
    ...     publish(nim(), f"{folder}/nim.html").read_text()[:15]
    '<!doctype html>'
    """
    require_function("progress", progress)
    if file is not None:
        require_folder(file)  # before anything is compiled
    doing = f"writing the page of {game.name}: its rules are compiled, and games are played at random"
    with saying(lambda: doing, progress):
        page = page_of(game, rating, rules, certificate_for(game, perfect) if perfect else None)
    return page if file is None else page.save(file)


def certificate_for(game: Game[P, M], perfect: Proof) -> Certificate:
    """The certificate of a game, from a file or by solving it. Raises ValueError if none is of its start."""
    if not isinstance(perfect, bool):
        certificate = (
            certificate_by_table(open_table(perfect, game), game.start)
            if is_table(perfect)
            else load_certificate(perfect)
        )
        if certificate.position is not None or certificate.rules != fingerprint_of(game, game.start):
            raise ValueError(
                f"{os.fspath(perfect)} is a certificate of other rules, or of another position: a page plays from the "
                f"start of {game.name}, so make it with the same parameters and without position="
            )
        return certificate
    made = solve(game, what=WINNER, proof=True).certificate
    assert made is not None  # nothing has ended the search
    return made


def proof_data(game: Game[P, M], found: compiler.GameModule, certificate: Certificate) -> list[dict[str, Any]]:
    """What a page has of a certificate: of each claim the player, what is said of it, and the table of its moves.

    Raises: ValueError where it does not prove what it claims, or would make the page too large.
    """
    expected = sum(len(claim.moves) * max(claim.moves, default=0).bit_length() for claim in certificate.claims) * 0.205
    if expected > LARGEST:
        raise too_large_page_error(game, expected)
    pack, names, quick = found.pack_position, seen_names(game), compiler.compiled(game)
    return [
        {
            "player": claim.player,
            "said": said_of(claim, names[claim.player]),
            **move_table({pack(position): number for position, number in proved_moves(quick, quick.start, claim)}),
        }
        for claim in certificate.claims
    ]


def too_large_page_error(game: Game[P, M], size: float) -> ValueError:
    """The error for a page that would have this many bytes with its proof."""
    return ValueError(
        f"the page of {game.name} would have {size / 1e6:.1f} MB with its proof, and may have {LARGEST / 1e6:g}: "
        "publish a smaller game, or publish it without `perfect`"
    )


def page_of(
    game: Game[P, M],
    rating: str | Callable[[P], Any] | None = None,
    rules: str | None = None,
    certificate: Certificate | None = None,
) -> Page:
    """The page that `publish` writes; arguments and errors as there."""
    others = other_deals(game)
    found, moves = compiler.game_in_wasm(game, rating), texts_met(game, others)
    told = rules_for_players(game, docstring_of(game) if rules is None else rules)
    texts, pack = move_texts(moves), found.pack_move
    unsaved = unreadable_error(moves, texts)
    proofs = [] if certificate is None else proof_data(game, found, certificate)
    opponent = len(LEVELS) if proofs else OPPONENT
    proved = {proof["player"] for proof in proofs}
    text = page_text(
        game.name,
        {
            "layout": found.layout(game),
            "names": seen_names(game),
            "code": base64.b64encode(zlib.compress(found.module.code, 9)).decode(),
            "board": None if game.layout is None else as_data(view_of(game, game.start))["layout"],
            "texts": {pack(move).hex(): text for (chance, move), text in texts.items() if not chance},
            "tails": tails((each for each in moves if not each.chance), pack),
            "drawn": {pack(move).hex(): text for (chance, move), text in texts.items() if chance},
            "head": None if unsaved else record_head(game, game.start),
            "deals": [deal for other in others if not proofs and (deal := deal_data(other, found)) is not None],
            "endings": endings(game, found.highest_payoff),
            "levels": (*LEVELS, *([BY_PROOF] if proofs else [])),
            "first": [opponent, PERSON] if proved == {FIRST} else [PERSON, *(opponent for _ in game.players[1:])],
            **({"proofs": proofs} if proofs else {}),
            "sampled": found.is_sampled and not found.is_rated,
            "rules": "\n\n".join(filter(None, (told, not_in_page(found.left_out)))),
            "source": source_text(game),
        },
    )
    if proofs and len(text.encode()) > LARGEST:
        raise too_large_page_error(game, len(text.encode()))
    return Page(game.name, text, unsaved, found.left_out, "" if game.layout else UNDRAWN)


UNDRAWN = """\
the page shows the fields of a position as text, for it has no Python that runs `show`. Three lines draw a board:
    layout=layout_of_grid(squares(rows, columns)),
    stones=lambda position: [Stone(cell, owner) for cell, owner in enumerate(position.cells) if owner >= 0],
    touched=lambda position, move: [move.cell],
(layout_of_grid and Stone are in lazytree.core.layout, squares in lazytree.core.board; write your own fields)"""


def not_in_page(left_out: Sequence[str]) -> str:
    """What a page says of that which is left out of it.

    >>> not_in_page(["the rating luck (no text is made)"])
    'Not in this page, because it does not compile: the rating luck (no text is made).'
    """
    return f"Not in this page, because it does not compile: {', '.join(left_out)}." if left_out else ""
