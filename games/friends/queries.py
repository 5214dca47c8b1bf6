"""The rulebooks that a game among friends needs, and the tables that take such a game in."""

from dataclasses import asdict
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from games.rules import rulebooks as books
from games.rules.labels import stake_in_words
from games.scoring import queries as scoring
from games.scoring.models import charges_players
from league.access.actors import Actor
from league.access.queries.tables import PLAYERS_CORRECT, table_rights
from league.club.models import StakeAnswer
from league.club.queries import stakes_on
from league.events.models import Event, Table
from league.events.queries import seats_of
from league.people.models.people import User


def books_for_friends() -> list[dict[str, Any]]:
    """Return each rulebook in one sentence, and how it finds who begins.

    `opening` is `roll` or `lot`; `after_loss` says that the loser of the game before begins, with
    `{name}`, empty if he does not.
    """
    return [
        {
            "slug": book.slug,
            "name": book.name,
            "sentence": getattr(book.summary, books.lang()),
            "opening": asdict(scoring.opening_of(book)),
            "after_loss": _("{name} lost the game before and begins.")
            if book.opening.starter == "king"
            else "",
        }
        for book in books.all_rulebooks()
    ]


def tables_to_hand_in(user: User, today: date) -> list[dict[str, Any]]:
    """Return the tables of this week's evenings at which this login may enter games,
    newest first.
    """
    evenings = Event.objects.filter(
        kind=Event.Kind.EVENING,
        business_date__gt=today - PLAYERS_CORRECT,
        business_date__lte=today,
        cancelled_at=None,
    )
    tables = (
        Table.objects.filter(block__event__in=evenings)
        .select_related("block__event")
        .order_by("-block__event__business_date", "block__number", "number")
    )
    actor = Actor(user_id=user.pk)
    rights = {table.pk: table_rights(actor, user, table, today) for table in tables}
    return [
        {**_table_json(table), "rule": rights[table.pk].rule}
        for table in tables
        if rights[table.pk].score
    ]


def _table_json(table: Table) -> dict[str, Any]:
    """Return a table with what a game costs its loser there: `costs` is what the club has answered
    for that day, `stakes` says it by the number of those who played, empty if no one pays.
    """
    event, seats = table.block.event, seats_of(table)
    slug, agreed = scoring.rules_of(table)
    book, stakes = books.for_table(slug, agreed), stakes_on(event.business_date)
    return {
        "id": table.pk,
        "number": table.number,
        "evening": event.name,
        "date": event.business_date.isoformat(),
        "rulebook": {"slug": slug, "name": book.name},
        "venue": event.venue,
        "next": scoring.next_number(table),
        "busy": scoring.running_game(table) is not None,
        "costs": stakes.kind if charges_players(event) else StakeAnswer.Kind.NONE,
        "stakes": {
            number: stake_in_words(book, event.venue, range(number, number + 1), stakes)
            for number in range(2, len(seats) + 1)
        },
        "seats": [{"id": seat.pk, "name": seat.participation.name} for seat in seats],
    }
