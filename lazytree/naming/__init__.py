"""Names: texts as games, bots and positions, such as `konane`, `my_game.py:factory`, `think:depth=4`."""
