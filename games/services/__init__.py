"""What games write: logs, cards and breaches. One file for each."""

from games.services.breaches import charge_breach
from games.services.cards import enter_card
from games.services.deciding import decide_result
from games.services.rules import agree_on_rules
from games.services.score_cards import enter_score_card

__all__ = [
    "agree_on_rules",
    "charge_breach",
    "decide_result",
    "enter_card",
    "enter_score_card",
]
