"""The same tasks done with other libraries, a room for each; what is not installed cannot be imported.

An answer is (value, move), either None where the library does not say: the value is FIRST's, the move as lazytree
writes it.
"""
