"""A tournament as many look at it at once: read when something changed, and not before.

The key of an event changes with everything its pages show of it, so also when the worker has
computed its rankings. Two queries make it, so a phone that asks again is answered without the
state; the state itself is cached by its key. Nobody who looks ranks anything.
"""

from collections import OrderedDict
from functools import cache
from hashlib import sha256
from itertools import count
from threading import Lock
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import JSONObject
from django.utils.translation import get_language

from league.events.models import Event, Participation, Table
from league.people.queries.names import Naming, public_naming
from league.results.models.results import Result
from league.results.models.second_look import Objection
from league.standings.models import Standing
from league.tournaments.core.queries.stored_state import StoredState
from league.tournaments.models.tournaments import Prize, Registration

# More tournaments than are looked at in one evening, each for members and for the public.
MOST_COURSES = 16

_states: OrderedDict[tuple[int, str], tuple[str, StoredState]] = OrderedDict()
_computing = Lock()


class _Key(NamedTuple):
    began: int
    own: object
    key: str


_keys: dict[int, _Key] = {}
_moments = count()  # of who came and who began to read, in their order
_keying = Lock()


def version_key(event: Event) -> str:
    """Changes with whatever a page of this tournament shows. Two queries.

    Where many ask at once, whoever had to wait takes what was asked for after he came.
    """
    came = next(_moments)
    tournament = event.tournament
    own = (
        tournament.revision,
        tournament.finished_at,
        tournament.registration_open,
        event.revision,
        event.name,
        event.cancelled_at,
        event.is_public,
        (event.rulebook, event.venue),
    )
    with _keying:
        known = _keys.get(event.pk)
        if known is None or known.began < came or known.own != own:
            if len(_keys) >= MOST_COURSES:
                _keys.clear()
            known = _keys[event.pk] = _Key(next(_moments), own, _key_of(event, own))
        return known.key


def _key_of(event: Event, own: object) -> str:
    statement, values = _counting()
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, event.pk])
        counted = cursor.fetchone()
    people = Participation.objects.filter(event=event).order_by("pk")
    named = people.values_list(
        *("pk", "shown_as", "person__name", "person__seen_as", "person__nickname"),
        *("attendance", "team__name", "start_number", "registration__shown"),
    )
    return sha256(repr((own, counted, list(named))).encode()).hexdigest()[:32]


def state_of(event: Event, key: str, naming: Naming) -> StoredState:
    """The state at this key, with the names that may be read. One at a time is read, so a
    change does not start it for each phone that asks; it belongs to all of them and is not to be
    changed. Of what is public there is one for each language: it says „Jemand“."""
    own = event.pk, "" if naming.inside else get_language() or ""
    with _computing:
        states = _states.get(own)
        if states is None or states[0] != key:
            state = StoredState(event)
            if not naming.inside:
                state.call(public_naming())
            states = key, state
        _states[own] = states
        _states.move_to_end(own)
        while len(_states) > MOST_COURSES:
            _states.popitem(last=False)
        return states[1]


def forget_states() -> None:
    """For tests, whose tournaments have the keys of those before."""
    with _computing:
        _states.clear()


@cache
def _counting() -> tuple[str, tuple[Any, ...]]:
    """The statement that counts, and its values but the last, which is the key of the event. Every
    phone asks for it, and putting it together costs ten times what it asks."""
    counted = Event.objects.filter(pk=0).order_by().values_list(*_counted())
    statement, values = counted.query.sql_with_params()
    return statement, values[:-1]


def _counted() -> list[Subquery]:
    """What was played, ranked, reported, handed in, registered, promised at the event outside."""
    return [
        _figures(
            Standing.objects.filter(event=OuterRef("pk")),
            wanted=Sum("wanted"),
            computed=Sum("computed"),
            as_of=Max("as_of"),
        ),
        _figures(
            Result.objects.filter(table__block__event=OuterRef("pk")),
            last=Max("pk"),
            confirmed=Count("confirmed_at"),
            confirmed_last=Max("confirmed_at"),
            corrected=Count("pk", filter=Q(in_correction=True)),
        ),
        _figures(
            Objection.objects.filter(result__table__block__event=OuterRef("pk")),
            last=Max("pk"),
            ruled=Count("ruled_at"),
        ),
        _figures(
            Table.objects.filter(block__event=OuterRef("pk")),
            cards=Count("card_in_at"),
            last=Max("card_in_at"),
            missing=Count("pk", filter=~Q(card_missing="")),
        ),
        _figures(
            Registration.objects.filter(event=OuterRef("pk")),
            last=Max("pk"),
            here=Count("pk", filter=Q(state=Registration.State.REGISTERED)),
            waiting=Count("pk", filter=Q(state=Registration.State.WAITING)),
        ),
        # One that is taken off the list may be any of them.
        _figures(Prize.objects.filter(event=OuterRef("pk")), last=Max("pk"), number=Count("pk")),
    ]


def _figures(rows: QuerySet[Any], **figures: Any) -> Subquery:
    whole = rows.order_by().annotate(all=Value(1)).values("all")
    return Subquery(
        whole.annotate(figures=JSONObject(many=Count("pk"), **figures)).values("figures")
    )
