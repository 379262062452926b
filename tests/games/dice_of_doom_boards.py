"""What the tests of Dice of Doom share: games, boards as pairs, and a twin written after the book's arithmetic."""

from __future__ import annotations

from hypothesis import strategies as st

from lazytree.games import dice_of_doom

EXAMPLE = "a3,a3,b3,b1"
CHOICES = st.lists(st.integers(0, 1000), max_size=30)


@st.composite
def games(draw, sizes=(1, 4), players=(2, 4)):
    size, count, most = draw(st.integers(*sizes)), draw(st.integers(*players)), draw(st.integers(1, 6))
    hex_ = st.tuples(st.sampled_from("abcd"[:count]), st.integers(1, most)).map(lambda it: f"{it[0]}{it[1]}")
    return dice_of_doom(
        size=size,
        players=count,
        max_dice=most,
        dice=draw(st.sampled_from(["certain", "rolled"])),
        reinforcement=draw(st.sampled_from(["captured", "largest cluster"])),
        board=",".join(draw(st.lists(hex_, min_size=size * size, max_size=size * size))),
    )


def hexes_in(game, position):
    """The board as (owner, dice) pairs, read from its text."""
    words = game.show(position).split("\n", 1)[1].split()
    return [("abcd".index(word[0]), int(word[2:])) for word in words]


# The twin: after the book, with lists of (owner, dice) and its neighbours by arithmetic


def twin_neighbours(size, pos):
    up, down = pos - size, pos + size
    left = [up - 1, pos - 1] if pos % size else []
    right = [pos + 1, down + 1] if (pos + 1) % size else []
    return [near for near in [up, down, *left, *right] if 0 <= near < size * size]


def twin_moves(game, position):
    """The moves as the book lists them, or what the dice can come to."""
    board, size, rolled = hexes_in(game, position), game.parameters["size"], game.parameters["dice"] == "rolled"
    if ", rolling" in game.show(position):
        source, target = map(int, game.show(position).split("rolling ")[1].split("\n")[0].split("->"))
        least, most = board[source][1] - 6 * board[target][1], 6 * board[source][1] - board[target][1]
        return ["success"] * (most > 0) + ["failure"] * (least <= 0)
    attacks = [
        f"{source}->{target}"
        for source, (owner, dice) in enumerate(board)
        if owner == position.player
        for target in twin_neighbours(size, source)
        if board[target][0] != owner and dice > (1 if rolled else board[target][1])
    ]
    return ["pass"] * position.attacked + attacks


def twin_attack(board, source, target):
    owner, dice = board[source]
    board[source], board[target] = (owner, 1), (owner, dice - 1)
    return board


def twin_pass(board, player, most, left):
    """One more die for each own hex that is not full, in order, while there are any left."""
    if not board:
        return []
    (owner, dice), rest = board[0], board[1:]
    if owner == player and dice < most and left > 0:
        return [(owner, dice + 1), *twin_pass(rest, player, most, left - 1)]
    return [(owner, dice), *twin_pass(rest, player, most, left)]


def twin_cluster(board, size, player):
    """The largest set that is closed under stepping to own neighbours, found by merging labels until nothing moves."""
    labels = {cell: cell for cell, (owner, _) in enumerate(board) if owner == player}
    for _ in labels:
        for cell in labels:
            labels[cell] = min(labels[near] for near in [cell, *twin_neighbours(size, cell)] if near in labels)
    return max(list(labels.values()).count(label) for label in labels.values())


def twin_play(game, position, word):
    """The board, whose turn it is and the dice captured after a move, from the text of the position before."""
    board, player, captured = hexes_in(game, position), position.player, position.captured
    settings = game.parameters
    clusters = settings["reinforcement"] == "largest cluster"
    if word == "pass":
        left = twin_cluster(board, settings["size"], player) if clusters else captured - 1
        return twin_pass(board, player, settings["max_dice"], left), (player + 1) % settings["players"], 0
    if "->" in word and settings["dice"] == "rolled":
        return board, player, captured
    source, target = map(int, (word if "->" in word else game.show(position)).split("\n")[0].split()[-1].split("->"))
    if word == "failure":
        board[source] = (player, 1)
        return board, player, captured
    taken = 0 if clusters else board[target][1]
    return twin_attack(board, source, target), player, captured + taken


def twin_score(game, position):
    """The book's score-board of a, minus b's."""
    board, size = hexes_in(game, position), game.parameters["size"]
    scores = [0, 0]
    for cell, (owner, dice) in enumerate(board):
        threatened = any(board[n][0] != owner and board[n][1] > dice for n in twin_neighbours(size, cell))
        scores[owner] += 1 if threatened else 2
        scores[1 - owner] -= 1
    return scores[0] - scores[1]
