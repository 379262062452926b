"""Tables of exact values, by name: `from lazytree.tables import book, look_up, open_table, tabulate`."""

from lazytree.questions.book import book
from lazytree.questions.tabulate import tabulate
from lazytree.solving.looking_up import look_up
from lazytree.solving.tables import Entry, Tablebase, open_table

__all__ = ["Entry", "Tablebase", "book", "look_up", "open_table", "tabulate"]
