"""Other libraries' games as games of ours, and ours as theirs: `openspiel`, `chess`, `pettingzoo`.

Each needs the extra of its name, which is imported when a function of it is called.
"""
