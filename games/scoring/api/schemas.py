"""Schemas of the scorer's answers: of `scoring/snapshot.py` and the log format.

Those answers are made without serializers, as each tap asks for one. A test holds every answer of
the scorer's tests against these.
"""

from games.engine.rulebook import VENUES
from games.engine.sentences import SENTENCES
from games.scoring.api.events import EVENT
from league.club.models import StakeAnswer
from league.web.api.described import (
    ANY_OBJECT,
    BOOLEAN,
    DATE,
    INTEGER,
    STRING,
    Json,
    array_of,
    enum_of,
    map_of,
    nullable,
    object_schema,
    schema_ref,
    with_optional,
)

# --- refusals -------------------------------------------------------------------------------
# The engine's codes; a refusal of the engine also names the clause and the event.
RULES = tuple(sorted(SENTENCES))
STORING = ("amount_too_large", "bad_event", "id_reused", "log_too_long", "text_too_long")
FINISHED = ("game_finished",)
PHONE_RIGHTS = ("inside", "score", "rule", "call")
WHEN = {"type": "string", "format": "date-time"}
ENDED_BY = ("final", "sweep", "exclusion", "ruling", "overtime", "abandoned")

WHO = nullable(STRING)  # the id of a seat, as text
SEAT = STRING
FACES = array_of(INTEGER)
HAND = object_schema(dice=FACES, throws=INTEGER, in_one_throw=BOOLEAN, category=STRING)
SHOWN_HAND = {
    "oneOf": [
        object_schema(covered=BOOLEAN, kept=FACES, throws=INTEGER),
        {
            **HAND,
            "properties": {**HAND["properties"], "name": STRING},
            "required": [*HAND["required"], "name"],
        },
    ]
}
ROUND = object_schema(
    phase=STRING,
    order=array_of(SEAT),
    limit=nullable(INTEGER),
    hands=map_of(HAND),
    best=WHO,
    worst=STRING,
    penalty=INTEGER,
    moved=INTEGER,
    source=enum_of("middle", "giver", "all", "none"),
    deckel=map_of(INTEGER),
    middle=INTEGER,
    event=INTEGER,
    number=INTEGER,
    sentence=STRING,
    names=map_of(STRING),
)
CHARGE = object_schema(
    player=STRING, kind=STRING, cents=nullable(INTEGER), code=STRING, event=INTEGER, label=STRING
)
NOW = nullable(object_schema(player=STRING, throws=INTEGER, kept=FACES, thrown=FACES, name=STRING))
MOMENT: Json = object_schema(
    phase=enum_of("first_half", "second_half", "final", "over"),
    step=enum_of("opening", "throwing", "revealing", "over"),
    turn=WHO,
    limit=nullable(INTEGER),
    left=nullable(INTEGER),
    middle=INTEGER,
    deckel=map_of(INTEGER),
    order=array_of(SEAT),
    open=BOOLEAN,
    playing=array_of(SEAT),
    out=array_of(SEAT),
    first_half_loser=WHO,
    second_half_loser=WHO,
    loser=WHO,
    ended_by=nullable(enum_of(*ENDED_BY)),
    overtime=nullable(STRING),
    hands=map_of(SHOWN_HAND),
    now=NOW,
    rolling=array_of(SEAT),
    rolled=map_of(object_schema(dice=FACES)),
    last_round=nullable(schema_ref("Round")),
    forfeits=array_of(object_schema(player=STRING, sentence=STRING)),
    round_number=INTEGER,
    charges=array_of(schema_ref("GameCharge")),
)
CAN = object_schema(
    score=BOOLEAN,
    rule=BOOLEAN,
    finish=BOOLEAN,
    reopen=BOOLEAN,
    confirm=BOOLEAN,
    object=BOOLEAN,
    call=BOOLEAN,
)
HAPPENED = object_schema(
    after_round=INTEGER,
    type=STRING,
    player=WHO,
    label=STRING,
    text=STRING,
    by=STRING,
    clause=STRING,
    effect=STRING,
    votes=array_of(INTEGER),
    charges=array_of(schema_ref("GameCharge")),
)
ACTION = {**ANY_OBJECT, "properties": {"type": STRING, "player": STRING}, "required": ["type"]}
PAID = object_schema(name=STRING, label=STRING, code=STRING, kind=STRING, cents=nullable(INTEGER))
_SIGNED: dict[str, Json] = {
    "id": INTEGER,
    "version": INTEGER,
    "state": enum_of("entered", "confirmed", "disputed", "correcting"),
    "entered_by": nullable(object_schema(name=STRING, verified=BOOLEAN)),
    "confirmed_by": nullable(object_schema(name=STRING, verified=BOOLEAN)),
    "url": STRING,
}
GAME_RESULT = object_schema(
    **_SIGNED,
    waits_for=array_of(STRING),
    source=enum_of("card", "game", "director"),
    lost_first=WHO,
    lost_second=WHO,
    loser=WHO,
    ended_by=enum_of(*ENDED_BY),
    depth=enum_of("card", "rounds", "hands", "throws"),
    charges=array_of(PAID),
)
_VIEW = {
    "sequence": INTEGER,
    "status": enum_of("running", "finished", "card"),
    "correcting": BOOLEAN,
    **MOMENT["properties"],
    "actions": array_of(schema_ref("Action")),
    "late": array_of(schema_ref("Action")),
    "in_force": nullable(
        object_schema(
            type=STRING,
            player=WHO,
            covered=BOOLEAN,
            act=BOOLEAN,
            happened=nullable(schema_ref("Happened")),
        )
    ),
    "marks": array_of(object_schema(type=STRING, player=WHO, label=STRING, effect=STRING)),
    "result": nullable(schema_ref("GameResult")),
    "can": schema_ref("Can"),
}
VIEW = with_optional(object_schema(**_VIEW), decision=nullable(schema_ref("Happened")))
RULEBOOK = object_schema(
    slug=STRING,
    name=STRING,
    lang=STRING,
    deckel=INTEGER,
    words=map_of(STRING),
    last_throw=STRING,
    reveal_order=STRING,
    first_stand_opens=BOOLEAN,
    open_clause=STRING,
    all_load=nullable(STRING),
    reenter=STRING,
    infractions=map_of(
        object_schema(
            label=STRING,
            clause=STRING,
            kind=nullable(STRING),
            cents=nullable(INTEGER),
            most=INTEGER,
            votes=BOOLEAN,
            open_amount=BOOLEAN,
            effect=STRING,
        )
    ),
    modes=map_of(STRING),
    values=array_of(
        object_schema(hand=STRING, name=STRING, penalty=nullable(INTEGER), clause=STRING)
    ),
)
GAME = object_schema(
    id={"type": "string", "format": "uuid"},
    table=INTEGER,
    number=INTEGER,
    rulebook=schema_ref("Rulebook"),
    players=array_of(object_schema(id=STRING, name=STRING, short=STRING)),
    starter=WHO,
    venue=nullable(enum_of(*VENUES)),
    stake=nullable(object_schema(kind=STRING, cents=nullable(INTEGER), clause=STRING)),
    takes_rounds=BOOLEAN,
    options=ANY_OBJECT,
)
BOTH = object_schema(game=schema_ref("Game"), view=schema_ref("View"))
ARRIVAL = object_schema(
    sequence=INTEGER,
    tapped_at=WHEN,
    came_at=WHEN,
    tapped_by=STRING,
)
SHOWN = with_optional(
    object_schema(game=schema_ref("Game"), view=schema_ref("View"), call=schema_ref("Call")),
    rounds=array_of(schema_ref("Round")),
    happened=array_of(schema_ref("Happened")),
    arrivals=array_of(ARRIVAL),
    versions=nullable(STRING),
)
VERSION = object_schema(
    number=INTEGER,
    base=INTEGER,
    was_log=BOOLEAN,
    tapped_at=nullable(WHEN),
    came_at=WHEN,
    by=STRING,
    log=object_schema(header=ANY_OBJECT, events=array_of(ANY_OBJECT)),
)
PREVIEW = object_schema(
    view=object_schema(sequence=INTEGER, **MOMENT["properties"]),
    settles=array_of(schema_ref("Round")),
)
MENDABLE = object_schema(
    sequence=INTEGER, round=schema_ref("Round"), offer=nullable(schema_ref("Action"))
)
MENDED = object_schema(
    view=object_schema(sequence=INTEGER, **MOMENT["properties"]),
    settles=array_of(schema_ref("Round")),
    kept=array_of(INTEGER),
    without_hands=array_of(INTEGER),
    dropped=array_of(schema_ref("Happened")),
    cut=nullable(INTEGER),
    stuck=nullable(
        object_schema(
            number=INTEGER, sentence=STRING, why=STRING, offer=nullable(schema_ref("Action"))
        )
    ),
)
PROPOSAL = object_schema(
    mode=enum_of("opening", "starter", "choose"),
    starter=nullable(INTEGER),
    dice=INTEGER,
    sentence=STRING,
    clause=STRING,
)
LOBBY = object_schema(
    table=INTEGER,
    number=INTEGER,
    event=object_schema(id=INTEGER, name=STRING, date=DATE),
    rulebook=schema_ref("Rulebook"),
    me=object_schema(name=STRING, verified=BOOLEAN, sender=STRING),
    can=schema_ref("Can"),
    seats=array_of(object_schema(id=INTEGER, name=STRING, out=BOOLEAN, guest=BOOLEAN)),
    money=nullable(object_schema(kind=enum_of(*StakeAnswer.Kind.values), cents=nullable(INTEGER))),
    next_number=INTEGER,
    next_header=nullable(ANY_OBJECT),
    takes_rounds=BOOLEAN,
    proposal=PROPOSAL,
    after=nullable(object_schema(over=nullable(STRING), proposals=map_of(PROPOSAL))),
    options=array_of(object_schema(code=STRING, label=STRING, clause=STRING)),
    game=nullable({"type": "string", "format": "uuid"}),
    over=nullable(STRING),
    last=nullable(object_schema(key={"type": "string", "format": "uuid"}, number=INTEGER)),
    # The last game, where this phone's player is to say first whether it is right.
    asks=nullable({"type": "string", "format": "uuid"}),
    # The same of a card that no scored game lies behind.
    asks_card=nullable(object_schema(number=INTEGER, loser=WHO, **_SIGNED)),
    results=array_of(
        object_schema(number=INTEGER, loser=WHO, state=STRING, said=STRING, url=STRING)
    ),
    call=schema_ref("Call"),
)
LOG = object_schema(header=ANY_OBJECT, events=array_of(schema_ref("LogEvent")))
ENTRIES = object_schema(
    id={"type": "string", "format": "uuid"},
    table=INTEGER,
    number=INTEGER,
    header=ANY_OBJECT,
    charges=BOOLEAN,
    takes_rounds=BOOLEAN,
    names=map_of(STRING),
    rights=object_schema(**dict.fromkeys(PHONE_RIGHTS, BOOLEAN)),
    sequence=INTEGER,
    written=object_schema(by=array_of(STRING), last_at=nullable(WHEN)),
    entries=array_of(object_schema(id=STRING, type=STRING, data=ANY_OBJECT, words=map_of(STRING))),
)

SCHEMAS = {
    "Action": ACTION,
    "Can": CAN,
    "Game": GAME,
    "GameCharge": CHARGE,
    "GameResult": GAME_RESULT,
    "Happened": HAPPENED,
    "LogEvent": EVENT,
    "Round": ROUND,
    "Rulebook": RULEBOOK,
    "View": VIEW,
}
