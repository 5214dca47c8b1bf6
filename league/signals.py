"""Announcements of the league: results or charges of an event have changed; rankings are stale.

`event_changed` is sent inside the transaction of the change, with `event_id` and, where only these
have other charges than before, `persons` by key. A receiver must not refuse for a reason of its own
business: the referee goes on.

`stakes_changed` is sent inside the transaction in which the club says what its games cost, with
`events`, the keys of all that may have been played on the days it reaches.
"""

from django.dispatch import Signal

event_changed = Signal()
stakes_changed = Signal()
# Inside the transaction too: with `season_id` of whose tables are stale, and `event_id` of whose
# rankings are; either may be None.
standings_stale = Signal()
# Devices wait to be woken: `Push` rows exist (league.push.services.put).
pushes_put = Signal()
