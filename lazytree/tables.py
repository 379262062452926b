"""Tables of exact values, by name: `from lazytree.tables import book, look_up, open_table, tabulate`."""

from lazytree.questions.book import book
from lazytree.questions.tabulate import tabulate
from lazytree.solving.tables import Entry, Tablebase, open_table

__all__ = ["Entry", "Tablebase", "book", "open_table", "tabulate"]
