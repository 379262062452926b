"""Ghost: add a letter so that a word can still be made; who completes a word of four letters or more loses."""

from lazytree import Game

WORDS = """
    apple apply april arch arrow art bark barn basin basket bat bath bear beard beast bend bent bird birth
    cabin cable cake calm camel candle card care cart cat catch dance dark dart date dawn day deal dear debt
    eager eagle ear earn earth ease east easy eat echo edge fable face fact fade fail faint fair faith fall
""".split()

LONG = {word for word in WORDS if len(word) >= 4}


def moves(position):
    said, _ = position
    if said in LONG:
        return []
    going_on = {word[len(said)] for word in LONG if word.startswith(said) and len(word) > len(said)}
    return sorted(going_on)


def play(position, letter):
    said, player = position
    return said + letter, 1 - player


def payoffs(position):
    said, player = position
    # the player who spoke last completed the word
    return (1, -1) if player == 0 else (-1, 1)


def hope(position):
    """How many words of odd length are left more than words of even length."""
    said, _ = position
    lengths = [len(word) for word in LONG if word.startswith(said)]
    return sum(-1 if length % 2 else 1 for length in lengths)


game = Game(
    name="ghost",
    start=("", 0),
    mover=lambda position: position[1],
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"parity": hope},
    format=lambda position, letter: letter,
    show=lambda position: f"said so far: {position[0].upper() or '(nothing)'}",
)
