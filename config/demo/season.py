"""The evenings of the demo club and their events. Data only; `fill` plays it."""

from dataclasses import dataclass, field

from config.demo.turns import Event

APART = 14
"""Days between two evenings."""


def breach(code: str, **more: object) -> Event:
    return {"type": "infraction", "code": code, **more}


Incidents = dict[tuple[int, int], dict[int, Event]]
"""By table and game: what happens there when so many rounds are settled."""


@dataclass(frozen=True)
class Evening:
    """One evening and its events, by table and number of the game.

    `cards` are the tables that play with paper cards, `hands` those that enter whole turns; the
    others are scored throw by throw. `wrong` cards are corrected, `reopened` games taken up again,
    each with its reason.
    """

    rulebook: str
    venue: str = "club_night"
    name: str = "Spielabend"
    tables: int = 3
    games: int = 3
    cards: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    incidents: Incidents = field(default_factory=dict)
    wrong: tuple[tuple[int, int], ...] = ()
    reopened: dict[tuple[int, int], str] = field(default_factory=dict)
    no_shows: int = 0
    confirmed: str = "all"  # or `some`, or `none`


SPINKSEN = breach("spinksen")
VOID = {
    "type": "ruling",
    "by": "Rolf Pfeiffer-Groß",
    "text": "Ein Becher ist umgefallen, die Runde wird wiederholt.",
    "effect": {"void_round": True},
}
NOTE = {
    "type": "ruling",
    "by": "Nuray Sechser",
    "text": "Ein Würfel lag schief; der Wurf gilt.",
    "effect": {},
}

SEASON: tuple[Evening, ...] = (
    Evening(
        "rsc2003",
        name="Saisonauftakt",
        tables=2,
        games=4,
        cards=(1, 2),
        wrong=((2, 3),),
        no_shows=1,
    ),
    Evening("schock4life", hands=(2,), incidents={(1, 2): {6: NOTE}}),
    Evening(
        "rsc2003",
        cards=(3,),
        wrong=((3, 2),),
        no_shows=2,
        incidents={
            (1, 1): {4: breach("early_lift")},
            (2, 3): {7: breach("dice_off_table", count=2)},
        },
    ),
    Evening("schock4life", venue="pub", name="Kneipenabend im Anker", tables=2),
    Evening(
        "rsc2003",
        hands=(1,),
        no_shows=1,
        incidents={
            (2, 2): {3: breach("too_many_throws")},
            (3, 1): {5: breach("left_table", cents=None)},
        },
    ),
    Evening(
        "schock4life",
        incidents={
            (1, 3): {8: {**SPINKSEN, "votes_for": 1, "votes_against": 3}},
            (2, 1): {5: VOID},
        },
        reopened={(3, 2): "Der letzte Wurf war vertippt."},
    ),
    Evening(
        "rsc2003",
        tables=2,
        no_shows=2,
        incidents={(1, 3): {2: breach("cup_off_table")}},
        reopened={(2, 3): "Im Endspiel fehlte eine Runde."},
    ),
    Evening("schock4life", venue="pub", name="Kneipenabend beim Griechen", hands=(3,)),
    Evening(
        "rsc2003",
        no_shows=1,
        incidents={
            (1, 1): {9: breach("early_lift")},
            (2, 3): {6: {"type": "overtime", "mode": "one_half"}},
            (3, 2): {4: breach("played_while_out")},
        },
    ),
    Evening(
        "schock4life",
        tables=2,
        hands=(2,),
        incidents={(1, 2): {7: {**SPINKSEN, "votes_for": 3, "votes_against": 1}}},
    ),
    Evening(
        "rsc2003",
        no_shows=2,
        confirmed="some",
        incidents={
            (1, 2): {3: breach("dice_off_table", count=1)},
            (3, 3): {5: {"type": "abandon", "reason": "Der letzte Bus fuhr."}},
        },
    ),
    Evening("schock4life", name="Abend vor der Pause", confirmed="none"),
)

TONIGHT = Evening("schock4life", tables=2, games=2)
"""Under way: after so many finished games each table is in the middle of the next."""
STOPS = (8, 13)
"""After so many rounds, table by table."""
