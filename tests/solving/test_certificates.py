"""Certificates of values, judged by `examples/check_proof.py`, which knows the rules only, and by brute force."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from runpy import run_path
from typing import Any

import pytest
from hypothesis import given

from lazytree import FIRST, SECOND, Game, Stopped, games, solve
from lazytree.core.files import write_whole
from lazytree.solving.certificates import (
    Certificate,
    Claim,
    certificate_of,
    load_certificate,
    save_certificate,
    strategy,
)
from lazytree.solving.exact import solve_in_python
from tests.helpers.trees import Graph, Node, game_of, graphs

CHECKER = run_path(str(Path(__file__).parents[2] / "examples" / "check_proof.py"))
checked, Refused = CHECKER["checked"], CHECKER["Refused"]


def accepted(file: Path, name: str | None = None) -> list[str]:
    return list(checked(str(file), name))


def without_odds(graph: Graph) -> Game[int, int]:
    return replace(game_of(graph), odds=None)


@given(graphs(endless=True))
def test_what_is_claimed_is_the_value_and_the_checker_takes_it(graph: Graph) -> None:
    game = without_odds(graph)
    solution = solve_in_python(game, proof=True)
    assert solution.certificate is not None
    for player, at_least, moves in solution.certificate.claims:
        assert at_least == solution.value * (1 if player == FIRST else -1)
        numbers = iter(moves)
        CHECKER["check_claim"](game, game.start, player, at_least, lambda numbers=numbers: next(numbers))
        assert next(numbers, None) is None


@given(graphs(endless=True))
def test_the_checker_takes_no_claim_of_more_than_the_value(graph: Graph) -> None:
    """Whatever moves are claimed to prove it."""
    game, random = without_odds(graph), Random(1)
    value = solve_in_python(game).value
    for player, more in ((FIRST, value + 1), (SECOND, 1 - value)):
        for _ in range(5):
            with pytest.raises(Refused):
                CHECKER["check_claim"](game, game.start, player, more, lambda: random.randrange(2))


def saved(game: Game[Any, Any], folder: Path, **how: Any) -> tuple[Certificate, Path]:
    file = folder / "proof.json"
    certificate = solve(game, proof=file, **how).certificate
    assert certificate is not None
    return certificate, file


GAMES: dict[str, Callable[[], Game[Any, Any]]] = {
    "nim": lambda: games.nim(heaps=(2, 3)),
    "tic_tac_toe": games.tic_tac_toe,
    "hex": lambda: games.hex(size=3, swap=False),
    "connect_four": lambda: games.connect_four(4, 4),
    "konane": lambda: games.konane(rows=4, columns=5, opening="corner"),
    "kalah": lambda: games.kalah(3, 2, score="margin"),
    "othello": lambda: games.othello(rows=4, columns=4, score="margin"),
    "clobber": lambda: games.clobber(3, 4),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("what", ["winner", "shortest"])
def test_proofs_of_games_are_accepted(name: str, what: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    certificate, file = saved(game, tmp_path, what=what)
    assert len(accepted(file)) == len(certificate.claims)
    value = solve(game).value
    if what == "shortest":
        assert {(FIRST, value), (SECOND, -value)} >= {(claim.player, claim.at_least) for claim in certificate.claims}
    assert all(at_least <= (value, -value)[player] for player, at_least, _ in certificate.claims)
    assert any(at_least > 0 for _, at_least, _ in certificate.claims) == (value != 0)
    again = load_certificate(file)
    assert again.claims == certificate.claims
    assert again.rules == certificate.rules


def rewritten(file: Path, change: Callable[[list[Any]], object]) -> None:
    """Changes the lines of a certificate and makes its digest right."""
    lines = list(map(json.loads, file.read_text().splitlines()))[:-1]
    change(lines)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    file.write_text(text + json.dumps({"sha256": sha256(text.encode()).hexdigest()}) + "\n")


@pytest.mark.slow
def test_machine_code_finds_the_proof_that_python_finds_by_the_same_choices(tmp_path: Path) -> None:
    """Both go through positions in one order: a game in which one move wins each time has one proof."""
    game = games.nim(heaps=(3, 4, 5))
    assert saved(game, tmp_path, lane="machine")[0].claims == saved(game, tmp_path, lane="python")[0].claims


@pytest.mark.parametrize("content", [None, b"", b"hello\n", b"\x1f\x8b\x08\x00", b"\xff\n", b"[]\n"])
def test_what_is_no_certificate_is_refused_in_words(content: bytes | None, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "proof").write_bytes(content)
    with pytest.raises(Refused, match=r"cannot be read, or is no certificate|the digest in the last line"):
        accepted(tmp_path / "proof")


def test_every_changed_move_is_refused(tmp_path: Path) -> None:
    """In these heaps one move wins each time."""
    game = games.nim(heaps=(1, 2, 4))
    certificate, file = saved(game, tmp_path, lane="python")
    (claim,) = certificate.claims
    assert len(claim.moves) > 5
    file.write_text(file.read_text().replace("[", "[ "))
    with pytest.raises(Refused, match="digest"):
        accepted(file)
    for at, move in enumerate(claim.moves):
        for other in {0, 1, 2, 99} - {move}:
            moves = [*claim.moves[:at], other, *claim.moves[at + 1 :]]
            save_certificate(certificate._replace(claims=(claim._replace(moves=moves),)), file)
            with pytest.raises(Refused):
                accepted(file)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: lines[0].update(certificate=2), "version 1"),
        (lambda lines: lines[0].update(rules="0"), "the rules of nim are not those"),
        (lambda lines: lines[0]["parameters"].update(heaps=[2, 3, 4]), "the rules of nim are not those"),
        (lambda lines: lines[0].update(claims=[]), "it claims nothing"),
        (lambda lines: lines[0]["claims"][0].update(player=1), "gets -1|no move|ends before"),
        (lambda lines: lines[0]["claims"][0].update(at_least=2), "gets 1"),
        (lambda lines: lines[1].pop(), "it ends before"),
        (lambda lines: lines[1].append(0), "more moves"),
        (lambda lines: lines[1].__setitem__(0, True), "no move number"),
    ],
)
def test_other_changes_are_refused(change: Callable[[list[Any]], object], why: str, tmp_path: Path) -> None:
    _, file = saved(games.nim(heaps=(1, 2, 4)), tmp_path, lane="python")
    lines = list(map(json.loads, file.read_text().splitlines()))[:-1]
    change(lines)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    file.write_text(text + json.dumps({"sha256": sha256(text.encode()).hexdigest()}) + "\n")
    with pytest.raises(Refused, match=why):
        accepted(file)


def test_a_win_that_never_comes_is_refused_and_a_draw_that_never_ends_is_not() -> None:
    """FIRST moves round, or wins; SECOND can do nothing."""
    game = without_odds((Node(FIRST, 0, (1, 2)), Node(SECOND, 0, (0,)), Node(FIRST, 1)))
    with pytest.raises(Refused, match="for ever"):
        CHECKER["check_claim"](game, 0, FIRST, 1, lambda: 0)
    assert CHECKER["check_claim"](game, 0, FIRST, 0, lambda: 0) == 2
    with pytest.raises(ValueError, match="this is no proof that the first player gets at least 1: play leads to 0"):
        strategy(game, 0, FIRST, 1, lambda position: 0)


def test_another_position_is_named_and_a_game_of_ones_own_is_read_from_its_file(tmp_path: Path) -> None:
    game = games.tic_tac_toe()
    certificate, file = saved(game, tmp_path, position=game.read("X.O / .X. / O.."), lane="python")
    assert certificate.position is not None
    assert accepted(file)
    (tmp_path / "mine.py").write_text(
        "from lazytree import Game\n"
        "def mine(last=7):\n"
        "    return Game('mine', 0, lambda at: at % 2, lambda at: [1, 2][: last - at], lambda at, step: at + step,\n"
        "                lambda at: (1, -1) if at % 2 else (-1, 1), parameters={'last': last})\n"
    )
    own = run_path(str(tmp_path / "mine.py"))["mine"](5)
    saved(own, tmp_path, lane="python")
    assert accepted(file, f"{tmp_path / 'mine.py'}:mine")
    with pytest.raises(Refused, match="there is no game mine"):
        accepted(file)
    with pytest.raises(ValueError, match="has no `read`"):
        solve(own, 1, proof=True, lane="python")


def test_what_cannot_be_proved_is_said_and_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    with pytest.raises(ValueError, match="chance or more than two players"):
        solve(games.dice_of_doom(dice="rolled"), proof=file)
    with pytest.raises(ValueError, match="there is no folder"):
        solve(games.nim(), proof=tmp_path / "no" / "proof.json")
    game = without_odds((*(Node(at % 2, 1, (at + 1,)) for at in range(2000)), Node(0, 1)))
    with pytest.raises(ValueError, match="has more than 1,048 positions, which is as many as fit into megabytes=1:"):
        strategy(game, 0, FIRST, 1, lambda at: 0, megabytes=1)
    with pytest.raises(Stopped):
        strategy(game, 0, FIRST, 1, lambda at: 0, stop=lambda: True)
    assert solve(games.connect_four(), proof=file, seconds=0.3).certificate is None
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_file_is_compressed_if_it_is_large_and_read_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, random = tmp_path / "proof.json", Random(2)
    game = games.nim(heaps=(1,))
    moves = [random.randrange(300) for _ in range(400_000)]
    large = certificate_of(game, game.start, [Claim(0, 1, moves), Claim(1, -1, [])])
    save_certificate(large, file)
    content = file.read_bytes()
    assert len(content) < len(gzip.decompress(content))
    assert [list(claim.moves) for claim in load_certificate(file).claims] == [moves, []]
    for cut in (0, 1, 10, len(content) // 2, len(content) - 1):
        file.write_bytes(content[:cut])
        with pytest.raises(ValueError, match=r"proof.json is no whole certificate"):
            load_certificate(file)
    with pytest.raises(ValueError, match="cannot be read"):
        load_certificate(tmp_path / "none.json")

    def killed(*paths: Any) -> None:
        raise KeyboardInterrupt

    file.write_bytes(content)
    monkeypatch.setattr("os.replace", killed)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, b"half")
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]
