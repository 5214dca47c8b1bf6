"""What games write: logs, cards and breaches. One file for each."""

from games.services.breaches import charge_breach
from games.services.cards import enter_card
from games.services.rules import agree_on_rules

__all__ = ["agree_on_rules", "charge_breach", "enter_card"]
