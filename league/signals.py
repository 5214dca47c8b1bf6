"""What the league announces: results or charges of an event have changed; rankings are stale.

`event_changed` is sent inside the transaction of the change, with `event_id` and, where only these
have other charges than before, `persons` by key. A receiver must not refuse for a reason of its own
business: the referee goes on.
"""

from django.dispatch import Signal

event_changed = Signal()
# Inside the transaction too: with `season_id` of whose tables are stale, and `event_id` of whose
# rankings are; either may be None.
standings_stale = Signal()
