"""A tournament under many eyes at once: read again only after a change.

The key of an event changes with everything its pages show of it, so also when the worker has
computed its rankings. Two queries make it, so a phone that asks again is answered without the
state; the state itself is cached by its key. No page view computes a ranking.
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

# More tournaments than one evening shows, each for members and for the public.
MOST_COURSES = 16

_states: OrderedDict[tuple[int, str], tuple[str, StoredState]] = OrderedDict()
_computing = Lock()


class _Key(NamedTuple):
    began: int
    own: object
    key: str


_keys: dict[int, _Key] = {}
_moments = count()  # one order for arrivals and for starts of reading
_keying = Lock()


def version_key(event: Event) -> str:
    """Return a key that changes with everything a page of this tournament shows. Two queries.

    Of many concurrent callers, those who waited share a key that was read after they arrived.
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
    """Return the state at this key, with the names the reader may see.

    Only one thread reads at a time, so that a change does not start a read for each phone. The
    state is shared: callers must not change it. A public state exists once per language, because it
    says „Jemand“.
    """
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
    """Clear the cache, for tests, whose tournaments reuse the keys of earlier ones."""
    with _computing:
        _states.clear()


@cache
def _counting() -> tuple[str, tuple[Any, ...]]:
    """Return the counting statement and its values but the last, which is the key of the event.

    Cached: every phone asks for it, and building it costs ten times as much as running it.
    """
    counted = Event.objects.filter(pk=0).order_by().values_list(*_counted())
    statement, values = counted.query.sql_with_params()
    return statement, values[:-1]


def _counted() -> list[Subquery]:
    """Return the subqueries over rankings, results, objections, cards, registrations and prizes:
    all that a page shows besides the event itself."""
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
        # The prize removed from the list may be any of them.
        _figures(Prize.objects.filter(event=OuterRef("pk")), last=Max("pk"), number=Count("pk")),
    ]


def _figures(rows: QuerySet[Any], **figures: Any) -> Subquery:
    whole = rows.order_by().annotate(all=Value(1)).values("all")
    return Subquery(
        whole.annotate(figures=JSONObject(many=Count("pk"), **figures)).values("figures")
    )
