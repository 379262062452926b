"""Questions about a game (search, deepen, solve, perft, mcts, ...), and the dispatcher: which lane answers."""
