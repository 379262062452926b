"""Hosts: what holds a session for a person. Notebook widgets, the terminal, the server, and published pages."""
