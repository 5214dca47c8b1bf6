"""The people of the club, and the user of the request."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from rest_framework import serializers

from league.access.api.club import MEMBERS
from league.access.api.money import reads_money
from league.access.models import ReadToken
from league.access.permissions import user_of
from league.access.queries.read_tokens import tokens_of
from league.access.queries.rights import person_of
from league.people.models.people import Person
from league.people.queries.people import get_person_for, people_for
from league.web.api.described import Json
from league.web.api.fields import char_field, char_list_field
from league.web.api.frame import ReadRequest, pages, reads


class PersonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    membership = char_field(
        lambda row: next((each.kind_id for each in row.memberships_now), ""),
        help_text="active, passive, supporting or a kind of the club's; empty for guests.",
    )
    offices = char_list_field(lambda row: [each.role for each in row.offices_now])


class SpanOut(serializers.Serializer[Any]):
    what = char_field(lambda span: getattr(span, "kind_id", "") or getattr(span, "role", ""))
    start = serializers.DateField()
    end = serializers.DateField(allow_null=True, help_text="The first day it no longer holds.")


class PersonRecordOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    memberships = SpanOut(many=True)
    offices = SpanOut(many=True)


class MeOut(serializers.Serializer[Any]):
    person = PersonRecordOut(allow_null=True)
    seen_as = serializers.ChoiceField(
        Person.SeenAs.choices, allow_null=True, help_text="How the public sees me."
    )
    nickname = serializers.CharField(allow_blank=True)
    by_token = serializers.BooleanField()
    reads_money = serializers.BooleanField()


class TokenOut(serializers.Serializer[Any]):
    """An access of one's own for a program; never its secret."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    with_money = serializers.BooleanField()
    made_at = serializers.DateTimeField()
    last_used = serializers.DateField(allow_null=True)
    revoked_at = serializers.DateTimeField(allow_null=True)


@pages(PersonOut, who=MEMBERS)
def people(request: ReadRequest) -> QuerySet[Person]:
    """The people whom a member sees by name."""
    return people_for(request.user, request.today).order_by("sort_key", "pk")


@reads(PersonRecordOut)
def person(request: ReadRequest, pk: int) -> Json:
    """One person's memberships and offices: the own, or of whom a member sees."""
    return _record(get_person_for(request.user, pk, request.today))


@reads(MeOut, refuses={403: ("not_allowed",)})
def me(request: ReadRequest) -> Json:
    """Who I am here, and what this access may read."""
    user_of(request._request)
    person = person_of(request.user)
    return {
        "person": _record(person) if person else None,
        "seen_as": person.seen_as if person else None,
        "nickname": person.nickname if person else "",
        "by_token": isinstance(request.auth, ReadToken),
        "reads_money": reads_money(request),
    }


@reads(TokenOut(many=True), refuses={403: ("not_allowed",)})
def tokens(request: ReadRequest) -> QuerySet[ReadToken]:
    """Which programs I have given access, and when each was used last."""
    me = person_of(request.user)
    if me is None:
        raise PermissionDenied
    return tokens_of(me)


def _record(person: Person) -> Json:
    return {
        "pk": person.pk,
        "name": person.name,
        "memberships": list(person.memberships.order_by("-start")),
        "offices": list(person.offices.order_by("-start")),
    }
