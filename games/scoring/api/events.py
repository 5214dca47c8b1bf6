"""Each event of a log as the description of the API has it, with an example.

What it means is in `docs/game-log.md`; what is legal now is in the `actions` of a view.
"""

from typing import Any

from games.engine.loading import load, slugs
from games.engine.words import OVERTIME
from league.web.api.described import BOOLEAN, INTEGER, STRING, Json, nullable

FACE: Json = {"type": "integer", "minimum": 1, "maximum": 6}
SEAT: Json = {"type": "string", "description": "The id of a seat, as text."}
CODES = sorted({code for slug in slugs() for code in load(slug).infractions})
PENALTIES = sorted(
    {penalty for slug in slugs() for penalty in load(slug).penalties if penalty < 100}
)


def dice(least: int, most: int) -> Json:
    return {"type": "array", "items": FACE, "minItems": least, "maxItems": most}


def event(kind: str, text: str, example: Json, optional: Json | None = None, **keys: Json) -> Json:
    """Describe one type of event; further keys are the application's own and are not looked at."""
    return {
        "type": "object",
        "description": text,
        "properties": {"type": {"const": kind}, **keys, **(optional or {})},
        "required": ["type", *sorted(keys)],
        "additionalProperties": True,
        "examples": [{"type": kind, **example}],
    }


EVENTS: list[Json] = [
    event(
        "opening",
        "One roll for who begins: three dice or one, by the rulebook.",
        {"player": "7", "dice": [6, 4, 1]},
        player=SEAT,
        dice=dice(1, 3),
    ),
    event(
        "throw",
        "One throw: what stays on the table, how many sixes were turned to ones, what fell now; "
        "`dice` is null under a cup that stays down.",
        {"player": "7", "kept": [1], "turned": 0, "dice": [6, 2]},
        player=SEAT,
        kept=dice(0, 2),
        turned={"type": "integer", "minimum": 0, "maximum": 2},
        dice={"oneOf": [dice(1, 3), {"type": "null"}]},
    ),
    event("stand", "Ends the turn before the limit.", {"player": "7"}, player=SEAT),
    event(
        "hand",
        "A whole turn in one entry.",
        {"player": "7", "dice": [6, 1, 1], "throws": 2, "in_one_throw": False},
        player=SEAT,
        dice=dice(3, 3),
        throws={"type": "integer", "minimum": 1, "maximum": 3},
        in_one_throw=BOOLEAN,
    ),
    event(
        "round",
        "A whole round in one entry: who lost it, how many Deckel the best hand asks for, and who "
        "had it, which is wanted where that one gives of the own.",
        {"loser": "8", "penalty": 3, "best": "7"},
        loser=SEAT,
        penalty={"oneOf": [{"enum": PENALTIES}, {"const": "all"}]},
        optional={"best": nullable(SEAT)},
    ),
    event(
        "reveal",
        "The faces under a cup that stayed down.",
        {"player": "7", "dice": [5, 5]},
        player=SEAT,
        dice=dice(1, 3),
    ),
    event("reenter", "Somebody who is out throws along.", {"player": "9"}, player=SEAT),
    event(
        "infraction",
        "A breach of the rulebook, with what its code asks for.",
        {"player": "8", "code": "dice_off_table", "count": 2},
        player=SEAT,
        code={"enum": CODES},
        optional={
            "count": {"type": "integer", "minimum": 1, "maximum": 3},
            "cents": nullable(INTEGER),
            "votes_for": INTEGER,
            "votes_against": INTEGER,
            "reason": STRING,
        },
    ),
    event(
        "ruling",
        "The referee decides; an empty effect is a note. Needs the office.",
        {"by": "Rolf", "text": "Der Becher fiel um.", "effect": {"lose_round": "8"}},
        effect={
            "type": "object",
            "properties": {
                "void_round": {"const": True},
                "lose_round": SEAT,
                "lose_half": SEAT,
                "lose_game": SEAT,
            },
            "maxProperties": 1,
            "additionalProperties": False,
        },
        optional={"by": STRING, "text": STRING},
    ),
    event(
        "overtime",
        "„Scharf“: the next round, or the half being played, decides.",
        {"mode": "sudden_round"},
        mode={"enum": list(OVERTIME)},
    ),
    event("retract", "Withdraws the last event in force.", {}),
    event("abandon", "Ends the game without a loser.", {}, optional={"reason": STRING}),
]
EVENT: Json = {
    "oneOf": EVENTS,
    "description": "An event of the log. What is legal now stands in `actions`.",
}
SENT: Json = {
    "allOf": [
        {"$ref": "#/components/schemas/LogEvent"},
        {
            "type": "object",
            "properties": {
                "id": {
                    "type": "string",
                    "pattern": r"^[0-9A-Za-z:._-]{1,64}$",
                    "description": "Made by the sender; what arrives twice is counted once.",
                },
                "round": {
                    "const": "last",
                    "description": "It is about the round that has just been settled.",
                },
            },
            "required": ["id"],
        },
    ]
}
TAPPED: Json = {
    "type": "string",
    "format": "date-time",
    "description": "Of events that waited for a network: when the first was entered, by the clock "
    "of the sender. Kept as a hint; it orders and dates nothing.",
}
PREVIEWED: Json = {"$ref": "#/components/schemas/LogEvent"}


def taking(events: Json, **keys: Any) -> Json:
    """Describe the body of a message with events: `seen` is the sequence that the
    sender has seen.
    """
    return {
        "type": "object",
        "properties": {
            "seen": {"type": "integer", "minimum": 0, "maximum": 50_000},
            "events": {"type": "array", "items": events, "minItems": 1, "maxItems": 500},
            **keys,
        },
        "required": ["seen", "events"],
    }
