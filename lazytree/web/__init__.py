"""Games in the browser: the server that people play on, and a game published as one page."""
