"""The draw of tournament tables: a pure function of a plan and an `rng`, with its public names.

Standard library only; no clock, no I/O, no chance but the `rng` passed in. A seed given to the
`rng` gives the same draw on every machine.
"""

from .changes import join, leave, places, redraw
from .drawing import draw, schedule
from .errors import DrawError
from .meetings import meetings
from .plan import Cost, Draw, Place, Plan, Round, Table, TableSizes
from .quality import Quality, Spread, quality
from .reasons import Why, why
from .sizes import sizes
from .stored import plan_from_dict, plan_to_dict, round_from_list, round_to_list
