"""Searches of trees: what they are worth, and which move is best."""
