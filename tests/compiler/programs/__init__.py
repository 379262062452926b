"""Random programs in the subset: Python and machine code must give the same answer, of the same types.

Each module makes one kind of piece as text; `program` puts them together, `lanes` runs both lanes, `shrink` cuts down
what fails, and `python tests/compiler/programs --programs 50000 --jobs 2 --seed 1` runs as many as are wanted.
"""
