"""The one announcement of the league: results or charges of an event have changed.

Sent inside the transaction of the change, with `event_id` and, where only these have other charges
than before, `persons` by key. A receiver must not refuse for a reason
of its own business: the referee goes on.
"""

from django.dispatch import Signal

event_changed = Signal()
