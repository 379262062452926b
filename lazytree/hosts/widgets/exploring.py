"""The explorer widget: a tree that unfolds on a click, with what is known of each move, and a search from any node."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from threading import RLock
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import Game, position_or_start, require_game
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import Stop, Stopped
from lazytree.questions.depth_search import deepen
from lazytree.searching.deepening import Deepening, Progress, deepen_tree
from lazytree.searching.searches import search_for
from lazytree.session import exploration
from lazytree.session.exploration import Exploration
from lazytree.session.runner import Task, in_thread
from lazytree.session.words import thought_text
from lazytree.show.known_values import known_values
from lazytree.show.svg import Drawing
from lazytree.show.trees import node_at, render_tree
from lazytree.trees.growing import grow
from lazytree.trees.labels import POSITIONS, labels_of
from lazytree.trees.ratings import label_tree, resolve_rating
from lazytree.trees.stages import prune
from lazytree.trees.tree import Tree

from .host import Data, host_widget


def explore(
    game_or_tree: Game[Any, Any] | Tree[Any, Any],
    rating: str | Callable[[Any], Any] | None = None,
    *,
    position: Any = None,
    stats: Stats | None = None,
    plies: int = 3,
) -> Any:
    """The widget in which a tree unfolds by clicks: one ply of a node at each click, and exactly that grows.

    Of a game it is the tree of `position` (default: the start), rated by `rating`, one of the game's by name (default:
    its first) or a function of a position, seen by FIRST. At first it is unfolded along the line that looks best by
    these ratings, `plies` deep; 0: only the root. A tree is shown as far as it has been looked at, at any stage, along
    its best line if one is known; if its labels are positions it is rated, too. The node that is chosen can be
    searched, to a depth: its value, and its principal variation. `stats` counts what the widget looks at.

    A search runs in a thread of its own: the notebook never waits for it. `widget.state` is what is shown, as a value:
    its `tree`, its `stats`, the id `at` which it looks.

    Raises: ValueError for what is neither game nor tree, no position, no rating of the game, and `plies` below 0;
    ImportError, which names the extra, without anywidget.

    >>> from lazytree.games import nim
    >>> explore(nim(heaps=(1, 2)), plies=0).state.stats.grown
    1
    """
    at_least("plies", plies, 0)
    spent = stats_or_new(stats)
    if isinstance(game_or_tree, Tree):
        if position is not None:
            raise ValueError("position is for a game: the tree of another position is grow(game)(position)")
        tree, game = game_or_tree, game_or_tree.game
        if labels_of(tree) == POSITIONS and game is not None:
            tree = label_tree(game, resolve_rating(game, rating), spent)(tree)
        elif rating is not None:
            raise ValueError("this tree has labels already: give the rating, or a tree with these labels")
    else:
        require_game(game_or_tree)
        game = game_or_tree
        label = label_tree(game, resolve_rating(game, rating), spent)
        tree = label(grow(game, spent)(position_or_start(game, position)))
    own = not isinstance(game_or_tree, Tree) or labels_of(game_or_tree) == POSITIONS
    began = exploration.new_exploration(tree, spent, own)
    if not isinstance(game_or_tree, Tree):
        try:
            began = exploration.unfold_best_line(began, plies)
        except Exception as error:  # of the rules or of a rating: it is shown
            began = began._replace(said=error_text(error))
    return _Explorer(began, rating).host


def error_text(error: BaseException) -> str:
    """An error of the rules or of a rating in one line."""
    return f"{type(error).__name__}: {error}"


def answers_from(
    here: Exploration,
    rating: str | Callable[[Any], Any] | None,
    stop: Stop,
    tell: Callable[[Progress[Any]], object],
) -> Deepening[Any]:
    """Ever deeper answers about the node that is looked at: by the rules of its game, or in the tree that was given.

    The tree that was given grows by what is looked at; that of a game does not.
    """
    node, game = node_at(here.tree, here.at), here.game
    if game is not None and here.own:
        return deepen(game, node.key, rating, stop=stop, progress=tell)
    search = search_for(len(node.label) if isinstance(node.label, tuple) else 2)
    return deepen_tree(prune, node, search, stop=stop, progress=tell)


class _Explorer:
    """The shell of the widget: it holds what is shown, and the task that searches."""

    def __init__(self, began: Exploration, rating: str | Callable[[Any], Any] | None) -> None:
        self._here, self._rating = began, rating
        self._task: Task | None = None
        self._lock = RLock()
        self._acts: dict[str, Callable[[Data], None]] = {
            "choose": lambda asked: self._show(exploration.choose_node(self._here, asked["id"])),
            "unfold": lambda asked: self._show(exploration.unfold(self._here, asked["id"])),
            "fold": lambda asked: self._show(exploration.fold(self._here, asked["id"])),
            "line": lambda asked: self._show(exploration.along_line(self._here)),
            "search": lambda asked: self._search(asked["depth"]),
            "stop": lambda asked: self._stop(),
        }
        self.host = host_widget(
            "explore_widget.mjs", exploration.data_of(began), self._asked, self._picture, lambda: self._here
        )

    def _asked(self, asked: Data) -> None:
        with self._lock:
            try:
                self._acts[asked["action"]](asked)
            except Exception as error:  # of the rules or of a rating: it is shown, and the widget goes on
                self._show(self._here._replace(said=error_text(error)))

    def _picture(self) -> Drawing:
        return render_tree(exploration.drawn_of(self._here))

    def _show(self, here: Exploration) -> None:
        self._here = here
        self.host.view = exploration.data_of(here)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.stop()

    def _search(self, depth: int) -> None:
        """Searches the node that is looked at, in the background, and shows each answer as it comes."""
        at_least("depth", depth, 1)
        if self._task is not None:
            return
        here = self._here._replace(searching=True, sought=self._here.at, found=None, said="")

        def work(stop: Stop) -> None:
            for answer in islice(answers_from(here, self._rating, stop, lambda told: self._tell(here, told)), depth):
                with self._lock:
                    self._show(self._here._replace(found=answer))
                if stop():
                    return

        self.host.live = ""
        self._show(here)
        self._task = in_thread(work, lambda task, result: self._searched(result))

    def _tell(self, here: Exploration, told: Progress[Any]) -> None:
        self.host.live = thought_text(here.game, node_at(here.tree, here.sought).key, told)

    def _searched(self, result: Any) -> None:
        with self._lock:
            self._task = None
            wrong = isinstance(result, BaseException) and not isinstance(result, Stopped)
            said = error_text(result) if wrong else ""
            known = known_values(self._here.tree)  # a search of a tree that was given has looked at more of it
            self._show(self._here._replace(searching=False, said=said, known=known))
