"""The announcement of the scorer: a game was closed, with its packed log.

Sent inside the transaction that closes it, with `game_id`. A receiver must not refuse.
"""

from django.dispatch import Signal

game_closed = Signal()
