"""How strong players are, from the results of games: Elo with intervals, margins of pairs, sequential tests."""
