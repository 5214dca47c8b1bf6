"""What the scorer's answers look like: of `scoring/picture.py` and the log format, as schemas.

Those answers are made without serializers, as each tap asks for one. A test holds every answer of
the scorer's tests against these.
"""

from games.engine.rulebook import VENUES
from games.engine.sentences import SENTENCES
from games.scoring.api.events import EVENT
from league.club.models import StakeAnswer
from league.web.api.described import (
    ANY_OBJECT,
    DAY,
    STRING,
    WHOLE,
    YES,
    Json,
    by_name,
    many,
    maybe,
    more,
    named,
    one_of,
    record,
)

# --- refusals -------------------------------------------------------------------------------
# The engine's codes; a refusal of the engine also names the clause and the event.
RULES = tuple(sorted(SENTENCES))
STORING = ("amount_too_large", "bad_event", "id_reused", "log_too_long", "text_too_long")
FINISHED = ("game_finished",)
PHONE_RIGHTS = ("inside", "score", "rule", "call")
WHEN = {"type": "string", "format": "date-time"}
ENDED_BY = ("final", "sweep", "exclusion", "ruling", "overtime", "abandoned")

WHO = maybe(STRING)  # the id of a seat, as text
SEAT = STRING
FACES = many(WHOLE)
HAND = record(dice=FACES, throws=WHOLE, in_one_throw=YES, category=STRING)
SHOWN_HAND = {
    "oneOf": [
        record(covered=YES, kept=FACES, throws=WHOLE),
        {
            **HAND,
            "properties": {**HAND["properties"], "name": STRING},
            "required": [*HAND["required"], "name"],
        },
    ]
}
ROUND = record(
    phase=STRING,
    order=many(SEAT),
    limit=maybe(WHOLE),
    hands=by_name(HAND),
    best=WHO,
    worst=STRING,
    penalty=WHOLE,
    moved=WHOLE,
    source=one_of("middle", "giver", "all", "none"),
    deckel=by_name(WHOLE),
    middle=WHOLE,
    event=WHOLE,
    number=WHOLE,
    sentence=STRING,
    names=by_name(STRING),
)
CHARGE = record(
    player=STRING, kind=STRING, cents=maybe(WHOLE), code=STRING, event=WHOLE, label=STRING
)
NOW = maybe(record(player=STRING, throws=WHOLE, kept=FACES, thrown=FACES, name=STRING))
MOMENT: Json = record(
    phase=one_of("first_half", "second_half", "final", "over"),
    step=one_of("opening", "throwing", "revealing", "over"),
    turn=WHO,
    limit=maybe(WHOLE),
    left=maybe(WHOLE),
    middle=WHOLE,
    deckel=by_name(WHOLE),
    order=many(SEAT),
    open=YES,
    playing=many(SEAT),
    out=many(SEAT),
    first_half_loser=WHO,
    second_half_loser=WHO,
    loser=WHO,
    ended_by=maybe(one_of(*ENDED_BY)),
    overtime=maybe(STRING),
    hands=by_name(SHOWN_HAND),
    now=NOW,
    rolling=many(SEAT),
    rolled=by_name(record(dice=FACES)),
    last_round=maybe(named("Round")),
    forfeits=many(record(player=STRING, sentence=STRING)),
    round_number=WHOLE,
    charges=many(named("GameCharge")),
)
CAN = record(score=YES, rule=YES, finish=YES, reopen=YES, confirm=YES, object=YES, call=YES)
HAPPENED = record(
    after_round=WHOLE,
    type=STRING,
    player=WHO,
    label=STRING,
    text=STRING,
    by=STRING,
    clause=STRING,
    effect=STRING,
    votes=many(WHOLE),
    charges=many(named("GameCharge")),
)
ACTION = {**ANY_OBJECT, "properties": {"type": STRING, "player": STRING}, "required": ["type"]}
PAID = record(name=STRING, label=STRING, code=STRING, kind=STRING, cents=maybe(WHOLE))
GAME_RESULT = record(
    id=WHOLE,
    version=WHOLE,
    state=one_of("entered", "confirmed", "disputed", "correcting"),
    entered_by=maybe(record(name=STRING, verified=YES)),
    confirmed_by=maybe(record(name=STRING, verified=YES)),
    url=STRING,
    waits_for=many(STRING),
    source=one_of("card", "game", "director"),
    lost_first=WHO,
    lost_second=WHO,
    loser=WHO,
    ended_by=one_of(*ENDED_BY),
    depth=one_of("card", "rounds", "hands", "throws"),
    charges=many(PAID),
)
_VIEW = {
    "sequence": WHOLE,
    "status": one_of("running", "finished", "card"),
    "correcting": YES,
    **MOMENT["properties"],
    "actions": many(named("Action")),
    "late": many(named("Action")),
    "in_force": maybe(
        record(type=STRING, player=WHO, covered=YES, act=YES, happened=maybe(named("Happened")))
    ),
    "marks": many(record(type=STRING, player=WHO, label=STRING, effect=STRING)),
    "result": maybe(named("GameResult")),
    "can": named("Can"),
}
VIEW = more(record(**_VIEW), decision=maybe(named("Happened")))
RULEBOOK = record(
    slug=STRING,
    name=STRING,
    lang=STRING,
    deckel=WHOLE,
    words=by_name(STRING),
    last_throw=STRING,
    reveal_order=STRING,
    first_stand_opens=YES,
    open_clause=STRING,
    all_load=maybe(STRING),
    reenter=STRING,
    infractions=by_name(
        record(
            label=STRING,
            clause=STRING,
            kind=maybe(STRING),
            cents=maybe(WHOLE),
            most=WHOLE,
            votes=YES,
            open_amount=YES,
            effect=STRING,
        )
    ),
    modes=by_name(STRING),
    values=many(record(hand=STRING, name=STRING, penalty=maybe(WHOLE), clause=STRING)),
)
GAME = record(
    id={"type": "string", "format": "uuid"},
    table=WHOLE,
    number=WHOLE,
    rulebook=named("Rulebook"),
    players=many(record(id=STRING, name=STRING, short=STRING)),
    starter=WHO,
    venue=maybe(one_of(*VENUES)),
    stake=maybe(record(kind=STRING, cents=maybe(WHOLE), clause=STRING)),
    takes_rounds=YES,
    options=ANY_OBJECT,
)
BOTH = record(game=named("Game"), view=named("View"))
ARRIVAL = record(
    sequence=WHOLE,
    tapped_at=WHEN,
    came_at=WHEN,
    tapped_by=STRING,
)
SHOWN = more(
    record(game=named("Game"), view=named("View"), call=named("Call")),
    rounds=many(named("Round")),
    happened=many(named("Happened")),
    arrivals=many(ARRIVAL),
    versions=maybe(STRING),
)
VERSION = record(
    number=WHOLE,
    base=WHOLE,
    was_log=YES,
    tapped_at=maybe(WHEN),
    came_at=WHEN,
    by=STRING,
    log=record(header=ANY_OBJECT, events=many(ANY_OBJECT)),
)
PREVIEW = record(view=record(sequence=WHOLE, **MOMENT["properties"]), settles=many(named("Round")))
MENDABLE = record(sequence=WHOLE, round=named("Round"), offer=maybe(named("Action")))
MENDED = record(
    view=record(sequence=WHOLE, **MOMENT["properties"]),
    settles=many(named("Round")),
    kept=many(WHOLE),
    without_hands=many(WHOLE),
    dropped=many(named("Happened")),
    cut=maybe(WHOLE),
    stuck=maybe(record(number=WHOLE, sentence=STRING, why=STRING, offer=maybe(named("Action")))),
)
PROPOSAL = record(
    mode=one_of("opening", "starter", "choose"),
    starter=maybe(WHOLE),
    dice=WHOLE,
    sentence=STRING,
    clause=STRING,
)
LOBBY = record(
    table=WHOLE,
    number=WHOLE,
    event=record(id=WHOLE, name=STRING, date=DAY),
    rulebook=named("Rulebook"),
    me=record(name=STRING, verified=YES, sender=STRING),
    can=named("Can"),
    seats=many(record(id=WHOLE, name=STRING, out=YES, guest=YES)),
    money=maybe(record(kind=one_of(*StakeAnswer.Kind.values), cents=maybe(WHOLE))),
    next_number=WHOLE,
    next_header=maybe(ANY_OBJECT),
    takes_rounds=YES,
    proposal=PROPOSAL,
    after=maybe(record(over=maybe(STRING), proposals=by_name(PROPOSAL))),
    options=many(record(code=STRING, label=STRING, clause=STRING)),
    game=maybe({"type": "string", "format": "uuid"}),
    over=maybe(STRING),
    last=maybe(record(key={"type": "string", "format": "uuid"}, number=WHOLE)),
    results=many(record(number=WHOLE, loser=WHO, state=STRING, said=STRING, url=STRING)),
    call=named("Call"),
)
LOG = record(header=ANY_OBJECT, events=many(named("LogEvent")))
ENTRIES = record(
    id={"type": "string", "format": "uuid"},
    table=WHOLE,
    number=WHOLE,
    header=ANY_OBJECT,
    charges=YES,
    takes_rounds=YES,
    names=by_name(STRING),
    rights=record(**dict.fromkeys(PHONE_RIGHTS, YES)),
    sequence=WHOLE,
    entries=many(record(id=STRING, type=STRING, data=ANY_OBJECT, words=by_name(STRING))),
)

SHAPES = {
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
