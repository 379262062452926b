"""Searches of trees: their values, and the best moves. `protocol` says what a search is, `searches` has them all."""
