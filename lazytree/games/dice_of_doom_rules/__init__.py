"""Dice of Doom: its rules, its board, its text, its ratings."""
