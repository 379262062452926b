"""The reducers in Python and in JavaScript: logs of random actions of every game lead to the same views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lazytree import Game
from tests.helpers.javascript import in_node

from .logs import ALL, IN_TREE, SMALL, STEPS, Log, all_positions, log_of, table_of

REPLAY = """
import { ACTIONS } from "./actions.mjs";
import { newSession, reduce, wantedJob, withAnswer, withFailure } from "./session.mjs";
import { sessionView } from "./session_view.mjs";
const [game, logs] = data;
const at = (position) => game.positions[position];
const rules = {
  name: game.name, players: game.players, names: game.names, layout: game.layout, start: game.start,
  mover: (it) => at(it).mover,
  moves: (it) => at(it).moves, play: (it, move) => at(it).moves[move].after, payoffs: (it) => at(it).payoffs,
  stones: (it) => at(it).stones, show: (it) => at(it).text, key: String, rate: (it) => at(it).rate,
};
if (game.chance) rules.odds = (position, move) => at(position).moves[move].odds;
if (game.announced) rules.announce = (payoffs) => game.announced[JSON.stringify(payoffs)];
const names = ACTIONS.map(({ name }) => name);
return logs.map(({ seats, repetitions, steps }) => {
  let session = newSession(rules, seats, () => 0, { repetitions, head: game.head });
  return steps.map((step) => {
    let [refused, random] = [false, () => step.random];
    try {
      if ("asked" in step) session = reduce(session, step.asked, random);
      else if ("failure" in step) session = withFailure(session, step.failure);
      else session = withAnswer(session, wantedJob(session), step.answer, "", random);
    } catch (error) {
      if (step.asked?.action !== "open" && error.constructor.name !== "Refused") throw error;
      refused = true;
    }
    const view = sessionView(session, names);
    return { ...view, tree: view.tree && [view.tree.at, view.tree.nodes.map(({ id }) => id)], refused };
  });
});
"""


def replayed(game: Game[Any, Any], logs: Sequence[Log], positions: Sequence[Any]) -> None:
    """Fails where JavaScript shows something else after a step of these logs."""
    told = [{"seats": log.seats, "repetitions": log.repetitions, "steps": log.steps} for log in logs]
    for log, shown in zip(logs, in_node(REPLAY, table_of(game, positions), told), strict=True):
        for number, (ours, theirs) in enumerate(zip(log.shown, shown, strict=True)):
            for one, other in zip(ours["values"] or (), theirs["values"] or ()):  # each language rounds in its own way
                assert abs(one.pop("strength") - other.pop("strength")) < 0.0011
            assert theirs == ours, (game.name, number, log.steps[: number + 1][-5:])


@pytest.mark.parametrize("name", SMALL)
def test_random_actions_lead_to_the_same_views_also_in_the_tree(name: str):
    game = SMALL[name]()
    actions = (*STEPS, *IN_TREE) if len(game.players) == 2 else STEPS
    replayed(game, [log_of(game, seed, 40, actions) for seed in range(4)], all_positions(game))


@pytest.mark.parametrize("name", ["konane", "kalah", "rolled dice"])
def test_random_actions_of_larger_games_lead_to_the_same_views(name: str):
    of_every_game(name, logs=2, count=30)


@pytest.mark.minutes
@pytest.mark.parametrize("name", ALL)
def test_five_hundred_random_actions_of_every_game_lead_to_the_same_views(name: str):
    of_every_game(name, logs=10, count=60)


def of_every_game(name: str, logs: int, count: int) -> None:
    game = ALL[name]()
    found = [log_of(game, seed, count) for seed in range(logs)]
    replayed(game, found, [position for log in found for position in log.positions])
