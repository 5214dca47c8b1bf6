"""The steps of a block, one by one: clock, „scharf“, lock, ties, release of the ranking."""

from typing import Any

from django.utils.translation import gettext as _

from league import errors
from league.events.models import Block
from league.tournaments.core.queries import draws
from league.tournaments.direction.services import rounds
from league.tournaments.direction.views.pages import Directed, directs, fresh_seed
from league.tournaments.ranking.services import ties
from league.web.views import typed_number


@directs
def step(directed: Directed, block: Block) -> None:
    """Take the step of the block named by `step`."""
    seen, now = directed.seen, directed.now
    match directed.text("step"):
        case "start":
            rounds.start_block(block=block, seen=seen, now=now)
        case "minutes":
            typed = directed.text("minutes")
            digits = typed.removeprefix("-")
            is_number = digits.isascii() and digits.isdecimal() and len(digits) < 5
            rounds.add_minutes(
                block=block, minutes=int(typed) if is_number else 0, seen=seen, now=now
            )
        case "sharp":
            rounds.call_sharp(block=block, seen=seen, now=now)
        case "sharp_back":
            rounds.take_sharp_back(block=block, seen=seen)
        case "lock":
            rounds.lock_block(block=block, seen=seen, now=now)
        case "unlock":
            rounds.unlock_block(block=block, seen=seen)
        case "rank":
            rounds.release_ranking(block=block, seen=seen, now=now)
        case "unrank":
            rounds.take_ranking_back(block=block, seen=seen)
        case _other:
            raise errors.InvalidError("unknown_step", _("There is no such step."))


@directs
def decide_tie(directed: Directed, block: Block) -> None:
    """Decide a tie by play-off, from the typed place of each person, or by lot."""
    people = directed.numbers("person")
    given: dict[str, Any] = {
        "block": block,
        "client_id": directed.client_id,
        "seen": directed.seen,
        "by": directed.user,
        "now": directed.now,
    }
    if directed.text("do") == "lot":
        ties.draw_lots(people=people, seed=fresh_seed(), **given)
        return
    places = {person: directed.text(f"place-{person}") for person in people}
    if sorted(places.values()) != [str(place) for place in range(1, len(people) + 1)]:
        raise errors.InvalidError(
            "places_incomplete", _("Give each exactly one place: 1 for whoever won.")
        )
    order = sorted(people, key=lambda person: int(places[person]))
    ties.enter_playoff(order=order, **given)


@directs
def withdraw_tie(directed: Directed, block: Block) -> None:
    """Withdraw a mistaken decision."""
    wanted = typed_number(directed.text("decision"))
    decision = next(
        (tie_decision for tie_decision in draws.tie_decisions(block) if tie_decision.pk == wanted),
        None,
    )
    if decision is None:
        raise errors.InvalidError("no_such_decision", _("There is no such decision here."))
    decision.block = block
    ties.withdraw_decision(decision=decision, seen=directed.seen, now=directed.now)
