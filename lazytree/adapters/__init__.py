"""Other libraries' games as games of ours, and ours as theirs: `openspiel`, `chess`, `pettingzoo`, `gymnasium`.

Each needs the extra of its name, which is imported when a function of it is called.
"""
