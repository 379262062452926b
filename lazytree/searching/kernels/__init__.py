"""Searches written in the subset: Python runs them, and they compile with the rules of a game."""
