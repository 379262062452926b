"""DVONN: its rules, its board, its text, its ratings."""
