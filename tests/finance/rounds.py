"""Short words for rounds of drinks, and three evenings four weeks apart."""

from datetime import timedelta

from finance.books.models.rounds import GivenRound
from finance.books.queries.rounds import rounds_due
from finance.books.services.conversions import turn_into_euros
from finance.books.services.rounds import decide_on_absent, give_round, give_together, move_round
from league.events.services import attendance, seating
from tests.finance.club import DAY, NOW, client_id

NEXT = DAY + timedelta(days=28)
LATER = DAY + timedelta(days=56)


def lost(evening, name, number=1, **more):
    evening.card(name, number=number, kind="drinks_round", cents=None, **more)


def give(evening, *claims, click=None, today=NEXT):
    how = {
        "event": evening.event if evening else None,
        "client_id": click or client_id(),
        "by": evening.club.user("kim") if evening else None,
        "today": today,
        "now": NOW,
    }
    if len(claims) == 1:
        return give_round(claim=claims[0], **how)
    return give_together(claims=claims, **how)


def due(evening):
    return {debtor.person.name: debtor for debtor in rounds_due(evening.event)}


def names(people):
    return [person.name for person in people]


def goes_home(evening, name):
    seating.unseat(seat=evening.seats[name])
    who = evening.event.participations.get(person=evening.club.persons[name])
    attendance.mark_attendance(participation=who, attendance="absent")


def the_club_says(keep, start=DAY):
    return decide_on_absent(
        start=start,
        keep=keep,
        decided="Mitgliederversammlung",
        by=None,
        today=NEXT,
        now=NOW,
    )


def given_to(claim):
    return [names(given_round.people) for given_round in GivenRound.objects.filter(claim=claim)]


def in_euros(claim, cents=500, click=None):
    return turn_into_euros(
        claim=claim,
        cents=cents,
        reason="Toni fährt und zahlt lieber",
        client_id=click or client_id(),
        by=None,
        today=NEXT,
        now=NOW,
    )


def moved(claim, until=LATER, reason="Robin fährt heute"):
    return move_round(claim=claim, until=until, reason=reason, by=None, today=NEXT, now=NOW)
