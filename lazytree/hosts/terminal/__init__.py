"""The table at which a game is played, in a terminal: the host of the data that pages show, drawn with characters."""
