"""A game that is being played at a board, as a value, and what a page shows of it: widgets and the server share it."""
