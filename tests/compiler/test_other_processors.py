"""The same text as code for AArch64, run under QEMU, has the values and the memory of this processor's code."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from elsewhere import MISSING, code_of, run_elsewhere, sums_of

from lazytree.compiler.running import Runner
from lazytree.games import andantino, connect_four, dice_of_doom, dvonn, hex, konane, othello, selfo
from lazytree.questions.simulating import Simulations, Wanted
from lazytree.searching.kernels import playouts, searches
from lazytree.searching.kernels.memory import Words
from lazytree.searching.kernels.simulations import ROOM
from lazytree.trees.ratings import even

emulated = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")

SEARCHED = {
    "konane": (konane(rows=6, columns=6, opening="corner"), 7),
    "dvonn": (dvonn(placement="random"), 3),
    "andantino": (andantino(), 6),
}
SELFO = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3 / a2 b2 c3 e4", players=3, swap=False)
SAMPLED = {
    "rolled": (dice_of_doom(size=2, dice="rolled", seed=2), 0),
    "three, rave": (SELFO, 30),
}


@emulated
@pytest.mark.parametrize("name", SEARCHED)
def test_alphabeta_finds_the_same_elsewhere(name, tmp_path):
    game, depth = SEARCHED[name]
    run = Runner(game, searches.alphabeta, next(iter(game.ratings.values())))
    means = lambda: (Words(16), game.start, depth, -searches.FAR, searches.FAR)  # noqa: E731
    elsewhere = run_elsewhere(run, game, means(), tmp_path)
    here = means()
    assert elsewhere == (run(*here), sums_of(here))
    assert run.lane == "machine"


@emulated
@pytest.mark.parametrize("game", [hex(size=11), othello()], ids=lambda game: game.name)
def test_random_games_are_the_same_elsewhere(game, tmp_path):
    run = Runner(game, playouts.playouts, even)
    means = lambda: (Words(256), game.start, 20, 1000, 7)  # noqa: E731
    elsewhere = run_elsewhere(run, game, means(), tmp_path)
    here = means()
    assert elsewhere == (run(*here), sums_of(here))
    assert run.lane == "machine"


@emulated
@pytest.mark.parametrize("name", SAMPLED)
def test_simulations_grow_the_same_tree_elsewhere(name, tmp_path):
    game, rave = SAMPLED[name]
    made = Simulations(game, Wanted(None, 8, 1.0, rave, 60, 1, 1))

    def means():
        tree = made.fresh_tree()
        tree.room[ROOM] = 400 * made.rules.size
        return tree._replace(kept=Words(256)), made.habits(tree), game.start, 300, 7

    for folder in "sampled", "cleared":
        (tmp_path / folder).mkdir()
    elsewhere = run_elsewhere(made.runner, game, means(), tmp_path / "sampled")
    here = means()
    assert elsewhere == (made.runner(*here), sums_of(here))
    tree, _, start, _, _ = here
    full = tree, start
    elsewhere = run_elsewhere(made.clearing, game, full, tmp_path / "cleared")
    assert elsewhere == (made.clearing(*full), sums_of(full))
    assert (made.runner.lane, made.clearing.lane) == ("machine", "machine")


@pytest.mark.parametrize(
    ("triple", "magic"),
    [
        ("aarch64-unknown-linux-gnu", b"\x7fELF"),
        ("arm64-apple-darwin", b"\xcf\xfa\xed\xfe"),
        ("x86_64-pc-windows-msvc", b"\x64\x86"),
    ],
)
def test_code_is_made_for_other_systems(triple, magic):
    """What is not run here is at least made: object code in the format of that system."""
    game = connect_four()
    run = Runner(game, playouts.playouts, even)
    _, _, code = code_of(run, game, triple)
    assert code.startswith(magic)
    assert triple.startswith("x86") or code != code_of(run, game, "x86_64-unknown-linux-gnu")[2]
