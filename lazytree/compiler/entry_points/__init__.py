"""Searches for users, in machine code where that can be."""
