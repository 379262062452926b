from . import binding as binding
from . import ir as ir

__version__: str
