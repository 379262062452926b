"""Proofs of games: `python benchmarks/certificates.py [--json] [problem ...]`. Needs `lazy-game-trees[compiled]`.

For each problem: seconds of the processor to solve the game and write its certificate, the moves and bytes of that;
seconds in which examples/check_proof.py, which imports only the rules, accepts it; whether it refuses the same
certificate with one move changed (wanted: always, for a move that throws the value away: the first that the solver
knows to do so); and the bytes of the page that plays by it (`publish(game, perfect=FILE)`; wanted: 5,000,000 at most).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from extras import machine_code_needed
from options import options

from lazytree import solve
from lazytree.games import connect_four, hex, konane
from lazytree.hosts.pages import publish
from lazytree.solving.certificates import Certificate, load_certificate, proved_moves, save_certificate
from lazytree.solving.exact import Known

PROBLEMS: dict[str, Callable[[], Any]] = {
    "hex 4x4": lambda: hex(4, swap=False),
    "connect four 5x5": lambda: connect_four(5, 5),
    "konane 6x6": lambda: konane(6, 6, "corner"),
    "connect four 6x5": lambda: connect_four(6, 5),
}
CHECKER = Path(__file__).parent.parent / "examples" / "check_proof.py"


def spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor that a piece of work takes, and what it gives."""
    began = process_time()
    found = work()
    return process_time() - began, found


def accepted(file: Path) -> tuple[bool, str]:
    """What the checker says of a certificate."""
    done = subprocess.run([sys.executable, CHECKER, file], capture_output=True, text=True, check=False)
    return done.returncode == 0, (done.stdout + done.stderr).strip()


def with_worse_move(game: Any, certificate: Certificate) -> Certificate:
    """The certificate with one move changed: to the first that gives the holder less, from the last positions on."""
    claim, known = certificate.claims[0], Known(megabytes=64)
    for at, (position, number) in reversed(list(enumerate(proved_moves(game, game.start, claim)))):
        for other, move in enumerate(game.moves(position)):
            value = solve(game, game.play(position, move), what="winner", known=known).value
            if other != number and (value if claim.player == 0 else -value) < claim.at_least:
                moves = [*claim.moves[:at], other, *claim.moves[at + 1 :]]
                return certificate._replace(claims=(claim._replace(moves=moves), *certificate.claims[1:]))
    raise SystemExit("no move is worse than that of the proof")


def measured(names: list[str]) -> Iterator[dict[str, Any]]:
    """What the proof of each problem costs."""
    for name in names:
        game = PROBLEMS[name]()
        with tempfile.TemporaryDirectory() as folder:
            file, changed = Path(folder) / "proof.json", Path(folder) / "changed.json"
            made, solution = spent(lambda: solve(game, proof=file, lane="machine"))  # noqa: B023
            paged, page = spent(lambda: publish(game, perfect=file))  # noqa: B023
            save_certificate(with_worse_move(game, load_certificate(file)), changed)
            (well, said), (badly, why) = accepted(file), accepted(changed)
            if not well or badly:
                raise SystemExit(f"{name}: the checker says {said!r}, and of a changed move {why!r}")
            yield {
                "problem": name,
                "value": solution.value,
                "seconds": made,
                "moves": sum(len(claim.moves) for claim in solution.certificate.claims),
                "bytes": file.stat().st_size,
                "page seconds": paged,
                "page bytes": len(page.text.encode()),
                "said": said,
                "changed": why,
            }


def main() -> None:
    given = options(__doc__, "--json", words="problems")
    machine_code_needed()
    for row in measured(given.problems or [*PROBLEMS]):
        if given.json:
            print(json.dumps(row), flush=True)
        else:
            print(
                f"{row['problem']:18} value {row['value']:2}, {row['seconds']:7.1f} s, {row['moves']:9,} moves, "
                f"{row['bytes']:9,} bytes; page {row['page bytes']:9,} bytes in {row['page seconds']:5.1f} s\n"
                f"    {row['said']}\n    a move changed: {row['changed']}",
                flush=True,
            )


if __name__ == "__main__":
    main()
