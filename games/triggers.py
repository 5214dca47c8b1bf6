"""What the database itself refuses: a log only grows, and a game keeps its header."""

from league.trigger_kinds import Trigger, append_only

TRIGGERS: list[Trigger] = [
    *append_only(
        "games_entry", columns=["id", "game_id", "sequence", "client_id", "type", "data", "at"]
    ),
    *append_only(
        "games_game", columns=["id", "key", "table_id", "number", "header", "by_lot", "started_at"]
    ),
    # Without a gap: what a phone has seen is one number.
    Trigger(
        "games_entry_no_gap",
        "games_entry",
        "INSERT",
        "entry_sequence_has_a_gap",
        "NEW.sequence > 1 AND NOT EXISTS (SELECT 1 FROM games_entry e"
        " WHERE e.game_id = NEW.game_id AND e.sequence = NEW.sequence - 1)",
    ),
]
