"""Selfo: its rules, its board, its text, its ratings."""
