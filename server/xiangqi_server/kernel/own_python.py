"""How a module of ours is run in a process of its own.

`-P` keeps the folder that the server was started in out of the search for modules: a `server.py` or
a `json.py` that lies there is somebody else's.
"""

import sys
from typing import Final

RUN_MODULE: Final = (sys.executable, "-P", "-m")
"""Goes before the name of the module, and its arguments."""
RUN_PROGRAM: Final = (*RUN_MODULE, __name__.partition(".")[0])
"""Goes before a command of this program, and its arguments."""
